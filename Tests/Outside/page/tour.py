"""Steps that lead to each kind of screen."""

from playing import CAMPAIGN, LEVEL


def held(play):
    """Stops the game from continuing after a wait, so that the screen does not change."""
    play.evaluate("game.wait = () => {}, 0")


def round(play):
    play.open(f"level {LEVEL}", f"level {LEVEL}")
    play.arrow("up")


def first_steps(play):
    play.open(f"level {LEVEL}", steps=True)


def planning(play):
    play.open("set family classic")
    held(play)
    play.do("hint")


def showing(play):
    play.open(f"level {LEVEL}")
    held(play)
    play.do("show me")


def message(play):
    play.open(f"level {LEVEL}")
    play.finish("LL")


def looking(play):
    message(play)
    play.do("look")


def covered(name):
    def way(play):
        play.open(f"level {LEVEL}")
        play.do(name)
    return way


def text(play):
    play.open(f"level {LEVEL}")
    play.do("text")
    play.page.type("up\nlook\n")


def farewell(play):
    play.open(f"level {LEVEL}")
    play.say("quit")


def worlds(play):
    play.open("worlds " + CAMPAIGN)


def world(play):
    worlds(play)
    play.do("enter")


def chapter(play):
    play.open(link="questions")
    play.shows("chapter")


def question(play):
    chapter(play)
    play.do("continue")


def answered(*kinds):
    """Answers closed questions until one of these kinds of screen appears."""
    def way(play):
        chapter(play)
        play.evaluate("""(() => {
          while (!%s.includes(game.screen.kind)) {
            const { kind, content } = game.screen
            if (kind === "chapter") send("key Enter")
            else if (kind === "question") {
              for (const row of content.rows) {
                send(row.event)
                if (game.screen.content.title !== content.title) break
              }
            }
            else break
          }
        })()""" % list(kinds))
    return way


def quiz_end(play):
    answered("openQuestion")(play)
    for _ in range(20):
        if play.kind == "quizEnd":
            return
        if play.kind == "chapter":
            play.keys("Enter")
            continue
        from tests_places import answer
        play.enter("line", answer(play))


def setting_up(play):
    play.open(link="scoreboard")
    for name in "Ann", "Bob":
        play.evaluate(f"send('say add {name}'), 0")


def board(play):
    setting_up(play)
    play.do("Start Game")


def game_over(play):
    board(play)
    play.row("Bob")
    play.do("more")
    play.do("End Game")


def naming(play):
    setting_up(play)
    play.do("add")


def awaiting(play):
    play.open(f"level {LEVEL}", link="scoreboard")
    play.evaluate("send('say add edge'), 0")
    play.do("Start Game")
    held(play)
    play.do("begin turn")


def workshop(play):
    play.open(link="workshop/S4/4Z/5/5/4P+lit")
    play.do("keep")


WAYS = {
    "firstSteps": first_steps, "round": round, "planning": planning, "showing": showing, "message": message,
    "looking": looking, "help": covered("help"), "settings": covered("options"), "text": text,
    "farewell": farewell, "menu": covered("menu"), "worlds": worlds, "world": world, "chapter": chapter,
    "question": question, "openQuestion": answered("openQuestion"), "quizEnd": quiz_end,
    "settingUp": setting_up, "board": board, "gameOver": game_over, "naming": naming, "awaiting": awaiting,
    "workshop": workshop,
}


def go(play, kind):
    """Opens a kind of screen."""
    WAYS[kind](play)
    play.shows(kind)
