"""Runs programs for tests, and finds those that tests use."""

import dataclasses
import hashlib
import importlib
import os
import pathlib
import re
import shutil
import subprocess

import pytest

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
# With --installed: a missing tool is a failure.
is_all_installed = False


def need(is_there, reason):
    """Skips a test, or fails with --installed, if something that it needs is missing."""
    if not is_there:
        (pytest.fail if is_all_installed else pytest.skip)(reason)


def tool(name):
    """The path of a program that a test uses."""
    path = shutil.which(name, path=os.environ["PATH"] + ":/usr/sbin:/sbin")
    need(path, f"{name} is not installed")
    return path


def library(name):
    """A Python package that a test uses."""
    try:
        return importlib.import_module(name)
    except ImportError:
        need(False, f"{name.partition('.')[0]} is not installed")


def block(article, name, kind="<!-- {} -->"):
    """The block of an article, or of the README, behind a comment with its name."""
    text = (ROOT / article).read_text()
    found = re.search(rf"^{re.escape(kind.format(name))}\n```\w*\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    assert found, f"no block '{name}' in {article}"
    return found[1]


@dataclasses.dataclass
class Run:
    """The status and the output of a command."""

    line: str
    status: int
    output: str
    errors: str

    def __str__(self):
        return f"$ {self.line}\nstatus {self.status}\n{self.output[-2000:]}{self.errors[-2000:]}"

    def ends(self, status):
        assert self.status == status, f"expected status {status}\n{self}"
        return self


def run(*words, status=0, **options):
    """Runs a command, which must end with a status (None: any)."""
    options = {"stdin": None if "input" in options else subprocess.DEVNULL, "timeout": 1800, **options}
    options["input"] = options["input"].encode() if isinstance(options.get("input"), str) else options.get("input")
    if options["input"] is not None:
        del options["stdin"]
    done = subprocess.run(list(map(str, words)), stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)
    # Bytes that are not UTF-8 stay, so that they can be encoded again.
    found = Run(" ".join(map(str, words)), done.returncode, done.stdout.decode(errors="surrogateescape"),
                done.stderr.decode(errors="replace"))
    return found if status is None else found.ends(status)


class Program:
    """The program, which shell command lines call `zombies`."""

    def __init__(self, path, folder):
        self.path, self.folder = path, folder
        names = folder / "bin"
        names.mkdir()
        (names / "zombies").symlink_to(path)
        self.environment = {"PATH": f"{names}:{os.environ['PATH']}", "HOME": str(folder), "LC_ALL": "C.UTF-8"}
        # Tests/Mutants chooses a mutant by it.
        if mutant := os.environ.get("ZOMBIES_MUTANT"):
            self.environment["ZOMBIES_MUTANT"] = mutant

    def __call__(self, *words, status=0, **options):
        """Runs it with some words."""
        return run(self.path, *words, status=status, **options)

    def shell(self, line, folder=None):
        """Runs a command line in bash. It fails if any part of a pipe fails."""
        found = run("bash", "-c", "set -o pipefail\n" + line, status=None, cwd=folder or self.folder,
                    env=self.environment, timeout=600)
        return dataclasses.replace(found, line=line)

    def output(self, line, folder=None):
        return self.shell(line, folder).ends(0).output


def state(folder):
    """The contents of a folder, by name: type, permissions, and the hash or the target."""
    found = {}
    for path in folder.rglob("*"):
        status = path.lstat()
        content = "" if not path.is_file() else hashlib.sha256(path.read_bytes()).hexdigest()
        content = os.readlink(path) if path.is_symlink() else content
        found[str(path.relative_to(folder))] = oct(status.st_mode), content
    return found


def unmarked(file):
    """The state of a file without the bit that marks unfinished files.

    A run that stops between its last two steps leaves this bit on a complete file.
    """
    return file and (oct(int(file[0], 8) & ~0o1000), file[1])


def differences(found, wanted):
    """How a folder differs from the result of a run without a fault: the files and what is wrong."""
    return {**{name: "is gone" for name in wanted.keys() - found.keys()},
            **{name: "is left over" for name in found.keys() - wanted.keys()},
            **{name: "is not the new file" for name in found.keys() & wanted.keys() if found[name] != wanted[name]}}


ARTICLE_OF_C = "Sources/ZombiesC/ZombiesC.docc/RoomsForProgramsInC.md"


def compiled(source, target, *words, standard="gnu11", compiler="cc"):
    """Compiles a program in C, with all warnings as errors, and returns its path."""
    warnings = ["-Wall", "-Wextra", "-Werror"]
    # Options of the linker come after the source.
    run(compiler, f"-std={standard}", "-O2", "-g", *warnings, "-o", target, source, *words)
    return target
