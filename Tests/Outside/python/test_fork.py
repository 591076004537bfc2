"""Forks beside a thread that uses the library."""

from __future__ import annotations

import os
import signal
import threading
import time
from typing import Iterator

import pytest
import zombies

if not hasattr(os, "fork"):
    pytest.skip("no fork on this system", allow_module_level=True)

pytestmark = pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
FORKED, DONE = 9, 0


@pytest.fixture
def busy() -> Iterator[zombies.Pool]:
    """A pool that a thread uses all the time, beside pools that it makes and drops."""
    shared = zombies.Pool("6x6z2b3f1", slots=256)
    is_done = threading.Event()

    def play() -> None:
        while not is_done.is_set():
            zombies.Pool("flashlight", slots=64).begin()
            for _ in range(20):
                shared.begin()

    thread = threading.Thread(target=play)
    thread.start()
    yield shared
    is_done.set()
    thread.join()


def child(shared: zombies.Pool) -> int:
    zombies.Pool("classic", slots=4).begin()
    with zombies.Pool("flashlight", slots=64) as pool:
        pool.reset()
        pool.oracle()
    code = DONE
    try:
        shared.begin()
    except zombies.ForkedError:
        code = FORKED
    shared.close()
    return code


def test_forks(busy: zombies.Pool) -> None:
    """No child traps or hangs; one that inherits a pool in use gets an error of its own."""
    ends: dict[int, int] = {}
    until = time.monotonic() + 15
    while sum(ends.values()) < 2000 and time.monotonic() < until:
        process = os.fork()
        if process == 0:
            code = 1
            try:
                signal.alarm(20)
                code = child(busy)
            finally:
                os._exit(code)
        _, status = os.waitpid(process, 0)
        ends[status] = ends.get(status, 0) + 1
    assert set(ends) <= {DONE, FORKED << 8}, ends
    assert ends.get(FORKED << 8, 0) > 0, ends
