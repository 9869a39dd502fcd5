# SPDX-License-Identifier: MIT
"""How many positions a second a table answers: in batches, and one by one in the same run.

    python3 bench/probes.py 4x4                 # solved in memory
    python3 bench/probes.py 5x5 /path/tables 8  # from disk, with a cache of 8 GiB: once with cold blocks, then warm

The positions are those of games between players who choose at random: what agents ask for.
"""

from __future__ import annotations

import random
import sys
import time

import numpy as np

import quixo


def positions_of_games(rules: quixo.Rules, count: int, seed: int) -> list[quixo.Position]:
    choice = random.Random(seed)
    found: list[quixo.Position] = []
    while len(found) < count:
        position = quixo.Position.empty(rules)
        while not position.is_over() and len(found) < count:
            found.append(position)
            position = position.play(choice.choice(position.legal_moves()))
    return found


def main() -> None:
    rules = quixo.Rules(sys.argv[1])
    cache_bytes = int(float(sys.argv[3]) * 2**30) if len(sys.argv) > 3 else None
    table = quixo.open(rules, *sys.argv[2:3], cache_bytes=cache_bytes)
    games = positions_of_games(rules, 20_000, seed=1)
    own = np.array([p.x if p.to_move == "x" else p.o for p in games], np.uint32)
    other = np.array([p.o if p.to_move == "x" else p.x for p in games], np.uint32)
    print(f"{rules}, {table.metric}: {len(games)} positions of random games", flush=True)

    begin = time.perf_counter()
    outcomes, distances = table.probe_many(own, other)
    print(f"  first batch        {len(own) / (time.perf_counter() - begin):12,.0f} positions/s")
    begin = time.perf_counter()
    table.probe_many(own, other)
    print(f"  the same, warm     {len(own) / (time.perf_counter() - begin):12,.0f} positions/s")
    repeats = 100
    many_own, many_other = np.tile(own, repeats), np.tile(other, repeats)
    begin = time.perf_counter()
    table.probe_many(many_own, many_other)
    print(f"  100 times these    {len(many_own) / (time.perf_counter() - begin):12,.0f} positions/s")
    some = games[:5000]
    begin = time.perf_counter()
    values = [table.probe(position) for position in some]
    print(f"  one by one, warm   {len(some) / (time.perf_counter() - begin):12,.0f} positions/s")
    assert [value.outcome for value in values] == outcomes[: len(some)].tolist()
    assert [value.distance for value in values] == distances[: len(some)].tolist()


if __name__ == "__main__":
    main()
