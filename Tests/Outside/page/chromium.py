"""The distribution's Chromium, with Playwright."""

import contextlib
import os
import shutil
import threading

# This also finds the packages that Tests/Outside/install installs.
from page import LIMIT, Browser, Failure, Page

try:
    from playwright.sync_api import Error, sync_playwright
except ImportError:
    sync_playwright, Error = None, OSError

# The characters of keys pressed with Shift. Playwright knows them only for the names of keys, such as KeyA.
SHIFTED = str.maketrans("`1234567890-=[]\\;',./", "~!@#$%^&*()_+{}|:\"<>?")
# For each change of media queries, Playwright's name, and its values for false and true.
MEDIA = {
    "dark": ("color_scheme", "light", "dark"),
    "reduced_motion": ("reduced_motion", "no-preference", "reduce"),
    "forced_colors": ("forced_colors", "none", "active"),
}


def program():
    return shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


class Chromium(Browser):
    """Only one at a time per thread, because Playwright cannot be started twice."""

    driver = context = None

    def __init__(self, words=()):
        self.words = words
        super().__init__()

    @staticmethod
    def unavailable():
        """The reason why Chromium is not available, or None if it is."""
        if not program():
            return "chromium is not installed"
        return None if sync_playwright else "playwright is not installed"

    def _begin(self):
        self.driver = self.driver or sync_playwright().start()
        self.context = self.driver.chromium.launch_persistent_context(
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
            if self.driver:
                self.driver.stop()


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
        dialog.accept() if dialog.type == "beforeunload" else dialog.dismiss()

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
            # A character that is not on the keyboard is inserted as text, like an input method does.
            if len(key) == 1 and not key.isascii():
                self.page.keyboard.insert_text(key)
            else:
                self.page.keyboard.press("+".join([*held, key]))

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

    def media(self, **changes):
        """Changes the results of media queries: dark, reduced_motion, forced_colors."""
        with self.limited():
            self.page.emulate_media(**{MEDIA[name][0]: MEDIA[name][1 + value] for name, value in changes.items()})

    def screenshot(self, path):
        """Writes a screenshot of the window."""
        with self.limited():
            self.page.screenshot(path=path)

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
