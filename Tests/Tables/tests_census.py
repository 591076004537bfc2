"""Holds the levels of a census against solve, levels and the census itself, as other programs read them."""

import collections
import functools
import random

from program import rows, same

FAMILIES = ["5x5z1b2+lit", "5x4z1b1f1", "5x5z2b1", "3x5z2b1+lit", "4x4b2f1", "5x5z1b1 --hearing-distance 2"]
KIND = ["verdict", "par", "shortest_solutions", "grade"]


def census(program, family, folder):
    """A thousand rows solved again, and all rows against the counts."""
    family, _, rules = family.partition(" ")
    program.output(f"zombies census --family {family} {rules} --format csv -o counts.csv "
                   "--levels-csv levels.csv --difficulty", folder)
    table = rows(program.output("cat levels.csv", folder))
    found = collections.Counter(tuple(row[column] for column in KIND) for row in table)
    counts = rows(program.output("cat counts.csv", folder))
    same(found, {tuple(row[column] for column in KIND): int(row["levels"]) for row in counts
                 if row["levels"] != "0"}, "levels of each kind")
    same(sum(int(row["placements"]) for row in table), sum(int(row["placements"]) for row in counts), "placements")
    same(len({row["reference"] for row in table}), len(table), "different references")
    some = random.Random(32).sample(table, min(1000, len(table)))
    with open(f"{folder}/some.txt", "w", encoding="utf-8") as file:
        file.writelines(row["reference"] + "\n" for row in some)
    solved = rows(program.output(f"zombies solve --difficulty --format csv {rules} some.txt", folder))
    levels = rows(program.output(f"zombies levels --format csv {rules} some.txt", folder))
    cells = 0
    for row, one, other in zip(some, solved, levels, strict=True):
        shared = [column for column in row if column in one]
        same({column: row[column] for column in shared}, {column: one[column] for column in shared}, row["reference"])
        same((row["level"], row["placements"]), (other["class"], other["symmetries"]), row["reference"])
        cells += len(shared) + 2
    return f"{len(table)} levels, {cells} cells of {len(some)}"


def tests(program):
    return [(f"{family} against solve", functools.partial(census, program, family)) for family in FAMILIES]
