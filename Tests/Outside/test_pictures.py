"""Checks the program's pictures in real browsers.

Without --long, each browser checks a quarter of all pairs of a picture and a check, including every picture and every
check. The checks are in the folder pictures.
"""

import pytest

import browsers
import checks_colors
import checks_layout
import checks_markup
import drawn
from programs import tool
from viewing import NotSupported, Viewer

CHECKS = [*checks_markup.TESTS, *checks_layout.TESTS, *checks_colors.TESTS]
# The tools that some checks need in addition to a browser.
NEEDS = {"xml": "xmllint", "breaks": "pdftotext"}


def pytest_generate_tests(metafunc):
    pairs = [(picture, check) for row, picture in enumerate(drawn.PICTURES) for column, check in enumerate(CHECKS)
             if metafunc.config.getoption("--long") or (row + column) % 4 == 0]
    metafunc.parametrize("picture, check", pairs, ids=[f"{picture.name}: {check.__name__}" for picture, check in pairs])
    metafunc.parametrize("browser_name", browsers.BROWSERS)


@pytest.fixture(scope="module")
def maker(program, tmp_path_factory):
    """Makes each picture once."""
    return drawn.Maker(program.path, tmp_path_factory.mktemp("pictures"))


@pytest.fixture(scope="module")
def viewers():
    return {}


@pytest.mark.browser
def test_picture(browser, viewers, maker, picture, check):
    if not picture.path:
        maker.make(picture)
    if check.__name__ in NEEDS:
        tool(NEEDS[check.__name__])
    if viewers.get(browser.name, (None,))[0] is not browser:
        viewers[browser.name] = browser, Viewer(browser)
    try:
        check(viewers[browser.name][1], picture)
    except NotSupported:
        # The check does not apply to this picture or browser.
        pass
