"""Tests the markup of a picture: XML, no script, no network, names for screen readers, text."""

import re
import subprocess

from drawn import plain
from viewing import DESK, PHONE, Failure, NotSupported, fail


def xml(view, picture):
    """Every SVG is well-formed XML, also within a page, where browsers would tolerate errors."""
    with open(picture.path, encoding="utf-8") as file:
        text = file.read()
    if picture.kind == "html":
        pieces = re.findall(r"<svg\b.*?</svg>", text, re.DOTALL)
        if not pieces:
            raise Failure("no picture in the page")
        text = "<all>" + "\n".join(pieces) + "</all>"
    done = subprocess.run(["xmllint", "--noout", "--nonet", "-"], input=text, capture_output=True, text=True,
                          check=False)
    if done.returncode:
        raise Failure(done.stderr[:500])


def quiet(view, picture):
    """There are no errors, messages, dialogs, requests or scripts."""
    view.open(picture)
    page = view.page
    fail(view.ask("forbidden()"), "forbidden")
    fail(page.errors, "errors")
    fail(page.messages, "messages")
    fail(page.dialogs, "dialogs")
    fail([url for url in view.requests() if not url.startswith("file:")], "requests")
    if view.name == "chromium" and len(view.requests()) != 1:
        raise Failure(f"requested {view.requests()}")


def named(view, picture):
    """Each picture has a title and a description, and each of its parts has a title."""
    view.open(picture)
    fail(view.ask("untitled()"), "no title or no description")


def spoken(view, picture):
    """The browser gives screen readers the name of each picture."""
    if view.name != "chromium":
        raise NotSupported("this browser does not provide its accessibility tree")
    view.open(picture)
    expected = sorted(plain(name or "") for name in view.ask("names()"))
    with view.browser.limited():
        nodes = view.page.protocol.send("Accessibility.getFullAXTree")["nodes"]
    told = sorted(plain(node.get("name", {}).get("value", "")) for node in nodes
                  if not node.get("ignored") and node.get("role", {}).get("value") in ("image", "img"))
    # Closed parts of a page are not in the tree.
    if picture.kind == "html":
        told, expected = set(told), set(expected)
    if not told or "" in told or told != expected:
        raise Failure(f"the names {sorted(told)[:5]} instead of {sorted(expected)[:5]}")


def axe(view, picture):
    """axe finds nothing, light on a desktop and dark on a phone, with all parts of the page open."""
    if picture.kind != "html":
        raise NotSupported("axe is for pages")
    for dark, size in (False, DESK), (True, PHONE):
        view.open(picture, size)
        view.set(dark=dark)
        view.ask("open()")
        found = view.page.axe()
        fail([f"{one['id']}: {one['help']}: {one['nodes'][0]['html'][:160]}" for one in found],
             "axe in dark" if dark else "axe in light")


def selectable(view, picture):
    """All text can be selected: names, facts, sentences, codes."""
    view.open(picture)
    view.ask("open()")
    readable = view.ask("readable()")
    view.page.press("a", control=True)
    selected = plain(view.ask("selected()"))
    fail([text for text in readable if plain(text) not in selected], "not selected")
    fail([text for text in picture.texts if plain(text) not in selected], "missing")
    return f"{len(selected)} characters"


TESTS = [xml, quiet, named, spoken, axe, selectable]
