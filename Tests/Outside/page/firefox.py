"""The distribution's Firefox, with WebDriver BiDi."""

import base64
import json
import os
import shutil
import signal
import socket
import subprocess
import time
import urllib.parse

# This also finds the packages that Tests/Outside/install installs.
from page import LIMIT, Browser, Failure, Page

try:
    import websocket
except ImportError:
    websocket = None

KEYS = {
    "Backspace": "\ue003", "Tab": "\ue004", "Enter": "\ue006", "Shift": "\ue008", "Control": "\ue009",
    "Alt": "\ue00a", "Escape": "\ue00c", "PageUp": "\ue00e", "PageDown": "\ue00f", "End": "\ue010",
    "Home": "\ue011", "ArrowLeft": "\ue012", "ArrowUp": "\ue013", "ArrowRight": "\ue014",
    "ArrowDown": "\ue015", "Insert": "\ue016", "Delete": "\ue017", "Meta": "\ue03d",
}

# Firefox starts quickly, shows nothing at the start, and contacts no server. As it is controlled, it also sets its own
# preferences for tests.
PREFERENCES = {
    "app.normandy.enabled": False,
    "browser.aboutwelcome.enabled": False,
    "browser.cache.disk.enable": False,
    "browser.newtabpage.enabled": False,
    "browser.startup.page": 0,
    "dom.ipc.processPrelaunch.enabled": False,
    "dom.w3c_touch_events.enabled": 1,
    "media.gmp-manager.updateEnabled": False,
    "messaging-system.rsexperimentloader.enabled": False,
    "network.dns.disablePrefetch": True,
    "network.prefetch-next": False,
    "toolkit.telemetry.enabled": False,
    "ui.systemUsesDarkTheme": 0,
    "ui.prefersReducedMotion": 0,
    "ui.primaryPointerCapabilities": 6,
    "ui.allPointerCapabilities": 6,
}

# For each change of media queries, the query, and the preference with its value for true. For false, it is 0.
MEDIA = {
    "dark": ("prefers-color-scheme: dark", "ui.systemUsesDarkTheme", 1),
    "reduced_motion": ("prefers-reduced-motion: reduce", "ui.prefersReducedMotion", 1),
    "forced_colors": ("forced-colors: active", "browser.display.document_color_use", 2),
}


def program():
    return shutil.which("firefox-esr") or shutil.which("firefox")


class Firefox(Browser):
    process = socket = None

    @staticmethod
    def unavailable():
        """The reason why Firefox is not available, or None if it is."""
        if not program():
            return "firefox-esr is not installed"
        return None if websocket else "websocket-client is not installed"

    def _begin(self):
        self.pages, self.last, self.active, self.touch = {}, 0, None, False
        profile, log = os.path.join(self.folder, "profile"), os.path.join(self.folder, "log")
        os.makedirs(profile, exist_ok=True)
        with open(os.path.join(profile, "user.js"), "w") as file:
            for name, value in PREFERENCES.items():
                file.write(f"user_pref({json.dumps(name)}, {json.dumps(value)});\n")
        # The browser ends even if the test is killed. System access makes it possible to change preferences while
        # Firefox runs.
        words = [
            "setpriv", "--pdeathsig", "KILL", program(), "--headless", "--no-remote", "--remote-debugging-port=0",
            "--remote-allow-system-access", "--profile", profile,
        ]
        with open(log, "wb") as file:
            self.process = subprocess.Popen(
                words, stdin=subprocess.DEVNULL, stdout=file, stderr=file, start_new_session=True,
                env={**os.environ, "HOME": self.folder, "MOZ_CRASHREPORTER_DISABLE": "1"})
        # Without an origin, because Firefox refuses connections from pages. With a socket, because otherwise the client
        # would use a proxy named in the environment.
        address = self.address(log)
        url = urllib.parse.urlsplit(address)
        self.socket = websocket.create_connection(
            address + "/session", LIMIT, socket=socket.create_connection((url.hostname, url.port), LIMIT),
            suppress_origin=True, skip_utf8_validation=True)
        self.command("session.new", capabilities={
            "alwaysMatch": {"unhandledPromptBehavior": {"default": "dismiss", "beforeUnload": "accept"}}})
        self.command("session.subscribe", events=[
            "log.entryAdded", "network.beforeRequestSent", "browsingContext.userPromptOpened"])
        self.free = self.contexts()
        self.window = self.contexts(**{"moz:scope": "chrome"})[0]

    def address(self, log):
        end = time.monotonic() + LIMIT
        while time.monotonic() < end:
            with open(log, errors="replace") as file:
                text = file.read()
            for line in text.splitlines(keepends=True):
                if line.startswith("WebDriver BiDi listening on ") and line.endswith("\n"):
                    return line.split()[-1]
            if self.process.poll() is not None:
                raise Failure(f"Firefox ended with {self.process.returncode}: {text.strip()}")
            time.sleep(0.02)
        raise Failure(f"Firefox did not print its address within {LIMIT} s: {text.strip()}")

    def contexts(self, **scope):
        return [tree["context"] for tree in self.command("browsingContext.getTree", **scope)["contexts"]]

    def command(self, method, **parameters):
        """Sends a command and waits for its answer. Events that arrive before it go to their pages."""
        self.last += 1
        number, end = self.last, time.monotonic() + LIMIT
        self.socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            try:
                # 0 would mean not to wait at all, which raises a different error.
                self.socket.settimeout(max(end - time.monotonic(), 0.001))
                text = self.socket.recv()
            except websocket.WebSocketTimeoutException:
                self.kill()
                raise Failure(f"{method}: no answer within {LIMIT} s; Firefox was stopped") from None
            if not text:
                raise ConnectionError(f"{method}: Firefox closed the connection")
            answer = json.loads(text)
            if answer["type"] == "event":
                told = answer["params"]
                page = self.pages.get(told.get("context") or told.get("source", {}).get("context"))
                if page:
                    page._event(answer["method"], told)
            elif answer["type"] == "error":
                raise Failure(f"{method}: {answer['error']}: {answer['message']}")
            elif answer["id"] == number:
                return answer["result"]

    def run(self, context, expression):
        """The value of an expression, which must be a string or undefined (None)."""
        answer = self.command(
            "script.evaluate", expression=expression, target={"context": context}, awaitPromise=True)
        if answer["type"] == "exception":
            raise Failure(answer["exceptionDetails"]["text"])
        return answer["result"].get("value")

    def set(self, **preferences):
        """Changes preferences that are whole numbers, for all pages at once."""
        changes = [
            f"Services.prefs.setIntPref({json.dumps(name)}, {value})" for name, value in preferences.items()]
        self.run(self.window, "; ".join([*changes, "undefined"]))

    def set_touch(self, touch):
        """Changes the kind of pointer that pages see, in the way of Firefox's responsive design mode."""
        self.touch = touch
        # 1 is coarse. 6 is fine and can hover.
        kind = 1 if touch else 6
        self.set(**{"ui.primaryPointerCapabilities": kind, "ui.allPointerCapabilities": kind})
        self.run(self.window, """for (const { browsingContext: page } of gBrowser.browsers) {
            page.touchEventsOverride = "%s"; page.inRDMPane = %s; page.setRDMPaneMaxTouchPoints(%d)
        } undefined""" % (("enabled", "true", 5) if touch else ("none", "false", 0)))

    def new_page(self):
        if not self.free:
            self.free.append(self.command("browsingContext.create", type="tab")["context"])
        context = self.free.pop()
        self.pages[context] = page = FirefoxPage(self, context)
        page.size(1280, 720, self.touch)
        return page

    def _end(self):
        self.command("browser.close")
        try:
            self.process.wait(LIMIT)
        except subprocess.TimeoutExpired:
            raise Failure(f"Firefox did not end within {LIMIT} s") from None
        self.socket.close()

    def _stop(self):
        if self.socket:
            self.socket.close()

    def _kill(self):
        # The command lines of Firefox's other processes do not contain the folder, but they are in its group.
        if self.process and self.process.returncode is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait(LIMIT)


class FirefoxPage(Page):
    def __init__(self, browser, context):
        super().__init__()
        self.browser, self.context = browser, context

    def command(self, method, **parameters):
        return self.browser.command(method, context=self.context, **parameters)

    def _open(self, url):
        self.front()
        self.command("browsingContext.navigate", url=url, wait="complete")

    def reload(self):
        self.command("browsingContext.reload", wait="complete")

    def front(self):
        # A page in the background gets no focus, and its timers are slow.
        if self.browser.active != self.context:
            self.command("browsingContext.activate")
            # At first, the address bar has the focus.
            self.browser.run(self.browser.window, "gBrowser.selectedBrowser.focus()")
            self.browser.active = self.context

    def _evaluate(self, expression):
        return self.browser.run(self.context, expression)

    def _event(self, method, parameters):
        if method == "network.beforeRequestSent":
            self._request(parameters["request"]["url"])
        elif method == "browsingContext.userPromptOpened":
            self._dialogs.append(parameters["message"])
        else:
            text = parameters["text"] or ""
            if parameters["type"] == "console":
                self._messages.append((parameters["method"], text))
            if parameters["level"] == "error":
                self._errors.append(text)

    def act(self, kind, name, actions, **more):
        self.front()
        self.command("input.performActions", actions=[{"type": kind, "id": name, "actions": actions, **more}])

    def _press(self, key, held):
        values = [KEYS[name] for name in held]
        if len(key) > 1 and key not in KEYS:
            raise Failure(f"not a key: {key}")
        values.append(KEYS.get(key, key))
        self.act("key", "keyboard", [{"type": "keyDown", "value": value} for value in values] + [
            {"type": "keyUp", "value": value} for value in reversed(values)])

    def _click(self, x, y):
        self.act("pointer", "mouse", [
            {"type": "pointerMove", "x": x, "y": y}, {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0}], parameters={"pointerType": "mouse"})

    def _touch(self, places):
        moves = [{"type": "pointerMove", "x": x, "y": y, "duration": 0} for x, y in places]
        self.act("pointer", "finger", [
            moves[0], {"type": "pointerDown", "button": 0}, *moves[1:], {"type": "pointerUp", "button": 0},
        ], parameters={"pointerType": "touch"})

    def size(self, width, height, touch=False):
        """Sets the size of this page, and, for all pages of this browser from their next open() or reload() on,
        whether the pointer is a finger."""
        end = time.monotonic() + LIMIT / 6
        while True:
            try:
                self.command("browsingContext.setViewport", viewport={"width": width, "height": height})
                break
            except Failure as failure:
                # Firefox asks the window for its size, which fails while another document replaces the current one.
                if "NS_ERROR_XPC_SECURITY_MANAGER_VETO" not in str(failure) or time.monotonic() > end:
                    raise
                time.sleep(0.05)
        self.browser.set_touch(touch)
        self.wait_for(f"innerWidth === {width} && innerHeight === {height}")
        self.told({"pointer: coarse": touch, "hover: hover": not touch})

    def media(self, **changes):
        """Changes the results of media queries (dark, reduced_motion, forced_colors), for all pages of this browser.
        While colors are forced, they decide whether the page is dark, and `dark` has no effect."""
        told = {MEDIA[name][0]: value for name, value in changes.items()}
        self.browser.set(**{MEDIA[name][1]: MEDIA[name][2] * value for name, value in changes.items()})
        forced = "forced-colors: active"
        if told[forced] if forced in told else self.evaluate(f"matchMedia('({forced})').matches"):
            told.pop("prefers-color-scheme: dark", None)
        self.told(told)

    def told(self, media):
        """Waits until a change of the browser's media has reached the page."""
        questions = [f"matchMedia('({question})').matches === {str(bool(value)).lower()}"
                     for question, value in media.items()]
        self.wait_for(" && ".join(questions) or "true")

    def screenshot(self, path):
        """Writes a screenshot of the window."""
        self.front()
        data = self.command("browsingContext.captureScreenshot")["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def kill(self):
        """Ends the process of this page, so that none of its scripts runs any more, and closes the page."""
        self.front()
        process = int(self.browser.run(
            self.browser.window, "String(gBrowser.selectedBrowser.frameLoader.remoteTab.osPid)"))
        # Firefox would end with its last page.
        if len(self.browser.contexts()) == 1:
            self.browser.free.append(self.browser.command("browsingContext.create", type="tab")["context"])
        os.kill(process, signal.SIGKILL)
        self.command("browsingContext.close")
        self.browser.pages.pop(self.context, None)
        self.browser.active = None

    def close(self):
        # Firefox would end with its last page, so the page is kept and reused.
        if len(self.browser.pages) == 1:
            self.command("browsingContext.navigate", url="about:blank", wait="complete")
            self.browser.free.append(self.context)
        else:
            self.command("browsingContext.close")
        self.browser.pages.pop(self.context, None)
        self.browser.active = None
