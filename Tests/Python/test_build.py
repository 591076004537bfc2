"""The build backend and the files of the package."""

from __future__ import annotations

import ast
import base64
import hashlib
import importlib
import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest
import zombies
from conftest import ROOT

PACKAGE = ROOT / "Sources" / "ZombiesPython"
sys.path.insert(0, str(PACKAGE / "backend"))
build: Any = importlib.import_module("zombies_build")
elf: Any = importlib.import_module("zombies_elf")
metadata: Any = importlib.import_module("zombies_metadata")


def test_versions() -> None:
    manifest = (ROOT / "Sources" / "ZombiesCommands" / "Batches" / "Manifest.swift").read_text()
    assert f'programVersion = "{zombies.__version__}"' in manifest
    assert metadata.Project.read(PACKAGE).version == zombies.__version__


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


def test_toml() -> None:
    tomllib = pytest.importorskip("tomllib")
    text = (PACKAGE / "pyproject.toml").read_text()
    tables = metadata.read_toml(text)
    known = tomllib.loads(text)
    assert tables["project.optional-dependencies"] == known["project"].pop("optional-dependencies")
    assert tables["project"] == known["project"]
    assert tables["build-system"] == known["build-system"]
    with pytest.raises(ValueError, match="toml:2"):
        metadata.read_toml("[a]\nx = [\n]")


def test_what_the_library_needs() -> None:
    if shutil.which("objdump") is None:
        pytest.skip("no objdump")
    path = str(zombies.library_path())
    symbols = subprocess.run(["objdump", "-T", path], check=True, stdout=subprocess.PIPE, text=True).stdout
    library = elf.Library(Path(path).read_bytes())
    for prefix in ("GLIBC_", "GLIBCXX_"):
        found = {tuple(map(int, text.split("."))) for text in re.findall(prefix + r"(\d[\d.]*)", symbols)}
        assert library.highest(prefix) == max(found)
    assert "libc.so.6" in library.needed
    tag = elf.platform_tag(Path(path).read_bytes())
    glibc = library.highest("GLIBC_")
    assert re.fullmatch(r"manylinux_2_(\d+)_\w+", tag) and int(tag.split("_")[2]) >= glibc[1]


def test_other_libraries() -> None:
    """What is not understood gets the tag of this machine."""
    here = re.sub(r"[.-]", "_", __import__("sysconfig").get_platform())
    data = zombies.library_path().read_bytes()
    for wrong in (b"", b"\x7fELF\x02\x01", b"\x7fELF\x01\x01" + bytes(100), data[:2000], bytes(4096)):
        assert elf.platform_tag(wrong) == here
    # A library that needs another one.
    assert elf.platform_tag(data.replace(b"libstdc++.so.6", b"libxyz123.so.6")) == here


def test_errors(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(SystemExit, match="Error: a source archive"):
        build.build_sdist(str(tmp_path))
    with pytest.raises(SystemExit, match="Error: an editable"):
        build.build_editable(str(tmp_path))
    monkeypatch.setenv("ZOMBIES_LIBRARY", str(tmp_path / "none.so"))
    with pytest.raises(SystemExit, match="no such file"):
        build.build_wheel(str(tmp_path))
    (tmp_path / "text.so").write_text("no library")
    monkeypatch.setenv("ZOMBIES_LIBRARY", str(tmp_path / "text.so"))
    with pytest.raises(SystemExit, match="strip"):
        build.build_wheel(str(tmp_path))
    monkeypatch.delenv("ZOMBIES_LIBRARY")
    monkeypatch.setattr(build, "HERE", tmp_path)
    with pytest.raises(SystemExit, match="Package.swift"):
        build.find_library()
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


def test_wheel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if shutil.which("strip") is None:
        pytest.skip("no strip")
    monkeypatch.setenv("ZOMBIES_LIBRARY", str(zombies.library_path()))
    name = build.build_wheel(str(tmp_path))
    with zipfile.ZipFile(tmp_path / name) as wheel:
        files = {one: wheel.read(one) for one in wheel.namelist()}
        assert {info.date_time for info in wheel.infolist()} == {(1980, 1, 1, 0, 0, 0)}
    record = next(one for one in files if one.endswith("/RECORD"))
    assert record == list(files)[-1]
    rows = [line.split(",") for line in files[record].decode().splitlines()]
    assert [row[0] for row in rows] == list(files)
    for path, digest, size in rows[:-1]:
        sha = base64.urlsafe_b64encode(hashlib.sha256(files[path]).digest()).rstrip(b"=").decode()
        assert digest == "sha256=" + sha and int(size) == len(files[path])
    assert "zombies/py.typed" in files and f"zombies/{build.NAME}" in files
    folder = build.prepare_metadata_for_build_wheel(str(tmp_path))
    for one in (tmp_path / folder).iterdir():
        assert files[f"{folder}/{one.name}"] == one.read_bytes()


def test_files() -> None:
    """All files are for Python 3.9, and short."""
    files = [*PACKAGE.glob("*/*.py"), *Path(__file__).parent.glob("*.py")]
    assert len(files) > 15
    for path in files:
        text = path.read_text("utf-8")
        lines = text.splitlines()
        ast.parse(text, feature_version=(3, 9))
        assert "from __future__ import annotations" in lines
        assert len(lines) <= 500 and max(map(len, lines)) <= 120 and text.endswith("\n"), path
