# SPDX-License-Identifier: MIT
"""Moves as numbers and boards as tensors, the same for all wrappers: what agents that learn want.

An action is the place of a move in the list of all moves of the empty board, so on 5x5 there are 44 and on
every board a number always means the same cells.

>>> from quixo import Position
>>> actions = Actions("5x5")
>>> actions.count, actions.move(0), actions.number("a5e5")
(44, Move('a5e5'), 0)
>>> int(actions.mask(Position("XO3/5/5/5/5 o")).sum())
42
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from .game import AnyMove, AnyRules, Move, Position, Rules


class Actions:
    """The actions of a board."""

    def __init__(self, rules: AnyRules = "5x5") -> None:
        self.rules = Rules(rules)
        self._moves = Position.empty(self.rules).legal_moves()
        self._numbers = {move: number for number, move in enumerate(self._moves)}

    @property
    def count(self) -> int:
        """How many actions there are."""
        return len(self._moves)

    def move(self, action: int) -> Move:
        """The move of an action."""
        if not 0 <= action < self.count:
            raise ValueError(f"{self.rules} has the actions 0 to {self.count - 1}, not {action}")
        return self._moves[action]

    def number(self, move: AnyMove) -> int:
        """The action of a move."""
        made = Position.empty(self.rules).move(move)
        if made not in self._numbers:
            raise ValueError(f"{made} is no move on any board of {self.rules}")
        return self._numbers[made]

    def legal(self, position: Position) -> list[int]:
        """The actions that are legal, in ascending order."""
        return sorted(self._numbers[move] for move in position.legal_moves())

    def mask(self, position: Position) -> npt.NDArray[np.int8]:
        """1 for each action that is legal, else 0."""
        mask = np.zeros(self.count, np.int8)
        mask[self.legal(position)] = 1
        return mask

    def planes(self, position: Position) -> npt.NDArray[np.float32]:
        """The board as the player to move sees it: own cubes, the opponent's, blanks; 1 where it is so.

        >>> Actions("3x3").planes(Position("XO1/3/3 o"))[:, 0]
        array([[0., 1., 0.],
               [1., 0., 0.],
               [0., 0., 1.]], dtype=float32)
        """
        own, other = (position.x, position.o) if position.to_move == "x" else (position.o, position.x)
        blank = ~(own | other)
        cells = np.arange(self.rules.cells - 1, -1, -1)
        flat = [(bits >> cells & 1).astype(np.float32) for bits in (own, other, blank)]
        return np.stack(flat).reshape(3, self.rules.rows, self.rules.cols)
