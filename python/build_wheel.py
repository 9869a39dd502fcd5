# SPDX-License-Identifier: MIT
"""Makes the wheel for pip (PEP 517): CMake builds the module, and the package is packed with it.

The well-known build systems of Python would have to be downloaded first; this needs the standard library alone, so
that ``pip install ./python`` works on a machine that reaches no index.
"""

from __future__ import annotations

import base64
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from typing import Any

ROOT = pathlib.Path(__file__).resolve().parent.parent
SUMMARY = "Quixo, strongly solved: the true value of every position of the board game"


def version() -> str:
    """The one that include/quixo/version.h says."""
    found = re.search(r'version = "([^"]+)"', (ROOT / "include/quixo/version.h").read_text())
    assert found, "include/quixo/version.h says the version"
    return found[1]


def metadata() -> str:
    return (
        "Metadata-Version: 2.1\n"
        "Name: quixo\n"
        f"Version: {version()}\n"
        f"Summary: {SUMMARY}\n"
        "License: MIT\n"
        "Requires-Python: >=3.11\n"
        "Requires-Dist: numpy\n"
        "Classifier: License :: OSI Approved :: MIT License\n"
        "Classifier: Programming Language :: C++\n"
        "Classifier: Programming Language :: Python :: 3\n"
        "Classifier: Typing :: Typed\n"
    )


def build(folder: pathlib.Path) -> pathlib.Path:
    """Builds the package into a folder and says where it is."""
    if not shutil.which("cmake"):
        sys.exit("quixo: cmake is missing: tools/setup installs all that the package is built with (make python calls it)")
    options = ["-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_UNITY_BUILD=ON", "-DCMAKE_UNITY_BUILD_BATCH_SIZE=12"]
    options += ["-DQUIXO_BUILD_PYTHON=ON", f"-DPython_EXECUTABLE={sys.executable}"]
    options += [f"-DQUIXO_BUILD_{part}=OFF" for part in ("TESTS", "BENCH", "PAGE", "PROGRAM")]
    generator = ["-G", "Ninja"] if shutil.which("ninja") else []
    subprocess.run(["cmake", "-S", str(ROOT), "-B", str(folder), *generator, *options], check=True)
    subprocess.run(["cmake", "--build", str(folder), "--target", "quixo_python", "--parallel", str(os.cpu_count())], check=True)
    return folder / "python" / "quixo"


def tag() -> str:
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    platform = re.sub(r"[-.]", "_", sysconfig.get_platform())
    return f"{python}-{python}-{platform}"


def get_requires_for_build_wheel(config_settings: Any = None) -> list[str]:
    return []


def build_wheel(wheel_directory: str, config_settings: Any = None, metadata_directory: Any = None) -> str:
    return pack(build(ROOT / "build" / f"python-{tag()}"), pathlib.Path(wheel_directory))


def pack(package: pathlib.Path, folder: pathlib.Path) -> str:
    """Makes a wheel of a package that was built, and says its name."""
    name = f"quixo-{version()}"
    info = f"{name}.dist-info"
    files = {f"quixo/{path.name}": path.read_bytes() for path in sorted(package.iterdir()) if path.is_file()}
    files[f"{info}/METADATA"] = metadata().encode()
    files[f"{info}/WHEEL"] = f"Wheel-Version: 1.0\nGenerator: quixo\nRoot-Is-Purelib: false\nTag: {tag()}\n".encode()
    files[f"{info}/LICENSE"] = (ROOT / "LICENSE").read_bytes()
    record = ""
    for path, content in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        record += f"{path},sha256={digest},{len(content)}\n"
    files[f"{info}/RECORD"] = (record + f"{info}/RECORD,,\n").encode()
    wheel = f"{name}-{tag()}.whl"
    with zipfile.ZipFile(folder / wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in files.items():
            entry = zipfile.ZipInfo(path)  # of 1980, so that the same files make the same wheel
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o755 if path.endswith(".so") else 0o644) << 16
            archive.writestr(entry, content)
    return wheel
