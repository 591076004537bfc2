"""Attacks the program from outside, like careless or hostile users and failing systems.

  - kills at random moments: each output is the old file or the complete new one, and the next run is right
  - damaged files: an error, or the right answer
  - absurd command lines: an error, which changes no file
  - little memory, few descriptors, small files, full devices, closed streams: an error, or the right output
  - absurd environment variables: the same output
  - inputs that arrive through pipes, a few bytes at a time: the same output

What is tried depends on --seed. --long tries twenty times as much.
"""

import os
import random
import re
import shlex
import shutil
import signal
import subprocess
import time

import pytest

from programs import differences, run, state, unmarked

# Status 70 is a bug that the program has detected itself.
TRAPS = {70, *(-number for number in (
    signal.SIGILL, signal.SIGTRAP, signal.SIGABRT, signal.SIGSEGV, signal.SIGBUS, signal.SIGFPE))}
STATUSES = {0, 1, 2, 64, 65, 66, 73, 74, 76}


@pytest.fixture
def chance(request, seed):
    """The random numbers of a test."""
    return random.Random(f"{seed} {request.node.name}")


@pytest.fixture(scope="module")
def tries(is_long):
    return 20 if is_long else 1


@pytest.fixture(scope="module")
def inputs(program, tmp_path_factory):
    """The files that the commands read, in a folder."""
    folder = tmp_path_factory.mktemp("inputs")
    batch = "zombies simulate --family block --policy edge,random --rounds 12000 --squares-csv /dev/null -o /dev/null"
    program.output(f"""
        zombies generate --family 6x6z2b3f1 --seed 7 --count 600 --format code -o levels
        zombies generate --family 6x6z2b3f1 --levels any --count 2000 --format code -o any
        printf 'S4/5/Z1#2/2F2/4P\\nclassic@42#7\\n\\nS..\\r\\n.#.\\r\\n..P\\r\\n; lit\\n' > few
        head -50 levels | zombies solve - --certificate proof -o /dev/null
        {batch} --shard 1/2 --tally 1.tally --rounds-csv 1.csv
        {batch} --shard 2/2 --tally 2.tally --rounds-csv 2.csv
        for part in 1 2; do
          zombies census --family 5x5z1b1+lit --shard $part/2 --tally $part.census -o /dev/null
          zombies sweep --family block,classic --policy edge --rounds 500 --shard $part/2 --tally $part.sweep \
            -o /dev/null
        done""", folder)
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def folder_with(path, files):
    """A new folder in place of the last, with files, given as names and bytes."""
    shutil.rmtree(path, ignore_errors=True)
    path.mkdir()
    for name, content in files.items():
        (path / name).write_bytes(content)
    return path


def environment(program, **more):
    # A backtrace would take seconds.
    return {**program.environment, "LC_ALL": "C", "SWIFT_BACKTRACE": "enable=no", **more}


def attacked(program, line, folder, **options):
    """Runs a shell line, which must not trap."""
    options = {"env": environment(program), "timeout": 120, **options}
    done = run("bash", "-c", line, status=None, cwd=folder, **options)
    status = done.status - 256 if done.status > 200 else done.status
    assert status not in TRAPS and (128 - status) not in TRAPS, done
    return done


# --- Kills ---------------------------------------------------------------------------------------

SAVE = " --checkpoint saved --checkpoint-every 0"
SIMULATE = ("simulate --family block --policy edge,random --rounds 12000 -o out --rounds-csv rounds.csv "
            "--squares-csv squares.csv --tally tally --manifest manifest.json")
SWEEP = ("sweep --family block,classic --chase longest,vertical --policy edge,random --rounds 2500 -o out "
         "--html page.html --tally tally --manifest manifest.json")
CENSUS = "census --family 5x5z1b1+lit -o out --top-csv top.csv --tally tally --manifest manifest.json"
KILLED = [
    "generate --family 6x6z2b3f1 --count 4000 -o out", "solve --input levels -o out --certificate proof.new",
    "solve --input levels --difficulty --format csv -o out", "verify --input any -o out", "check proof -o out",
    f"replay P63{'/64' * 62}/63S --policy random --max-moves 400 -o out", SIMULATE, SIMULATE + SAVE,
    SIMULATE.replace("--rounds 12000", "--games 5000 --threads 3") + SAVE,
    "merge 2.csv 1.tally 2.tally 1.csv -o out --rounds-csv rounds.csv --squares-csv squares.csv --tally tally",
    "merge 1.census 2.census -o out --top-csv top.csv --tally tally", SWEEP, SWEEP + SAVE, CENSUS, CENSUS + SAVE,
    "merge 2.sweep 1.sweep -o out --html page.html --tally tally",
    "analyze --family 5x5z1b1 -o out --pars-csv pars.csv",
    "compare edge beeline --difference 0.01 -o out --manifest manifest.json", "model 4x4z1f1 -o out",
    "census --search --family 5x5z1b3+lit --climbs 16 --steps 400 -o out --manifest manifest.json",
    "bench chase 6 1 5 20000 -o out",
]
SIGNALS = [signal.SIGKILL] * 5 + [signal.SIGTERM] * 2 + [signal.SIGINT, signal.SIGHUP, signal.SIGQUIT]


def wait_for(chance, process, folder, seconds):
    """Waits for a random share of the time of a run, or until the folder has changed a number of times."""
    if chance.random() < 0.5:
        time.sleep(seconds * chance.choice([chance.random(), 0.1 * chance.random(), 0.9 + 0.15 * chance.random()]))
        return
    changes, last, end = chance.choice([1, 1, 2, 3, 5, 8, 13]), None, time.monotonic() + 5
    while process.poll() is None and changes and time.monotonic() < end:
        try:
            with os.scandir(folder) as entries:
                now = sorted((entry.name, entry.inode(), entry.stat().st_size > 0) for entry in entries)
        except FileNotFoundError:
            continue
        changes -= last is not None and now != last
        last = now


def check_killed(before, now, after, saves, is_killed):
    """Checks the files after a signal: `after` is the state after a run without one."""
    unfinished = {"saved", "rounds.csv.part", "rounds.csv.part.checkpoint"} if saves else set()
    for name in before.keys() | now.keys():
        if name in unfinished or is_killed and name.endswith((".part", ".part.checkpoint")):
            continue
        found = unmarked(now.get(name)) if is_killed else now.get(name)
        assert found in (before.get(name), after.get(name)), f"{name} is neither the old nor the new file"


@pytest.mark.parametrize("line", KILLED)
def test_kills(program, inputs, chance, tmp_path, tries, line):
    words = line.split()
    saves, again = "--checkpoint" in words, words + ["--resume"] * ("--checkpoint" in words)
    start = {name: content for name, content in inputs.items() if name in words}
    outputs = [name for option, name in zip(words, words[1:])
               if option.startswith("-") and "." in name or name == "out"]
    start |= {name: b"old\n" for name in outputs if name not in start and chance.random() < 0.5}
    ends = []
    # The manifest of a resumed run contains --resume in its command line.
    for number, full in enumerate([words, again]):
        folder, begin = folder_with(tmp_path / f"right-{number}", start), time.monotonic()
        right = run("zombies", *full, status=None, cwd=folder, env=environment(program))
        assert right.status < 64, right
        ends.append(state(folder))
        seconds = time.monotonic() - begin
    for attempt in range(2 * tries):
        folder = folder_with(tmp_path / "here", start)
        before = state(folder)
        for kill in range(chance.choice([1, 1, 2, 3])):
            number, standing = chance.choice(SIGNALS), state(folder)
            process = subprocess.Popen(
                ["zombies", *(again if kill else words)], cwd=folder, env=environment(program),
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            wait_for(chance, process, folder, seconds)
            process.send_signal(number)
            if process.wait() != -number:
                assert process.returncode == right.status, f"{number.name}: status {process.returncode}"
                break
            # What an earlier kill has left behind stays if this run is killed before its first output.
            now = {name: unmarked(file) if standing.get(name) == file else file
                   for name, file in state(folder).items()
                   if not (name.endswith((".part", ".part.checkpoint")) and standing.get(name) == file)}
            try:
                check_killed(before, now, ends[0], saves, number == signal.SIGKILL)
            except AssertionError:
                check_killed(before, now, ends[1], saves, number == signal.SIGKILL)
        done = run("zombies", *again, status=right.status, cwd=folder, env=environment(program))
        assert state(folder) in ends, f"the next run: {differences(state(folder), ends[-1])}\n{done}"


# --- Damaged files -------------------------------------------------------------------------------

DAMAGED = {
    "levels": "zombies solve --input levels --max-states 100000", "few": "zombies levels few --format picture",
    "proof": "zombies check proof", "1.tally": "zombies merge 1.tally 2.tally",
    "1.census": "zombies merge 1.census 2.census", "1.sweep": "zombies merge 1.sweep 2.sweep --html page.html",
    "1.csv": "zombies merge 1.csv 2.csv 1.tally 2.tally --rounds-csv rounds.csv"}
# Files whose every byte is secured by a hash.
SEALED = ("1.tally", "1.census", "1.sweep", "proof")


def damaged(chance, content):
    """A file with one byte changed, dropped or doubled, or cut off."""
    place = chance.randrange(len(content))
    byte = content[place]
    groups = b"0123456789", b"UDLR", b"SPZ#F", b"abcdefghijklmnopqrstuvwxyz"
    alike = next((group for group in groups if byte in group), bytes(range(256)))
    return chance.choice([
        content[:place] + bytes([byte ^ 1 << chance.randrange(8)]) + content[place + 1:],
        content[:place] + bytes([chance.choice(alike)]) + content[place + 1:],
        content[:place] + content[place + 1:], content[:place] + content[place:place + 1] + content[place:],
        content[:place]])


@pytest.mark.parametrize("name", DAMAGED)
def test_damaged_files(program, inputs, chance, tmp_path, tries, name):
    line = DAMAGED[name]
    files = {file: content for file, content in inputs.items() if file in line.split()}
    right = attacked(program, line, folder_with(tmp_path / "right", files))
    assert right.status < 64
    for attempt in range(40 * tries):
        bad = damaged(chance, files[name])
        folder = folder_with(tmp_path / "here", {**files, name: bad})
        before = state(folder)
        done = attacked(program, line, folder)
        assert done.status in (0, 1, 2, 65) and ("Error: " in done.errors) == (done.status == 65), done
        assert done.status != 65 or state(folder) == before, f"{differences(state(folder), before)}\n{done}"
        if name in SEALED and done.status == 0 and bad.split() != files[name].split():
            # A part of a list of proofs is a list of proofs.
            assert done.output == right.output or name == "proof" and right.output.startswith(done.output), done


# --- Absurd command lines ------------------------------------------------------------------------

ABSURD = [word.encode() for word in [
    *"0 1 2 3 00 -1 +5 1.5 0x10 nan inf 1e1 1e400 1e-3 1_0 1__0 18446744073709551615 18446744073709551616 -".split(),
    *"340282366920938463463374607431768211456 1/2 4/3 1/0 1,2 1..3 3..1 1.. 1..4:0 0..18446744073709551615 ٣".split(),
    *"-- --- = -= --output= -o -oo1 -h 🧟 all any csv auto %s%n $(true) .. / missing folder /dev/null loop".split(),
    "", " ", "\n", "\r\n", "5 ", "a\x1b[31mb", "\x1b]0;x\x07", "\x7f", "\u202eabc", "9" * 400, "a" * 5000, "1/" * 2000,
    *"S4/5/Z1#2/2F2/4P S#/#P SP classic@42#7 2x9z1@5#1 S SS/PP S0P S1025P S1/1P/ // classic@42 classic@#7".split(),
    *"classic@18446744073709551616#0 klassic@42#7 0x0@1#1 3x3z9@1#1 1025x2z1@0#0 S4/5/5/5/4P+LIT".split(),
    *"classic block 3x3z1 4x4z1b1+lit 1x2 8x8z1 classik 5x5z0 5x5b1z1 1024x1024 5x18446744073709551616".split(),
    *"random edge clairvoyant optimal edge,random edge, edge,edge EDGE levels few proof 1.tally 1.csv binary".split()]
] + [b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xc2\x9b31m", b"o\x1b[2J"]
# Sensible values of options, whatever the command.
SENSIBLE = {
    "--family": "classic 3x3z1 4x4z1b1+lit 2x9z1", "--levels": "any solvable", "--policy": "edge random edge,random",
    "--format": "csv table picture code", "--chase": "longest vertical", "--size": "3x4 5x5", "--input": "levels few -",
    "--shard": "1/3 auto", "--output": "o1", "--rounds-csv": "o2", "--tally": "o3", "--checkpoint": "o4",
    "--manifest": "o5", "--certificate": "o6", "--squares-csv": "o7", "--html": "o8"}
# Options that keep a run short.
BOUNDS = {"simulate": "--rounds 20", "sweep": "--rounds 20", "compare": "--rounds 200", "census": "--max-levels 20000",
          "analyze": "--max-placements 5000", "generate": "--max-tries 200"}
WRITTEN = ("-o", "--output", "--rounds-csv", "--squares-csv", "--tally", "--manifest", "--checkpoint", "--certificate",
           "--pars-csv", "--top-csv", "--levels-csv", "--player-log", "--html", "--record", "--progress")


def options_of(program, command):
    """The options in the help of a command: spellings, and whether each takes a value."""
    text = program("help", command).output
    found = re.findall(r"^  (?:(-\w), )?(--[\w-]+)(?:, --[\w-]+)?(?: ([A-Z][^\s]*|0\|1))?(?:\s|$)", text, re.MULTILINE)
    return [(spelling, bool(value)) for short, long, value in found for spelling in (short, long) if spelling]


def absurd_line(chance, command, options):
    """A random command line: sensible words mixed with nonsense."""
    nonsense, words = chance.choice([0, 0.05, 0.3]), [command.encode()]
    for spelling, takes_value in chance.sample(options, min(len(options), chance.choice([0, 1, 2, 3, 5]))):
        sensible = SENSIBLE.get(spelling, "1 2 3 10 17").split()
        value = chance.choice(ABSURD) if chance.random() < nonsense else chance.choice(sensible).encode()
        is_joined = spelling.startswith("--") and chance.random() < 0.2
        value = [value] if takes_value != (chance.random() < nonsense) else []
        words += [b"=".join([spelling.encode(), *value])] if is_joined else [spelling.encode(), *value]
    words += BOUNDS.get(command, "").encode().split()
    for _ in range(chance.choice([0, 1, 1, 2])):
        words.append(chance.choice(ABSURD) if chance.random() < 0.5 else b"S4/5/Z1#2/2F2/4P")
    if chance.random() < nonsense:
        words[0] = chance.choice([words[0].upper(), words[0][:-1], chance.choice(ABSURD)])
    return words


def test_absurd_command_lines(program, inputs, chance, tmp_path, tries):
    commands = re.findall(r"^  (\w+) ", re.search("Commands:.*?Topics:", program("help").output, re.DOTALL)[0], re.M)
    options = {command: options_of(program, command) for command in commands if command != "play"}
    assert len(options) > 10 and all(options[command] for command in BOUNDS)
    files = {name: inputs[name] for name in ("few", "proof", "1.tally", "1.csv")}
    files |= {"levels": inputs["levels"][:300], "binary": bytes(range(256)) * 20, "o1": b"old\n"}
    for attempt in range(400 * tries):
        words = absurd_line(chance, *chance.choice(list(options.items())))
        folder = folder_with(tmp_path / "here", files)
        (folder / "folder").mkdir()
        (folder / "loop").symlink_to("loop")
        before = state(folder)
        try:
            done = run("bash", "-c", 'ulimit -v 4000000; exec zombies "$@"', "zombies", *map(os.fsdecode, words),
                       status=None, cwd=folder, env=environment(program), timeout=20, input=inputs["few"])
        except subprocess.TimeoutExpired:
            continue
        assert done.status in STATUSES and ("Error: " in done.errors) == (done.status >= 64), done
        assert done.status != 64 or not done.output, done
        assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]", done.errors), f"a raw control character\n{done!r}"
        if not any(word.startswith(tuple(option.encode() for option in WRITTEN)) for word in words):
            assert state(folder) == before, f"{differences(state(folder), before)}\n{done}"


# --- Little of something -------------------------------------------------------------------------

LIMITED = [
    "simulate --policy edge,random --rounds 3000 --family block -o out --tally tally", "bench chase 5 1 2 5000 -o out",
    "census --family 4x4z1b1+lit -o out --top-csv top", "solve --input levels -o out --certificate new",
    "schema -o out", "sweep --size 3,4 --zombies 1 --policy edge --rounds 500 -o out", "check proof -o out",
    "verify S#/#P",
    "compare edge random --rounds 2000 -o out", "analyze --family 4x4z1 -o out --pars-csv pars", "help", "--version",
    "model 4x4z1f1 -o out", "generate --count 200 -o out", "merge 1.tally 2.tally 1.csv 2.csv --rounds-csv r -o out",
]
LIMITS = [f"ulimit -n {count};" for count in range(3, 21)] + [f"ulimit -f {count};" for count in (0, 1, 2, 5, 50)]
LIMITS += [f"ulimit -v {kB};" for kB in range(100_000, 400_001, 20_000)] + [f"ulimit -s {kB};" for kB in (256, 1024)]
STREAMS = ["<&-", ">&-", "2>&-", "<&- >&-", "<&- >&- 2>&-", "2> /dev/full", "> /dev/full", "> /dev/full 2>&1", "< /",
           "1< /dev/null", "2< /dev/null"]


@pytest.mark.parametrize("line", LIMITED)
def test_little_of_something(program, inputs, chance, tmp_path, tries, line):
    """The right output, or an error that changes no file, like Swift's abort without memory."""
    files = {name: content for name, content in inputs.items() if name in line.split()}
    right = folder_with(tmp_path / "right", files)
    expected = run("zombies", *line.split(), status=None, cwd=right, env=environment(program))
    for number, limit in enumerate(chance.sample(LIMITS, min(len(LIMITS), 6 * tries))):
        folder = folder_with(tmp_path / "here", files)
        before = state(folder)
        try:
            done = run("bash", "-c", f"{limit} exec zombies {line}", status=None, cwd=folder, env=environment(program),
                       timeout=120)
        except subprocess.TimeoutExpired:
            # Without memory for a second heap, glibc maps each allocation separately, which is very slow.
            assert "-v" in limit
            continue
        if done.status in (0, 1, 2):
            assert done.status == expected.status and done.output == expected.output, f"{limit}\n{done}"
            assert state(folder) == state(right), f"{limit}\n{done}"
            continue
        # Status 127 comes from the system's loader, which runs before the program.
        assert "Error: " in done.errors or "-v" in limit or done.status == 127, f"{limit}\n{done}"
        now = {name: file for name, file in state(folder).items() if not ("-v" in limit and name.endswith(".part"))}
        assert now == before, f"{limit} {differences(now, before)}\n{done}"


@pytest.mark.parametrize("line", LIMITED)
def test_streams(program, inputs, tmp_path, line):
    files = {name: content for name, content in inputs.items() if name in line.split()}
    right = folder_with(tmp_path / "right", files)
    status = run("zombies", *line.split(), status=None, cwd=right, env=environment(program)).status
    for number, stream in enumerate(STREAMS):
        folder = folder_with(tmp_path / "here", files)
        done = attacked(program, f"zombies {line} {stream}", folder)
        # What is not to a file cannot be written.
        is_needed = " -o" not in line and stream in (">&-", "<&- >&-", "<&- >&- 2>&-", "> /dev/full",
                                                     "> /dev/full 2>&1", "1< /dev/null")
        assert done.status == (74 if is_needed else status), f"{stream}\n{done}"
        assert state(folder) == state(right), f"{stream}\n{done}"


@pytest.mark.parametrize("line", [line for line in LIMITED if " -o " in line])
def test_full_device(program, inputs, tmp_path, line):
    files = {name: content for name, content in inputs.items() if name in line.split()}
    for place, word in enumerate(line.split()):
        if word.startswith("-") and line.split()[place + 1] in ("out", "tally", "top", "new", "pars", "r"):
            words = line.split()
            words[place + 1] = "/dev/full"
            folder = folder_with(tmp_path / str(place), files)
            done = attacked(program, shlex.join(["zombies", *words]), folder)
            assert done.status in (73, 74) and "Error: " in done.errors and state(folder).keys() == files.keys(), done


# --- Surroundings and pipes ----------------------------------------------------------------------

VARIABLES = ("TERM NO_COLOR COLUMNS LINES LC_ALL LANG LC_NUMERIC HOME TMPDIR XDG_CONFIG_HOME XDG_DATA_HOME "
             "XDG_CACHE_HOME XDG_STATE_HOME TZ POSIXLY_CORRECT MALLOC_ARENA_MAX").split()
VALUES = ["", "0", "-1", "1", "99999999999999999999", "/nowhere", "/dev/full", "a" * 10_000, "\x1b[2J", "dumb",
          "xterm-256color", "tr_TR.UTF-8", "ar_EG", "C.UTF-8", "%s%n"]


@pytest.mark.parametrize("line", [
    "solve --input few --format csv", "solve --input few --difficulty", "generate --count 2", "simulate --rounds 300",
    "replay S3/1F2/3Z/P3 --moves UUU", "census --family 3x3z1", "help", "verify S#/#P", "solve nonsense",
    "analyze --family 3x3z1"])
def test_surroundings(program, inputs, chance, tmp_path, tries, line):
    """Variables do not change the output."""
    folder = folder_with(tmp_path / "here", {"few": inputs["few"]})
    right = attacked(program, f"zombies {line}", folder)
    for _ in range(6 * tries):
        more = {name: chance.choice(VALUES) for name in chance.sample(VARIABLES, chance.choice([1, 2, 5]))}
        done = run("zombies", *line.split(), status=None, cwd=folder, env=environment(program, **more))
        assert (done.status, done.output, done.errors) == (right.status, right.output, right.errors), more


@pytest.mark.parametrize("way", ["-", "/dev/stdin", "/dev/fd/3", "pipe"])
@pytest.mark.parametrize("line, name", [
    ("solve --format csv --input", "few"), ("verify --input", "levels"), ("check", "proof"),
    ("merge 2.tally", "1.tally"), ("simulate --rounds 50 --policy edge --input", "few"), ("merge 2.csv", "1.csv")])
def test_pipes(program, inputs, chance, tmp_path, line, name, way):
    """An input that comes in pieces. Rounds to merge are read twice, so they must be files."""
    content = inputs[name][:3000] if name in ("few", "levels") else inputs[name]
    folder = folder_with(tmp_path / "here", {**inputs, "source": content})
    os.mkfifo(folder / "pipe")
    sizes = [chance.choice([1, 2, 7, 60, 4096]) for _ in range(200)]
    pieces = ("import os, time\ncontent = open('source', 'rb').read()\n"
              f"for size in {sizes} + [1 << 30]:\n"
              "    os.write(1, content[:size]) if content else None\n"
              "    content = content[size:]\n    time.sleep(0.0005)\n")
    (folder / "pieces.py").write_text(pieces)
    right = attacked(program, f"zombies {line} source", folder)
    stream = {"/dev/fd/3": "3<&0", "pipe": "& cat > pipe; wait $!"}.get(way, "")
    done = attacked(program, f"python3 pieces.py | {{ zombies {line} {way} {stream}; }}", folder)
    if name == "1.csv":
        assert done.status == 66, done
        return
    # The name of the input is in front of a number of a line.
    plain = [re.sub(r"(?m)(^|,)[^,:\n]*(:\d+)(?=: |,|$)", r"\1\2", found.output) for found in (done, right)]
    assert done.status == right.status and plain[0] == plain[1], done
