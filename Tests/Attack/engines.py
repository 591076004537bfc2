"""Environment variables: those that batch systems set for a task, and those of terminals and systems.

With '--shard auto', the status must be 0 or 64, whatever the variables of batch systems contain. If it is 0, the shard
must be the result of a naive computation, with numbers of any size. The other variables must not change CSV output,
and may change only colours in other output.
"""

import os
import pty
import re
import select
import struct
import termios
import fcntl

from harness import control_characters, errors, line, quoted, say_status, trapped

SIMULATE = ["simulate", "--shard", "auto", "--rounds", "10", "--policy", "edge", "--tally", "-", "-o", "/dev/null"]
CENSUS = ["census", "--shard", "auto", "--family", "3x3z1", "--tally", "-", "-o", "/dev/null"]

TOP = 2**64 - 1
ABSURD = [b"", b" ", b"0", b"1", b"2", b"3", b"10", b"1000000", b"1000001", b"-1", b"+1", b"01", b"1.0", b"1e3", b" 1", b"1 ",
          b"0x1", b"text", b"undefined", b"nan", b"\xff\xfe", b"1\xff", "１".encode(), b"1,2", b"1-3", b"\x1b[31m", b"\n",
          b"9" * 3000, *(str(n).encode() for n in (TOP, TOP - 1, TOP + 1, TOP - 999_999, 2**63, 2**63 - 1, 2**32, 2**128))]
SMALL = [str(n).encode() for n in range(8)]

# By engine: the variables of a task, and sensible values of them with the shard that they mean.
ENGINES = {
    "SLURM": (["SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_COUNT", "SLURM_ARRAY_TASK_MIN", "SLURM_ARRAY_TASK_MAX",
               "SLURM_ARRAY_TASK_STEP"],
              [(["2", "3", "1", "3", "1"], "2/3"), (["0", "4", "0", "3", "1"], "1/4"), (["7", "3", "1", "7", "3"], "3/3"),
               (["7", "3", "1", "8", "3"], "3/3"), (["2", None, "1", "3", None], "2/3"), (["2", "3", None, None, None], "2/3")]),
    "Kubernetes": (["JOB_COMPLETION_INDEX"], []),
    "AWS Batch": (["AWS_BATCH_JOB_ARRAY_INDEX", "AWS_BATCH_JOB_ARRAY_SIZE"], [(["0", "5"], "1/5"), (["4", "5"], "5/5")]),
    "GNU parallel": (["PARALLEL_SEQ"], []),
    "PBS": (["PBS_ARRAY_INDEX", "PBS_ARRAYID"], []),
    "SGE": (["SGE_TASK_ID", "SGE_TASK_FIRST", "SGE_TASK_LAST", "SGE_TASK_STEPSIZE"],
            [(["2", "1", "3", "1"], "2/3"), (["5", "1", "7", "4"], "2/2"), (["4", "2", "9", "2"], "2/4")]),
    "LSF": (["LSB_JOBINDEX", "LSB_JOBINDEX_END", "LSB_JOBINDEX_STEP"], [(["2", "3", "1"], "2/3"), (["3", "5", "2"], "2/3")]),
    "HTCondor": (["ProcId", "TotalSubmitProcs"], [(["0", "5"], "1/5"), (["4", "5"], "5/5")]),
}


def coherent(random, engine):
    """Consistent values, near the limits of 64 bits."""
    first, step = random.choice([0, 0, 1, 5, TOP - 5, TOP]), random.choice([1, 1, 1, 2, 3, 2**63, TOP])
    last = random.choice([0, 1, 5, 9, 999_999, 2**63, TOP - 1, TOP, TOP, TOP])
    first = 1 if engine == "LSF" else first
    index = random.choice([first, last - (last - first) % step, first + step])
    count = (last - first) // step + 1
    told = {"SLURM": [index, random.choice([None, None, count]), first, last, step], "SGE": [index, first, last, step],
            "LSF": [index, last, step], "AWS Batch": [index, count], "HTCondor": [index, count]}.get(engine, [index])
    # A step of one can be omitted.
    if len(told) > 2 and step == 1 and random.random() < 0.5:
        told[-1] = None
    values = [None if n is None else str(n).encode() for n in told]
    return values + [None] * (len(ENGINES[engine][0]) - len(values))


def number(text):
    """The value of a plain decimal number below 2^64; None for any other text."""
    return int(text) if text is not None and re.fullmatch(b"[0-9]+", text) and int(text) <= TOP else None


def in_array(index, first, last, step):
    """The shard of a task in an array with steps, or None if the task is not in the array."""
    if not step or not first <= index <= last or (index - first) % step:
        return None
    return (index - first) // step + 1, (last - first) // step + 1


def naive(engine, values):
    """The shard that an engine's variables mean: its number and the number of shards, which is None if unknown."""
    # Spaces around a value in a job's ad are ignored.
    n = [number(value.strip() if value and engine == "HTCondor" else value) for value in values]
    if n[0] is None and engine != "PBS":
        return None
    if engine == "SLURM":
        if n[2] is None or n[3] is None:
            return n[0], n[1]
        place = in_array(n[0], n[2], n[3], 1 if n[4] is None else n[4])
        return place if place and n[1] in (None, place[1]) else None
    if engine == "SGE":
        return (n[0], None) if n[1] is None or n[2] is None else in_array(n[0], n[1], n[2], 1 if n[3] is None else n[3])
    if engine == "LSF":
        return (n[0], None) if not n[1] else in_array(n[0], 1, n[1], n[2] or 1)
    if engine in ("Kubernetes", "AWS Batch", "HTCondor"):
        return n[0] + 1, n[1] if len(n) > 1 else None
    if engine == "PBS":
        return (n[0] if n[0] is not None else n[1]), None
    return n[0], None


def run(attack, report):
    folder = attack.folder({"levels": b"S4/5/Z1#2/2F2/4P\nclassic@42#7\n"})
    sane = [(engine, values, shard) for engine, (_, examples) in ENGINES.items() for values, shard in examples]

    def case(number_of_case, random):
        if number_of_case < len(sane):
            engine, values, shard = sane[number_of_case]
            values = [None if value is None else value.encode() for value in values]
            shards, expected = None, shard
        else:
            engine = random.choice(list(ENGINES))
            pool = random.choice([ABSURD, ABSURD + SMALL * 6, SMALL])
            values = [random.choice(pool) if random.random() < 0.9 else None for _ in ENGINES[engine][0]]
            if random.random() < 0.4:
                values = coherent(random, engine)
            shards, expected = random.choice([None, None, b"3", b"7", b"1000000", random.choice(ABSURD)]), None
        words = random.choice([SIMULATE, SIMULATE, CENSUS]) + (["--shards", shards] if shards is not None else [])
        names = ENGINES[engine][0]
        env = {name: value for name, value in zip(names, values) if value is not None}
        if random.random() < 0.1 and number_of_case >= len(sane):
            other = random.choice(["PARALLEL_SEQ", "PBS_ARRAYID", "SLURM_ARRAY_TASK_ID"])
            env.setdefault(other, random.choice(SMALL + ABSURD))
            engine = "several"
        made = ""
        with attack.scratch() as here:
            if engine == "HTCondor" or "ProcId" in env:
                ad = b"".join(random.choice([b"%s = %s\n", b"%s=%s\n", b"\t%s  =  %s \r\n"]) % (k.encode(), v) for k, v in env.items())
                if random.random() < 0.1:
                    ad = random.choice([b"", b"\xff" * 100, b"=" * 100, b"ProcId", b"ProcId =", b"procid = 1\nPROCID = 2\n", ad * 1000])
                    values = [None, None]
                with open(os.path.join(here, "ad"), "wb") as file:
                    file.write(ad)
                made = f"printf %b {quoted(ad)} > ad; "
                env = {"_CONDOR_JOB_AD": b"ad"}
            result = attack.run(words, here, env=env)
        shown = made + line(words, env=env)
        report.count("arrays")
        judge(report, number_of_case, result, shown, engine, values, shards, expected)

    def judge(report, case, result, shown, engine, values, shards, expected):
        if trapped(result.status) or result.status not in (0, 64):
            report.fall(case, f"{engine}: {say_status(result.status)}", shown, repr(result.err[-150:]))
            return
        if errors(result) != (result.status == 64) or (result.status == 64 and result.out):
            report.fall(case, f"{engine}: 'Error: ' or stdout do not match {say_status(result.status)}", shown)
        if control_characters(result.err):
            report.fall(case, "a control character reaches stderr raw", shown, repr(result.err[:200]))
        told = re.search(rb"shard (\d+)/(\d+), from", result.err)
        if result.status == 0 and not told:
            report.fall(case, f"{engine}: the shard is not printed", shown)
        if result.status == 0 and told:
            report.count("of these played")
            part = int(told[1]), int(told[2])
            if engine == "several" or values == [None, None] and engine == "HTCondor":
                return
            right = naive(engine, values)
            if right and right[1] is None:
                right = (right[0], number(shards))
            elif right and shards is not None and number(shards) != right[1]:
                right = None
            if part != right or not 1 <= part[0] <= part[1]:
                report.fall(case, f"{engine}: part {part[0]}/{part[1]}, and right is {right}", shown)
        if expected and (not told or told.group().decode() != f"shard {expected}, from"):
            report.fall(case, f"{engine}: a sane array is not taken for {expected}", shown, repr(result.err[:150]))

    attack.each(report, len(sane) + attack.count(3000, 300), case)
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
