"""Damaged files: each byte changed, dropped or doubled, and the file cut off at each byte.

A damaged file must be rejected with status 65 (1 if a certificate is readable but does not prove its claim), or the
output must be right, byte for byte. A rejection must leave all files unchanged. Rounds that are merged with their tally
have no hash, so undetected damage there is counted by column. It is a failure if the tally could detect it (in the
trial, round, policy, outcome, moves and, with squares, the path), or if a level or a path is invalid.
"""

import collections
import glob
import os
import re
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

Target = collections.namedtuple("Target", "name file files words judge places")


def interrupted(attack, words):
    """The files of a run that is stopped halfway."""
    for attempt in range(50):
        folder = attack.folder()
        process = attack.start(words, folder, stdout=open(os.devnull, "wb"), stderr=open(os.devnull, "wb"))
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
    made = attack.folder()
    for words in [
        [*BATCH, "--rounds", "20", "--tally", "tally", "--rounds-csv", "rounds", "-o", "/dev/null"],
        [*BATCH, "--rounds", "20", "--tally", "squares", "--squares-csv", "/dev/null", "-o", "/dev/null"],
        ["simulate", "--games", "20", "--policy", "beeline", "--catching-distance", "0", "--tally", "games", "-o", "/dev/null"],
        ["simulate", "S4/5/Z1#2/2F2/4P", "SP", "--rounds", "20", "--policy", "edge", "--tally", "list", "-o", "/dev/null"],
        ["census", "--family", "4x4z1b1+lit", "--tally", "census", "-o", "/dev/null"],
        ["solve", "S3/1F2/3Z/P3", "S#/#P", "S2/1Z1/2P", "--certificate", "proof", "-o", "/dev/null"],
        ["solve", "S3/4/1Z2/3P+lit", "--catching-distance", "0", "--certificate", "proof0", "-o", "/dev/null"],
    ]:
        assert attack.run(words, made).status == 0, words
    files = {name: file[2] for name, file in state(made).items()}

    def some(*names):
        return {name: files[name] for name in names}

    def whole(bytes):
        return range(len(bytes))

    found = [
        Target(f"tally ({name})", name, some(name), ["merge", name, "--tally", "x"], sealed, whole(files[name]))
        for name in ("tally", "squares", "games", "list")]
    found += [Target("tally of a census", "census", some("census"), ["merge", "census", "--top-csv", "x"], sealed, whole(files["census"]))]
    found += [
        Target(f"certificate ({name})", name, some(name), ["check", name], certificate, whole(files[name])) for name in ("proof", "proof0")]
    found += [
        Target(f"rounds beside their tally ({name})", "rounds", some("rounds", name),
               ["merge", "rounds", name, "--rounds-csv", "x"], rounds, whole(files["rounds"])) for name in ("tally", "squares")]
    for name, words in [("simulate", LONG), ("census", CENSUS), ("sweep", SWEEP)]:
        left = interrupted(attack, words)
        found.append(Target(f"checkpoint of {name}", "saved", left, [*words, "--resume"], checkpoint, whole(left["saved"])))
        if name == "simulate":
            # Too many bytes to try each.
            length = len(left["x.part"])
            places = sorted({*range(0, length, max(1, length // 300)), *range(max(0, length - TAIL - 50), length, 20)})
            found.append(Target("rounds that a checkpoint needs", "x.part", left, [*words, "--resume"], part, places))
    return found


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
            assert result.status == (0 if target.judge is not certificate else result.status) < 64, (target.name, result.err)
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
        elif result.status != 65:
            target.judge(attack, result, now, truth[target.name], (whole, bad, place), fall, unseen)

    attack.each(report, len(cases), case)
    for (name, column), count in unseen.items():
        report.note(f"{name}: {count} changes of {column} are not detected")


def repeat(whole, bad, place, target):
    """The change of the file, and the command line."""
    begin = max(0, place - 10)
    was, now = (quoted(text[begin:place + 10]) for text in (whole, bad))
    return f"{was} -> {now}; zombies {' '.join(target.words)}"


def same(result, now, truth, names):
    """Whether the results are those of the undamaged file."""
    status, out, files = truth
    return (result.status, result.out) == (status, out) and all(content(now, n) == content(files, n) for n in names)


def sealed(attack, result, now, truth, change, fall, unseen):
    if not same(result, now, truth, ["x"]):
        fall("a wrong answer")


def checkpoint(attack, result, now, truth, change, fall, unseen):
    if not same(result, now, truth, [*truth[2], *now]):
        fall("a wrong answer", f"{[n for n in {*truth[2], *now} if content(truth[2], n) != content(now, n)]}")


def part(attack, result, now, truth, change, fall, unseen):
    whole, _, place = change
    if same(result, now, truth, ["x", "table", "s", "t"]):
        return
    if place >= len(whole) - TAIL:
        fall("a wrong answer, which the checkpoint could have detected")
    else:
        unseen["rounds that a checkpoint needs", "all but the last bytes"] += 1


def certificate(attack, result, now, truth, change, fall, unseen):
    if result.status == 1 or (result.status, result.out) == truth[:2]:
        return
    # A different claim, which may be true.
    if result.status not in (0, 2):
        fall(f"{say_status(result.status)}, and a different answer", repr(result.out[:200]))
        return
    for text in result.out.decode().splitlines():
        found = re.match(r".*: proved: (solvable, par (\d+), (\d+) .*|unsolvable)[^:]*: (\S+)", text)
        if not found or "catching" in text:
            fall("a different claim", text[:200])
            return
        solved = attack.run(["solve", found[4], "--format", "csv"], attack.work).out.decode().splitlines()[-1].split(",")
        if [solved[1], solved[2], solved[4]] != [found[1][:8] if found[2] else "unsolvable", found[2] or "", found[3] or ""]:
            fall("a false claim is proved", text[:200])
            return


def column(whole, place):
    """The column at a position in a rounds CSV."""
    begin = whole.rfind(b"\n", 0, place) + 1
    if begin == 0:
        return "header"
    if whole[place:place + 1] in (b",", b"\n"):
        return "separators"
    return ["trial", "round", "policy", "level", "outcome", "moves", "path"][whole.count(b",", begin, place)]


def is_level(code):
    """Whether a code is valid, judging by the letters and widths of its rows."""
    match = re.fullmatch(rb"([SPZ#F0-9]+(?:/[SPZ#F0-9]+)*)(\+lit)?", code)
    if not match or re.search(rb"(?<![0-9])0|[0-9]{5}", code) or code.count(b"S") != 1 or code.count(b"P") != 1:
        return False
    widths = {sum(int(t) if t.isdigit() else 1 for t in re.findall(rb"[0-9]+|[A-Z#]", row)) for row in match[1].split(b"/")}
    return len(widths) == 1


def rounds(attack, result, now, truth, change, fall, unseen):
    whole, bad, place = change
    if same(result, now, truth, ["x"]):
        return
    if result.status != 0 or content(now, "x") != bad:
        fall("a wrong answer")
        return
    name = column(whole, place)
    knows_squares = "squares" in now
    unseen["rounds beside a tally" + (" with squares" if knows_squares else ""), name] += 1
    cells = bad[bad.rfind(b"\n", 0, place) + 1:].split(b"\n")[0].split(b",")
    if name not in ("level", "path") or len(cells) != 7:
        fall(f"a change of {name} is not detected")
    elif name == "level" and not is_level(cells[3]):
        fall("an invalid level is not detected", repr(cells[3]))
    elif name == "path" and (re.search(rb"[^UDLR]", cells[6]) or len(cells[6]) != int(cells[5])):
        fall("an invalid path, or one with another number of moves, is not detected", repr(cells[6]))
    elif name == "path" and knows_squares:
        fall("a path over squares that differ from the tally's is not detected", repr(cells[6]))
