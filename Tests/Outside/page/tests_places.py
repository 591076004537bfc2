"""Lists of rows, the command line and its log, as a browser shows them in worlds, questions and on the scoreboard."""

import re

from playing import CAMPAIGN, LEVEL, holds, same, tests, within

TESTS, test = tests()


def carousel(play):
    play.visit(play.site.written("--worlds", play.site.file("worlds.txt", CAMPAIGN)))
    # First-time players see the first steps before a designer's campaign (1.12).
    play.shows("firstSteps")
    play.do("skip")
    play.shows("worlds")


@test("worlds: all can be seen, a locked one not entered, and a win leads on to the next level and world",
      browsers="chromium firefox")
def worlds(play):
    carousel(play)
    for key, number in ("ArrowRight", 2), ("ArrowRight", 3), ("ArrowRight", 3), ("ArrowLeft", 2):
        play.keys(key)
        within(f"World {number} of 3", play.text("#title"), f"the world after {key}")
    within("🔒 Locked: 2 more levels of The First.", play.text(".lines"), "the second world")
    before = play.text("#screen")
    play.keys("Enter", " ")
    play.do("enter")
    same(play.text("#screen"), before, "the screen after trying to enter")
    holds("enter" not in play.labels(), "the button is not greyed")
    for label, number in ("next", 3), ("next", 3), ("previous", 2), ("previous", 1), ("previous", 1):
        play.do(label)
        within(f"World {number} of 3", play.text("#title"), f"the world after {label}")
    play.do("enter")
    play.row("Near")
    play.shows("round")
    play.finish("LL")
    play.do("look")
    play.shows("looking")
    play.keys("Escape")
    play.shows("world")
    same(play.title, "The First", "title")
    same(play.texts(".rows .detail"), [row["detail"] for row in play.screen["content"]["rows"]], "the stars")
    same([play.count(".rows .grid"), play.counters], [1, []], "pictures of completed levels, and counters (2.10)")
    play.row("Far")
    # The next world is one action away (2.10).
    play.finish("LL")
    within("The Second", play.text(".reasons"), "the message of a world that is opened")
    play.do("next world")
    play.shows("world")
    same(play.title, "The Second", "title")


def answer(play):
    """The answer to an open question about a room."""
    content = play.screen["content"]
    question, picture = " ".join(content["lines"]), content["pictures"][0]
    letters = {"player": "P", "signpost": "S", "zombie": "Z", "block": "#", "flashlight": "F"}
    rows = []
    for row in picture["cells"]:
        text = "".join(next((letters[word] for word in cell["class"].split() if word in letters), ".")
                       for cell in row)
        rows.append(re.sub(r"\.+", lambda run: str(len(run[0])), text))
    lit = "+lit" if picture["spoken"].partition(".")[0].endswith("lit") else ""
    moves = play.solution("/".join(rows) + lit)
    return str(len(moves)) if "smallest number of moves that wins" in question else moves


@test("1.16 looking for questions blocks nothing, and can be stopped and begun again", browsers="chromium firefox")
def search_for_questions(play):
    play.open()
    # The worker gives its answer later than this script ends.
    found = play.evaluate("""(() => {
      send("link questions")
      const words = screenPlace.innerText, [stop] = game.screen.controls.filter(control => control.label === "stop")
      send(stop.event)
      return [words, stop.place, game.screen.awaits]
    })()""")
    within("Looking for questions.", found[0], "the screen")
    same(found[1:], ["choose", ""], "the place of 'stop', and what is awaited after it")
    within("Stopped: there are no questions yet.", play.text("main"), "the stopped search")
    play.do("continue")
    play.shows("chapter")
    within("Chapter 1 of", play.title, "the title")


@test("an answer is checked when it is pressed; a wrong one only moves the cursor")
def pressed_answers(play):
    play.open(link="questions")
    play.shows("chapter")
    play.do("continue")
    same(play.count("#screen[data-dark]"), 1, "screens that are white on black")
    wrong = 0
    for _ in range(3):
        title = play.title
        for number in reversed(range(play.count(".rows button"))):
            play.push(f".rows [data-event='row {number}']")
            if play.kind != "question" or play.title != title:
                break
            same(play.current()[:1], str(number + 1), "the answer at the cursor")
            wrong += 1
        else:
            holds(False, f"no answer is valid: {title}")
        # A right answer says why, with the path drawn (3.7).
        same([play.kind, play.title], ["chapter", title], "the screen after a right answer")
        within("Right: ", play.text("main"), "what a right answer says")
        play.do("continue")
    same(play.kind, "chapter", "the kind of screen after three questions")
    holds(wrong, "no wrong answer was pressed")


@test("text screen: an empty line does nothing; any other line is added to the log, which is scrolled to the newest",
      browsers="chromium firefox")
def text_screen(play):
    play.open(f"level {LEVEL}")
    play.do("text")
    play.shows("text")
    same(play.evaluate("document.activeElement.matches('main input')"), True,
         "whether the command line has the focus")
    before = play.texts("#log p")
    play.page.type("\n")
    same(play.texts("#log p"), before, "the log after an empty line")
    play.page.type("up\n")
    same(play.evaluate("[...document.querySelectorAll('#log p')].at(-2).textContent"), "\n> up", "the echo")
    within("Move 1: up", play.texts("#log p")[-1], "the log")
    same(play.evaluate("document.querySelector('main input').value"), "", "the command line")
    while play.screen["content"]["count"] < 101:
        play.page.type("dance\n")
    within("I do not understand 'dance'", play.texts("#log p")[-1], "the newest message")
    same(len(play.texts("#log p")), 100, "messages in the log")
    bottom = play.evaluate("(log => log.scrollHeight - log.scrollTop - log.clientHeight)"
                           "(document.getElementById('log'))")
    holds(bottom < 2, f"the log is {bottom} px above its newest message")
    box = play.evaluate("(b => [b.top >= 0, b.bottom <= innerHeight])"
                        "(document.querySelector('main input').getBoundingClientRect())")
    same(box, [True, True], "whether the command line is visible")
    play.keys("Escape")
    play.shows("round")
    same(play.counters[3], "move 1", "moves")


@test("text screen: a phone's keyboard does not hide the command line", sizes="phone tablet")
def keyboard(play):
    play.open(f"level {LEVEL}")
    play.do("text")
    play.page.type("help\n")
    # A phone's keyboard covers the lower part of the window (interactive-widget).
    play.page.size(play.width, play.height // 2 - 40, touch=True)
    box = play.evaluate("(b => [b.top >= 0, b.bottom <= innerHeight])"
                        "(document.querySelector('main input').getBoundingClientRect())")
    same(box, [True, True], "whether the command line is visible above the keyboard")
    play.page.type("look\n")
    within("5 by 5; it is dark", play.texts("#log p")[-1], "the newest message")


def seat(play, *names):
    for name in names:
        play.do("add")
        play.shows("naming")
        play.page.type(name + "\n")
        play.shows("settingUp")


@test("scoreboard: a policy can be a player, and plays without freezing the page", sizes="desk")
def policy(play):
    play.open(f"level {LEVEL}", link="scoreboard")
    seat(play, "edge", "Ann")
    play.do("Start Game")
    play.do("begin turn")
    play.waits_for_text(".told", "edge has played")
    within("Ann's turn", play.text(".lines"), "lines")
