"""The hook that builds the library, and the files of the package."""

from __future__ import annotations

import ast
import importlib
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import zombies
from conftest import ROOT

PACKAGE = ROOT / "Sources" / "ZombiesPython"
sys.path.insert(0, str(PACKAGE))
build: Any = pytest.importorskip("hatch_build", reason="no hatchling")
sys.path.remove(str(PACKAGE))


def test_versions() -> None:
    manifest = (ROOT / "Sources" / "ZombiesCommands" / "Batches" / "Manifest.swift").read_text()
    assert f'programVersion = "{zombies.__version__}"' in manifest
    assert f'\nversion = "{zombies.__version__}"\n' in (PACKAGE / "pyproject.toml").read_text()


def test_numbers() -> None:
    """The numbers are those of zombies.h."""
    header = (ROOT / "Sources" / "ZombiesC" / "zombies.h").read_text()
    numbers = {name: int(value) for name, value in re.findall(r"ZOMBIES_(\w+) = (\d+)", header)}
    kinds = {zombies.Move: "", zombies.Square: "", zombies.Outcome: ""}
    for kind in kinds:
        for member in kind:
            name = "NO_OUTCOME" if member is zombies.Outcome.NONE else member.name
            assert numbers[name] == member
    for kind in zombies.errors.ERRORS.values():
        name = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", kind.__name__[: -len("Error")]).upper()
        assert numbers.get(name, 10) == kind.code
    version = re.search(r"#define ZOMBIES_ABI_VERSION (\d+)", header)
    assert version and int(version[1]) == importlib.import_module("zombies._library").ABI_VERSION


def test_what_the_library_needs(tmp_path: Path) -> None:
    """The tag is not older than a version of glibc's symbols; without libstdc++'s name, it is that of this machine."""
    if shutil.which("objdump") is None:
        pytest.skip("no objdump")
    path = zombies.library_path()
    symbols = subprocess.run(["objdump", "-T", str(path)], check=True, stdout=subprocess.PIPE, text=True).stdout
    glibc = max(int(minor) for minor in re.findall(r"GLIBC_2\.(\d+)", symbols))
    tag = re.fullmatch(r"manylinux_2_(\d+)_\w+", build.platform_tag(build.stripped(path, tmp_path)))
    assert tag and int(tag[1]) >= glibc
    other = tmp_path / "other.so"
    other.write_bytes(path.read_bytes().replace(b"libstdc++.so.6", b"libxyz123.so.6"))
    assert build.platform_tag(other).startswith("linux_")
    other.write_bytes(b"no library")
    with pytest.raises(SystemExit, match="auditwheel"):
        build.platform_tag(other)


def test_errors(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZOMBIES_LIBRARY", str(tmp_path / "none.so"))
    with pytest.raises(SystemExit, match="no such file"):
        build.find_library()
    (tmp_path / "text.so").write_text("no library")
    with pytest.raises(SystemExit, match="strip"):
        build.stripped(tmp_path / "text.so", tmp_path)
    monkeypatch.delenv("ZOMBIES_LIBRARY")
    root = tmp_path / "root"
    (root / "Sources" / "ZombiesPython").mkdir(parents=True)
    (root / "Package.swift").touch()
    monkeypatch.setattr(build, "HERE", root / "Sources" / "ZombiesPython")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SystemExit, match="swift is not in PATH"):
        build.find_library()
    fake = tmp_path / "swift"
    fake.write_text("#!/bin/sh\nexit 3\n")
    fake.chmod(0o755)
    with pytest.raises(SystemExit, match="swift build -c release"):
        build.find_library()
    # A library that is as new as the sources is used without building.
    path = root / ".build" / "c" / "release" / build.NAME
    path.parent.mkdir(parents=True)
    path.touch()
    assert build.find_library() == path
    os.utime(path, (1, 1))
    with pytest.raises(SystemExit, match="was not built"):
        build.find_library()


def test_command() -> None:
    """The library is built by the command of the article."""
    article = (ROOT / "Sources" / "ZombiesC" / "ZombiesC.docc" / "RoomsForProgramsInC.md").read_text()
    assert " ".join(build.COMMAND) + "\n" in article


def test_files() -> None:
    """All files are for Python 3.9, and short."""
    files = [*PACKAGE.glob("**/*.py"), *Path(__file__).parent.glob("*.py")]
    assert len(files) > 15
    for path in files:
        text = path.read_text("utf-8")
        lines = text.splitlines()
        ast.parse(text, feature_version=(3, 9))
        assert "from __future__ import annotations" in lines
        assert len(lines) <= 500 and max(map(len, lines)) <= 120 and text.endswith("\n"), path
