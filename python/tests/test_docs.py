# SPDX-License-Identifier: MIT
"""Every example of the package's docstrings and of docs/python.md is run, and says what it says there."""

import doctest
import importlib
import pathlib
import pkgutil

import pytest

import quixo

MODULES = ["quixo"] + [f"quixo.{each.name}" for each in pkgutil.iter_modules(quixo.__path__) if each.name != "_core"]


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_there_are_examples() -> None:
    finder = doctest.DocTestFinder()
    examples = [test for name in MODULES for test in finder.find(importlib.import_module(name)) if test.examples]
    assert len(examples) > 25


def test_the_tour(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tour = pathlib.Path(__file__).parents[2] / "docs" / "python.md"
    monkeypatch.chdir(tmp_path)
    outcome = doctest.testfile(str(tour), module_relative=False, optionflags=doctest.ELLIPSIS, encoding="utf-8")
    assert outcome.failed == 0 and outcome.attempted > 30
