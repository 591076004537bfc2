#!/usr/bin/env python3
"""Real browsers for the tests of a page: Chromium by Playwright, and Firefox by WebDriver BiDi.

    with browsers.start("firefox") as browser:
        page = browser.new_page()
        page.open("zombies.html")
        page.press("ArrowLeft")
        assert page.evaluate("document.title") == "Zombies" and not page.errors

See page.py for all that a page can do. As a program, this checks all of it in each browser that is here:
browsers.py [chromium] [firefox]. A browser that is missing is skipped; it is a failure if none is here.
"""

import sys

import chromium
import firefox
from page import Failure, NotSupported, Page, file_url

BROWSERS = {"chromium": chromium.Chromium, "firefox": firefox.Firefox}

__all__ = ["BROWSERS", "Failure", "NotSupported", "Page", "available", "file_url", "start"]


def available():
    """Each browser's name, with None if it can be had, else with the reason why it cannot."""
    return {"chromium": chromium.unavailable(), "firefox": firefox.unavailable()}


def start(name):
    """Starts a browser, with a profile of its own; Failure if there is none."""
    return BROWSERS[name]()


if __name__ == "__main__":
    import check

    sys.exit(check.main(BROWSERS, available(), sys.argv[1:]))
