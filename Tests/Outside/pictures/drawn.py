"""The pictures to test, and how to make each."""

import dataclasses
import os
import subprocess

ROOM = "S4/5/Z1#2/2F2/4P"
LIT_UNSOLVABLE = "S5/2#3/#3#1/1#1Z2/6/#4P+lit"
DARK_UNSOLVABLE = "S2Z2/1Z4/3#2/6/##2Z1/2#2P"
ALL = ["--solution", "--solutions", "--lost", "--why"]

# Hostile names. Each has a meaning other than text in some format.
HOSTILE = [
    "<script>alert(1)</script>", "\"quotes\" & 'quotes' onload=alert(1)", "]]> <!-- --> &lt; &#0; ${1} \\",
    "🧟 zombies 🚶\u200d➡️ and e\u0301 combined", "שלום עולם, מבוך",
    "javascript:alert(1)", "</title></svg></style><img src=http://192.0.2.1/x>", "W" * 60,
    "a name of many words that does not fit on one line of a card, however wide the card may be",
]


def hostile_file(_):
    rooms = [ROOM, LIT_UNSOLVABLE, DARK_UNSOLVABLE, "S1P", "S/1/P"]
    return "".join(f"; level: {name}\n{rooms[place % len(rooms)]}\n\n" for place, name in enumerate(HOSTILE))


def campaign(run):
    """The program's built-in levels."""
    return run("worlds", "--format", "csv")


def wide_room(_):
    """A room of 30 rows and 40 columns with many things."""
    rows = [["."] * 40 for _ in range(30)]
    for place in range(0, 1200, 7):
        rows[place // 40][place % 40] = "#" if place % 3 else "."
    rows[3][11], rows[20][30], rows[12][2], rows[0][0], rows[29][39] = "Z", "Z", "F", "S", "P"
    return "\n".join("".join(row) for row in rows) + "\n"


@dataclasses.dataclass
class Picture:
    """A picture, or a page with pictures."""
    name: str
    # The program's arguments. FILE stands for the file that `input` makes.
    words: list
    # svg or html.
    kind: str
    input: object = None
    # The option that names the output.
    output: str = "--output"
    # Classes of shapes that the picture must contain, and whose contrast is measured.
    shapes: str = ""
    # Texts that must be selectable.
    texts: tuple = ()
    # Pairs of texts that may overlap, each as parts of the two texts and the reason.
    overlaps: tuple = ()
    # The file, when it has been made.
    path: str = ""

    @property
    def command(self):
        return self.words[0]


def sheet(name, *words, **more):
    """A sheet in both formats."""
    return [Picture(f"{name}.{kind}", ["draw", *words], kind, **more) for kind in ("svg", "html")]


THINGS = "zfS zst zfP zfZ zlZ zlt zfB zfF zlF"
BARS = "bar whisker"

PICTURES = [
    *sheet("plain", ROOM, shapes=THINGS, texts=(ROOM,)),
    *sheet("solution", "--solution", ROOM, DARK_UNSOLVABLE, shapes="zw"),
    *sheet("solutions", "--solutions", ROOM, "classic@42#7", "6x6z2@1#1"),
    *sheet("lost", "--lost", ROOM, "6x6z1b5+lit@42#7", LIT_UNSOLVABLE, shapes="zlD"),
    *sheet("why", "--why", ROOM, LIT_UNSOLVABLE, DARK_UNSOLVABLE, shapes="zx zlR"),
    *sheet("everything", *ALL, ROOM, "classic@42#7", "6x6z1b5+lit@42#7", LIT_UNSOLVABLE, DARK_UNSOLVABLE,
           shapes=THINGS + " zw zlD zx zlR", texts=("par 8", "unsolvable", "classic@42#7")),
    *sheet("campaign", "--solution", "--input", "FILE", "--title", "The campaign",
           input=campaign, texts=("Keep Right", "The campaign"),
           shapes="zw"),
    *sheet("row", *ALL, "S6P", "S1Z4P", "SP", "S/P"),
    *sheet("wide", *ALL, "--input", "FILE", input=wide_room),
    *sheet("hostile", *ALL, "--input", "FILE", "--title", "<b>\"R&D\"</b> ]]> 🧟 שלום",
           input=hostile_file, texts=("<script>alert(1)</script>", "]]> <!-- --> &lt; &#0; ${1} \\",
                                      "🧟 zombies", "שלום עולם", "</title></svg>")),
    Picture("report flashlight.html", ["report", "--family", "flashlight", "--rounds", "5e3"], "html",
            shapes=BARS + " zw zfF"),
    Picture("report lit.html", ["report", "--family", "6x6z1b5+lit", "--rounds", "2e3", "--sample", "300",
                                "--title", "<i>\"R&D\"</i> 🧟"],
            "html", shapes=BARS, texts=("<i>\"R&D\"</i> 🧟",)),
    Picture("sweep one.html", ["sweep", "--family", "classic", "--zombies", "0..4", "--rounds", "500"],
            "html", output="--html", shapes="curve mark"),
    Picture("sweep two.html", ["sweep", "--size", "4..6", "--zombies", "1..3", "--rounds", "200"], "html",
            output="--html"),
    Picture("sweep lines.html", ["sweep", "--exact", "--family", "classic,block", "--hearing-distance", "0..3",
                                 "--rounds", "200"], "html", output="--html", shapes="curve mark"),
    Picture("sweep bars.html", ["sweep", "--exact", "--family", "classic,block", "--chase", "longest,vertical",
                                "--rounds", "200"], "html", output="--html", shapes=BARS + " exact"),
]


class Maker:
    """Makes pictures in a folder, with a program."""

    def __init__(self, program, folder):
        self.program, self.folder = os.path.abspath(program), str(folder)

    def run(self, *words):
        done = subprocess.run([self.program, *words], capture_output=True, text=True, timeout=300,
                              cwd=self.folder, check=False)
        if done.returncode:
            raise RuntimeError(f"zombies {' '.join(words)} ended with {done.returncode}: {done.stderr}")
        return done.stdout

    def make(self, picture):
        """Writes a picture."""
        picture.path = os.path.join(self.folder, picture.name.replace(" ", "-"))
        words = list(picture.words)
        if picture.input:
            source = f"{picture.path}.FILE"
            made = picture.input(self.run)
            with open(source, "w", encoding="utf-8") as file:
                file.write(made)
            words[words.index("FILE")] = source
        self.run(*words, picture.output, picture.path, "--quiet")


def plain(text):
    """A text without whitespace, to compare texts whose lines may be broken differently."""
    return "".join(text.split())
