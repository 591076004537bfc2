"""Accessibility: playing without seeing the screen, and without a finger or a mouse."""

import difflib
import json
import os
import pathlib
import subprocess
import xml.etree.ElementTree as ElementTree

import tour
from page import Failure
from playing import CAMPAIGN, LEVEL, holds, same, tests, within

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
        if play.count("[popovertarget]"):
            play.more()
            for found in play.page.axe():
                nodes = [node["html"][:160] for node in found["nodes"][:2]]
                problems.append(f"{kind}, more: {found['id']}: {found['help']}: {nodes}")
    if problems:
        raise Failure("\n    ".join(problems))


@test("the accessibility tree of each screen is the recorded one", sizes="desk")
def trees(play):
    is_recording = os.environ.get("ZOMBIES_RECORD") == "1"
    problems = []
    for kind in tour.WAYS:
        tour.go(play, kind)
        found = play.page.accessibility_tree() + "\n"
        if play.count("[popovertarget]"):
            play.more()
            found += "# more\n" + play.page.accessibility_tree("#more") + "\n"
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
        "(e => e.id || e.localName === 'button' && e.querySelector('.label')?.textContent || e.localName)"
        "(document.activeElement)")


def tab_to(play, label, back=False):
    for _ in range(60):
        if focused(play) == label:
            return
        play.page.press("Tab", shift=back)
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
    # Backwards, because in Firefox the keys of an element do not work after the focus has left the page once.
    tab_to(play, "menu", back=True)
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
        # What is found out later is drawn anew, without the marks of this test.
        play.wait_for("game.screen.awaits === '' && shown === game.screen")
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
    play.open_line()

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
    within("I do not understand 'dance'", play.text(".caption"), "what is told")
    type("hint", "round")
    play.waits_for_text(".caption", "Hint: left")
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
    same(play.heard(), ["You cannot go right: the room ends there."], "after a greyed arrow")
    play.say("up 2")
    same(play.heard(), ["Move 3: up, to row 2, column 5.\nThe zombie comes closer: 1 down and 1 left.",
                        "Move 4: up, to row 1, column 5.\nThe zombie comes closer: 1 down and 1 left."],
         "after two typed moves")
    play.say("dance")
    same(play.heard(), ["I do not understand 'dance'. Type down or left, look, hint, rules or help."],
         "after a line that is not understood")
    play.keys("Tab", "Tab")
    play.push("[data-event='arrow 1']")
    play.shows("message")
    heard = play.heard()
    same([heard[0], heard[1].splitlines()[0], play.text("[role=dialog] h2")],
         ["Move 5: left, to row 1, column 4.", "The zombie on row 2, column 4 is next to you: below you.",
          "Try again!🤞"], "after the last move, with the name of the dialog, which the focus speaks")
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
    play.keys("ArrowUp")
    same([play.counters[3], play.count(".looked")], ["move 1", 0], "the moves and marked squares after a move")


@test("the place of a key counts if its letter is not Latin, and Caps Lock makes no difference", sizes="desk",
      browsers="chromium firefox")
def letters(play):
    play.open("level S4/5/5/5/4P")
    for key, code, moves in [("W", "KeyW", 1), ("ф", "KeyA", 2), ("'", "KeyW", 3), ("ㅁ", "KeyA", 4), ("ς", "KeyW", 5),
                             ("é", "KeyW", 5), (",", "KeyW", 5), ("'", "KeyQ", 5), ("ж", "Semicolon", 5), ("ש", "KeyA", 6)]:
        play.evaluate("document.activeElement.dispatchEvent(new KeyboardEvent('keydown', "
                      f"{{ key: {json.dumps(key)}, code: '{code}', bubbles: true }})) && null")
        same(play.counters[3], f"move {moves}", f"after {key} of {code}")


@test("a sentence says so if the game cannot run", sizes="desk", browsers="chromium firefox")
def cannot_run(play):
    play.open(f"level {LIT}")
    same(play.count("#starting"), 0, "sentences after the first screen")
    page = play.browser.new_page()

    def shown(name, head):
        """Whether the sentence is visible, and whether the game is."""
        text = play.place.read_text(encoding="utf-8").replace("<title>", head + "<title>", 1)
        page.open(play.site.file(f"without-{name}.html", text))
        return page.wait_for("(found => found.includes(true) && found)(['#starting', '#board'].map(name => "
                             "!!document.querySelector(name)?.checkVisibility({ visibilityProperty: true })))")

    for policy in "default-src 'none'", "script-src 'none'", "script-src 'unsafe-inline'":
        head = f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
        same(shown("policy", head), [True, False], f"with the policy {policy}")
    for name in "WebAssembly", "TextEncoder", "TextDecoder", "atob", "matchMedia":
        same(shown(name, f"<script>delete {name}</script>"), [True, False], f"without {name}")
    for name in "append", "remove", "replaceWith", "replaceChildren", "setAttribute", "closest", "matches", "animate":
        same(sum(shown(name, f"<script>delete Element.prototype.{name}</script>")), 1, f"what is shown without {name}")
    page.close()


# How long each animated element is animated, in milliseconds.
ANIMATED = """document.getAnimations().map(a =>
  [String(a.effect.target.className.baseVal ?? a.effect.target.className), a.effect.getComputedTiming().endTime])"""

# Events that something shows: moves of the player and a zombie, a hint, light, a zombie that catches the player, and stars.
EVENTS = [
    ("a move", [f"level {LIT}"], ["key ArrowUp"], "thing"),
    ("a hint", [f"level {LEVEL}"], ["say hint"], "hinted"),
    ("light", ["level S4/4F/5/5/Z3P"], ["key ArrowUp", "key ArrowUp"], "dusk"),
    ("a catch", [f"level {LEVEL}"], ["key ArrowLeft", "key ArrowLeft"], "catches"),
    ("a message", [f"level {LEVEL}"], ["key ArrowLeft", "key ArrowLeft", "rest"], "ending"),
    ("stars", ["worlds " + CAMPAIGN], ["say enter", "say play 1", "key ArrowLeft", "key ArrowLeft", "rest"], "star"),
]


@test("with reduced motion nothing is animated and everything is shown; without it, a move takes at most 150 ms, and "
      "a key during it acts at once (7.7)", sizes="desk", browsers="chromium firefox")
def motion(play):
    for is_reduced in True, False:
        play.page.media(reduced_motion=is_reduced)
        for name, opening, events, part in EVENTS:
            play.open(*opening)
            play.evaluate("document.getAnimations().forEach(a => a.finish()), 0")
            done = ", ".join("rest(game.screen)" if event == "rest" else f"send({event!r})" for event in events)
            found = play.evaluate(f"({done}, {ANIMATED})")
            if name == "a hint":
                play.waits_for_text(".caption", "Hint")
                found = play.evaluate(ANIMATED)
            if is_reduced:
                same(found, [], f"what is animated after {name} with reduced motion")
                continue
            holds(any(part in place.split() for place, _ in found), f"nothing shows {name}: {found}")
            slow = [part for part in found if "thing" in part[0].split() and part[1] > 150]
            same(slow, [], f"a move that is too slow after {name}")
    play.open(f"level {LIT}")
    press = "document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowUp', bubbles: true }))"
    found = play.evaluate(f"({press}, {press}, [{ANIMATED}.length > 0, game.screen.counters.at(-1).text,"
                          " shown === game.screen, [...document.querySelectorAll('.cell')]"
                          ".findIndex(cell => cell.classList.contains('player'))])")
    same(found, [True, "move 2", True, 14], "two keys at once: what is animated, the moves, and the player's square")


@test("nothing is announced twice for one event (7.10)", sizes="desk")
def once(play):
    play.open("set family 6x6z2b3f1", "set hearing 2", "set tell on")
    found = play.evaluate("""(() => {
      const events = ["key ArrowUp", "key ArrowLeft", "key ArrowDown", "key ArrowRight", "key i", "key u", "key r",
        "key Enter", "key n", "say look", "say where", "say score", "say dance", "key o", "key Escape", "key ?", "key c",
        "key t", "look up", "look room", "link daily", "link worlds", "link questions", "link scoreboard", "say add Ann",
        "link workshop", "link rounds", "link nonsense"]
      let number = 7
      // Most events are moves.
      const next = () => (number = (number * 48271) % 2147483647,
        events[number % 3 ? number % 4 : number % events.length])
      const twice = [], kinds = new Set()
      for (let count = 0; count < 600; count += 1) {
        const event = next()
        said.replaceChildren()
        send(event)
        if (shown !== game.screen) rest(game.screen)
        kinds.add(game.screen.kind)
        const sentences = [...said.children].map(line => line.textContent).join("\\n").split(/\\n|(?<=[.!?]) /).map(text => text.trim()).filter(text => text)
        const again = sentences.filter((text, place) => sentences.indexOf(text) < place)
        if (again.length) twice.push(`${game.screen.kind} after ${event}: ${again.join(" ")}`)
      }
      return [[...new Set(twice)].slice(0, 5), [...kinds]]
    })()""")
    same(found[0], [], "what is announced twice")
    holds(len(found[1]) > 10, f"only these kinds of screen: {found[1]}")


@test("with forced colors the dark is black, and visible squares look different from dark ones (7.6)", sizes="desk",
      browsers="chromium firefox")
def forced(play):
    play.page.media(forced_colors=True)
    play.open(f"level {LEVEL}")
    play.walk("U")
    looks = {name: play.evaluate(
        "(s => [s.backgroundColor, s.borderStyle, s.borderColor])"
        f"(getComputedStyle(document.querySelector('.cell.{name}')))") for name in ("seen", "dark", "remembered")}
    same(looks["dark"][0], "rgb(0, 0, 0)", "the color of the dark")
    same(looks["seen"][0], "rgb(255, 255, 255)", "the color of what is seen")
    holds(looks["remembered"] not in (looks["seen"], looks["dark"]), f"a remembered square looks like another: {looks}")


@test("the pictures are the shapes of zombies draw, and each can be seen (7.6)", sizes="desk",
      browsers="chromium firefox")
def shapes(play):
    level = "S2F/2Z1/#3/3P"
    drawing = play.site.folder / "level.svg"
    drawing.unlink(missing_ok=True)
    subprocess.run([play.site.program, "draw", level, "-o", str(drawing)], check=True)
    names = {"signpost": "zS", "player": "zP", "zombie": "zZ", "block": "zB", "flashlight": "zF"}
    drawn = {group.get("id"): shape(group) for group in ElementTree.parse(drawing).iter()
             if group.get("id") in names.values()}
    play.open(f"level {level}+lit")
    for thing, name in names.items():
        found = play.evaluate(f"new XMLSerializer().serializeToString(document.getElementById({name!r}))")
        same(shape(ElementTree.fromstring(found)), drawn[name], f"the shape of the {thing}")
        used, width, fill, floor = play.evaluate(f"""(cell => [
          cell.querySelector("use").getAttribute("href"), cell.querySelector("use").getBoundingClientRect().width,
          getComputedStyle(document.querySelector("#{name} :is(.zfS, .zfP, .zfZ, .zfB, .zfF)")).fill,
          getComputedStyle(cell).backgroundColor])(document.querySelector("#board .cell.{thing}"))""")
        same(used, "#" + name, f"the picture of the {thing}")
        holds(width > 20 and fill != floor, f"the {thing} cannot be seen: {width} px, {fill} on {floor}")


def shape(element):
    """An element as a value: its name, attributes and children."""
    return [element.tag.rpartition("}")[2], dict(element.attrib), (element.text or "").strip(),
            [shape(child) for child in element]]
