"""Plays the page in real browsers, and compares its module with the native program.

The tests are in the folder page. Without --long, each runs in one window size per browser; sizes rotate from test to
test, and the browsers differ. With ZOMBIES_RECORD=1, the accessibility trees are recorded again instead of compared.
"""

import itertools

import pytest

import browsers
import native as native_program
import tests_access
import tests_browser
import tests_ear
import tests_layout
import tests_links
import tests_places
import tests_play
import tests_progress
import tests_workshop
from playing import Play
from programs import HERE, run

PARTS = [
    tests_browser, tests_play, tests_places, tests_workshop, tests_links, tests_progress, tests_layout, tests_access,
    tests_ear]


def pytest_generate_tests(metafunc):
    if "check" not in metafunc.fixturenames:
        return
    found = []
    for number, check in enumerate(itertools.chain.from_iterable(part.TESTS for part in PARTS)):
        for place, name in enumerate(browsers.BROWSERS):
            sizes = check.sizes if name in check.browsers else []
            # Firefox runs each test in one size, and so does Chromium without --long.
            if len(sizes) > 1 and (name == "firefox" or not metafunc.config.getoption("--long")):
                sizes = [sizes[(number + place) % len(sizes)]]
            found += [pytest.param(name, check, size, id=f"{name}, {size}: {check.name}") for size in sizes]
    metafunc.parametrize("browser_name, check, size", found)


@pytest.mark.browser
def test_page(browser, site, check, size, is_long):
    play = Play(browser, site, size)
    play.is_long = is_long
    try:
        check.body(play)
        play.check()
    finally:
        play.close()


@pytest.mark.swift
@pytest.mark.wasm
def test_equal(native, is_long, seed):
    """The module and the native program give the same answers, byte for byte.

    Both open levels of ten families in the workshop, which shows verdict, par, solutions, grade, path and sentences,
    and play them with hints. Then both play a game by random actions. Each answer is the whole screen as JSON.
    """
    levels, actions = (10_000, 100_000) if is_long else (60, 600)
    run("node", HERE / "page/equal.mjs", native_program.page_module(), native, levels, actions, seed, timeout=7200)
