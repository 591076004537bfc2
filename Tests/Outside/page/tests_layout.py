"""The layout of each screen in windows of several sizes."""

import random
import re

import tour
from page import Failure
from playing import holds, same, tests

TESTS, test = tests()

# Elements to press or type into that are smaller than 44 pixels. In windows narrower than 320 pixels, the squares of a room
# may be smaller, because all of them are in sight, and keys reach them too (WCAG 2.5.8).
SMALL = """[...document.querySelectorAll("#screen :is(button, input, a, [data-event]:not(.ending))")]
  .filter(e => e.checkVisibility()).map(e => [e, e.getBoundingClientRect()])
  .filter(([e, b]) => Math.min(b.width, b.height) < (innerWidth < 320 && e.matches(".cell") ? 24 : 43.5))
  .map(([e, b]) => `${e.dataset.event ?? e.id} ${Math.round(b.width)} × ${Math.round(b.height)}`)"""

# By how much the document is wider than its window, and the elements that stick out.
WIDE = """[document.documentElement.scrollWidth - document.documentElement.clientWidth,
  ...[...document.querySelectorAll("#screen *")].filter(e => e.getBoundingClientRect().right > innerWidth + 1)
    .map(e => e.className || e.localName).slice(0, 3)]"""

# Buttons whose content sticks out of them.
TIGHT = """[...document.querySelectorAll("#screen button")]
  .filter(e => e.checkVisibility() && (e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 1))
  .map(e => e.innerText.trim().slice(0, 20))"""


def lies(play, kind, problems):
    for width, height, name in (
            (play.width, play.height, ""), (play.width // 2, play.height // 2, ", at 200% zoom")):
        play.page.size(width, height, touch=play.touch)
        found = play.evaluate(f"[{WIDE}, {SMALL}, {TIGHT}]")
        if found[0][0] > 0:
            problems.append(f"{kind}{name}: {found[0][0]} px too wide: {found[0][1:]}")
        if found[1]:
            problems.append(f"{kind}{name}: smaller than 44 px: {found[1][:4]}")
        if found[2]:
            problems.append(f"{kind}{name}: buttons that are too small for their words: {found[2][:4]}")
    play.page.size(play.width, play.height, touch=play.touch)


@test("no screen scrolls sideways, not even at 200% zoom, and everything that can be pressed has 44 px and "
      "holds its words")
def layout(play):
    problems = []
    for kind in tour.WAYS:
        tour.go(play, kind)
        lies(play, kind, problems)
    if problems:
        raise Failure("\n    ".join(problems))


# A code or a seed reference.
CODE = re.compile(r"[0-9SPZF#]+(/[0-9SPZF#]+)+|[^ ]+@[0-9]+#[0-9]+")

# Whatever is behind "more" but cannot be seen when it is open.
UNSEEN = """(more => [...more.querySelectorAll("button, input, label, legend, p, li, .label")].filter(e => {
  const [box, all] = [e.getBoundingClientRect(), more.getBoundingClientRect()]
  return !e.checkVisibility() || e.innerText && !(box.width * box.height)
    || box.left < all.left || box.right > all.right + 1
}).map(e => e.textContent || e.id).concat(more.getBoundingClientRect().top < 0 ? ["its top"] : []))
(document.getElementById("more"))"""


@test("on every screen, no title is a code, the command line is not open, and \"more\" shows what is one step away "
      "(7.5)", browsers="chromium firefox")
def steps_away(play):
    for kind in tour.WAYS:
        tour.go(play, kind)
        for title in [*play.texts("h1, h2"), play.evaluate("document.title")]:
            holds(title and not CODE.search(title), f"the title {title!r} on screen {kind}")
        # The goodbye was said in the command line.
        same(play.count("form[data-form='say']"), 1 if kind == "farewell" else 0, f"command lines on screen {kind}")
        if not play.count("[popovertarget]"):
            same(kind, "message", "a screen on which nothing is one step away")
            continue
        play.more()
        same(play.evaluate(UNSEEN), [], f"what \"more\" does not show on screen {kind}")
        play.keys("Escape")
        same([play.is_open, play.kind], [False, kind], "whether \"more\" is open, and the screen, after Escape")


# Windows, and the least share of each that the room takes (GAME.md 7.5).
WINDOWS = [((320, 568), .45), ((390, 664), .5), ((664, 390), .4), ((820, 1180), .55), ((1440, 900), .5),
           ((2560, 1440), .45)]

# The places of the room and of everything that can be pressed in a round, by name.
PLACES = """Object.fromEntries([...document.querySelectorAll("#screen .pad button, #screen .corner, #screen .grid")]
  .map(e => [e.className.split(" ").slice(0, 2).join(" "), e.getBoundingClientRect()])
  .map(([name, b]) => [name, [b.left, b.top, b.width, b.height].map(Math.round)]))"""


@test("in a round, the room fills the window, everything is in sight without scrolling, and nothing moves (7.5)",
      sizes="phone", browsers="chromium firefox")
def steady(play):
    draw = random.Random(7)
    for (width, height), share in WINDOWS:
        play.page.size(width, height, touch=width < 900)
        play.open("set family 6x6z2b3f1", "set hearing 2")
        first = play.evaluate(PLACES)
        for name in "slot slot-0", "slot slot-1", "slot slot-2", "more", "arrow up", "grid":
            holds(name in first, f"no {name}")
        for name, (left, top, wide, high) in first.items():
            holds(left >= 0 and top >= 0 and left + wide <= width and top + high <= height,
                  f"{name} at {left}, {top} with {wide} × {high} is not in a window of {width} × {height}")
        found = first["grid"][2] * first["grid"][3] / (width * height)
        print(f"{width} × {height}: the room takes {found:.0%}")
        holds(found >= share, f"the room takes {found:.0%} of {width} × {height}")
        for key in draw.choices(["ArrowUp", "ArrowLeft", "ArrowDown", "i", "u"], k=20):
            play.keys(key)
            play.wait_for("game.screen.awaits === '' && shown === game.screen")
            if play.kind == "message":
                play.wait_for("performance.now() > dismissible")
                play.keys("Enter")
                play.shows("round")
            same(play.evaluate(PLACES), first, f"the places after {key} at {width} × {height}")
    play.page.size(play.width, play.height, touch=play.touch)
