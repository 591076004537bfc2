"""Makes system calls on the program's files fail, one after another, as SQLite's tests do.

Every scenario runs with the n-th call of a kind failing, for n = 1, 2, 3, ... until no fault occurs in a run. Modes:
ENOSPC or EIO once, or from the n-th call on (ENOSPC+, EIO+); KILL, which kills the process at the n-th call; and TERM,
which sends the process that signal at the n-th call. After each fault

  - each output is byte for byte the old file (or absent if it was absent), or the complete new file with the old
    permissions. Inputs are unchanged.
  - the status is 66, 73 or 74, with "Error: " and the reason on stderr. It is 0 if all outputs are new and the call may
    fail, such as the sync of the folder (see `may_fail`).
  - nothing is left over except a checkpoint with the unfinished rounds. A saved checkpoint is never lost, and the same
    command with --resume continues from it, writes the right bytes and leaves nothing over.
  - after KILL, the same command (with --resume, if there is a checkpoint) also does so.
  - after TERM, the process has died of the signal, or was so far that it ended well.

A failure names the call, the mode, the files and n.
"""

import dataclasses
import os
import re
import shutil
import signal
import subprocess

import pytest

from programs import differences, run, state, tool, unmarked

pytestmark = pytest.mark.strace

# --- The calls ---------------------------------------------------------------------------------

# With all names that C libraries and architectures have for them.
CALLS = {
    "openat": "open(at)?", "write": "write", "fsync": "fd?a?t?a?sync", "close": "close", "rename": "rename(at2?)?",
    "unlink": "unlink(at)?", "ftruncate": "ftruncate(64)?", "read": "read", "pread": "pread(64)?", "lseek": "_?l?lseek",
    "flock": "flock", "stat": "(newfstatat|fstatat64|statx|[fl]?stat(64)?)", "readlink": "readlink(at)?",
    "access": "f?access(at2?)?", "fchown": "fchown(32)?", "fchmod": "fchmod", "symlink": "symlink(at)?",
}
# The modes of each call. A kill at a call that changes nothing has the same effect as a kill at the next call that
# changes something.
SHORT = {
    "openat": "ENOSPC TERM", "write": "ENOSPC EIO+ KILL", "fsync": "EIO", "close": "EIO", "rename": "EIO+ KILL TERM",
    "read": "EIO", "pread": "EIO", "unlink": "KILL", "flock": "TERM", "symlink": "EIO KILL TERM"}
ALL = "ENOSPC EIO ENOSPC+ EIO+ KILL TERM"
LONG = {
    **dict.fromkeys(["openat", "write", "fsync", "close", "rename", "symlink"], ALL),
    "unlink": "EIO EIO+ KILL TERM", "ftruncate": "EIO EIO+ KILL TERM", "flock": "EIO EIO+ TERM",
    "fchmod": "EIO EIO+ KILL TERM",
    **dict.fromkeys(["read", "pread", "lseek", "stat", "readlink", "access", "fchown"], "EIO EIO+")}
REASONS = {"ENOSPC": "No space left on device", "EIO": "Input/output error"}


def strace_name(call):
    return f"/^{CALLS[call]}$"


# --- The scenarios -----------------------------------------------------------------------------


@dataclasses.dataclass
class Scenario:
    """A command line, its inputs and its outputs, which exist before with other contents unless they are new."""

    words: str
    outputs: str
    # The command line whose outputs are the right ones, and those before it, for the inputs.
    truth: str = ""
    inputs: str = ""
    prepare: tuple = ()
    is_new: bool = False
    is_long: bool = False
    # Files, call, fault and status that stop the run halfway, and what it says when it is resumed; then it is.
    interrupt: tuple = ()
    # An output that is already the new file.
    ready: str = ""
    # A symbolic link through which an output is written.
    link: str = ""

    @property
    def checkpoints(self):
        return "--checkpoint" in self.words.split()

    @property
    def files(self):
        """The names of all files of the command line, and of those beside them while they are written."""
        saved = ["ck", "ck.part", "rounds.csv.part.checkpoint"] if self.checkpoints else []
        parts = [name + end for name in self.outputs.split() for end in ("", ".part")]
        return [*parts, *self.inputs.split(), *saved, *self.link.split()]

    def may_fail(self, call, file):
        """Whether a run may end well although this call failed. The file is `.` for the folder."""
        # The new name may not survive a crash of the machine, but everything has been written and renamed.
        if file == ".":
            return call in ("openat", "fsync", "close") or call in HARMLESS
        if call == "close":
            # A file that was only read, or has been removed.
            return file.endswith(".part") or file in self.inputs.split() or file == "ck" and bool(self.interrupt)
        # A stale file that cannot be removed. The next run removes it, which is tested here.
        return call in HARMLESS or call == "unlink" and file.endswith((".part", ".part.checkpoint"))


# If these mattered, the bytes, the permissions or leftover files would show it.
HARMLESS = ("stat", "readlink", "access", "flock", "fchown", "fchmod", "lseek")
FILES = ("--output table.txt --squares-csv squares.csv --tally tally.txt --rounds-csv rounds.csv "
         "--manifest manifest.json")
OUTPUTS = "table.txt squares.csv tally.txt rounds.csv manifest.json"
SIMULATE = f"simulate --family block --rounds 5000 --policy edge,random --threads 1 {FILES}"
OFTEN = " --checkpoint ck --checkpoint-every 0"
PARTS = tuple(SIMULATE.replace(FILES, f"--shard {n}/3 --output /dev/null --squares-csv /dev/null --tally {n}.tally "
                               f"--rounds-csv {n}.csv") for n in (1, 2, 3))
SWEEP = ("sweep --chase longest,vertical --family block,classic --policy edge,random --rounds 1200 --threads 1 "
         "--output table.txt --html page.html --tally tally --manifest manifest.json")
SWEPT = "table.txt page.html tally manifest.json"
# The levels of a census are written by a separate thread like rounds, so they have their name here.
CENSUS = ("census --family 5x5z1b2+lit --threads 1 --output table.txt --tally tally.txt --levels-csv rounds.csv "
          "--manifest manifest.json")
LEVELS = "generate --family 6x6z2b3f1 --seed 42 --count 3000 --output levels.txt"
SCENARIOS = {
    "simulate": Scenario(SIMULATE, OUTPUTS, SIMULATE),
    "simulate-new": Scenario(SIMULATE, OUTPUTS, SIMULATE, is_new=True, is_long=True),
    "checkpoint": Scenario(SIMULATE + OFTEN, OUTPUTS, SIMULATE),
    "checkpoint-new": Scenario(SIMULATE + OFTEN, OUTPUTS, SIMULATE, is_new=True, is_long=True),
    # Each write takes 20 ms longer, so that a busy machine has the time to stop the run before it ends.
    "resume": Scenario(SIMULATE + OFTEN, OUTPUTS, SIMULATE, interrupt=(
        ["rounds.csv.part"], "fsync", "signal=TERM:when=2", -signal.SIGTERM, "[1-4],[0-9]{3} ",
        f"inject={strace_name('write')}:delay_exit=20000")),
    # Killed after everything was renamed, but before the checkpoint was removed.
    "resume-end": Scenario(SIMULATE + OFTEN, OUTPUTS, SIMULATE, ready="rounds.csv", interrupt=(
        ["ck"], "unlink", "signal=KILL:when=1", -signal.SIGKILL, "5,000 ", None)),
    "merge": Scenario(f"merge 2.csv 1.tally 3.csv 3.tally 1.csv 2.tally {FILES}", OUTPUTS, SIMULATE,
                      inputs="2.csv 1.tally 3.csv 3.tally 1.csv 2.tally", prepare=PARTS),
    "sweep": Scenario(SWEEP + OFTEN, SWEPT, SWEEP),
    "sweep-resume": Scenario(SWEEP + OFTEN, SWEPT, SWEEP, interrupt=(
        ["ck.part"], "rename", "signal=TERM:when=4", -signal.SIGTERM, "[1-3] of", None)),
    "census": Scenario(CENSUS + OFTEN, "table.txt tally.txt rounds.csv manifest.json", CENSUS),
    "generate": Scenario(LEVELS, "levels.txt"),
    # Its target is replaced, and the link stays.
    "link": Scenario(LEVELS.replace("3000", "100").replace("levels.txt", "link.txt"), "levels.txt", link="link.txt"),
    "solve": Scenario("solve --input levels.txt --output solved.txt", "solved.txt", inputs="levels.txt",
                      prepare=(LEVELS,)),
}

# --- One run with a fault ----------------------------------------------------------------------


class Faults:
    """A scenario in a folder that always has the same path, because strace filters by path."""

    def __init__(self, program, scenario, work):
        self.scenario, self.work, self.here, self.start = scenario, work, work / "here", work / "start"
        # Manifests contain the name by which the program is called.
        self.environment = {**program.environment, "LC_ALL": "C", "SWIFT_BACKTRACE": "enable=no"}
        self.words = scenario.words.split()
        self.start.mkdir()
        self.prepare()
        if scenario.interrupt:
            self.interrupt(*scenario.interrupt)
            self.words.append("--resume")
            if scenario.ready:
                self.old()
        self.again = self.words + ["--resume"] * (scenario.checkpoints and not scenario.interrupt)
        self.before = state(self.start)
        self.reference, self.reference_again = self.right(self.words), self.right(self.again)
        self.check()

    def zombies(self, words, folder, status=0):
        return run("zombies", *words, cwd=folder, env=self.environment, status=status, timeout=120)

    def reset(self):
        """Makes `here` a copy of the folder at the start."""
        shutil.rmtree(self.here, ignore_errors=True)
        shutil.copytree(self.start, self.here, symlinks=True)

    def old(self):
        """Creates old files in place of the outputs, with permissions that differ from those of the mask."""
        for name in self.scenario.outputs.split():
            if name != self.scenario.ready or not (self.start / name).exists():
                (self.start / name).write_text(f"old {name}\n")
                (self.start / name).chmod(0o640)

    def prepare(self):
        for line in self.scenario.prepare:
            self.zombies(line.split(), self.start)
        if not self.scenario.is_new:
            self.old()
        if self.scenario.link:
            (self.start / self.scenario.link).symlink_to(self.scenario.outputs)

    def right(self, words):
        """The state after a run without a fault."""
        self.reset()
        self.zombies(words, self.here)
        return state(self.here)

    def check(self):
        """Checks what the faults depend on: the run without a fault writes the right files."""
        outputs = self.scenario.outputs.split()
        for name in outputs:
            assert name == self.scenario.ready or self.reference[name] != self.before.get(name)
            assert self.reference[name][0] == ("0o100644" if self.scenario.is_new else "0o100640"), name
        assert {name for name in self.reference if self.reference[name] != self.before.get(name)} <= set(outputs)
        if self.scenario.truth:
            truth = self.work / "truth"
            truth.mkdir()
            self.zombies(self.scenario.truth.split(), truth)
            for name, (_, content) in state(truth).items():
                assert name == "manifest.json" or self.reference[name][1] == content, name

    def traced(self, files, call, fault, *more):
        """Runs the program with a fault, and returns its status and the lines of the log.

        Calls are selected by path and not by their number in a clean run, because the loader, the Swift runtime and the
        progress display open and write files too, and the number of saved checkpoints depends on time. Each path is
        given twice: as the program writes it, for calls that take paths, and in full, for those that take descriptors.
        """
        # The folder is synced too.
        paths = [option for name in [".", *files] for path in (name, self.here / name) for option in ("-P", path)]
        # Renames and removals are traced too, because they show what was saved.
        calls = ",".join(strace_name(name) for name in (call, "rename", "unlink", *(["write"] if any(more) else [])))
        options = [word for option in (f"inject={strace_name(call)}:{fault}", *filter(None, more))
                   for word in ("-e", option)]
        log = self.work / "log"
        self.done = None
        try:
            self.done = run(
                "strace", "-f", "-y", "--quiet=attach,path-resolution,personality,thread-execve", "-o", log, *paths,
                "-e", f"trace={calls}", *options, "zombies", *self.words, cwd=self.here, env=self.environment,
                status=None, timeout=60)
        except subprocess.TimeoutExpired:
            return "hangs", []
        lines = log.read_text(errors="replace").splitlines()
        # The status in the log is more reliable. In one of six thousand runs, the other was 0 instead of 73.
        ended = re.search(r"\+\+\+ (?:exited with (\d+)|killed by (\w+))", lines[-1])
        if not ended:
            return self.done.status, lines
        return int(ended[1]) if ended[1] else -getattr(signal, ended[2]), lines

    def interrupt(self, files, call, fault, status, pattern, slow):
        """Starts with a run that a signal stopped halfway: resuming finds a part that is done, and one that is not."""
        for _ in range(20):
            self.reset()
            found, _ = self.traced(files, call, fault, slow)
            if found != status or not (self.here / "ck").exists():
                continue
            copy = self.work / "try"
            shutil.copytree(self.here, copy, symlinks=True)
            resumed = self.zombies([*self.words, "--resume"], copy, status=None)
            shutil.rmtree(copy)
            if re.search(f"resuming after ({pattern})", resumed.errors):
                shutil.rmtree(self.start)
                shutil.copytree(self.here, self.start, symlinks=True)
                return
        pytest.fail("no run could be interrupted halfway")

    def call_of(self, line):
        """The call and the file in a line of the log."""
        name = line.partition("(")[0]
        call = next((call for call, pattern in CALLS.items() if re.fullmatch(pattern, name)), name)
        found = None
        if call == "symlink":
            found = re.search(r'"([^"]*)"\)', line)
        elif call in ("openat", "rename", "unlink", "readlink", "access", "stat"):
            found = re.search(r'"([^"]*)"', line)
        file = (found if found and found[1] else re.search(r"<([^>]*)>", line) or [None, ""])[1]
        file = file.removeprefix(f"{self.here}/")
        return call, "." if file in (str(self.here), ".", "./") else file

    def read(self, lines):
        """What the log shows: the calls that failed, a signal, and whether the checkpoint was saved or removed."""
        self.injected, self.is_signalled, self.is_saved, self.is_removed = [], False, "ck" in self.before, False
        begun = {}
        for line in lines:
            process, _, line = line.partition(" ")
            line = line.strip()
            # A call that another thread interrupts is split into two lines.
            if line.endswith(" <unfinished ...>"):
                begun[process] = line.removesuffix(" <unfinished ...>")
                continue
            if line.startswith("<... "):
                line = begun.get(process, "") + line.partition(" resumed>")[2]
            if line.startswith("--- SIGTERM "):
                self.is_signalled = True
            elif "(INJECTED)" in line:
                self.injected.append(self.call_of(line))
            elif line.endswith("= 0"):
                self.is_saved |= bool(re.search('"ck.part".*"ck"', line))
                self.is_removed |= bool(re.search('unlink.*"ck"', line))

    def judge(self, status, mode):
        """Yields each problem after a run with a fault, and sets `fate` to untouched, harmless or stopped."""
        now, errors = state(self.here), self.done.errors if self.done else ""
        # The program does not know whether it may remove a file that it cannot look at, which is empty, or a link that
        # it cannot read. The next run removes it, like all files that could not be removed.
        unremoved = {file for call, file in self.injected if call == "unlink" or call == "readlink" and
                     file.endswith(".part.checkpoint") or call == "stat" and file.endswith(".part") and
                     not ((self.here / file).exists() and (self.here / file).stat().st_size)}
        # And then it does not replace it.
        reasons = [REASONS.get(mode.strip("+"), "")] + ["File exists"] * any(
            call == "readlink" for call, _ in self.injected)
        self.fate, leftover = "stopped", False
        if status == 0:
            for name, problem in differences(now, self.reference).items():
                leftover |= problem == "is left over" and name in unremoved
                if not (problem == "is left over" and name in unremoved):
                    yield f"{name} {problem}"
            self.fate = "harmless" if self.injected or self.is_signalled else "untouched"
            yield from (f"status 0, although {call} of {file} failed" for call, file in self.injected
                        if not self.scenario.may_fail(call, file))
        elif status in (66, 73, 74):
            if not self.injected:
                yield f"status {status} without a fault"
            if "Error: " not in errors or not any(f": {reason}" in errors for reason in reasons):
                yield "no message with the reason"
        elif (status, mode) not in ((-signal.SIGKILL, "KILL"), (-signal.SIGTERM, "TERM")):
            yield f"status {status}"
        if self.fate == "stopped":
            yield from self.after_a_stop(now, unremoved, is_killed=status == -signal.SIGKILL)
        if status == -signal.SIGKILL or leftover or self.fate == "stopped" and self.scenario.checkpoints:
            following = self.zombies(self.again, self.here, status=None)
            if following.status:
                yield f"the next run ends with status {following.status}: {following.errors[:300]}"
            if "ck" in now and "resuming after " not in following.errors:
                yield "the next run does not resume from the checkpoint"
            # The next run does not remove the mark of a file that was complete.
            then = {name: unmarked(file) if file == now.get(name) else file for name, file in state(self.here).items()}
            found = differences(then, self.reference_again)
            yield from (f"{name} {problem} after the next run" for name, problem in found.items())

    def after_a_stop(self, now, unremoved, is_killed):
        """Yields what is wrong with the files after a run that did not end well."""
        for name in self.before.keys() - now.keys():
            if name != "ck" and not name.endswith((".part", ".part.checkpoint")):
                yield f"{name} is gone"
        for name in now:
            if name == "ck":
                if not self.scenario.checkpoints:
                    yield "ck is left over"
            elif name.endswith((".part", ".part.checkpoint")):
                is_unfinished = name.startswith("rounds.csv.") and self.scenario.checkpoints and "ck" in now
                if not is_killed and name not in unremoved and not is_unfinished:
                    yield f"{name} is left over"
            elif now[name] != self.before.get(name) and unmarked(now[name]) != self.reference.get(name):
                yield f"{name} is neither the old nor the new file"
        # A saved checkpoint must not be lost. The log shows that one was saved if its path is traced.
        if self.is_saved and not self.is_removed and "ck" not in now:
            yield "the checkpoint is lost"
        if self.is_removed:
            found = differences(now, self.reference)
            yield from (f"{name} {problem}, and the checkpoint has been removed" for name, problem in found.items())

    def groups(self, call, mode):
        """The files on which a call fails.

        strace counts the calls of each thread, and a separate thread writes the rounds. So the rounds and the other
        files are tested separately, and exactly one call fails. Permanent faults start at the n-th call of each thread,
        on all files.
        """
        every = self.scenario.files
        if call != "write" or mode.endswith("+") or "rounds.csv" not in every:
            return {"all": every}
        rounds = ["rounds.csv", "rounds.csv.part"]
        return {"rounds": rounds, "rest": [name for name in every if name not in rounds]}

    def run(self, call, mode, files, is_long):
        """Runs with the n-th call failing, for each n; yields n and the problems of each fault."""
        fault = f"signal={mode}:when=%d" if mode in ("KILL", "TERM") else f"error={mode.strip('+')}:when=%d"
        fault += "+" if mode.endswith("+") else ""
        # A run with checkpoints may make fewer calls than the next run, because it saves at certain times.
        n, untouched = 1, 0
        while untouched <= 2 * self.scenario.checkpoints:
            self.reset()
            status, lines = self.traced(files, call, fault % n)
            self.read(lines)
            problems = list(self.judge(status, mode))
            yield n, problems
            untouched = untouched + 1 if self.fate == "untouched" else 0
            # The short form runs the first five, and then every third.
            n += 1 if is_long or n <= 5 else 3


@pytest.fixture(scope="module")
def can_trace(tmp_path_factory):
    """strace may trace, and path filters and faults work as they are used here."""
    probe = tmp_path_factory.mktemp("probe") / "file"
    probe.write_text("text")
    words = [tool("strace"), "-f", "--quiet=all", "-o", f"{probe}.log", "-P", probe, "-e", "trace=openat"]
    if run(*words, "cat", probe, status=None).status:
        pytest.skip("strace is not allowed to trace on this machine")
    if not run(*words, "-e", "inject=openat:error=EIO:when=1", "cat", probe, status=None).status:
        pytest.skip("this version of strace cannot inject faults by path")


@pytest.mark.parametrize("name", [
    pytest.param(name, marks=[pytest.mark.long] * scenario.is_long) for name, scenario in SCENARIOS.items()])
def test_faults(program, can_trace, tmp_path, name, is_long):
    before = os.umask(0o022)
    try:
        faults, failures, count = Faults(program, SCENARIOS[name], tmp_path), [], 0
        for call, modes in (LONG if is_long else SHORT).items():
            for mode in modes.split():
                for group, files in faults.groups(call, mode).items():
                    for n, problems in faults.run(call, mode, files, is_long):
                        count += faults.fate != "untouched"
                        if problems:
                            failures.append(f"{call}/{mode}/{group}/{n}: {'; '.join(problems)}\n"
                                            f"  failed: {faults.injected}\n  {faults.done}")
    finally:
        os.umask(before)
    assert not failures, "\n".join(failures)
    # Without a fault, this would not be a test.
    assert count > 5
