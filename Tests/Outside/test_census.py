"""Holds the levels of a census against solve, levels and the census itself, as other programs read them."""

import collections
import random

import pytest

from reading import rows

FAMILIES = ["5x5z1b2+lit", "5x4z1b1f1", "5x5z2b1", "3x5z2b1+lit", "4x4b2f1", "5x5z1b1 --hearing-distance 2"]
KIND = ["verdict", "par", "shortest_solutions", "grade"]


@pytest.mark.parametrize("family", FAMILIES)
def test_census(program, tmp_path, family):
    """A thousand rows solved again, and all rows against the counts."""
    family, _, rules = family.partition(" ")
    program.output(f"zombies census --family {family} {rules} --format csv -o counts.csv "
                   "--levels-csv levels.csv --difficulty", tmp_path)
    table = rows((tmp_path / "levels.csv").read_text())
    found = collections.Counter(tuple(row[column] for column in KIND) for row in table)
    counts = rows((tmp_path / "counts.csv").read_text())
    assert found == {
        tuple(row[column] for column in KIND): int(row["levels"]) for row in counts if row["levels"] != "0"}
    assert sum(int(row["placements"]) for row in table) == sum(int(row["placements"]) for row in counts)
    assert len({row["reference"] for row in table}) == len(table)
    some = random.Random(32).sample(table, min(1000, len(table)))
    (tmp_path / "some.txt").write_text("".join(row["reference"] + "\n" for row in some))
    solved = rows(program.output(f"zombies solve --difficulty --format csv {rules} some.txt", tmp_path))
    levels = rows(program.output(f"zombies levels --format csv {rules} some.txt", tmp_path))
    for row, one, other in zip(some, solved, levels, strict=True):
        shared = row.keys() & one.keys()
        assert {column: row[column] for column in shared} == {column: one[column] for column in shared}
        assert (row["level"], row["placements"]) == (other["class"], other["symmetries"]), row["reference"]
