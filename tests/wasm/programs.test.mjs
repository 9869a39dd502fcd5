// SPDX-License-Identifier: MIT
//
// The same source prints the same as WebAssembly: exceptions, and the signatures of solved boards.
import assert from 'node:assert/strict';
import test from 'node:test';

import { asWebAssembly, native } from './programs.mjs';

test('exceptions are those of C++', async () => {
  const expected = native('exceptions');
  assert.match(expected, /done\n$/);
  assert.equal(await asWebAssembly('exceptions'), expected);
});

test('boards of up to 12 cells have the same signatures, by either rule for double lines', async () => {
  const boards = [];
  for (let rows = 2; rows <= 6; ++rows)
    for (let cols = 2; rows * cols <= 12; ++cols)
      boards.push(`${rows}x${cols}`, `${rows}x${cols}-double-wins`);
  boards.push('3x4-line2', '3x3-line2');
  const expected = native('signatures', boards);
  assert.equal(expected.split('\n').length, boards.length + 1);
  assert.match(expected, /^3x3 [0-9a-f]{16} 074ae202f787925e$/m);
  assert.equal(await asWebAssembly('signatures', boards), expected);
});

test('so has 4x4', async () => {
  assert.equal(await asWebAssembly('signatures', ['4x4']), '4x4 ad694da631920e93 bbb6209361cd9911\n');
});
