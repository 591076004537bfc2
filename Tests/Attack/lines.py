"""Random command lines: valid ones with small sizes, mixed with nonsense.

The status must be one that the program promises, which excludes 70. It must not trap. "Error: " must be on stderr if
the status is 64 or more, and only then. With status 64, stdout must be empty. Stderr must not contain raw control
characters, whatever the input. Only files that are named as outputs may change. Command lines that take ten seconds
are counted separately, and are not failures.
"""

import os
import re

from harness import control_characters, content, errors, line, quoted, say_status, state, trapped

STATUSES = {0, 1, 2, 64, 65, 66, 73, 74, 76}
LIMIT = "ulimit -v 4000000;"
OUTPUTS = {"--output", "-o", "--rounds-csv", "--squares-csv", "--tally", "--manifest", "--checkpoint",
           "--certificate", "--pars-csv", "--top-csv", "--levels-csv", "--player-log", "--html"}

NUMBERS = [
    b"0", b"1", b"2", b"3", b"00", b"01", b"-1", b"+5", b"1.5", b" 5", b"5 ", b"0x10", b"nan", b"inf",
    b"1e0", b"1e1", b"1e400", b"1e-3", b"1E2", b"e", b"1e", b"e5", b"1_0", b"_1", b"1_", b"1__0",
    b"0e99999999999999999999", b"18446744073709551615", b"18446744073709551616",
    b"9223372036854775808", b"-9223372036854775808", b"340282366920938463463374607431768211456",
    b"9" * 400, "٣".encode(), "１".encode(), b"1/2", b"1,2", b"1..2", b"3..1", b"1..", b"..1", b"1...2",
]
WORDS = [
    b"", b" ", b"\n", b"\t", b"\r\n", b"-", b"--", b"---", b"=", b"-=", b"--=", b"--output=", b"-o", b"-oo1",
    b"-h", b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"a\x1b[31mb", b"\x1b]0;x\x07", b"\x7f",
    b"\x01\x02", b"a\rb", b"\xc2\x9b31m", "\u202eabc".encode(), "e\u0301".encode(), "🧟".encode(),
    "👨‍👩‍👧".encode(), b"all", b"any", b"csv", b"%s%n", b"$(true)", b"..", b"/", b"a" * 5000, b"Z" * 70000,
    b"/" * 3000, b"1/" * 2000, "é".encode() * 2000,
]
LEVELS = [
    b"S4/5/Z1#2/2F2/4P", b"S#/#P", b"S4/5/5/3Z1/4P", b"S3/1F2/3Z/P3", b"SP", b"S4/5/5/5/4P+lit", b"classic@42#7",
    b"block@1#0", b"classic+any@0#3", b"2x9z1@5#1", b"6x6z1b5+lit@42#7", b"S" + b"9" * 3 + b"P",
]
BAD_LEVELS = [
    b"S", b"P", b"S4/5", b"SS/PP", b"S0P", b"S05P", b"S4/5/5/5/4P+lit+lit", b"S4/5/5/5/4P+LIT", b"S1025P",
    b"S99999999999999999999P", b"s4/5/5/5/4p", b"S1/1P/", b"//", b"classic@42", b"classic@42#", b"classic@#7",
    b"classic@18446744073709551616#0", b"classic@0#18446744073709551615", b"classic@042#7", b"klassic@42#7",
    b"0x0@1#1", b"1x1@1#1", b"3x3z9@1#1", b"1025x2z1@0#0", b"1x2@0#0", b"5x5z25b25@0#0", b"5x5z02@1#1",
    b"S.\n.P", "🆘⬜️\n⬜️🚶‍♂️".encode(), "🆘⬛️\n⬜️🚶".encode(), b"; lit", b"S4/5/Z1#2/2F2/4P ; a comment",
]
FAMILIES = [
    b"classic", b"block", b"flashlight", b"3x3z1", b"4x4z1b1+lit", b"2x3", b"3x4z1", b"2x9z1", b"1x2", b"5x4f1",
    b"8x8z1", b"9x9b2f1",
]
BAD_FAMILIES = [
    b"classik", b"", b"0x0", b"1x1", b"5x", b"x5", b"5x5z", b"5x5z0", b"5x5b1z1", b"5x5z1z1", b"5x5+LIT", b"5x5+lit+lit",
    b"1025x5", b"5x18446744073709551616", b"5x5z1048577", b"05x5", b"3x3z9", b"1024x1024", b"5x5z99999999999999999999",
    b"1x1024b1", b"2x2z1",
]
RANGES = [
    b"1,2", b"0..4:2", b"1..16:5,2", b"0..4:0", b"4..0", b"1..", b"1..4:", b"1:2", b"0..18446744073709551615",
    b"0..1048576", b"2..2:18446744073709551615", b"1..1024," * 3000, b"5x6,4..8:2", b"longest,vertical",
]
POLICIES = [b"random", b"edge", b"beeline", b"clairvoyant", b"optimal", b"all", b"edge,random", b"random,beeline"]
BAD_POLICIES = [b"", b",", b"edge,", b"edge,edge", b"edge,all", b"EDGE", b"egde", b"edge random"]

SMALL = [b"1", b"2", b"3", b"10", b"17", b"1e2"]
# Sensible values for each option, whatever the command.
VALUES = {
    "--seed": [b"0", b"1", b"42", b"18446744073709551615"],
    "--count": SMALL, "--rounds": SMALL, "--games": SMALL, "--trial": SMALL, "--first": SMALL + [b"1e15"],
    "--max-moves": SMALL + [b"2147483647"], "--max-states": SMALL + [b"1e6"], "--max-draws": SMALL + [b"1000"],
    "--max-tries": SMALL, "--min-par": SMALL, "--max-par": SMALL, "--climbs": [b"1", b"2"], "--steps": SMALL, "--top": [b"0", b"3", b"1000"],
    "--check": SMALL, "--max-placements": [b"10", b"1e5"], "--max-levels": [b"10", b"1e5"], "--round": [b"0", b"1", b"2"],
    "--levels": [b"solvable", b"any"], "--format": [b"csv", b"table", b"picture", b"emoji", b"code", b"text"],
    "--policy": POLICIES, "--moves": [b"UUL", b"LLLLUUUU", b"", b"uul", b"X", b"U" * 3000], "--view": [b"all", b"player"],
    "--family": FAMILIES, "--size": [b"5x5", b"3x4", b"2x2", b"1x9", b"9x9"], "--rows": [b"2", b"3", b"5"],
    "--columns": [b"2", b"4", b"5"], "--zombies": [b"0", b"1", b"2"], "--blocks": [b"0", b"1", b"3"],
    "--flashlights": [b"0", b"1"], "--catching-distance": [b"0", b"1"], "--chase": [b"longest", b"vertical", b"horizontal"],
    "--zombie-speed": [b"1", b"2", b"16"], "--hearing-distance": [b"0", b"1", b"16"],
    "--threads": [b"1", b"2", b"7"], "--color": [b"auto", b"always", b"never"],
    "--grade": [b"easy,medium", b"hard", b"gentle:2,easy:1"], "--difference": [b"0.1", b"0.5"], "--alpha": [b"0.05", b"0.4"],
    "--beta": [b"0.05", b"0.4"], "--shard": [b"1/3", b"3/3", b"auto", b"1/1000000"],
    "--checkpoint-every": [b"0", b"1", b"86400"],
    "--input": [b"levels", b"pictures", b"codes.csv", b"-", b"/dev/null", b"missing", b"folder", b"binary", b"rounds", b"/dev/zero"],
}
BAD_FRACTIONS = [b"0", b"1", b"0.0", b".5", b"0.5000000001", b"1e-3", b"0.", b".", b"0,5", b"0.99999999999999999999"]
BAD_SHARDS = [b"0/3", b"4/3", b"1/0", b"1/1000001", b"1", b"/", b"1/", b"/1", b"1/2/3", b"-1/2", b"AUTO", b"1/18446744073709551616"]
PATHS = [b"o1", b"./o2", b"folder/o3", b"-", b"o\x1b[2J", b"/dev/null", b"/dev/full", b"missing/o", b"folder", b"", b"/dev/stdout",
         b"/dev/fd/1", b"/dev/fd/99", b"\xff\xfe", b"o\x1b[2J", b"o\n", b"o" * 300, b"/dev/fd/18446744073709551616", b"loop"]
# Options that accept lists in some commands.
LISTS = [
    "--size", "--rows", "--columns", "--zombies", "--blocks", "--flashlights", "--catching-distance", "--chase",
    "--zombie-speed", "--hearing-distance",
]
# Options that keep a run short, unless the command line contains them already.
BOUNDS = {
    "simulate": [b"--rounds", b"20"], "sweep": [b"--rounds", b"20"], "compare": [b"--rounds", b"200"],
    "census": [b"--max-levels", b"20000"],
    "analyze": [b"--max-placements", b"5000"], "generate": [b"--max-tries", b"200"],
}
SEARCH = [b"--climbs", b"2", b"--steps", b"30"]  # the same for census --search


class Grammar:
    """The commands and their options, from the program's help."""

    def __init__(self, attack):
        folder = attack.folder()
        text = attack.run(["help"], folder).out.decode()
        inside = text[text.index("Commands:"):text.index("Topics:")]
        self.options = {}
        for name in re.findall(r"^  (\w+) ", inside, re.M):
            help = attack.run(["help", name], folder).out.decode()
            found = re.findall(r"^  (?:(-\w), )?(--[\w-]+)(?:, (--[\w-]+))?(?: ([A-Z][^\s]*|0\|1))?(?:\s|$)", help, re.M)
            self.options[name] = [
                (spelling, option, bool(value)) for short, option, other, value in found
                for spelling in (short, option, other) if spelling]
            # '--preset, --family' is one option.
            self.options[name] = [
                (spelling, "--family" if option == "--preset" else option, value)
                for spelling, option, value in self.options[name]]
        self.commands = sorted(self.options)


def files(attack):
    """The files that the command lines read."""
    found = attack.made([
        ["generate", "--count", "5", "--format", "code", "-o", "levels"],
        ["generate", "--count", "3", "--format", "emoji", "-o", "pictures"],
        ["generate", "--count", "3", "--format", "csv", "-o", "codes.csv"],
        ["simulate", "--rounds", "30", "--tally", "tally", "--rounds-csv", "rounds", "-o", "/dev/null"],
        ["simulate", "--rounds", "30", "--shard", "1/2", "--tally", "part", "-o", "/dev/null"],
        ["census", "--family", "3x3z1", "--tally", "census", "-o", "/dev/null"],
        ["solve", "S3/1F2/3Z/P3", "S#/#P", "--certificate", "proof", "-o", "/dev/null"],
    ])
    return {**found, "binary": bytes(range(256)) * 20, "empty": b"", "folder/old": b"old\n", "o1": b"old\n"}


def value(random, option, is_valid):
    """A value for an option."""
    if option in OUTPUTS:
        return random.choice(PATHS[:5] if is_valid else PATHS)
    if is_valid:
        return random.choice(VALUES.get(option, SMALL)[:3 if option == "--input" else None])
    pools = [NUMBERS, WORDS, VALUES.get(option, SMALL)]
    pools += {
        "--family": [BAD_FAMILIES] * 2, "--policy": [BAD_POLICIES], "--shard": [BAD_SHARDS] * 2,
        "--difference": [BAD_FRACTIONS], "--alpha": [BAD_FRACTIONS], "--beta": [BAD_FRACTIONS],
        **dict.fromkeys(LISTS, [RANGES]), "--size": [BAD_FAMILIES, RANGES],
    }.get(option, [])
    return random.choice(random.choice(pools))


def operands(random, command, is_valid):
    files = [b"tally", b"rounds", b"census", b"part", b"proof", b"levels", b"empty", b"binary", b"missing", b"folder", b"-"]
    if command in ("check", "merge"):
        valid = [b"proof"] if command == "check" else [b"tally", b"part", b"census"]
        return [random.choice(valid if is_valid else files) for _ in range(random.choice([1, 1, 2]))]
    if command == "bench":
        job = random.choice([[b"verify", b"5", b"2"], [b"walk", b"4", b"1"], [b"chase", b"4", b"1", b"1"], [b"flood", b"6", b"1", b"2"]])
        job += [random.choice(SMALL)]
        if not is_valid:
            job[random.randrange(len(job))] = random.choice(NUMBERS + WORDS + [b"1024", b"1025"])
        return job
    if command == "compare":
        players = POLICIES[:5] if is_valid else POLICIES + BAD_POLICIES
        return [random.choice(players), random.choice(players)] + random.choice([[], [random.choice(LEVELS)]])
    if command == "schema":
        return random.choice([[], [b"rounds"], [b"solve", b"pars"], [b"nonsense"]])
    if command == "help":
        return random.choice([[], [b"solve"], [b"slove"], [b"rules"], [b"files"], [b"solve", b"verify"]])
    if command in ("generate", "analyze", "census", "completion"):
        return [] if is_valid else [random.choice(WORDS)]
    levels = LEVELS if is_valid else LEVELS + BAD_LEVELS + WORDS
    most = random.choice([0, 1, 1, 3]) if command in ("simulate", "sweep") else random.choice([1, 1, 3])
    return [random.choice(levels) for _ in range(most)][:1 if command == "replay" and is_valid else None]


def draw(random, grammar):
    """A random command line."""
    if random.random() < 0.03:
        return [random.choice(WORDS + NUMBERS + [b"--help", b"--version", b"help"]) for _ in range(random.randrange(4))]
    command = random.choice(grammar.commands)
    nonsense = random.choice([0, 0.05, 0.3])

    def is_valid():
        return random.random() >= nonsense

    chosen, given = [], set()
    options = [entry for entry in grammar.options[command] if entry[1] != "--help" or random.random() < 0.05]
    drawn = random.sample(options, min(len(options), random.choice([0, 1, 2, 3, 5])))
    # Options that need another option.
    for option, other in [("--resume", "--checkpoint"), ("--checkpoint-every", "--checkpoint")]:
        if any(entry[1] == option for entry in drawn) and random.random() < 0.8:
            drawn += [entry for entry in options if entry[1] == other]
    for spelling, option, takes in drawn:
        if option in given and is_valid():
            continue
        given.add(option)
        words = [spelling.encode()]
        if takes:
            chosen_value = value(random, option, is_valid())
            if not is_valid():
                words = random.choice([words, words + [chosen_value] * 2, [words[0] + b"=" + chosen_value]])
            elif random.random() < 0.2 and spelling.startswith("--"):
                words = [words[0] + b"=" + chosen_value]
            else:
                words.append(chosen_value)
        elif not is_valid():
            words = [words[0] + b"=" + random.choice(WORDS)]
        chosen.append(words)
    bound = SEARCH if "--search" in given else BOUNDS.get(command, [])
    if not given & {b.decode() for b in bound[::2]} and "--games" not in given:
        chosen.append(bound)
    chosen += [[word] for word in operands(random, command, is_valid())]
    if not is_valid():
        chosen.append([random.choice(WORDS + NUMBERS + [b"--" + b"x" * 40, b"--sed", b"--outptu", b"--resume", b"--"])])
    if random.random() < 0.3:
        random.shuffle(chosen)
    words = [command.encode()] + [word for words in chosen for word in words]
    if not is_valid():
        words[0] = random.choice([words[0].upper(), words[0][:-1], words[0] * 2, random.choice(WORDS)])
    return words


def outputs(words):
    """All words of a command line that may be names of outputs."""
    names = set()
    for word, next in zip(words, words[1:] + [b""]):
        option, equals, value = word.partition(b"=")
        if option.decode(errors="replace") in OUTPUTS:
            names.add(value if equals else next)
        if word.startswith(b"-o"):
            names.add(word[2:])
    return {os.path.normpath(name) for name in names}


def run(attack, report):
    grammar, start = Grammar(attack), files(attack)

    def case(number, random):
        words = [word.replace(b"\0", b"") for word in draw(random, grammar)]
        with attack.scratch(start) as folder:
            os.symlink("loop", os.path.join(folder, "loop"))
            before = state(folder)
            stdin = start["levels"] if random.random() < 0.7 else b""
            result = attack.run(words, folder, stdin=stdin, shell=LIMIT)
            after = state(folder)
        report.count("lines")
        report.count(f"with {say_status(result.status)}")
        shown = line(words, shell=LIMIT)
        if result.status == 124:
            report.note(f"slow: {shown}")
            report.count("of these slow")
            return

        def fall(kind, detail=""):
            report.fall(number, kind, shown, detail)

        what = say_status(result.status)
        if trapped(result.status):
            fall(f"{words[0].decode(errors='replace')[:20]}: {what}", result.err[-200:].decode(errors="replace"))
            return
        if result.status not in STATUSES:
            fall(f"unexpected {what}", repr(result.err[-200:]))
        if errors(result) != (result.status >= 64):
            fall(f"'Error: ' on stderr does not match {what}", repr(result.err[:200]))
        if result.status == 64 and result.out:
            fall("output on stdout with status 64", repr(result.out[:200]))
        if control_characters(result.err):
            fall("a raw control character on stderr", repr(result.err[:300]))
        named = outputs(words)
        for name in {*before, *after}:
            if before.get(name) != after.get(name) and os.fsencode(name) not in named:
                was = "changed" if name in before and name in after else "left over" if name in after else "gone"
                fall(f"a file that is not an output is {was}", f"{quoted(name)}: {(content(before, name) or b'')[:40]!r}")

    attack.each(report, attack.count(10_000, 600), case)

