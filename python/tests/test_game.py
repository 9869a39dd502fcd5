# SPDX-License-Identifier: MIT
"""Rules, positions, moves and games: what reads back, what is refused and how."""

import pickle
import random
import xml.etree.ElementTree

import numpy as np
import pytest

import quixo
from quixo import Game, Move, Position, Rules

BOARDS = ["2x2", "3x3", "3x3-double-wins", "4x5-line3", "2x12", "5x5", "5x6", "15x2"]


def random_position(rules: str, seed: int) -> Position:
    choice = random.Random(seed)
    position = Position.empty(rules)
    for _ in range(choice.randrange(20)):
        if position.is_over():
            break
        position = position.play(choice.choice(position.legal_moves()))
    return position


@pytest.mark.parametrize("rules", BOARDS)
def test_texts_read_back(rules: str) -> None:
    for seed in range(20):
        position = random_position(rules, seed)
        assert Position(str(position), rules) == position
        assert eval(repr(position)) == position
        assert pickle.loads(pickle.dumps(position)) == position
        assert Position.from_bits(rules, np.uint32(position.x), np.uint32(position.o), position.to_move) == position
        assert hash(Position(position)) == hash(position)
        for move in position.legal_moves():
            assert position.move(str(move)) == move == pickle.loads(pickle.dumps(move))


@pytest.mark.parametrize("rules", BOARDS)
def test_moves_lead_to_positions_whose_parents_they_are(rules: str) -> None:
    position = random_position(rules, 7)
    for move in position.legal_moves():
        child = position.play(move)
        assert child.to_move != position.to_move
        assert position in child.parents()
    for image in position.symmetries():
        assert image.canonical() == position.canonical()
    assert len(position.symmetries()) == (8 if position.rules.rows == position.rules.cols else 4)


def test_a_board_is_drawn_as_it_is() -> None:
    picture = xml.etree.ElementTree.fromstring(Position("XO1/1X1/O1O o")._repr_svg_())
    names = [element.tag.rsplit("}")[-1] for element in picture]
    assert names.count("path") == 2 and names.count("circle") == 3 and names.count("text") == 6


@pytest.mark.parametrize(
    ("call", "error", "what"),
    [
        (lambda: Rules("9x9"), quixo.BadRules, "9x9 board is not supported"),
        (lambda: Rules(5), quixo.BadRules, "5"),  # type: ignore[arg-type]
        (lambda: Position("4/3/3 x"), quixo.BadPosition, "row"),
        (lambda: Position("3/3/3 x", rules="4x4"), quixo.BadPosition, "row 1 has 3 cells, 4x4 needs 4"),
        (lambda: Position(3), TypeError, "a position is a text"),  # type: ignore[arg-type]
        (lambda: Position(Position("3/3/3 x"), rules="4x4"), quixo.BadPosition, "the position is one of 3x3, not of 4x4"),
        (lambda: Position.from_bits("3x3", 1, 1), quixo.BadPosition, "cubes of both players on c1"),
        (lambda: Position.from_bits("3x3", 1 << 9, 0), quixo.BadPosition, "outside the 3x3 board"),
        (lambda: Position.from_bits("3x3", -1, 0), quixo.BadPosition, "outside the 3x3 board"),
        (lambda: Position.from_bits("3x3", 1 << 70, 0), quixo.BadPosition, "outside the 3x3 board"),
        (lambda: Position.from_bits("3x3", 0, 0, "X"), quixo.BadPosition, "'x' or 'o'"),
        (lambda: Position.empty("3x3").play("b2a2"), quixo.BadMove, "b2 is not on the border"),
        (lambda: Position.empty("3x3").play("zz"), quixo.BadMove, "move 'zz'"),
        (lambda: Position.empty("3x3").play(Move("q9q9", 99, -300)), quixo.BadMove, "there is no cell 99"),
        (lambda: Game.parse("3x3\n1. a3c3 c3a3"), quixo.Error, "move 2"),
        (lambda: Game("3x3").undo(), quixo.BadMove, "no move to take back"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(call, error, what) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(error) as raised:
        call()
    assert what in str(raised.value) and "\n" not in str(raised.value)


def test_errors_are_what_python_expects() -> None:
    assert issubclass(quixo.BadPosition, ValueError) and issubclass(quixo.BadPosition, quixo.Error)
    assert issubclass(quixo.MissingTable, LookupError) and issubclass(quixo.DamagedTable, quixo.Error)


def test_games_are_the_texts_of_the_program() -> None:
    game = Game("3x3", moves=["a3c3", "b1b3"])
    assert str(game) == "3x3\n1. a3c3 b1b3\n" and Game.parse(str(game)) == game
    assert [str(position) for position in game.positions] == ["3/3/3 x", "2X/3/3 o", str(game.position)]
    assert list(game) == ["a3c3", "b1b3"] and len(game.undo()) == 1
    started = Game("3x3", start="XO1/3/3 o", moves=["c3c1"])
    assert Game.parse(str(started)) == started and started != game
