"""Switches off the fast engines, one at a time, and checks that the program prints the same bytes."""

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
LINES = HERE.parent / "ZombiesCommandsTests/Golden/Hashes"

# The time limit for a line with an engine switched off. With all engines, a line takes a second or less.
MOST_SECONDS = 900


def read_lines(every):
    """The command lines whose outputs the command tests hash, in order; only every Nth if `every` is N."""
    lines = []
    for path in sorted(LINES.glob("*.txt")):
        lines += re.findall(r"^\w{64} \$ (.+)$", path.read_text(), re.MULTILINE)
    return lines[::every]


def outcome(line, number, programs, scratch):
    """A hash of everything that a line writes: output, errors, status and files."""
    folder = Path(tempfile.mkdtemp(dir=scratch, prefix="line-"))
    environment = {
        "PATH": f"{programs}:/usr/bin:/bin", "HOME": str(folder), "LC_ALL": "C.UTF-8",
        "SWIFT_BACKTRACE": "enable=no", "ZOMBIES_DEFECT": str(number),
    }
    sum = hashlib.sha256()
    try:
        result = subprocess.run(
            ["/bin/sh", "-c", line], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
            capture_output=True, timeout=MOST_SECONDS)
        sum.update(repr((result.returncode, result.stdout, result.stderr)).encode())
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                sum.update(repr((str(path.relative_to(folder)), path.read_bytes())).encode())
        return sum.hexdigest()
    except subprocess.TimeoutExpired:
        return f"more than {MOST_SECONDS} s"
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def compare(engines, lines, programs, scratch, jobs):
    """Prints a row for each engine; returns the status, which is 0 if all lines always print the same bytes."""
    differing = 0
    with ThreadPoolExecutor(jobs) as pool:
        def outcomes(number):
            return list(
                pool.map(lambda line: outcome(line, number, programs, scratch), lines))

        expected = outcomes(0)
        unlike = [
            line for line, first, second in zip(lines, expected, outcomes(0)) if first != second]
        if unlike:
            print("these lines print different output when repeated:", *unlike, sep="\n  ",
                  file=sys.stderr)
            return 2
        for engine in engines:
            wrong = [
                line for line, now, then in zip(lines, outcomes(engine.number), expected)
                if now != then
            ]
            result = "the same bytes"
            if wrong:
                differing += 1
                result = f"{len(wrong)} DIFFER, the first: {wrong[0]}"
            print(
                f"{engine.number:3} | {engine.what} | {len(lines)} lines | {result}", flush=True)
    print(f"\n{len(engines)} engines switched off in turn, {len(lines)} lines each: "
          f"{len(engines) - differing} print the same bytes")
    return 1 if differing else 0
