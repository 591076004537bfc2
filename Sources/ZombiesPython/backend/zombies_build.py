"""Builds the wheel of the package zombies (PEP 517). It needs Python, Swift and strip, and no network.

The library is built from the Swift sources around this folder. With the environment variable ZOMBIES_LIBRARY, a library
that was built before is used instead. The same sources and compiler give the same bytes in any folder.
"""

from __future__ import annotations

import base64
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path
from typing import Any, Mapping, Optional

from zombies_elf import platform_tag
from zombies_metadata import Project

HERE = Path(__file__).resolve().parent.parent
SUFFIX = ".dylib" if sys.platform == "darwin" else ".so"
NAME = "libZombiesC" + SUFFIX

#: The command of the article "Rooms for programs in C". With a name of its own, the library does not contain its path.
COMMAND = [
    *("swift", "build", "-c", "release", "--product", "ZombiesC", "-Xswiftc", "-static-stdlib"),
    *(() if sys.platform == "darwin" else ("-Xlinker", "-soname=libZombiesC.so")),
    *("--scratch-path", ".build/c"),
]

Settings = Optional[Mapping[str, Any]]


class BuildError(SystemExit):
    """The reason why there is no wheel. pip shows it as the last line."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"Error: {reason}")


# MARK: What pip calls


def get_requires_for_build_wheel(config_settings: Settings = None) -> list[str]:
    """Nothing is needed to build a wheel."""
    return []


def prepare_metadata_for_build_wheel(metadata_directory: str, config_settings: Settings = None) -> str:
    """Writes the metadata without building the library."""
    project = Project.read(HERE)
    folder = Path(metadata_directory) / project.folder
    folder.mkdir()
    for name, text in project.files().items():
        (folder / name).write_bytes(text.encode())
    return project.folder


def build_wheel(
    wheel_directory: str, config_settings: Settings = None, metadata_directory: Optional[str] = None
) -> str:
    """Builds the library if needed, and writes the wheel. Returns the name of its file."""
    project = Project.read(HERE)
    library = stripped(find_library())
    tag = f"py3-none-{platform_tag(library)}"
    files = {f"zombies/{path.name}": path.read_bytes() for path in sources()}
    files[f"zombies/{NAME}"] = library
    name = f"{project.name}-{project.version}-{tag}.whl"
    write_wheel(Path(wheel_directory) / name, files, project, tag)
    return name


def build_sdist(sdist_directory: str, config_settings: Settings = None) -> str:
    """Not supported, because the Swift sources are outside of this folder."""
    raise BuildError(
        "a source archive cannot be made, because the Swift sources are outside of this folder; make a wheel with "
        "'pip wheel --no-deps'"
    )


def get_requires_for_build_editable(config_settings: Settings = None) -> list[str]:
    """Nothing is needed to say that editable installations are not supported."""
    return []


def build_editable(
    wheel_directory: str, config_settings: Settings = None, metadata_directory: Optional[str] = None
) -> str:
    """Not supported."""
    raise BuildError(
        "an editable installation is not supported; install without -e, or put this folder into PYTHONPATH and the "
        "path of a built library into ZOMBIES_LIBRARY"
    )


# MARK: The library


def find_library() -> Path:
    """The path of the library, after building it if it is missing or older than a source."""
    given = os.environ.get("ZOMBIES_LIBRARY")
    if given:
        path = Path(given)
        if not path.is_file():
            raise BuildError(f"ZOMBIES_LIBRARY: no such file: {given}")
        return path
    root = HERE.parent.parent
    if not (root / "Package.swift").is_file():
        raise BuildError(
            "no Package.swift two folders above, so the library cannot be built; use pip 21.3 or newer, which builds "
            "in place, or put the path of a built library into ZOMBIES_LIBRARY"
        )
    path = root / ".build" / "c" / "release" / NAME
    swift = [*root.glob("Sources/**/*.swift"), root / "Package.swift"]
    newest = max(file.stat().st_mtime for file in swift)
    if not path.is_file() or path.stat().st_mtime < newest:
        if shutil.which("swift") is None:
            raise BuildError(
                "swift is not in PATH, and there is no library of these sources; install Swift, or put the path of a "
                "built library into ZOMBIES_LIBRARY"
            )
        # pip shows the output of a build only if the build fails.
        if subprocess.run(COMMAND, cwd=root).returncode != 0 or not path.is_file():
            raise BuildError(f"the library was not built by: {' '.join(COMMAND)}")
    return path


def stripped(path: Path) -> bytes:
    """The library without what only debuggers need, and without sections that depend on the folder of the build."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / NAME
        shutil.copyfile(path, copy)
        options = ["--strip-unneeded", "-R", ".note.gnu.build-id", "-R", ".swift_modhash"]
        if sys.platform == "darwin":
            options = ["-x"]
        try:
            subprocess.run(["strip", *options, str(copy)], check=True)
        except (OSError, subprocess.CalledProcessError) as error:
            raise BuildError(f"strip could not shorten the library: {error}") from error
        return copy.read_bytes()


def sources() -> list[Path]:
    """The files of the package, in a fixed order."""
    package = HERE / "zombies"
    return sorted([*package.glob("*.py"), package / "py.typed"])


# MARK: The wheel


def write_wheel(path: Path, files: Mapping[str, bytes], project: Project, tag: str) -> None:
    """Writes files and metadata, with fixed times, permissions and order."""
    contents = dict(sorted(files.items()))
    metadata = project.files()
    metadata["WHEEL"] = (
        f"Wheel-Version: 1.0\nGenerator: zombies_build {project.version}\nRoot-Is-Purelib: false\nTag: {tag}\n"
    )
    for name, text in sorted(metadata.items()):
        contents[f"{project.folder}/{name}"] = text.encode()
    record = f"{project.folder}/RECORD"
    lines = [f"{name},sha256={digest(data)},{len(data)}\n" for name, data in contents.items()]
    contents[record] = "".join([*lines, f"{record},,\n"]).encode()
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in contents.items():
            info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            info.compress_type = zipfile.ZIP_DEFLATED
            info.create_system = 3
            mode = 0o100755 if name.endswith(SUFFIX) else 0o100644
            info.external_attr = mode << 16
            archive.writestr(info, data, compresslevel=9)


def digest(data: bytes) -> str:
    """The SHA-256 of a file in the form of RECORD."""
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
