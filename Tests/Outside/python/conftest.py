"""What all tests of the package share: PROGRAM is the `zombies` program of the same sources."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
PROGRAM = os.environ.get("ZOMBIES_PROGRAM", "")


@pytest.fixture(scope="session")
def program() -> str:
    """The path of the program; without one, the test is skipped."""
    if not os.access(PROGRAM, os.X_OK):
        pytest.skip("no zombies program: set ZOMBIES_PROGRAM")
    return PROGRAM


def run(*words: str) -> str:
    """The output of a command."""
    return subprocess.run(words, check=True, stdout=subprocess.PIPE, text=True).stdout
