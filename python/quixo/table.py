# SPDX-License-Identifier: MIT
"""Tables: the values of all positions of a game, one by one and by the million."""

from __future__ import annotations

import os
from types import TracebackType
from typing import Any, Callable, Iterator, NamedTuple, Union

import numpy as np
import numpy.typing as npt

from . import _core
from .game import AnyPosition, AnyRules, Move, Position, Rules

Words = npt.NDArray[np.uint32]
Outcomes = npt.NDArray[np.int8]
Distances = npt.NDArray[np.int16]
Path = Union[str, "os.PathLike[str]"]


class Value(NamedTuple):
    """What a position is worth to the player to move: 1 a win, 0 a draw, -1 a loss, and the moves to the end
    when the winner hurries and the loser delays (0 for a draw, and in a table that has outcomes alone)."""

    outcome: int
    distance: int


class ValuedMove(NamedTuple):
    """A move, the position it leads to, and what it is worth to the player who makes it; its distance counts the
    move itself."""

    move: Move
    position: Position
    value: Value


class Block(NamedTuple):
    """Stored positions one after the other, X to move: the cells of X and O, and the values."""

    first: int
    x: Words
    o: Words
    outcomes: Outcomes
    distances: Distances


class Table:
    """All values of a game. Threads may share it.

    >>> import quixo
    >>> with quixo.solve("3x3") as table:
    ...     print(table.probe("1OX/XO1/3 x"))
    ...     print([str(each.move) for each in table.line("1OX/XO1/3 x")][:3])
    Value(outcome=1, distance=7)
    ['b1b3', 'c2c3', 'a2c2']
    >>> table.probe("3/3/3 x")
    Traceback (most recent call last):
        ...
    quixo.Error: this table is closed: open it again
    """

    def __init__(self, table: _core.Table) -> None:
        self._table = table
        self.rules = Rules._of(table.rules())

    @property
    def metric(self) -> str:
        """'distance', or 'outcome' for a table without distances."""
        return self._table.metric()

    def close(self) -> None:
        """Lets go of its files and memory. Whoever asks after that gets an Error."""
        self._table.close()

    def __enter__(self) -> Table:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        state = "closed" if self._table.is_closed() else self.metric
        return f"<quixo.Table of {self.rules}, {state}>"

    def _of_these_rules(self, position: AnyPosition) -> Position:
        return Position(position, self.rules)

    def probe(self, position: AnyPosition) -> Value:
        """The value of a position for the player to move."""
        return Value(*self._table.probe(self._of_these_rules(position)._board))

    def _valued(self, found: list[_core._Valued]) -> list[ValuedMove]:
        return [
            ValuedMove(Move._of(step), Position._of(self.rules, board), Value(outcome, distance))
            for step, board, outcome, distance in found
        ]

    def moves(self, position: AnyPosition) -> list[ValuedMove]:
        """Every legal move, best first: the fastest wins, then draws, then the slowest losses.

        >>> import quixo
        >>> best = quixo.solve("3x3").moves("XO1/1X1/O1O o")[0]
        >>> best.move, best.value, best.position
        (Move('b3b1'), Value(outcome=1, distance=1), Position('XX1/3/OOO x'))
        """
        return self._valued(self._table.moves(self._of_these_rules(position)._board))

    def line(self, position: AnyPosition) -> list[ValuedMove]:
        """Best play by both sides to the end or, in a draw, to the first position that comes up again."""
        return self._valued(self._table.line(self._of_these_rules(position)._board))

    def probe_many(
        self, x: npt.ArrayLike, o: npt.ArrayLike, threads: int = 0
    ) -> tuple[Outcomes, Distances]:
        """The values of many positions at once: ``x`` are the cells of the player to move, ``o`` the opponent's.

        >>> import quixo, numpy as np
        >>> table = quixo.solve("3x3")
        >>> outcomes, distances = table.probe_many(np.array([0, 0b111], np.uint32), np.array([0, 0], np.uint32))
        >>> outcomes, distances
        (array([1, 1], dtype=int8), array([7, 0], dtype=int16))

        Arrays of any shape; the answer has the same. The interpreter lock is released and all cores work (or
        ``threads`` of them); on disk, positions that are stored together are read once.
        """
        if threads < 0:
            raise ValueError(f"threads is a number of threads, or 0 for all, not {threads}")
        xs, os_, shape = self._bitboards(x, o)
        outcomes, distances = self._table.probe_many(xs, os_, threads)
        return outcomes.reshape(shape), distances.reshape(shape)

    def _bitboards(self, x: npt.ArrayLike, o: npt.ArrayLike) -> tuple[Words, Words, tuple[int, ...]]:
        both = []
        all_cells = (1 << self.rules.cells) - 1
        for name, given in (("x", x), ("o", o)):
            array = np.asarray(given)
            if array.dtype.kind not in "iu" and array.size:
                raise TypeError(f"{name} must be an array of integers (uint32), not of {array.dtype}")
            if array.size and (array.min() < 0 or array.max() > all_cells):
                place = int(np.flatnonzero((array.ravel() < 0) | (array.ravel() > all_cells))[0])
                raise _core.BadPosition(f"position {place}: {name} has cells outside the {self.rules} board")
            both.append(array.astype(np.uint32))
        if both[0].shape != both[1].shape:
            raise ValueError(f"x and o must have one shape, not {both[0].shape} and {both[1].shape}")
        xs, os_ = (np.ascontiguousarray(array).ravel() for array in both)
        twice = np.flatnonzero(xs & os_)
        if twice.size:
            raise _core.BadPosition(f"position {int(twice[0])}: x and o have a cell in common")
        return xs, os_, both[0].shape

    def __len__(self) -> int:
        """How many positions are stored: those with X to move of one occupancy of each orbit.

        >>> import quixo
        >>> len(quixo.solve("3x3"))
        4599
        """
        return self._table.stored_below(self.rules.cells + 1)

    def index(self, position: AnyPosition) -> int:
        """The number under which the value of a position is stored: that of a symmetric one, X to move."""
        return self._table.index(self._of_these_rules(position)._board)

    def index_many(self, x: npt.ArrayLike, o: npt.ArrayLike) -> npt.NDArray[np.uint64]:
        """The same for many, ``x`` to move."""
        xs, os_, shape = self._bitboards(x, o)
        return self._table.index_many(xs, os_).reshape(shape)

    def at(self, index: int) -> Position:
        """The stored position of a number.

        >>> import quixo
        >>> table = quixo.solve("3x3")
        >>> table.at(table.index("2X/3/3 x"))
        Position('X2/3/3 x')
        """
        if not 0 <= index < len(self):
            raise _core.Error(f"{self.rules} has {len(self)} stored positions: there is no number {index}")
        return Position._of(self.rules, self._table.at(index))

    def layer(self, cubes: int, size: int = 1 << 16, threads: int = 0) -> Iterator[Block]:
        """All stored positions with so many cubes, in blocks of ``size``.

        >>> import quixo
        >>> sum(int((block.outcomes == 1).sum()) for block in quixo.solve("3x3").layer(4))
        245
        """
        if size < 1:
            raise ValueError(f"a block has at least one position, not {size}")
        first, end = self._table.stored_below(cubes), self._table.stored_below(cubes + 1)
        return self._blocks(first, end, size, threads)

    def _blocks(self, first: int, end: int, size: int, threads: int) -> Iterator[Block]:
        while first < end:
            x, o = self._table.positions_at(first, min(size, end - first))
            outcomes, distances = self._table.probe_many(x, o, threads)
            yield Block(first, x, o, outcomes, distances)
            first += len(x)

    def sample(self, count: int, seed: int, cubes: int | None = None, over: bool = False) -> tuple[Words, Words]:
        """``count`` positions at random, X to move, each of all positions as likely as any other: the cells of X
        and of O. With so many ``cubes``, if that is said; those that are over only if they are asked for.

        >>> import quixo
        >>> table = quixo.solve("4x4")
        >>> x, o = table.sample(1000, seed=1)
        >>> outcomes, distances = table.probe_many(x, o)
        >>> bool((distances > 0)[outcomes != 0].all())
        True
        """
        cells = self.rules.cells
        if count < 0:
            raise ValueError(f"a sample has 0 positions or more, not {count}")
        if cubes is not None and not 0 <= cubes <= cells:
            raise ValueError(f"{self.rules} has positions with 0 to {cells} cubes, not {cubes}")
        random = np.random.default_rng(seed)
        lines = self._lines()
        bits = (np.uint32(1) << np.arange(cells, dtype=np.uint32)).astype(np.uint32)
        found_x: list[Words] = []
        found_o: list[Words] = []
        missing = count
        tried = 0
        while missing > 0:
            # A fixed number at a time, so that a larger sample begins with the smaller one.
            if cubes is None:
                colours = random.integers(0, 3, (4096, cells), dtype=np.int8)
            else:
                colours = np.zeros((4096, cells), np.int8)
                places = random.random((4096, cells)).argsort(axis=1)[:, :cubes]
                np.put_along_axis(colours, places, random.integers(1, 3, (4096, cubes), dtype=np.int8), axis=1)
            x = ((colours == 1) * bits).sum(axis=1, dtype=np.uint32)
            o = ((colours == 2) * bits).sum(axis=1, dtype=np.uint32)
            if not over:
                is_open = np.ones(len(x), bool)
                for line in lines:
                    is_open &= ((x & line) != line) & ((o & line) != line)
                x, o = x[is_open], o[is_open]
            tried += 4096
            if missing == count and not len(x) and tried > 1 << 20:
                raise _core.Error(f"hardly any position of {self.rules} with {cubes} cubes is open: say over=True")
            found_x.append(x[:missing])
            found_o.append(o[:missing])
            missing -= len(found_x[-1])
        empty = np.zeros(0, np.uint32)
        return np.concatenate([empty, *found_x]), np.concatenate([empty, *found_o])

    def _lines(self) -> list[np.uint32]:
        rows, cols, length = self.rules.rows, self.rules.cols, self.rules.line
        found = []
        for row in range(rows):
            for col in range(cols):
                for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                    last_row, last_col = row + down * (length - 1), col + right * (length - 1)
                    if 0 <= last_row < rows and 0 <= last_col < cols:
                        cells = ((row + down * i) * cols + col + right * i for i in range(length))
                        found.append(np.uint32(sum(1 << cell for cell in cells)))
        return found

    def statistics(self) -> dict[str, Any]:
        """All positions, counted (symmetric ones each): plain dicts and lists, ready for pandas.

        >>> import quixo
        >>> statistics = quixo.solve("3x3").statistics()
        >>> statistics["totals"]
        {'win': 12748, 'draw': 0, 'loss': 6935}
        >>> statistics["distances"][1]
        {'distance': 1, 'win': 7359, 'loss': 14}
        >>> statistics["longest_win"]
        {'distance': 7, 'position': '1OX/XO1/3 x'}
        """
        summary = self._table.summary()
        summary["rules"] = self.rules.name
        summary["metric"] = self.metric
        summary["empty_board"] = dict(zip(("outcome", "distance"), summary["empty_board"]))
        for longest in ("longest_win", "longest_loss"):
            if summary[longest] is not None:
                distance, board = summary[longest]
                summary[longest] = {"distance": distance, "position": str(Position._of(self.rules, board))}
        return summary


def tables_directory() -> str:
    """Where ``quixo solve`` keeps its tables and open() looks for them, by default."""
    return _core.default_tables_directory()


def solve(rules: AnyRules, threads: int = 0, progress: Callable[[float], object] | None = None) -> Table:
    """Solves a board of up to 16 cells in memory, with distances. Ctrl-C stops it.

    >>> shares = []
    >>> solve("3x4", progress=shares.append)
    <quixo.Table of 3x4, distance>
    >>> shares[-1]
    1.0

    ``progress`` is called now and then with the share that is done.
    """
    if threads < 0:
        raise ValueError(f"threads is a number of threads, or 0 for all, not {threads}")
    return Table(_core.solve(Rules(rules)._core, threads, progress))


def open(rules: AnyRules, tables: Path | None = None, cache_bytes: int | None = None) -> Table:
    """The best table there is: distances on disk, a small board solved in memory, outcomes on disk.

    >>> with open("3x3") as table:
    ...     table.probe("3/3/3 x")
    Value(outcome=1, distance=7)
    >>> open("5x5", tables="/nowhere")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    quixo.MissingTable: there is no table of 5x5 in /nowhere: quixo solve 5x5 makes it, which takes ...

    ``tables`` is the directory that ``quixo solve --out`` or ``--tables`` had, if not the usual one. A table on disk
    keeps the blocks it read last in a cache of ``cache_bytes``, 256 MiB if nothing is said: give it more where the
    same part of a large table is asked for again and again.
    """
    if cache_bytes is not None and cache_bytes < 0:
        raise ValueError(f"cache_bytes is a number of bytes, not {cache_bytes}")
    path = None if tables is None else os.fspath(tables)
    return Table(_core.open(Rules(rules)._core, path, cache_bytes))
