"""Reads, joins, groups and plots tables with pandas, as researchers do, without parsing names.

The results are compared with those of the csv module and plain arithmetic. These do parse a family's name, which gives
the settings a second time.
"""

import collections
import functools
import importlib.util
import math
import os
import re
import shutil
import subprocess

from program import Failure, Skipped, rows, same

# Sizes and counts vary, and one family is dark and the other lit. Some combinations have no solvable level.
SWEEP = ("zombies sweep --family 5x5z1,5x5z1+lit --rows 4,5 --columns 5..6 --zombies 1,2 --blocks 0..2 "
         "--policy edge,random --rounds 150 --levels any")


def pandas_or_skip(*more):
    for library in ("pandas", *more):
        if not importlib.util.find_spec(library):
            raise Skipped(f"{library} is not installed")
    import pandas
    return pandas


def family(name):
    """The settings in a family's name."""
    found = re.fullmatch(r"(\d+)x(\d+)(?:z(\d+))?(?:b(\d+))?(?:f(\d+))?(\+lit)?", name)
    if not found:
        found = {"classic": (5, 5, 2, 0, 0, None), "block": (5, 5, 1, 1, 0, None),
                 "flashlight": (5, 5, 1, 0, 1, None)}[name]
        return {**dict(zip(SETTINGS, found)), "lit": False}
    return {**{name: int(text or 0) for name, text in zip(SETTINGS, found.groups()[:5])},
            "lit": found[6] is not None}


# Tables of each kind, with empty cells and numbers of all sizes.
JSON_LINES = [
    "zombies generate --count 9", "zombies levels classic@0#1 SP S#/#P classic#57",
    "zombies solve --difficulty S4/5/Z1#2/2F2/4P S#/#P", "zombies simulate --games 9", "zombies worlds --stars",
    "zombies census --family 4x4z1b1+lit", "zombies analyze --family 4x4z1 --check 99", "zombies sweep --size 3,4 --rounds 9",
]

SETTINGS = ["rows", "columns", "zombies", "blocks", "flashlights", "lit"]


def read(program, line, folder, name):
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8", newline="") as file:
        file.write(program.output(line, folder))
    return path


def plot(frame, by, path):
    """Plots a line for each light and policy: the win rate by the number of blocks and zombies."""
    import matplotlib
    matplotlib.use("Agg")
    import matplotlib.pyplot as plotting
    figure, axes = plotting.subplots()
    means = frame.groupby(by + ["lit", "policy"])["win_rate"].mean().unstack(["lit", "policy"])
    means.plot(ax=axes, marker="o", ylabel="win rate")
    figure.savefig(path)
    lines = {line.get_label(): list(line.get_ydata()) for line in axes.get_lines()}
    plotting.close(figure)
    return means, lines


def sweep(program, folder):
    pandas = pandas_or_skip("matplotlib")
    path = read(program, SWEEP, folder, "sweep.csv")
    frame = pandas.read_csv(path)
    picture = os.path.join(folder, "sweep.png")
    means, lines = plot(frame, ["blocks", "zombies"], picture)

    # Computes the same by hand.
    found = collections.defaultdict(list)
    with open(path, encoding="utf-8") as file:
        for row in rows(file.read()):
            of = family(row["family"])
            found[of["blocks"], of["zombies"], of["lit"], row["policy"]].append(float(row["win_rate"]))
    same(len(means) * len(means.columns), len(found), "groups")
    for (blocks, zombies, is_lit, policy), rates in found.items():
        mean = means.loc[(blocks, zombies), (is_lit, policy)]
        if len(rates) != 4 or not math.isclose(mean, math.fsum(rates) / 4, rel_tol=1e-12):
            raise Failure(f"{blocks} blocks, {zombies} zombies, lit {is_lit}, {policy}: {mean} for {rates}")
    same(sorted(lines), sorted(str(column).replace("'", "") for column in means.columns), "lines of the plot")
    for column in means.columns:
        same(lines[str(column).replace("'", "")], list(means[column]), f"line {column}")
    # The effect that such a plot should show: zombies make winning harder.
    by_zombies = frame.groupby("zombies")["win_rate"].mean()
    if not by_zombies[1] > by_zombies[2]:
        raise Failure(f"win rates by zombies: {dict(by_zombies)}")
    return is_a_picture(picture)


def is_a_picture(path):
    """The file is a PNG that is not empty: many of its pixels differ from the most common colour."""
    import matplotlib.image
    with open(path, "rb") as file:
        same(file.read(8), b"\x89PNG\r\n\x1a\n", "the first bytes of the PNG")
    pixels = matplotlib.image.imread(path)
    height, width = pixels.shape[:2]
    colors = collections.Counter(tuple(pixel[:3]) for line in pixels for pixel in line)
    drawn = height * width - colors.most_common(1)[0][1]
    if min(height, width) < 200 or len(colors) < 20 or drawn < 2000:
        raise Failure(f"{width}x{height} pixels, {len(colors)} colours, {drawn} pixels drawn")
    return f"{width}x{height} pixels, {len(colors)} colours"


def exact(program, folder):
    """A sweep and the analyses of its families, joined on their settings: samples are close to the exact values."""
    pandas = pandas_or_skip()
    names = [f"{size}z{zombies}b{blocks}{light}".replace("b0", "")
             for size in ("4x4", "4x5") for zombies in (1, 2) for blocks in (0, 1) for light in ("", "+lit")]
    sampled = pandas.read_csv(read(
        program, f"zombies sweep --family {','.join(names)} --levels any --policy edge,beeline,random "
        "--rounds 2e3", folder, "sweep.csv"))
    computed = pandas.concat([
        pandas.read_csv(read(program, f"zombies analyze --family {name} --policy edge,beeline,random "
                             "--format csv", folder, f"{number}.csv"))
        for number, name in enumerate(names)])
    keys = ["policy", "levels", *SETTINGS, "catching_distance", "chase", "zombie_speed", "hearing_distance",
            "max_moves"]
    joined = sampled.merge(computed, on=keys, validate="one_to_one", suffixes=("", "_exact"))
    same(len(joined), 3 * len(names), "joined rows")
    # Bounds have nine decimals.
    low, high = joined["win_rate_low"] - 5e-10, joined["win_rate_high"] + 5e-10
    inside = joined["win_probability"].between(low, high)
    # Of 48 intervals at 95%, fewer than 40 contain the exact value once in ten thousand times. The seed is fixed.
    if inside.sum() < 40:
        raise Failure(f"{inside.sum()} of {len(inside)} intervals contain the exact value")
    return f"{inside.sum()} of {len(inside)} intervals at 95% contain the exact value"


def levels(program, folder):
    """Rounds and levels, joined on the code: clairvoyant loses exactly the unsolvable levels."""
    pandas = pandas_or_skip()
    rounds = pandas.read_csv(read(
        program, "zombies simulate --levels any --rounds 300 --policy clairvoyant,edge --rounds-csv - -o t",
        folder, "rounds.csv"))
    solved = pandas.read_csv(read(
        program, "zombies solve --format csv --input rounds.csv", folder, "solve.csv")
        ).drop(columns="source", errors="ignore").drop_duplicates()
    joined = rounds.merge(solved, on="level", validate="many_to_one")
    same(len(joined), 600, "joined rows")
    best = joined[joined["policy"] == "clairvoyant"]
    same(list(best["outcome"] == "won"), list(best["verdict"] == "solvable"), "won")
    won = best[best["outcome"] == "won"]
    same(list(won["moves"]), list(won["par"].astype(int)), "moves of clairvoyant")
    by_par = joined[joined["policy"] == "edge"].groupby("par")["outcome"].value_counts(normalize=True)
    same(by_par.groupby("par").sum().round(9).unique().tolist(), [1.0], "shares")
    return f"{len(solved)} levels"


def json_lines(program, line, folder):
    """The same table as CSV and as JSON lines: pandas reads equal values, and so does jq, number by number."""
    pandas = pandas_or_skip()
    table = pandas.read_csv(read(program, f"{line} --format csv", folder, "table.csv"))
    path = read(program, f"{line} --format jsonl", folder, "table.jsonl")
    frame = pandas.read_json(path, lines=True, precise_float=True)
    same(list(frame.columns), list(table.columns), "columns")
    same(len(frame), len(table), "rows")
    for name in table.columns:
        left, right = table[name], frame[name]
        same(list(left.isna()), list(right.isna()), f"empty cells of {name}")
        # pandas reads a column of true, false and empty cells as numbers.
        same([str(value).replace("True", "1").replace("False", "0") for value in left.dropna()],
             [str(value) for value in right.dropna().astype(left.dtype if left.dtype.kind in "if" else object)]
             if left.dtype.kind in "if" else
             [str(value).replace("True", "1").replace("False", "0").removesuffix(".0") for value in right.dropna()],
             name)
    if not shutil.which("jq"):
        return "without jq, which is not installed"
    numbers = [name for name in table.columns if table[name].dtype.kind in "if"]
    program = "[" + ", ".join(f".{name}" for name in numbers) + "] | map(. == null or type == \"number\") | all"
    told = subprocess.run(["jq", program, path], capture_output=True, text=True, check=True)
    same(set(told.stdout.split()), {"true"}, "numbers in jq")
    return f"{len(table)} rows"


def tests(program):
    return [("a sweep, grouped and plotted", functools.partial(sweep, program)),
            ("a sweep and analyses, joined", functools.partial(exact, program)),
            ("rounds and levels, joined", functools.partial(levels, program)),
            *((f"JSON lines of {line}", functools.partial(json_lines, program, line)) for line in JSON_LINES)]
