"""What a picture is made of: XML, no script, no network, names for those who do not see it, text."""

import re
import subprocess

from drawn import plain
from viewing import DESK, PHONE, Failure, NotSupported, fail


def xml(view, picture):
    """Every SVG is well-formed XML, in a page too, where browsers forgive much."""
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
    """Nothing is wrong, said or asked for, and nothing runs."""
    view.open(picture)
    page = view.page
    fail(view.ask("forbidden()"), "forbidden")
    fail(page.errors, "errors")
    fail(page.messages, "messages")
    fail(page.dialogs, "dialogs")
    fail([url for url in view.requests() if not url.startswith("file:")], "requests")
    if view.name == "chromium" and len(view.requests()) != 1:
        raise Failure(f"asked for {view.requests()}")


def named(view, picture):
    """Each picture has a title and a description, and each part of one a title."""
    view.open(picture)
    fail(view.ask("untitled()"), "no title or no description")


def spoken(view, picture):
    """The browser tells a screen reader each picture's name."""
    if view.name != "chromium":
        raise NotSupported("this browser does not tell its accessibility tree")
    view.open(picture)
    expected = sorted(plain(name or "") for name in view.ask("names()"))
    with view.browser.limited():
        nodes = view.page.protocol.send("Accessibility.getFullAXTree")["nodes"]
    told = sorted(plain(node.get("name", {}).get("value", "")) for node in nodes
                  if not node.get("ignored") and node.get("role", {}).get("value") in ("image", "img"))
    # A closed part of a page says nothing.
    if picture.kind == "html":
        told, expected = set(told), set(expected)
    if not told or "" in told or told != expected:
        raise Failure(f"the names {sorted(told)[:5]} instead of {sorted(expected)[:5]}")


def axe(view, picture):
    """axe finds nothing, in light and in dark, with all parts open, as wide as a phone and a desk."""
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
