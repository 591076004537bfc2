"""Tests the Python package: its wheel, the plain layer without other packages, types, and all else with Gymnasium.

The tests in the folder python use the installed wheel, each file in a pytest of its own. python/speed measures.
"""

import os
import pathlib
import shutil
import sys

import pytest

from programs import HERE, ROOT, library, need, run, tool

PACKAGE = ROOT / "Sources/ZombiesPython"
# A package that needs no network.
PIP = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
INSTALL = ["install", "--quiet", "--no-deps"]


@pytest.fixture(scope="module")
def wheels(c_library, tmp_path_factory):
    """Makes the wheel twice; returns both."""
    for name in "hatchling", "auditwheel":
        library(name)
    tool("strip")
    found = []
    for copy in "first", "second":
        folder = tmp_path_factory.mktemp(copy)
        run(*PIP, "wheel", "--quiet", "--no-build-isolation", "--no-deps", "--wheel-dir", folder, PACKAGE,
            env={**os.environ, "ZOMBIES_LIBRARY": str(c_library / "libZombiesC.so")})
        found += folder.glob("*.whl")
    return found


@pytest.fixture(scope="module")
def site(wheels, tmp_path_factory):
    """A folder with the installed wheel."""
    folder = tmp_path_factory.mktemp("site")
    run(*PIP, *INSTALL, "--no-index", "--target", folder, wheels[0])
    return folder


def test_wheel(wheels, site):
    first, second = wheels
    assert first.name == second.name and first.read_bytes() == second.read_bytes()
    assert first.stat().st_size <= 8_000_000
    assert str(ROOT).encode() not in next((site / "zombies").glob("*.so")).read_bytes(), "it contains a path"
    added = run("git", "status", "--porcelain", "--ignored", "Sources/ZombiesPython", cwd=ROOT).output
    assert ".so" not in added and "build" not in added, "building leaves files between the sources"


@pytest.mark.parametrize("way", ["fresh", "editable", "with NumPy", "Python 3.9"])
def test_plain(wheels, site, c_library, tmp_path, way):
    """The plain layer, in environments without other packages, and with NumPy."""
    python, environment = tmp_path / "new/bin/python", dict(os.environ)
    if way in ("fresh", "editable"):
        run(sys.executable, "-m", "venv", "--without-pip", tmp_path / "new")
    if way == "fresh":
        run(*PIP, "--python", python, *INSTALL, "--no-index", wheels[0])
    elif way == "editable":
        # The new environment has no hatchling, so it borrows that of this one.
        borrowed = {"PYTHONPATH": os.path.dirname(os.path.dirname(pytest.__file__)),
                    "ZOMBIES_LIBRARY": str(c_library / "libZombiesC.so")}
        run(*PIP, "--python", python, *INSTALL, "--no-build-isolation", "--editable", PACKAGE,
            env={**os.environ, **borrowed})
    elif way == "with NumPy":
        python, environment["PYTHONPATH"] = sys.executable, str(site)
    else:
        versions = pathlib.Path(os.environ.get("PYENV_ROOT", pathlib.Path.home() / ".pyenv")) / "versions"
        candidates = ["python3.9", *versions.glob("3.9.*/bin/python3.9")]
        found = [name for name in candidates if shutil.which(name) and run(name, "-c", "", status=None).status == 0]
        if not found:
            pytest.skip("there is no Python 3.9")
        python, environment["PYTHONPATH"] = found[0], str(site)
    try:
        run(python, "-B", HERE / "python/plain.py", "50000" if way == "fresh" else "5000", env=environment)
    finally:
        for file in (PACKAGE / "zombies").glob("libZombiesC.*"):
            file.unlink()


def test_types(tmp_path):
    library("mypy")
    run(sys.executable, "-m", "mypy", "--cache-dir", tmp_path, cwd=PACKAGE)


@pytest.mark.gymnasium
@pytest.mark.parametrize("file", sorted((HERE / "python").glob("test_*.py")), ids=lambda file: file.stem)
def test_with_gymnasium(program, site, tmp_path, file):
    paths = os.pathsep.join([str(site), str(HERE)])
    done = run(
        sys.executable, "-m", "pytest", "-q", "-rs", "-p", "no:cacheprovider", "-c", HERE / "python/pytest.ini",
        "--basetemp", tmp_path / "temporary", file, env={**os.environ, "PYTHONPATH": paths,
                                                         "ZOMBIES_PROGRAM": program.path})
    print(done.output)
    need("skipped" not in done.output, done.output)
