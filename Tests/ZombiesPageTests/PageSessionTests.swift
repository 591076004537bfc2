import Synchronization
import Testing
import ZombiesCore
import ZombiesGenerator
import ZombiesPolicies
import ZombiesSimulator
import ZombiesTestSupport

@testable import ZombiesGame
@testable import ZombiesPage

/// A page in use, with its last answer.
struct Page {
  private(set) var session = PageSession()
  private(set) var answer = ""

  /// A page that begins with some events, after the first steps.
  init(_ events: [String] = [], link: String = "rounds", isNew: Bool = false) {
    send("seed 7")
    send("today 2026-11-22")
    send("progress " + (isNew ? "" : Page.experienced))
    send("levels ")
    send("settings ")
    send("days ")
    send("session ")
    send("plays ")
    for event in events { send(event) }
    send("link \(link)")
    send("begin")
  }

  /// The progress of a player who has finished the first steps.
  static let experienced: String = {
    var progress = GameProgress()
    progress.hasFinishedFirstSteps = true
    return progress.text
  }()

  mutating func send(_ event: String) { answer = session.handle(event) }

  /// A string member of the answer, still escaped.
  func text(_ name: String) -> String? {
    guard let start = answer.firstRange(of: "\"\(name)\":\"") else { return nil }
    return String(answer[start.upperBound...].prefix { $0 != "\"" })
  }

  /// The text that the page must save under a key, still escaped.
  func keeps(_ place: String) -> String? {
    guard let start = answer.firstRange(of: "\"keep\":{") else { return nil }
    let rest = answer[start.upperBound...].prefix { $0 != "}" }
    guard let text = rest.firstRange(of: "\"\(place)\":\"") else { return nil }
    return String(rest[text.upperBound...].prefix { $0 != "\"" })
  }

  /// The text of the row at the cursor.
  var currentRow: String? {
    answer.split(separator: "{").first { $0.contains("\"current\":true") }.map(String.init)
  }

  /// The last messages.
  var said: String {
    guard let start = answer.firstRange(of: "\"said\":["),
      let end = answer[start.upperBound...].firstIndex(of: "]")
    else { return "" }
    return String(answer[start.upperBound..<end])
  }

  var isHandled: Bool { answer.contains("\"handled\":true") }
}

/// Events of the page that trap, and answers with the wrong screen, address, speech or saved texts.
@Suite struct PageSessionTests {
  @Test("1.13 A page hears within 2 steps unless rules, levels or a link say otherwise")
  func hearing() {
    for (events, link, address) in [
      ([], "", "classic@7#0?hearing-distance=2"), (["set chase vertical"], "", "S4/"),
      (["set hearing 0"], "", "classic@7#0"),
      (["set hearing 5"], "", "classic@7#0?hearing-distance=5"),
      (["level S4/5/Z1#2/5/4P"], "", "S4/5/Z1#2/5/4P"), ([], "classic@42#7", "classic@42#7"),
      ([], "classic@42#7?hearing-distance=3", "classic@42#7?hearing-distance=3"),
      ([], "original", "classic+any@7#0"),
    ] {
      let page = Page(events, link: link)
      expectEqual(page.text("address")?.hasPrefix(address), true, "\(events) \(link)")
      expectEqual(
        page.answer.contains("\"heard\":"), address.contains("hearing-distance"),
        "\(events) \(link)")
    }
  }

  @Test("1.13 A tap on a number marks the squares that it counts; each square is spoken")
  func numbers() {
    var page = Page(link: "S3/4/Z3/3P?hearing-distance=2")
    page.send("key ArrowLeft")
    page.send("key ArrowLeft")
    expect(page.answer.contains("\"heard\":\"1\",\"class\":\"seen player\""))
    expect(page.answer.contains("\"notes\":[\"1 zombie\""))
    page.send("look right")
    expectEqual(page.said, "\"Floor, heard no zombies, row 4, column 3.\"")
    page.send("look here")
    expectEqual(page.said, "\"You, heard 1 zombie, row 4, column 2.\"")
    expect(!page.answer.contains("counted"))
    page.send("listen 3 2")
    expect(page.isHandled && page.answer.contains("dark counted"))
    page.send("listen 3 2")
    expect(page.isHandled && !page.answer.contains("dark counted"))
    for bad in ["listen", "listen 0 0", "listen 9 9", "listen -1 2", "listen x y"] {
      page.send(bad)
      expect(!page.isHandled, "\(bad)")
    }
    page.send("key f")
    expect(page.isHandled && page.answer.contains("dark counted"))
  }

  @Test("7.10 A key that is refused says why, and changes nothing")
  func refusedKeys() {
    var page = Page(link: "S3/4/2#1/2#P")
    for (key, why) in [
      ("ArrowRight", "You cannot go right: the room ends there."),
      ("ArrowLeft", "You cannot go left: a block is there."), ("u", "There is no move to undo."),
    ] {
      page.send("key \(key)")
      expect(page.said == "\"\(why)\"" && !page.isHandled, "\(key)")
    }
    // What the message was about is not said again.
    page.send("key ArrowUp")
    expect(page.isHandled && !page.said.contains("cannot"))
  }

  @Test("7.10 In the workshop, what a key puts is spoken, and the whole level on demand")
  func spokenWorkshop() {
    var page = Page(link: "workshop")
    page.send("key ArrowLeft")
    for (key, thing) in [("z", "zombie"), ("x", "floor")] {
      page.send("key \(key)")
      expect(page.said.hasPrefix("\"\(thing), row 5, column 4.\","), "\(page.said)")
    }
    page.send("look room")
    expect(page.isHandled && page.said.hasPrefix("\"The workshop: "), "\(page.said)")
    page.send("look up")
    expect(!page.isHandled)
  }

  @Test("1.13 The page keeps the hearing distance")
  func keptSettings() throws {
    var page = Page()
    expectNil(page.keeps("settings"))
    page.send("say set hearing 3")
    let text = try require(page.keeps("settings")).replacing("\\n", with: "\n")
    page.send("kept settings")
    expectNil(page.keeps("settings"))
    let next = Page(["settings " + text], link: "")
    expectEqual(next.text("address"), "classic@7#0?hearing-distance=3")
  }

  @Test("1.12 The first steps are for who is new, also by a link, whose level comes after them")
  func firstSteps() {
    expectEqual(Page().text("kind"), "round")
    for (link, kind, heading) in [
      ("", "round", "First Night, level 1"), ("classic@42#7", "round", "classic@42#7"),
      ("worlds", "worlds", "World 1"), ("workshop/S1/1P", "workshop", "Workshop"),
      ("daily", "round", "6x6z1b5+lit@20261122#0"), ("rounds", "round", "classic@7#0"),
      ("help", "round", "First Night, level 1"), ("options", "round", "First Night, level 1"),
    ] {
      var page = Page(link: link, isNew: true)
      if link == "help" || link == "options" { page.send("key escape") }
      expectEqual(page.text("kind"), "firstSteps", "\(link)")
      page.send("key g")
      expectEqual(page.text("kind"), kind, "\(link)")
      expectEqual(page.text("heading")?.hasPrefix(heading), true, "\(page.answer.prefix(200))")
    }
  }

  @Test("1.11 A page that stays open past midnight has a new daily level")
  func midnight() {
    var page = Page(link: "daily")
    expectEqual(page.text("address"), "daily/2026-11-22")
    page.send("today 2026-11-23")
    expect(page.isHandled && page.text("address") == "daily/2026-11-22")
    page.send("link daily")
    expectEqual(page.text("address"), "daily/2026-11-23")
    page.send("today never")
    expect(!page.isHandled)
    page.send("link daily/2026-11-24")
    expect(page.said.contains("2026-11-24 is in the future."))
  }

  @Test("1.15 The page keeps the results of days")
  func keptDays() throws {
    var page = Page(link: "daily")
    let level = LevelGenerator(Session.dailyFamily, seed: 20_261_122)[0]
    for move in try require(level.solution).moves {
      page.send("arrow \([.up: 0, .left: 1, .down: 2, .right: 3][move] ?? 0)")
    }
    let text = try require(page.keeps("days")).replacing("\\n", with: "\n")
    expect(text.contains("day 2026-11-22 won"))
    page.send("kept days")
    expectNil(page.keeps("days"))
    var next = Page(["days \(text)"])
    next.send("key c")
    expect(next.answer.contains("first life, in par"))
  }

  @Test(arguments: [
    ("classic@42#7", "classic@42#7", "round"),
    ("S4/5/Z1#2/2F2/4P", "S4/5/Z1#2/2F2/4P", "round"),
    ("S4/5/Z1%232/2F2/4P", "S4/5/Z1#2/2F2/4P", "round"),
    ("daily", "daily/2026-11-22", "round"),
    ("daily/2025-01-02", "daily/2025-01-02", "round"),
    ("worlds", "worlds", "worlds"),
    ("questions", "questions", "planning"),
    ("scoreboard", "scoreboard", "settingUp"),
    ("workshop", "workshop/S4/5/5/5/4P", "workshop"),
    ("workshop/S1/1P", "workshop/S1/1P", "workshop"),
    ("workshop/classic%4042%237", "workshop/S4/5/5/5/ZZ2P", "workshop"),
  ])
  func aLinkLeadsThereAndTheAddressLeadsBack(link: String, address: String, kind: String) {
    let page = Page(link: link)
    expectEqual(page.text("kind"), kind)
    if !link.contains("%40") { expectEqual(page.text("address"), address) }
    // The same while another round is played.
    var other = Page()
    other.send("link \(link)")
    expectEqual(other.text("kind"), kind)
    if !link.hasPrefix("daily") { expectEqual(other.text("address"), page.text("address")) }
    expectEqual(Page(link: page.text("address") ?? "").text("address"), page.text("address"))
  }

  @Test(arguments: [
    "nowhere", "classic@42", "classic@42#x", "S4/5", "daily/2026-13-01", "%FF", "%C0%80",
    "workshop/nothing",
    "S4/5/5/5/4P%00", "<b>", "\u{1F9DF}", String(repeating: "S", count: 100_000),
  ])
  func aBadLinkIsToldInASentenceAndChangesNothing(link: String) {
    let page = Page(link: link)
    expectEqual(page.text("kind"), (link.hasPrefix("workshop") ? "workshop" : "round"))
    expect(
      page.said.contains("link") || page.said.contains("Not a level"), "\(page.said.prefix(200))")
    var other = Page()
    let address = other.text("address")
    other.send("link \(link)")
    if !link.hasPrefix("workshop") { expectEqual(other.text("address"), address) }
    expect(!other.said.isEmpty)
  }

  @Test func aLinkToALargeFamilyIsFollowedWhileThePageWaits() {
    let link = "9x9z3b2+lit@0#2"
    for isFirst in [true, false] {
      var page = isFirst ? Page(link: link) : Page()
      if !isFirst { page.send("link \(link)") }
      expectEqual(page.text("awaits"), "plan")
      expect(page.said.contains("Looking for a level of 9x9z3b2+lit that can be won."))
      var other = page
      page.send("go on")
      expectEqual(page.text("address"), link)
      expectEqual(page.text("awaits")?.isEmpty, true)
      // The search can be stopped.
      other.send("key x")
      expectEqual(other.text("awaits")?.isEmpty, true)
      expect(other.text("address") != link)
    }
  }

  @Test func aLinkIsFollowedFromWhereverThePlayerIs() {
    for link in ["classic@42#7", "workshop/S4/5/5/5/4P", "workshop/S3/4/4/3P", "worlds"] {
      var new = Page(isNew: true)
      new.send("link \(link)")
      expect(new.text("address") == link && !new.said.contains("already"), "\(new.said)")
      var planning = Page(link: "S4/5/5/5/4P")
      planning.send("say hint")
      planning.send("link \(link)")
      expect(planning.text("address") == link && !planning.said.contains("already"))
    }
  }

  @Test func squaresFarOutsideAreRefused() {
    var page = Page(link: "workshop")
    let address = page.text("address")
    for square in ["2147483647 0", "0 2147483647", "9223372036854775807 0", "-1 0", "5 0"] {
      page.send("square \(square)")
      expect(!page.isHandled && page.text("address") == address)
    }
    page.send("say block 5 4294967296")
    expect(page.said.contains("'4294967296' is not a number from 1 to 999999"))
  }

  @Test func ofALargeRoomEverythingIsFoundOutLater() {
    var page = Page(link: "workshop")
    page.send("say size 80 80")
    expect(page.text("awaits") == "answer" && page.said.contains("unknown"), "\(page.said)")
    page.send("go on")
    expect(page.text("awaits")?.isEmpty == true && page.said.contains("It can be won: par 158"))
  }

  @Test func aLevelIsLookedForWhileThePageWaits() {
    var page = Page(link: "workshop")
    page.send("say generate 5x5z1b2 easy")
    expectEqual(page.text("awaits"), "plan")
    page.send("failed")
    expectEqual(page.text("awaits")?.isEmpty, true)
    page.send("say generate 5x5z1b2 gentle")
    page.send("go on")
    expect(page.said.contains("A level of 5x5z1b2: 5x5z1b2@7#"))
  }

  @Test func aFailureEndsWhatIsWaitedFor() {
    var page = Page(link: "6x6z1b5+lit@0#2041")
    page.send("say show")
    expectEqual(page.text("awaits"), "move")
    page.send("failed")
    expectEqual(page.text("awaits")?.isEmpty, true)
    expect(page.answer.contains("Internal error: the action was not carried out"))
  }

  @Test func damagedProgressIsRefusedAndNothingIsKept() {
    var page = Page(["progress zombies-progress 3\nlevel nonsense\nend 0\n"])
    expect(page.answer.contains("cannot be read: line 3"))
    for _ in 0..<40 { page.send("arrow 0") }
    page.send("key g")
    expectNil(page.keeps("progress"))
    expect(page.answer.contains("storage aside progress"))
    page.send("storage aside progress")
    expect(!page.answer.contains("cannot be read"))
    expect(!page.isHandled || page.text("kind") != nil)
  }

  @Test func newerProgressIsNeverSetAsideNorOverwritten() {
    for place in ["progress zombies-progress 4", "levels ;; zombies-workshop 3"] {
      var page = Page(["\(place)\nwhatever\n"], link: "workshop")
      expect(page.answer.contains("by a newer version"))
      expect(!page.answer.contains("storage aside"))
      let part = String(place.prefix { $0 != " " })
      page.send("say keep")
      expect(page.keeps(part) == nil && page.answer.contains("by a newer version"))
      page.send("storage aside \(part)")
      expect(!page.isHandled && page.answer.contains("by a newer version"))
      // Another program has put a valid text there.
      page.send("\(part) ")
      expect(!page.answer.contains("by a newer version"))
    }
  }

  @Test func whatIsWonIsToBeKeptUntilItIsAndAgainIfItWasCleared() {
    var page = Page(link: "worlds", isNew: true)
    page.send("key g")
    page.send("key Enter")
    page.send("key Enter")
    for _ in 0..<4 { page.send("arrow 0") }
    for _ in 0..<4 { page.send("arrow 1") }
    let text = page.keeps("progress")
    expectEqual(text?.contains("win"), true)
    page.send("kept progress")
    expectNil(page.keeps("progress"))
    page.send("progress ")
    expectEqual(page.keeps("progress"), text)
    page.send("kept progress")
    page.send("take progress")
    expect(page.answer.contains("zombies-progress.txt"))
    page.send("link workshop")
    page.send("say keep")
    page.send("kept levels")
    page.send("levels ")
    expectEqual(page.keeps("levels")?.contains("S4/5/5/5/4P"), true)
    expect(page.answer.contains("say remove 1"))
  }

  @Test func keptLevelsAreThereAfterAReload() {
    var page = Page(link: "workshop")
    page.send("say name The Door")
    page.send("say keep")
    let text = page.keeps("levels")?.replacing("\\n", with: "\n")
    expectEqual(text?.contains("; level: The Door"), true)
    let again = Page(["levels \(text ?? "")"], link: "workshop")
    expect(again.answer.contains("The Door: S4/5/5/5/4P"))
    page.send("say file doors.txt")
    expect(page.answer.contains("\"file\":{\"name\":\"doors.txt\""))
  }

  @Test func whatWasTypedIsNotSaidAgain() {
    var page = Page(link: "S4/5/5/5/4P")
    page.send("say up 2")
    expect(page.said.contains("Move 1: up"))
    expect(!page.said.contains("> up"))
    page.send("say nonsense")
    expect(page.said.contains("I do not understand 'nonsense'"))
    expect(!page.said.contains("> nonsense"))
    expectEqual(page.text("kind"), "round")
  }

  @Test func lookingAroundMovesNothing() {
    var page = Page(link: "S4/5/Z1#2/2F2/4P")
    let before = page.session.session
    page.send("look up")
    expect(page.said.contains("row 4, column 5"))
    page.send("look right")
    expect(page.said.contains("The room ends there."))
    page.send("look here")
    expect(page.said.contains("You, row 5, column 5."))
    expectEqual(page.session.session, before)
    page.send("arrow 0")
    page.send("look here")
    expect(page.said.contains("You, row 4, column 5."))
  }

  @Test func aSquareOfTheWorkshopGetsTheBrushAndLosesItAgain() {
    var page = Page(link: "workshop")
    page.send("brush zombie")
    page.send("square 2 2")
    expectEqual(page.text("address"), "workshop/S4/5/2Z2/5/4P")
    page.send("square 2 2")
    expectEqual(page.text("address"), "workshop/S4/5/5/5/4P")
    page.send("brush nothing")
    page.send("square 3 3")
    expectEqual(page.text("address"), "workshop/S4/5/5/5/4P")
    page.send("square 9 9")
    expect(!page.isHandled)
    page.send("say size 6 7")
    page.send("say keep")
    page.send("take kept")
    expect(page.answer.contains("zombies-levels.txt"))
  }

  @Test func whateverHappensTheAnswerIsAScreen() {
    var page = Page()
    for event in [
      "", "key", "key ", "arrow", "arrow -1", "arrow 99999999999999999999", "control x", "row -5",
      "square", "square 1", "square 99999999999 1", "line", "line x", "say", "look", "look x", "go",
      "go on", "take", "bring", "bring zombies-progress 3\n", "progress x", "storage x", "kept",
      "failed", "again", "begin", "seed 3", "brush x", "unknown thing", "key \u{1F9DF}",
      "say \u{0}\u{1B}[2J",
    ] {
      page.send(event)
      expect(page.text("kind") != nil, "\(event)")
    }
  }

  @Test func namesAreTextInJSON() {
    var json = JSONText()
    json.object { $0.member("a", "\"\\\n\u{0}\u{2028}</script>\u{1F9DF}") }
    expectEqual(json.text, #"{"a":"\"\\\n\u0000\u2028</script>"# + "\u{1F9DF}\"}")
  }

  @Test(arguments: Policy.builtIn)
  func aPolicyAtTheBoardPlaysAsInABatch(policy: Policy) throws {
    let presets = isLong ? ["classic", "block", "flashlight", "4x5z1b2f1"] : ["4x4z1f1"]
    for name in presets + ["6x6z1b5+lit"] {
      let family = try Family(name)
      let batch = Batch(LevelGenerator(family, seed: 5), policies: [policy], trials: 0..<4)
      let records = Mutex<[RoundRecord]>([])
      _ = try Simulator(batch).run(onRounds: { chunk in
        records.withLock { $0 += chunk }
        return true
      })
      for record in records.withLock({ $0 }) {
        let turn = Session.Turn(
          player: policy.name, level: try Level(code: record.level), rules: .standard, seed: 5,
          trial: record.trial,
          moveLimit: family.size.defaultMoveLimit)
        expectEqual(turn.movesOfPolicy, record.path, "\(name) \(record.trial)")
      }
    }
  }
}
