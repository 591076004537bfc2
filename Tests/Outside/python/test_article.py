"""The examples of the article "Rooms for programs in Python" print what it says."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest
from conftest import ROOT

ARTICLE = ROOT / "Sources" / "ZombiesC" / "ZombiesC.docc" / "RoomsForProgramsInPython.md"


def block(name: str) -> str:
    """The block of the article after a comment with its name."""
    found = re.search(rf"^<!-- {name} -->\n```\w*\n(.*?)^```$", ARTICLE.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    assert found, name
    return found[1]


def output(name: str) -> str:
    """What a program of the article prints, with warnings as errors."""
    words = [sys.executable, "-B", "-W", "error", "-c", block(name)]
    return subprocess.run(words, check=True, stdout=subprocess.PIPE, text=True).stdout


def test_every_example_is_tested() -> None:
    names = re.findall(r"^<!-- (.*) -->$", ARTICLE.read_text("utf-8"), re.MULTILINE)
    programs = ["single", "vector", "optimum", "plain"]
    assert names == [name + end for name in programs for end in ("", " output")]
    assert ARTICLE.read_text("utf-8").count("```python") == len(programs)


def test_plain() -> None:
    assert output("plain") == block("plain output")


def test_single() -> None:
    pytest.importorskip("gymnasium")
    assert output("single") == block("single output")


def test_vector() -> None:
    pytest.importorskip("gymnasium")
    printed, expected = output("vector").splitlines(), block("vector output").splitlines()
    assert len(printed) == 3 and printed[0] == expected[0]
    # Chance wins 2.2% of all levels. Another version of NumPy may draw other moves.
    numbers = [re.match(r"(\d+) of (\d+) rounds", lines[1]) for lines in (printed, expected)]
    assert all(one and 0.018 < int(one[1]) / int(one[2]) < 0.026 for one in numbers)


def test_optimum() -> None:
    pytest.importorskip("gymnasium")
    assert output("optimum") == block("optimum output")
