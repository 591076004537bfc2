"""Damaged files: each byte changed, dropped or doubled, and the file cut off at each byte.

TallyFileTests, CensusFileTests, SweepFileTests and CertificateHostileTests damage files for the readers alone. Only
here, the program reads every kind of damaged file, and rounds beside their tally and unfinished rounds are damaged
everywhere.

A damaged file must be rejected with status 65, or the output must be right, byte for byte. A rejection must leave all
files unchanged. Of a file with several certificates, what is left after a cut between two may be right. Two kinds of
damage cannot be detected, and are counted: a changed path beside a tally without squares, and changed rounds long
before the bytes at the end of unfinished rounds, which a checkpoint checks.
"""

import collections
import glob
import os
import signal
import stat
import time

from harness import content, errors, quoted, say_status, state, trapped

BATCH = ["simulate", "--family", "block", "--policy", "edge,random"]
LONG = ["simulate", "--family", "block", "--policy", "edge", "--rounds", "30000", "--threads", "1", "--rounds-csv", "x",
        "--squares-csv", "s", "--tally", "t", "-o", "table", "--checkpoint", "saved", "--checkpoint-every", "0"]
CENSUS = ["census", "--family", "5x6z2b2+lit", "--threads", "1", "--top-csv", "x", "-o", "table",
          "--checkpoint", "saved", "--checkpoint-every", "0"]
SWEEP = ["sweep", "--family", "block,classic", "--chase", "longest,vertical", "--policy", "edge", "--rounds", "4000", "-o", "table",
         "--checkpoint", "saved", "--checkpoint-every", "0"]
# The number of bytes at the end of unfinished rounds that a checkpoint can check.
TAIL = 4096

# `undetected` says whether a change of some bytes into others, at a place, cannot be detected.
Target = collections.namedtuple("Target", "name file files words places undetected")


def interrupted(attack, words):
    """The files of a run that is stopped halfway."""
    for attempt in range(50):
        folder = attack.folder()
        process = attack.quietly(words, folder)
        while process.poll() is None and not os.path.exists(os.path.join(folder, "saved")):
            pass
        # On a fast machine the run is over sooner, so the pause gets shorter from one attempt to the next.
        time.sleep(0.01 / (1 + attempt))
        process.send_signal(signal.SIGTERM)
        process.wait()
        # The .part.checkpoint file of unfinished rounds is a link that only names the checkpoint.
        files = {name: file[2] for name, file in state(folder).items() if not name.endswith(".part.checkpoint")}
        if files.get("saved") and "table" not in files:
            return files
    raise AssertionError(f"cannot be interrupted: {words}")


def targets(attack):
    files = attack.made([
        [*BATCH, "--rounds", "20", "--tally", "tally", "--rounds-csv", "rounds", "-o", "/dev/null"],
        [*BATCH, "--rounds", "20", "--tally", "squares", "--squares-csv", "/dev/null", "-o", "/dev/null"],
        ["simulate", "--games", "20", "--policy", "beeline", "--catching-distance", "0", "--tally", "games",
         "-o", "/dev/null"],
        ["simulate", "S4/5/Z1#2/2F2/4P", "SP", "--rounds", "20", "--policy", "edge", "--tally", "list",
         "-o", "/dev/null"],
        ["census", "--family", "4x4z1b1+lit", "--tally", "census", "-o", "/dev/null"],
        ["solve", "S3/1F2/3Z/P3", "S#/#P", "S2/1Z1/2P", "--certificate", "proof", "-o", "/dev/null"],
        ["solve", "S3/4/1Z2/3P+lit", "--catching-distance", "0", "--certificate", "proof0", "-o", "/dev/null"],
    ])

    def target(title, words, *names, undetected=nothing):
        places = range(len(files[names[0]]))
        found.append(Target(title, names[0], {name: files[name] for name in names}, words, places, undetected))

    found = []
    for name in "tally", "squares", "games", "list":
        target(f"tally ({name})", ["merge", name, "--tally", "x"], name)
    target("tally of a census", ["merge", "census", "--top-csv", "x"], "census")
    for name in "proof", "proof0":
        target(f"certificate ({name})", ["check", name], name)
    words = ["merge", "rounds", "tally", "--rounds-csv", "x"]
    target("rounds beside their tally", words, "rounds", "tally", undetected=is_of_level_or_path)
    for name, words in [("simulate", LONG), ("census", CENSUS), ("sweep", SWEEP)]:
        left, resumed = interrupted(attack, words), [*words, "--resume"]
        found.append(Target(f"checkpoint of {name}", "saved", left, resumed, range(len(left["saved"])), nothing))
        if name == "simulate":
            # Too many bytes to try each.
            length = len(left["x.part"])
            places = sorted({*range(0, length, max(1, length // 300)), *range(max(0, length - TAIL - 50), length, 20)})
            found.append(Target("rounds that a checkpoint needs", "x.part", left, resumed, places,
                                lambda whole, bad, place: place < len(whole) - TAIL))
    return found


def nothing(whole, bad, place):
    return False


def is_of_level_or_path(whole, bad, place):
    """Whether a row of rounds differs only in its level, or in a path of as many moves."""
    row, other = (text[text.rfind(b"\n", 0, place) + 1:].split(b"\n")[0].split(b",") for text in (whole, bad))
    return (len(other) == 7 and row[:3] + row[4:6] == other[:3] + other[4:6] and other[3] != b""
            and len(other[6]) == len(row[6]) and not other[6].strip(b"UDLR"))


KINDS = {
    "a bit flipped": lambda b, i, random: b[:i] + bytes([b[i] ^ (1 << random.randrange(8))]) + b[i + 1:],
    "another of its kind": lambda b, i, random: b[:i] + bytes([random.choice(alike(b[i]))]) + b[i + 1:],
    "dropped": lambda b, i, random: b[:i] + b[i + 1:],
    "doubled": lambda b, i, random: b[:i] + b[i:i + 1] + b[i:],
    "cut off": lambda b, i, random: b[:i],
}


def alike(byte):
    """The bytes that are valid in the same place as this one."""
    for group in (b"0123456789", b"UDLR", b"SPZ#F", b"abcdefghijklmnopqrstuvwxyz"):
        if byte in group:
            return [other for other in group if other != byte]
    return [byte ^ 1]


def run(attack, report):
    found = targets(attack)
    truth = {}
    for target in found:
        with attack.scratch(target.files) as folder:
            result = attack.run(target.words, folder, timeout=60)
            assert result.status < 64, (target.name, result.err)
            truth[target.name] = (result.status, result.out, state(folder))
    cases = [(target, kind, place) for target in found for kind in KINDS for place in target.places]
    unseen = collections.Counter()
    # With --short, the same share of each kind.
    every = 1 if not attack.short else max(1, len(cases) // 1500)

    def case(number, random):
        target, kind, place = cases[number]
        if number % every and report.wants_all:
            return
        whole = target.files[target.file]
        bad = KINDS[kind](whole, place, random)
        if bad == whole:
            return
        with attack.scratch({**target.files, target.file: bad}) as folder:
            # This bit marks an unfinished file of a run.
            for part in glob.glob(os.path.join(glob.escape(folder), "*.part")):
                os.chmod(part, 0o644 | stat.S_ISVTX)
            before = state(folder)
            result = attack.run(target.words, folder, timeout=30)
            now = state(folder)
        report.count(target.name)
        shown = f"{target.name}, byte {place} of {len(whole)} ({kind}): {repeat(whole, bad, place, target)}"

        def fall(what, detail=""):
            report.fall(number, f"{target.name}: {what}", shown, detail)

        if trapped(result.status) or result.status not in (0, 1, 2, 65):
            fall(say_status(result.status), repr(result.err[-150:]))
        elif errors(result) != (result.status == 65):
            fall("'Error: ' does not match the status")
        elif result.status == 65 and before != now:
            fall("rejected, but files have changed", f"{[n for n in {*before, *now} if before.get(n) != now.get(n)]}")
        elif result.status != 65 and not same(result, now, truth[target.name], target.file):
            _, out, _ = truth[target.name]
            if target.words[0] == "check" and kind == "cut off" and out.startswith(result.out):
                return
            if result.status == 0 and target.undetected(whole, bad, place):
                unseen[target.name] += 1
            else:
                fall("a wrong answer", f"{say_status(result.status)}, {result.out[:200]!r}")

    attack.each(report, len(cases), case)
    for name, count in unseen.items():
        report.note(f"{name}: {count} changes are not detected")


def repeat(whole, bad, place, target):
    """The change of the file, and the command line."""
    begin = max(0, place - 10)
    was, now = (quoted(text[begin:place + 10]) for text in (whole, bad))
    return f"{was} -> {now}; zombies {' '.join(target.words)}"


def same(result, now, truth, damaged):
    """Whether the results are those of the undamaged file, in all files but the damaged one."""
    status, out, files = truth
    names = {*files, *now} - {damaged}
    return (result.status, result.out) == (status, out) and all(content(now, n) == content(files, n) for n in names)
