# SPDX-License-Identifier: MIT
"""Exact search for ends that are near, where there is no table. It never guesses."""

from __future__ import annotations

from typing import NamedTuple

from . import _core
from .game import AnyPosition, AnyRules, Move, Position, Rules


class Known(NamedTuple):
    """What is known of a position for the player to move, or of a move for the player who makes it: an outcome
    with its distance, or None; then nobody can force the end within ``horizon`` moves."""

    outcome: int | None
    distance: int | None
    horizon: int
    proof: str


class KnownMove(NamedTuple):
    """A move, the position it leads to, and what is known of it for the player who makes it."""

    move: Move
    position: Position
    known: Known


class Search:
    """Remembers what it has proved, so that the next position of a game costs less.

    >>> search = Search("5x5")
    >>> search.value("XXXX1/5/5/5/OOO2 x", horizon=5)
    Known(outcome=1, distance=1, horizon=0, proof='search')
    >>> search.value("5/5/5/5/5 x", horizon=5)
    Known(outcome=None, distance=None, horizon=5, proof='none')
    """

    def __init__(self, rules: AnyRules = "5x5") -> None:
        self.rules = Rules(rules)
        self._search = _core.Search(self.rules._core)

    def value(self, position: AnyPosition, horizon: int = 12, seconds: float | None = None) -> Known:
        """Looks so many moves ahead, or as far as it comes in so many seconds."""
        return Known(*self._search.value(Position(position, self.rules)._board, horizon, seconds))

    def moves(self, position: AnyPosition, horizon: int = 12, seconds: float | None = None) -> list[KnownMove]:
        """Every legal move, best first, each looked at to the same horizon, which counts the move itself."""
        return [
            KnownMove(Move._of(step), Position._of(self.rules, board), Known(*known))
            for step, board, known in self._search.moves(Position(position, self.rules)._board, horizon, seconds)
        ]


def search(position: AnyPosition, horizon: int = 12, seconds: float | None = None) -> Known:
    """What a search proves of a position.

    >>> search("XX1/1O1/O2 x")
    Known(outcome=1, distance=1, horizon=0, proof='search')
    """
    given = Position(position)
    return Search(given.rules).value(given, horizon, seconds)
