"""Tests the page on which levels are sorted and filtered: what it shows equals the CSV of the same levels."""

import csv
import io
import json
import random
import re

from viewing import DESK, PHONE, Failure, NotSupported, fail

# The columns of the table that are numbers, and those that are texts. Rooms and references have orders of their own.
NUMBERS = ["zombies", "blocks", "flashlights", "par", "shortest_solutions", "points", "reachable_states", "luck",
           "symmetries", "random_win_probability"]
WORDS = {"lit": ["false", "true"], "grade": ["gentle", "easy", "medium", "hard", "fiendish"],
         "verdict": ["solvable", "unsolvable", "gave-up"]}
OTHERS = ["room", "reference", "name"]

FILTERS = ["room", "lit", "zombies", "blocks", "flashlights", "verdict", "grade", "par", "text"]


def same(found, expected, what):
    if found != expected:
        raise Failure(f"{what}: {str(found)[:300]} instead of {str(expected)[:300]}")


def table(view, picture):
    """The rows of the CSV, with the points that the page has beside it."""
    rows = list(csv.DictReader(io.StringIO(picture.table)))
    points = view.page.evaluate("Array.from({length: count}, (_, row) => columns.points.cell(row))")
    for row, point in zip(rows, points, strict=True):
        row["points"], row["room"] = point, f"{row['rows']}x{row['columns']}"
        # A name that a spreadsheet would take for a formula.
        row["name"] = re.sub("^'(?='*[=+@-])", "", row["name"])
        grade = ["gentle", "easy", "medium", "hard", "fiendish"][min(int(point) // 3, 4)] if point else ""
        same(row["grade"], grade, row["level"])
    return rows


def key(name, row):
    """The value that a column sorts by; None if there is none."""
    cell = row[name]
    if name == "room":
        return int(row["rows"]), int(row["columns"])
    if not cell:
        return None
    if name == "reference":
        return cell.split("#")[0], int(cell.split("#")[1])
    if name in WORDS:
        return WORDS[name].index(cell)
    if name in NUMBERS:
        return float(cell) if "." in cell else int(cell)
    return cell.encode("utf-16-be")


def ordered(rows, keys):
    order = list(range(len(rows)))
    for name, sign in reversed(keys):
        some = [row for row in order if key(name, rows[row]) is not None]
        some.sort(key=lambda row: key(name, rows[row]), reverse=sign < 0)
        order = some + [row for row in order if key(name, rows[row]) is None]
    return order


def shown(name, row):
    """The text of a cell in the table or in a list of choices."""
    cell = row[name]
    if name == "lit":
        return "lit" if cell == "true" else "dark"
    if name in NUMBERS and cell and "." not in cell:
        return f"{int(cell):,}"
    return cell


def passes(row, filters):
    for name, value in filters.items():
        if name == "par":
            least, most = value.split("-")
            if not row["par"] or least and int(row["par"]) < int(least) or most and int(row["par"]) > int(most):
                return False
        elif name == "text":
            if not any(value.lower() in row[part].lower() for part in ("name", "reference", "level")):
                return False
        elif (shown(name, row) or "none") != value:
            return False
    return True


def address(keys, filters, level=None):
    words = {"sort": ",".join(("-" if sign < 0 else "") + name for name, sign in keys), **filters}
    if level is not None:
        words["level"] = level + 1
    return "'#' + new URLSearchParams(%s)" % json.dumps({name: str(value) for name, value in words.items() if value})


def go(view, to):
    view.page.evaluate(f"new Promise(done => {{ const to = {to}; if ((location.hash || '#') === to) return done();"
                       " addEventListener('popstate', () => setTimeout(done), { once: true }); location.hash = to })")


def lines(view):
    """The rows in the document: the number of the level, its place in the table, and its cells by column."""
    return view.page.evaluate("""[...document.querySelectorAll("#body tr")].map(line => [Number(line.id.slice(4)),
      line.ariaRowIndex ? Number(line.getAttribute("aria-rowindex")) - 2 : null,
      Object.fromEntries([...line.cells].map(cell => [cell.className.split(" ")[0], cell.textContent]))])""")


def draws(rows):
    """Random sorts and filters, each with the rows that pass, in order."""
    chance = random.Random(7)
    for turn in range(40):
        keys = [(name, chance.choice([1, -1]))
                for name in chance.sample(NUMBERS + list(WORDS) + OTHERS, chance.randrange(4))]
        filters, row = {}, chance.choice(rows)
        for name in chance.sample(FILTERS, chance.randrange(4)):
            if name == "par":
                filters[name] = "-".join(str(chance.choice(["", chance.randrange(most)])) for most in (12, 20))
            elif name == "text":
                whole = row[chance.choice(["name", "reference", "level"])] or "nothing"
                begin = chance.randrange(len(whole))
                filters[name] = whole[begin:begin + 4].swapcase().strip() or "S"
            else:
                filters[name] = shown(name, row) or "none"
        filters = {name: value for name, value in filters.items() if value != "-"}
        yield turn, keys, filters, [place for place in ordered(rows, keys) if passes(rows[place], filters)]


def sorts(view, picture):
    """Random sorts and filters give the rows that Python gives, in the document too."""
    view.open(picture)
    rows = table(view, picture)
    few = 0
    for turn, keys, filters, expected in draws(rows):
        # A filter of a column with a single value is not on the page.
        filters = {name: value for name, value in filters.items()
                   if name in ("par", "text", "room") or len({row[name] for row in rows}) > 1}
        expected = [place for place in ordered(rows, keys) if passes(rows[place], filters)]
        few += len(expected) < len(rows)
        go(view, address(keys, filters))
        what = f"{keys} {filters}"
        same(view.page.evaluate("Array.from(rows)"), expected, what)
        if expected:
            view.page.evaluate(f"new Promise(done => {{ scroller.scrollTop = {turn / 40} * scroller.scrollHeight;"
                               " requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))) })")
        for number, place, cells in lines(view):
            same(expected[place], number, what)
            for name, text in cells.items():
                if name == "grade" and not rows[number]["grade"]:
                    same(text, rows[number]["verdict"], what)
                elif name == "luck":
                    same(text, f"{100 * float(rows[number]['luck']):.2f}%" if rows[number]["luck"] else "", what)
                else:
                    same(text, shown(name, rows[number]), f"{what}: {name}")
        inside = view.page.evaluate("document.querySelectorAll('#body tr').length * height >= "
                                    "Math.min(scroller.clientHeight - 60, rows.length * height)")
        same(inside, True, f"{what}: rows in sight")
        told = view.page.evaluate("document.getElementById('count').textContent")
        same(int(re.match("[0-9,]+", told)[0].replace(",", "")), len(expected), told)
    return f"{few} of 40 filtered"


def controls(view, picture):
    """Clicks, keys and Back change what is shown, and a copied address shows the same."""
    view.open(picture)
    page, rows = view.page, table(view, picture)

    def state():
        return page.evaluate("[Array.from(rows), cursor, location.hash]")

    page.click("#head-points button")
    same(state()[0], ordered(rows, [("points", 1)]), "points")
    same(page.evaluate("document.getElementById('head-points').ariaSort"), "ascending", "aria-sort")
    page.click("#head-points button")
    same(state()[0], ordered(rows, [("points", -1)]), "points, descending")
    page.click("#head-par button")
    by_par = ordered(rows, [("par", 1), ("points", -1)])
    same(state()[0], by_par, "par, and then points")
    page.click("[name=text]")
    page.type("4p")
    found = [place for place in by_par if "4p" in rows[place]["level"].lower() + rows[place]["name"].lower()
             + rows[place]["reference"].lower()]
    same(state()[0], found, "search")
    page.wait_for("location.hash.includes('text=4p')")
    page.evaluate("history.back(), 0")
    page.wait_for("!location.hash.includes('text')")
    same(state()[0], by_par, "Back")
    same(page.evaluate("document.querySelector('[name=text]').value"), "", "the field after Back")
    page.evaluate("document.getElementById('table').focus()")
    for name, place in ("Home", 0), ("ArrowDown", 1), ("End", len(rows) - 1), ("ArrowUp", len(rows) - 2), ("Home", 0):
        page.press(name)
        same(state()[1], by_par[place], name)
        same(page.evaluate("document.getElementById('table').getAttribute('aria-activedescendant')"),
             f"row-{by_par[place]}", name)
    page.press("PageDown")
    page.press("Enter")
    same(page.evaluate("document.activeElement.id"), "name", "the focus after Enter")
    whole = state()
    page.wait_for(f"location.hash.includes('level={whole[1] + 1}')")
    page.open(page.evaluate("location.href"))
    page.reload()
    same([*state()[:2]], whole[:2], "the same address")
    page.evaluate("document.querySelector('[name=lit]').focus()")
    page.press("ArrowDown")
    page.wait_for("location.hash.includes('lit=')")
    page.click("[type=reset]")
    same([len(state()[0]), "lit" in state()[2]], [len(rows), False], "after Show all")


def rounds(view, picture):
    """Each picture equals that of 'draw', and each step of a solution the state that 'replay' prints."""
    view.open(picture)
    rows, moved = table(view, picture), 0
    drawn = re.findall(r"<svg role=\"img\".*?</svg>", picture.drawn, re.DOTALL)
    same(len(drawn), len(rows), "pictures")
    for number in picture.looked:
        go(view, address([], {}, number))
        normal = view.page.evaluate("""(() => {
          const inside = text => { const box = document.createElement("div"); box.innerHTML = text; return box }
          const parts = box => [...box.querySelectorAll("svg > *")].map(one => one.outerHTML)
          const own = inside(%s)
          own.querySelector("title").textContent = document.querySelector("#picture title").textContent
          return [parts(document.getElementById("picture")), parts(own)]
        })()""" % json.dumps(drawn[number]))
        same(*normal, rows[number]["level"])
        for step, (told, lines_of) in enumerate(picture.told[number]):
            state = view.page.evaluate("""(() => {
              const { room, states, step } = card, squares = Array.from({ length: room.height }, () =>
                Array(room.width).fill("."))
              const put = (letter, list) => list.forEach(([row, column]) => squares[row][column] = letter)
              put("F", room.things.F), put("#", room.things["#"]), put("Z", states[step].zombies)
              put("S", room.things.S), put("P", [states[step].player])
              return squares.map(row => row.join(""))
            })()""")
            # A player covers the signpost, and a thing covers a flashlight.
            same([row.replace("F", ".") for row in state], [row.replace("F", ".") for row in lines_of],
                 f"{rows[number]['level']}, step {step}: {told}")
            if step + 1 < len(picture.told[number]):
                view.page.press("ArrowRight")
                moved += 1
    return f"{moved} moves"


def one_file(view, picture):
    """There are no errors, messages, dialogs or requests, and a name is only text."""
    view.open(picture)
    view.page.evaluate("scroller.scrollTop = scroller.scrollHeight, 0")
    rows = table(view, picture)
    for number, row in enumerate(rows):
        if row["name"]:
            go(view, address([], {}, number))
            same(view.page.evaluate("document.getElementById('name').textContent"), row["name"], "name")
    page = view.page
    fail(page.errors, "errors")
    fail(page.messages, "messages")
    fail(page.dialogs, "dialogs")
    fail([url for url in view.requests() if not url.startswith("file:")], "requests")
    same(page.evaluate("document.querySelectorAll('script,img,iframe,link:not([rel=icon])').length"), 2, "elements")


def accessible(view, picture):
    """axe finds nothing, and the page is not wider than the window: desktop and phone, light and dark."""
    for dark, size in (False, DESK), (True, DESK), (False, PHONE), (True, PHONE):
        view.open(picture, size)
        view.set(dark=dark)
        for to in "'#'", "'#sort=par&level=2'":
            go(view, to)
            view.page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true), 0")
            found = view.page.axe()
            fail([f"{one['id']}: {one['help']}: {one['nodes'][0]['html'][:160]}" for one in found],
                 f"axe, {size[0]}, {'dark' if dark else 'light'}, {to}")
            wide = view.page.evaluate("[document.documentElement.scrollWidth <= innerWidth,"
                                      " scroller.scrollWidth <= scroller.clientWidth]")
            same(wide, [True, True], f"width at {size[0]}")


def table_for_readers(view, picture):
    """The browser gives screen readers a grid with the number of all its rows."""
    view.open(picture)
    same(view.page.evaluate("[document.getElementById('table').getAttribute('aria-rowcount'),"
                            " document.querySelector('#body tr').getAttribute('aria-rowindex')]"),
         [str(len(list(csv.DictReader(io.StringIO(picture.table)))) + 1), "2"], "rows")
    if view.name != "chromium":
        raise NotSupported("this browser does not provide its accessibility tree")
    tree = view.page.accessibility_tree()
    for part in ('grid "Levels"', 'columnheader "Zombies"', 'group "Solution"', 'button "Next move"',
                 'searchbox "Search"'):
        same(part in tree, True, part)


TESTS = [sorts, controls, rounds, one_file, accessible, table_for_readers]
