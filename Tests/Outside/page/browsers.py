"""Real browsers for the tests of a page: Chromium with Playwright, and Firefox with WebDriver BiDi.

    with browsers.start("firefox") as browser:
        page = browser.new_page()
        page.open("zombies.html")
        page.press("ArrowLeft")
        assert page.evaluate("document.title") == "Zombies" and not page.errors

See page.py for everything that a page can do.
"""

from chromium import Chromium
from firefox import Firefox
from page import Failure, NotSupported, Page, file_url

BROWSERS = {"chromium": Chromium, "firefox": Firefox}

__all__ = ["BROWSERS", "Failure", "NotSupported", "Page", "available", "file_url", "start"]


def available():
    """Each browser's name, with None if it is available, else with the reason why it is not."""
    return {name: kind.unavailable() for name, kind in BROWSERS.items()}


def start(name):
    """Starts a browser with its own profile; raises Failure if it is not available."""
    browser = BROWSERS[name]()
    browser.name = name
    return browser
