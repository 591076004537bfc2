"""The example that trains an agent, in a short form: the same bytes twice, and numbers that are known."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest
from conftest import ROOT

EXAMPLE = ROOT / "Sources" / "ZombiesPython" / "examples" / "train.py"


def test_training() -> None:
    pytest.importorskip("gymnasium")
    words = [sys.executable, "-B", "-W", "error", str(EXAMPLE), "40"]
    first, second = (subprocess.run(words, check=True, stdout=subprocess.PIPE).stdout for _ in range(2))
    assert first == second
    rows = dict(re.findall(r"^(\w[\w ]*?)  +(.*)$", first.decode(), re.MULTILINE))
    assert re.sub(" +", " ", rows["edge"]) == "25/135 18.5% 11/36 30.6% 36/171 21.1%"
    won = [int(number) for number in re.findall(r"(\d+)/", rows["the agent"])]
    # Chance wins three levels of 171.
    assert won[0] + won[1] == won[2] and 15 <= won[2] <= 79
    assert rows["chance"] == "1.8%"
    assert re.sub(" +", " ", rows["the best without sight"]) == "79/171 46.2%"
    assert re.sub(" +", " ", rows["the best with sight"]) == "105/171 61.4%"
