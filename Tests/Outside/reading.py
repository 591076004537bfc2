"""Reads the program's texts without its help: pictures, codes and CSVs."""

import csv
import io


def rows(text):
    """The rows of a CSV, each as a dictionary."""
    reader = csv.DictReader(io.StringIO(text, newline=""), strict=True)
    found = list(reader)
    for row in found:
        assert None not in row and None not in row.values(), f"more or fewer cells than the header: {row}"
    return found


THINGS = {"🆘": "S", "🚶": "P", "🧟": "Z", "🚧": "#", "🔦": "F", "⬜": "."}
UNSEEN = {"\ufe0f": None, "\u200d": None, "♂": None, "♀": None}


def code(lines, is_lit):
    """The code of a picture in letters or emoji."""
    found = []
    for line in lines:
        line = "".join(THINGS.get(sign, sign) for sign in line.translate(str.maketrans(UNSEEN)))
        text, floor = "", 0
        for sign in line + "|":
            if sign == ".":
                floor += 1
                continue
            text, floor = text + (str(floor) if floor else "") + sign, 0
        found.append(text[:-1])
    return "/".join(found) + ("+lit" if is_lit else "")


def pictures(text):
    """The codes of the pictures in a text, without comments."""
    found = []
    for block in text.split("\n\n"):
        lines = block.split("\n")
        room = [line for line in lines if line and not line.startswith(";")]
        if room:
            found.append(code(room, "; lit" in lines))
    return found


def codes(text):
    """The codes in a text that contains no other forms of levels."""
    return [line.partition(" ;")[0] for line in text.split("\n") if line and not line.startswith(";")]


def levels(text):
    """The codes in the column 'level' of a CSV."""
    return [row["level"] for row in rows(text)]
