"""Compares what the program prints and writes with all recorded hashes.

A shell runs each command line in Tests/ZombiesCommandsTests/Golden/Hashes in an empty folder. Its output, files,
errors and status are compared with its record. OutputHashTests does the same for some of the lines, with its debug
build. To record the hashes again: ZOMBIES_RECORD=1 swift test --filter OutputHashTests
"""

import hashlib
import os
import re
from concurrent.futures import ThreadPoolExecutor

import pytest

from programs import ROOT, run

FILES = sorted((ROOT / "Tests/ZombiesCommandsTests/Golden/Hashes").glob("*.txt"))
# A progress line contains the speed of a run, which varies.
PROGRESS = re.compile(r" · .*[0-9] [a-z]+/s")


def outcome(line, program, folder):
    """The record of a line: the hash of its output before the line, those of files as sha256sum prints them, errors
    after a '!', and the status unless it is 0."""
    folder.mkdir()
    environment = {"HOME": "/", "SWIFT_BACKTRACE": "enable=no", "PATH": f"{program.folder}/bin:/usr/bin:/bin"}
    done = run("/bin/sh", "-c", line, cwd=folder, env=environment, status=None)
    output = done.output.encode(errors="surrogateescape")
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    said = [f"{hashlib.sha256(output).hexdigest()} $ {line}"]
    said += [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.relative_to(folder)}" for path in files]
    said += [f"! {note}" for note in done.errors.splitlines() if note and not PROGRESS.search(note)]
    said += [f"exit({done.status})"] if done.status else []
    return "\n".join(said) + "\n"


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_hashes(program, tmp_path, file):
    records = re.split(r"(?m)^(?=\w+ \$ )", file.read_text())[1:]
    lines = [kept.partition("\n")[0].split(" $ ", 1)[1] for kept in records]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        found = pool.map(lambda job: outcome(job[1], program, tmp_path / str(job[0])), enumerate(lines))
        differing = [f"recorded:\n{kept}now:\n{now}" for kept, now in zip(records, found, strict=True) if kept != now]
    assert records and not differing, "\n".join(differing)
