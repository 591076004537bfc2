"""Runs the program of the article "A campaign from nothing to players' results", and counts the same in plain Python.

The rounds are those of policies with times and names, of typed games, and of the page.
"""

import csv
import io
import json
import random
import re
import statistics
import sys

import pytest

from programs import ROOT, block, run
from reading import rows

pytestmark = pytest.mark.pandas

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


def results(folder, code, *names):
    """What code of the article prints."""
    done = run(sys.executable, "-B", "-c", code, *names, cwd=folder)
    assert not done.errors, done
    return done.output


def test_article(program, tmp_path):
    """The commands of the article lead to the results that it shows."""
    consoles = re.findall(r"^```console\n(.*?)^```$", (ROOT / ARTICLE).read_text(), re.DOTALL | re.MULTILINE)
    lines = re.findall(r"^\$ ((?:.*\\\n)*.*)$", "".join(consoles), re.MULTILINE)
    program.output("\n".join(lines) + "\ntrue", tmp_path)
    for name, levels in ("results: output", "night.csv"), ("results: after the change", "night-2.csv"):
        printed = results(tmp_path, block(ARTICLE, "results"), levels, "ann-timed.csv", "ben-timed.csv")
        assert printed == block(ARTICLE, name)


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


@pytest.mark.swift
@pytest.mark.parametrize(
    "levels, only_stayers", [("worlds.csv", False), ("solve.csv", False), ("worlds.csv", True)],
    ids=["the points", "other measures", "players who tried every level"])
def test_measures(program, native, tmp_path, levels, only_stayers):
    """Compares every cell and every line of the article's program."""
    def read(name):
        return (tmp_path / name).read_bytes().decode()

    program.output(CAMPAIGN + "zombies simulate --input nights.txt --policy edge,random --hearing-distance 2 "
                   "--rounds 400 --rounds-csv rounds.csv -o t", tmp_path)
    files = {}
    for file, (words, commands) in games(rows(read("solve.csv"))).items():
        if words != "page":
            typed = " ".join(f"'{command}'" for command in commands)
            program.output(
                f"printf '%s\\n' {typed} | zombies play {words} --hearing-distance 2 --record {file}", tmp_path)
            files[file] = read(file)
        else:
            events = ["worlds " + read("nights.txt").replace("\n", "\\n"), "begin"]
            events += [f"{970 * number} say {command}" for number, command in enumerate(commands)] + ["take plays"]
            answers = run(native, input="\n".join(events) + "\n").output.splitlines()
            files[file] = json.loads(answers[-1])["file"]["text"]
    header, *lines = synthetic(read("rounds.csv")).splitlines(keepends=True)
    files |= {"some.csv": header + "".join(lines[:500]), "more.csv": header + "".join(lines[300:])}
    for file, text in files.items():
        assert len(rows(text)) >= 3, file
        (tmp_path / file).write_bytes(text.encode())
    code = block(ARTICLE, "results")
    if only_stayers:
        code = code.replace('played["is_last"]', block(ARTICLE, "results: stayers") + 'played["is_last"]', 1)
    *printed, json_line = results(tmp_path, code + '\nprint(table.loc[:, "players":].to_json(orient="values", '
                              'double_precision=15))', levels, *files).splitlines()
    levels = rows(read(levels))
    cells, count = counted(levels, files, only_stayers)
    for found, expected in zip(json.loads(json_line), cells, strict=True):
        assert [x and round(x, 9) for x in found] == [x and round(x, 9) for x in expected]
    assert printed[0].startswith(count)
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
            assert low - 0.00501 <= number <= high + 0.00501, f"{measure}: {numbers} within {limits}"
    assert len(lines) == 3
