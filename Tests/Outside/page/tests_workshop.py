"""The workshop as a browser shows it: squares and tools to press, forms, paths, lost squares, workers."""

from playing import holds, same, tests, within

TESTS, test = tests()
ROOM = "S4/5/5/5/4P"


def bench(play, code=ROOM):
    play.open(link=f"workshop/{code}")
    play.shows("workshop")


def named(play):
    """The level as the workshop names it, which is one step away."""
    return play.details(".lines p")[0]


def is_on_bench(play, code, what="the level"):
    play.shows("workshop")
    same(named(play), code, what)
    same(play.hash_of_screen(), "workshop/" + code.rpartition(": ")[2], "the link of the level")


def put(play, row, column):
    """Presses a square; rows and columns from 0."""
    columns = play.evaluate("game.screen.content.pictures[0].columns")
    play.push(f"#board .cell:nth-child({row * columns + column + 1})")


def brush(play, name):
    play.do(name)
    same(play.texts("[data-event^='brush '][aria-pressed=true] .label"), [name], "the brush that is pressed")


def is_known(play):
    """Waits until the workshop has computed all facts about the level."""
    play.wait_for("game.screen.awaits === '' && shown === game.screen", 30)


def squares(play, name):
    """The squares with a class, each as row and column."""
    columns = play.evaluate("game.screen.content.pictures[0].columns")
    places = play.evaluate(
        "[...document.querySelectorAll('#board .cell')].flatMap((cell, place) => "
        f"cell.classList.contains('{name}') ? [place] : [])")
    return [list(divmod(place, columns)) for place in places]


@test("workshop: a press puts a thing on a square, or removes the same thing from it",
      browsers="chromium firefox")
def put_by_touch(play):
    bench(play)
    put(play, 1, 1)
    is_on_bench(play, "S4/1#3/5/5/4P", "the level with a block, the first brush")
    put(play, 1, 1)
    is_on_bench(play, ROOM, "the level after pressing the same square again")
    for name, row, column, code in (
            ("zombie", 3, 2, "S4/5/5/2Z2/4P"), ("flashlight", 0, 4, "S3F/5/5/2Z2/4P"),
            ("start", 2, 2, "S3F/5/2P2/2Z2/5"), ("signpost", 4, 4, "4F/5/2P2/2Z2/4S"),
            ("floor", 3, 2, "4F/5/2P2/5/4S")):
        brush(play, name)
        put(play, row, column)
        is_on_bench(play, code, f"the level with the {name}")
        within(f"{name}, row {row + 1}, column {column + 1}.", play.said[0], "what is said")
    brush(play, "nothing")
    put(play, 0, 4)
    is_on_bench(play, "4F/5/2P2/5/4S", "the level after only looking at it")
    within("Row 1, column 5: a flashlight.", " ".join(play.said), "what is said")
    same(squares(play, "cursor"), [[0, 4]], "the cursor")


@test("workshop: the size, the light and the rules of a level can be changed")
def sides(play):
    bench(play)
    for label, code in (("row +", "S4/5/5/5/5/4P"), ("column −", "S3/4/4/4/4/3P"), ("row −", "S3/4/4/4/3P"),
                        ("column +", "S4/5/5/5/4P"), ("light it", "S4/5/5/5/4P+lit"),
                        ("make it dark", "S4/5/5/5/4P")):
        play.do(label)
        is_on_bench(play, code, f"the level after {label}")
    play.do("undo")
    is_on_bench(play, "S4/5/5/5/4P+lit", "the level after undo")
    for label, rules in (("distance: 1", "catching-distance 0"),
                         ("speed: 1", "catching-distance 0, zombie-speed 2"),
                         ("chase: longest", "catching-distance 0, chase vertical, zombie-speed 2")):
        play.do(label)
        within(f"Rules: {rules}.", play.details(".lines p"), f"the rules after {label}")


@test("workshop: the facts about a level, its solution and its lost squares are shown, and updated at each change",
      browsers="chromium firefox")
def facts(play):
    bench(play, "S1P")
    for code, way, lost in (
            ("S1#/1#1/2P", "2.5,2.5 1.5,2.5 0.5,2.5 0.5,1.5 0.5,0.5", []),
            ("S4/4Z/5/5/4P+lit", None, [[4, column] for column in range(5)]),
            ("S5/1#1#2/5F/1Z4/4#1/Z4P", None, [[1, 5], [2, 4], [2, 5], [3, 5]])):
        play.enter("say paste", code)
        is_known(play)
        notes = play.screen["content"]["notes"]
        same([play.text(".now"), play.details(".about p")], [play.screen["caption"], notes], f"the facts of {code}")
        within(notes[0], " ".join(play.said), "what is said")
        same(squares(play, "lost"), lost, f"lost squares of {code}")
        same(play.evaluate("[...document.querySelectorAll('#board .cell')].filter("
                           "cell => getComputedStyle(cell).backgroundImage !== 'none').length"), len(lost),
             f"hatched squares of {code}")
        if way:
            points = "document.querySelector('#board .path polyline').getAttribute('points')"
            same(play.evaluate(points), way, f"the path drawn for the solution of {code}")
        same(play.count("#board .path"), 1 if play.screen["way"] else 0, f"paths in {code}")
    play.enter("say paste", "S1P")
    put(play, 0, 1)
    same([play.details(".about p")[0], play.count("#board .path")], ["It cannot be won.", 0],
         "the facts with a block in between")
    play.do("row +")
    is_known(play)
    is_on_bench(play, "S#1/2P")
    within("It can be won: par 3", play.details(".about p")[0], "with a way around it")
    same(play.count("#board .path"), 1, "the path")


@test("workshop: a level is generated by family and by grade, without freezing the page",
      browsers="chromium firefox")
def generate(play):
    bench(play)
    play.listen()
    play.enter("say generate", "6x6z2b3f1 hard")
    is_known(play)
    within("It is hard, ", " ".join(play.details(".about p")), "the grade")
    heard = play.heard()
    same(heard[0], "Looking for a level of 6x6z2b3f1 that is hard.", "what is said at first")
    within("A level of 6x6z2b3f1: 6x6z2b3f1@7#", heard[1], "what is said then")
    holds(heard[1] in play.text(".caption"), "the screen does not show which level was found")
    level = named(play)
    same([level.count(letter) for letter in "SPZ#F"], [1, 1, 2, 3, 1], "the number of each thing in the level")
    play.do("undo")
    is_on_bench(play, ROOM, "the level after undo")
    play.enter("say generate", "block")
    is_known(play)
    same([named(play).count(letter) for letter in "SP"], [1, 1], "signposts and starts in the level")
    holds(named(play) != ROOM, "no level was generated")


@test("workshop: an invalid family or code is reported on the screen and to screen readers, and changes nothing")
def refused(play):
    bench(play)
    for form, line, sentence in (
            ("say paste", "nonsense", "Not a level: line 1, column 1: unexpected 'n'"),
            ("say paste", "S4/5", "Not a level: "),
            ("say generate", "nonsense", "Not a family: expected a family"),
            ("say generate", "classic heavy", "Type: generate FAMILY")):
        play.enter(form, line)
        within(sentence, " ".join(play.said), f"the announcement about {line!r}")
        play.waits_for_text("#screen", sentence)
        is_on_bench(play, ROOM)


@test("workshop: levels can be saved, exported to a file that the program reads, opened again and removed",
      browsers="chromium firefox")
def keep(play):
    bench(play)
    same(play.count(".kept li"), 0, "saved levels at first")
    play.enter("say name", "Near")
    play.do("keep")
    same(play.said, ["Saved. The list has 1 level."], "what is said")
    play.enter("say paste", "S1P")
    play.enter("say name", "")
    play.do("keep")
    same(play.details(".kept li > span:first-child"), ["Near: " + ROOM, "S1P"], "saved levels")
    play.evaluate("window.save = file => { window.saved = file }, 0")
    play.do("export saved levels")
    file = play.wait_for("window.saved")
    same(file["name"], "zombies-levels.txt", "the file's name")
    codes = [line for line in file["text"].splitlines() if line and not line.startswith(";")]
    same(codes, [ROOM, "S1P"], "the levels of the file")
    within("; level: Near", file["text"], "the file")
    play.reload()
    same(play.kind, "workshop", "screen after a reload")
    play.more()
    same(play.texts(".kept li > span:first-child"), ["Near: " + ROOM, "S1P"], "saved levels behind \"more\"")
    play.push(".kept [data-event='say take 1']")
    within(ROOM, named(play), "the level that was opened")
    play.push(".kept [data-event='say remove 1']")
    same(play.count(".kept li"), 1, "saved levels after removing one")
    # The program can write a page with the levels of the file.
    play.visit(play.site.written("--input", play.site.file("kept.txt", file["text"])))
    play.do("skip")
    same(play.level, "Near", "the first round of a page with the saved levels")
    play.evaluate("(localStorage.setItem('zombies levels', 'nonsense'), 0)")
    play.reload()
    within("The list of saved levels in this browser cannot be read", play.text(".warnings"), "the warning")
    play.do("set damaged list of saved levels aside")
    same(play.evaluate("localStorage['zombies levels, damaged']"), "nonsense", "the list that was set aside")


@test("workshop: a level larger than the screen can be edited with the cursor", sizes="phone desk")
def large(play):
    bench(play)
    play.evaluate("(send('say size 40 40'), 0)")
    play.wait_for("game.screen.content.pictures[0].rows === 40 && shown === game.screen")
    same([play.evaluate("game.screen.content.pictures[0].cells.length"), play.count("#board .cell")],
         [24, 24 * 24], "visible rows and squares")
    first = play.evaluate("game.screen.content.pictures[0].firstRow")
    for _ in range(20):
        play.keys("ArrowDown")
    holds(play.evaluate("game.screen.content.pictures[0].firstRow") > first,
          "the visible part does not follow the cursor")
    play.keys("b")
    within("#", named(play), "the level")
