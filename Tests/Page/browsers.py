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

__all__ = ["BROWSERS", "Failure", "NotSupported", "Page", "available", "file_url", "start", "usable"]


def available():
    """Each browser's name, with None if it is available, else with the reason why it is not."""
    return {name: kind.unavailable() for name, kind in BROWSERS.items()}


def usable(names=None):
    """The names of the available browsers, all or those among `names`; prints why the others are skipped."""
    for name, reason in available().items():
        if names is None or name in names:
            if reason:
                print(f"skipped: {name}: {reason}", flush=True)
            else:
                yield name


def start(name):
    """Starts a browser with its own profile; raises Failure if it is not available."""
    return BROWSERS[name]()
