"""Checks everything that browsers.py offers, in real browsers, with a small page of its own."""

import base64
import hashlib
import os
import pathlib
import socket
import struct
import tempfile
import threading
import time
import traceback

from page import Failure, NotSupported, processes
from websocket import WebSocket

# A module with a single function, which returns 42.
MODULE = [
    0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 127, 3, 2, 1, 0, 7, 5, 1, 1, 102, 0, 0, 10, 6, 1, 4, 0,
    65, 42, 11,
]

PAGE = """<!DOCTYPE html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>check</title>
<style>
  body, h1 { margin: 0 }
  body { background: #fff; color: #000; height: 3000px }
  html { scrollbar-width: none }
  main { touch-action: none; height: 150px }
  #far { position: absolute; top: 2500px }
  #under { position: absolute; top: 200px; left: 0; width: 90px; height: 30px }
  #over { position: absolute; top: 190px; left: 0; width: 200px; height: 60px; background: #ddd }
  @media (prefers-color-scheme: dark) { body { background: #000; color: #fff } }
</style>
<main><h1>Check</h1><button id="near">near</button> <input id="text" aria-label="a text"></main>
<button id="far">far</button><button id="under">under</button><div id="over"></div>
<script>
  var seen = [], from = null
  for (const kind of ["keydown", "click", "pointerdown", "pointerup"])
    addEventListener(kind, event => seen.push(kind === "keydown"
      ? [event.key, event.code, event.shiftKey, event.ctrlKey]
      : [kind, event.pointerType, event.target.id]))
  addEventListener("pointerdown", event => from = [event.clientX, event.clientY])
  addEventListener("pointerup", event => from && from.push(event.clientX - from[0], event.clientY - from[1]))
  const media = text => matchMedia("(" + text + ")").matches
</script></html>
"""


def same(found, expected):
    if found != expected:
        raise Failure(f"{found!r} instead of {expected!r}")


def fails(step, *words, kind=Failure):
    try:
        step(*words)
    except kind as failure:
        return str(failure)
    raise Failure(f"{step.__name__}{words} did not fail")


def files(browser, page, place):
    """Checks what pages from files can do: storage, WebAssembly, workers, and replacing the hash."""
    same(page.evaluate("localStorage.getItem('a')"), None)
    page.evaluate("localStorage.setItem('a', 'b')")
    page.reload()
    same(page.evaluate("localStorage.getItem('a')"), "b")
    other = browser.new_page()
    other.open(place)
    same(other.evaluate("localStorage.getItem('a')"), "b")
    other.close()
    same(page.evaluate(
        f"WebAssembly.instantiate(new Uint8Array({MODULE})).then(w => w.instance.exports.f())"), 42)
    same(page.evaluate(
        "new Promise((done, failed) => { const worker = new Worker(URL.createObjectURL(new Blob(["
        "'onmessage = event => WebAssembly.instantiate(event.data)"
        ".then(w => postMessage(w.instance.exports.f() + 1))'])));"
        f"worker.onmessage = event => done(event.data); worker.onerror = failed;"
        f"worker.postMessage(new Uint8Array({MODULE})) }})"), 43)
    page.evaluate("history.replaceState(null, '', '#level')")
    same(page.evaluate("location.hash"), "#level")
    page.reload()
    same(page.evaluate("location.hash"), "#level")
    page.open(place.as_uri() + "#other")
    same(page.evaluate("location.hash"), "#other")
    same(page.evaluate("isSecureContext"), True)


def values(browser, page, place):
    """Checks expressions, and waiting for them."""
    same(page.evaluate("({a: [1, 'ü🧟', null], b: Promise.resolve})"), {"a": [1, "ü🧟", None]})
    same(page.evaluate("Promise.resolve(7)"), 7)
    same(page.evaluate("undefined"), None)
    same(page.evaluate("'x'.repeat(300000)"), "x" * 300000)
    same(page.evaluate(f"'{'y' * 100000}'.length"), 100000)
    same("told" in fails(page.evaluate, "(() => { throw new Error('told') })()"), True)
    fails(page.evaluate, "no such")
    fails(page.evaluate, "Promise.reject('told')")
    same(page.evaluate("navigator.userActivation.hasBeenActive"), False)
    page.evaluate("setTimeout(() => window.late = 5, 150), 0")
    same(page.wait_for("window.late"), 5)
    fails(page.wait_for, "false", 0.1)
    same("no such file" in fails(page.open, place.with_name("none.html")), True)
    page.open(place)


def keys(browser, page, place):
    def pressed(*words, **more):
        page.evaluate("seen.length = 0")
        page.press(*words, **more)
        return page.evaluate("seen")

    same(pressed("ArrowLeft"), [["ArrowLeft", "ArrowLeft", False, False]])
    same(pressed("w"), [["w", "KeyW", False, False]])
    same(pressed("Enter"), [["Enter", "Enter", False, False]])
    same(pressed("Escape"), [["Escape", "Escape", False, False]])
    same(pressed(" "), [[" ", "Space", False, False]])
    for name in "ArrowRight ArrowDown Backspace Delete Home End PageUp PageDown Insert".split():
        same(pressed(name), [[name, name, False, False]])
    shift = ["Shift", "ShiftLeft", True, False]
    same(pressed("a", shift=True), [shift, ["A", "KeyA", True, False]])
    same(pressed("?"), [shift, ["?", "Slash", True, False]])
    same(pressed("ArrowUp", shift=True), [shift, ["ArrowUp", "ArrowUp", True, False]])
    control = ["Control", "ControlLeft", False, True]
    same(pressed("z", control=True), [control, ["z", "KeyZ", False, True]])
    page.evaluate("document.activeElement.blur()")
    page.press("Tab")
    same(page.evaluate("document.activeElement.id"), "near")
    page.press("Tab")
    page.type("Z1#2 ü🧟")
    page.press("Tab", shift=True)
    same(page.evaluate("[text.value, document.activeElement.id, document.hasFocus()]"),
         ["Z1#2 ü🧟", "near", True])
    same(page.evaluate("navigator.userActivation.hasBeenActive"), True)
    fails(page.press, "NoSuchKey")


def pointers(browser, page, place):
    def seen(step, *words):
        page.evaluate("seen.length = 0")
        step(*words)
        return page.evaluate("seen")

    for touch, kind in (False, "mouse"), (True, "touch"), (False, "mouse"):
        page.size(800, 600, touch=touch)
        page.reload()
        same(page.evaluate(
            "[media('pointer: coarse'), media('hover: hover'), navigator.maxTouchPoints > 0,"
            " 'ontouchstart' in window]"), [touch, not touch, touch, touch])
        step = page.tap if touch else page.click
        for name in "near", "far":
            same(seen(step, "#" + name), [
                ["pointerdown", kind, name], ["pointerup", kind, name], ["click", kind, name]])
    page.evaluate("scrollTo(0, 0)")
    page.size(800, 600, touch=True)
    for direction, way in ("left", [-50, 0]), ("right", [50, 0]), ("up", [0, -50]), ("down", [0, 50]):
        page.swipe("main", direction, 50)
        # Meanwhile, Firefox's own window can move the page by half a pixel.
        moved = page.evaluate("from.slice(2)")
        same([abs(moved[0] - way[0]) <= 1, abs(moved[1] - way[1]) <= 1, len(moved)], [True, True, 2])
    same("leave the window" in fails(page.swipe, "main", "up", 500), True)
    same("covered by" in fails(page.place, "#under", 0.2), True)
    same("no such element" in fails(page.place, "#none", 0.2), True)
    page.size(1280, 720)


def looks(browser, page, place):
    """Checks sizes, media queries and screenshots."""
    for width, height in (320, 568), (1280, 720):
        page.size(width, height)
        same(page.evaluate("[innerWidth, innerHeight, document.documentElement.clientWidth <= innerWidth]"),
             [width, height, True])
    question = (
        "['prefers-color-scheme: dark', 'prefers-reduced-motion: reduce', 'forced-colors: active']"
        ".map(media)")
    picture = os.path.join(place.parent, "picture.png")
    for dark in False, True, False:
        page.media(dark=dark)
        same(page.evaluate(question), [dark, False, False])
        same(page.evaluate("getComputedStyle(document.body).color"),
             "rgb(255, 255, 255)" if dark else "rgb(0, 0, 0)")
    page.media(reduced_motion=True)
    same(page.evaluate(question), [False, True, False])
    page.media(reduced_motion=False, forced_colors=True)
    same(page.evaluate(question)[1:], [False, True])
    page.media(forced_colors=False)
    same(page.evaluate(question), [False, False, False])
    for whole, height in (False, 720), (True, 3000):
        page.screenshot(picture, whole)
        with open(picture, "rb") as file:
            head = file.read(24)
        same([head[:8], *struct.unpack("!LL", head[16:])], [b"\x89PNG\r\n\x1a\n", 1280, height])


def reports(browser, page, place):
    """Checks the lists of errors, messages, dialogs and requests."""
    same([page.errors, page.messages, page.dialogs], [[], [], []])
    page.evaluate("console.log('said')")
    page.evaluate("console.error('wrong')")
    page.evaluate("setTimeout(() => { throw new Error('thrown') }), 0")
    page.evaluate("Promise.reject(new Error('rejected')), 0")
    same(page.messages, [("log", "said"), ("error", "wrong")])
    same([error.removeprefix("Error: ") for error in page.errors], ["wrong", "thrown", "rejected"])
    same(page.evaluate("[confirm('one'), alert('two') ?? 0]"), [False, 0])
    page.accepts = True
    same(page.evaluate("confirm('three')"), True)
    same(page.dialogs, ["one", "two", "three"])
    same([url for url in page.requests if not url.startswith(place.as_uri())], [])
    # Nothing listens on a port that has just been closed.
    with socket.create_server(("127.0.0.1", 0)) as server:
        url = f"http://127.0.0.1:{server.getsockname()[1]}/asked"
    page.evaluate(f"fetch('{url}').catch(() => 0)")
    same([url for url in page.requests if not url.startswith(place.as_uri())], [url])


def access(browser, page, place):
    """Checks axe, and the accessibility tree that a screen reader gets."""
    page.size(1280, 720)
    same([found["id"] for found in page.axe({"runOnly": ["label", "image-alt", "color-contrast"]})], [])
    page.evaluate("text.removeAttribute('aria-label')")
    same([found["id"] for found in page.axe({"runOnly": ["label"]})], ["label"])
    try:
        same('button "near"' in page.accessibility_tree(), True)
    except NotSupported as reason:
        return str(reason)


def serve(server):
    """Runs a WebSocket server that sends frames in the forms that a browser may use, then what it received."""
    with server.accept()[0] as peer:
        request = peer.recv(4096).decode()
        key = request.partition("Sec-WebSocket-Key: ")[2].partition("\r\n")[0]
        digest = hashlib.sha1((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest()
        peer.sendall(b"HTTP/1.1 101 Switching Protocols\r\nSec-WebSocket-Accept: " + base64.b64encode(digest)
                     # A text in three frames, with a ping between the first two.
                     + b"\r\n\r\n" + b"\x01\x02on" + b"\x89\x01p" + b"\x00\x01e" + b"\x80\x03\xc3\xbc!")
        stream = peer.makefile("rb")
        said = ""
        for _ in range(5):
            first, length = stream.read(2)
            length &= 127
            if length > 125:
                length = int.from_bytes(stream.read(2 if length == 126 else 8), "big")
            mask, data = stream.read(4), stream.read(length)
            text = bytes(byte ^ mask[place % 4] for place, byte in enumerate(data))
            said += f"{first & 15}:{len(text)}:{text[-3:].decode()} "
        reply = said.encode()
        # One byte at a time, then the end of the connection.
        for byte in bytes([129, len(reply)]) + reply + b"\x88\x00":
            peer.sendall(bytes([byte]))


def wire():
    """Checks the WebSocket client, with cases that Firefox does not always produce."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        thread = threading.Thread(target=serve, args=[server], daemon=True)
        thread.start()
        client = WebSocket(f"ws://127.0.0.1:{server.getsockname()[1]}/session", 10)
        same(client.receive(10), "oneü!")
        same(client.receive(0.05), None)
        for length in 0, 125, 126, 70000:
            client.send("x" * length)
        same(client.receive(10), "10:1:p 1:0: 1:125:xxx 1:126:xxx 1:70000:xxx ")
        try:
            client.receive(10)
            raise Failure("the end of the connection was not reported")
        except ConnectionError:
            client.close()
        thread.join(10)
    with socket.create_server(("127.0.0.1", 0)) as server:
        def refuse():
            with server.accept()[0] as peer:
                peer.recv(4096)
                peer.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")

        threading.Thread(target=refuse, daemon=True).start()
        fails(WebSocket, f"ws://127.0.0.1:{server.getsockname()[1]}/", 10, kind=ConnectionError)
    print("websocket: passed", flush=True)


PARTS = [values, files, keys, pointers, looks, access, reports]


def check(name, kind, place):
    """Runs all parts in one browser; returns the number of failures."""
    failed, before = 0, time.monotonic()
    with kind() as browser:
        page = browser.new_page()
        page.open(place)
        print(f"{name}: the first page after {time.monotonic() - before:.2f} s", flush=True)
        for part in PARTS:
            # Each part has its own page. The first page stays open behind them.
            own, before = browser.new_page(), time.monotonic()
            try:
                own.open(place)
                note = part(browser, own, place)
                print(f"{name}: {part.__name__}: passed ({time.monotonic() - before:.2f} s)"
                      + (f"; {note}" if note else ""), flush=True)
            except Exception:
                failed += 1
                print(f"{name}: {part.__name__}: FAILED\n{traceback.format_exc()}", flush=True)
            own.close()
        page.close()
        again, before = browser.new_page(), time.monotonic()
        again.open(place)
        same(again.evaluate("localStorage.getItem('a')"), "b")
        again.evaluate("(localStorage.setItem('c', 'd'), addEventListener('pagehide', () => localStorage.setItem('c', 'e')), 0)")
        again.kill()
        again = browser.new_page()
        again.open(place)
        same(again.evaluate("localStorage.getItem('c')"), "d")
        browser.restart()
        again = browser.new_page()
        again.open(place)
        same([again.evaluate("localStorage.getItem('a')"), again.errors], ["b", []])
        print(f"{name}: kill and restart: passed ({time.monotonic() - before:.2f} s)", flush=True)
        folder = browser.folder
    if os.path.exists(folder) or processes(folder):
        failed += 1
        print(f"{name}: FAILED: {folder}, or a process that uses it, still exists")
    return failed


def main(browsers, reasons, names):
    failed = checked = skipped = 0
    wire()
    with tempfile.TemporaryDirectory() as folder:
        place = pathlib.Path(folder, "a page é.html")
        place.write_text(PAGE, encoding="utf-8")
        for name in names or browsers:
            if reasons[name]:
                skipped += 1
                print(f"{name}: skipped: {reasons[name]}")
                continue
            checked += 1
            failed += check(name, browsers[name], place)
    print(f"{checked} browsers checked, {skipped} skipped, {failed} failures")
    return 1 if failed or not checked else 0
