# SPDX-License-Identifier: MIT
"""The package as others get it: its types hold, its stubs are those of the module, and a wheel of it can be installed."""

import pathlib
import re
import subprocess
import sys
import zipfile

import quixo

HERE = pathlib.Path(__file__).parent
PACKAGE = pathlib.Path(quixo.__file__).parent


def run(*command: str, **options: object) -> str:
    done = subprocess.run(command, capture_output=True, text=True, **options)  # type: ignore[call-overload]
    assert done.returncode == 0, done.stdout + done.stderr
    return str(done.stdout)


def test_types_hold() -> None:
    run(sys.executable, "-m", "mypy", "--strict", "-p", "quixo", cwd=PACKAGE.parent)


def test_stubs_are_those_of_the_module() -> None:
    run(sys.executable, "-m", "mypy.stubtest", "quixo._core", "--ignore-missing-stub", "--allowlist", str(HERE / "stubtest.allow"), cwd=PACKAGE.parent)


def test_the_version_is_said_in_one_place() -> None:
    header = (HERE.parents[1] / "include/quixo/version.h").read_text()
    found = re.search(r'version = "([^"]+)"', header)
    assert found and found[1] == quixo.__version__


def test_a_wheel_can_be_installed(tmp_path: pathlib.Path) -> None:
    sys.path.insert(0, str(HERE.parent))
    try:
        import build_wheel
    finally:
        sys.path.pop(0)
    wheel = build_wheel.pack(PACKAGE, tmp_path)
    first = (tmp_path / wheel).read_bytes()
    assert build_wheel.pack(PACKAGE, tmp_path) == wheel and (tmp_path / wheel).read_bytes() == first
    with zipfile.ZipFile(tmp_path / wheel) as archive:
        assert "License: MIT" in archive.read(f"quixo-{quixo.__version__}.dist-info/METADATA").decode()
    expect_installs(str(tmp_path / wheel), tmp_path)


def test_pip_builds_it_from_the_sources(tmp_path: pathlib.Path) -> None:
    expect_installs(str(HERE.parent), tmp_path)


def expect_installs(what: str, folder: pathlib.Path) -> None:
    """In an environment that sees Debian's packages, with no index to download from."""
    run(sys.executable, "-m", "venv", "--without-pip", "--system-site-packages", str(folder / "venv"))
    python = str(folder / "venv/bin/python3")
    run(python, "-m", "pip", "install", "--no-index", what)
    code = "import quixo; print(quixo.solve('3x3').probe('3/3/3 x'), quixo.__file__)"
    said = run(python, "-I", "-c", code, cwd=folder)
    assert said.startswith("Value(outcome=1, distance=7)") and str(folder) in said
    files = run(python, "-m", "pip", "show", "--files", "quixo")
    assert "License: MIT" in files and "LICENSE" in files and "py.typed" in files
    run(python, "-m", "pip", "uninstall", "-y", "quixo")
