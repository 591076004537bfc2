"""Tests whether all of a picture is visible: on a phone, on a desktop, and on paper."""

import os
import subprocess

from drawn import plain
from viewing import DESK, PHONE, NotSupported, fail


def uncut(view, picture):
    """A page is not wider than a phone, and no text sticks out of its picture or card."""
    for size in (PHONE, DESK) if picture.kind == "html" else (DESK,):
        view.open(picture, size)
        view.ask("open()")
        fail(view.ask("cut()"), f"at {size[0]}")


def apart(view, picture):
    """No texts of a picture overlap."""
    for size in (PHONE, DESK) if picture.kind == "html" else (DESK,):
        view.open(picture, size)
        fail([pair for pair in view.ask("overlapping()")
              if not any(one in pair and other in pair for one, other, _ in picture.overlaps)],
             f"at {size[0]}, overlapping")


# The parts of a page that must stay together: the heading of each card, and the text below its picture.
CARDS = """[...document.querySelectorAll('.card')].map(card => ['h2,h3', 'p'].map(
  parts => [...card.querySelectorAll(parts)].map(one => one.textContent).join(' ')))"""


def pages(path):
    done = subprocess.run(["pdftotext", "-raw", path, "-"], capture_output=True, text=True, check=True)
    return [plain(text) for text in done.stdout.split("\f")]


def breaks(view, picture):
    """On paper, each card is on one page."""
    if picture.kind != "html" or view.name != "chromium":
        raise NotSupported("only Chromium prints, and only pages have page breaks")
    view.open(picture)
    cards = view.page.evaluate(CARDS)
    if not cards:
        raise NotSupported("no cards")
    # Printing from a dark screen must not give dark paper.
    view.set(dark=True)
    path = os.path.join(view.browser.folder, "printed.pdf")
    with view.browser.limited():
        view.page.page.pdf(path=path, format="A4")
    texts = pages(path)
    os.remove(path)

    def latin(text):
        # Only ASCII, because the text that pdftotext finds in other scripts depends on fonts.
        return "".join(letter for letter in plain(text) if " " < letter < "\x7f")

    texts = [latin(text) for text in texts]
    fail([card for card in cards
          if not any(all(latin(part) in text for part in card) for text in texts)], "cards on two pages")
    return f"{len(cards)} cards on {len(texts) - 1} pages"


TESTS = [uncut, apart, breaks]
