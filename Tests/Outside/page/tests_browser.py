"""What the other tests rely on but cannot notice: browsers report what happens on a page, and a step that fails."""

import socket

from page import Failure
from playing import LEVEL, same, tests

TESTS, test = tests()

PAGE = """<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>page</title>
<style>body { height: 3000px } #far { position: absolute; top: 2500px }
#over { position: absolute; top: 90px; left: 0; width: 300px; height: 60px; background: #ddd }</style>
<button id="near">near</button><input id="text"><button id="far">far</button><div id="over"></div>
<button id="under" style="position: absolute; top: 100px; left: 0; z-index: -1">under</button>
<script>
  var seen = []
  for (const kind of ["pointerdown", "pointerup", "click"])
    addEventListener(kind, event => seen.push([kind, event.pointerType, event.target.id]))
</script></html>"""


def other(play):
    """A page of its own beside the game."""
    play.open(f"level {LEVEL}")
    page = play.browser.new_page()
    page.open(play.site.file("browser.html", PAGE))
    return page


def fails(step, *words):
    try:
        step(*words)
    except Failure as failure:
        return str(failure)
    raise Failure(f"{step.__name__}{words} did not fail")


@test("the browser reports errors, messages, dialogs and requests, and fails if an expression does", sizes="desk",
      browsers="chromium firefox")
def reports(play):
    page = other(play)
    same([page.errors, page.messages, page.dialogs], [[], [], []], "what is reported at first")
    page.evaluate("(console.log('said'), console.error('wrong'))")
    page.evaluate("setTimeout(() => { throw new Error('thrown') }), 0")
    page.evaluate("Promise.reject(new Error('rejected')), 0")
    same(page.messages, [("log", "said"), ("error", "wrong")], "messages")
    same([error.removeprefix("Error: ") for error in page.errors], ["wrong", "thrown", "rejected"], "errors")
    same(page.evaluate("[confirm('one'), prompt('two')]"), [False, None], "answers to dialogs")
    same(page.dialogs, ["one", "two"], "dialogs")
    # Nothing listens on a port that has just been closed.
    with socket.create_server(("127.0.0.1", 0)) as server:
        url = f"http://127.0.0.1:{server.getsockname()[1]}/asked"
    page.evaluate(f"fetch('{url}').catch(() => 0)")
    same([asked for asked in page.requests if not asked.startswith("file:")], [url], "requests")
    same("told" in fails(page.evaluate, "(() => { throw new Error('told') })()"), True, "the reason of an error")
    fails(page.evaluate, "Promise.reject('told')")
    fails(page.wait_for, "false", 0.1)
    same(page.evaluate("navigator.userActivation.hasBeenActive"), False, "whether expressions count as a user's")
    same([found["id"] for found in page.axe({"runOnly": ["label"]})], ["label"], "what axe finds")
    page.close()


@test("the browser presses like a finger or a mouse, and only what a person can press", sizes="desk",
      browsers="chromium firefox")
def presses(play):
    page = other(play)
    for touch, kind, step in (False, "mouse", page.click), (True, "touch", page.tap), (False, "mouse", page.click):
        page.size(800, 600, touch=touch)
        page.reload()
        same(page.evaluate("['pointer: coarse', 'hover: hover'].map(text => matchMedia(`(${text})`).matches)"
                           ".concat(navigator.maxTouchPoints > 0, 'ontouchstart' in window)"),
             [touch, not touch, touch, touch], "the kind of pointer")
        for name in "near", "far":
            page.evaluate("seen.length = 0")
            step("#" + name)
            same(page.evaluate("seen"), [[event, kind, name] for event in ("pointerdown", "pointerup", "click")],
                 f"the events of {name}")
    page.evaluate("scrollTo(0, 0)")
    same("covered by" in fails(page.place, "#under", 0.2), True, "the reason for what is covered")
    same("leave the window" in fails(page.swipe, "#near", "up", 500), True, "the reason for a long swipe")
    fails(page.press, "NoSuchKey")
    page.close()


@test("a killed page runs none of its scripts any more", sizes="desk", browsers="chromium firefox")
def kills(play):
    play.open(f"level {LEVEL}")
    play.evaluate("(localStorage.setItem('c', 'd'), "
                  "addEventListener('pagehide', () => localStorage.setItem('c', 'e')))")
    # In Firefox, all pages from files that are alike have the same process.
    play.page.kill()
    play.begin()
    play.go(play.place)
    same(play.evaluate("localStorage.getItem('c')"), "d", "what was stored before the kill")
