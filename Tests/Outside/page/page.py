"""The common parts of both browsers and their pages, and the code that always ends a browser in the end."""

import atexit
import glob
import json
import os
import pathlib
import shutil
import signal
import sys
import tempfile
import threading
import time
import urllib.parse

# The seconds that a step may take. Only a step that hangs reaches them.
LIMIT = 60
PREFIX = "zombies-page-"
DIRECTIONS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
WITH_SHIFT = set('~!@#$%^&*()_+{}|:"<>?')

# The packages that Tests/Outside/install installs. Only a Python of the same version can use them.
VERSION = "python%d.%d" % sys.version_info[:2]
CACHE = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
sys.path += glob.glob(os.path.join(CACHE, "zombies/python/lib", VERSION, "site-packages"))

# The center of an element if a user can press the element there, else the reason why not.
PLACE = """(() => {
  const element = document.querySelector(%s)
  if (!element) return "no such element"
  if (!element.checkVisibility({visibilityProperty: true})) return "it is not visible"
  let box = element.getBoundingClientRect()
  if (box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight) {
    element.scrollIntoView({block: "center", inline: "center", behavior: "instant"})
    box = element.getBoundingClientRect()
  }
  const x = Math.round(box.left + box.width / 2), y = Math.round(box.top + box.height / 2)
  const top = document.elementFromPoint(x, y)
  if (!top) return "its center is outside the window"
  if (!element.contains(top) && top.closest("label")?.control !== element)
    return "it is covered by " + top.cloneNode(false).outerHTML
  return [x, y]
})()"""


class Failure(Exception):
    """A step failed."""


class NotSupported(Exception):
    """This browser does not support a step."""


class Page:
    """A page of a browser. These lists record events in the order in which they happened:

    errors      uncaught errors and rejections, and texts of console.error; those of a worker may come late
    messages    everything written to the console, as (kind, text)
    dialogs     the texts of alert, confirm and prompt; all are dismissed
    requests    all requested addresses except data: and blob:, and in Firefox without files
    """

    def __init__(self):
        self._errors, self._messages, self._dialogs, self._requests = [], [], [], []

    errors = property(lambda self: self._settled(self._errors))
    messages = property(lambda self: self._settled(self._messages))
    dialogs = property(lambda self: self._settled(self._dialogs))
    requests = property(lambda self: self._settled(self._requests))

    def _request(self, url):
        if not url.startswith(("data:", "blob:")):
            self._requests.append(url)

    def _settled(self, collected):
        # When a later task has ended, the errors of all earlier tasks have been reported.
        self.evaluate("new Promise(done => setTimeout(done))")
        return list(collected)

    def open(self, place):
        """Opens a file, or an address, which may have a #hash."""
        url = file_url(place)
        # A browser would report the failure and show its own error page some time later.
        parts = urllib.parse.urlsplit(url)
        if parts.scheme == "file" and not os.path.exists(urllib.parse.unquote(parts.path)):
            raise Failure(f"no such file: {place}")
        self._open(url)

    def evaluate(self, expression):
        """The awaited value of an expression, converted by JSON; None for undefined."""
        text = self._evaluate(f"(async () => JSON.stringify(await (\n{expression}\n)))()")
        return None if text is None else json.loads(text)

    def wait_for(self, expression, seconds=LIMIT / 2):
        """Waits until an expression is true, and returns its value."""
        end = time.monotonic() + seconds
        while True:
            value = self.evaluate(expression)
            if value:
                return value
            if time.monotonic() > end:
                raise Failure(f"not true within {seconds} s: {expression}")
            time.sleep(0.02)

    def place(self, selector, seconds=LIMIT / 3):
        """Waits until an element can be pressed and has stopped moving; returns its center."""
        end, last = time.monotonic() + seconds, None
        while True:
            found = self.evaluate(PLACE % json.dumps(selector))
            if isinstance(found, list) and found == last:
                return found
            if time.monotonic() > end:
                reason = found if isinstance(found, str) else "it does not stop moving"
                raise Failure(f"{selector}: {reason}")
            last = found
            time.sleep(0.02)

    def press(self, key, shift=False, control=False, alt=False, meta=False):
        """Presses a key: a character, or a name as in KeyboardEvent.key, such as ArrowLeft."""
        if len(key) == 1 and (key in WITH_SHIFT or key.isupper()):
            shift = True
        flags = {"Shift": shift, "Control": control, "Alt": alt, "Meta": meta}
        self._press(key, [name for name, held in flags.items() if held])

    def type(self, text):
        """Presses the keys of a text, with Enter for a newline."""
        for character in text:
            self.press("Enter" if character == "\n" else character)

    def click(self, selector):
        self._click(*self.place(selector))

    def tap(self, selector):
        self._touch([self.place(selector)])

    def swipe(self, selector, direction, distance=100):
        """Moves a finger from the center of an element to the left, right, up or down."""
        x, y = self.place(selector)
        width, height = self.evaluate("[innerWidth, innerHeight]")
        across, down = DIRECTIONS[direction]
        if not (0 <= x + across * distance < width and 0 <= y + down * distance < height):
            raise Failure(f"{selector}: a swipe of {distance} px {direction} from its center would leave the window")
        steps = [distance * step // 5 for step in range(6)]
        self._touch([(x + across * step, y + down * step) for step in steps])

    def axe(self, options=None):
        """The violations that axe finds, each as axe reports it."""
        try:
            from axe_playwright_python.base import AXE_SCRIPT
        except ImportError:
            raise NotSupported("axe-playwright-python is not installed") from None
        if not self.evaluate("'axe' in window"):
            self._evaluate(f"{AXE_SCRIPT};undefined")
        return self.evaluate(f"axe.run({json.dumps(options or {})}).then(results => results.violations)")

    def accessibility_tree(self, selector="body"):
        raise NotSupported("this browser does not provide its accessibility tree")


class Browser:
    """A browser with its own profile, which close() removes. Its pages share one storage."""

    running = set()

    def __init__(self):
        if reason := self.unavailable():
            raise Failure(reason)
        watch_signals()
        remove_left()
        self.folder = tempfile.mkdtemp(prefix=f"{PREFIX}{os.getpid()}-")
        Browser.running.add(self)
        try:
            self._begin()
        except BaseException:
            self.close()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        if self not in Browser.running:
            return
        try:
            self._stop()
        finally:
            self.kill()
            shutil.rmtree(self.folder, ignore_errors=True)
            Browser.running.discard(self)

    def restart(self):
        """Ends the browser and starts it again with the same profile, without its pages."""
        self._end()
        self.kill()
        self._begin()

    def kill(self):
        """Ends every process whose command line contains the folder of this browser."""
        end = time.monotonic() + 10
        while time.monotonic() < end:
            self._kill()
            users = processes(self.folder)
            if not users:
                return
            for process in users:
                try:
                    os.kill(process, signal.SIGKILL)
                except ProcessLookupError:
                    pass
            time.sleep(0.01)
        raise Failure(f"these processes of a browser cannot be ended: {users}")

    def _kill(self):
        pass


def processes(folder):
    """The running processes whose command line contains a folder."""
    found = []
    for entry in os.listdir("/proc"):
        if not entry.isdigit() or int(entry) == os.getpid():
            continue
        try:
            with open(f"/proc/{entry}/cmdline", "rb") as file:
                # A process that has ended but was not waited for has no command line.
                if folder.encode() in file.read():
                    found.append(int(entry))
        except OSError:
            pass
    return found


def remove_left():
    """Removes the profiles that killed tests left behind."""
    for folder in glob.glob(os.path.join(tempfile.gettempdir(), PREFIX + "*-*")):
        owner = os.path.basename(folder).removeprefix(PREFIX).partition("-")[0]
        if not os.path.exists(f"/proc/{owner}") and not processes(folder):
            shutil.rmtree(folder, ignore_errors=True)


def file_url(place):
    """An address unchanged, or the address of a file."""
    place = str(place)
    return place if "://" in place or place.startswith("about:") else pathlib.Path(place).resolve().as_uri()


def close_all():
    for browser in list(Browser.running):
        try:
            browser.close()
        except Exception as error:
            print(f"error while closing a browser: {error}", file=sys.stderr)


def watch_signals():
    # Without this, a test that a signal ends would not call close_all.
    if threading.current_thread() is threading.main_thread():
        for number in (signal.SIGTERM, signal.SIGHUP):
            if signal.getsignal(number) is signal.SIG_DFL:
                signal.signal(number, lambda number, _: sys.exit(128 + number))


atexit.register(close_all)
