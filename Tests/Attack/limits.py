"""Little memory, few descriptors, small files, full devices, closed streams, a small stack.

A run must end well with the right output, or with "Error: ", a status of 64 or more, and unchanged files. It must not
trap. If memory is so short that even one thread aborts, Swift cannot prevent it. Such aborts are counted by command
and are not failures. It is a failure if several threads abort where one thread would not. Status 127 comes from the
system's loader, which runs before the program.
"""

import collections
import threading

from harness import died_of, errors, line, parts, say_status, state, trapped
from kills import changed

LEVELS = b"S4/5/Z1#2/2F2/4P\nclassic@42#7\nS3/4/1Z2/3P+lit\n"
# By name: the arguments, the inputs, and the options of the outputs.
JOBS = {
    "simulate": (["simulate", "--policy", "edge,random", "--rounds", "3000", "--family", "block"], [],
                 ["-o", "--rounds-csv", "--squares-csv", "--tally", "--manifest"]),
    "simulate, optimal": (["simulate", "--policy", "optimal", "--rounds", "2000"], [], ["-o", "--tally"]),
    "census": (["census", "--family", "5x5z1b1+lit"], [], ["-o", "--top-csv", "--tally", "--manifest"]),
    "solve": (["solve", "--input", "levels"], ["levels"], ["-o", "--certificate"]),
    "solve, much": (["solve", "S29/30/12Z17" + "/30" * 26 + "/9Z19P+lit"], [], ["-o"]),
    "sweep": (["sweep", "--size", "3,4,5", "--zombies", "1", "--policy", "edge", "--rounds", "500"], [], ["-o", "--manifest"]),
    "compare": (["compare", "edge", "random", "--rounds", "2000"], [], ["-o", "--manifest"]),
    "analyze": (["analyze", "--family", "4x4z1"], [], ["-o", "--pars-csv"]),
    "model": (["model", "4x4z1f1"], [], ["-o", "--manifest"]),
    "census --search": (["census", "--search", "--family", "5x5z1b3+lit", "--climbs", "4", "--steps", "50"], [], ["-o", "--manifest"]),
    "bench": (["bench", "chase", "5", "1", "2", "5000"], [], ["-o"]),
    "generate": (["generate", "--count", "200"], [], ["-o"]),
    "verify": (["verify", "--input", "levels"], ["levels"], ["-o"]),
    "check": (["check", "proof"], ["proof"], ["-o"]),
    "replay": (["replay", "S3/1F2/3Z/P3", "--moves", "UUU"], [], ["-o"]),
    "merge": (["merge", "1.tally", "2.tally", "1.csv", "2.csv", "--rounds-csv", "rounds"],
              ["1.tally", "2.tally", "1.csv", "2.csv"], ["-o", "--squares-csv", "--tally", "--manifest"]),
    "schema": (["schema"], [], ["-o"]),
    "help": (["help"], [], []),
    "--version": (["--version"], [], []),
}
# Enough work to keep all threads busy.
MUCH = {
    "simulate, much": (["simulate", "--policy", "edge,random", "--rounds", "50000"], [], ["-o", "--rounds-csv", "--tally"]),
    "census, much": (["census", "--family", "5x5z1b1f1"], [], ["-o", "--top-csv", "--tally"]),
    "sweep, much": (["sweep", "--size", "5,6", "--zombies", "1,2", "--policy", "edge,random", "--rounds", "10000"], [], ["-o"]),
    "compare, much": (["compare", "edge", "random", "--rounds", "20000", "--difference", "0.001"], [], ["-o"]),
    "analyze, much": (["analyze", "--family", "5x5z1b1"], [], ["-o"]),
    "census --search, much": (["census", "--search", "--family", "4x4z1b1+lit", "--climbs", "1024", "--steps", "5"], [], ["-o"]),
    "bench, much": (["bench", "chase", "5", "1", "2", "200000"], [], ["-o"]),
}
THREADED = [*MUCH, "simulate", "simulate, optimal", "census", "sweep", "compare", "analyze", "census --search", "bench"]
NAMES = {"-o": "out", "--rounds-csv": "r.csv", "--squares-csv": "s.csv", "--tally": "tally", "--manifest": "manifest", "--top-csv": "top",
         "--certificate": "cert", "--pars-csv": "pars", "--checkpoint": "saved"}
CLOSED = ["<&-", ">&-", "2>&-", "<&- >&-", "<&- 2>&-", ">&- 2>&-", "<&- >&- 2>&-", "2> /dev/full", "> /dev/full", "> /dev/full 2>&1",
          "< /", "0> /dev/null", "1< /dev/null", "2< /dev/null"]


def prepare(attack):
    return attack.made([
        ["solve", "--input", "levels", "--certificate", "proof", "-o", "/dev/null"],
        *parts(JOBS["simulate"][0], 2, "tally"),
    ], {"levels": LEVELS})


def run(attack, report):
    files = prepare(attack)
    cases = []
    for job in {**JOBS, **MUCH}:
        threads = [None] if job not in THREADED else attack.count([1, 2, 8, 64, 256, 1024] if job in MUCH else [1, 64, 1024], [1, 1024] if job in MUCH else [64])
        cases += [("v", job, f"ulimit -v {kB};", n) for kB in range(40_000, 400_001, attack.count(20_000, 60_000)) for n in threads]
        if job in MUCH:
            continue
        cases += [("n", job, f"ulimit -n {n};", None) for n in range(3, 21, attack.count(1, 4))]
        cases += [("f", job, f"ulimit -f {n};", None) for n in attack.count([0, 1, 2, 3, 5, 10, 50, 100], [0, 2])]
        cases += [("s", job, f"ulimit -s {kB};", None) for kB in attack.count([256, 512, 1024], [512])]
        cases += [("device", job, option, None) for option in JOBS[job][2]]
        cases += [("stream", job, "|" + streams, None) for streams in CLOSED]
        cases += [("stream to a file", job, "|" + streams, None) for streams in CLOSED if JOBS[job][2]]
    cases += [("cpu", "simulate", "ulimit -S -t 1;", None)]
    aborts = collections.defaultdict(list)
    truth, lock = {}, threading.Lock()

    def words_of(job, threads=None, outputs=True):
        words, _, options = {**JOBS, **MUCH}[job]
        words = words + [word for option in options if outputs for word in (option, NAMES[option])]
        return words + (["--threads", str(threads)] if threads else [])

    def start(job):
        _, inputs, options = {**JOBS, **MUCH}[job]
        return {**{name: files[name] for name in inputs}, **{NAMES[option]: b"old\n" for option in options}}

    def right(words, job):
        with lock:
            if tuple(words) not in truth:
                with attack.scratch(start(job)) as folder:
                    result = attack.run(words, folder, timeout=60)
                    truth[tuple(words)] = (result.status, result.out, state(folder))
            return truth[tuple(words)]

    def case(number, random):
        kind, job, limit, threads = cases[number]
        words = words_of(job, threads, outputs=kind != "stream" and not (kind == "v" and random.random() < 0.5))
        shell = limit
        if kind == "device":
            words, shell = words_of(job), ""
            at = words.index(NAMES[limit])
            words[at] = "/dev/full"
        if kind == "cpu":
            words = ["simulate", "--rounds", "1e9", "--rounds-csv", "r.csv", "--tally", "t"]
        status, out, files_then = right(words, job) if kind not in ("device", "cpu") else (74, b"", None)
        with attack.scratch(start(job)) as folder:
            before = state(folder)
            result = attack.run(words, folder, shell=shell, timeout=30)
            now = state(folder)
        report.count({"v": "ulimit -v", "n": "ulimit -n", "f": "ulimit -f", "s": "ulimit -s", "cpu": "ulimit -t", "device": "/dev/full"}
                     .get(kind, "streams"))
        shown = line(words, shell=shell)

        def fall(what, detail=""):
            report.fall(number, f"{job}, {limit.strip('|;')}: {what}" if kind != "v" else f"{job}, ulimit -v: {what}", shown, detail)

        # Without memory for a second heap, glibc maps each allocation separately, which is very slow.
        if kind == "v" and result.status == 124:
            report.note(f"slow: {shown}")
            return
        if kind == "v" and died_of(result.status):
            one = right_alone(words, folder_of=start(job), shell=limit) if threads not in (None, 1) else None
            aborts[job].append((int(limit.split()[2].strip(";")), threads or 1, say_status(result.status)))
            if one is not None and not died_of(one) and one != 124:
                fall(f"{say_status(result.status)} with {threads} threads, but {say_status(one)} with one thread")
            elif {**before} != now and died_of(result.status):
                litter(before, now, fall)
            return
        if kind == "cpu":
            if say_status(result.status) != "SIGXCPU" or before != now:
                fall(say_status(result.status), changed(before, now))
            return
        if trapped(result.status) or died_of(result.status) or result.status == 124:
            fall(say_status(result.status), repr(result.err[-150:]))
        elif result.status == 127:
            report.count("of these not loaded")
        elif result.status >= 64:
            if kind == "device" and result.status not in (73, 74):
                fall(f"{say_status(result.status)} instead of 74")
            if not errors(result) and "2" not in limit:
                fall(f"{say_status(result.status)} without 'Error: '", repr(result.err[-150:]))
            if now != before:
                fall(f"{say_status(result.status)}, but files have changed", changed(before, now))
            if kind.startswith("stream") and not starved(limit, kind, out):
                fall(f"{say_status(result.status)}, although all streams that it needs are open", repr(result.err[-150:]))
        elif kind == "device":
            fall("status 0, although the device is full")
        else:
            gone = kind.startswith("stream") and any(text in limit for text in (">&-", "> /dev/full", "1<")) and not limit.startswith("|2")
            if kind == "stream" and gone and out and starved(limit, kind, out):
                fall(f"{say_status(result.status)}, although standard output cannot be written")
            elif result.status != status or not gone and result.out != out or now != files_then:
                fall(f"{say_status(result.status)}, but the output is wrong", changed(files_then, now))

    def right_alone(words, folder_of, shell):
        at = words.index("--threads")
        with attack.scratch(folder_of) as folder:
            return attack.run(words[:at] + ["--threads", "1"] + words[at + 2:], folder, shell=shell, timeout=30).status

    attack.each(report, len(cases), case)
    for job, found in aborts.items():
        kB, threads, what = max(found)
        report.note(f"{job}: {len(found)} aborts under ulimit -v, up to {kB} kB ({threads} threads, {what})")


def starved(limit, kind, out):
    """Whether standard output is needed but cannot be written."""
    words = limit.strip("|").split()
    closed = ">&-" in words or "1<" in words or (">" in words and "/dev/full" in words and words.index(">") + 1 == words.index("/dev/full"))
    return kind == "stream" and closed and bool(out)


def litter(before, now, fall):
    """Checks that an abort has changed nothing except .part files, which it cannot remove."""
    wrong = [name for name in {*before, *now} if before.get(name) != now.get(name) and not name.endswith(".part")]
    if wrong:
        fall("an abort has changed files", f"{wrong}")
