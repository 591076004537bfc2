"""Kills at random moments during every command that writes files.

After each kill, the inputs and all files that the command line does not name must be unchanged. Each output must be the
old file or the complete new one, with the bytes that an undisturbed run writes. After a signal that can be caught,
nothing may be left over except a checkpoint, the unfinished rounds that it names, and their .part.checkpoint file.
After SIGKILL, and if there is a checkpoint also after any other signal, the same command (with --resume, if there is a
checkpoint) must write the right bytes and leave nothing over.

A run that is refused, because an input has the name of an output's .part file, must change nothing.
"""

import os
import signal
import stat
import time

from harness import content, line, parts, say_status, state, trapped, write

SIGNALS = [signal.SIGKILL] * 5 + [signal.SIGTERM] * 2 + [signal.SIGINT, signal.SIGHUP, signal.SIGQUIT]
BATCH = ["simulate", "--family", "block", "--policy", "edge,random", "--rounds", "12000"]
CENSUS = ["census", "--family", "5x5z1b1+lit"]
SWEEP = ["sweep", "--family", "block,classic", "--chase", "longest,vertical", "--policy", "edge,random",
         "--rounds", "2500"]


class Job:
    """A command line, with its inputs and outputs."""

    def __init__(self, words, inputs=(), checkpoint=None):
        self.words, self.inputs, self.checkpoint = list(words), list(inputs), checkpoint
        self.outputs = {}

    def writes(self, option, name):
        self.words += [option, name]
        self.outputs[option] = name

    def writes_some(self, random, options, least=1):
        """Adds some of the options, at least `least`, in any order."""
        options = random.sample(options, random.randint(min(least, len(options)), len(options)))
        names = {"-o": "out", "--rounds-csv": "rounds.csv", "--squares-csv": "squares.csv", "--tally": "tally",
                 "--manifest": "manifest.json", "--certificate": "proof", "--pars-csv": "pars.csv", "--top-csv": "top.csv",
                 "--html": "page.html"}
        for option in options:
            self.writes(option, names[option])

    def saves(self, random, name="saved"):
        """Adds a checkpoint."""
        self.checkpoint = name
        self.words += ["--checkpoint", name, "--checkpoint-every", random.choice(["0", "0", "60"])]

    @property
    def resumed(self):
        return self.words + (["--resume"] if self.checkpoint else [])


def prepare(attack):
    """The files that the commands read."""
    return attack.made([
        ["generate", "--family", "6x6z2b3f1", "--seed", "7", "--count", "1500", "--format", "code", "-o", "levels"],
        ["generate", "--family", "6x6z2b3f1", "--levels", "any", "--count", "4000", "--format", "code", "-o", "any"],
        ["generate", "--count", "40", "--format", "code", "-o", "few"],
        ["solve", "--input", "levels", "--certificate", "certificates", "-o", "/dev/null"],
        *parts(BATCH, 3, "tally"), *parts(CENSUS, 2, "census"), *parts(SWEEP, 2, "sweep"),
    ])


def generate(random):
    job = Job(["generate", "--family", "6x6z2b3f1", "--seed", str(random.randrange(9)), "--count", "4000"])
    job.writes("-o", "out")
    return job


def solve(random):
    job = Job(["solve", "--input", "levels"] + random.choice([[], ["--format", "csv"], ["--difficulty"]]), ["levels"])
    job.writes_some(random, ["-o", "--certificate"])
    return job


def verify(random):
    job = Job(["verify", "--input", "any"], ["any"])
    job.writes("-o", "out")
    return job


def check(random):
    job = Job(["check", "certificates"], ["certificates"])
    job.writes("-o", "out")
    return job


def replay(random):
    room = "P63" + "/64" * 62 + "/63S"
    job = Job(["replay", room, "--policy", "random", "--seed", str(random.randrange(9)), "--max-moves", "400"])
    job.writes("-o", "out")
    return job


def simulate(random):
    job = Job(BATCH)
    if random.random() < 0.3:
        job = Job(["simulate", "--input", "few", "--policy", "edge,random", "--rounds", "12000"], ["few"])
    if random.random() < 0.2:
        job.words[-2:] = ["--games", "5000"]
    if random.random() < 0.5:
        job.words += ["--threads", random.choice(["1", "3"])]
    job.writes_some(random, ["-o", "--rounds-csv", "--squares-csv", "--tally", "--manifest"])
    if random.random() < 0.6:
        job.saves(random)
    return job


def merge(random):
    kinds = random.choice([["tally"], ["csv"], ["tally", "csv"]])
    names = [f"{part}.{kind}" for part in (1, 2, 3) for kind in kinds]
    random.shuffle(names)
    job = Job(["merge", *names], names)
    if "csv" in kinds:
        job.writes("--rounds-csv", "rounds.csv")
    job.writes_some(random, ["-o", "--squares-csv", "--tally", "--manifest"] if "tally" in kinds else ["--manifest"],
                    least=1 if kinds == ["tally"] else 0)
    return job


def merge_census(random):
    job = Job(["merge", "1.census", "2.census"], ["1.census", "2.census"])
    job.writes_some(random, ["-o", "--top-csv", "--tally", "--manifest"])
    return job


def merge_sweep(random):
    job = Job(["merge", "1.sweep", "2.sweep"], ["1.sweep", "2.sweep"])
    job.writes_some(random, ["-o", "--html", "--tally", "--manifest"])
    return job


def sweep(random):
    job = Job(SWEEP + random.choice([[], ["--exact"], ["--shard", "2/3"]]))
    job.writes_some(random, ["-o", "--html", "--tally", "--manifest"])
    if random.random() < 0.6:
        job.saves(random)
    return job


def compare(random):
    job = Job(["compare", "edge", "beeline", "--difference", "0.01"])
    job.writes_some(random, ["-o", "--manifest"])
    return job


def analyze(random):
    job = Job(["analyze", "--family", random.choice(["classic", "5x5z1b1", "4x5z2"])])
    job.writes_some(random, ["-o", "--pars-csv"])
    return job


def census(random):
    job = Job(CENSUS)
    job.writes_some(random, ["-o", "--top-csv", "--tally", "--manifest"])
    if random.random() < 0.6:
        job.saves(random)
    return job


def model(random):
    job = Job(["model", "4x4z1f1"])
    job.writes_some(random, ["-o", "--manifest"])
    return job


def search(random):
    job = Job(["census", "--search", "--family", "5x5z1b3+lit", "--climbs", "16", "--steps", "400"])
    job.writes_some(random, ["-o", "--manifest"])
    return job


def bench(random):
    job = Job(["bench", "chase", "6", "1", "5", "20000"])
    job.writes("-o", "out")
    return job


def schema(random):
    job = Job(["schema"])
    job.writes("-o", "out")
    return job


# Failures that do not count for files that an earlier SIGKILL has left behind.
LITTER, UNFINISHED = LEFT = ("litter", "unfinished rounds are left without a checkpoint")

JOBS = [generate, solve, verify, check, replay, simulate, simulate, simulate, merge, merge, merge_census, merge_sweep, sweep,
        sweep, compare, analyze, census, census, model, search, bench, schema]


def name_alike(random, job):
    """Gives an input the name of an output's .part file, or a similar name."""
    outputs = [*job.outputs.values()] + ([job.checkpoint] if job.checkpoint else [])
    if not job.inputs or not outputs:
        return {}
    old = random.choice(job.inputs)
    new = random.choice(outputs) + random.choice([".part", ".part.checkpoint", ".part.part", ".partial"])
    job.words = [new if word == old else word for word in job.words]
    job.inputs = [new if name == old else name for name in job.inputs]
    return {old: new}


def draw(random, number, files):
    """A job, and the files of the folder in which it starts."""
    job = JOBS[number % len(JOBS)](random)
    renamed = name_alike(random, job) if random.random() < 0.25 else {}
    start = {renamed.get(name, name): files[name] for name in files if renamed.get(name, name) in job.inputs}
    names = [*job.outputs.values()]
    # Files that the command line does not name.
    for name in names:
        if random.random() < 0.3:
            start[name + random.choice([".part.checkpoint", ".par", ".part~", ".checkpoint", ".part.old"])] = b"mine\n"
    for name in names:
        if random.random() < 0.5:
            start[name] = b"old " + name.encode() + b"\n"
    return job, start


def wait_for(random, process, folder, seconds):
    """Waits for a random time, or until the folder has changed a number of times."""
    if random.random() < 0.5:
        share = random.choice([random.random(), random.random(), 0.1 * random.random(), 0.9 + 0.15 * random.random()])
        time.sleep(seconds * share)
        return
    changes, last, deadline = random.choice([1, 1, 2, 3, 4, 5, 8, 13]), None, time.monotonic() + 5
    while process.poll() is None and time.monotonic() < deadline:
        try:
            now = sorted((e.name, e.inode(), e.stat().st_size > 0) for e in os.scandir(folder))
        except FileNotFoundError:
            continue
        if last is not None and now != last:
            changes -= 1
            if changes == 0:
                break
        last = now
    time.sleep(random.choice([0, 0, 0.0003, 0.002]) * random.random())


def run(attack, report):
    files = prepare(attack)
    wanted = attack.count(300, 40)
    done = number = 0
    # A kill may come too late. Further cases replace it.
    while (done < wanted if report.wants_all else number < 10 * wanted) and number < 10 * wanted:
        if report.wants(number):
            done += case(attack, report, files, number)
        number += 1
    report.count("jobs", number if report.wants_all else 1)


def case(attack, report, files, number):
    """Runs a job that is killed, perhaps repeatedly; returns the number of kills."""
    random = attack.random(report.part, number)
    job, start = draw(random, number, files)
    shown = line(job.words)

    def fall(kind, detail="", line=shown):
        report.fall(number, kind, line, detail)

    with attack.scratch(start) as clean, attack.scratch(start) as folder:
        before = state(folder)
        reference = attack.run(job.words, clean, timeout=60)
        after = state(clean)
        if trapped(reference.status) or reference.status == 124:
            fall(f"{job.words[0]}: {say_status(reference.status)} without a kill")
            return 0
        if reference.status >= 64:
            report.count(f"refused with {say_status(reference.status)} because names clash")
            if reference.status not in (64, 73):
                fall(f"{say_status(reference.status)} without a kill", repr(reference.err[-200:]))
            if after != before:
                fall("a refused run has changed files", changed(before, after))
            return 0
        wrong = [name for name in before if name not in job.outputs.values() and before[name] != after.get(name)]
        if wrong:
            fall("a file that is not an output is changed without a kill", f"{wrong}")
            return 0
        # The manifest of a resumed run contains --resume in its command line.
        truth = after
        if job.checkpoint and "--manifest" in job.outputs:
            write(folder, start)
            attack.run(job.resumed, folder, timeout=60)
            truth = {**after, "manifest.json": state(folder)["manifest.json"]}
            for name in state(folder):
                os.remove(os.path.join(folder, name))
            write(folder, start)
        outputs = set(job.outputs.values())
        rounds = job.outputs.get("--rounds-csv", "") + ".part"
        unfinished = {job.checkpoint, rounds, rounds + ".checkpoint"} if job.checkpoint else set()
        kills = 0
        seconds = reference.seconds
        for attempt in range(random.choice([1, 1, 2, 3])):
            words = job.resumed if attempt else job.words
            number_of_signal = random.choice(SIGNALS)
            # Files that an earlier SIGKILL has left behind stay if this run is killed before its first output.
            standing = set(state(folder))
            process = attack.quietly(words, folder)
            wait_for(random, process, folder, seconds)
            late = process.poll() is not None
            process.send_signal(number_of_signal)
            status = process.wait()
            shown_here = line(words) + f" & sleep {seconds * 0.5:.2f}; kill -{number_of_signal.name[3:]} $!"
            now = state(folder)
            if status == -number_of_signal and not late:
                kills += 1
                report.count(number_of_signal.name)
                judge(job, before, now, [after, truth], outputs, unfinished, number_of_signal,
                      lambda kind, detail="": kind in LEFT and detail in standing
                      or fall(f"{number_of_signal.name}: {kind}", detail, shown_here))
                if number_of_signal != signal.SIGKILL and not job.checkpoint:
                    break
            elif status != reference.status:
                fall(f"{number_of_signal.name}: {say_status(status)}", "", shown_here)
                return kills
            else:
                break
        left = state(folder)
        if job.checkpoint and job.checkpoint in left and random.random() < 0.2:
            refused = attack.run(job.words, folder, timeout=60)
            # Leftovers of a killed run may be removed, but not the rounds that the checkpoint needs.
            stale = {name + ".part" for name in [*outputs, job.checkpoint]} - unfinished
            now = {**{name: left[name] for name in stale if name in left}, **state(folder)}
            if refused.status != 73 or now != left:
                fall(f"a checkpoint exists, but without --resume: {say_status(refused.status)}", changed(left, now))
        result = attack.run(job.resumed, folder, timeout=60)
        now = state(folder)
        if result.status != reference.status:
            fall(f"the next run ends with {say_status(result.status)}", repr(result.err[-200:]))
        elif {**now, "": result.out} not in ({**truth, "": reference.out}, {**after, "": reference.out}):
            fall("the next run does not leave the right files", changed(truth, now))
        return kills


def changed(before, after):
    """The difference between two states, in one line."""
    names = sorted(name for name in {*before, *after} if before.get(name) != after.get(name))
    return "; ".join(
        f"{name} " + ("is there" if name not in before else "is gone" if name not in after else "is changed") for name in names)


def judge(job, before, now, whole, outputs, unfinished, number, fall):
    """Checks the files after a kill."""
    for name in {*before, *now}:
        if name in outputs:
            # After a kill between the last two steps of a run, the complete file is in place, but still has the bit
            # that marks .part files.
            file = now.get(name)
            if number == signal.SIGKILL and file is not None:
                file = (file[0], file[1] & ~stat.S_ISVTX, file[2])
            if file != before.get(name) and all(file != truth.get(name) for truth in whole):
                fall("an output is neither the old file nor the complete new one", f"{name}: {len(content(now, name) or b'')} bytes")
        elif name in before:
            if now.get(name) != before[name]:
                fall("a file that is not an output is changed", name)
        elif number != signal.SIGKILL:
            if name not in unfinished:
                fall(LITTER, name)
            elif name != job.checkpoint and job.checkpoint not in now:
                fall(UNFINISHED, name)
            elif name.endswith(".part.checkpoint") and name.removesuffix(".checkpoint") not in now:
                fall(LITTER, name)
