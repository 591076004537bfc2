"""Rounds as a browser shows them: what each square, heart and message looks like, taps, swipes, sounds, and times."""

from playing import ARROWS, LEVEL, holds, same, tests, within

TESTS, test = tests()

# There is a block to the left of the player. The zombie moves after the first move.
LIT = "S4/5/Z4/5/3#P+lit"


@test("a won game: the message covers everything and gives the reason, and the next level follows",
      browsers="chromium firefox")
def won(play):
    play.open(f"level {LEVEL}", "level S4/5/5/5/3#P")
    same(play.counters, ["❤️❤️❤️", "W 0", "L 0", "move 0"], "counters at first")
    play.finish("UUUULLLL")
    same(play.text("#headline"), "You won! 🥳", "headline")
    within("signpost", play.text(".reasons"), "reasons")
    box = play.evaluate("(b => [b.left, b.top, b.right - innerWidth, b.bottom - innerHeight])"
                        "(document.querySelector('.ending').getBoundingClientRect())")
    same(box, [0, 0, 0, 0], "the message's distance from the edges of the window")
    same(play.counters[0], "❤️❤️❤️", "lives")
    within("3 lives, 1 game won, 0 lost.", play.text(".reasons"), "reasons")
    # Keys that mean nothing in a message do nothing.
    play.keys("a", "ArrowUp", "h", "r")
    play.shows("message")
    play.tap_beside()
    play.shows("round")
    same(play.counters, ["❤️❤️❤️", "W 1", "L 0", "move 0"], "counters of the next round")
    same(play.level, "S4/5/5/5/3#P", "the level")
    play.address_is("S4/5/5/5/3#P")


@test("sound, by wish: a step and a win are played as files that the browser can read, and not a note without the wish",
      sizes="phone", browsers="chromium firefox")
def sound(play):
    play.open(f"level {LEVEL}")
    play.evaluate("(window.played = [], HTMLMediaElement.prototype.play = function () { played.push(this.src); "
                  "return Promise.resolve() }, 0)")
    play.walk("U")
    play.say("set sound on")
    same(play.evaluate("new Promise(done => setTimeout(() => done(played.length), 100))"), 0, "sounds without the wish")
    play.finish("UUULLLL")
    play.wait_for("played.length >= 7")
    same(play.evaluate("played.length"), 7, "sounds: one for each move, the last of which wins")
    seconds = ("(async file => (await new OfflineAudioContext(1, 1, 22050).decodeAudioData("
               "await (await fetch(file)).arrayBuffer())).duration)")
    same(round(play.evaluate(f"{seconds}(played[0])"), 2), 0.05, "seconds of a step")
    same(round(play.evaluate(f"{seconds}(played.at(-1))"), 2), 0.55, "seconds of a win")


@test("the move that decides a round is seen before the message, with reduced motion too (1.5)", sizes="phone desk",
      browsers="chromium firefox")
def decided(play):
    for is_reduced in False, True:
        play.page.media(reduced_motion=is_reduced)
        play.open(f"level {LEVEL}")
        play.walk("L")
        seen = play.evaluate("""new Promise(done => {
          const began = performance.now(), names = (...classes) => [...document.querySelectorAll(".cell")]
            .flatMap((cell, place) => classes.every(name => cell.classList.contains(name)) ? [place] : [])
          send("arrow 1")
          const seen = [names("player"), names("zombie", "catches"), !!document.querySelector("#headline"),
            document.querySelector(".now").innerText, document.querySelector(".heart.empty") !== null]
          const look = () => document.querySelector("#headline")?.checkVisibility()
            ? done([...seen, performance.now() - began]) : setTimeout(look, 10)
          look()
        })""")
        same(seen[:5], [[22], [17], False, "Try again!🤞", True],
             "the player's and the zombie's square, whether the message is there, the words, and whether a heart is lost")
        holds(690 <= seen[5] < 3000, f"the message appears after {seen[5]:.0f} ms")


# What may dismiss a message.
DISMISSALS = {
    "Return": "document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))",
    "Space": "document.body.dispatchEvent(new KeyboardEvent('keydown', { key: ' ', bubbles: true }))",
    "a tap": "document.querySelector('.ending').click()",
    "the button": "document.querySelector('.ending .choose').click()",
    "a line": "(form => { form.elements.line.value = 'next'; form.requestSubmit() })"
              "(document.querySelector(\".ending form[data-form='say']\"))",
}


@test("nothing that was typed or tapped ahead dismisses a message: 400 ms pass first (1.5)", sizes="tablet desk",
      browsers="chromium firefox")
def guarded(play):
    play.open(f"level {LEVEL}")
    play.open_line()
    for name, dismissal in DISMISSALS.items():
        play.walk("L")
        time = play.evaluate(f"""new Promise(done => {{
          send("arrow 1")
          const began = performance.now()
          rest(game.screen)
          const attempt = () => {{
            if (game.screen.kind !== "message") return done(performance.now() - began)
            ;{dismissal}
            setTimeout(attempt, 20)
          }}
          attempt()
        }})""")
        holds(400 <= time < 3000, f"{name} dismisses the message after {time:.0f} ms")
        play.shows("round")
        same(play.counters[3], "move 0", f"moves after {name}")
    # What comes while the deciding move is in sight was meant for the round.
    for key in "Enter", "u", "ArrowUp":
        play.walk("L")
        found = play.evaluate(f"""(() => {{
          send("arrow 1")
          document.body.dispatchEvent(new KeyboardEvent("keydown", {{ key: {key!r}, bubbles: true }}))
          return [game.screen.kind, game.screen.counters.at(-1).text, document.querySelector("#headline")?.innerText]
        }})()""")
        same([found[0], found[1], found[2].startswith(("Try again!", "You lost!"))], ["message", "move 2", True],
             f"the screen after {key} was pressed ahead")
        play.shows("message")
        play.keys("Enter")
        play.shows("round")


@test("with a setting, squares and messages have letters instead of pictures and emoji")
def letters(play):
    play.open(f"level {LEVEL}")
    pictures = "[...document.querySelectorAll('.grid .thing use')].map(e => e.getAttribute('href'))"
    same([play.evaluate(pictures), play.text(".grid").strip()], [["#zS", "#zP"], ""], "the pictures of the room")
    play.do("options")
    play.shows("settings")
    play.row("symbols")
    play.do("back")
    play.shows("round")
    same([letter for letter in play.text(".grid").split() if letter not in "?."], ["S", "P"], "the room")
    same(play.evaluate(pictures), [], "the pictures of the room")
    play.finish("LL")
    same(play.text("#headline"), "Try again!", "the headline")


@test("greyed arrows do nothing, and are marked as greyed", browsers="chromium firefox")
def greyed(play):
    play.open("level S4/5/5/5/3#P")
    same(play.arrows(), ["up"], "possible arrows in the corner, next to a block")
    before = play.text("#screen")
    for name in "left", "down", "right":
        play.arrow(name)
        same(play.text("#screen"), before, f"the screen after the arrow {name}")
    room = play.text("#board")
    for key, why in ("s", "the room ends there"), ("l", "the room ends there"), ("ArrowLeft", "a block is there"):
        play.keys(key)
        within(why, play.text(".now"), f"the reason after {key}")
    same([play.text("#board"), play.counters[3]], [room, "move 0"], "the room after the keys")
    play.arrow("up")
    same(play.counters[3], "move 1", "moves")
    same(play.arrows(), ["up", "left", "down"], "possible arrows at the right edge")
    same(play.texts(".arrows .label"), ARROWS, "labels")


@test("in the dark, the signpost shines, four squares are visible, and others are remembered, or forgotten with "
      "a setting")
def dark(play):
    play.open("level S4/5/5/2Z2/3#P")
    same(play.cell(0, 0), ["seen", "signpost"], "the signpost's square")
    same(play.cell(4, 3), ["seen", "block"], "the block next to the player")
    same(play.cell(3, 2), ["dark"], "the zombie's square")
    play.walk("UU")
    same(play.cell(4, 3), ["remembered", "block"], "the remembered block")
    same(play.cell(2, 4), ["seen", "player"], "the player's square")
    play.do("options")
    play.row("memory")
    play.do("back")
    same(play.cell(4, 3), ["dark"], "the forgotten block")


@test("in the light, zombies step after each move, and a caught player sees which zombie it was")
def light(play):
    play.open(f"level {LIT}")
    same(play.cell(2, 0), ["seen", "zombie"], "the zombie's square")
    play.walk("U")
    same(play.cell(2, 1), ["seen", "zombie"], "the zombie after a move")
    same(play.arrows(), ["up", "left", "down"], "arrows")
    play.walk("LL")
    play.shows("message")
    same(play.text("#headline"), "Try again!🤞", "headline")
    play.do("look")
    play.shows("looking")
    same([play.count(".cell.zombie"), play.count(".cell.catches")], [1, 1], "the zombies that are marked")
    play.do("message")
    play.shows("message")


@test("a swipe is a move, but a short one is not", sizes="phone tablet", browsers="chromium firefox")
def swipes(play):
    play.open("level S4/5/5/5/4P")
    for count, (way, row, column) in enumerate(
            [("up", 3, 4), ("left", 3, 3), ("down", 4, 3), ("right", 4, 4)], 1):
        play.page.swipe("#board", way, 80)
        play.wait_for(f"game.screen.counters.at(-1).text === 'move {count}'")
        same(play.cell(row, column), ["seen", "player"], f"the square after a swipe {way}")
    play.page.swipe("#board", "up", 12)
    play.page.swipe("#board", "down", 80)
    same(play.counters[3], "move 4", "moves after a short swipe and one against the wall")
    same(play.evaluate("[scrollX, scrollY]"), [0, 0], "the scroll position")


@test("show me plays the solution, move by move, and can be stopped", browsers="chromium firefox")
def shown(play):
    play.open("level S4/5/5/5/4P")
    play.do("show me")
    play.shows("showing")
    play.wait_for("game.screen.counters.at(-1).text === 'move 2'")
    play.do("stop")
    play.shows("round")
    within("practice", play.text(".status"), "the state of the round")
    play.do("show me")
    play.shows("message")
    same(play.text("#headline"), "That was the solution.", "headline")
    play.tap_beside()
    play.shows("round")
    same(play.counters[:3], ["❤️❤️❤️", "W 0", "L 0"], "counters, because it is not counted")


@test("a hint is computed without freezing the page, and is shown", browsers="chromium firefox")
def hint(play):
    play.open("set family classic")
    play.do("hint")
    play.shows("round")
    play.waits_for_text(".caption", "Hint")
    play.open(f"level {LEVEL}")
    play.do("hint")
    play.waits_for_text(".caption", "Hint")


@test("the number heard stands on its square, and a tap marks the squares that it counts",
      browsers="chromium firefox")
def numbers(play):
    play.open(link="S3/4/Z3/3P?hearing-distance=2")
    within("1 zombie", play.text(".status"), "what the room contains")
    play.walk("LL")
    within("You hear 1 zombie within 2 steps.", play.text(".caption"), "what is told")
    numbers = "[...document.querySelectorAll('.number')].map(n => n.textContent).join(' ')"
    same(play.evaluate(numbers), "1 0 0", "the numbers")
    play.push(".cell.player")
    same(play.count(".cell.counted"), 8, "the marked squares")
    play.push(".cell.player")
    same(play.count(".cell.counted"), 0, "the marked squares after another tap")
    play.do("listen")
    same(play.count(".cell.counted"), 8, "the marked squares after the button")
    play.walk("R")
    same(play.count(".cell.counted"), 0, "the marked squares after a move")


@test("first steps: four small rooms, then the first round; they can be skipped")
def first_steps(play):
    play.open(f"level {LEVEL}", steps=True)
    for number, (name, moves) in enumerate([
            ("See", "UUULLL"), ("Avoid", "UUUULLLL"), ("Hear", "UUUULLL"), ("Be chased", "UUUULLLL")]):
        play.shows("firstSteps")
        within(f"first steps {number + 1} of 4: {name}", " ".join(play.details(".notes p")), "notes")
        same(play.text(".now"), play.screen["caption"], "the lesson")
        holds(play.evaluate("(e => e.scrollHeight <= e.clientHeight + 1)(document.querySelector('.now'))"),
              f"the lesson {name} is cut off")
        play.finish(moves)
        same(play.text("#headline"), "You won! 🥳", "headline")
        play.do("continue")
    play.shows("round")
    same(play.counters[:3], ["❤️❤️❤️", "W 0", "L 0"], "counters, because first steps are not counted")
    play.reload()
    play.shows("round")
    play.open(f"level {LEVEL}", steps=True)
    play.do("skip")
    play.shows("round")
    play.reload()
    play.shows("round")


@test("a finished round can be shared, in text that gives nothing away, and the page says so (1.10)", sizes="desk",
      browsers="chromium firefox")
def share(play):
    play.open(f"level {LEVEL}")
    play.finish("UUUULLLL")
    same(play.text(".share"), "🥳 👣8", "the line of emoji")
    text = play.evaluate("document.querySelector('[data-copy]').dataset.copy")
    same(text.splitlines(), play.screen["content"]["share"], "the text to copy")
    within("8 moves", text, "the text to copy")
    play.evaluate("navigator.clipboard.writeText = async text => { window.copied = text }, 0")
    play.push("[data-copy]")
    same(play.wait_for("window.copied"), text, "the copied text")
    play.waits_for_text(".share", "Copied: " + text.splitlines()[0])
    same([play.said, play.kind], [["Copied: " + text], "message"], "what is said, and the screen")


@test("a tap on a square next to the player walks there, and one on a block says why not",
      browsers="chromium firefox")
def taps(play):
    play.open("level S4/5/5/5/3#P")
    play.push("[data-event='key ArrowUp']:not(.arrow)")
    same([play.counters[3], play.cell(3, 4)], ["move 1", ["seen", "player"]], "the move and the square")
    play.push("[data-event='key ArrowDown']:not(.arrow)")
    same(play.counters[3], "move 2", "moves")
    play.push("[data-event='key ArrowLeft']:not(.arrow)")
    within("a block is there", play.text(".now"), "the reason")
    same(play.counters[3], "move 2", "moves")
