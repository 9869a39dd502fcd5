# SPDX-License-Identifier: MIT
"""Rules, moves, positions and games: small values that never change, with the words of the README."""

from __future__ import annotations

from typing import Iterable, Iterator, SupportsIndex, Union

from . import _core
from ._drawing import board_svg

AnyRules = Union["Rules", str]
AnyMove = Union["Move", str]
AnyPosition = Union["Position", str]


class Rules:
    """The size of the board, the length of a line and what a double line means.

    >>> Rules("4x5-line3")
    Rules('4x5-line3')
    >>> Rules("5x5").line, Rules("5x5").cells
    (5, 25)
    >>> Rules("6x6")
    Traceback (most recent call last):
        ...
    quixo.BadRules: a 6x6 board is not supported: it needs at least 2 rows and 2 columns and at most 30 cells
    """

    __slots__ = ("_core", "name", "rows", "cols", "line", "double_wins")

    name: str
    rows: int
    cols: int
    line: int
    double_wins: bool

    def __init__(self, name: AnyRules = "5x5") -> None:
        self._set(_core.parse_rules(str(name)))

    def _set(self, rules: _core.Rules) -> None:
        self._core = rules
        self.name, self.rows, self.cols = rules.name, rules.rows, rules.cols
        self.line, self.double_wins = rules.line, rules.double_wins

    @classmethod
    def _of(cls, rules: _core.Rules) -> Rules:
        made = cls.__new__(cls)
        made._set(rules)
        return made

    @property
    def cells(self) -> int:
        """How many cells the board has."""
        return self.rows * self.cols

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"Rules({self.name!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rules) and self.name == other.name

    def __hash__(self) -> int:
        return hash(self.name)

    def __reduce__(self) -> tuple[type[Rules], tuple[str]]:
        return Rules, (self.name,)


class Move:
    """The cell whose cube is taken, and the cell where it goes back in, as bits of a position's ``x`` and ``o``.

    >>> move = Position("5/5/5/5/5 x").legal_moves()[0]
    >>> move, str(move), move.taken, move.inserted
    (Move('a5e5'), 'a5e5', 24, 20)
    >>> move == "a5e5"
    True
    """

    __slots__ = ("text", "taken", "inserted")

    text: str
    taken: int
    inserted: int

    def __init__(self, text: str, taken: int, inserted: int) -> None:
        self.text, self.taken, self.inserted = text, taken, inserted

    @classmethod
    def _of(cls, step: tuple[int, int, str]) -> Move:
        return cls(step[2], step[0], step[1])

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Move({self.text!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, (Move, str)) and str(other) == self.text

    def __hash__(self) -> int:
        return hash(self.text)

    def __reduce__(self) -> tuple[type[Move], tuple[str, int, int]]:
        return Move, (self.text, self.taken, self.inserted)


class Position:
    """A board and the player to move. A notebook shows it as a picture.

    >>> position = Position("XX2O/5/5/5/5 x")
    >>> print(position.diagram())
     5 X X . . O
     4 . . . . .
     3 . . . . .
     2 . . . . .
     1 . . . . .
       a b c d e
    >>> position.play("c5a5")
    Position('XXX1O/5/5/5/5 o')
    >>> bin(position.x), position.to_move
    ('0b1100000000000000000000000', 'x')

    ``x`` and ``o`` are the cells with cubes of each, bit by bit: bit 0 is the bottom right cell, and the number in
    binary reads like the board. The rules are the official ones of the board's size unless others are named.

    >>> Position("XO1/3/3 o", rules="3x3-double-wins").rules
    Rules('3x3-double-wins')
    >>> Position("XO1/3/3")
    Traceback (most recent call last):
        ...
    quixo.BadPosition: expected the player to move, x or o, after the board; found nothing
    """

    __slots__ = ("rules", "x", "o", "to_move")

    rules: Rules
    x: int
    o: int
    to_move: str

    def __init__(self, text: AnyPosition, rules: AnyRules | None = None) -> None:
        if isinstance(text, Position):
            if rules is not None and Rules(rules) != text.rules:
                raise _core.BadPosition(f"the position is one of {text.rules}, not of {Rules(rules)}")
            self._set(text.rules, text._board)
            return
        if not isinstance(text, str):
            raise TypeError(f"a position is a text such as '3/3/3 x', not {type(text).__name__}")
        of = Rules._of(_core.rules_for_position(text)) if rules is None else Rules(rules)
        self._set(of, _core.parse_position(of._core, text))

    def _set(self, rules: Rules, board: _core._Board) -> None:
        self.rules = rules
        self.x, self.o = board[0], board[1]
        self.to_move = "x" if board[2] else "o"

    @classmethod
    def _of(cls, rules: Rules, board: _core._Board) -> Position:
        made = cls.__new__(cls)
        made._set(rules, board)
        return made

    @classmethod
    def empty(cls, rules: AnyRules = "5x5") -> Position:
        """The empty board, X to move.

        >>> Position.empty("4x4")
        Position('4/4/4/4 x')
        """
        return cls._of(Rules(rules), (0, 0, True))

    @classmethod
    def from_bits(cls, rules: AnyRules, x: SupportsIndex, o: SupportsIndex, to_move: str = "x") -> Position:
        """The position with these cells, which may be numbers of numpy.

        >>> Position.from_bits("3x3", 0b100000000, 0b1)
        Position('X2/3/2O x')
        """
        if to_move not in ("x", "o"):
            raise _core.BadPosition(f"the player to move is 'x' or 'o', not {to_move!r}")
        of = Rules(rules)
        cells = (x.__index__(), o.__index__())
        if any(bits < 0 or bits >> of.cells for bits in cells):
            raise _core.BadPosition(f"the position has cubes outside the {of} board")
        made = cls._of(of, (*cells, to_move == "x"))
        _core.winner(of._core, made._board)  # refuses what the board cannot hold
        return made

    @property
    def _board(self) -> _core._Board:
        return self.x, self.o, self.to_move == "x"

    @property
    def cubes(self) -> int:
        """How many cells are not blank."""
        return bin(self.x | self.o).count("1")

    @property
    def winner(self) -> str | None:
        """'x' or 'o' when the game is over, else None."""
        return _core.winner(self.rules._core, self._board)

    def is_over(self) -> bool:
        """Whether there is a line on the board."""
        return self.winner is not None

    def legal_moves(self) -> list[Move]:
        """Every legal move; none when the game is over.

        >>> len(Position.empty("5x5").legal_moves())
        44
        """
        return [Move._of(step) for step in _core.legal_moves(self.rules._core, self._board)]

    def move(self, text: AnyMove) -> Move:
        """A move of this board from its text. Whether it is legal is for play() to say."""
        return text if isinstance(text, Move) else Move._of(_core.parse_move(self.rules._core, text))

    def play(self, move: AnyMove) -> Position:
        """The position after a move.

        >>> Position.empty("3x3").play("b2a2")
        Traceback (most recent call last):
            ...
        quixo.BadMove: b2 is not on the border
        """
        step = self.move(move)
        return Position._of(self.rules, _core.play(self.rules._core, self._board, step.taken, step.inserted))

    def children(self) -> list[Position]:
        """The positions after each of the legal moves, in their order."""
        return [self.play(move) for move in self.legal_moves()]

    def parents(self) -> list[Position]:
        """Every position from which a legal move leads here, once for each such move."""
        return [Position._of(self.rules, board) for board in _core.parents(self.rules._core, self._board)]

    def symmetries(self) -> list[Position]:
        """The images under the symmetries of the board, itself first: 8 on a square, 4 on a rectangle."""
        return [Position._of(self.rules, board) for board in _core.symmetries(self.rules._core, self._board)]

    def canonical(self) -> Position:
        """The least of the symmetric positions.

        >>> Position("2X/3/3 o").canonical() == Position("X2/3/3 o").canonical()
        True
        """
        return Position._of(self.rules, _core.canonical(self.rules._core, self._board))

    def swapped(self) -> Position:
        """The same with the colours exchanged: as good for the player to move.

        >>> Position("X2/3/3 o").swapped()
        Position('O2/3/3 x')
        """
        return Position._of(self.rules, (self.o, self.x, self.to_move != "x"))

    def diagram(self) -> str:
        """The board with its coordinates, one row a line."""
        return _core.diagram(self.rules._core, self._board).rstrip("\n")

    def _repr_svg_(self) -> str:
        return board_svg(self.rules.rows, self.rules.cols, self.x, self.o)

    def __str__(self) -> str:
        return _core.position_text(self.rules._core, self._board)

    def __repr__(self) -> str:
        official = Rules._of(_core.rules_for_position(str(self))) == self.rules
        return f"Position({str(self)!r})" if official else f"Position({str(self)!r}, rules={self.rules.name!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self._board == other._board and self.rules == other.rules

    def __hash__(self) -> int:
        return hash((self.rules, self._board))

    def __reduce__(self) -> tuple[type[Position], tuple[str, str]]:
        return Position, (str(self), self.rules.name)


class Game:
    """A game from its start, with the moves made so far.

    >>> game = Game("3x3")
    >>> game.play("a3c3").play("b1b3")
    Game('3x3\\n1. a3c3 b1b3\\n')
    >>> game.position
    Position('1OX/3/3 x')
    >>> Game.parse(str(game)) == game
    True

    ``str`` of a game is the text that ``quixo review`` and the page read.
    """

    def __init__(self, rules: AnyRules = "5x5", start: AnyPosition | None = None, moves: Iterable[AnyMove] = ()) -> None:
        self.start = Position.empty(rules) if start is None else Position(start, rules)
        self.moves: list[Move] = []
        self._positions = [self.start]
        for move in moves:
            self.play(move)

    @classmethod
    def parse(cls, text: str) -> Game:
        """Reads a game. An Error names the line, the move's number and what is wrong."""
        rules, start, steps = _core.parse_game(text)
        of = Rules._of(rules)
        return cls(of, Position._of(of, start), [Move._of(step) for step in steps])

    @property
    def rules(self) -> Rules:
        return self.start.rules

    @property
    def position(self) -> Position:
        """The position after all moves."""
        return self._positions[-1]

    @property
    def positions(self) -> list[Position]:
        """All positions, the start first: one more than there are moves."""
        return list(self._positions)

    def play(self, move: AnyMove) -> Game:
        """Makes a move, and gives the game itself."""
        made = self.position.move(move)
        self._positions.append(self.position.play(made))
        self.moves.append(made)
        return self

    def undo(self) -> Game:
        """Takes the last move back."""
        if not self.moves:
            raise _core.BadMove("there is no move to take back")
        self.moves.pop()
        self._positions.pop()
        return self

    def __len__(self) -> int:
        return len(self.moves)

    def __iter__(self) -> Iterator[Move]:
        return iter(self.moves)

    def __str__(self) -> str:
        return _core.game_text(self.rules._core, self.start._board, [str(move) for move in self.moves])

    def __repr__(self) -> str:
        return f"Game({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self.start == other.start and self.moves == other.moves

    __hash__ = None  # type: ignore[assignment]  # a game goes on
