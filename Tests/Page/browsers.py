#!/usr/bin/env python3
"""Real browsers for the tests of a page: Chromium with Playwright, and Firefox with WebDriver BiDi.

    with browsers.start("firefox") as browser:
        page = browser.new_page()
        page.open("zombies.html")
        page.press("ArrowLeft")
        assert page.evaluate("document.title") == "Zombies" and not page.errors

See page.py for everything that a page can do. Run as a program, this checks all of it in each installed browser:
browsers.py [chromium] [firefox]. A missing browser is skipped. If both are missing, the status is 1.
"""

import sys

import chromium
import firefox
from page import Failure, NotSupported, Page, file_url

BROWSERS = {"chromium": chromium.Chromium, "firefox": firefox.Firefox}

__all__ = ["BROWSERS", "Failure", "NotSupported", "Page", "available", "file_url", "start"]


def available():
    """Each browser's name, with None if it is available, else with the reason why it is not."""
    return {"chromium": chromium.unavailable(), "firefox": firefox.unavailable()}


def start(name):
    """Starts a browser with its own profile; raises Failure if it is not available."""
    return BROWSERS[name]()


if __name__ == "__main__":
    import check

    sys.exit(check.main(BROWSERS, available(), sys.argv[1:]))
