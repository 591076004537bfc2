"""The address and the history of a real browser: they name what is played, and lead back to it."""

import re

from playing import LEVEL, holds, same, tests, within

TESTS, test = tests()

# A link, the kind of screen, and the level that is played, or None if none is.
KINDS = [
    ("classic@42#7", "round", "classic@42#7"),
    (LEVEL, "round", LEVEL),
    ("6x6z2b3f1+lit@3#5", "round", "6x6z2b3f1+lit@3#5"),
    ("daily/2026-11-22", "round", "6x6z1b5+lit@20261122#0"),
    ("worlds", "worlds", None),
    ("questions", "chapter", None),
    ("scoreboard", "settingUp", None),
    ("workshop", "workshop", None),
    (f"workshop/{LEVEL}", "workshop", None),
]

BAD = [
    ("nonsense", "The link has no valid level: "),
    ("classic@42#x", "The link has no valid level: expected the index"),
    ("4x4q1@1#1", "The link has no valid level: "),
    ("daily/2026-99-99", "The link has no valid day: '2026-99-99' is not a date"),
    ("workshop/zzz", "Not a level: "),
    ("S4/5/5/5/4", "The link has no valid level: "),
    ("%FF%FE", "The link is not UTF-8 text."),
    ("<img src=x onerror=alert(1)>", "The link has no valid level: "),
    ("S" * 5000, "The link has no valid level: "),
]


def leads(play, link, kind, level):
    play.shows(kind)
    if level:
        same(play.level, level, f"the level after {link}")
    if link == f"workshop/{LEVEL}":
        same(play.details(".lines"), [LEVEL], "the level in the workshop")
        holds(play.text(".now").startswith("It can"), "the words above the room are not whether it can be won")
    play.address_is("workshop/S4/5/5/5/4P" if link == "workshop" else link)


def change(play, link):
    """Changes the part of the page's address after #."""
    play.evaluate(f"(location.hash = {link!r}, 0)")


@test("each kind of link opens what it names, also on an open page, and the address names what is played",
      browsers="chromium firefox")
def following(play):
    for link, kind, level in KINDS:
        play.open(link=link)
        leads(play, link, kind, level)
    play.open(f"level {LEVEL}")
    for link, kind, level in KINDS:
        change(play, link)
        if link == "workshop":
            play.shows(kind)
            continue
        leads(play, link, kind, level)
    change(play, "rounds")
    play.shows("round")
    same(play.evaluate("game.traps"), 0, "traps")


@test("#daily opens the daily level of today, and its link names the day")
def daily(play):
    play.open(f"level {LEVEL}")
    change(play, "daily")
    play.wait_for("location.hash.startsWith('#daily/')")
    holds(re.fullmatch(r"daily/\d{4}-\d\d-\d\d", play.hash[1:]), f"the link of the day is {play.hash!r}")
    holds(re.fullmatch(r"\S+@" + play.hash[7:].replace("-", "") + "#0", play.level),
          f"the level of {play.hash} is {play.level}")
    within(play.hash[7:], play.text(".status"), "the day above the room")


@test("a page that stays open learns of the new day, and no longer calls the level of yesterday today's (1.11)")
def midnight(play):
    play.open(link="daily")
    within("Today's level", play.text("#screen"), "the title on its day")
    play.evaluate("(Date.prototype.toISOString = () => '2099-01-01T00:00:00Z', noteDay(), 0)")
    holds("Today's" not in play.text("#screen"), "the level of yesterday is called today's")


@test("the address changes with what is played, from round to round and from mode to mode",
      browsers="chromium firefox")
def follows(play):
    play.open("level S1P", f"level {LEVEL}")
    play.address_is("S1P")
    play.finish("LL")
    play.do("continue")
    play.address_is(LEVEL)
    for row, kind, link in (("Worlds", "worlds", "worlds"), ("Questions", "chapter", "questions"),
                            ("Scoreboard", "settingUp", "scoreboard"),
                            ("Workshop", "workshop", "workshop/S4/5/5/5/4P"), ("Rounds", "round", LEVEL)):
        play.menu(row)
        play.shows(kind)
        play.address_is(link)
    play.menu("Workshop")
    play.push("#board .cell:nth-child(7)")
    play.address_is("workshop/S4/1#3/5/5/4P")
    play.reload()
    play.shows("workshop")
    same(play.details(".lines"), ["S4/1#3/5/5/4P"], "the level in the workshop after a reload")


@test("a reload keeps the newest place, even if the browser still has an address of a moment before (7.8)", sizes="phone",
      browsers="chromium firefox")
def reload_at_once(play):
    edits = "".join(f"send('square {row} {column}'), " for row, column in ((0, 1), (0, 2), (1, 1), (1, 2)))
    for pause in (0, 400):
        play.open(f"level {LEVEL}")
        play.menu("Workshop")
        play.shows("workshop")
        # As if the browser had not taken any change yet, while it is pending and when the page has made it.
        level = play.evaluate(f"""(async () => {{
          const address = location.hash
          {edits} 0
          await new Promise(done => setTimeout(done, {pause}))
          history.replaceState(history.state, "", address)
          return game.screen.address
        }})()""")
        play.reload()
        play.shows("workshop")
        play.address_is(level)
        # What was pending is over after some time, and then the address alone counts.
        play.evaluate("new Promise(done => setTimeout(done, 1500))")
        play.evaluate("(history.replaceState(null, '', '#menu'), 0)")
        play.reload()
        play.shows("menu")
    # A player who opens an address gets that one, even if the page was just left there with a newer one.
    play.row("Workshop")
    play.shows("workshop")
    address = play.evaluate("location.hash.slice(1)")
    play.evaluate(f"({edits} 0)")
    play.page.open("about:blank")
    play.go(play.place, address)
    play.address_is(address)


@test("a bad link is reported on the screen and to screen readers, and the game starts or goes on anyway",
      browsers="chromium firefox")
def bad(play):
    for link, sentence in BAD:
        play.open(f"level {LEVEL}", link=link)
        within(sentence, " ".join(play.said), f"the announcement about {link[:40]!r}")
        play.waits_for_text("#screen", sentence)
        play.shows("workshop" if link.startswith("workshop") else "round")
        same(play.count("#screen img"), 0, "markup of a link in the page")
    play.open(f"level {LEVEL}")
    play.walk("UU")
    for link, sentence in BAD:
        if link.startswith("workshop"):
            continue
        change(play, link)
        play.waits_for_text(".caption", sentence)
        within(sentence, " ".join(play.said), f"the announcement about {link[:40]!r}")
        play.address_is(LEVEL)
        same(play.counters[3], "move 2", f"moves after {link[:40]!r}")
    play.walk("L")
    holds("The link" not in play.text(".caption"), "the sentence about the link is still shown after a move")


@test("each place has an entry in the history: Back leads to the place before, and forward again (7.8)", sizes="phone",
      browsers="chromium firefox")
def back(play):
    play.open(f"level {LEVEL}")
    play.arrow("up")
    play.menu("Worlds")
    play.shows("worlds")
    play.address_is("worlds")
    play.do("enter")
    play.shows("world")
    play.address_is("worlds/1")
    play.do("play")
    play.shows("round")
    play.address_is("worlds/1/1?hearing-distance=0")
    for step, kind, link in [(-1, "world", "worlds/1"), (-1, "worlds", "worlds"), (1, "world", "worlds/1"),
                             (-1, "worlds", "worlds"), (-1, "menu", "menu"), (-1, "round", LEVEL)]:
        play.evaluate(f"(history.go({step}), 0)")
        play.shows(kind)
        play.address_is(link)
    same(play.counters[3], "move 1", "the round that was left")
    # Closing a page leads back too, instead of adding an entry.
    length = play.evaluate("history.length")
    for _ in range(3):
        play.do("options")
        play.shows("settings")
        play.do("back")
        play.shows("round")
    holds(play.evaluate("history.length") <= length + 1, "closing a page adds entries to the history")


@test("after a step up from a level, Back leads to the level again, and not away from the page (7.8)", sizes="phone",
      browsers="chromium firefox")
def up(play):
    play.open(link="worlds/1/1")
    play.arrow("up")
    play.keys("Escape")
    play.shows("world")
    play.evaluate("(history.back(), 0)")
    play.shows("round")
    same(play.counters[-1], "move 1", "the round that was left")


@test("after quit, a key, a link and Back go on with the game (1.15)", sizes="phone")
def quits(play):
    for event in ("(location.hash = 'questions', 0)", "(history.back(), 0)"):
        play.open(f"level {LEVEL}")
        play.menu("Worlds")
        play.evaluate("(send('say quit'), 0)")
        play.shows("farewell")
        play.evaluate(event)
        play.wait_for("game.screen.kind !== 'farewell'")


@test("a link leads to a world and to a level of it, if they are open", sizes="desk")
def to_worlds(play):
    play.open(link="worlds/1/2")
    play.shows("round")
    play.address_is("worlds/1/2?hearing-distance=2")
    play.open(link="worlds/1/9")
    play.shows("world")
    within("Level 9 is locked", play.text("main"), "what is told")
    play.open(link="worlds/3")
    play.shows("worlds")
    play.open(link="help")
    play.shows("help")
