"""The workshop: editing, checking, generating, naming, saving and playing a level."""

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


@test("workshop: with keys alone, a cursor and letters put things on squares", sizes="desk",
      browsers="chromium firefox")
def put_by_keys(play):
    bench(play)
    same(play.evaluate("document.activeElement.id"), "board", "the focus")
    play.keys("ArrowUp", "ArrowLeft", "z")
    same(squares(play, "cursor"), [[3, 3]], "the cursor")
    is_on_bench(play, "S4/5/5/3Z1/4P")
    play.keys("h", "b", "k", "f")
    is_on_bench(play, "S4/5/2F2/2#Z1/4P")
    play.keys("x", "s", "ArrowDown", "Backspace", "p")
    is_on_bench(play, "5/5/2S2/2PZ1/5")
    for _ in range(9):
        play.keys("u")
    is_on_bench(play, ROOM, "the level after undoing everything")
    same([play.evaluate("document.activeElement.id"), "undo" in play.labels()], ["board", False],
         "the focus, and whether more can be undone")
    play.keys("y")
    is_on_bench(play, "S4/5/5/3Z1/4P", "the level after redoing a change")


@test("workshop: every change can be undone and redone", browsers="chromium firefox")
def undo(play):
    bench(play)
    same([label in play.labels() for label in ("undo", "redo", "clear")], [False] * 3, "buttons not greyed")
    put(play, 1, 1)
    put(play, 2, 3)
    codes = [ROOM, "S4/1#3/5/5/4P", "S4/1#3/3#1/5/4P"]
    is_on_bench(play, codes[2])
    for label, code in (("undo", codes[1]), ("undo", codes[0]), ("redo", codes[1]), ("redo", codes[2]),
                        ("clear", codes[0]), ("undo", codes[2])):
        play.do(label)
        is_on_bench(play, code, f"the level after {label}")
        if label != "clear":
            within({"undo": "Undone", "redo": "Redone"}[label] + f": {code}.", play.said[-1], label)


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
    for label, rules in (("distance: 1", "distance 0, chase longest, speed 1"),
                         ("speed: 1", "distance 0, chase longest, speed 2"),
                         ("chase: longest", "distance 0, chase vertical, speed 2")):
        play.do(label)
        within(f"Rules: {rules}.", play.details(".lines p"), f"the rules after {label}")


@test("workshop: for an unsolvable level it shows how far you can get, and which zombie closes every path",
      browsers="chromium firefox")
def unsolvable(play):
    bench(play)
    play.enter("say paste", "S4/4Z/5/5/4P+lit")
    same([play.title, play.text(".now")],
         ["Workshop", "It cannot be won. Zombies catch you on every path to the signpost."], "the words above the room")
    same(play.details(".about p")[:3], [
        "It cannot be won.",
        "You can get as far as row 5, column 1, 4 squares from the signpost, and reach 5 squares in all.",
        "The zombie on row 2, column 5 alone catches you on every way out: up from row 5, columns 1 to 5.",
    ], "what is told")
    within("The zombie on row 2, column 5 alone catches you on every way out", " ".join(play.said), "what is said")
    same([play.count("#board .path"), play.screen["way"]], [0, []], "the way of a level that cannot be won")
    play.enter("say paste", "S1#1/2#1/##2/3P")
    within("Blocks alone cut you off from the signpost.", play.details(".about p"), "who shuts the ways")


@test("workshop: for a solvable level it shows par and grade, and draws the solution and lost squares",
      browsers="chromium firefox")
def solvable(play):
    bench(play, "S1#/1#1/2P")
    is_known(play)
    same(play.text(".now"), "It can be won: par 4, 1 shortest solution.", "the words above the room")
    same(play.details(".about p"), [
        "It can be won: par 4, 1 shortest solution.", "The solution: left 2, up 2.",
        "It is easy, 3 points: 3 for a single shortest solution.", "You hear within 2 steps. Reasoning alone wins it.",
        "Easier: move the block on row 2, column 2 to row 3, column 1 (1 point, gentle)."], "what is told")
    same(play.screen["way"], [[2, 2], [2, 1], [2, 0], [1, 0], [0, 0]], "the solution")
    points = play.evaluate("document.querySelector('#board .path polyline').getAttribute('points')")
    same(points, "2.5,2.5 1.5,2.5 0.5,2.5 0.5,1.5 0.5,0.5", "the path drawn for the solution")
    same(squares(play, "lost"), [], "lost squares")
    play.enter("say paste", "S5/1#1#2/5F/1Z4/4#1/Z4P")
    is_known(play)
    within("It is hard, ", " ".join(play.details(".about p")), "the grade")
    within("You can no longer win from rows 2 to 4, column 6 and row 3, column 5.",
           " ".join(play.details(".about p")), "what is told")
    same(squares(play, "lost"), [[1, 5], [2, 4], [2, 5], [3, 5]], "lost squares")
    same(play.evaluate("[...document.querySelectorAll('#board .cell')].flatMap((cell, place) => "
                       "getComputedStyle(cell).backgroundImage === 'none' ? [] : [place])"), [11, 16, 17, 23],
         "hatched squares")


@test("workshop: the facts about a level are updated at each change")
def anew(play):
    bench(play, "S1P")
    within("par 2", play.text(".now"), "the words above the room")
    put(play, 0, 1)
    same([play.details(".about p")[0], play.count("#board .path")], ["It cannot be won.", 0],
         "the facts with a block in between")
    play.do("row +")
    is_known(play)
    is_on_bench(play, "S#1/2P")
    within("It can be won: par 3", play.details(".about p")[0], "with a way around it")
    same([play.screen["way"], play.count("#board .path")], [[[1, 2], [1, 1], [1, 0], [0, 0]], 1], "the solution")


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
            ("say generate", "classic heavy", "Type: generate FAMILY GRADE.")):
        play.enter(form, line)
        within(sentence, " ".join(play.said), f"the announcement about {line!r}")
        play.waits_for_text("#screen", sentence)
        is_on_bench(play, ROOM)


@test("workshop: levels can be named; codes, seed references and pictures can be pasted")
def name_and_paste(play):
    bench(play)
    play.enter("say name", "Two in a <b>Row</b>")
    same(named(play), f"Two in a <b>Row</b>: {ROOM}", "the level with its name")
    same(play.count("#screen b"), 0, "markup in the page")
    play.enter("say paste", "classic@42#7")
    is_known(play)
    reference = named(play).rpartition(": ")[2]
    holds(reference != ROOM, "the seed reference was not pasted")
    play.enter("say paste", "S.#. ..Z. ...P")
    within("S1#1/2Z1/3P", named(play), "the level of the pasted picture")
    play.enter("say paste", "S4/5/5/2Z2/4P")
    within("S4/5/5/2Z2/4P", named(play), "the level of the pasted code")
    field = "form[data-form='say paste'] input"
    same(play.evaluate(f"document.querySelector({field!r}).value"), "", "the field")


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
    play.more()
    same(play.texts(".kept li > span:first-child"), ["Near: " + ROOM, "S1P"], "saved levels behind \"more\"")
    play.push(".kept [data-event='say take 1']")
    within(ROOM, named(play), "the level that was opened")
    play.push(".kept [data-event='say remove 1']")
    same(play.count(".kept li"), 1, "saved levels after removing one")
    play.reload()
    same(play.kind, "workshop", "screen after a reload")
    # The program can write a page with the levels of the file.
    play.visit(play.site.written("--input", play.site.file("kept.txt", file["text"])))
    play.do("skip")
    same(play.level, "Near", "the first round of a page with the saved levels")


@test("workshop: the level can be played as practice, which is not counted, and then edited further",
      browsers="chromium firefox")
def try_level(play):
    bench(play, "S1P")
    play.do("play")
    play.shows("round")
    play.address_is("workshop/S1P")
    within("practice", play.text(".status"), "the state of the round")
    play.finish("LL")
    same(play.text("#headline"), "You won! 🥳", "headline")
    play.do("continue")
    is_on_bench(play, "S1P")
    play.do("play")
    play.shows("round")
    play.keys("ArrowLeft", "Escape")
    is_on_bench(play, "S1P", "the level after leaving the round")
    play.menu("Rounds")
    play.shows("round")
    same(play.counters[:3], ["❤️❤️❤️", "W 0", "L 0"], "counters, because practice is not counted")


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
