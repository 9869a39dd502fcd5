-- SPDX-License-Identifier: MIT
--
-- Load for quixo serve: random 4x4 positions, half of their cells blank.
--
--   wrk -t1 -c64 -d30s --latency -s bench/positions.lua http://127.0.0.1:8080

local function row()
  local cells = {}
  for i = 1, 4 do
    cells[i] = ({ ".", ".", "X", "O" })[math.random(4)]
  end
  return table.concat(cells)
end

function request()
  local board = table.concat({ row(), row(), row(), row() }, "/")
  local player = math.random(2) == 1 and "x" or "o"
  return wrk.format("GET", "/api/v1/position?rules=4x4&position=" .. board .. "+" .. player)
end
