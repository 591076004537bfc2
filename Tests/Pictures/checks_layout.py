"""Whether all of a picture is to be seen: on a phone, on a desk, and on paper."""

import os
import subprocess

from drawn import plain
from viewing import DESK, PHONE, Failure, NotSupported, fail


def uncut(view, picture):
    """A page is no wider than a phone, and no text stands out of its picture or its card."""
    for size in (PHONE, DESK) if picture.kind == "html" else (DESK,):
        view.open(picture, size)
        view.ask("open()")
        fail(view.ask("cut()"), f"at {size[0]}")


def apart(view, picture):
    """No text of a picture is upon another one."""
    for size in (PHONE, DESK) if picture.kind == "html" else (DESK,):
        view.open(picture, size)
        fail([pair for pair in view.ask("overlapping()")
              if not any(one in pair and other in pair for one, other, _ in picture.overlaps)],
             f"at {size[0]}, one upon the other")


# The parts of a page that are not to be broken: the heading of each card, and what is said below its picture.
CARDS = """[...document.querySelectorAll('.card')].map(card => ['h2,h3', 'p'].map(
  parts => [...card.querySelectorAll(parts)].map(one => one.textContent).join(' ')))"""


def pages(path):
    done = subprocess.run(["pdftotext", "-raw", path, "-"], capture_output=True, text=True, check=True)
    return [plain(text) for text in done.stdout.split("\f")]


def breaks(view, picture):
    """On paper, each card is on one page."""
    if picture.kind != "html" or view.name != "chromium":
        raise NotSupported("only Chromium prints, and only pages are broken")
    view.open(picture)
    cards = view.page.evaluate(CARDS)
    if not cards:
        raise NotSupported("no cards")
    # A dark screen must not make dark paper.
    view.set(dark=True)
    path = os.path.join(view.browser.folder, "printed.pdf")
    with view.browser.limited():
        view.page.page.pdf(path=path, format="A4")
    texts = pages(path)
    os.remove(path)

    def latin(text):
        # What pdftotext finds of other scripts depends on fonts.
        return "".join(letter for letter in plain(text) if " " < letter < "\x7f")

    texts = [latin(text) for text in texts]
    fail([card for card in cards
          if not any(all(latin(part) in text for part in card) for text in texts)], "a card on two pages")
    return f"{len(cards)} cards on {len(texts) - 1} pages"


TESTS = [uncut, apart, breaks]
