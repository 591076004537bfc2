"""Tests, by numbers, whether pictures can be seen: contrast, and colours that must be distinguishable."""

import itertools

import colors
from viewing import Failure, NotSupported, fail

# The ways to show a picture, each with its media settings. A picture is printed from a dark screen.
SHOWN = {
    "light": {"still": True},
    "dark": {"still": True, "dark": True},
    "print": {"still": True, "dark": True, "printed": True},
    "forced": {"still": True, "forced": True},
    "forced dark": {"still": True, "forced": True, "dark": True},
}

# The shapes that carry meaning: the class, the property that paints it, the least contrast with the background
# (WCAG 2.2, 1.4.11), and whether it crosses others of its kind. The letters of the signpost are small text (1.4.3).
#
# Omitted are shapes that carry no meaning alone: .zfR (the tint of reachable squares, which also have a dot), .zs and
# .s (shades, which also have a number), .card, .grid, .axis (which has numbers along it), .track, .halo.
SHAPES = [
    ("zfS", "fill", 3), ("zfP", "fill", 3), ("zfZ", "fill", 3), ("zlZ", "stroke", 3), ("zfB", "fill", 3),
    ("zfF", "fill", 3), ("zlF", "stroke", 3), ("zlt", "stroke", 3), ("zst", "fill", 4.5),
    ("zw", "stroke", 3), ("zlD", "stroke", 3), ("zx", "stroke", 3), ("zlR", "stroke", 3),
    ("bar", "fill", 3), ("curve", "stroke", 3, "crossing"),
    ("mark", "fill", 3, "crossing"), ("thin", "stroke", 3, "crossing"), ("won", "fill", 3),
    ("lost", "stroke", 3), ("hatch", "stroke", 3), ("whisker", "stroke", 3),
    ("exact", "stroke", 3, "crossing"),
    ("from", "stroke", 3), ("to", "stroke", 3), ("leaving", "stroke", 3),
]


def shown(view, picture, modes):
    """Shows the picture in each way, in a window of its size."""
    view.open(picture)
    view.ask("open()")
    for name in modes:
        view.set(**SHOWN[name])
        view.fit()
        yield name


def told(one):
    return f"{one['color'][:3]} on {one['back']}: {one['ratio']:.2f}"


def texts(view, picture):
    """Each text has the contrast of WCAG 2.2 with its background."""
    found, least = [], (99, "")
    modes = list(SHOWN) if view.name == "chromium" else ["light", "dark"]
    for mode in shown(view, picture, modes):
        # With forced colours, the browser chooses the colours of a page's texts.
        measured = view.text_contrasts(with_html="forced" not in mode)
        if not measured and picture.kind == "svg":
            raise Failure("no text")
        for one in measured:
            if max(box[3] for box in one["boxes"]) > view.ask("size()")[1] or one["boxes"][0][1] > 12_000:
                continue
            if one["ratio"] < one["least"]:
                found.append(f"{mode}: \"{one['text']}\" {told(one)}")
            least = min(least, (one["ratio"] / one["least"], f"{one['ratio']:.2f} in {mode}"))
    fail(found, "contrast of text")
    return f"least {least[1]}"


def shapes(view, picture):
    """Each shape that carries meaning has enough contrast with its background."""
    if view.name != "chromium":
        raise NotSupported("measured only in Chromium")
    if not picture.shapes:
        raise NotSupported("its shapes are tested in other pictures")
    found, least = [], (99, "")
    # Paper has the colours of a light screen, which same_on_paper tests. Forced colours do not change SVG files.
    modes = ["light", "dark"] if picture.kind == "svg" else ["light", "dark", "forced dark"]
    for mode in shown(view, picture, modes):
        groups = view.shape_contrasts(SHAPES)
        missing = set(picture.shapes.split()) - {one["name"] for one in groups}
        if missing:
            found.append(f"{mode}: nothing is painted with the classes {sorted(missing)}")
        for one in groups:
            if one["ratio"] < one["least"]:
                found.append(f"{mode}: .{one['name']} {told(one)}, {one['pixels']} pixels")
            least = min(least, (one["ratio"] / one["least"], f"{one['ratio']:.2f}, .{one['name']} in {mode}"))
    fail(found, "contrast")
    return f"least {least[1]}"


# The least difference between colours, as CIEDE2000, and in grey as a difference of lightness L*.
#
# Between two large adjacent patches, a difference of 1 is just visible. Small separate marks need much more. In the
# model of Stone, Szafir and Setlur ("An Engineering Model for Color Difference as a Function of Size", 2014), half of
# all people can distinguish two marks of s degrees if they differ by at least (A + B / s) / 2, with A = 10.16, 10.68,
# 10.70 and B = 1.50, 3.08, 5.74 for L*, a* and b*. That is 7, 10 and 14 for a third of a degree, or about 8 to 15
# pixels at arm's length.
# - Lines and bars of policies are such marks, with similar shapes: 14. In grey, they also differ in dashes and marks,
#   which `shaped` tests: 6.
# - Danger, path and start have different lines and shapes (bars and hatching, a line with arrows, a figure): 10. In
#   grey, the shapes are enough.
# - Things have different shapes, and need colours only to be found faster: 5.
# - Shades are adjacent large squares, each with a number: 5, and 4 in grey, where they must also be in order.
POLICIES = ["p0", "p1", "p2", "p3", "p4", "p5"]
THINGS = {"zfS": "fill", "zfP": "fill", "zfZ": "fill", "zfB": "fill", "zfF": "fill"}
MARKS = {"zlD": "stroke", "zw": "stroke", "zfP": "fill"}
FLOORS = {"zL": "fill", "zD": "fill"}


def painted(view, wanted, mode):
    made = {}
    for name, prop in wanted.items():
        color = view.ask(f"painted({[name]}, '{prop}')")[name]
        if not color or color[3] != 1:
            raise Failure(f"{mode}: .{name} has no colour of its own")
        made[name] = tuple(color[:3])
    return made


def drawings(view, mode, need):
    """Checks the colours of drawings of levels."""
    things, floors = painted(view, THINGS, mode), painted(view, FLOORS, mode)
    need("things", mode, 5, colors.nearest(things))
    need("things and floor", mode, 14,
         colors.nearest({**things, **floors}, list(itertools.product(things, floors))))
    need("danger, path and start", mode, 10, colors.nearest(painted(view, MARKS, mode)))
    # Without the lines, squares could not be counted.
    lines = painted(view, dict.fromkeys(FLOORS, "stroke"), mode)
    card = painted(view, {"zs0": "fill"}, mode)["zs0"]
    need("contrast of lines", mode, 3, min(
        (colors.contrast(lines[name], behind), name) for name in FLOORS for behind in (floors[name], card)))


def told_apart(view, picture):
    """Colours can be distinguished, also by people who cannot see red, green, blue, or any colour."""
    if picture.name not in ("everything.svg", "everything.html", "report flashlight.html", "sweep one.html"):
        raise NotSupported("its colours are tested in other pictures")
    view.open(picture)
    found, notes = [], []

    def need(what, mode, least, told):
        notes.append(f"{what} {told[0]:.1f}")
        if told[0] < least:
            found.append(f"{mode}: {what}: {told[0]:.1f} for {', '.join(told[1:])}, not {least}")

    for mode in "light", "dark", "print":
        view.set(**SHOWN[mode])
        if picture.command != "sweep":
            drawings(view, mode, need)
        # On pages with charts, the shades have other names.
        prefix = "s" if picture.command == "sweep" else "zs"
        shades = painted(view, {f"{prefix}{number}": "fill" for number in range(7)}, mode)
        steps = list(itertools.pairwise(shades))
        need("shades", mode, 5, colors.nearest(shades, steps))
        need("shades in grey", mode, 4, colors.nearest_in_grey(shades, steps))
        lights = [colors.lightness(color) for color in shades.values()]
        if lights not in (sorted(lights), sorted(lights, reverse=True)):
            found.append(f"{mode}: the shades are not in order: {lights}")
        if picture.command in ("report", "sweep"):
            policies = view.page.evaluate(
                f"(() => {{ const made = {{}}; for (const name of {POLICIES}) {{"
                "const g = document.createElementNS('http://www.w3.org/2000/svg', 'g');"
                "g.setAttribute('class', name); g.innerHTML = '<path class=\"bar\"/>';"
                "document.querySelector('svg').append(g);"
                "made[name] = getComputedStyle(g.firstChild).fill.match(/\\d+/g).map(Number);"
                "g.remove() } return made })()")
            policies = {name: tuple(color) for name, color in policies.items()}
            need("policies", mode, 14, colors.nearest(policies))
            need("policies in grey", mode, 6, colors.nearest_in_grey(policies))
    fail(found, "too similar")
    return ", ".join(notes[:len(notes) // 3])


# The dashes and marks of each policy, and the shapes of things, without their positions.
LOOKS = """(() => {
  const looks = {}
  for (const group of document.querySelectorAll('figure g:has(> .curve)')) {
    const policy = [...group.classList].find(name => /^p\\d$/.test(name))
    const marks = document.querySelectorAll(`figure .${policy} > .mark`)
    looks[policy] = [getComputedStyle(group.querySelector('.curve')).strokeDasharray,
      ...new Set([...marks].map(mark => mark.getAttribute('d').replace(/^M[^a-zA-Z]*/, '')))]
  }
  for (const sign of document.querySelectorAll('defs > g'))
    looks[sign.id] = [sign.id, sign.innerHTML.replace(/class="[^"]*"/g, '')]
  return looks
})()"""


def shaped(view, picture):
    """Without colours, things differ in shape, and policies in dashes and marks."""
    if picture.name not in ("everything.svg", "sweep one.html"):
        raise NotSupported("its shapes are tested in other pictures")
    view.open(picture)
    looks = view.page.evaluate(LOOKS)
    expected = POLICIES if picture.command == "sweep" else ["zS", "zP", "zZ", "zB", "zF"]
    fail([name for name in expected if name not in looks], "not found")
    fail([f"{name} has {len(look) - 1} marks" for name, look in looks.items() if len(look) != 2], "marks")
    for part, what in enumerate(("dashes", "marks" if picture.command == "sweep" else "shapes")):
        kinds = {looks[name][part] for name in expected}
        if len(kinds) != len(expected):
            raise Failure(f"only {len(kinds)} different {what} for {len(expected)}: {sorted(kinds)}")


def same_on_paper(view, picture):
    """Paper has the colours of a light screen, even if the screen is dark."""
    view.open(picture)
    view.set(**SHOWN["light"])
    names = {"s1": "fill", "s6": "fill"} if picture.command == "sweep" else {**THINGS, **FLOORS, **MARKS}
    light = painted(view, names, "light")
    view.set(**SHOWN["dark"])
    dark = painted(view, names, "dark")
    view.set(**SHOWN["print"])
    paper = painted(view, names, "print")
    fail([f".{name} {paper[name]} instead of {light[name]}" for name in names if paper[name] != light[name]],
         "on paper")
    fail([name for name in names if dark[name] == light[name]], "the same in dark and light")


TESTS = [texts, shapes, told_apart, shaped, same_on_paper]
