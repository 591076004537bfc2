"""The storage of a real browser: what it saves is there again later, in other tabs too, and is never lost."""

import csv
import io
import json
import subprocess

from playing import CAMPAIGN, holds, same, tests, within

TESTS, test = tests()
KEY, LEVELS = "zombies progress", "zombies levels"
DAMAGED = "zombies-progress 3\nlevel 7 what is this\nsum 0"


def kept(play, key=KEY):
    return play.evaluate(f"localStorage.getItem({key!r})")


def put(play, text):
    """Puts a text into the browser's storage, and reloads the page."""
    play.evaluate(f"(localStorage.setItem({KEY!r}, {text!r}), 0)")
    play.reload()


def clearings(play):
    """How often storage is cleared."""
    return 100 if play.is_long else 24


def written(play):
    return play.site.written("--worlds", play.site.file("worlds.txt", CAMPAIGN))


def carousel(play, place=None):
    """Opens the worlds in a browser whose storage is empty."""
    play.visit(place or written(play))
    # First-time players see the first steps before a designer's campaign (1.12).
    play.shows("firstSteps")
    play.do("skip")
    play.shows("worlds")


def win(play, row):
    """Wins a level of the first world, starting and ending at the list of worlds."""
    play.do("enter")
    play.row(row)
    play.finish("LL")
    play.do("look")
    play.shows("looking")
    play.keys("Escape")
    play.shows("world")
    play.keys("Escape")
    play.shows("worlds")


def has(play, levels, stars, what):
    play.shows("worlds")
    # A world that a win has just unlocked is shown first.
    while "World 1 of" not in play.text("#title"):
        play.keys("ArrowLeft")
    completed = "All 2 levels completed." if levels == 2 else f"{levels} of 2 levels completed."
    within(completed, play.text(".lines"), what)
    within(f"{stars} of 6 stars", play.text(".lines"), what)


def taken_out(play):
    """The text of the exported progress file."""
    play.evaluate("(window.save = file => { window.saved = file }, 0)")
    play.do("export progress")
    file = play.wait_for("window.saved")
    same(file["name"], "zombies-progress.txt", "the file's name")
    return file["text"]


def bring(play, text):
    play.evaluate(f"(send('bring ' + {text!r}), 0)")


@test("progress is still there after a reload, and after the browser was closed", browsers="chromium firefox")
def reload(play):
    carousel(play)
    has(play, 0, 0, "progress at first")
    win(play, "Near")
    has(play, 1, 3, "progress after a level")
    play.wait_for(f"localStorage.getItem({KEY!r})")
    play.reload()
    has(play, 1, 3, "progress after a reload")
    win(play, "Far")
    play.wait_for("game.stored.progress === localStorage.getItem('zombies progress')")
    play.restart()
    has(play, 2, 6, "progress after a second level, in a new browser")


@test("progress exported to a file can be imported elsewhere, and is merged with the progress there",
      browsers="chromium firefox")
def moved(play):
    place = written(play)
    carousel(play, place)
    win(play, "Near")
    text = taken_out(play)
    carousel(play, place)
    has(play, 0, 0, "progress in a browser whose storage is empty")
    win(play, "Far")
    bring(play, text)
    play.waits_for_text(".told", "Progress imported. You now have 6 stars.")
    has(play, 2, 6, "what was there and what was brought in")
    play.wait_for(f"localStorage.getItem({KEY!r}) === game.stored.progress")
    play.reload()
    has(play, 2, 6, "the merged progress after a reload")


@test("a damaged file is not imported, and the page shows why")
def damaged_file(play):
    carousel(play)
    win(play, "Near")
    text, before = taken_out(play), kept(play)
    damaged = [DAMAGED, "", "nonsense", text[:-5], text.replace("zombies-progress 3", "zombies-progress 9"),
               "zombies-progress 1\nfirst-steps done\n",
               text.replace("3", "2", 1), text + "more\n"]
    for content in damaged:
        if content == text:
            continue
        bring(play, content)
        play.waits_for_text(".told", "The file was not imported: ")
        within("The file was not imported: ", " ".join(play.said), f"what is said of {content[:40]!r}")
        has(play, 1, 3, f"progress after {content[:40]!r}")
    same(kept(play), before, "the stored progress")


@test("damaged progress is rejected, reported, and never overwritten until it is set aside",
      browsers="chromium firefox")
def damaged(play):
    carousel(play)
    put(play, DAMAGED)
    play.shows("firstSteps")
    told = "Your progress in this browser cannot be read: "
    # Storage written by one process of a browser reaches another a little later.
    play.wait_for("!!document.querySelector('.warnings')")
    within(told, " ".join(play.said), "what is said")
    play.do("skip")
    play.shows("worlds")
    within(told, play.text(".warnings"), "the warning")
    win(play, "Near")
    within(told, play.text(".warnings"), "the warning after a level")
    same(kept(play), DAMAGED, "the stored progress after a level")
    play.do("set damaged progress aside")
    play.wait_for("!document.querySelector('.warnings')")
    same(kept(play, KEY + ", damaged"), DAMAGED, "the progress that was set aside")
    has(play, 1, 3, "progress of this game")
    play.wait_for(f"localStorage.getItem({KEY!r})")
    play.reload()
    has(play, 1, 3, "progress after damaged progress was set aside, and a reload")
    same(kept(play, KEY + ", damaged"), DAMAGED, "the progress that was set aside, after a reload")


@test("each damaged text is set aside separately, and none twice", sizes="phone")
def aside(play):
    carousel(play)
    for text in DAMAGED, "nonsense", DAMAGED, "other nonsense":
        put(play, text)
        play.wait_for("!!document.querySelector('.warnings')")
        play.do("set damaged progress aside")
        play.wait_for("!document.querySelector('.warnings')")
    found = play.evaluate("Object.fromEntries(Object.entries(localStorage).filter(e => e[0].includes('damaged')))")
    same(found, {f"{KEY}, damaged": DAMAGED, f"{KEY}, damaged 2": "nonsense",
                 f"{KEY}, damaged 3": "other nonsense"}, "the texts that were set aside")


@test("levels that were won or saved are still there after the browser's storage was cleared many times",
      sizes="desk", browsers="chromium firefox")
def cleared(play):
    """Clears a page's storage repeatedly during play: from this page, which causes no event; from another page, which
    causes an event without a key; or by removing keys, with and without an event."""
    levels = [f"S{number}P" for number in range(1, clearings(play) + 1)]
    text = "".join(f"; world: World {code}\n; unlock: stars 0\n{code}\n" for code in levels)
    carousel(play, play.site.written("--worlds", play.site.file("many.txt", text)))
    ways = [
        "localStorage.clear()",
        "(localStorage.clear(), dispatchEvent(new StorageEvent('storage', { key: null, storageArea: localStorage })))",
        f"(localStorage.removeItem({KEY!r}), localStorage.removeItem({LEVELS!r}))",
        f"(localStorage.removeItem({KEY!r}), dispatchEvent(new StorageEvent('storage', {{ key: {KEY!r} }})))",
    ]
    shown = 0
    for number, code in enumerate(levels):
        left = "".join(f"send('key ArrowLeft'), " for _ in range(number + 2))
        # Half of the clearings happen while a level is played, and half when it has just been won.
        before, after = (ways[number // 2 % 4], "0") if number % 2 else ("0", ways[number // 2 % 4])
        line = (f"send('say world {number + 1}'), send('say enter'), send('say play 1'), {before}, {left}"
                f"game.screen.content.headline ?? ''")
        headline = play.evaluate(f"({line})")
        same(headline[:8], "You won!", f"level {code}")
        shown += 1
        play.evaluate(f"({after}, send('say worlds'), send('say workshop'), send('say paste {code}'), "
                      f"send('say keep'), send('say worlds'), 0)")
        if number % 20 == 19 or number == len(levels) - 1:
            play.reload()
            # A designer's page begins at the worlds, so what is under way is saved anew.
            same(play.evaluate("({ ...game.screen.keep, session: undefined })"), {},
                 "data still to be saved after a reload")
            found, levels_kept = kept(play) or "", kept(play, LEVELS) or ""
            for won in levels[:number + 1]:
                within(f"level {won} open win", found, f"progress after {number + 1} clearings")
                within(f"\n{won}\n", levels_kept, f"saved levels after {number + 1} clearings")
    print(f"    {shown} clearings: all {shown} levels that were won and saved are still there", flush=True)


@test("full storage is reported, and the game continues", sizes="phone desk")
def full(play):
    carousel(play)
    play.evaluate("""(window.setItem = Storage.prototype.setItem, Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError") }, 0)""")
    win(play, "Near")
    within("this browser has no space left", play.text(".warnings"), "the warning")
    has(play, 1, 3, "progress")
    within("zombies-progress", taken_out(play), "the file")
    # There is space again. The next change saves everything, and the warning disappears.
    play.evaluate("(Storage.prototype.setItem = window.setItem, 0)")
    win(play, "Far")
    play.wait_for("!document.querySelector('.warnings')")
    play.reload()
    has(play, 2, 6, "progress after a reload")


@test("two open pages merge their progress", sizes="desk", browsers="chromium firefox")
def two(play):
    place = written(play)
    carousel(play, place)
    first = play.page
    play.begin()
    play.go(place)
    second = play.page

    def turn(page):
        play.page, play.evaluate, play.wait_for = page, page.evaluate, page.wait_for
        if hasattr(page, "front"):
            page.front()

    try:
        win(play, "Near")
        turn(first)
        play.waits_for_text(".lines", "1 of 2 levels completed.")
        win(play, "Far")
        has(play, 2, 6, "progress on the first page")
        turn(second)
        play.waits_for_text(".lines", "2 levels completed.")
        play.reload()
        has(play, 2, 6, "progress on the second page after a reload")
    finally:
        turn(first)
        second.close()


@test("rounds that count are recorded with their times, and exported as a file of 'play --record'", sizes="phone",
      browsers="chromium firefox")
def plays(play):
    play.open("level S1P", "level S2/Z2/2P", "level SP")
    play.keys("o")
    play.shows("settings")
    play.enter("say set name", "Ann, the 1st")
    play.waits_for_text(".told", "name: Ann, the 1st")
    play.keys("Escape")
    play.shows("round")
    for moves in "LL", "LL":
        play.finish(moves)
        play.wait_for("performance.now() > dismissible")
        play.keys("Enter")
        play.shows("round")
    play.wait_for("localStorage.getItem('zombies plays')?.split('\\n').length === 5")
    play.reload()
    play.evaluate("(window.save = file => { window.saved = file }, 0)")
    play.keys("o")
    play.do("export played rounds")
    file = play.wait_for("window.saved")
    same(file["name"], "zombies-plays.csv", "the file's name")
    schema = json.loads(subprocess.check_output([play.site.program, "schema", "record"]))
    header, *rows = csv.reader(io.StringIO(file["text"]))
    same(header, [field["name"] for field in schema["fields"]], "the header")
    rows = [dict(zip(header, row, strict=True)) for row in rows]
    same([[row[name] for name in ("trial", "policy", "level", "outcome", "moves", "path", "life")] for row in rows],
         [["0", "Ann, the 1st", "S1P", "won", "2", "LL", "1"], ["1", "Ann, the 1st", "S2/Z2/2P", "caught", "2", "LL", "1"]],
         "the rounds")
    for row in rows:
        first, seconds = float(row["first_move_seconds"]), float(row["seconds"])
        holds(0 < first <= seconds < 120, f"a round took {seconds} s, and its first move {first} s")
    play.do("export and remove played rounds")
    play.wait_for("localStorage.getItem('zombies plays')?.split('\\n').length === 3")
    holds(not play.count("[data-event='take plays']"), "what was removed can be exported again")
