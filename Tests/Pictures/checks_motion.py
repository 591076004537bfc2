"""Whether a round that moves is the round that 'replay' tells, and stands still where it should."""

import re
import time

from viewing import Failure, NotSupported, fail

# The time of a move, and the part of it in which nothing moves any more, in milliseconds.
MOVE, REST = 900, 880

# Where things stand, in squares: by the middle of each on the floor.
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
        raise NotSupported("it does not move")


def places(rows, letter):
    """Where a thing stands in a picture of letters."""
    return sorted([row, column] for row, line in enumerate(rows) for column, one in enumerate(line)
                  if one == letter)


def player(line, rows):
    """Where the player stands, who is not drawn under a zombie."""
    told = re.search(r" to row (\d+), column (\d+)", line)
    # People count rows and columns from 1.
    return [int(told[1]) - 1, int(told[2]) - 1] if told else places(rows, "P")[0]


def plays(view, picture):
    """Without a script, the player steps and zombies chase as the text of the round tells it."""
    moves(picture)
    view.open(picture)
    told = picture.told
    if not view.page.evaluate("document.getAnimations().length"):
        raise Failure("nothing moves")
    if len(told) > 1:
        # It plays by itself.
        first = view.page.evaluate(STANDING)
        view.page.wait_for(f"JSON.stringify({STANDING}.box) !== {str(first['box']).replace(' ', '')!r}", 5)
    found = []
    for number, (line, rows) in enumerate(told):
        # At the start there is no move before.
        moment = 10 if number == 0 else number * MOVE + REST
        view.page.evaluate(
            f"document.getAnimations().forEach(one => {{ one.pause(); one.currentTime = {moment} }})")
        now = view.page.evaluate(STANDING)
        if now["player"] != player(line, rows):
            found.append(f"move {number}: the player on {now['player']}, not {player(line, rows)}")
        zombies = places(rows, "Z")
        shown = sorted(now["zombies"])
        # A zombie that has caught is under the player in the text; the dark hides others.
        unseen = any("?" in row for row in rows)
        if [one for one in zombies if one not in shown] or not unseen and [
                one for one in shown if one not in zombies and one != now["player"]]:
            found.append(f"move {number}: zombies on {shown}, not {zombies}")
        begin = line.partition(" to ")[0].partition(":")[0]
        if not now["caption"].startswith(begin):
            found.append(f"move {number}: \"{now['caption']}\" for \"{line}\"")
        if now["way"] != "hidden":
            found.append(f"move {number}: the way is shown")
        last = number == len(told) - 1
        if now["ring"] is not None and now["ring"] != (1 if last else 0) and number * MOVE:
            found.append(f"move {number}: the ring's opacity is {now['ring']}")
    fail(found, "not the round")
    return f"{len(told) - 1} moves"


def stops(view, picture):
    """It stands still while it is pointed at, and goes on then."""
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
        raise Failure("it goes on under the pointer")
    if view.name == "chromium":
        # Firefox's mouse does not leave the window.
        view.point(-20, -20)
        view.page.wait_for(f"{state}.join() === 'running'")
        view.page.wait_for(f"{time_of}[0] !== {before[0]}")


def still(view, picture):
    """Who asked for less motion, and paper, have the last state with the way."""
    moves(picture)
    view.open(picture)
    where = player(*picture.told[-1])
    for name, how in ("less motion", {"still": True}), ("paper", {"printed": True}):
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
