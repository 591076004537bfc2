"""Interrupts random games on the page at random moments.

A player presses keys, squares, rows and buttons, types, and follows links. At a random moment (also while something
moves, a solution is shown, or something is computed) the page is reloaded, left by Back and entered again by Forward,
closed, or killed with its process, and opened again. Then the place, the lives, the moves, the room and all lists
(stars, days, W and L, settings, saved levels, the board) must be the same (1.15, 7.8).

24 moments in each browser; with --long, 300. Each run begins with empty storage. A failure names the run.
"""

import json
import random
import re

import pytest

import browsers
from playing import SIZES, Play
from programs import HERE

SCRIPT = "const dice = (() => { const module = {};\n%s\nreturn module.exports })();\n%s\nundefined" % (
    (HERE / "page/chance.js").read_text(), (HERE / "page/moments.js").read_text())
# The kinds of screen that cover the place, and that only the address leads to.
COVERING = ["help", "settings", "text"]
QUIZ = ["chapter", "question", "openQuestion"]


def different(one, other, path=""):
    """The places at which two values differ."""
    if isinstance(one, dict) and isinstance(other, dict):
        return [text for name in {**one, **other}
                for text in different(one.get(name), other.get(name), f"{path}.{name}")]
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        return [text for place, pair in enumerate(zip(one, other)) for text in different(*pair, f"{path}[{place}]")]
    return [] if one == other else [f"{path[1:]}: {json.dumps(one, ensure_ascii=False)[:300]}\n"
                                    f"      became {json.dumps(other, ensure_ascii=False)[:300]}"]


def complaints(before, after, goesOn):
    """What is not the same after a moment as before. If the screen goes on by itself, only the lists are compared."""
    # A solution that is being shown, or a computation, may have gone on. After a reload, a quiz is made again, and the
    # workshop finds again what one change does to a level.
    where = before["screens"][0]["where"]
    late = after["screens"][-1 if "questions" in where or "workshop" in where else 0]
    found = [different(screen, late) for screen in before["screens"]]
    if all(found) and not goesOn:
        return min(found, key=len)
    found = different(before["lists"], after["lists"], ".lists")
    if before["cells"] and before["screens"][0] == after["screens"][0]:
        found += different(before["cells"], after["cells"], ".the room in the document")
    return found


def explained(before, after):
    """Whether a right answer was being explained. This is told once; afterwards, the next question is asked."""
    screen = before["screens"][0]
    if screen["kind"] in QUIZ:
        return "Right: " in str(screen)
    asked = [re.search(r"Question (\d+) of", place["heading"]) for place in (screen, after["screens"][-1])]
    return (screen["kind"] in COVERING and all(asked) and int(asked[0][1]) + 1 == int(asked[1][1])
            and before["stored"] == after["stored"])


class Run:
    """A game that is interrupted again and again."""

    def __init__(self, browser, site, seed):
        self.random, self.done = random.Random(seed), []
        self.play = Play(browser, site, self.random.choice(list(SIZES)))
        self.play.visit(site.page([f"seed {seed}"]))
        self.arm()
        if self.random.random() < 0.8:
            self.play.evaluate("(send('say skip'), 0)")

    def arm(self):
        self.play.page._evaluate(SCRIPT)

    def wander(self):
        count = self.random.choice([1, 3, 10, 30])
        self.done += self.play.evaluate(f"moments.wander({self.random.randrange(1 << 30)}, {count})")

    def moment(self):
        """One moment; returns its kind, and what was wrong."""
        self.wander()
        play = self.play
        kinds = ["reload", "reload", "close", "kill", "kill"]
        if play.evaluate("entry") > 0:
            kinds += ["back"] * 3
        kind = self.random.choice(kinds)
        self.done.append(f"<{kind}>")
        before = play.evaluate(f"moments.state({json.dumps(kind != 'back')})")
        if kind == "reload":
            play.reload()
        elif kind == "back":
            for step in -1, 1:
                play.evaluate("new Promise(done => { addEventListener('popstate', () => setTimeout(done), "
                              f"{{ once: true }}); setTimeout(done, 2000); history.go({step}) }})")
        else:
            play.page.close() if kind == "close" else play.page.kill()
            play.begin()
            # A bookmark has no part after #. Without it, nothing covers the place.
            screen = before["screens"][0]
            isBare = screen["kind"] not in COVERING and self.random.random() < 0.3
            play.go(play.place, "" if isBare else screen["address"])
        if kind != "back":
            self.arm()
        after = play.evaluate("moments.state(false)")
        screen = before["screens"][0]
        # A search for questions that was stopped begins again when the page does.
        isStopped = kind != "back" and screen["where"] == "questions" and screen["heading"] == "Questions"
        found = complaints(before, after, goesOn=isStopped or explained(before, after))
        # Leaving a level stops its solution, and the numbers of the round are those of before.
        if kind == "back" and screen["kind"] == "showing":
            found = [text for name, lists in before["lists"].items() if name in after["lists"]
                     for text in different(lists[:3], after["lists"][name][:3], f".lists.{name}")]
        # Back and Forward open the menu again, at its own row.
        if kind == "back" and screen["kind"] == "menu" and after["screens"][0]["kind"] == "menu":
            found = []
        traps = ["a trap"] if play.evaluate("game.traps") else []
        return kind, [*found, *play.page.errors, *traps], before


def pytest_generate_tests(metafunc):
    metafunc.parametrize("number", range(30 if metafunc.config.getoption("--long") else 3))


@pytest.mark.browser
@pytest.mark.parametrize("browser_name", browsers.BROWSERS)
def test_moments(browser, site, seed, number, is_long):
    run = Run(browser, site, seed * 1000 + number)
    try:
        for _ in range(10 if is_long else 8):
            kind, found, before = run.moment()
            screen = before["screens"][0]
            where = f"the address was {before['link']}, of the screen: {screen['address']}\nafter {run.done[-30:]}"
            assert not found, "\n".join([f"{screen['kind']} after {kind}:", *found[:6], where])
    finally:
        run.play.close()
