"""Runs the program of the article "A campaign from nothing to players' results", and counts the same in plain Python.

The rounds are those of policies with times and names, of typed games, and, if NATIVE is the program whose path
Tests/Page/native.py prints, of the page.
"""

import csv
import functools
import importlib.util
import io
import json
import os
import random
import re
import statistics
import subprocess
import sys

from program import Failure, Skipped, rows, same

ARTICLE = "Sources/ZombiesCommands/ZombiesCommands.docc/ACampaignFromNothingToPlayersResults.md"
KEY = ["level", "catching_distance", "chase", "zombie_speed", "hearing_distance"]
CAMPAIGN = ("zombies generate --family 5x5z1b2f1 --seed 8 --count 14 --distinct --hearing-distance 2 --world W "
            "-o nights.txt; zombies worlds nights.txt --format csv -o worlds.csv; "
            "zombies solve --difficulty --format csv nights.txt -o solve.csv; ")
MOVES = {"U": "up", "D": "down", "L": "left", "R": "right"}
WAYS = ["left 4", "up 4"] * 3 + ["next"]


def games(levels):
    """The commands of games, by the names of their files: some levels are won, with a hint, and others perhaps not. A
    policy sits at the board. What follows an undo is practice."""
    solved = [[MOVES[move] for move in level["solution"]] for level in levels[:4]]
    won = [word for moves in solved for word in [*moves[:-1], "hint", moves[-1], "next"]]
    turns = [word for moves in solved for word in ["next", "next", *moves, "next"] * 2]
    begin = ["worlds", "enter", "enter"]
    return {"typed.csv": ("--worlds nights.txt --players 007", [*begin, *won, "left", "undo", *WAYS, *WAYS]),
            "board.csv": ("nights.txt --players 'Ann \"A\",007,edge'", ["start", *turns]),
            "page.csv": ("page", ["set name Zoë, the 1st", *begin, "hint", *won, *WAYS * 9])}


def block(name):
    """The block of the article behind a comment with its name."""
    with open(ARTICLE, encoding="utf-8") as file:
        return re.search(rf"^<!-- {name} -->\n```\w*\n(.*?)^```$", file.read(), re.DOTALL | re.MULTILINE)[1]


def run(folder, code, *names):
    """What code of the article prints."""
    for library in ("pandas", "scipy"):
        if not importlib.util.find_spec(library):
            raise Skipped(f"{library} is not installed")
    done = subprocess.run([sys.executable, "-B", "-c", code, *names], cwd=folder, capture_output=True, text=True)
    if done.returncode or done.stderr:
        raise Failure(f"status {done.returncode}: {done.stdout}{done.stderr}")
    return done.stdout


def article(program, folder):
    """The commands of the article lead to the results that it shows."""
    with open(ARTICLE, encoding="utf-8") as file:
        consoles = re.findall(r"^```console\n(.*?)^```$", file.read(), re.DOTALL | re.MULTILINE)
    lines = re.findall(r"^\$ ((?:.*\\\n)*.*)$", "".join(consoles), re.MULTILINE)
    program.output("\n".join(lines) + "\ntrue", folder)
    for name, levels in ("results: output", "night.csv"), ("results: after the change", "night-2.csv"):
        same(run(folder, block("results"), levels, "ann-timed.csv", "ben-timed.csv"), block(name), name)


def synthetic(text):
    """Rounds of policies as those of people whose names are hard to read, and some rounds that do not count."""
    chance, file = random.Random(1), io.StringIO()
    for number, row in enumerate(csv.reader(io.StringIO(text))):
        if number:
            row[0], row[2] = number, ["Bo, \"b\"", "NA", "007", "player", "'=1", "1e3"][int(row[0]) // 14 % 6]
            row += [chance.choice(["", f"{chance.random() * 90:.3f}"]), "", 0, 1, 1, 1, "longest", 1,
                    chance.choice([2, 2, 2, 0])]
        else:
            row += "seconds,first_move_seconds,undos,hints,life".split(",") + KEY[1:]
        csv.writer(file, lineterminator="\n").writerow(row)
    return file.getvalue()


def counted(levels, files, only_stayers):
    """The cells of each level, and the number of rounds that count."""
    played, seen = [], set()
    for file, text in files.items():
        found = [row for row in rows(text) if tuple(row.values()) not in seen]
        seen.update(tuple(row.values()) for row in found)
        played += [(row["policy"] if row["policy"] != "player" else file, row) for row in found]
    keys, cells = [[level[name] for name in KEY] for level in levels], []
    played = [(keys.index(key), *one) for one in played if (key := [one[1][name] for name in KEY]) in keys]
    count, all_levels = f"{len(played)} of {len(seen)} rounds", {place for place, _, _ in played}
    if only_stayers:
        played = [one for one in played if {place for place, player, _ in played if player == one[1]} == all_levels]
    last = {player: place for place, player, _ in played}
    for place in range(len(levels)):
        here = [(player, row) for number, player, row in played if number == place]
        tried, won = {player for player, _ in here}, [player for player, row in here if row["outcome"] == "won"]
        times = [float(row["seconds"]) for _, row in here if row["seconds"]]
        cells.append([len(tried), len(set(won)), sum(last[player] == place for player in tried - set(won)), len(here),
                      len(won) / len(here), statistics.median(times) if times else None] if here else [None] * 6)
    return cells, count


def spearman(pairs):
    """The correlation of ranks; None if one is constant."""
    ranks = [[sum((a < b) + (a == b) / 2 for a in values) for b in values] for values in zip(*pairs)]
    return None if any(len(set(values)) == 1 for values in ranks) else statistics.correlation(*ranks)


def compare(program, levels, only_stayers, folder):
    """Compares every cell and every line of the article's program."""
    program.output(CAMPAIGN + "zombies simulate --input nights.txt --policy edge,random --hearing-distance 2 "
                   "--rounds 400 --rounds-csv rounds.csv -o t", folder)
    files, native = {}, os.environ.get("NATIVE")
    for file, (words, commands) in games(rows(read(folder, "solve.csv"))).items():
        if words != "page":
            typed = " ".join(f"'{command}'" for command in commands)
            program.output(
                f"printf '%s\\n' {typed} | zombies play {words} --hearing-distance 2 --record {file}", folder)
            files[file] = read(folder, file)
        elif native:
            events = ["worlds " + read(folder, "nights.txt").replace("\n", "\\n"), "begin"]
            events += [f"{970 * number} say {command}" for number, command in enumerate(commands)] + ["take plays"]
            answers = subprocess.check_output([native], input="\n".join(events) + "\n", text=True).splitlines()
            files[file] = json.loads(answers[-1])["file"]["text"]
    header, *lines = synthetic(read(folder, "rounds.csv")).splitlines(keepends=True)
    files |= {"some.csv": header + "".join(lines[:500]), "more.csv": header + "".join(lines[300:])}
    same([file for file, text in files.items() if len(rows(text)) < 3], [], "files with too few rounds")
    for file, text in files.items():
        with open(os.path.join(folder, file), "w", encoding="utf-8", newline="") as out:
            out.write(text)
    code = block("results")
    if only_stayers:
        code = code.replace('played["is_last"]', block("results: stayers") + 'played["is_last"]', 1)
    *printed, json_line = run(folder, code + '\nprint(table.loc[:, "players":].to_json(orient="values", '
                              'double_precision=15))', levels, *files).splitlines()
    levels = rows(read(folder, levels))
    cells, count = counted(levels, files, only_stayers)
    for found, expected in zip(json.loads(json_line), cells, strict=True):
        same([x and round(x, 9) for x in found], [x and round(x, 9) for x in expected], "the cells of a level")
    same(printed[0].startswith(count), True, f"{printed[0]}, {count}")
    lines = [re.fullmatch(r"(\w+): (\S+) \((\S+) to (\S+)\)", line) for line in printed]
    lines = [line.groups() for line in lines if line]
    for measure, *numbers in lines:
        pairs = [(float(level[measure]), cell[4]) for level, cell in zip(levels, cells) if cell[4] is not None]
        found, chance = spearman(pairs), random.Random(1)
        samples = (spearman(chance.choices(pairs, k=len(pairs))) for _ in range(2000))
        samples = sorted(sample for sample in samples if sample is not None)
        limits = [(found, found)]
        for share in (0.025, 0.975):
            # Bounds from 2,000 and from 9,999 samples are nearer than 40 samples, with five standard deviations.
            place = round(len(samples) * share)
            limits.append((samples[max(0, place - 40)], samples[min(len(samples) - 1, place + 40)]))
        for number, (low, high) in zip(map(float, numbers), limits, strict=True):
            same(low - 0.00501 <= number <= high + 0.00501, True, f"{measure}: {numbers} within {limits}")
    same(len(lines), 3, "correlations")
    return printed[0] + ("" if native else " No file is from the page, because NATIVE is not set.")


def read(folder, name):
    with open(os.path.join(folder, name), encoding="utf-8", newline="") as file:
        return file.read()


def tests(program):
    return [("the article", functools.partial(article, program)),
            ("the points", functools.partial(compare, program, "worlds.csv", False)),
            ("other measures", functools.partial(compare, program, "solve.csv", False)),
            ("players who tried every level", functools.partial(compare, program, "worlds.csv", True))]
