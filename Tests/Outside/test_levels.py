"""Pipes every writer of levels into every reader of levels: a reader must get the levels that were written.

A writer is a command line whose output contains levels. A reader is a command line that reads levels and shows which.
The writers' outputs are also read here, without the program (reading.py). Add new writers and readers to WRITERS and
READERS; each writer runs with each reader.
"""

import json
import re
import shutil
import sys
import xml.etree.ElementTree

import pytest

import programs
from programs import library, run
from reading import code as picture_code, codes, levels, pictures, rows

# Dark, unsolvable, lit, with a single row, and the first level again.
GIVEN = ["S4/5/Z1#2/2F2/4P", "S4/5/5/3Z1/4P", "S4/5/Z1#2/5/4P+lit", "S1P", "S4/5/Z1#2/2F2/4P"]

# All forms of levels that a file may mix, saved as another system might save it.
BY_HAND = (
    "\ufeff; a set by hand\r\n\r\n; level: At the \"corner\", twice\r\nS4/5/5/3Z1/4P ; a comment\r\n"
    "5x5z1b2+lit@3#4\r\n\r\n  S.. \r\n  .🧟‍♂️.\r\n  ..🚶\r\n  ; lit\r\n\r\n🆘⬜️⬜\r\n⬜️🚧⬜️\r\n⬜️⬜️🚶🏽")

CAMPAIGN = (
    "; world: \"One\", and one\n; level: At the corner\nS4/5/5/2Z2/4P\n\n"
    "; level: A, \"b\"\nS..\n...\n..P\n; lit\n\n; world: NA\n; unlock: stars 2\nS1P\nS4/5/Z1#2/5/4P+lit\n")
CAMPAIGN_CODES = ["S4/5/5/2Z2/4P", "S2/3/2P+lit", "S1P", "S4/5/Z1#2/5/4P+lit"]

# Makes levels in the workshop, saves them, and prints their file.
KEEP = ("workshop\\npaste S4/5/Z1#2/2F2/4P\\nkeep\\npaste S1P\\nname A, \"b\"\\nkeep\\n"
        "size 3 4\\nlit\\nkeep\\nfile\\n")

# Plays three rounds.
PLAY = "up up left left\\nnext\\nleft\\nnext\\nleft\\nnext\\nquit\\n"

# Works on any level: makes a move if one is possible, and continues with the next level.
LEAVE = "up\\nleft\\ndown\\nright\\nrestart\\nnew\\nnext\\n"


class Writer:
    """A command line that writes levels.

    `read` returns the codes or references in its output, and `count` is their number. `answers` are its possible exit
    statuses. Without the library `needs`, the writer is skipped.
    """

    def __init__(self, name, line, read=levels, count=None, needs=None, answers=(0,), kind="levels"):
        self.name, self.line, self.read, self.count = name, line, read, count
        self.needs, self.answers, self.kind = needs, answers, kind


DRAW = "zombies generate --seed 5 --count 4"
LIT = "--family 5x4z1b2+lit --levels any"
ALL = "'" + "' '".join(GIVEN) + "'"
WRITERS = [
    Writer("generate", f"{DRAW} --family 5x4z1b1f1", pictures, 4),
    Writer("generate, lit", f"{DRAW} {LIT}", pictures, 4),
    Writer("generate, one", "zombies generate --family block", pictures, 1),
    Writer("generate emoji", f"{DRAW} --family flashlight --format emoji", pictures, 4),
    Writer("generate emoji, lit", f"{DRAW} {LIT} --format emoji", pictures, 4),
    Writer("generate codes", f"{DRAW} {LIT} --format code", codes, 4),
    Writer("generate codes, one", f"zombies generate {LIT} --format code", codes, 1),
    Writer("generate CSV", f"{DRAW} --levels any --format csv", count=4),
    Writer("generate CSV, one", "zombies generate --format csv", count=1),
    Writer("generate CSV, other rules",
           f"{DRAW} {LIT} --chase vertical --catching-distance 0 --format csv", count=4),
    Writer("generate CSV, sorted", f"{DRAW} --sort --format csv", count=4),
    Writer("references",
           f"{DRAW} --family block --levels any --format csv | tail -n +2 | cut -d , -f 1",
           str.split, 4),
    Writer("census --levels-csv", "zombies census --family 5x4b1 --levels-csv - -o t", count=7),
    Writer("census --top-csv", "zombies census --family 4x4z1b1+lit --top 5 --top-csv - -o t", count=5),
    Writer("merge --top-csv",
           "zombies census --family 4x4z1b1+lit --shard 1/2 --tally 1 -o t && "
           "zombies census --family 4x4z1b1+lit --shard 2/2 --tally 2 -o t && "
           "zombies merge 2 1 --top-csv - -o t", count=10),
    Writer("hardest CSV",
           "zombies census --search --family 6x6z1b5+lit --climbs 2 --steps 300 --top 3 --format csv", count=3),
    Writer("hardest CSV, none", "zombies census --search --climbs 2 --steps 20 --top 0 --format csv", count=0),
    Writer("solve CSV", f"zombies solve --format csv {ALL}", count=5),
    Writer("solve CSV, given up", f"zombies solve --max-states 2 --format csv {ALL}", count=5),
    Writer("solve CSV, lists of rules",
           "zombies solve --format csv --chase longest,vertical --zombie-speed 1..2 S1P S2/2Z/2P+lit",
           count=8),
    Writer("solve --difficulty CSV", f"zombies solve --difficulty --format csv {ALL}", count=5),
    Writer("verify CSV", f"zombies verify --format csv {ALL}", count=5, answers=(1,)),
    Writer("levels", f"zombies levels {ALL}", codes, 5),
    Writer("levels, pictures", f"zombies levels {GIVEN[0]} {GIVEN[1]} --format picture", pictures, 2),
    Writer("levels, emoji", f"zombies levels {GIVEN[0]} {GIVEN[1]} --format emoji", pictures, 2),
    Writer("levels CSV", f"zombies levels --format csv {ALL}", count=5),
    Writer("levels --world", "zombies levels S1P S4/5/Z1#2/2F2/4P --world One", codes, 2,
           kind="campaign"),
    Writer("placement references", "printf 'classic#57\\nblock#3\\n'",
           lambda text: ["S4/1Z3/3Z1/5/4P", "S1Z2/2#2/5/5/4P"], 2),
    Writer("--rounds-csv of a family",
           "zombies simulate --rounds 4 --policy edge --family flashlight --rounds-csv - -o t", count=4),
    Writer("--rounds-csv of given levels",
           f"zombies simulate --rounds 5 --policy edge,random {ALL} --rounds-csv - -o t", count=10),
    Writer("merge of rounds",
           "zombies simulate --games 2 --policy edge --shard 1/2 --rounds-csv 1 -o t && "
           "zombies simulate --games 2 --policy edge --shard 2/2 --rounds-csv 2 -o t && "
           "zombies merge 2 1"),
    Writer("play --record",
           f"printf '{PLAY}' | zombies play --text --record - -o t S2/3/2P SP S3/4/4/Z2P+lit", count=3),
    Writer("the workshop's file",
           f"printf '{KEEP}' | zombies play --text | sed -n '/^> file/,/^$/p' | sed 1d", codes, 3,
           kind="campaign"),
    Writer("worlds CSV", "zombies worlds campaign.txt --format csv", count=4),
    Writer("worlds CSV, built in", "zombies worlds --format csv"),
    Writer("a campaign", "cat campaign.txt", lambda text: CAMPAIGN_CODES, 4, kind="campaign"),
    Writer("a file by hand", "cat by-hand.txt", lambda text: [
        "S4/5/5/3Z1/4P", "5x5z1b2+lit@3#4", "S2/1Z1/2P+lit", "S2/1#1/2P"], 4),
    Writer("pandas' to_csv",
           f"{DRAW} {LIT} --format csv | \"$PYTHON\" -c 'import pandas, sys\n"
           "pandas.read_csv(sys.stdin).sort_values(\"par\").to_csv(sys.stdout)'", count=4,
           needs="pandas"),
    Writer("Python's csv",
           f"{DRAW} {LIT} --format csv | \"$PYTHON\" -c 'import csv, sys\n"
           "csv.writer(sys.stdout, quoting=csv.QUOTE_ALL).writerows(csv.reader(sys.stdin))'", count=4),
    Writer("a column alone", f"zombies solve --format csv {ALL} | cut -d , -f 1", count=5),
]


VERDICTS = {}


def verdict(program, code):
    """The solver's verdict on a code that is given as an argument."""
    if code not in VERDICTS:
        VERDICTS[code] = rows(program.output(f"zombies solve --format csv '{code}'"))[0]["verdict"]
    return VERDICTS[code]


class Reader:
    """A command line that reads levels and shows which.

    `{input}` stands for the source of the levels, and takes each of the values in `ways`. `told` returns the codes
    that the output shows. `takes` is the kind of input, and `answer` returns the expected exit status.
    """

    INPUT = ("--input levels.txt", "--input -", "-")
    FILE = ("levels.txt", "-")

    def __init__(self, name, line, told, takes="levels", ways=INPUT, answer=lambda verdicts: 0):
        self.name, self.line, self.told, self.takes = name, line, told, takes
        self.ways, self.answer = ways, answer


def in_csv(program, output, expected):
    return levels(output)


def by_trial(program, output, expected):
    return [row["level"] for row in sorted(rows(output), key=lambda row: int(row["trial"]))]


def in_lines(program, output, expected):
    # What a level is called is a comment behind its code.
    return [line.rpartition(": ")[2].partition(" ; ")[0] for line in output.splitlines()]


def unsolvable(program, output, expected):
    """Checks the output of `verify`, which prints only levels that are not solvable."""
    found = in_lines(program, output, expected)
    assert found == [code for code in expected if verdict(program, code) != "solvable"]
    return expected


def as_many_verdicts(program, output, expected):
    found = [re.match(r"(?:.*: )?(solvable|unsolvable)\b", line)[1] for line in output.splitlines()
             if re.match(r"(.*: )?(solvable, par|unsolvable\b)", line)]
    assert len(found) == len(expected)
    # Levels with rules of their own may have other verdicts.
    if " under " not in output and "chase " not in output and "zombie speed" not in output and "catching" not in output:
        assert found == [verdict(program, code) for code in expected]
    return expected


def as_many(column):
    """For a reader that counts levels without naming them."""
    def told(program, output, expected):
        assert int(rows(output)[-1][column]) == len(expected)
        return expected
    return told


def in_page(program, output, expected):
    """The events at the start of a page: levels, or the text of a campaign file."""
    events = json.loads(re.search(r'<script id="game" type="application/json">(.*?)</script>', output)[1])
    worlds = "".join(event.removeprefix("worlds ") for event in events if event.startswith("worlds "))
    return [event.split()[1].partition("?")[0] for event in events if event.startswith("level ")] or codes(worlds)


def in_play(program, output, expected):
    """The rounds of a text game, which starts again after the last level."""
    names = re.findall(r"^A new round: (.*)\.$", output, re.MULTILINE)
    found = []
    for place, name in enumerate(names):
        if re.fullmatch("[0-9a-z+]+(@[0-9]+)?#[0-9]+", name):
            found += codes(program.output(f"zombies levels '{name}'"))
        elif re.fullmatch("[SPZF#/0-9]+([+]lit)?", name):
            found.append(name)
        else:
            # A level with a name of its own is announced by it, and its code is not shown.
            found.append(expected[place % len(expected)])
    if len(found) > len(expected):
        assert found[len(expected)] == expected[0], "after the last"
    return found[:len(expected)]


def in_picture(program, output, expected):
    """The state at the start of a round."""
    head, _, room = output.partition("\n")
    lines = room.split("\n\n")[0].splitlines()
    return [pictures("\n".join(lines + ["; lit"] * ("lit" in head)))[0]]


# A floor, with its light, columns and rows; or a thing on a floor, with its column and row.
DRAWN = re.compile(r'<path class="z([LD])" d="M0 0h([0-9]+)v([0-9]+)H0z|'
                   r'<use href="#z([SPZBF])"(?: x="([0-9]+)")?(?: y="([0-9]+)")?/>')


def rooms(output):
    """The rooms in a drawing, square by square."""
    floors = []
    for light, columns, rows_, thing, column, row in DRAWN.findall(output):
        if light:
            floors.append((light == "L", [["."] * int(columns) for _ in range(int(rows_))]))
        else:
            floors[-1][1][int(row or 0)][int(column or 0)] = thing.replace("B", "#")
    return [picture_code(["".join(line) for line in lines], is_lit) for is_lit, lines in floors]


def in_drawing(program, output, expected):
    """The rooms of a drawing. Each must have its code next to it, as text."""
    found = rooms(output)
    # In an SVG, a long code is on several lines.
    texts = re.findall(r'<(?:h2|h3|p class="code")>([^<]*)<', output)
    texts += [re.sub("<[^>]*>", "", lines)
              for style in "ch"
              for lines in re.findall(f'(?:<text class="{style}"[^>]*>[^<]*</text>)+', output)]
    for code in found:
        assert code in texts, f"{code} is not next to its picture"
    return found


def in_svg(program, output, expected):
    xml.etree.ElementTree.fromstring(output)
    if programs.is_all_installed or shutil.which("xmllint"):
        run("xmllint", "--noout", "-", input=output)
    return in_drawing(program, output, expected)


READERS = [
    Reader("solve CSV", "zombies solve {input} --format csv", in_csv),
    Reader("solve", "zombies solve {input}", as_many_verdicts),
    Reader("solve --certificate and check",
           "zombies solve {input} --certificate - -o r | zombies check -", in_lines),
    Reader("verify", "zombies verify {input}", unsolvable,
           answer=lambda verdicts: int("unsolvable" in verdicts)),
    Reader("verify CSV", "zombies verify {input} --format csv", in_csv,
           answer=lambda verdicts: int("unsolvable" in verdicts)),
    Reader("levels CSV", "zombies levels {input} --format csv", in_csv),
    Reader("simulate", "zombies simulate {input} --rounds {count} --policy edge --rounds-csv - -o r",
           by_trial),
    Reader("compare", "zombies compare edge beeline {input} --format csv", as_many("trials")),
    Reader("sweep", "zombies sweep {input} --rounds {count} --policy edge", as_many("rounds")),
    Reader("replay", "zombies replay {input} --policy edge", in_picture, takes="one", ways=("-",)),
    Reader("page", "zombies page {input} -o -", in_page),
    Reader("page --worlds", "zombies page --worlds {input} -o -", in_page, takes="campaign",
           ways=Reader.FILE),
    Reader("worlds", "zombies worlds {input} --format csv", in_csv, takes="campaign", ways=Reader.FILE,
           answer=lambda verdicts: int("unsolvable" in verdicts)),
    # Commands are typed on standard input, so levels cannot come from it too. play_a_pipe tests a pipe.
    Reader("play", "{leave} | zombies play --text {input}", in_play, ways=Reader.INPUT[:1]),
    Reader("draw as HTML", "zombies draw {input} --format html -o -", in_drawing),
    Reader("draw as SVG", "zombies draw {input} --format svg -o -", in_svg),
]


WRITTEN = {}


def written(program, writer, folder):
    """The output of a writer, which runs once, and the codes in it."""
    if writer.name not in WRITTEN:
        done = program.shell(writer.line, folder)
        assert done.status in writer.answers, done
        found = [drawn(program, name) if "@" in name else name for name in writer.read(done.output)]
        assert len(found) == writer.count if writer.count is not None else found, done
        WRITTEN[writer.name] = done.output, found
    return WRITTEN[writer.name]


def drawn(program, reference):
    """The level of a seed reference, drawn by `generate`."""
    family, seed, index = re.fullmatch(r"(.+)@(\d+)#(\d+)", reference).groups()
    which = "any" if family.endswith("+any") else "solvable"
    return pictures(program.output(
        f"zombies generate --family {family.removesuffix('+any')} --levels {which} --seed {seed} --first {index}"))[0]


def refusal(writer, reader, expected):
    """The expected error if a reader cannot read what a writer writes; None if it can."""
    if writer.name.endswith("lists of rules") and reader.name in ("simulate", "compare", "sweep"):
        return "needs levels with the same rules"
    if not expected:
        return "no level found|the campaign has no world"
    if reader.takes == "one" and len(expected) > 1:
        return "standard input:[0-9]+: a second level"
    if reader.takes == "campaign" and writer.kind != "campaign":
        return "line [0-9]+, column [0-9]+: a level outside of any world"
    return None


@pytest.mark.parametrize("writer", WRITERS, ids=lambda writer: writer.name)
@pytest.mark.parametrize("reader", READERS, ids=lambda reader: reader.name)
def test_pair(program, tmp_path, is_long, writer, reader):
    """Runs a pair with one of the sources from which the reader can read levels, and with all in the long form."""
    if writer.needs:
        library(writer.needs)
    program.environment["PYTHON"] = sys.executable
    for name, text in ("campaign.txt", CAMPAIGN), ("by-hand.txt", BY_HAND):
        (tmp_path / name).write_bytes(text.encode())
    text, expected = written(program, writer, tmp_path)
    (tmp_path / "levels.txt").write_bytes(text.encode())
    count, reason = max(len(expected), 1), refusal(writer, reader, expected)
    first = (WRITERS.index(writer) + READERS.index(reader)) % len(reader.ways)
    for way in reader.ways if is_long else reader.ways[first:first + 1]:
        line = reader.line.format(input=way, count=count, leave=f"printf '{LEAVE * count}'")
        if "levels.txt" not in way:
            line = f"{{ {writer.line}; }} | {{ {line}; }}; exit ${{PIPESTATUS[1]}}"
        done = program.shell(line, tmp_path)
        if reason:
            done.ends(65)
            assert re.search(reason, done.errors) and not done.output, f"expected '{reason}' and no output\n{done}"
        else:
            done.ends(reader.answer([verdict(program, code) for code in expected]))
            assert reader.told(program, done.output, expected) == expected, done


def test_a_pipe_into_play(program):
    """Levels and commands cannot come from the same pipe, so the game shows the first round and ends."""
    done = program.shell("zombies generate --format code | zombies play --text --input -").ends(0)
    assert in_play(program, done.output, [0])[:1] == codes(program.output("zombies generate --format code"))
