"""Builds the library with Swift and puts it into the wheel: a hook of the build backend hatchling.

With the environment variable ZOMBIES_LIBRARY, a library that was built before is used instead. The same sources and
compiler give the same bytes in any folder.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import zipfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

HERE = Path(__file__).resolve().parent
ON_MACOS = sys.platform == "darwin"
NAME = "libZombiesC" + (".dylib" if ON_MACOS else ".so")

#: The command of the article "Rooms for programs in C". With a name of its own, the library does not contain its path.
COMMAND = [
    *("swift", "build", "-c", "release", "--product", "ZombiesC", "-Xswiftc", "-static-stdlib"),
    *(() if ON_MACOS else ("-Xlinker", "-soname=libZombiesC.so")),
    *("--scratch-path", ".build/c"),
]


class BuildError(SystemExit):
    """The reason why there is no wheel. pip shows it as the last line."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"Error: {reason}")


class LibraryHook(BuildHookInterface[Any]):
    """Adds the library to a wheel, or puts it beside the sources for an editable installation."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called by hatchling before it writes the wheel."""
        if self.target_name != "wheel":
            raise BuildError(
                "a source archive cannot be made, because the Swift sources are outside of this folder; make a wheel "
                "with 'pip wheel --no-deps'"
            )
        self.folder = tempfile.TemporaryDirectory()
        library = stripped(find_library(), Path(self.folder.name))
        build_data["tag"] = f"py3-none-{platform_tag(library)}"
        if version == "editable":
            shutil.copy(library, HERE / "zombies")
        else:
            build_data["force_include"][str(library)] = f"zombies/{NAME}"


def find_library() -> Path:
    """The path of the library, after building it if it is missing or older than a source."""
    given = os.environ.get("ZOMBIES_LIBRARY")
    if given:
        path = Path(given)
        if not path.is_file():
            raise BuildError(f"ZOMBIES_LIBRARY: no such file: {given}")
        return path
    root = HERE.parent.parent
    path = root / ".build" / "c" / "release" / NAME
    swift = [*root.glob("Sources/**/*.swift"), root / "Package.swift"]
    if not path.is_file() or path.stat().st_mtime < max(file.stat().st_mtime for file in swift):
        if shutil.which("swift") is None:
            raise BuildError(
                "swift is not in PATH, and there is no library of these sources; install Swift, or put the path of a "
                "built library into ZOMBIES_LIBRARY"
            )
        # pip shows the output of a build only if the build fails.
        if subprocess.run(COMMAND, cwd=root).returncode != 0 or not path.is_file():
            raise BuildError(f"the library was not built by: {' '.join(COMMAND)}")
    return path


def stripped(library: Path, folder: Path) -> Path:
    """A copy without what only debuggers need, and without sections that depend on the folder of the build."""
    copy = folder / NAME
    shutil.copyfile(library, copy)
    copy.chmod(0o755)
    options = ["-x"] if ON_MACOS else ["--strip-unneeded", "-R", ".note.gnu.build-id", "-R", ".swift_modhash"]
    try:
        subprocess.run(["strip", *options, str(copy)], check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise BuildError(f"strip could not shorten the library: {error}") from error
    return copy


def platform_tag(library: Path) -> str:
    """The platform tag of a wheel with a library: on Linux, what auditwheel says that the library needs."""
    here = re.sub(r"[.-]", "_", sysconfig.get_platform())
    if not here.startswith("linux"):
        return here
    wheel = library.with_name(f"zombies-0-py3-none-{here}.whl")
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.write(library, NAME)
        archive.writestr("zombies-0.dist-info/WHEEL", f"Wheel-Version: 1.0\nTag: py3-none-{here}\n")
        archive.writestr("zombies-0.dist-info/RECORD", f"{NAME},,\n")
    said = subprocess.run([sys.executable, "-m", "auditwheel", "show", str(wheel)], stdout=subprocess.PIPE, text=True)
    tag = re.search(r'"(\w*linux_\w+)"', said.stdout)
    if said.returncode != 0 or tag is None:
        raise BuildError("auditwheel could not say what the library needs")
    return tag[1]
