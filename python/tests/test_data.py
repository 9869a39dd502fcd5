# SPDX-License-Identifier: MIT
"""What quixo data writes, as numpy opens it: the columns are those of docs/agents.md and hold what a table says."""

import os
import pathlib
import subprocess

import numpy as np
import pytest

import quixo


@pytest.mark.parametrize("picked", ["games", "uniform"])
def test_training_sets_are_what_the_table_says(tmp_path: pathlib.Path, picked: str) -> None:
    command = [os.environ["QUIXO"], "data", "3x4-line4", "--out", "train.npz", "--from", picked, "--positions", "500"]
    subprocess.run(command, check=True, capture_output=True, cwd=tmp_path)
    assert "| rules | 3x4-line4 |" in (tmp_path / "train.npz.md").read_text()
    table = quixo.solve("3x4-line4")  # which has draws
    with np.load(tmp_path / "train.npz") as data:
        columns = {name: (data[name].dtype, data[name].shape) for name in data.files}
        moves = len(quixo.Position.empty(table.rules).legal_moves())
        expected = {
            "own": (np.uint32, (500,)),
            "opponent": (np.uint32, (500,)),
            "outcome": (np.int8, (500,)),
            "distance": (np.int16, (500,)),
            "move_outcome": (np.int8, (500, moves)),
            "move_distance": (np.int16, (500, moves)),
            "moves": (np.dtype("S4"), (moves,)),
        }
        if picked == "games":
            expected |= {"game": (np.uint32, (500,)), "ply": (np.uint16, (500,))}
        assert columns == expected
        outcomes, distances = table.probe_many(data["own"], data["opponent"])
        assert (outcomes == data["outcome"]).all() and (distances == data["distance"]).all()
        assert set(outcomes.tolist()) == {-1, 0, 1}
        best = data["move_outcome"].argmax(axis=1)
        assert (data["move_outcome"][np.arange(500), best] == outcomes).all()
        for row in range(0, 500, 50):
            position = quixo.Position.from_bits(table.rules, data["own"][row], data["opponent"][row])
            values = {str(each.move): each.value for each in table.moves(position)}
            for name, outcome, distance in zip(data["moves"], data["move_outcome"][row], data["move_distance"][row]):
                assert values.get(name.decode(), (-2, -1)) == (outcome, distance)
