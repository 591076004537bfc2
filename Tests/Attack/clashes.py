"""Inputs, outputs and other files whose names clash.

NamedFilesTests tries some commands with some spellings. Only here, every command that reads or writes files is tried
with every spelling, and with descriptors. (kills.py and NeededPartTests look at what killed runs leave behind.)

An existing file must not change unless it is a named output and not an input. If an input is also an output, or has the
name of an output's .part file, in any spelling, the status must be 64 or 73 (or another error status from 65 on), or
the result must be right and the input unchanged. A foreign file with the name of a .part file must survive, with status
73 and a message that names it. Two outputs with the same name, or one that is the .part file of the other, give 64. If
a shell redirects standard output onto the input, the run must be refused, or append the right output and keep the
earlier content.
"""

import os

from harness import content, line, parts, say_status, state, trapped, write
from kills import changed
from reads import unnamed

LEVELS = b"S4/5/Z1#2/2F2/4P\nclassic@42#7\n"
SIMULATE = ["simulate", "--policy", "edge,random", "--rounds", "30", "--family", "block"]
# By command: the arguments (with a placeholder for each input), the inputs, and the options of the outputs.
COMMANDS = {
    "generate": (["generate", "--count", "3"], [], ["-o"]),
    "solve": (["solve", "--input", "{levels}"], ["levels"], ["-o", "--certificate"]),
    "verify": (["verify", "--input", "{levels}"], ["levels"], ["-o"]),
    "check": (["check", "{proof}"], ["proof"], ["-o"]),
    "replay": (["replay", "S3/1F2/3Z/P3", "--moves", "UUU"], [], ["-o"]),
    "simulate": (SIMULATE, [], ["-o", "--rounds-csv", "--squares-csv", "--tally", "--manifest", "--checkpoint"]),
    "simulate --input": (["simulate", "--policy", "edge", "--rounds", "30", "--input", "{levels}"], ["levels"],
                         ["-o", "--rounds-csv", "--squares-csv", "--tally", "--manifest", "--checkpoint"]),
    "merge of tallies": (["merge", "{1.tally}", "{2.tally}"], ["1.tally", "2.tally"],
                         ["-o", "--squares-csv", "--tally", "--manifest"]),
    "merge of rounds": (["merge", "{1.csv}", "{2.csv}"], ["1.csv", "2.csv"], ["--rounds-csv", "--manifest"]),
    "merge of rounds to -o": (["merge", "{1.csv}", "{2.csv}"], ["1.csv", "2.csv"], ["-o"]),
    "merge of both": (["merge", "{1.tally}", "{1.csv}", "{2.csv}", "{2.tally}"], ["1.tally", "1.csv", "2.csv", "2.tally"],
                      ["--rounds-csv", "-o", "--squares-csv", "--tally", "--manifest"]),
    "merge of censuses": (["merge", "{1.census}", "{2.census}"], ["1.census", "2.census"],
                          ["-o", "--top-csv", "--tally", "--manifest"]),
    "sweep": (["sweep", "--size", "3,4", "--zombies", "1", "--policy", "edge", "--rounds", "20"], [],
              ["-o", "--manifest", "--checkpoint"]),
    "compare": (["compare", "edge", "random", "--rounds", "200"], [], ["-o", "--manifest"]),
    "compare --input": (["compare", "edge", "random", "--rounds", "200", "--input", "{levels}"], ["levels"],
                        ["-o", "--manifest"]),
    "analyze": (["analyze", "--family", "3x3z1"], [], ["-o", "--pars-csv"]),
    "model": (["model", "3x3z1"], [], ["-o", "--manifest"]),
    "census": (["census", "--family", "3x3z1"], [], ["-o", "--top-csv", "--tally", "--manifest", "--checkpoint"]),
    "census --search": (["census", "--search", "--family", "4x4z1b1+lit", "--climbs", "2", "--steps", "20"], [], ["-o", "--manifest"]),
    "bench": (["bench", "verify", "5", "2", "100"], [], ["-o"]),
    "schema": (["schema", "rounds"], [], ["-o"]),
}

def prepare(attack):
    return attack.made([
        ["solve", "--input", "levels", "--certificate", "proof", "-o", "/dev/null"],
        *parts(SIMULATE, 2, "tally"), *parts(["census", "--family", "3x3z1"], 2, "census"),
    ], {"levels": LEVELS})


# By kind: the path of the input, its spelling, the name of the output, and existing links. HERE is the folder.
SAME = {
    "the output is the input": ("x", "x", "x", {}),
    "the output is the input, by ./": ("x", "x", "./x", {}),
    "the output is the input, by ././/": ("x", "././/x", "x", {}),
    "the output is the input, by sub/..": ("x", "x", "sub/../x", {}),
    "the output is the input, by its full path": ("x", "x", "HERE/x", {}),
    "the input is the output, by its full path": ("x", "HERE/x", "x", {}),
    "the output is a symbolic link to the input": ("x", "x", "link", {"link": "x"}),
    "the input is a symbolic link to the output": ("x", "link", "x", {"link": "x"}),
    "their folder is a symbolic link": ("x", "x", "away/x", {"away": "."}),
    "the output is a link to a link to the input": ("x", "x", "link", {"link": "HERE/link2", "link2": "sub/../x"}),
    "the input is the output's part": ("x.part", "x.part", "x", {}),
    "the input is the output's part, by ./": ("x.part", "./x.part", "x", {}),
    "the input is the output's part, by its full path": ("x.part", "HERE/x.part", "x", {}),
    "the input is a link to the output's part": ("x.part", "link", "x", {"link": "x.part"}),
    "the output's part is a symbolic link to the input": ("y", "y", "x", {"x.part": "y"}),
    "the input is the part of the output's target": ("y.part", "y.part", "x", {"x": "y"}),
    "the same, with a target that does not exist": ("sub/z.part", "sub/z.part", "x", {"x": "sub/z"}),
    "the output is a link to the input in a folder": ("sub/y", "sub/y", "x", {"x": "sub/y"}),
    "the input is the output's part, through a linked folder": ("x.part", "x.part", "away/x", {"away": "."}),
    "the output is a hard link to the input": ("y", "y", "x", {"x": ("y",)}),
    "the output's part is a hard link to the input": ("y", "y", "x", {"x.part": ("y",)}),
}
# How an input arrives through a descriptor: its name, and the shell's redirection.
STREAMS = {
    "-": ("-", "< {}"), "/dev/stdin": ("/dev/stdin", "< {}"), "/dev/fd/3": ("/dev/fd/3", "3< {}"),
    "/proc/self/fd/0": ("/proc/self/fd/0", "< {}"), "- read and written": ("-", "0<> {}"),
}
# How a shell redirects an output onto the input f.
ONTO = {
    ">> f": (None, ">> f"), "1<> f": (None, "1<> f"), "-o - >> f": ("-", ">> f"), "-o /dev/fd/3 3>> f": ("/dev/fd/3", "3>> f"),
    "-o /dev/stdout 1<> f": ("/dev/stdout", "1<> f"),
}
STRANGERS = ["text", "ours by its look", "a finished output of ours", "read-only", "a folder", "a symbolic link", "a dangling link",
             "a pipe", "a hard link"]
TWICE = {
    "the same name": ("x", "x", {}), "by ./": ("x", "./x", {}), "by its full path": ("x", "HERE/x", {}),
    "by a link": ("x", "link", {"link": "x"}), "by a linked folder": ("x", "away/x", {"away": "."}),
    "two links to one": ("link", "link2", {"link": "x", "link2": "HERE/x"}), "one is the other's part": ("x", "x.part", {}),
    "one leads to the other's part": ("x", "link", {"link": "x.part"}), "standard output": ("-", "-", {}),
    "standard output by two names": ("-", "/dev/stdout", {}), "standard output by a descriptor": ("/dev/fd/1", "-", {}),
    "one is open as a descriptor, 3>> x": ("x", "/dev/fd/3", {}),
}


class Clash:
    """One case: a command, one of its inputs and one of its outputs, in a folder."""

    def __init__(self, attack, report, number, command, option, which=None):
        self.attack, self.report, self.number = attack, report, number
        self.command, self.option, self.which = command, option, which
        self.shell, self.shown = "", ""

    def words(self, option_value=None, input_name=None):
        """The command line, with an output and another name for the input."""
        words = []
        for word in COMMANDS[self.command][0]:
            name = word[1:-1] if word.startswith("{") else None
            words.append(word if name is None else input_name if name == self.which and input_name else name)
        if self.command == "merge of both" and self.option != "--rounds-csv":
            words += ["--rounds-csv", "rounds"]
        if option_value is not None:
            words += [self.option, option_value]
        if self.option == "--checkpoint" and option_value is not None:
            words += ["--checkpoint-every", "0"]
        return words

    def start(self, folder, files, links, moved=None):
        """Fills a folder; the input gets the name `moved`."""
        files = {name: files[name] for name in COMMANDS[self.command][1]}
        if moved and self.which:
            files[moved] = files.pop(self.which)
        write(folder, {**files, "sub/.keep": b""})
        for name, target in links.items():
            path = os.path.join(folder, name)
            if isinstance(target, tuple):
                os.link(os.path.join(folder, target[0]), path)
            else:
                os.symlink(target.replace("HERE", folder), path)

    def run(self, words, folder):
        words = [word.replace("HERE", folder) for word in words]
        result = self.attack.run(words, folder, shell=self.shell, timeout=8)
        self.shown = line([word.replace(folder, "$PWD") for word in words], shell=self.shell)
        self.shown = self.shown.replace("'$PWD", "\"$PWD\"'")
        if trapped(result.status) or result.status == 124:
            self.fall(say_status(result.status))
        return result

    def fall(self, kind, detail=""):
        self.report.fall(self.number, kind, self.shown, detail)

    def untouched(self, before, now, what, but=()):
        """Checks that all files are unchanged, except `but`."""
        but = set(but) | ({"rounds"} if self.command == "merge of both" else set())
        wrong = {name for name in {*before, *now} if name not in but and before.get(name) != now.get(name)}
        if wrong:
            self.fall(f"{what}: a file that is not an output has changed", changed(
                {name: before.get(name) for name in wrong if name in before}, {name: now.get(name) for name in wrong if name in now}))
        return not wrong


def run(attack, report):
    files = prepare(attack)
    truth = {}
    for command, (_, inputs, outputs) in COMMANDS.items():
        for option in outputs:
            # The expected output without a clash.
            clash = Clash(attack, report, 0, command, option)
            with attack.scratch() as folder:
                clash.start(folder, files, {})
                result = clash.run(clash.words("truth"), folder)
                assert result.status < 64, (clash.shown, result.err)
                truth[command, option] = (result.status, content(state(folder), "truth"))
            if command not in truth:
                clash.option = "-o"
                with attack.scratch() as folder:
                    clash.start(folder, files, {})
                    result = clash.run(clash.words(None), folder)
                    truth[command] = (result.status, result.out)

    cases = []
    for command, (_, inputs, outputs) in COMMANDS.items():
        for option in outputs:
            for which in inputs:
                cases += [(same, command, option, which, kind) for kind in SAME]
                cases += [(streamed, command, option, which, (stream, name)) for stream in STREAMS for name in ("x", "x.part")]
            cases += [(stranger, command, option, None, kind) for kind in STRANGERS]
            cases += [(twice, command, option, other, kind) for other in outputs if other != option for kind in TWICE]
        for which in inputs:
            if which != "ad":
                cases += [(onto, command, "-o", which, kind) for kind in ONTO if "-o" in outputs or not ONTO[kind][0]]

    def case(number, random):
        function, command, option, which, kind = cases[number]
        if attack.short and report.wants_all and random.random() > 0.2:
            return
        clash = Clash(attack, report, number, command, option, which if function is not twice else None)
        report.count(function.__doc__.strip().split(":")[0])
        with attack.scratch() as folder:
            if function is twice:
                function(clash, folder, files, truth, (which, kind), random)
            else:
                function(clash, folder, files, truth, kind, random)

    attack.each(report, len(cases), case)


def same(clash, folder, files, truth, kind, random):
    """inputs as outputs: both are the same file, or the input is the output's .part file."""
    place, name, output, links = SAME[kind]
    clash.start(folder, files, links, moved=place)
    if kind.startswith("the input is the") and random.random() < 0.5 and not os.path.lexists(os.path.join(folder, "x")):
        write(folder, {"x": b"old\n"})
    judge(clash, folder, truth, kind, clash.words(output, name), place, os.path.normpath(output.replace("HERE/", "").replace("away/", "")), links)


def streamed(clash, folder, files, truth, kind, random):
    """inputs through a descriptor: the output is the same file, or the input is the output's .part file."""
    stream, place = kind
    name, shell = STREAMS[stream]
    clash.start(folder, files, {}, moved=place)
    clash.shell = "|" + shell.format(place)
    where = "the output is the input" if place == "x" else "the input is the output's part"
    judge(clash, folder, truth, f"{where}, through {stream}", clash.words("x", name), place, "x", {}, may=(66,))


def judge(clash, folder, truth, kind, words, place, output, links, may=()):
    """Checks the result of a clash between an input and an output."""
    before = state(folder)
    result = clash.run(words, folder)
    now = state(folder)
    if now.get(place) != before[place]:
        how = "gone" if place not in now else "replaced by the output" if result.status < 64 else "changed"
        clash.fall(f"{kind}: the input is {how}", say_status(result.status))
    elif result.status >= 64:
        if result.status not in (64, 73, *may):
            clash.fall(f"{kind}: {say_status(result.status)}", repr(result.err[:150]))
        clash.untouched(before, now, kind)
    elif result.status < 64:
        # A hard link is another name, and only this name is replaced. A symbolic link leads to the file to replace.
        target = os.path.normpath(links[output]) if isinstance(links.get(output), str) else output
        status, right = truth[clash.command, clash.option]
        if clash.untouched(before, now, kind, but=[target]) and clash.option not in ("--manifest", "--checkpoint"):
            # The output may name the input.
            if result.status != status or unnamed(content(now, target) or b"") != unnamed(right):
                clash.fall(f"{kind}: the output is wrong", say_status(result.status))


def onto(clash, folder, files, truth, kind, random):
    """outputs that a shell redirects onto the input: no input is lost or read twice."""
    clash.start(folder, files, {}, moved="f")
    # Too much input to read before the first write.
    if clash.which == "levels":
        write(folder, {"f": b"S4/5/Z1#2/2F2/4P ; " + b"-" * 100 + b"\n" + LEVELS * 4000 if clash.command == "verify"
                       else (b"S4/5/Z1#2/2F2/4P\n" * 8000)})
    elif clash.which == "proof":
        write(folder, {"f": files["proof"] * 600})
    if clash.which in ("levels", "proof") and clash.command != "verify":
        with clash.attack.scratch() as other:
            write(other, {"f": content(state(folder), "f")})
            result = clash.attack.run(clash.words(None, "f"), other)
            status, right = result.status, result.out
    else:
        status, right = truth[clash.command]
    output, shell = ONTO[kind]
    clash.shell = "|" + shell
    before = state(folder)
    result = clash.run(clash.words(output, "f"), folder)
    now = state(folder)
    was, is_now = content(before, "f"), content(now, "f")
    clash.untouched(before, now, kind, but=["f"])
    if result.status >= 64:
        if is_now != was:
            clash.fall(f"{kind} is refused, but f changed", f"{say_status(result.status)}, {len(was)} bytes, now {len(is_now)}")
    elif not is_now.startswith(was):
        clash.fall(f"{kind}: the input is overwritten")
    elif is_now != was + right or result.status != status:
        clash.fall(f"{kind}: the appended output is wrong", f"{len(is_now) - len(was)} bytes instead of {len(right)}")


def stranger(clash, folder, files, truth, kind, random):
    """foreign files with the name of a part: they survive, and the message names them."""
    clash.start(folder, files, {})
    if random.random() < 0.5 and clash.option != "--checkpoint":
        write(folder, {"x": b"old\n"})
    part = os.path.join(folder, "x.part")
    right = truth[clash.command, clash.option][1] or b"zombies-tally 1\n"
    if kind == "a folder":
        os.mkdir(part)
    elif kind in ("a symbolic link", "a hard link"):
        write(folder, {"mine": b"mine\n"})
        (os.symlink if kind == "a symbolic link" else os.link)(
            "mine" if kind == "a symbolic link" else os.path.join(folder, "mine"), part)
    elif kind == "a dangling link":
        os.symlink("nowhere", part)
    elif kind == "a pipe":
        os.mkfifo(part)
    else:
        write(folder, {"x.part": {"ours by its look": right[:len(right) // 2 + 1], "a finished output of ours": right}.get(kind, b"mine\n")})
        if kind == "read-only":
            os.chmod(part, 0o444)
    before = state(folder)
    result = clash.run(clash.words("x"), folder)
    clash.untouched(before, state(folder), f"a foreign part, {kind}", but=["x"] if result.status < 64 else [])
    if result.status != 73 or b"x.part" not in result.err:
        clash.fall(f"a foreign part, {kind}: {say_status(result.status)}", repr(result.err[:150]))


def twice(clash, folder, files, truth, kind, random):
    """outputs that are the same file: or one is the other's .part file."""
    other, kind = kind
    first, second, links = TWICE[kind]
    clash.start(folder, files, links)
    if "3>> x" in kind:
        write(folder, {"x": b"old\n"})
        clash.shell = "|3>> x"
    before = state(folder)
    more = [other, second.replace("HERE", folder)]
    words = [word.replace("HERE", folder) for word in clash.words(first.replace("HERE", folder))]
    if clash.command == "merge of both" and other == "--rounds-csv":
        at = words.index("--rounds-csv")
        del words[at:at + 2]
    result = clash.run(words + more, folder)
    if result.status != 64:
        clash.fall(f"two outputs are the same file, {kind}: {say_status(result.status)}", repr(result.err[:150]))
    clash.untouched(before, state(folder), f"two outputs are the same file, {kind}")
