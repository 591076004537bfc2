"""Plays the page like a person: by touch on a phone or tablet, with a mouse on a desktop, and with keys."""

import html
import json
import pathlib
import re
import subprocess

from page import Failure

# Width, height, and whether it has a touchscreen.
SIZES = {"phone": (390, 844, True), "tablet": (1024, 768, True), "desk": (1440, 900, False)}
ARROWS = ["up", "left", "down", "right"]
MOVES = {"U": "up", "L": "left", "D": "down", "R": "right"}
STEPS_DONE = "zombies-progress 3\nfirst-steps done\nend 37b09ca559c4ca79\n"

# A dark level. UUUULLLL wins, and LL loses.
LEVEL = "S4/5/5/2Z2/4P"

# Three worlds with two levels each. LL wins each level.
CAMPAIGN = """; world: The First
; level: Near
S1P

; level: Far
S1P1

; world: The Second
S1P2

S1P3

; world: The Third
S1P4

S1P5
"""


class Test:
    def __init__(self, name, body, sizes, browsers):
        self.name, self.body, self.sizes, self.browsers = name, body, sizes, browsers


def tests():
    """A list of tests, and a decorator that adds a test to it. The test's name says what it shows."""
    found = []

    def test(name, sizes="phone tablet desk", browsers="chromium"):
        def add(body):
            found.append(Test(name, body, sizes.split(), browsers.split()))
            return body
        return add

    return found, test


def same(found, expected, what="found"):
    if found != expected:
        raise Failure(f"{what}: {found!r} instead of {expected!r}")


def within(part, whole, what="it"):
    if part not in whole:
        raise Failure(f"{what}: {part!r} is not in {whole!r}")


def holds(condition, what):
    if not condition:
        raise Failure(what)


class Site:
    """Pages that the program writes, and copies of them that start with other events."""

    def __init__(self, program, folder):
        self.program, self.folder, self.count = program, folder, 0
        self.blank = folder / "blank.html"
        self.blank.write_text(
            "<!doctype html><meta name='viewport' content='width=device-width'><title>blank</title>")
        self.text = self.written().read_text(encoding="utf-8")

    def written(self, *words):
        """A page that the program writes with some arguments."""
        self.count += 1
        place = self.folder / f"page-{self.count}.html"
        subprocess.run([self.program, "page", *words, "-o", str(place)], check=True)
        return place

    def file(self, name, text):
        place = self.folder / name
        place.write_text(text, encoding="utf-8")
        return str(place)

    def page(self, events):
        """A page that starts with some events."""
        self.count += 1
        place = self.folder / f"page-{self.count}.html"
        events = json.dumps(events).replace("<", "\\u003c")
        place.write_text(re.sub(
            r'(<script id="game" type="application/json">).*?(</script>)',
            lambda found: found[1] + events + found[2], self.text, count=1, flags=re.DOTALL),
            encoding="utf-8")
        return place


class Play:
    """A game on a page."""

    def __init__(self, browser, site, size):
        self.browser, self.site = browser, site
        self.width, self.height, self.touch = SIZES[size]
        self.size, self.place, self.traps = size, None, 0
        self.begin()

    def begin(self):
        self.page = self.browser.new_page()
        # With a touchscreen, a page that sets no width gets a wide viewport.
        self.page.open(self.site.blank)
        self.page.size(self.width, self.height, touch=self.touch)
        self.evaluate, self.wait_for = self.page.evaluate, self.page.wait_for

    # MARK: Opening

    def open(self, *events, link="", steps=False, seed=7):
        """Opens a page whose game starts with events, and with the first steps if `steps` is true."""
        before = [f"seed {seed}"] + ([] if steps else ["progress " + STEPS_DONE])
        self.visit(self.site.page([*before, *events]), link)

    def visit(self, place, link=""):
        """Opens a file in a browser whose storage is empty."""
        # In Chromium, all files share one storage. In Firefox, each has its own, but they share that of the session, where
        # a page that is closed right after a change leaves its last address.
        self.page.open(self.site.blank)
        # Firefox may still ask the previous page, which has no storage, although the file has been loaded.
        self.wait_for(
            "(() => { try { localStorage.clear(); sessionStorage.clear(); return location.protocol === 'file:' } "
            "catch { return false } })()")
        self.go(place, link)

    def go(self, place, link=""):
        self.place = pathlib.Path(place)
        self.page.open(self.place.as_uri() + ("#" + link if link else ""))
        self.ready()

    def reload(self):
        # A browser may answer before the new document is there.
        self.evaluate("delete document.documentElement.dataset.ready")
        self.page.reload()
        self.ready()

    def restart(self):
        """Ends the browser and opens the same page in a new one."""
        self.browser.restart()
        self.begin()
        self.go(self.place)

    def ready(self):
        self.wait_for("document.documentElement.dataset.ready")

    def close(self):
        try:
            self.page.media(dark=False, reduced_motion=False, forced_colors=False)
        finally:
            self.page.close()

    def check(self):
        """Checks that there were no errors, unexpected traps or requests to other addresses."""
        same(self.page.errors, [], "errors of the page")
        same(self.evaluate("game.traps"), self.traps, "traps")
        foreign = [url for url in self.page.requests if not url.startswith(self.site.folder.as_uri())]
        same(foreign, [], "requests")

    # MARK: What is shown

    @property
    def screen(self):
        """The module's last screen."""
        return self.evaluate("game.screen")

    @property
    def kind(self):
        """The kind of the current screen."""
        return self.evaluate("document.getElementById('screen').className.split(' ')[0]")

    def shows(self, *kinds):
        """Waits for a kind of screen, and until something can dismiss it if it is a message (GAME.md 1.5)."""
        names = json.dumps(list(kinds))
        try:
            self.wait_for(f"{names}.includes(document.getElementById('screen').className.split(' ')[0])"
                          " && shown === game.screen && !isEarly()")
        except Failure:
            raise Failure(f"the screen is {self.kind!r} instead of {' or '.join(kinds)}") from None

    def text(self, selector="#screen"):
        """The text of an element, or None if the element does not exist or is not visible."""
        return self.evaluate(f"(e => e?.checkVisibility() ? e.innerText : null)"
                             f"(document.querySelector({json.dumps(selector)}))")

    def texts(self, selector):
        """The texts of the visible elements."""
        return self.evaluate(f"[...document.querySelectorAll({json.dumps(selector)})]"
                             ".filter(e => e.checkVisibility()).map(e => e.innerText.trim())")

    def details(self, selector):
        """The texts of the elements that are one step away, behind "more". tests_layout checks that "more" shows
        them."""
        return self.evaluate(f"[...document.querySelectorAll({json.dumps('#more :is(' + selector + ')')})]"
                             ".map(e => e.textContent.trim())")

    @property
    def title(self):
        """The title of the screen, which is at the top or is large."""
        return self.text("#title") or self.text("#heading")

    @property
    def level(self):
        """The code or seed reference of the level, which is one step away because it is never a title."""
        return self.details(".notes p")[0]

    def count(self, selector):
        return self.evaluate(f"document.querySelectorAll({json.dumps(selector)}).length")

    def waits_for_text(self, selector, part):
        quoted = json.dumps(selector)
        try:
            self.wait_for(f"(e => e?.checkVisibility() && e.innerText.includes({json.dumps(part)}))"
                          f"(document.querySelector({quoted}))")
        except Failure:
            raise Failure(f"{selector}: {part!r} is not in {self.text(selector)!r}") from None

    @property
    def said(self):
        """The last announcement to screen readers, as a list of sentences."""
        return self.evaluate("[...document.querySelectorAll('#said p')].map(p => p.textContent)")

    def listen(self):
        """Starts recording everything that is announced to screen readers."""
        self.evaluate("""(() => {
          window.heard = []
          new MutationObserver(() => heard.push(...[...document.querySelectorAll("#said p")]
            .map(p => p.textContent))).observe(document.getElementById("said"), { childList: true })
        })()""")

    def heard(self):
        """The sentences announced to screen readers since the last call."""
        self.wait_for("shown === game.screen")
        return self.evaluate("heard.splice(0)")

    @property
    def counters(self):
        """The lives, W and L at the top, and the moves. A message covers W and L, and has hearts of its own."""
        return self.evaluate("""(() => {
          const hearts = [...document.querySelectorAll(".hearts .heart")]
            .map(heart => heart.classList.contains("empty") ? "🖤" : "❤️").join("")
          const others = [...document.querySelectorAll(".counters > span")].map(e => e.innerText.trim())
          const moves = game.screen.counters.at(-1)?.text
          return [hearts, ...others, moves].filter(text => text)
        })()""")

    def cell(self, row, column):
        """The classes of a square."""
        return self.evaluate(
            f"(document.querySelector('.grid').children[{row} * game.screen.content.room.cells[0].length"
            f" + {column}]).className.split(' ').slice(1).filter(word => word !== 'odd')")

    def arrows(self):
        """The names of the arrows that are not greyed."""
        return [name for name, is_greyed in zip(ARROWS, self.evaluate(
            "[0, 1, 2, 3].map(n => document.querySelector(`.arrows [data-event='arrow ${n}']`)"
            ".getAttribute('aria-disabled'))")) if is_greyed != "true"]

    # MARK: What is done

    def push(self, selector):
        """Presses an element, with a finger or the mouse."""
        self.page.tap(selector) if self.touch else self.page.click(selector)

    def tap_beside(self):
        """Dismisses a message by a tap outside its buttons, once such taps are accepted."""
        self.page.wait_for("performance.now() > dismissible + restTime")
        self.push("#headline")

    def arrow(self, name):
        self.push(f".arrows [data-event='arrow {ARROWS.index(name)}']")

    def walk(self, moves):
        for letter in moves:
            self.arrow(MOVES[letter])
            # A chase is shown step by step.
            self.wait_for("shown === game.screen")

    def labels(self):
        """The labels of the buttons that are not greyed."""
        return self.evaluate(
            "[...document.querySelectorAll(\"button[data-event^='control ']:not([aria-disabled]) .label\")]"
            ".map(label => label.textContent.trim())")

    def button(self, label):
        """The selector of the button with a label."""
        event = self.evaluate(
            "[...document.querySelectorAll('#screen button[data-event]')]"
            f".find(b => b.querySelector('.label')?.textContent === {json.dumps(label)})"
            "?.dataset.event ?? null")
        if event is None:
            labels = self.texts("#screen button .label")
            raise Failure(f"no button {label!r} on screen {self.kind!r}, which has {labels}")
        return f"#screen button[data-event='{event}']"

    def do(self, label):
        """Presses the button with a label, which may be behind "more"."""
        selector = self.button(label)
        self.reach(selector)
        self.push(selector)

    def reach(self, selector):
        """Opens "more" if an element is behind it, or closes it if the element is covered by it."""
        behind = self.evaluate(f"!!document.querySelector({json.dumps(selector)})?.closest('[popover]')")
        if behind != self.is_open:
            self.more() if behind else self.keys("Escape")

    @property
    def is_open(self):
        """Whether what is one step away is open."""
        return self.evaluate("!!document.querySelector('[popover]:popover-open')")

    def more(self):
        """Opens what is one step away."""
        self.push("[popovertarget]")
        self.wait_for("!!document.querySelector('[popover]:popover-open')")

    def row(self, text):
        """Presses the row that contains a text."""
        texts = self.texts(".rows button")
        place = next((place for place, found in enumerate(texts) if text in found), None)
        if place is None:
            raise Failure(f"no row with {text!r}: {texts}")
        self.push(f".rows [data-event='row {place}']")

    def current(self):
        """The text of the row with the cursor."""
        return self.text(".rows [aria-current] .text")

    def enter(self, form, line):
        """Types a line into the field of a form, and sends it. The form is named by its event."""
        selector = f"form[data-form='{form}'] input"
        self.reach(selector)
        self.push(selector)
        self.page.type(line + "\n")

    def open_line(self):
        """Opens the command line, which gets the focus."""
        if not self.count("#say"):
            self.more()
            self.push("[data-line]")

    def say(self, line):
        """Types a line into the command line, and opens it first if it is not open."""
        self.open_line()
        self.enter("say", line)

    def keys(self, *names):
        for name in names:
            self.page.press(name)

    def menu(self, name):
        """Opens the menu and presses a row."""
        self.do("menu")
        self.shows("menu")
        self.row(name)

    def solution(self, code):
        """The moves of a solution of a level, from the workshop of another page."""
        page, place = self.page, self.place
        try:
            self.begin()
            self.go(place, "workshop/" + code)
            self.shows("workshop")
            same(self.hash_of_screen(), "workshop/" + code, "the level in the workshop")
            way = self.wait_for("game.screen.way.length > 1 && game.screen.way")
        finally:
            self.page.close()
            self.page, self.evaluate, self.wait_for = page, page.evaluate, page.wait_for
        letters = {(-1, 0): "U", (1, 0): "D", (0, -1): "L", (0, 1): "R"}
        return "".join(letters[to[0] - at[0], to[1] - at[1]] for at, to in zip(way, way[1:]))

    def hash_of_screen(self):
        return self.evaluate("game.screen.address")

    def finish(self, moves):
        """Plays the moves that end a round, and waits for its message."""
        self.walk(moves)
        self.shows("message")

    @property
    def hash(self):
        return html.unescape(self.evaluate("decodeURI(location.hash)"))

    def address_is(self, link):
        try:
            # An address that is not UTF-8 cannot be the expected one.
            self.wait_for(
                "(() => { try { return decodeURI(location.hash) } catch { return null } })() === "
                + json.dumps("#" + link if link else ""))
        except Failure:
            raise Failure(f"the address ends with {self.hash!r} instead of {link!r}") from None
