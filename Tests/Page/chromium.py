"""The distribution's Chromium, with Playwright."""

import contextlib
import glob
import os
import shutil
import sys
import threading

from page import LIMIT, Browser, Failure, Page

# The characters of keys pressed with Shift. Playwright knows them only for the names of keys, such as KeyA.
SHIFTED = str.maketrans("`1234567890-=[]\\;',./", "~!@#$%^&*()_+{}|:\"<>?")

# The packages that Tests/Page/install installs. Only a Python of the same version can use them.
VERSION = "python%d.%d" % sys.version_info[:2]
CACHE = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
sys.path += glob.glob(os.path.join(CACHE, "zombies/page-venv/lib", VERSION, "site-packages"))

try:
    from playwright.sync_api import Error, sync_playwright
except ImportError:
    sync_playwright, Error = None, OSError


def program():
    return shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


def unavailable():
    """The reason why Chromium is not available, or None if it is."""
    if not program():
        return "no chromium: run Tests/Page/install"
    return None if sync_playwright else f"no playwright for {sys.executable}: run Tests/Page/install"


class Chromium(Browser):
    # Playwright can be started only once per thread. The last browser stops it.
    driver, drivers = None, 0

    def __init__(self, words=()):
        reason = unavailable()
        if reason:
            raise Failure(reason)
        super().__init__()
        self.words, self.context, self.counted = words, None, False
        try:
            if Chromium.driver is None:
                Chromium.driver = sync_playwright().start()
            Chromium.drivers += 1
            self.counted = True
            self._begin()
        except BaseException:
            self.close()
            raise

    def _begin(self):
        self.context = Chromium.driver.chromium.launch_persistent_context(
            os.path.join(self.folder, "profile"), executable_path=program(),
            args=["--no-sandbox", *self.words], timeout=LIMIT * 1000, handle_sigint=False,
            handle_sigterm=False, handle_sighup=False, viewport={"width": 1280, "height": 720},
            env={**os.environ, "HOME": self.folder})
        self.context.set_default_timeout(LIMIT * 1000)
        self.free = list(self.context.pages)

    def new_page(self):
        return ChromiumPage(self, self.free.pop() if self.free else self.context.new_page())

    @contextlib.contextmanager
    def limited(self):
        """Ends the browser if a page hangs, because most of Playwright's calls would then wait forever."""
        late = []

        def end():
            late.append(f"; Chromium was stopped after {LIMIT} s")
            self.kill()

        timer = threading.Timer(LIMIT, end)
        timer.daemon = True
        timer.start()
        try:
            yield
        except Error as error:
            raise Failure(error.message.partition("\nBrowser logs:")[0] + "".join(late)) from None
        finally:
            timer.cancel()

    def _end(self):
        if self.context:
            with self.limited():
                self.context.close()
            self.context = None

    def _stop(self):
        try:
            self._end()
        finally:
            if self.counted:
                Chromium.drivers -= 1
                self.counted = False
                if Chromium.drivers == 0:
                    Chromium.driver.stop()
                    Chromium.driver = None


class ChromiumPage(Page):
    def __init__(self, browser, page):
        super().__init__()
        self.browser, self.page, self.limited, self.touched = browser, page, browser.limited, False
        self.protocol = browser.context.new_cdp_session(page)
        page.on("pageerror", lambda error: self._errors.append(error.message))
        page.on("crash", lambda _: self._errors.append("the page crashed"))
        page.on("console", self.console)
        page.on("dialog", self.dialog)
        page.on("request", lambda request: self._request(request.url))

    def console(self, message):
        self._messages.append((message.type, message.text))
        if message.type in ("error", "assert"):
            self._errors.append(message.text)

    def dialog(self, dialog):
        self._dialogs.append(dialog.message)
        dialog.accept() if self.accepts or dialog.type == "beforeunload" else dialog.dismiss()

    def _open(self, url):
        with self.limited():
            self.page.goto(url)

    def reload(self):
        with self.limited():
            self.page.reload()

    def _evaluate(self, expression):
        # Playwright's own evaluate() would count as a key press or click of the user.
        with self.limited():
            answer = self.protocol.send(
                "Runtime.evaluate", {"expression": expression, "awaitPromise": True, "returnByValue": True})
        if "exceptionDetails" in answer:
            told = answer["exceptionDetails"]
            raise Failure(told.get("exception", {}).get("description") or told["text"])
        return answer["result"].get("value")

    def _press(self, key, held):
        if "Shift" in held and len(key) == 1:
            key = key.upper().translate(SHIFTED)
        with self.limited():
            for name in held:
                self.page.keyboard.down(name)
            try:
                # A character that is not on the keyboard is inserted as text, like an input method does.
                if len(key) == 1 and not key.isascii():
                    self.page.keyboard.insert_text(key)
                else:
                    self.page.keyboard.press(key)
            finally:
                for name in reversed(held):
                    self.page.keyboard.up(name)

    def _click(self, x, y):
        with self.limited():
            self.page.mouse.click(x, y)

    def _touch(self, places):
        kinds = ["touchStart"] + ["touchMove"] * (len(places) - 1)
        with self.limited():
            for kind, (x, y) in zip(kinds, places):
                finger = {"type": kind, "touchPoints": [{"x": x, "y": y}]}
                self.protocol.send("Input.dispatchTouchEvent", finger)
            self.protocol.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    def size(self, width, height, touch=False):
        """Sets the size of this page, and, from its next open() or reload() on, whether its pointer is a finger."""
        with self.limited():
            self.page.set_viewport_size({"width": width, "height": height})
            # "enabled": false would leave the page without a mouse, even if it changes nothing.
            if touch != self.touched:
                self.protocol.send(
                    "Emulation.setTouchEmulationEnabled", {"enabled": touch, "maxTouchPoints": 5})
                self.touched = touch

    def media(self, dark=None, reduced_motion=None, forced_colors=None):
        """Changes the results of media queries."""
        changes = {}
        if dark is not None:
            changes["color_scheme"] = "dark" if dark else "light"
        if reduced_motion is not None:
            changes["reduced_motion"] = "reduce" if reduced_motion else "no-preference"
        if forced_colors is not None:
            changes["forced_colors"] = "active" if forced_colors else "none"
        with self.limited():
            self.page.emulate_media(**changes)

    def screenshot(self, path, whole=False):
        """Writes a screenshot of the window, or of the whole page."""
        with self.limited():
            self.page.screenshot(path=path, full_page=whole)

    def accessibility_tree(self, selector="body"):
        with self.limited():
            return self.page.locator(selector).aria_snapshot()

    def kill(self):
        """Ends the process of this page, so that none of its scripts runs any more, and closes the page."""
        try:
            # Unlike Page.crash, this ends with an error.
            self.page.goto("chrome://crash")
        except Error:
            pass
        self.close()

    def close(self):
        with self.limited():
            self.page.close()
