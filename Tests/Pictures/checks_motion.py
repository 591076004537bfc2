"""Tests whether an animated round is the round that 'replay' prints, and stops when it should."""

import re
import time

from viewing import Failure, NotSupported, fail

# The duration of a move, and the moment in it after which nothing moves, in milliseconds.
MOVE, REST = 900, 880

# The state of the animation: the squares of player and zombies, the caption, and what else is visible.
STANDING = """(() => {
  const floor = document.querySelector('g[role=img] > path.zL, g[role=img] > path.zD')
  const [left, top] = [floor.getBoundingClientRect().left, floor.getBoundingClientRect().top]
  const scale = floor.getScreenCTM().a
  const square = one => { const matrix = new DOMMatrix(getComputedStyle(one).transform)
    return [Math.round(100 * matrix.f) / 100, Math.round(100 * matrix.e) / 100] }
  const box = one => { const edge = one.getBoundingClientRect()
    return [(edge.left - left) / scale, (edge.top - top) / scale] }
  const window = zombies.boxOf(document.querySelector('.captions').parentElement)
  const opacity = name => document.querySelector(name)
    && Number(getComputedStyle(document.querySelector(name)).opacity)
  return {
    player: square(document.querySelector('.player')), box: box(document.querySelector('.player')),
    zombies: [...document.querySelectorAll('use.a')].filter(one => !one.matches('.player')).map(square),
    caption: [...document.querySelectorAll('.captions text')].filter(text => {
      const edge = text.getBoundingClientRect()
      return edge.top < window.bottom - 2 && edge.bottom > window.top + 2
    }).map(text => text.textContent).join(' '),
    way: getComputedStyle(document.querySelector('.still')).visibility,
    ring: opacity('.end'), light: opacity('.light'),
  }
})()"""


def moves(picture):
    if not picture.moves:
        raise NotSupported("it is not animated")


def places(rows, letter):
    """The squares of a thing in a picture of letters."""
    return sorted([row, column] for row, line in enumerate(rows) for column, one in enumerate(line)
                  if one == letter)


def player(line, rows):
    """The square of the player. The picture does not show a player under a zombie, so the text comes first."""
    told = re.search(r" to row (\d+), column (\d+)", line)
    # The text counts rows and columns from 1.
    return [int(told[1]) - 1, int(told[2]) - 1] if told else places(rows, "P")[0]


def plays(view, picture):
    """Without a script, the player and the zombies move as in the text of the round."""
    moves(picture)
    view.open(picture)
    told = picture.told
    if not view.page.evaluate("document.getAnimations().length"):
        raise Failure("nothing moves")
    if len(told) > 1:
        # The animation starts by itself.
        first = view.page.evaluate(STANDING)
        view.page.wait_for(f"JSON.stringify({STANDING}.box) !== {str(first['box']).replace(' ', '')!r}", 5)
    found = []
    for number, (line, rows) in enumerate(told):
        # The start has no move before it.
        moment = 10 if number == 0 else number * MOVE + REST
        view.page.evaluate(
            f"document.getAnimations().forEach(one => {{ one.pause(); one.currentTime = {moment} }})")
        now = view.page.evaluate(STANDING)
        if now["player"] != player(line, rows):
            found.append(f"move {number}: the player on {now['player']}, not {player(line, rows)}")
        zombies = places(rows, "Z")
        shown = sorted(now["zombies"])
        # In the text, a zombie that has caught the player may be hidden by the player, and the dark hides others.
        unseen = any("?" in row for row in rows)
        if [one for one in zombies if one not in shown] or not unseen and [
                one for one in shown if one not in zombies and one != now["player"]]:
            found.append(f"move {number}: zombies on {shown}, not {zombies}")
        begin = line.partition(" to ")[0].partition(":")[0]
        if not now["caption"].startswith(begin):
            found.append(f"move {number}: \"{now['caption']}\" for \"{line}\"")
        if now["way"] != "hidden":
            found.append(f"move {number}: the path is shown")
        last = number == len(told) - 1
        if now["ring"] is not None and now["ring"] != (1 if last else 0) and number * MOVE:
            found.append(f"move {number}: the ring's opacity is {now['ring']}")
    fail(found, "not the round")
    return f"{len(told) - 1} moves"


def stops(view, picture):
    """It pauses while the pointer is over it, and then continues."""
    moves(picture)
    view.open(picture)
    view.point(-20, -20) if view.name == "chromium" else None
    view.page.wait_for("document.getAnimations().every(one => one.playState === 'running')")
    state = ("[...new Set([...document.querySelectorAll('.a')].map("
             "one => getComputedStyle(one).animationPlayState))]")
    time_of = "document.getAnimations().map(one => Math.round(one.currentTime))"
    width, height = view.ask("size()")
    view.point(width / 2, height / 3)
    view.page.wait_for(f"{state}.join() === 'paused' && document.getAnimations().every(one => !one.pending)")
    before = view.page.evaluate(time_of)
    time.sleep(0.3)
    if view.page.evaluate(time_of) != before:
        raise Failure("it does not pause under the pointer")
    if view.name == "chromium":
        # Firefox's mouse cannot leave the window.
        view.point(-20, -20)
        view.page.wait_for(f"{state}.join() === 'running'")
        view.page.wait_for(f"{time_of}[0] !== {before[0]}")


def still(view, picture):
    """With reduced motion, and on paper, it shows the last state with the path."""
    moves(picture)
    view.open(picture)
    where = player(*picture.told[-1])
    for name, how in ("reduced motion", {"still": True}), ("paper", {"printed": True}):
        view.set(**how)
        if view.page.evaluate("document.getAnimations().length"):
            raise Failure(f"{name}: something moves")
        now = view.page.evaluate(STANDING)
        if now["player"] != where:
            raise Failure(f"{name}: the player on {now['player']}, not {where}")
        if now["way"] != "visible" or now["ring"] not in (None, 1) or now["light"] not in (None, 1):
            raise Failure(f"{name}: not the last state: {now}")
        last = picture.told[-1][0].partition(" to ")[0].partition(":")[0]
        if not now["caption"].startswith(last):
            raise Failure(f"{name}: \"{now['caption']}\" for \"{last}\"")


TESTS = [plays, stops, still]
