# SPDX-License-Identifier: MIT
"""Quixo, strongly solved: the true value of every position.

>>> import quixo
>>> table = quixo.solve("3x3")
>>> table.probe("3/3/3 x")
Value(outcome=1, distance=7)
>>> table.moves("3/3/3 x")[0].move
Move('a3c3')

Rules, positions, moves and games are written as everywhere in the project: "4x5-line3", "XX2O/5/5/5/5 x",
"a5e5". Outcomes are 1 for a win of the player to move, 0 for a draw and -1 for a loss, everywhere.
"""

from ._core import (
    BadMove,
    BadPosition,
    BadRules,
    Contradiction,
    DamagedTable,
    Error,
    MissingTable,
    version as __version__,
)
from .game import Game, Move, Position, Rules
from .known import Known, KnownMove, Search, search
from .players import Match, Players
from .table import Block, Table, Value, ValuedMove, open, solve, tables_directory

__all__ = [
    "BadMove",
    "BadPosition",
    "BadRules",
    "Block",
    "Contradiction",
    "DamagedTable",
    "Error",
    "Game",
    "Known",
    "KnownMove",
    "Match",
    "MissingTable",
    "Move",
    "Players",
    "Position",
    "Rules",
    "Search",
    "Table",
    "Value",
    "ValuedMove",
    "__version__",
    "open",
    "search",
    "solve",
    "tables_directory",
]

# They are the package's, wherever they are made.
for _error in (Error, BadRules, BadPosition, BadMove, MissingTable, DamagedTable, Contradiction):
    _error.__module__ = "quixo"
del _error
