"""Environment variables: those that SLURM sets for a task of an array, and those of terminals and systems.

With '--shard auto', the status must be 0 or 64, whatever the variables of SLURM contain. If it is 0, the shard must be
the result of a naive computation, with numbers of any size. The other variables must not change CSV output, and may
change only colours in other output.
"""

import os
import pty
import re
import select
import struct
import termios
import fcntl

from harness import control_characters, errors, line, say_status, trapped

SIMULATE = ["simulate", "--shard", "auto", "--rounds", "10", "--policy", "edge", "--tally", "-", "-o", "/dev/null"]
CENSUS = ["census", "--shard", "auto", "--family", "3x3z1", "--tally", "-", "-o", "/dev/null"]

TOP = 2**64 - 1
ABSURD = [b"", b" ", b"0", b"1", b"2", b"3", b"10", b"1000000", b"1000001", b"-1", b"+1", b"01", b"1.0", b"1e3", b" 1", b"1 ",
          b"0x1", b"text", b"undefined", b"nan", b"\xff\xfe", b"1\xff", "１".encode(), b"1,2", b"1-3", b"\x1b[31m", b"\n",
          b"9" * 3000, *(str(n).encode() for n in (TOP, TOP - 1, TOP + 1, TOP - 999_999, 2**63, 2**63 - 1, 2**32, 2**128))]
SMALL = [str(n).encode() for n in range(8)]

# The variables of a task of an array, and sensible values of them with the shard that they mean.
NAMES = ["SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_COUNT", "SLURM_ARRAY_TASK_MIN", "SLURM_ARRAY_TASK_MAX",
         "SLURM_ARRAY_TASK_STEP"]
SANE = [(["2", "3", "1", "3", "1"], "2/3"), (["0", "4", "0", "3", "1"], "1/4"), (["7", "3", "1", "7", "3"], "3/3"),
        (["7", "3", "1", "8", "3"], "3/3"), (["2", None, "1", "3", None], "2/3"), (["2", "3", None, None, None], "2/3")]


def coherent(random):
    """Consistent values, near the limits of 64 bits."""
    first, step = random.choice([0, 0, 1, 5, TOP - 5, TOP]), random.choice([1, 1, 1, 2, 3, 2**63, TOP])
    last = random.choice([0, 1, 5, 9, 999_999, 2**63, TOP - 1, TOP, TOP, TOP])
    index = random.choice([first, last - (last - first) % step, first + step])
    count = (last - first) // step + 1
    told = [index, random.choice([None, None, count]), first, last, step]
    # A step of one can be omitted.
    if step == 1 and random.random() < 0.5:
        told[-1] = None
    return [None if n is None else str(n).encode() for n in told]


def number(text):
    """The value of a plain decimal number below 2^64; None for any other text."""
    return int(text) if text is not None and re.fullmatch(b"[0-9]+", text) and int(text) <= TOP else None


def in_array(index, first, last, step):
    """The shard of a task in an array with steps, or None if the task is not in the array."""
    if not step or not first <= index <= last or (index - first) % step:
        return None
    return (index - first) // step + 1, (last - first) // step + 1


def naive(values):
    """The shard that the variables mean: its number and the number of shards; None if there is none."""
    n = [number(value) for value in values]
    if n[0] is None:
        return None
    if n[2] is None or n[3] is None:
        return (n[0], n[1]) if n[1] else None
    place = in_array(n[0], n[2], n[3], 1 if n[4] is None else n[4])
    return place if place and n[1] in (None, place[1]) else None


def run(attack, report):
    folder = attack.folder({"levels": b"S4/5/Z1#2/2F2/4P\nclassic@42#7\n"})

    def case(number_of_case, random):
        expected = None
        if number_of_case < len(SANE):
            values, expected = SANE[number_of_case]
            values = [None if value is None else value.encode() for value in values]
        elif random.random() < 0.4:
            values = coherent(random)
        else:
            pool = random.choice([ABSURD, ABSURD + SMALL * 6, SMALL])
            values = [random.choice(pool) if random.random() < 0.9 else None for _ in NAMES]
        words = random.choice([SIMULATE, SIMULATE, CENSUS])
        env = {name: value for name, value in zip(NAMES, values) if value is not None}
        with attack.scratch() as here:
            result = attack.run(words, here, env=env)
        report.count("arrays")
        judge(report, number_of_case, result, line(words, env=env), values, expected)

    def judge(report, case, result, shown, values, expected):
        if trapped(result.status) or result.status not in (0, 64):
            report.fall(case, say_status(result.status), shown, repr(result.err[-150:]))
            return
        if errors(result) != (result.status == 64) or (result.status == 64 and result.out):
            report.fall(case, f"'Error: ' or stdout do not match {say_status(result.status)}", shown)
        if control_characters(result.err):
            report.fall(case, "a control character reaches stderr raw", shown, repr(result.err[:200]))
        told = re.search(rb"shard (\d+)/(\d+), from", result.err)
        if result.status == 0 and not told:
            report.fall(case, "the shard is not printed", shown)
        if result.status == 0 and told:
            report.count("of these played")
            part, right = (int(told[1]), int(told[2])), naive(values)
            if part != right or not 1 <= part[0] <= part[1]:
                report.fall(case, f"part {part[0]}/{part[1]}, and right is {right}", shown)
        if expected and (not told or told.group().decode() != f"shard {expected}, from"):
            report.fall(case, f"a sane array is not taken for {expected}", shown, repr(result.err[:150]))

    attack.each(report, len(SANE) + attack.count(1000, 150), case)
    surroundings(attack, report, folder)


# The number of the first case that is not an array.
FIRST = 10_000

NONSENSE = [b"", b"0", b"-1", b"1", str(TOP).encode(), str(TOP + 1).encode(), b"nonsense", b"\xff\xfe", b"/nowhere", b"/dev/full", b"a" * 10_000,
            b"\x1b[2J", b"dumb", b"xterm-256color", b"tr_TR.UTF-8", b"ar_EG", b"C.UTF-8", b"%s%n"]
VARIABLES = ["TERM", "NO_COLOR", "CLICOLOR_FORCE", "COLUMNS", "LINES", "LC_ALL", "LANG", "LC_NUMERIC", "HOME", "TMPDIR", "XDG_CONFIG_HOME",
             "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR", "TZ", "POSIXLY_CORRECT", "MALLOC_ARENA_MAX"]
LINES = [
    ["solve", "--input", "levels", "--format", "csv"], ["solve", "--input", "levels", "--difficulty"], ["generate", "--count", "2"],
    ["simulate", "--rounds", "300"], ["replay", "S3/1F2/3Z/P3", "--moves", "UUU"], ["census", "--family", "3x3z1"], ["help"],
    ["verify", "S#/#P"], ["solve", "nonsense"], ["analyze", "--family", "3x3z1"],
]


def surroundings(attack, report, folder):
    """Other variables with nonsense values, with pipes and on a terminal."""
    right = [attack.run(words, folder) for words in LINES]

    def case(number, random):
        if number < FIRST:
            return
        at = random.randrange(len(LINES))
        env = {name: random.choice(NONSENSE) for name in random.sample(VARIABLES, random.choice([1, 2, 5]))}
        shown = line(LINES[at], env=env)
        if number % 3 == 0:
            size = random.choice([(0, 0), (1, 1), (24, 80), (65535, 65535), (24, 1), (2, 3)])
            status = on_terminal(attack, ["simulate", "--rounds", "400000"] if random.random() < 0.3 else LINES[at], folder, env, size)
            report.count("on a terminal")
            if trapped(status) or status == 124 or status >= 0 and status not in (0, 1, 64, 65):
                report.fall(number, f"on a terminal of {size}: {say_status(status)}", shown)
            return
        result = attack.run(LINES[at], folder, env=env)
        report.count("surroundings")
        plain = re.sub(rb"\x1b\[[0-9;]*m", b"", result.out)
        if (result.status, plain, result.err) != (right[at].status, right[at].out, right[at].err):
            report.fall(number, f"the environment changes the output: {say_status(result.status)}", shown, repr(result.err[:150]))
        if result.out != plain and ("CLICOLOR_FORCE" not in env or "csv" in LINES[at]):
            report.fall(number, "unrequested colours", shown)

    wanted = attack.count(600, 60)
    attack.each(report, FIRST + wanted, case)


def on_terminal(attack, words, folder, env, size):
    """Runs the program on a terminal of a given size; returns its status."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", *size, 0, 0))
    process = attack.start(words, folder, env=env, stdin=slave, stdout=slave, stderr=slave)
    os.close(slave)
    try:
        for _ in range(10_000):
            if not select.select([master], [], [], 10)[0]:
                process.kill()
                process.wait()
                return 124
            if not os.read(master, 1 << 16):
                break
    except OSError:
        # The other end is closed.
        pass
    finally:
        os.close(master)
    return process.wait()
