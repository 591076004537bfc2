"""Looks for data races: runs every command that uses threads ten times under ThreadSanitizer.

A release build, which releases references as early as possible. The commands save and show progress as often as they
can.
The typical race: one thread reads a copy of a tally that shares its memory, while another writes to the tally in place,
or writes later without synchronization. (Half of the runs of the second command reported this when the saver released
its copy outside the lock.)
"""

import os

import pytest

from programs import ROOT, run

pytestmark = [pytest.mark.long, pytest.mark.sanitizer]
SAVING = "--checkpoint c --checkpoint-every 0 --resume"


@pytest.fixture(scope="module")
def sanitized():
    """The program for ThreadSanitizer."""
    scratch = ROOT / ".build/threads"
    run("swift", "build", "-c", "release", "--sanitize=thread", "--product", "zombies", "--scratch-path", scratch,
        cwd=ROOT, timeout=7200)
    return scratch / "release/zombies"


@pytest.mark.parametrize("line", [
    f"simulate --rounds 20000 --rounds-csv r --squares-csv s --tally t {SAVING}",
    f"simulate --rounds 200000 --policy edge,random --squares-csv s --tally t {SAVING}",
    f"simulate --games 20000 --family block --rounds-csv r {SAVING}",
    f"simulate S4/5/2Z2/5/4P S4/2#2/2F2/5/Z3P SP --rounds 50000 --tally t {SAVING}",
    f"simulate --family 9x9z2 --rounds 20000 --policy edge --tally t {SAVING}",
    f"sweep --size 4,5 --zombies 1,2 --rounds 20000 --policy random,edge {SAVING}",
    "compare edge random --family block",
    f"census --family 5x5z1b1+lit --levels-csv l --tally t {SAVING}",
    "analyze --family block --check 1e4",
    "census --search --family 5x5z1b3+lit --climbs 32 --steps 300",
    "report --family 4x4z1b1 --rounds 2000",
    "generate --family 6x6z2b3f1 --grade easy:9,hard:9 --distinct",
    "generate --count 3000 --format csv",
    "solve S4/2ZZ1/5/5/4P S4/5/Z1#2/2F2/4P SZP S1Z1Z/5/5/5/4P S3Z/4Z/5/5/4P --chase longest,vertical --difficulty "
    "--certificate c",
    "draw S4/2ZZ1/5/5/4P S4/5/Z1#2/2F2/4P SZP S1Z1Z/5/5/5/4P --solution --why",
    "worlds --format csv",
    "bench verify 5 2 20000"])
def test_races(sanitized, tmp_path, line):
    options = {**os.environ, "TSAN_OPTIONS": "halt_on_error=0 exitcode=66"}
    for number in range(10):
        folder = tmp_path / str(number)
        folder.mkdir()
        run(sanitized, *line.split(), "-o", "out", "--threads", "16", cwd=folder, env=options)
