# SPDX-License-Identifier: MIT
"""The game with the method names of OpenSpiel's Python games, for code that was written for those. It needs
nothing of OpenSpiel, and is not registered there.

>>> game = load_game("3x3")
>>> state = game.new_initial_state()
>>> state.current_player(), len(state.legal_actions())
(0, 20)
>>> import quixo
>>> table = quixo.solve("3x3")
>>> while not state.is_terminal():
...     state.apply_action(state.string_to_action(table.moves(state.position)[0].move))
>>> state.move_number(), state.returns()
(7, [1.0, -1.0])
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from .actions import Actions
from .game import AnyMove, AnyRules, Position, Rules

TERMINAL_PLAYER = -4  # OpenSpiel's number for nobody


class Game:
    """The rules of a game, and where it ends when nobody wins: after ``max_game_length`` moves it is a draw."""

    def __init__(self, rules: AnyRules = "5x5", max_game_length: int = 200) -> None:
        if max_game_length < 1:
            raise ValueError(f"a game has at least one move, not {max_game_length}")
        self.rules = Rules(rules)
        self.actions = Actions(self.rules)
        self._max_game_length = max_game_length

    def new_initial_state(self) -> State:
        return State(self)

    def deserialize_state(self, text: str) -> State:
        """The state of which serialize() gave the text."""
        state = State(self)
        for action in text.split():
            state.apply_action(int(action))
        return state

    def num_players(self) -> int:
        return 2

    def num_distinct_actions(self) -> int:
        return self.actions.count

    def max_game_length(self) -> int:
        return self._max_game_length

    def min_utility(self) -> float:
        return -1.0

    def max_utility(self) -> float:
        return 1.0

    def utility_sum(self) -> float:
        return 0.0

    def observation_tensor_shape(self) -> list[int]:
        return [3, self.rules.rows, self.rules.cols]

    def observation_tensor_size(self) -> int:
        return 3 * self.rules.cells

    def __str__(self) -> str:
        return f"quixo(rules={self.rules},max_game_length={self._max_game_length})"


class State:
    """A game as far as it has been played. Player 0 is X."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._positions = [Position.empty(game.rules)]
        self._history: list[int] = []

    @property
    def position(self) -> Position:
        """The position, to be asked about in a table."""
        return self._positions[-1]

    def get_game(self) -> Game:
        return self._game

    def num_players(self) -> int:
        return self._game.num_players()

    def num_distinct_actions(self) -> int:
        return self._game.num_distinct_actions()

    def current_player(self) -> int:
        if self.is_terminal():
            return TERMINAL_PLAYER
        return 0 if self.position.to_move == "x" else 1

    def is_terminal(self) -> bool:
        return len(self._history) >= self._game.max_game_length() or self.position.is_over()

    def is_initial_state(self) -> bool:
        return not self._history

    def is_player_node(self) -> bool:
        return not self.is_terminal()

    def is_chance_node(self) -> bool:
        return False

    def is_simultaneous_node(self) -> bool:
        return False

    def legal_actions(self, player: int | None = None) -> list[int]:
        if self.is_terminal() or player not in (None, self.current_player()):
            return []
        return self._game.actions.legal(self.position)

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        mask = [0] * self._game.num_distinct_actions()
        for action in self.legal_actions(player):
            mask[action] = 1
        return mask

    def apply_action(self, action: int) -> None:
        if self.is_terminal():
            raise ValueError("the game is over: there is nothing to apply")
        self._positions.append(self.position.play(self._game.actions.move(action)))
        self._history.append(action)

    def undo_action(self, player: int, action: int) -> None:
        mover = 0 if len(self._history) % 2 else 1
        if not self._history or self._history[-1] != action or player != mover:
            raise ValueError(f"player {player} did not make the move {action} last")
        self._positions.pop()
        self._history.pop()

    def child(self, action: int) -> State:
        state = self.clone()
        state.apply_action(action)
        return state

    def clone(self) -> State:
        state = State(self._game)
        state._positions = list(self._positions)
        state._history = list(self._history)
        return state

    def returns(self) -> list[float]:
        winner = self.position.winner
        if winner is None:
            return [0.0, 0.0]
        return [1.0, -1.0] if winner == "x" else [-1.0, 1.0]

    def rewards(self) -> list[float]:
        return self.returns()

    def player_return(self, player: int) -> float:
        return self.returns()[player]

    def player_reward(self, player: int) -> float:
        return self.rewards()[player]

    def history(self) -> list[int]:
        return list(self._history)

    def history_str(self) -> str:
        return ", ".join(str(action) for action in self._history)

    def information_state_string(self, player: int = 0) -> str:
        return self.history_str()

    def serialize(self) -> str:
        """For deserialize_state() of the game: the actions so far, one a line."""
        return "".join(f"{action}\n" for action in self._history)

    def move_number(self) -> int:
        return len(self._history)

    def action_to_string(self, player_or_action: int, action: int | None = None) -> str:
        return str(self._game.actions.move(player_or_action if action is None else action))

    def string_to_action(self, text: AnyMove) -> int:
        return self._game.actions.number(text)

    def observation_tensor(self, player: int = 0) -> npt.NDArray[np.float32]:
        """Own cubes, the opponent's and blanks, as this player sees them, in one row."""
        seen = self.position if (player == 0) == (self.position.to_move == "x") else self._seen_by_other()
        return self._game.actions.planes(seen).ravel()

    def _seen_by_other(self) -> Position:
        position = self.position
        return Position.from_bits(position.rules, position.x, position.o, "o" if position.to_move == "x" else "x")

    def observation_string(self, player: int = 0) -> str:
        return str(self)

    def __str__(self) -> str:
        return str(self.position)


def load_game(rules: AnyRules = "5x5", max_game_length: int = 200) -> Game:
    """The game of these rules."""
    return Game(rules, max_game_length)
