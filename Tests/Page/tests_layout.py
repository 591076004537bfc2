"""The layout of each screen in windows of several sizes."""

import tour
from page import Failure
from playing import tests

TESTS, test = tests()

# Elements to press or type into that are smaller than 44 pixels.
SMALL = """[...document.querySelectorAll("#screen :is(button, input, a, [data-event]:not(.message))")]
  .filter(e => e.checkVisibility()).map(e => [e, e.getBoundingClientRect()])
  .filter(([e, b]) => Math.min(b.width, b.height) < 43.5)
  .map(([e, b]) => `${e.dataset.event ?? e.id} ${Math.round(b.width)} × ${Math.round(b.height)}`)"""

# By how much the document is wider than its window, and the elements that stick out.
WIDE = """[document.documentElement.scrollWidth - document.documentElement.clientWidth,
  ...[...document.querySelectorAll("#screen *")].filter(e => e.getBoundingClientRect().right > innerWidth + 1)
    .map(e => e.className || e.localName).slice(0, 3)]"""


def lies(play, kind, problems):
    for width, height, name in (
            (play.width, play.height, ""), (play.width // 2, play.height // 2, ", at 200% zoom")):
        play.page.size(width, height, touch=play.touch)
        found = play.evaluate(f"[{WIDE}, {SMALL}]")
        if found[0][0] > 0:
            problems.append(f"{kind}{name}: {found[0][0]} px too wide: {found[0][1:]}")
        if found[1]:
            problems.append(f"{kind}{name}: smaller than 44 px: {found[1][:4]}")
    play.page.size(play.width, play.height, touch=play.touch)


@test("no screen scrolls sideways, not even at 200% zoom, and everything that can be pressed has 44 px")
def layout(play):
    problems = []
    for kind in tour.WAYS:
        tour.go(play, kind)
        lies(play, kind, problems)
    if problems:
        raise Failure("\n    ".join(problems))
