"""Worlds, questions, the text screen and the scoreboard."""

import re

from playing import CAMPAIGN, LEVEL, holds, same, tests, within

TESTS, test = tests()


def carousel(play):
    play.visit(play.site.written("--worlds", play.site.file("worlds.txt", CAMPAIGN)))
    # First-time players see the first steps before a designer's campaign (1.12).
    play.shows("firstSteps")
    play.do("skip")
    play.shows("worlds")


def world(play):
    """The number of the current world, from the screen's title."""
    return int(play.text("#title").removeprefix("World ").split(" of 3")[0])


def win(play, moves):
    play.finish(moves)
    same(play.text("#headline"), "You won! 🥳", "headline")


def leave(play):
    """Goes from the message after a win to the levels of the world."""
    play.do("look")
    play.shows("looking")
    play.keys("Escape")
    play.shows("world")


@test("I can navigate through to all worlds", browsers="chromium firefox")
def navigate(play):
    for right, left in ("ArrowRight", "ArrowLeft"), ("next", "previous"):
        carousel(play)
        same(world(play), 1, "the world at first")
        for way, expected in (right, 2), (right, 3), (right, 3), (left, 2), (left, 1), (left, 1):
            if way.startswith("Arrow"):
                play.keys(way)
            else:
                play.do(way)
            same(world(play), expected, f"the world after {way}")


@test("first world is selectable by default", browsers="chromium firefox")
def first_is_open(play):
    carousel(play)
    within("Open: 0 of 2 levels completed.", play.text(".lines"), "the first world")
    play.do("enter")
    play.shows("world")
    same(play.title, "The First", "title")
    play.row("Near")
    play.shows("round")


@test("I can select world 2 if all levels in world 1 completed", browsers="chromium firefox")
def second_opens(play):
    carousel(play)
    play.do("enter")
    play.row("Near")
    win(play, "LL")
    # The next level is one action away (2.10).
    play.do("next level")
    play.shows("round")
    same(play.title, "Far", "the next level")
    win(play, "LL")
    within("The Second", play.text(".reasons"), "the message of a world that is opened")
    play.do("next world")
    play.shows("world")
    same(play.title, "The Second", "title")
    play.keys("Escape")
    play.shows("worlds")
    same(world(play), 2, "the world")
    within("Open", play.text(".lines"), "the second world")
    play.do("enter")
    play.shows("world")
    same(play.title, "The Second", "title")


@test("world 2 is locked if only some levels in world 1 completed", browsers="chromium firefox")
def second_is_locked(play):
    carousel(play)
    play.do("enter")
    play.row("Near")
    win(play, "LL")
    leave(play)
    play.keys("Escape")
    play.shows("worlds")
    play.keys("ArrowRight")
    same(world(play), 2, "the world")
    within("🔒 Locked: 1 more level of The First.", play.text(".lines"), "the second world")
    before = play.text("#screen")
    play.keys("Enter", " ")
    play.do("enter")
    same(play.text("#screen"), before, "the screen after trying to enter")
    holds("enter" not in play.labels(), "the button is not greyed")


@test("a level in a world earns stars: for winning, for the first life, and for par")
def stars(play):
    carousel(play)
    play.do("enter")
    play.row("Far")
    play.walk("RLLL")
    play.shows("message")
    same(play.text("#headline"), "You won! 🥳", "headline")
    leave(play)
    same(play.screen["content"]["rows"][1]["detail"], "★★☆", "the stars")
    same(play.count(".rows .grid"), 1, "the pictures of completed levels (2.10)")
    same(play.counters, [], "counters before the levels")


@test("questions: a wrong answer changes nothing, a valid one leads to the next question, until the end",
      browsers="chromium firefox")
def questions(play):
    play.open(link="questions")
    play.shows("chapter")
    rest = "main > :not(.told)"
    wrong = answered = typed = chapters = 0
    while play.kind != "quizEnd":
        holds(play.count("#screen[data-dark]") == 1, "questions are not white on black")
        title = play.title
        if play.kind == "chapter":
            chapters += 1
            play.do("continue")
        elif play.kind == "question":
            within("Question", title, "title")
            for number in range(play.count(".rows button")):
                before = play.texts(rest)
                if number:
                    play.keys("ArrowDown")
                    same(play.current()[:1], str(number + 1), "the answer at the cursor")
                    before = play.texts(rest)
                play.keys("Enter")
                if play.title != title or play.kind != "question":
                    answered += 1
                    break
                wrong += 1
                same(play.texts(".told"), ["Not that one."], "what is told after a wrong answer (3.7)")
                same(play.texts(rest), before, "the rest of the screen after a wrong answer")
            else:
                holds(False, f"no answer is valid: {title}")
        else:
            within("Question", title, "title")
            play.enter("line", "no answer")
            same([play.kind, play.title], ["openQuestion", title], "the screen after a wrong answer")
            play.enter("line", answer(play))
            holds(play.kind != "openQuestion" or play.title != title,
                  f"the answer was not valid: {play.text('main')}")
            typed += 1
    holds(wrong > 3 and answered > 8 and typed > 1 and chapters > 3,
          f"too few questions: {wrong} wrong, {answered} answered, {typed} typed, {chapters} chapters")
    within("answered all the questions", play.text(".lines"), "the end")
    play.do("again" if "again" in play.labels() else play.labels()[0])


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


@test("text screen: an empty line does nothing; any other line is added to the log with its result",
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
    play.page.type("dance\n")
    within("I do not understand 'dance'", play.texts("#log p")[-1], "the log")
    play.keys("Escape")
    play.shows("round")
    same(play.counters[3], "move 1", "moves")


@test("text screen: the log keeps the last 100 messages, and is scrolled to the newest")
def hundred(play):
    play.open(f"level {LEVEL}")
    play.do("text")
    first = play.texts("#log p")
    input = "main input"
    count = play.screen["content"]["count"]
    while count < 100:
        play.page.type("score\n")
        count = play.screen["content"]["count"]
    same([len(play.texts("#log p")), play.texts("#log p")[0]], [100, first[0]], "the log of 100 messages")
    play.page.type("zoo\n")
    log = play.texts("#log p")
    same(len(log), 100, "messages after the 102nd")
    same(log[:1] == first[:1], False, "whether the first message is still there")
    within("I do not understand 'zoo'", log[-1], "the newest message")
    bottom = play.evaluate("(log => log.scrollHeight - log.scrollTop - log.clientHeight)"
                           "(document.getElementById('log'))")
    holds(bottom < 2, f"the log is {bottom} px above its newest message")
    box = play.evaluate(f"(b => [b.top >= 0, b.bottom <= innerHeight])"
                        f"(document.querySelector('{input}').getBoundingClientRect())")
    same(box, [True, True], "whether the command line is visible")


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


@test("scoreboard: a tie has two crowns, and ranks go 1, 1, 3", browsers="chromium firefox")
def tie(play):
    play.open(link="scoreboard")
    play.shows("settingUp")
    seat(play, "Ann", "Bob", "Cy")
    details = [row["detail"] for row in play.screen["content"]["rows"][:3]]
    same(details, ["", "", ""], "scores while setting up")
    holds("more" not in play.labels(), "scores can be changed while setting up")
    play.do("Start Game")
    play.shows("board")
    for name in "Ann", "Cy":
        play.row(name)
        play.do("more")
    play.row("Bob")
    play.do("more")
    play.do("less")
    play.do("End Game")
    play.shows("gameOver")
    same([(row["text"], row["detail"]) for row in play.screen["content"]["rows"]],
         [("1. Ann", "👑 1"), ("1. Cy", "👑 1"), ("3. Bob", "0")], "ranks")
    same(play.texts(".rows .text"), ["1. Ann", "1. Cy", "3. Bob"], "rows")
    within("The winners are 👑 Ann and 👑 Cy.", play.text(".lines"), "lines")
    play.do("Reset Game")
    play.shows("settingUp")


@test("scoreboard: players take turns at the same level, which is hidden until all have played")
def turns(play):
    play.open(f"level {LEVEL}", link="scoreboard")
    seat(play, "Ann", "Bob")
    play.do("Start Game")
    play.do("begin turn")
    play.shows("round")
    win(play, "UUUULLLL")
    play.do("continue")
    play.shows("board")
    within("Bob", play.text(".lines"), "whose turn it is")
    holds(LEVEL not in play.evaluate("document.getElementById('screen').textContent"), "the level is shown before Bob has played")
    play.do("begin turn")
    play.shows("round")
    play.finish("LL")
    play.do("continue")
    play.shows("board")
    same([row["detail"] for row in play.screen["content"]["rows"]], ["1", "0"], "scores")


@test("scoreboard: a policy can be a player, and plays without freezing the page", sizes="desk")
def policy(play):
    play.open(f"level {LEVEL}", link="scoreboard")
    seat(play, "edge", "Ann")
    play.do("Start Game")
    play.do("begin turn")
    play.waits_for_text(".told", "edge has played")
    within("Ann's turn", play.text(".lines"), "lines")


@test("quit shows the score, and another game can be started", sizes="desk")
def farewell(play):
    play.open(f"level {LEVEL}")
    play.finish("UUUULLLL")
    play.tap_beside()
    play.say("quit")
    play.shows("farewell")
    within("1 game won", play.text(".caption"), "what is told")
    play.do("play again")
    play.shows("round")
    same(play.counters[1:3], ["W 0", "L 0"], "counters")
