"""What a browser keeps: it is there again later, goes to other browsers as a file, and is never lost."""

from playing import CAMPAIGN, LEVEL, STEPS_DONE, holds, same, tests, within

TESTS, test = tests()
KEY = "zombies progress"
DAMAGED = "zombies-progress 1\nlevel 7 what is this\nsum 0"


def kept(play, key=KEY):
    return play.evaluate(f"localStorage.getItem({key!r})")


def put(play, text):
    """Lets the browser have kept a text before the page is opened again."""
    play.evaluate(f"(localStorage.setItem({KEY!r}, {text!r}), 0)")
    play.reload()


def written(play):
    return play.site.written("--worlds", play.site.file("worlds.txt", CAMPAIGN))


def carousel(play, place=None):
    """Opens the worlds in a browser that has kept nothing."""
    play.visit(place or written(play))
    play.shows("worlds")


def win(play, row):
    """Wins a level of the first world, in the carousel before and afterwards."""
    play.do("enter")
    play.row(row)
    play.finish("LL")
    play.do("go on")
    play.shows("world")
    play.keys("Escape")
    play.shows("worlds")


def has(play, levels, stars, what):
    play.shows("worlds")
    # A world that was opened by a win is shown first.
    while "World 1 of" not in play.text("#title"):
        play.keys("ArrowLeft")
    completed = "All 2 levels completed." if levels == 2 else f"{levels} of 2 levels completed."
    within(completed, play.text(".lines"), what)
    within(f"{stars} of 6 stars", play.text(".lines"), what)


def taken_out(play):
    """The progress as the file that a player gets."""
    play.evaluate("(window.save = file => { window.saved = file }, 0)")
    play.do("take progress out")
    file = play.wait_for("window.saved")
    same(file["name"], "zombies-progress.txt", "the file's name")
    return file["text"]


def bring(play, text):
    play.evaluate(f"(send('bring ' + {text!r}), 0)")


@test("progress is there again after a reload", browsers="chromium firefox")
def reload(play):
    carousel(play)
    has(play, 0, 0, "progress at first")
    win(play, "Near")
    has(play, 1, 3, "progress after a level")
    play.wait_for(f"localStorage.getItem({KEY!r})")
    play.reload()
    has(play, 1, 3, "progress after a reload")
    win(play, "Far")
    play.wait_for("game.stored === localStorage.getItem('zombies progress')")
    play.reload()
    has(play, 2, 6, "progress after a second level and a reload")


@test("progress is there again after the browser was ended", sizes="phone desk", browsers="chromium firefox")
def restart(play):
    carousel(play)
    win(play, "Near")
    play.wait_for(f"localStorage.getItem({KEY!r})")
    play.restart()
    has(play, 1, 3, "progress in the new browser")


@test("what is taken out as a file is brought in elsewhere, and joined with what is there",
      browsers="chromium firefox")
def moved(play):
    place = written(play)
    carousel(play, place)
    win(play, "Near")
    text = taken_out(play)
    carousel(play, place)
    has(play, 0, 0, "progress in a browser that has kept nothing")
    win(play, "Far")
    bring(play, text)
    play.waits_for_text(".told", "The progress was brought in: 6 stars now.")
    has(play, 2, 6, "what was there and what was brought in")
    play.wait_for(f"localStorage.getItem({KEY!r}) === game.stored")
    play.reload()
    has(play, 2, 6, "what was brought in, after a reload")


@test("a damaged file is not brought in, and it is told why")
def damaged_file(play):
    carousel(play)
    win(play, "Near")
    text, before = taken_out(play), kept(play)
    damaged = [DAMAGED, "", "nonsense", text[:-5], text.replace("zombies-progress 1", "zombies-progress 9"),
               text.replace("3", "2", 1), text + "more\n"]
    for content in damaged:
        if content == text:
            continue
        bring(play, content)
        play.waits_for_text(".told", "The file was not brought in: ")
        within("The file was not brought in: ", " ".join(play.said), f"what is said of {content[:40]!r}")
        has(play, 1, 3, f"progress after {content[:40]!r}")
    same(kept(play), before, "what the browser keeps")


@test("damaged progress is refused, told, and never overwritten, until it is set aside",
      browsers="chromium firefox")
def damaged(play):
    carousel(play)
    put(play, DAMAGED)
    play.shows("worlds")
    told = "The progress that this browser has kept cannot be read: "
    # What one process of a browser has kept reaches another a little later.
    play.wait_for("!!document.querySelector('.warnings')")
    within(told, play.text(".warnings"), "the warning")
    within(told, " ".join(play.said), "what is said")
    win(play, "Near")
    within(told, play.text(".warnings"), "the warning after a level")
    same(kept(play), DAMAGED, "what the browser keeps after a level")
    play.do("set damaged progress aside")
    play.wait_for("!document.querySelector('.warnings')")
    same(kept(play, KEY + ", damaged"), DAMAGED, "what was set aside")
    has(play, 1, 3, "progress of this game")
    play.wait_for(f"localStorage.getItem({KEY!r})")
    play.reload()
    has(play, 1, 3, "progress after damaged progress was set aside, and a reload")
    same(kept(play, KEY + ", damaged"), DAMAGED, "what was set aside, after a reload")


@test("damaged progress on a page of rounds is told too", sizes="phone desk")
def damaged_rounds(play):
    play.open(f"level {LEVEL}")
    put(play, "\x00nonsense " * 1000)
    within("cannot be read", play.text(".warnings"), "the warning")
    play.keys("Escape")
    play.walk("UU")
    same(kept(play), "\x00nonsense " * 1000, "what the browser keeps")
    holds("set damaged progress aside" in play.texts("#screen button .label"), "it cannot be set aside")


@test("a page in a browser that keeps nothing plays, and says that progress is lost", sizes="phone desk")
def nothing_kept(play):
    text = play.site.text.replace(
        "<script>", "<script>Object.defineProperty("
        "window, 'localStorage', { get() { throw new Error('no') } })</script><script>", 1)
    place = play.site.folder / "forbidden.html"
    place.write_text(text, encoding="utf-8")
    play.page.open(play.site.blank)
    play.go(place)
    within("This browser keeps nothing for this page", play.text(".warnings"), "the warning")
    play.do("skip")
    play.shows("round")
    holds("take progress out" in play.texts("#screen button .label"), "progress cannot be taken out")


@test("a browser that has no room left says so, and the game goes on", sizes="phone desk")
def full(play):
    carousel(play)
    play.evaluate("""(Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError") }, 0)""")
    win(play, "Near")
    within("This browser has no room left", play.text(".warnings"), "the warning")
    has(play, 1, 3, "progress")
    within("zombies-progress", taken_out(play), "the file")


@test("two pages at once join what is won on each of them", sizes="desk", browsers="chromium firefox")
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


@test("first steps that are done are kept, and are not asked for again", sizes="phone")
def steps(play):
    play.open(f"level {LEVEL}", steps=True)
    play.do("skip")
    play.shows("round")
    text = play.wait_for(f"localStorage.getItem({KEY!r})")
    same(text.splitlines()[1:2], STEPS_DONE.splitlines()[1:], "what is kept")
    play.reload()
    play.shows("round")
