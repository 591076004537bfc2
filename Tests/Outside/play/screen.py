"""What a terminal shows: rows of cells and a cursor, for the few control sequences that the game sends.

Any other sequence is a failure. The answers in Golden/Play were recorded with pyte, a terminal emulator by others, and
this model gives the same.
"""

import codecs
import re
import unicodedata
from itertools import groupby

PIECES = re.compile(r"\x1b\[(\??)([0-9;]*)([A-Za-z])|([\x00-\x1f\x7f])|([^\x00-\x1f\x7f]+)")
WIDEST = 2  # the most columns of a character


class Unknown(Exception):
    """Something that the model does not know."""


def width(sign):
    """How many columns a character takes."""
    if unicodedata.category(sign) in ("Mn", "Me", "Cf"):
        return 0
    return min(WIDEST, 2 if unicodedata.east_asian_width(sign) in "WF" else 1)


class Screen:
    """A screen. A cell is a character, or empty behind one that takes two columns."""

    def __init__(self, columns, rows):
        self.columns, self.rows = columns, rows
        self.cells = [self.blank() for _ in range(rows)]
        self.x = self.y = 0  # x is the number of columns after a character in the last one
        self.is_hidden, self.wraps, self.look = False, True, ""
        self.looks = {}  # the look (colours etc.) of each cell that has one, by row and column
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")

    def blank(self):
        return [" "] * self.columns

    def lines(self):
        """The text of each row. What is drawn over the first half of a wide character leaves a blank."""
        return ["".join(row).rstrip() for row in self.cells]

    def looked(self):
        """The looks of each row's texts, from left to right."""
        lines = []
        for y, row in enumerate(self.cells):
            cells = ((self.looks.get((y, x), ""), text) for x, text in enumerate(row) if text)
            runs = [(look, "".join(text for _, text in run)) for look, run in groupby(cells, lambda cell: cell[0])]
            texts = [f"{look} '{text}'" for look, text in runs if look]
            if texts:
                lines.append(f"{y + 1:3}| " + ", ".join(texts))
        return lines

    def resize(self, columns, rows):
        """Drops rows at the top, and columns at the right."""
        cells = self.cells[max(0, self.rows - rows):] + [None] * max(0, rows - self.rows)
        self.columns, self.rows = columns, rows
        self.cells = [(row or [])[:columns] + [" "] * (columns - len(row or [])) for row in cells]

    def feed(self, data):
        """Processes bytes, which end with a complete sequence."""
        text = self.decoder.decode(data)
        place = 0
        for piece in PIECES.finditer(text):
            if piece.start() != place:
                raise Unknown(repr(text[place:piece.start() + 8]))
            place = piece.end()
            mode, numbers, letter, control, signs = piece.groups()
            if letter:
                self.control(mode, [int(number or 0) for number in numbers.split(";")], letter, piece[0])
            elif control:
                self.move(control)
            else:
                for sign in signs:
                    self.draw(sign)
        if place != len(text):
            raise Unknown(repr(text[place:]))

    def control(self, mode, numbers, letter, text):
        if mode + letter == "H":
            row, column = (numbers + [1])[:2]
            self.y, self.x = min(max(row, 1), self.rows) - 1, min(max(column, 1), self.columns) - 1
        elif text == "\x1b[2J":
            self.cells, self.looks = [self.blank() for _ in range(self.rows)], {}
        elif text == "\x1b[2K":
            self.cells[self.y] = self.blank()
            self.looks = {place: look for place, look in self.looks.items() if place[0] != self.y}
        elif mode + letter == "m":
            self.look = "" if numbers == [0] else text[2:-1]
        elif text in ("\x1b[?25h", "\x1b[?25l"):
            self.is_hidden = letter == "l"
        elif text in ("\x1b[?7h", "\x1b[?7l"):
            self.wraps = letter == "h"
        else:
            raise Unknown(repr(text))

    def move(self, control):
        if control == "\r":
            self.x = 0
        elif control == "\n" and self.y < self.rows - 1:
            self.y += 1
        elif control == "\n":
            self.cells = self.cells[1:] + [self.blank()]
        elif control == "\b":
            self.x = max(0, min(self.x, self.columns - 1) - 1)
        elif control != "\a":
            raise Unknown(repr(control))

    def draw(self, sign):
        columns = width(sign)
        if columns == 0:
            if self.x == 0:
                raise Unknown(f"{sign!r} at the left edge")
            self.cells[self.y][self.x - 1] += sign
            return
        if self.x == self.columns and self.wraps:
            self.move("\r")
            self.move("\n")
        self.x = min(self.x, self.columns - (0 if self.wraps else columns))
        row = self.cells[self.y]
        row[self.x] = sign
        self.looks[self.y, self.x] = self.look
        if columns == 2 and self.x + 1 < self.columns:
            row[self.x + 1] = ""
        self.x = min(self.x + columns, self.columns)
