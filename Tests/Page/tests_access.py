"""Accessibility: playing without seeing the screen, and without a finger or a mouse."""

import difflib
import os
import pathlib

import tour
from page import Failure
from playing import LEVEL, holds, same, tests, within

TESTS, test = tests()
GOLDEN = pathlib.Path(__file__).parent / "Golden"
LIT = "S4/5/Z4/5/3#P+lit"


@test("axe finds no violation on any screen, in light, in dark, with reduced motion and with forced colors",
      sizes="phone desk")
def axe(play):
    problems = []
    for kind in tour.WAYS:
        tour.go(play, kind)
        for name, media in {
                "light": {}, "dark": {"dark": True},
                "reduced motion": {"dark": False, "reduced_motion": True},
                "forced colors": {"reduced_motion": False, "forced_colors": True}}.items():
            play.page.media(**media)
            play.wait_for("document.getAnimations().every(a => a.playState === 'finished')")
            for found in play.page.axe():
                nodes = [node["html"][:160] for node in found["nodes"][:2]]
                problems.append(f"{kind}, {name}: {found['id']}: {found['help']}: {nodes}")
        play.page.media(dark=False, reduced_motion=False, forced_colors=False)
    if problems:
        raise Failure("\n    ".join(problems))


@test("the accessibility tree of each screen is the recorded one", sizes="desk")
def trees(play):
    is_recording = os.environ.get("ZOMBIES_RECORD") == "1"
    problems = []
    for kind in tour.WAYS:
        tour.go(play, kind)
        found = play.page.accessibility_tree() + "\n"
        place = GOLDEN / f"{kind}.yaml"
        if is_recording:
            GOLDEN.mkdir(exist_ok=True)
            place.write_text(found, encoding="utf-8")
        expected = place.read_text(encoding="utf-8") if place.exists() else ""
        if found != expected:
            lines = difflib.unified_diff(
                expected.splitlines(), found.splitlines(), f"Golden/{kind}.yaml", "the page", "", "", 1, "")
            problems.append("\n    ".join([*lines][:20]))
    left = {place.stem for place in GOLDEN.glob("*.yaml")} - set(tour.WAYS)
    holds(not left, f"recorded trees without a kind of screen: {sorted(left)}")
    if problems:
        raise Failure("\n    ".join(problems))


def focused(play):
    """The element with the focus: its id, its label if it is a button, or its tag name."""
    return play.evaluate(
        "(e => e.id || e.querySelector('.label')?.textContent || e.localName)(document.activeElement)")


def tab_to(play, label):
    for _ in range(60):
        if focused(play) == label:
            return
        play.keys("Tab")
    raise Failure(f"{label!r} cannot be reached with the Tab key")


@test("a complete game by keyboard alone: lost, then won, with the settings, the menu and the help",
      sizes="desk", browsers="chromium firefox")
def keyboard(play):
    play.open(f"level {LEVEL}")
    same(focused(play), "board", "the focus at first")
    for lives in 2, 1, 0:
        play.keys("ArrowLeft", "ArrowLeft")
        play.shows("message")
        same(play.counters[0].count("❤️"), lives, "lives")
        same(focused(play), "continue", "the focus in a message")
        play.keys("Enter")
        play.shows("round")
        same(focused(play), "board", "the focus after a message")
    same(play.counters[:3], ["❤️❤️❤️", "W 0", "L 1"], "counters after a lost game")
    play.keys("o")
    play.shows("settings")
    play.keys("Escape")
    play.shows("round")
    play.keys("?")
    play.shows("help")
    play.keys("Escape")
    play.shows("round")
    same(focused(play), "board", "the focus after screens that covered the room")
    tab_to(play, "menu")
    play.keys("Enter")
    play.shows("menu")
    play.keys("Escape")
    play.shows("round")
    tab_to(play, "up")
    for _ in range(4):
        play.keys("Enter")
    same(play.counters[3], "move 4", "moves by the Return key on the button up")
    same(focused(play), "up", "the focus while a button is pressed repeatedly")
    tab_to(play, "left")
    for _ in range(4):
        play.keys(" ")
    play.shows("message")
    same(play.text("#headline"), "You won! 🥳", "headline")
    tab_to(play, "continue")
    play.keys("Enter")
    play.shows("round")
    same(play.counters, ["❤️❤️❤️", "W 1", "L 1", "move 0"], "counters")


@test("everything on a screen can be reached with the Tab key, and the focus is visible",
      sizes="desk")
def reached(play):
    for kind in "round", "message", "worlds", "workshop", "board":
        tour.go(play, kind)
        # Greyed elements can be reached too, because screen readers announce that they are greyed.
        wanted = play.evaluate("""[...document.querySelectorAll("#screen :is(button, input, [tabindex='0'])")]
          .filter(e => !e.closest("[inert]") && e.checkVisibility()).map((e, n) => (e.dataset.tested = n))""")
        found, unseen = set(), set()
        # Forwards to the end of the page and back to the start. Firefox is omitted, because without a window its
        # focus does not return from its own fields.
        for step in range(3 * len(wanted) + 9):
            if found == set(wanted):
                break
            play.page.press("Tab", shift=step > len(wanted))
            number, outline = play.evaluate(
                "(e => [document.hasFocus() ? e.dataset.tested ?? null : null,"
                " getComputedStyle(e).outlineStyle])(document.activeElement)")
            if number is not None:
                found.add(int(number))
                if outline == "none":
                    unseen.add(focused(play))
        same(sorted(set(wanted) - found), [], f"elements that the Tab key does not reach on screen {kind}")
        same(sorted(unseen), [], f"elements without an outline on screen {kind} when they have the focus")


@test("a complete game by the text field alone: the focus never has to be moved by hand",
      sizes="phone desk", browsers="chromium firefox")
def typed(play):
    play.open(f"level {LEVEL}")
    play.push("#say")

    def type(line, kind):
        play.page.type(line + "\n")
        play.shows(kind)
        same(focused(play), "say", f"the focus after {line!r}")

    for lives in 2, 1, 0:
        type("left 2", "message")
        same(play.counters[0].count("❤️"), lives, "lives")
        type("next", "round")
        same(play.counters[3], "move 0", "moves after next")
    same(play.counters[:3], ["❤️❤️❤️", "W 0", "L 1"], "counters after a lost game")
    type("up 4", "round")
    type("dance", "round")
    within("I do not understand 'dance'", play.text(".told"), "what is told")
    type("hint", "round")
    play.waits_for_text(".told", "Hint: left")
    type("left 4", "message")
    same(play.text("#headline"), "You won! 🥳", "headline")
    type("next", "round")
    same(play.counters, ["❤️❤️❤️", "W 1", "L 1", "move 0"], "counters")
    type("left", "round")
    type("left", "message")
    type("undo", "round")
    same(play.counters[3], "move 1", "moves after undoing the losing move in the message")


@test("a screen reader gets one sentence per move, what can then be seen, and no echo of typed text",
      sizes="desk", browsers="chromium firefox")
def said(play):
    play.open(f"level {LIT}", f"level {LEVEL}")
    within(f"A new round: {LIT}.", play.said[0], "what is said at first")
    play.listen()
    play.keys("ArrowUp")
    same(play.heard(), ["Move 1: up, to row 4, column 5.\nThe zombie comes closer: 1 up and 3 left."],
         "after a key")
    play.arrow("up")
    same(play.heard(), ["Move 2: up, to row 3, column 5.\nThe zombie comes closer: 2 left."], "after a button")
    play.keys("ArrowRight")
    same(play.heard(), [], "after a greyed arrow")
    play.say("up 2")
    same(play.heard(), ["Move 3: up, to row 2, column 5.\nThe zombie comes closer: 1 down and 1 left.",
                        "Move 4: up, to row 1, column 5.\nThe zombie comes closer: 1 down and 1 left."],
         "after two typed moves")
    play.say("dance")
    same(play.heard(), ["I do not understand 'dance'. Type down or left, look, hint or help."],
         "after a line that is not understood")
    play.keys("Tab", "Tab")
    play.push("[data-event='arrow 1']")
    play.shows("message")
    heard = play.heard()
    same([heard[0], heard[1].splitlines()[:2]],
         ["Move 5: left, to row 1, column 4.",
          ["Try again!🤞", "The zombie on row 2, column 4 is within one square: 1 down."]],
         "after the last move")
    play.do("continue")
    play.do("text")
    play.heard()
    play.page.type("up\n")
    same(play.heard(), ["Move 1: up, to row 4, column 5."], "on the text screen")
    same(play.evaluate("['role', 'aria-live'].map(n => document.getElementById('said').getAttribute(n))"),
         ["status", "polite"], "the live region")


@test("other keys look around, square by square, without moving", sizes="desk",
      browsers="chromium firefox")
def looks(play):
    play.open(f"level {LIT}")

    def look(key, sentence, square):
        play.page.press(key, shift=True)
        same(play.said, [sentence], f"the announcement after Shift and {key}")
        if square:
            same(play.screen["looked"], square, "the looked-at square")
            same(play.evaluate("[...document.querySelectorAll('#board .cell')]"
                               ".findIndex(c => c.classList.contains('looked'))"),
                 square[0] * 5 + square[1], "the marked square")

    look("ArrowLeft", "Block, row 5, column 4.", [4, 3])
    look("ArrowUp", "Floor, row 4, column 4.", [3, 3])
    for column in 3, 2, 1:
        look("ArrowLeft", f"Floor, row 4, column {column}.", [3, column - 1])
    look("ArrowLeft", "The room ends there.", [3, 0])
    look("ArrowUp", "Zombie, row 3, column 1.", [2, 0])
    look("Home", "You, row 5, column 5.", [4, 4])
    play.page.press("Enter", shift=True)
    within("1 zombie: 2 up and 4 left.", " ".join(play.said), "the whole room")
    same([play.counters[3], play.kind], ["move 0", "round"], "after looking around")
    # In a dark room, looking does not reveal what cannot be seen.
    play.open(f"level {LEVEL}")
    play.page.press("ArrowUp", shift=True)
    same(play.said, ["Floor, row 4, column 5."], "a square that is seen")
    play.page.press("ArrowUp", shift=True)
    same(play.said, ["Dark, row 3, column 5."], "a square in the dark")
    for key in "ArrowLeft", "ArrowLeft", "ArrowDown":
        play.page.press(key, shift=True)
    same(play.said, ["Dark, row 4, column 3."], "the square of a zombie in the dark")
    play.keys("ArrowUp")
    same([play.counters[3], play.count(".looked")], ["move 1", 0], "the moves and marked squares after a move")


@test("with reduced motion nothing moves by itself: a chase is not shown step by step", sizes="desk",
      browsers="chromium firefox")
def still(play):
    play.page.media(reduced_motion=True)
    play.open(f"level {LIT}")
    same(play.evaluate("matchMedia('(prefers-reduced-motion: reduce)').matches"), True, "reduced motion")
    for name in "up", "up":
        play.arrow(name)
        same(play.evaluate("shown === game.screen && document.getAnimations().length === 0"), True,
             "the final state is shown at once")


@test("with forced colors, visible squares look different from dark ones", sizes="desk")
def forced(play):
    play.page.media(forced_colors=True)
    play.open(f"level {LEVEL}")
    looks = {name: play.evaluate(
        "(s => [s.borderStyle, s.backgroundImage, s.backgroundColor, s.borderColor, s.opacity])"
        f"(getComputedStyle(document.querySelector('.cell.{name}')))") for name in ("seen", "dark")}
    holds(looks["seen"] != looks["dark"], f"a visible square looks like a dark one: {looks}")
