"""Whole games by a player who only hears the page and has only a keyboard (7.10)."""

import re
import subprocess

from page import Failure
from playing import holds, same, tests, within

TESTS, test = tests()

# Records what a screen reader speaks: the new content of a live region, and the name of each element that gets the
# focus, after the name of the dialog or group that the focus enters. `take` returns what was spoken since the last call,
# as a kind, a text, and the keys of the element; whether the screen has changed; and the name of the element with the
# focus.
EAR = """(() => {
  const content = node => node.nodeType === Node.TEXT_NODE ? node.data
    : node.nodeType !== Node.ELEMENT_NODE || node.matches("[aria-hidden=true]") ? ""
      : node.getAttribute("aria-label") ?? [...node.childNodes].map(content).join("")
  const name = node => (node.hasAttribute("aria-labelledby")
    ? content(document.getElementById(node.getAttribute("aria-labelledby")))
    : node.getAttribute("aria-label") ?? content(node.labels?.[0] ?? node)).trim()
  const regions = "[aria-live], [role=status], [role=alert], [role=log]"
  const screen = document.getElementById("screen")
  let heard = [], around = null, last = screen.innerHTML
  document.addEventListener("focusin", ({ target }) => {
    const outer = target.closest("[role=dialog], [role=group]")
    if (outer !== around) heard.push(outer ? [outer.getAttribute("role"), name(outer), []] : ["leaves", "", []])
    around = outer
    heard.push(["focus", name(target), (target.getAttribute("aria-keyshortcuts") ?? "").split(" ").filter(key => key)])
  })
  new MutationObserver(changes => {
    const places = changes.map(({ target }) => (target.closest ? target : target.parentElement)?.closest(regions))
    for (const place of new Set(places)) {
      if (place) heard.push(...[...place.children].map(line => ["live", line.textContent, []]))
    }
  }).observe(document.body, { childList: true, characterData: true, subtree: true })
  window.ear = {
    read: () => [...document.querySelectorAll("main p")].map(content),
    take() {
      const focus = document.activeElement
      const found = [heard, last !== screen.innerHTML, focus === document.body ? "" : name(focus)]
      heard = []
      last = screen.innerHTML
      return found
    },
  }
})()"""

# Nothing more is spoken until the next key.
SILENT = "shown === game.screen && game.screen.awaits === '' && !isEarly()"

# The keys that need no explanation. Any other key must have been spoken before it is pressed.
KEYS = {"Tab", "Enter", "Escape", "ArrowUp", "ArrowLeft", "ArrowDown", "ArrowRight"}
STEPS = {"up": (-1, 0), "left": (0, -1), "down": (1, 0), "right": (0, 1)}


class Ear:
    """The player, who decides by what is spoken and by nothing else. What is spoken last is `spoken`, the name of the
    element with the focus is `focus`, and `dialog` is the name of the dialog around it, if there is one."""

    def __init__(self, play, *events, link=""):
        self.play, self.keys, self.names = play, set(KEYS), {}
        self.focus = self.dialog = ""
        play.open(*events, link=link)
        play.wait_for(SILENT)
        self.spoken = "\n".join(play.said)
        play.evaluate(f"{EAR}, 0")

    def press(self, key, shift=False):
        """Presses a key; returns what is then spoken."""
        holds(key in self.keys, f"the key {key!r} was not spoken")
        self.play.page.press(key, shift=shift)
        return self.listen(key)

    def type(self, line):
        """Types a line into the field with the focus. The screen reader speaks the letters."""
        self.play.page.type(line)
        self.play.evaluate("ear.take(), 0")
        return self.press("Enter")

    def listen(self, key):
        self.play.wait_for(SILENT)
        heard, has_changed, focus = self.play.evaluate("ear.take()")
        for kind, text, keys in heard:
            if kind == "dialog":
                self.dialog = text
            elif kind == "leaves":
                self.dialog = ""
            elif kind == "focus":
                self.focus = text
                self.keys.update(keys)
                self.names[text] = keys
        self.spoken = "\n".join(text for _, text, _ in heard if text)
        # "Ann, 0" and "Ann: 0." are the same sentence.
        sentences = [re.sub(r"\W+", "", sentence) for sentence in re.split(r"\n|(?<=[.!?]) ", self.spoken)]
        again = {text for text in sentences if re.search("[a-z]", text) and sentences.count(text) > 1}
        same(again, set(), f"what is spoken twice after {key}")
        holds(not has_changed or self.spoken, f"the screen changes after {key}, and nothing is spoken")
        if key != "Tab":
            holds(focus, f"nothing has the focus after {key}")
            self.agrees(focus)
        return self.spoken

    def agrees(self, name):
        """Checks a name against the accessibility tree of the browser, if it provides one."""
        if self.play.browser.name != "chromium":
            return
        send = self.play.page.protocol.send
        node = send("Runtime.evaluate", {"expression": "document.activeElement"})["result"]["objectId"]
        found = send("Accessibility.getPartialAXTree", {"objectId": node, "fetchRelatives": False})["nodes"][0]
        same(found["name"]["value"].strip(), name, "the name of the element with the focus")

    def find(self, name, back=False):
        """Moves the focus to an element by its spoken name; returns its keys."""
        for _ in range(60):
            if self.focus.startswith(name):
                return self.names[self.focus]
            self.press("Tab", shift=back)
        raise Failure(f"the Tab key does not reach {name!r}")

    def row(self, name):
        """Moves the cursor of a list to a row by its spoken name, and presses it."""
        for key in "ArrowDown", "ArrowUp":
            while not self.focus.startswith(name) and self.press(key):
                pass
        holds(self.focus.startswith(name), f"no row {name!r}")
        return self.press("Enter")

    def read_help(self):
        """Opens the help, reads it as any text on a page, and closes it; returns its lines."""
        self.find("more")
        self.press("Enter")
        self.find("help")
        within("Help", self.press("Enter"), "the title of the help")
        lines = self.play.evaluate("ear.read()")
        self.press("Escape")
        return lines

    def learn(self, lines, meaning):
        """Learns a key from a line of the help."""
        line = next(line for line in lines if line.endswith(" " + meaning))
        key = line.removesuffix(meaning).split()[-1]
        self.keys.add(key)
        return key

    def menu(self, name):
        self.find("menu", back=True)
        self.press("Enter")
        return self.row(name)


def by_hints(ear):
    """Plays a round by its spoken hints until its message."""
    key = ear.find("hint")[0]
    while not ear.dialog:
        hint = re.search(r"Hint: (up|left|down|right)\b", ear.press(key))
        holds(hint, f"no move in {ear.spoken!r}")
        ear.press("Arrow" + hint[1].capitalize())
    return ear.spoken


def without_help(ear):
    """Walks to the signpost by what is spoken at the start and about blocked moves, until the message."""
    found = re.search(r"You are on row (\d+), column (\d+); the signpost is (\d+) up and (\d+) left", ear.spoken)
    here = row, column = int(found[1]), int(found[2])
    signpost = (row - int(found[3]), column - int(found[4]))
    shut, been = set(), {}
    while not ear.dialog:
        been[here] = been.get(here, 0) + 1
        places = {step: (here[0] + down, here[1] + across) for step, (down, across) in STEPS.items()}
        step = min((step for step in STEPS if places[step] not in shut), key=lambda step: (
            been.get(places[step], 0), sum(abs(a - b) for a, b in zip(places[step], signpost))))
        told = ear.press("Arrow" + step.capitalize())
        if told.startswith("You cannot go"):
            shut.add(places[step])
        else:
            within(f"{step}, to row {places[step][0]}, column {places[step][1]}", told, "a move")
            here = places[step]
    return ear.spoken


@test("by ear: a round of the original game, and the next one", sizes="desk", browsers="chromium firefox")
def original(play):
    ear = Ear(play)
    ear.menu("The original game")
    within("A new round", ear.spoken, "the original game")
    for number in 1, 2:
        told = without_help(ear)
        holds(ear.dialog in ("You won! 🥳", "Try again!🤞", "You lost!☠️"), ear.dialog)
        same(ear.focus, "continue", "the focus in the message")
        within(" lost.", told, "the counters")
        within("A new round", ear.press("Enter"), "the next round")


@test("by ear: the daily level, in the light", sizes="desk", browsers="chromium firefox")
def daily(play):
    ear = Ear(play, "today 2026-11-22")
    ear.menu("The daily level, not played yet")
    within("6 by 6, lit.", ear.spoken, "the daily level")
    within("You cannot go right: the room ends there.", ear.press("ArrowRight"), "a blocked move")
    by_hints(ear)
    same(ear.dialog, "You won! 🥳", "the headline")
    within("The daily level, ", ear.press("Enter"), "the menu")


def solution(ear):
    """A shortest solution of the room that was spoken last, by the program."""
    text = ear.spoken[ear.spoken.rindex("The room: "):]
    rows, columns, light, row, column = re.search(
        r"(\d+) by (\d+), (lit|dark)\. You are on row (\d+), column (\d+)", text).groups()
    squares = [["."] * int(columns) for _ in range(int(rows))]
    here = int(row) - 1, int(column) - 1
    squares[here[0]][here[1]] = "P"
    letters = {"signpost": "S", "zombie": "Z", "block": "#", "flashlight": "F"}
    for thing, place in re.findall(r"(signpost is|zombie|block|flashlight) (\d[^;.]*)", text):
        steps = [(int(count), STEPS[step]) for count, step in re.findall(r"(\d+) (up|left|down|right)", place)]
        down, across = (sum(count * step[axis] for count, step in steps) for axis in (0, 1))
        squares[here[0] + down][here[1] + across] = letters[thing.split()[0]]
    level = "/".join("".join(row) for row in squares) + ("+lit" if light == "lit" else "")
    level = re.sub(r"\.+", lambda run: str(len(run[0])), level)
    return subprocess.run([ear.play.site.program, "solve", level], check=True, capture_output=True,
                          text=True).stdout.split()[-1]


@test("by ear: three levels of a world", sizes="desk", browsers="chromium firefox")
def world(play):
    ear = Ear(play)
    within("World 1 of 6: First Night", ear.menu("Worlds"), "the first world")
    within("Locked: 10 more levels of First Night.", ear.press("ArrowRight"), "the second world")
    within("Open: 0 of 10 levels completed.", ear.press("ArrowLeft"), "the first world again")
    within("1: Keep Right, not completed", ear.press("Enter"), "the levels")
    ear.press("Enter")
    for number in 1, 2, 3:
        within(f"First Night, level {number}: ", ear.spoken, "the level")
        while by_hints(ear) and ear.dialog != "You won! 🥳":
            ear.press("Enter")
        within("1 of 3 stars: won.", ear.spoken, "the stars")
        within(f"Next: level {number + 1}, ", ear.spoken, "the next level")
        ear.find("next level")
        ear.press("Enter")
    within("Open: 3 of 10 levels completed. 3 of 30 stars.", ear.press("Escape"), "the world")
    within("3: The Corner Is Taken, 1 of 3 stars: won.", ear.press("ArrowUp"), "a completed level")


@test("by ear: a quiz, with wrong answers, until the tally", sizes="desk", browsers="chromium firefox")
def quiz(play):
    ear = Ear(play)
    ear.menu("Questions")
    questions, wrong = 0, set()
    while "right at the first try" not in ear.spoken:
        if ear.focus.startswith("Answer "):
            if ear.press("Enter") == "Not that one.":
                wrong.add(questions)
                ear.press("ArrowDown")
        elif ear.focus == "Type the answer":
            moves = solution(ear)
            ear.type(str(len(moves)) if "What is the smallest number" in ear.spoken else moves)
        else:
            ear.press("Enter")
        questions += "Right: " in ear.spoken
    holds(wrong and questions > 5, f"{questions} questions, wrong answers to {wrong}")
    within(f"{questions - len(wrong)} of {questions} right at the first try.", ear.spoken, "the tally")


@test("by ear: a level of the workshop is changed, judged and played", sizes="desk", browsers="chromium firefox")
def workshop(play):
    ear = Ear(play)
    within("It can be won: par 8", ear.menu("Workshop"), "the empty level")
    lines = ear.read_help()
    zombie = ear.learn(lines, "put a zombie on the square")
    block, floor = ear.learn(lines, "put a block there"), ear.learn(lines, "clear the square")
    within("Row 5, column 4: floor.", ear.press("ArrowLeft"), "a square")
    told = ear.press(zombie)
    within("zombie, row 5, column 4.", told, "what was put")
    within("It cannot be won.", told, "the verdict")
    told = ear.press(floor)
    within("floor, row 5, column 4.", told, "what was removed")
    within("It can be won", told, "the verdict")
    for key in "ArrowUp", "ArrowUp", "ArrowLeft":
        ear.press(key)
    within("zombie, row 3, column 3.", ear.press(zombie), "the zombie in its new place")
    ear.press("ArrowUp")
    within("block, row 2, column 3.", ear.press(block), "the block")
    within("Row 3, column 3: a zombie.", ear.press("ArrowDown"), "what is on a square")
    told = ear.press("Enter", shift=True)
    within("a zombie 2 up and 2 left; a block 3 up and 2 left.", told, "the whole level")
    found = re.search(r"The solution: (.*)\.", told)[1]
    ear.press("Enter")
    for step, count in re.findall(r"(\w+) (\d+)", found):
        for _ in range(int(count)):
            ear.press("Arrow" + step.capitalize())
    same(ear.dialog, "You won! 🥳", "the headline")
    within("The workshop: ", ear.press("Enter"), "back in the workshop")


@test("by ear: a game of two players on the scoreboard", sizes="desk", browsers="chromium firefox")
def scoreboard(play):
    ear = Ear(play)
    ear.menu("Scoreboard")
    for name in "Ann", "Bob":
        within("Name of the new player", ear.row("Add a player"), "the field")
        within(f"{name} is on the board.", ear.type(name), "the player")
    ear.find("Start Game")
    within("Level 1: Ann's turn.", ear.press("Enter"), "the game")
    for name in "Ann", "Bob":
        ear.find("begin turn")
        within(f"{name}, it is your turn: level 1.", ear.press("Enter"), "the turn")
        without_help(ear)
        ear.press("Enter")
    within("Level 1 is over.", ear.spoken, "the result of the level")
    within("Ann was caught after 4 moves: 0 points.", ear.spoken, "the points")
    ear.find("End Game")
    within("The winners are 👑 Ann and 👑 Bob.", ear.press("Enter"), "the end")
