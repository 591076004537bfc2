"""Attacks the page, in Chromium and, with fewer events, in Firefox.

Sends random events (keys, clicks, lines, links, files), with --long a million, most of them directly to the game.
Opens links and codes that are long, malformed or in other encodings. Makes storage full, forbidden or filled with
nonsense. Makes the module trap; the page must recover with a plain sentence and lose nothing. Puts markup into every
text; it must never become part of the page.
"""

import html.parser
import json
import re
import subprocess

import pytest

import browsers
from page import Failure
from playing import same
from programs import HERE, ROOT

pytestmark = pytest.mark.browser
WEB = ROOT / "Sources/ZombiesDocuments/Web"

# The page's message after a trap.
FAILED = "Internal error: the action was not carried out"
MARKUP = [
    "<img src=x onerror=alert(1)>", "</title><script>alert(1)</script>", "</script><script>alert(1)</script>",
    "\"><svg onload=alert(1)>", "' onfocus=alert(1) autofocus x='", "<!--", "]]>", "&lt;b&gt;&#60;i>",
    "{script}{module}{title}", "<iframe src=javascript:alert(1)>", "<base href=http://127.0.0.1:9/>",
]
MARKS = ["%F", "%%%", "%00", "%FF", "%C3%28", "%ED%A0%80", "%u0041", "x" * 100_000, "%41" * 30_000]
HAS_SCREEN = "game.screen !== null && document.querySelector('#screen main') !== null"
# Scripts that run before the page's script. Each breaks only the storage.
STORAGE = {
    "forbidden": """Object.defineProperty(window, "localStorage",
        {get() { throw new DOMException("on purpose", "SecurityError") }})""",
    "missing": 'Object.defineProperty(window, "localStorage", {value: null})',
    "full": """Storage.prototype.setItem = () => {
        throw new DOMException("on purpose", "QuotaExceededError") }""",
    "mute": "Storage.prototype.setItem = () => {}",
}
NONSENSE = [
    "x", "\0", "zombies-progress", "zombies-progress 1\n", "zombies-progress 99\n", "null", "{}", "[]",
    "<img src=x onerror=alert(1)>", "zombies-progress 3\nfirst-steps maybe\n", "\ud800", "9" * 100_000,
    "zombies-progress 3\n" + "coins 99999999999999999999\n", "\ufeffzombies-progress 1\nfirst-steps done\n",
]


class Tags(html.parser.HTMLParser):
    """The names of a document's elements, in order."""

    def __init__(self, text):
        super().__init__()
        self.names = []
        self.feed(text)

    def handle_starttag(self, name, attributes):
        self.names.append(name)


class Site:
    """Pages that the program writes, with hostile.js added."""

    def __init__(self, program, folder):
        self.program, self.folder, self.count = program, folder, 0
        made = re.findall(r'\b(?:element|createElement)\("(\w+)"', (WEB / "view.js").read_text()
                          + (WEB / "page.js").read_text().replace('createElement("a")', ""))
        chance = (HERE / "page/chance.js").read_text()
        self.script = (
            f"const dice = (() => {{ const module = {{}};\n{chance}\nreturn module.exports }})();\n"
            + (HERE / "page/hostile.js").read_text().replace("/*names*/", json.dumps(sorted(set(made)))))
        document = (WEB / "page.html").read_text()
        # hostile.js adds one element, and the first screen takes the sentence away that there is without it.
        self.names = sorted(Tags(document).names + ["script"])
        self.names.remove("p")

    def page(self, *words, before=""):
        """Writes a page with these options; `before` runs before its script."""
        self.count += 1
        path = self.folder / f"{self.count}.html"
        subprocess.run([self.program, "page", "-o", path, *words], check=True, capture_output=True)
        text = path.read_text(encoding="utf-8")
        # These texts would end a script.
        code = (self.script + before).replace("</", "<\\/").replace("<!--", "<\\!--")
        script = f"<script>{code}</script>"
        # At the start of the page's body, but not found by "<body>", which a title could contain too.
        place = text.index('<div id="screen">')
        path.write_text(text[:place] + script + text[place:], encoding="utf-8")
        return path


class Run:
    """The attacks in one browser; Firefox gets a tenth of them, and without --long, both a fortieth."""

    def __init__(self, browser, site, seed, is_long):
        self.browser, self.site, self.seed, self.traps = browser, site, seed, 0
        self.is_first = browser.name == "chromium"
        self.part = (1 if is_long else 40) * (1 if self.is_first else 10)

    def open(self, path, mark=""):
        page = self.browser.new_page()
        self.load(page, path, mark)
        return page

    def load(self, page, path, mark=""):
        # Opening the same address again would not reload the page.
        page.open("about:blank")
        page.open(browsers.file_url(path) + mark)
        page.wait_for("document.documentElement.dataset.ready !== undefined")
        page.evaluate("hostile.watch()")
        # No downloads and no window to choose a file, because both would wait for a person.
        page.evaluate("(window.save = () => {}, window.bring = () => {}, 0)")

    def check(self, page):
        """Checks that nothing foreign has become part of the page, and that nothing has failed."""
        bad = page.evaluate("hostile.bad")
        same(bad, [], "elements that the page's script does not create")
        same(page.dialogs, [], "dialogs")
        elsewhere = [url for url in page.requests if not url.startswith("file:")]
        same(elsewhere, [], "requests")
        # STORAGE throws these errors.
        errors = [error for error in page.errors if "on purpose" not in error]
        same(errors, [], "errors")
        names = page.evaluate("hostile.others().map(element => element.localName)")
        same(sorted(names + ["div", "div"]), self.site.names, "elements outside the screen")
        self.traps += page.evaluate("hostile.injected")
        same(page.evaluate("game.traps - hostile.injected"), 0, "traps that were not injected")

    # MARK: What is done

    def events(self, count, drawn, traps):
        """Random games, sent directly to the game. One in `drawn` is also shown on the page."""
        path = self.site.page()
        page = self.open(path)
        done, number = 0, 0
        while done < count:
            batch = [
                {"seed": self.seed * 1_000_003 + number + i, "count": 250,
                 "traps": traps if i % 4 == 0 else 0, "isDrawn": (number + i) % drawn == 0}
                for i in range(8)]
            # One by one, because on a busy machine all together may take as long as a page that hangs.
            done += sum(page.evaluate(f"hostile.play({json.dumps(game)})") for game in batch)
            number += len(batch)
            # Sometimes a new page, so that nothing accumulates in one page.
            if number % 64 == 0 or done >= count:
                self.check(page)
                self.load(page, path)
        page.close()

    def keys_and_clicks(self, count):
        """Real keys, and clicks on elements that can be clicked."""
        page = self.open(self.site.page())
        page.evaluate(
            "(dice.draw = dice.chance(%d), hostile.renew(dice.beginning(dice.draw)))" % self.seed)
        keys = ["ArrowUp", "ArrowLeft", "ArrowDown", "ArrowRight", "Enter", "Escape", "Backspace", "Tab",
                *" iumrntcox?12é<&"]
        for i in range(count):
            draw = page.evaluate("[dice.draw(4), dice.draw(%d), dice.draw(1000)]" % len(keys))
            if draw[0] == 0:
                page.evaluate("""(place => {
                  const all = [...document.querySelectorAll("button, [data-event], [data-copy]")]
                  if (all.length) all[place %% all.length].click()
                })(%d)""" % draw[2])
            elif draw[0] == 1 and i % 20 == 0:
                page.evaluate("document.querySelector('main input')?.focus()")
                page.type("<b>1</b>\n")
            else:
                page.press(keys[draw[1]])
        self.check(page)
        page.close()

    def links(self, count):
        """Opens links, and changes the address of an open page to links."""
        path = self.site.page()
        page = self.open(path)
        page.evaluate("(dice.draw = dice.chance(%d), 0)" % (self.seed + 1))
        marks = page.evaluate("""Array.from({length: %d}, () => {
          const text = dice.anyText(dice.draw, true)
          return dice.draw(3) ? text : encodeURIComponent(text.toWellFormed()).slice(dice.draw(3))
        })""" % count)
        for mark in [*marks, *MARKUP, *MARKS]:
            # Changes the address, and sends the event that tells the page.
            page.evaluate("""new Promise(done => {
              const before = location.hash, mark = %s
              history.replaceState(null, "", location.pathname + "#" + mark.replace(/[\\0-\\x1F]/g, ""))
              dispatchEvent(new HashChangeEvent("hashchange"))
              setTimeout(done)
            })""" % json.dumps(mark))
        same(page.evaluate(HAS_SCREEN), True, "whether the page shows a screen")
        self.check(page)
        for mark in marks[:count // 10] + MARKS:
            mark = "".join(c for c in mark if c.isprintable()).encode("utf-8", "replace").decode()
            self.load(page, path, "#" + mark)
            same(page.evaluate(HAS_SCREEN), True, f"whether the page shows a screen at #{mark[:100]}")
            self.check(page)
        page.close()

    def storage(self):
        """Storage that is forbidden, missing or full, that saves nothing, or that contains nonsense."""
        worlds = self.site.folder / "worlds.txt"
        worlds.write_text("; world: One\nS1P\n\nS2P\n")
        for kind, script in STORAGE.items():
            page = self.open(self.site.page("--worlds", worlds, before=script), "#worlds")
            # The first key skips the first steps.
            for event in ["key g", "key Enter", "key Enter", "key ArrowLeft", "key ArrowLeft"]:
                page.evaluate(f"(send({json.dumps(event)}), 0)")
            headline = page.evaluate("game.screen.content.headline ?? ''")
            same(headline[:8], "You won!", f"the game with storage {kind}")
            told = page.evaluate("document.querySelector('.warnings')?.textContent ?? ''")
            if kind != "mute" and "to a file" not in told:
                raise Failure(f"with storage {kind}, the page shows only: {told!r}")
            self.check(page)
            page.close()
        path = self.site.page()
        page = self.open(path)
        for text in NONSENSE:
            stored = page.evaluate(
                f"(localStorage.setItem(Game.places.progress, {json.dumps(text)}), localStorage[Game.places.progress])")
            self.load(page, path, "#worlds")
            # Storage written by one process of a browser reaches another a little later.
            page.wait_for("!!document.querySelector('.warnings')", 30)
            for event in ["key Enter", "key Enter", "say rounds", "say skip", "say up", "take progress"]:
                page.evaluate(f"(send({json.dumps(event)}), 0)")
            told = page.evaluate("document.querySelector('.warnings')?.textContent ?? ''")
            kept = page.evaluate("localStorage[Game.places.progress]")
            same(kept, stored, f"the stored progress, damaged ({text[:40]!r})")
            if "cannot be read" not in told:
                raise Failure(f"no warning that progress {text[:40]!r} is damaged: {told!r}")
            self.check(page)
        page.evaluate("(localStorage.clear(), 0)")
        page.close()

    def trap_at(self, what, before, events):
        """A trap at a chosen moment. At most one event is lost, and it is not retried forever."""
        page = self.browser.new_page()
        mark = "#classic@42#7"
        if before.startswith("#"):
            mark, _, before = before.partition("\n")
        page.open(browsers.file_url(self.site.page("--family", "classic", before=before)) + mark)
        try:
            page.wait_for("document.readyState === 'complete'")
            for event in events:
                page.evaluate(event)
            page.wait_for(f"document.getElementById('said').textContent.includes({json.dumps(FAILED)})", 30)
            page.wait_for(HAS_SCREEN, 30)
            page.evaluate("new Promise(done => setTimeout(done, 1200))")
            traps = page.evaluate("game.traps")
            if traps > 2:
                raise Failure(f"{traps} traps in a second")
            answer = page.evaluate("(hostile.at = null, send('look room'), game.screen.said)")
            if not answer:
                raise Failure("no answer to the next event")
            same(page.evaluate("document.querySelector('.warnings')?.textContent ?? ''"), "", "the warnings")
            same(page.errors, [], "errors")
            self.traps += traps
        except Failure as failure:
            text = page.evaluate("document.body.innerText.slice(0, 200)")
            raise Failure(
                f"a trap {what}: {failure}; the page shows {text!r}; errors: {page.errors}") from None
        finally:
            page.close()

    def traps_at_moments(self):
        """Traps while the page starts, while progress is saved, and while a worker computes."""
        worker = """const RealBlob = Blob
          Blob = function (parts, options) {
            const trap = `const Instance = WebAssembly.Instance
              WebAssembly.Instance = function (module) {
                const { exports } = new Instance(module), error = new WebAssembly.RuntimeError("on purpose")
                return { exports: { ...exports, answer() { throw error } } }
              };`
            return new RealBlob(parts[0].startsWith?.("class Core") ? [trap, ...parts] : parts, options)
          }"""
        clear = "#\nlocalStorage.clear(); hostile.at = 'kept progress'"
        skip = ["(send('say skip'), 0)"]
        moments = [
            ("at a setting before the game starts", "hostile.at = 'set family classic'", []),
            # Only once, because otherwise the game would never start.
            ("as the game starts", "hostile.at = 'begin'; hostile.isOnce = true", []),
            ("at the link that the game starts with", "hostile.at = 'link classic@42#7'", []),
            ("while progress is saved", clear, skip),
            ("while progress is saved, with memory intact", clear + "; hostile.isGentle = true", skip),
            ("at an event that the game waits for", "hostile.at = 'go on'", ["(send('say show'), 0)"]),
            ("of a worker", worker, ["(send('say hint'), 0)"]),
        ]
        found = []
        for moment in moments:
            try:
                self.trap_at(*moment)
            except Failure as failure:
                found.append(str(failure))
        if found:
            raise Failure("\n  ".join(["", *found]))

    def thinking(self):
        """Checks that one worker computes a slow hint, also if the player presses keys that do nothing."""
        page = self.open(self.site.page("--family", "classic"), "#classic@42#7")
        told = page.evaluate("""new Promise(done => {
          const Real = Worker
          let workers = 0
          Worker = function (...words) {
            const worker = new Real(...words)
            workers += 1
            worker.addEventListener("message", () => setTimeout(() => done(`${workers} thought`), 1000))
            worker.addEventListener("error", event => done("an error of the worker: " + event.message))
            return worker
          }
          send("say skip")
          send("link classic@42#7")
          send("say hint")
          send("key F13")
          setTimeout(send, 100, "key F13")
          setTimeout(done, 30000, "no worker")
        })""")
        same(told, "1 thought", "the hint in the dark")
        self.check(page)
        page.close()

    def markup(self, texts):
        """Markup in a title, in the names of worlds, levels and players, and in typed text."""
        for text in texts:
            worlds = self.site.folder / "worlds.txt"
            worlds.write_text(f"; world: {text}\n; level: {text}\nS1P\n\nS2P\n\n; world: {text} 2\nS3P\n")
            page = self.open(self.site.page("--title", text, "--worlds", worlds))
            same(page.evaluate("document.title"), " ".join(text.split()), "the title")
            events = [
                "key Enter", "key Enter", f"say {text}", "key Escape", "key Escape", "say board",
                f"say add {text}", f"say add {text}2", "say start", "say workshop", f"say name {text}",
                "say keep", f"say generate {text}", f"say paste {text}", f"link {text}",
                f"link workshop/{text}", f"bring {text}", f"progress {text}", f"key {text}", text, "say text",
                f"line {text}", f"say level {text}", f"say set family {text}", "take kept", "say kept",
            ]
            for event in events:
                page.evaluate(f"(send({json.dumps(event)}), game.send({json.dumps(event)}), 0)")
                page.evaluate("new Promise(done => setTimeout(done))")
            self.check(page)
            page.close()


@pytest.fixture(scope="module")
def site(program, tmp_path_factory):
    return Site(program.path, tmp_path_factory.mktemp("site"))


@pytest.fixture(scope="module", params=browsers.BROWSERS)
def browser_name(request, all_browsers):
    """A browser without anything that other tests have stored."""
    all_browsers.end(request.param)
    yield request.param
    all_browsers.end(request.param)


@pytest.fixture
def attack(browser, site, seed, is_long):
    return Run(browser, site, seed, is_long)


def test_events(attack):
    attack.events(1_000_000 // attack.part, 12, 60)


def test_keys_and_clicks(attack):
    attack.keys_and_clicks(1000 // attack.part)


def test_links(attack):
    attack.links(600 // attack.part)


def test_storage(attack):
    attack.storage()


def test_traps_at_moments(attack):
    attack.traps_at_moments()


def test_thinking(attack):
    attack.thinking()


def test_markup(attack, is_long):
    attack.markup(MARKUP[::(1 if is_long else 3) * (1 if attack.is_first else 2)])
