"""Runs the program under test, and reads its texts without its help: pictures, codes and CSVs."""

import csv
import io
import os
import subprocess
import threading


class Failure(Exception):
    """A test found something unexpected."""


class Skipped(Exception):
    """Something that a test needs is not available."""


def same(found, expected, what="found"):
    if found != expected:
        raise Failure(f"{what}: {shortened(found)} instead of {shortened(expected)}")


def shortened(value):
    text = repr(value)
    return text if len(text) < 2000 else f"{text[:2000]} … ({len(text)} characters)"


class Run:
    """The status and the output of a shell command line."""

    def __init__(self, line, status, output, errors):
        self.line, self.status, self.output, self.errors = line, status, output, errors

    def __str__(self):
        return f"$ {self.line}\nstatus {self.status}\n{self.output[-2000:]}{self.errors[-2000:]}"

    def ends(self, status):
        if self.status != status:
            raise Failure(f"expected status {status}\n{self}")
        return self


class Program:
    """The program, which shell command lines call `zombies`."""

    def __init__(self, path, folder):
        self.folder = folder
        names = os.path.join(folder, "bin")
        os.mkdir(names)
        os.symlink(os.path.abspath(path), os.path.join(names, "zombies"))
        self.environment = {
            "PATH": names + os.pathsep + os.environ["PATH"], "HOME": folder, "LC_ALL": "C.UTF-8"}
        self.verdicts = {}
        self.lock = threading.Lock()

    def shell(self, line, folder=None, text=True):
        """Runs a command line in bash. It fails if any part of a pipe fails."""
        done = subprocess.run(
            ["bash", "-c", "set -o pipefail\n" + line], cwd=folder or self.folder, env=self.environment,
            stdin=subprocess.DEVNULL, capture_output=True, timeout=600)
        output = done.stdout.decode() if text else done.stdout
        return Run(line, done.returncode, output, done.stderr.decode(errors="replace"))

    def output(self, line, folder=None):
        return self.shell(line, folder).ends(0).output

    def verdict(self, code):
        """The solver's verdict on a code that is given as an argument."""
        with self.lock:
            if code not in self.verdicts:
                self.verdicts[code] = rows(self.output(f"zombies solve --format csv '{code}'"))[0]["verdict"]
            return self.verdicts[code]


def rows(text):
    """The rows of a CSV, each as a dictionary."""
    reader = csv.DictReader(io.StringIO(text, newline=""), strict=True)
    found = list(reader)
    for row in found:
        if None in row or None in row.values():
            raise Failure(f"a row has more or fewer cells than the header: {row}")
    return found


THINGS = {"🆘": "S", "🚶": "P", "🧟": "Z", "🚧": "#", "🔦": "F", "⬜": "."}
UNSEEN = {"\ufe0f": None, "\u200d": None, "♂": None, "♀": None}


def code(lines, is_lit):
    """The code of a picture in letters or emoji."""
    found = []
    for line in lines:
        line = "".join(THINGS.get(sign, sign) for sign in line.translate(str.maketrans(UNSEEN)))
        text, floor = "", 0
        for sign in line + "|":
            if sign == ".":
                floor += 1
                continue
            text, floor = text + (str(floor) if floor else "") + sign, 0
        found.append(text[:-1])
    return "/".join(found) + ("+lit" if is_lit else "")


def pictures(text):
    """The codes of the pictures in a text, without comments."""
    found = []
    for block in text.split("\n\n"):
        lines = block.split("\n")
        room = [line for line in lines if line and not line.startswith(";")]
        if room:
            found.append(code(room, "; lit" in lines))
    return found


def codes(text):
    """The codes in a text that contains no other forms of levels."""
    return [line.partition(" ;")[0] for line in text.split("\n") if line and not line.startswith(";")]


def levels(text):
    """The codes in the column 'level' of a CSV."""
    return [row["level"] for row in rows(text)]
