"""Plays with players that are programs, in Python, C and shell, and lets some of them misbehave in every way.

Each misbehaviour must be an error of its own, in time, with status 76, and nothing may be left behind.
"""

import os
import shlex
import signal
import subprocess
import sys
import time

import naive
import pytest

from programs import HERE, ROOT, compiled, run
from reading import rows

PLAYERS = HERE / "players"
FAMILIES = ["classic", "block", "flashlight", "6x6z2b3f1", "8x8z3b8f1", "1x12"]
# The longest wait for an answer, in seconds: short for players that do not answer in time, so that the test does not
# take long, and otherwise longer than a busy machine takes to start Python.
TIMEOUTS = {"never": 1, "silent": 1, "late": 1, "stubborn": 1, "stays": 3}
LONGEST = 30

# The kind of misbehaviour, and a part of the message.
HOSTILE = {
    "never": "before 'ready': it did not answer within 1 s",
    "silent": "it did not answer within 1 s",
    "late": "it did not answer within 1 s",
    "garbage": "it wrote 'Zombies?",
    "gigabyte": "it wrote a line of more than 1048576 bytes",
    "illegal": "leads out of the room or into a block",
    "unknown": "it wrote '9999999 U', but round 9999999 does not wait for a move",
    "twice": "does not wait for a move",
    "more": "for a move",
    "signal9": "it was killed by signal 9 (Killed)",
    "signal15": "it was killed by signal 15 (Terminated)",
    "signal11": "it was killed by signal 11 (Segmentation fault)",
    "signal6": "it was killed by signal 6 (Aborted)",
    "signal8": "it was killed by signal 8 (Floating point exception)",
    "signal2": "it was killed by signal 2 (Interrupt)",
    "signal1": "it was killed by signal 1 (Hangup)",
    "signal13": "it was killed by signal 13 (Broken pipe)",
    "closes": "it closed its standard output",
    "ends": "it ended with status 3",
    "child": "it ended with status 0",
    "daemon": "it ended with status 0",
    "stubborn": "it did not answer within 1 s",
    "stays": "after the last round: it did not answer within 3 s",
}


def player(name, *words):
    """The command of a player in Python in the folder players."""
    return shlex.join(map(str, [sys.executable, PLAYERS / name, *words]))


def played(program, folder, family, hearing, policy, count, threads):
    """The rows of rounds on a family, whose player has the name `player`."""
    path = folder / "rounds.csv"
    program("simulate", "--family", family, "--levels", "any", "--seed", "9", "--hearing-distance", hearing, "--rounds",
            count, "--quiet", "--threads", threads, "--policy", policy, "--rounds-csv", path)
    return [{**row, "policy": "player"} for row in rows(path.read_text())]


def same_play(program, folder, family, hearing, policy, command, count, threads):
    """Plays rounds with a policy, or with a program, and with another program; compares them."""
    expected = played(program, folder, family, hearing, policy, count, threads)
    assert played(program, folder, family, hearing, f"player={command}", count, threads) == expected


@pytest.mark.parametrize("hearing", [0, 2])
@pytest.mark.parametrize("family", FAMILIES)
def test_same_play(program, tmp_path, family, hearing):
    for batch in 1, 7, 256:
        for threads in 1, 7:
            policy = "edge" if (batch + threads) % 2 else "beeline"
            command = player("edge.py", *["beeline"] * (policy == "beeline"), batch)
            same_play(program, tmp_path, family, hearing, policy, command, 300, threads)


@pytest.mark.compiler
def test_same_play_in_other_languages(program, tmp_path):
    # In C, whole blocks are read and written. It plays by the chance of its rounds, as record.py does.
    binary = compiled(ROOT / "Tests/Peers/player.c", tmp_path / "player")
    for family in FAMILIES:
        for batch in 1, 256:
            other = f"player={player('record.py', '/dev/null', batch)}"
            same_play(program, tmp_path, family, 2, other, binary, 500, 2)
    # In a room without zombies or blocks, edge goes up, and then to the left.
    same_play(program, tmp_path, "5x5", 0, "edge", f"sh {PLAYERS}/up.sh", 5, 1)


def test_same_tables(program, tmp_path):
    """The programs in `sweep`, also in parts that are merged, and in `analyze`, beside the policies that they play."""
    def compare(text):
        found = {}
        for row in rows(text):
            found.setdefault(row.pop("policy"), []).append(row)
        assert found["edge"] and found["edge"] == found["one"] and found["beeline"] == found["two"], text

    policies = ["--policy", "edge,beeline", "--policy", f"one={player('edge.py', 256)}",
                "--policy", f"two={player('edge.py', 'beeline', 7)}", "--hearing-distance", "0,2", "--quiet"]
    sweep = ["sweep", "--family", "classic,6x6z2b3f1,1x12", *policies, "--rounds", "500"]
    whole = program(*sweep).output
    compare(whole)
    parts = [tmp_path / f"part-{number}" for number in range(3)]
    for number, part in enumerate(parts):
        program(*sweep, "--shard", f"{number + 1}/3", "--tally", part)
    assert program("merge", *parts, "--quiet").output == whole
    other = [word.replace("edge.py 256", "edge.py 255") for word in sweep]
    program(*other, "--shard", "1/3", "--tally", parts[0])
    program("merge", *parts, status=65)
    analyze = ["analyze", "--family", "classic,4x5z1b1f1", *policies, "--format", "csv", "--check", "500"]
    compare(program(*analyze, "--threads", "3").output)
    chance = program("analyze", "--policy", f"chance={player('record.py', '/dev/null', 4)}", status=65)
    assert "may depend on chance" in chance.errors
    for command in "sweep", "analyze":
        status = 76 if command == "sweep" else 65
        bad = program(command, "--policy", f"bad={player('hostile.py', 'ends')}", "--quiet", status=status)
        assert "bad" in bad.errors
        program(command, "--policy", "bad=/nowhere/player", "--quiet", status=76)


def expected_lines(number, row, rules):
    """The lines of a round, from its level and its moves, by the plain rules of naive.py."""
    room = naive.Round(row["level"], rules)
    things = [len(room.zombies), len(room.blocks), len(room.flashlights)]

    def square(place):
        return f"{place[0] + 1},{place[1] + 1}"

    begin = ["round", number, room.rows, room.columns, square(room.signpost), square(room.player), "SEED", *things]
    lines = [" ".join(map(str, begin))]
    for letter in row["path"]:
        is_hearing = rules.hearing_distance and not room.is_lit
        line = ["see", number, "lit" if room.is_lit else "dark", square(room.player)]
        line += ["".join("UDLR"[move] for move in room.legal_moves()), room.heard() if is_hearing else "-"]
        for name, places in ("Z", room.zombies), ("#", room.blocks), ("F", room.flashlights):
            line += [name + square(place) for place in sorted(places)
                     if room.is_lit or naive.distance(place, room.player) <= 1]
        lines.append(" ".join(map(str, line)))
        room.move("UDLR".index(letter))
    return lines + [f"end {number} {row['outcome']}"]


@pytest.mark.parametrize("hearing", [0, 2])
@pytest.mark.parametrize("family", [*FAMILIES, "9x9z3b9f2", "5x5z2+lit"])
def test_nothing_leaks(program, tmp_path, family, hearing):
    """Every byte that a player gets follows from what it sees: compares all lines with those of a naive sight."""
    log, rounds = tmp_path / "log", tmp_path / "rounds.csv"
    program("simulate", "--family", family, "--levels", "any", "--seed", "424242", "--rounds", "60", "--quiet",
            "--hearing-distance", hearing, "--threads", "1", "--rounds-csv", rounds,
            "--policy", f"player={player('record.py', log, 7)}")
    lines = log.read_text().splitlines()
    assert lines[:7] == [
        "zombies 1", f"family {family}", "rule catching-distance 1", "rule chase longest", "rule zombie-speed 1",
        f"rule hearing-distance {hearing}", "go"]
    found, seeds = {}, set()
    for line in lines[7:]:
        words = line.split(" ")
        if words[0] == "round":
            seeds.add(words[6])
            words[6] = "SEED"
        if words[0] != "go":
            found.setdefault(int(words[1]), []).append(" ".join(words))
    table = rows(rounds.read_text())
    assert len(seeds) == len(table) and "424242" not in seeds, "numbers for chance are not those of the rounds alone"
    size = lines[7].split(" ")[2:4]
    rules = naive.Rules(hearing_distance=hearing, max_moves=4 * int(size[0]) * int(size[1]))
    for row in table:
        number = int(row["trial"]) + 1
        assert found.pop(number) == expected_lines(number, row, rules), row
    assert not found, "lines of other rounds"


def left_behind(mark):
    """The processes whose environment has a mark, which every player inherits."""
    found = []
    for name in os.listdir("/proc"):
        if not name.isdigit() or int(name) == os.getpid():
            continue
        try:
            with open(f"/proc/{name}/environ", "rb") as file:
                environment = file.read()
            with open(f"/proc/{name}/cmdline", "rb") as file:
                words = file.read()
        except OSError:
            continue
        if mark.encode() in environment:
            found.append(f"{name} {words.decode(errors='replace')}")
    return found


def misbehaving(program, folder, kind, number):
    """Plays with a player that misbehaves."""
    name, value = "ZOMBIES_PLAYERS_TEST", f"{kind}-{number}-{os.getpid()}"
    # Many rounds at a time are asked for in two parts.
    batch = 4 if number % 2 == 0 else 64
    begin, timeout = time.monotonic(), TIMEOUTS.get(kind, LONGEST)
    done = program(
        "simulate", "--rounds", 5 * batch if kind != "stays" else batch // 2, "--quiet", "--player-timeout", timeout,
        "--policy", f"bad={player('hostile.py', kind, batch)}", "--threads", 1 + number % 3, "--output",
        folder / "table.txt", status=76, env={**os.environ, name: value})
    assert HOSTILE[kind] in done.errors and "hostile.py" in done.errors
    # All players of a thread end within the time of the first.
    assert kind not in TIMEOUTS or time.monotonic() - begin <= 3 * timeout + 10
    assert left_behind(f"{name}={value}") == []
    assert os.listdir(folder) == []


@pytest.mark.parametrize("kind", HOSTILE)
def test_hostile(program, tmp_path, kind, is_long):
    for number in range(6 if is_long else 1):
        misbehaving(program, tmp_path, kind, number)


def test_much_standard_error(program):
    """A gigabyte."""
    program("simulate", "--rounds", "8", "--quiet", "--policy", f"loud={player('hostile.py', 'errors')}",
            "--player-log", "/dev/null", "--player-timeout", "60")


@pytest.mark.parametrize("kind", ["silent", "illegal", "garbage", "signal9", "ends", "twice", "more"])
def test_forgiven(program, kind):
    done = program("simulate", "--rounds", "20", "--player-timeout", 3 if kind == "silent" else LONGEST,
                   "--player-forgive", "--policy", f"bad={player('hostile.py', kind)}")
    assert "bad failed" in done.errors and "forgiven" in done.errors


COMMON = ["simulate", "--quiet", "--threads", "1", "--format", "csv"]
FREE = "S4/5/5/5/4P"


def test_empty_slots(program):
    """Rounds that are over at their start leave slots empty, and so does a small group of levels of one size."""
    def won(policy, levels):
        done = program(*COMMON, *levels, "--rounds", len(levels), "--policy", policy)
        return int(rows(done.output)[0]["won"])

    sizes = ["S4P", "S2/3/2P", FREE, "S7/8/8/8/8/8/8/7P", "S8/9/9/9/9/9/9/8P"] * 20
    for batch in 1, 4, 64:
        edge = f"one={player('edge.py', batch)}"
        assert won(edge, ["5/5/2Z2/3ZP/S4"] * 3 + [FREE] * 9) == 9
        assert won(edge, sizes) == won("edge", sizes)


@pytest.mark.parametrize("batch", [4, 64])
def test_one_failure(program, tmp_path, batch):
    """One failure ends one round, and the others begin again, also those of the other thread."""
    count = 4096
    done = program("simulate", FREE, "--rounds", count, "--threads", "2", "--player-forgive",
                   "--policy", f"bad={player('once.py', batch, tmp_path / 'failed')}")
    assert "bad failed 1 time, and was forgiven" in done.errors and f" {count - 1:,} " in done.output


@pytest.mark.parametrize("command", [
    # Lines without an answer do not move the deadline.
    "yes 'name x'", "printf 'name x\\nready\\n'; yes ''",
    # A player that leaves its group.
    f'exec {sys.executable} -c "import os, time; os.setpgid(0, os.getpgid(os.getppid())); time.sleep(100)"'])
def test_deadline(program, command):
    begin = time.monotonic()
    program(*COMMON, "--rounds", "10", "--player-timeout", "1", "--policy", f"flood={command}", status=76)
    assert time.monotonic() - begin < 20


def test_default_deadline(program):
    begin = time.monotonic()
    done = program("simulate", "--rounds", "1", "--quiet", "--policy", "slow=sleep 100", status=76)
    assert "within 10 s" in done.errors and 9.9 < time.monotonic() - begin < 20


def test_ways_to_start_and_end(program):
    """Players that die, write much or leave a process behind at the end, and shell words that are no programs."""
    edge = player("edge.py")
    done = program(*COMMON, "--rounds", "9", "--policy", f"dies=sh -c '{edge}; kill -SEGV $$'", status=76)
    assert "after the last round: it was killed by signal 11" in done.errors
    mark = f"ends-{os.getpid()}"
    # The system gives the process to the program before the other player starts.
    talks = f"(setsid sleep 1000 &); {edge}; head -c 300000 /dev/zero >&2"
    program(*COMMON, "--rounds", "9", "--player-timeout", LONGEST, "--policy", f"talks={talks}", "--policy",
            f"one={edge}", env={**os.environ, "ZOMBIES_PLAYERS_TEST": mark})
    assert left_behind(f"ZOMBIES_PLAYERS_TEST={mark}") == []
    for word in "command", "eval", "time":
        program(*COMMON, "--rounds", "9", "--policy", f"word={word} {edge}")
    # A parent may ignore the ends of its children.
    ignoring = ("import os, signal, sys; signal.signal(signal.SIGCHLD, signal.SIG_IGN); "
                "os.execv(sys.argv[1], sys.argv[1:])")
    run(sys.executable, "-c", ignoring, program.path, *COMMON, "--rounds", "9", "--policy", f"one={edge}")


# Answers before it has read the end of the block, so that its pipe, of one page, is full when the next one comes.
LATE_READER = """
import fcntl, os, time
fcntl.fcntl(0, 1031, 4096)
line, asked, is_ready = b"", [], False
while byte := os.read(0, 1):
    line += byte
    if byte == b"\\n":
        word, *rest = line.split()
        line = b""
        if word == b"see":
            asked.append(rest[0] + b" L ")
        elif word == b"go" and not is_ready:
            os.write(1, b"name late\\nbatch 190\\nready\\n")
            is_ready = True
        if len(asked) == 190:
            os.write(1, b"".join(asked) + b"\\n")
            asked = []
            time.sleep(0.1)
"""


def test_full_pipe(program):
    command = shlex.join([sys.executable, "-c", LATE_READER])
    done = program(*COMMON, "S1P", "--rounds", "190", "--player-timeout", LONGEST, "--policy", f"late={command}")
    assert int(rows(done.output)[0]["won"]) == 190


def test_other_children_stay(program):
    """Those of a shell that became the program."""
    words = shlex.join([program.path, *COMMON, "--rounds", "9", "--policy", f"one={player('edge.py')}"])
    number = int(run("sh", "-c", f"sleep 60 > /dev/null 2>&1 & echo $!; exec {words}").output.split()[0])
    with open(f"/proc/{number}/stat") as file:
        assert file.read().rsplit(")", 1)[1].split()[0] != "Z"
    os.kill(number, signal.SIGKILL)


@pytest.mark.compiler
def test_signal_while_a_player_is_asked(program, tmp_path):
    """A signal kills the players and then ends the run, also when another thread sees a player's death first."""
    run("cc", "-shared", "-fPIC", PLAYERS / "pause.c", "-o", tmp_path / "pause.so")
    silent = ("echo name silent; echo ready; while read -r word rest; do "
              f"[ $word != see ] || {{ : > {tmp_path}/asked; sleep 1000; }}; done")
    away = ("import os, time; os.setpgid(0, os.getpgid(os.getppid())); print('name away\\nready', flush=True); "
            "time.sleep(1000)")
    away = "exec " + shlex.join([sys.executable, "-c", away])
    mark = f"asked-{os.getpid()}"
    for preload in f"{tmp_path}/pause.so", "":
        other = subprocess.Popen(
            [program.path, *COMMON, "--rounds", "9", "--policy", f"one={silent}", "--policy", f"away={away}"],
            env={**os.environ, "LD_PRELOAD": preload, "ZOMBIES_PLAYERS_TEST": mark}, stdout=subprocess.DEVNULL,
            start_new_session=True)
        while not (tmp_path / "asked").exists() and other.poll() is None:
            time.sleep(0.01)
        (tmp_path / "asked").unlink(missing_ok=True)
        other.terminate()
        assert other.wait(50) == -signal.SIGTERM
        # Their new parent may take a moment.
        end = time.monotonic() + LONGEST
        while (left := left_behind(f"ZOMBIES_PLAYERS_TEST={mark}")) and time.monotonic() < end:
            time.sleep(0.01)
        assert left == []


@pytest.mark.compiler
def test_article(program, tmp_path):
    """The players of the article keep to the protocol, and its command runs."""
    article = (ROOT / "Sources/ZombiesCommands/ZombiesCommands.docc/PlayersInAnyLanguage.md").read_text()
    for part in article.split("<!-- player: ")[1:]:
        name, rest = part.split(" -->", 1)
        text = rest.split("```", 2)[1].split("\n", 1)[1]
        assert text.count("\n") <= 20, name
        (tmp_path / name).write_text(text)
    compiled(tmp_path / "random.c", tmp_path / "random")
    for command in "sh up.sh", f"{sys.executable} shy.py", "./random":
        program("player-check", command, cwd=tmp_path)
    done = program("simulate", "--levels", "any", "--rounds", "1000", "--policy", "edge", "--policy", "up=sh up.sh",
                   "--quiet", cwd=tmp_path)
    assert len(done.output.splitlines()) == 4
