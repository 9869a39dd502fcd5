# SPDX-License-Identifier: MIT
"""Computer players, games between them, and the review of a game (docs/players.md)."""

from __future__ import annotations

import json
from typing import Any, NamedTuple
from urllib.parse import urlencode

from . import _core
from .game import AnyPosition, AnyRules, Game, Move, Position, Rules
from .table import Table

LONGEST_GAME = 200


class Players:
    """The computer players of a game: they see what a table says, or without one what a search proves.

    >>> import quixo
    >>> players = Players(quixo.solve("3x3"))
    >>> players.names[:3]
    ['level-1', 'level-2', 'level-3']
    >>> players.move("perfect", "3/3/3 x", seed=1) in quixo.Position.empty("3x3").legal_moves()
    True
    >>> Players("5x5").move("nobody", "5/5/5/5/5 x")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    quixo.Error: player: ...
    """

    def __init__(self, table_or_rules: Table | AnyRules) -> None:
        self._answers = _core.Answers()
        if isinstance(table_or_rules, Table):
            self.rules = table_or_rules.rules
            self._answers.add(table_or_rules._table)
        else:
            self.rules = Rules(table_or_rules)

    def _ask(self, method: str, path: str, query: dict[str, Any], body: dict[str, Any] | None = None) -> dict[str, Any]:
        target = f"/api/v1/{path}" + (f"?{urlencode(query)}" if query else "")
        status, text = self._answers.answer(method, target, "" if body is None else json.dumps(body))
        answer: dict[str, Any] = json.loads(text)
        if status != 200:
            raise _core.Error(answer["error"]["message"])
        return answer

    @property
    def names(self) -> list[str]:
        """Those who play here: the levels, the searcher; with a table winner and perfect, too."""
        boards = self._ask("GET", "boards", {})["boards"]
        for board in boards:
            if board["rules"] == self.rules.name:
                return list(board["players"])
        # Boards that are not well known are listed with their table: without one, all play what 5x5 has without one.
        return Players("5x5").names

    def move(self, player: str, position: AnyPosition, seed: int | None = None) -> Move:
        """The move of a player; with a seed always the same."""
        at = Position(position, self.rules)
        query: dict[str, Any] = {"rules": self.rules.name, "position": str(at), "player": player}
        if seed is not None:
            query["seed"] = seed
        return at.move(self._ask("GET", "play", query)["move"])

    def game(self, x: str, o: str, seed: int = 0, start: AnyPosition | None = None, longest: int = LONGEST_GAME) -> Game:
        """A game between two players, of at most so many moves.

        >>> import quixo
        >>> game = Players(quixo.solve("3x3")).game("perfect", "level-1", seed=1)
        >>> game.position.winner
        'x'
        """
        game = Game(self.rules, start)
        while not game.position.is_over() and len(game) < longest:
            player = x if game.position.to_move == "x" else o
            game.play(self.move(player, game.position, seed=(seed * 1_000_003 + len(game)) % (1 << 31)))
        return game

    def match(self, one: str, two: str, games: int, seed: int = 0, longest: int = LONGEST_GAME) -> Match:
        """So many games, with the colours in turns. What is not won within ``longest`` moves is a draw.

        >>> import quixo
        >>> match = Players(quixo.solve("3x3")).match("perfect", "level-1", games=4, seed=1)
        >>> match.wins, match.draws, match.losses
        (4, 0, 0)
        """
        played = [
            self.game(*((one, two) if number % 2 == 0 else (two, one)), seed=seed + number, longest=longest)
            for number in range(games)
        ]
        winners = [game.position.winner for game in played]
        wins = sum(won == ("x" if number % 2 == 0 else "o") for number, won in enumerate(winners))
        draws = winners.count(None)
        return Match(wins, draws, games - wins - draws, played)

    def review(self, game: Game | str) -> dict[str, Any]:
        """A game judged move by move, as ``quixo review --json`` does.

        >>> import quixo
        >>> review = Players(quixo.solve("3x3")).review(Game("3x3", start="XX1/1O1/O2 x", moves=["a3c3"]))
        >>> review["moves"][0]["judgement"], review["moves"][0]["best"]
        ('win to loss', 'c3a3')
        """
        return self._ask("POST", "review", {}, {"game": str(game)})


class Match(NamedTuple):
    """What came of some games, as the first player sees it."""

    wins: int
    draws: int
    losses: int
    games: list[Game]

    @property
    def score(self) -> float:
        """Of all points, a draw being half a point."""
        return (self.wins + self.draws / 2) / max(1, len(self.games))
