# SPDX-License-Identifier: MIT
"""Tables in memory and on disk: batches say what single questions say, bad input is refused, threads share them."""

import os
import pathlib
import shutil
import signal
import subprocess
import sys
import threading
import time
from typing import Iterator

import numpy as np
import pytest

import quixo

PROGRAM = os.environ["QUIXO"]


@pytest.fixture(scope="session")
def tables(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """2x9, which is too large for memory, and 3x3, as quixo solve keeps them; of 2x10 the outcomes alone."""
    folder = tmp_path_factory.mktemp("tables")
    for rules, *options in (["2x9"], ["3x3"], ["2x10", "--outcome-only"]):
        subprocess.run([PROGRAM, "solve", rules, *options, "--out", str(folder)], check=True, capture_output=True)
    return folder


@pytest.fixture(scope="session")
def board_3x3() -> quixo.Table:
    return quixo.solve("3x3")


@pytest.fixture(params=["memory 3x3", "memory 3x4", "disk 3x3", "disk 2x9", "disk 2x10"])
def table(request: pytest.FixtureRequest, tables: pathlib.Path) -> Iterator[quixo.Table]:
    where, rules = request.param.split()
    with quixo.open(rules, tables) if where == "disk" else quixo.solve(rules) as opened:
        yield opened


def test_batches_say_what_single_questions_say(table: quixo.Table) -> None:
    x, o = table.sample(300, seed=3, over=True)
    outcomes, distances = table.probe_many(x, o)
    assert outcomes.dtype == np.int8 and distances.dtype == np.int16
    for i in range(len(x)):
        position = quixo.Position.from_bits(table.rules, x[i], o[i])
        assert table.probe(position) == (outcomes[i], distances[i])
        assert table.probe(position.swapped()) == (outcomes[i], distances[i])
    assert {1, -1} <= set(outcomes.tolist())
    for threads in (1, 3):
        assert all((a == b).all() for a, b in zip(table.probe_many(x, o, threads), (outcomes, distances)))


def test_batches_keep_their_shape_and_take_any_integers(board_3x3: quixo.Table) -> None:
    x = np.arange(6).reshape(2, 3)
    outcomes, distances = board_3x3.probe_many(x.astype(np.int64), np.zeros((2, 3), np.uint8))
    assert outcomes.shape == distances.shape == (2, 3)
    assert board_3x3.probe_many(np.asfortranarray(x.astype(np.uint32)), np.zeros_like(x))[1].tolist() == distances.tolist()
    for kind in (np.int8, np.uint64):
        assert (board_3x3.probe_many(x.astype(kind), np.zeros_like(x))[1] == distances).all()
    assert board_3x3.probe_many([], [])[0].shape == (0,)
    assert board_3x3.probe_many(0, 0)[0] == 1


def test_values_follow_from_the_moves(table: quixo.Table) -> None:
    x, o = table.sample(30, seed=4)
    for own, other in zip(x, o):
        position = quixo.Position.from_bits(table.rules, own, other)
        moves = table.moves(position)
        assert [each.position for each in moves] == [position.play(each.move) for each in moves]
        assert moves[0].value == table.probe(position)


def test_a_layer_is_all_of_it(table: quixo.Table) -> None:
    numbers, wins = 0, 0
    for cubes in range(table.rules.cells + 1):
        if table.rules.cells > 12 and cubes > 5:
            break
        for block in table.layer(cubes, size=1000):
            assert block.first == numbers
            numbers += len(block.x)
            wins += int((block.outcomes == 1).sum())
            assert (table.index_many(block.x, block.o) == np.arange(block.first, numbers)).all()
            assert (block.x & block.o == 0).all()
    assert wins > 0
    if table.rules.cells <= 12:
        assert numbers == len(table)


def test_numbers_and_positions_belong_together(table: quixo.Table) -> None:
    x, o = table.sample(50, seed=5, cubes=4)
    for own, other in zip(x, o):
        position = quixo.Position.from_bits(table.rules, own, other)
        assert position.cubes == 4
        assert table.at(table.index(position)).canonical() == position.canonical()


def test_samples_are_seeded_and_uniform(board_3x3: quixo.Table) -> None:
    x, o = board_3x3.sample(20_000, seed=1, over=True)
    again = board_3x3.sample(100, seed=1, over=True)
    assert (again[0] == x[:100]).all() and (board_3x3.sample(100, seed=2)[0] != x[:100]).any()
    cubes = np.array([bin(bits).count("1") for bits in x | o])
    assert abs(cubes.mean() - 6) < 0.05  # two of three cells
    outcomes, _ = board_3x3.probe_many(x, o)
    assert abs((outcomes == 1).mean() - 12748 / 19683) < 0.015
    assert len(board_3x3.sample(0, seed=1)[0]) == 0


def test_statistics_are_those_of_the_program(tables: pathlib.Path, board_3x3: quixo.Table) -> None:
    for table in (board_3x3, quixo.open("3x3", tables)):
        statistics = table.statistics()
        assert statistics["signature"] == "074ae202f787925e"
        assert statistics["empty_board"] == {"outcome": 1, "distance": 7}
        assert sum(row["win"] + row["draw"] + row["loss"] for row in statistics["classes"]) == 3**9
        assert statistics["longest_loss"] == {"distance": 8, "position": "1O1/OX1/3 x"}
    with quixo.open("2x10", tables) as outcomes:
        assert outcomes.metric == "outcome" and outcomes.statistics()["longest_win"] is None
        with pytest.raises(quixo.Error, match="a line of best play needs distances"):
            outcomes.line(quixo.Position.empty("2x10"))


def test_a_cache_of_any_size_gives_the_same_values(tables: pathlib.Path) -> None:
    with quixo.open("2x9", tables) as usual:
        x, o = usual.sample(3000, seed=3)
        outcomes, distances = usual.probe_many(x, o)
    for cache_bytes in (0, 100_000, 1 << 40):
        with quixo.open("2x9", tables, cache_bytes=cache_bytes) as table:
            for found, expected in zip(table.probe_many(x, o), (outcomes, distances)):
                assert (found == expected).all()
    with pytest.raises(ValueError, match="cache_bytes is a number of bytes, not -1"):
        quixo.open("2x9", tables, cache_bytes=-1)


def test_a_table_of_other_rules_is_refused(tables: pathlib.Path, tmp_path: pathlib.Path) -> None:
    shutil.copytree(tables / "3x3", tmp_path / "2x9")
    with pytest.raises(quixo.Error, match="holds the distances of 3x3, not the distances of 2x9"):
        quixo.open("2x9", tmp_path)


def test_what_is_missing_or_damaged_is_said(tables: pathlib.Path, tmp_path: pathlib.Path) -> None:
    with pytest.raises(quixo.MissingTable, match="there is no table of 5x5 in .*: quixo solve 5x5 makes it"):
        quixo.open("5x5", tmp_path)
    with pytest.raises(quixo.Error, match="at most 16 are solved in memory"):
        quixo.solve("4x5")
    copy = tmp_path / "2x9" / "distance"
    copy.mkdir(parents=True)
    for file in (tables / "2x9" / "distance").iterdir():
        copy.joinpath(file.name).write_bytes(file.read_bytes())
    outcomes = copy / "layer-06.outcomes"
    content = bytearray(outcomes.read_bytes())
    content[-1] ^= 1
    outcomes.write_bytes(content)
    with pytest.raises(quixo.DamagedTable, match="layer-06.outcomes"):
        with quixo.open("2x9", tmp_path) as table:
            for _ in table.layer(6):
                pass


@pytest.mark.parametrize(
    ("x", "o", "error", "what"),
    [
        ([1.5], [0], TypeError, "x must be an array of integers"),
        (["a"], [0], TypeError, "x must be an array of integers"),
        ([1], ["a"], TypeError, "o must be an array of integers"),
        ([True], [0], TypeError, "x must be an array of integers .*, not of bool"),
        ([1 << 70], [0], TypeError, "x must be an array of integers .*, not of object"),
        ([1], None, TypeError, "o must be an array of integers"),
        (np.full(2, 1 << 63, np.uint64), [0, 0], quixo.BadPosition, "position 0: x has cells outside"),
        ([[1]], [4], ValueError, "one shape"),
        ([1, 2], [4], ValueError, "one shape"),
        ([0, -1], [0, 0], quixo.BadPosition, "position 1: x has cells outside the 3x3 board"),
        ([0, 0], [0, 512], quixo.BadPosition, "position 1: o has cells outside the 3x3 board"),
        ([0, 1 << 40], [0, 0], quixo.BadPosition, "position 1: x has cells outside the 3x3 board"),
        ([4, 3], [2, 1], quixo.BadPosition, "position 1: x and o have a cell in common"),
    ],
)
def test_bad_arrays_are_refused(board_3x3: quixo.Table, x, o, error, what) -> None:  # type: ignore[no-untyped-def]
    for ask in (board_3x3.probe_many, board_3x3.index_many):
        with pytest.raises(error, match=what):
            ask(x, o)


def test_bad_numbers_are_refused(board_3x3: quixo.Table) -> None:
    for call, what in (
        (lambda: board_3x3.at(-1), "there is no number -1"),
        (lambda: board_3x3.at(len(board_3x3)), "stored positions"),
        (lambda: board_3x3.layer(10), "0 to 9 cubes"),
        (lambda: board_3x3.layer(4, size=0), "at least one position"),
        (lambda: board_3x3.sample(1, seed=1, cubes=10), "0 to 9 cubes"),
        (lambda: board_3x3.sample(-1, seed=1), "0 positions or more"),
        (lambda: quixo.solve("2x2").sample(1, seed=1, cubes=4), "hardly any"),
        (lambda: board_3x3.probe_many([0], [0], threads=-1), "number of threads"),
        (lambda: quixo.solve("3x3", threads=-1), "number of threads"),
        (lambda: board_3x3.probe("4/4/4/4 x"), "needs 3"),
        (lambda: board_3x3.probe(quixo.Position.empty("4x4")), "one of 4x4, not of 3x3"),
        (lambda: quixo.search("3/3/3 x", horizon=99), "0 to 40 moves ahead"),
        (lambda: quixo.search("3/3/3 x", seconds=-1), "a search takes 0 to 1000000000 seconds, not -1"),
        (lambda: quixo.search("3/3/3 x", seconds=float("nan")), "seconds, not nan"),
    ):
        with pytest.raises((quixo.Error, ValueError), match=what):
            call()


def test_threads_share_a_table_and_may_find_it_closed(tables: pathlib.Path) -> None:
    table = quixo.open("2x9", tables)
    x, o = table.sample(2000, seed=6)
    expected = table.probe_many(x, o)
    failures: list[str] = []

    def ask() -> None:
        try:
            for _ in range(10_000):
                outcomes, distances = table.probe_many(x, o, threads=1)
                if (outcomes != expected[0]).any() or (distances != expected[1]).any():
                    failures.append("a wrong answer")
        except quixo.Error as error:
            if str(error) != "this table is closed: open it again":
                failures.append(str(error))
        else:
            failures.append("it was never closed")

    threads = [threading.Thread(target=ask) for _ in range(3)]
    for thread in threads:
        thread.start()
    time.sleep(0.3)
    table.close()
    for thread in threads:
        thread.join()
    assert not failures and "closed" in repr(table)
    table.close()


def test_progress_may_raise_and_says_how_far_it_is() -> None:
    shares: list[float] = []
    quixo.solve("4x4", progress=shares.append)
    assert shares == sorted(shares) and shares[-1] == 1

    def enough(share: float) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        quixo.solve("4x4", progress=enough)


@pytest.mark.parametrize(
    "work",
    [
        "while True: quixo.solve('4x4')",
        "quixo.search('5/5/5/5/5 x', horizon=40)",
        "zeros = np.zeros(1 << 24, np.uint32)\nwhile True: quixo.solve('3x3').probe_many(zeros, zeros, threads=1)",
        "while True: quixo.Players('5x5').review(quixo.Players('5x5').game('level-1', 'level-1', longest=20))",
    ],
)
def test_ctrl_c_stops_long_work(work: str) -> None:
    code = f"import numpy as np, quixo\nprint('begins', flush=True)\n{work}"
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.readline()
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        begin = time.monotonic()
        assert b"KeyboardInterrupt" in process.stderr.read()
        assert process.wait(10) != 0 and time.monotonic() - begin < 5


def test_a_search_is_exact_and_keeps_its_time(board_3x3: quixo.Table) -> None:
    search = quixo.Search("3x3")
    x, o = board_3x3.sample(30, seed=8)
    for own, other in zip(x, o):
        position = quixo.Position.from_bits("3x3", own, other)
        value, known = board_3x3.probe(position), search.value(position, horizon=10)
        assert (known.outcome, known.distance, known.proof) == (value.outcome, value.distance, "search")
        assert search.moves(position)[0].known.outcome == value.outcome
    begin = time.monotonic()
    quixo.search(quixo.Position.empty("5x5"), horizon=40, seconds=0.5)
    assert time.monotonic() - begin < 20


def test_threads_share_a_search_and_players(board_3x3: quixo.Table) -> None:
    search, players = quixo.Search("3x3"), quixo.Players(board_3x3)
    x, o = board_3x3.sample(40, seed=9)
    positions = [quixo.Position.from_bits("3x3", own, other) for own, other in zip(x, o)]
    failures: list[quixo.Position] = []

    def ask() -> None:
        for position in positions:
            value = board_3x3.probe(position)
            known = search.value(position, horizon=10)
            best = position.play(players.move("perfect", position, seed=1))
            if (known.outcome, known.distance) != value or board_3x3.probe(best).outcome != -value.outcome:
                failures.append(position)

    threads = [threading.Thread(target=ask) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures
