import Foundation
import Testing
import ZombiesTestSupport

/// A game that is left and started again is the game that was not interrupted.
///
/// The tests type lines, and read words and kept texts, of the page and of the program (``PlayedGame``).
@Suite(.waits) struct SecondStartTests {
  /// Lines of one game.
  struct Script {
    var name: String
    var lines: [String]
    var isNew = false
    var isRandom = false
  }

  /// The typed lines of the examples of the game and of the page, up to the first that leaves the game.
  private static let recorded: [Script] = ["ZombiesGameTests", "ZombiesPageTests"].flatMap {
    target in
    let folder = packageFolder.appendingPathComponent("Tests/\(target)/Examples")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.sorted().flatMap { name -> [Script] in
      let text =
        (try? String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)) ?? ""
      var scripts: [Script] = []
      for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
        .enumerated()
      {
        let (word, rest) = (line.prefix { $0 != " " }, line.drop { $0 != " " }.dropFirst())
        if ["play", "page"].contains(word) {
          scripts.append(Script(name: "\(name):\(number + 1)", lines: []))
        } else if [">", "say", "line"].contains(word), !rest.isEmpty, !scripts.isEmpty {
          scripts[scripts.count - 1].lines.append(String(rest))
        }
      }
      return scripts.map { script in
        let leaves = script.lines.firstIndex { ["quit", "q", "exit", "bye"].contains($0) }
        return Script(name: script.name, lines: Array(script.lines.prefix(leaves ?? .max)))
      }.filter { $0.lines.count > 1 }
    }
  }

  private static let vocabulary = [
    "up", "up", "up", "left", "left", "left", "down", "right", "uu", "ll", "up 3", "hint", "undo",
    "restart", "next", "next", "new", "look", "where", "score", "show", "listen", "worlds",
    "open 1",
    "play 1", "play 2", "back", "rounds", "original", "daily", "yesterday", "questions", "answer 1",
    "board", "add Ann", "start", "workshop", "zombie 2 3", "block 1 1", "keep", "level S1P",
    "level S4/5/2Z2/5/4P", "level classic@7#3", "set distance 0", "set memory forget",
    "set hearing 4", "set tell off", "skip", "first steps", "menu", "settings", "share",
    "first night",
  ]

  private static func random(_ count: Int) -> [Script] {
    (0..<count).map { number in
      var random = NaiveRandom(seed: UInt64(number))
      let lines = (0..<12).map { _ in vocabulary[random.below(vocabulary.count)] }
      return Script(name: "random \(number)", lines: lines, isNew: number % 4 == 3, isRandom: true)
    }
  }

  /// Lines whose second start once differed, when all of the longer form were played.
  private static let found: [Script] = [
    ["set distance 0", "level S1P", "original", "open 1", "worlds"],
    ["questions", "next", "1", "2", "3", "4", "look", "next", "score"],
    ["worlds", "right", "open 1", "left", "next", "worlds", "play 2"],
    ["set symbols emoji", "original", "luuuulll", "settings"],
    ["first steps", "block 1 1", "up", "up", "share", "left", "rounds", "up"],
  ].map { Script(name: "found: \($0[0])", lines: $0) }

  /// The numbers of lines behind which a script is interrupted: one, which varies; in the longer form all of a recorded one.
  private static func cuts(_ script: Script) -> [Int] {
    let last = script.lines.count - 1
    if isLong && !script.isRandom || script.name.hasPrefix("found") { return Array(1...last) }
    return [1 + script.name.utf8.reduce(0) { $0 + Int($1) } % last]
  }

  /// Every nth script, from another one on for each of several cases.
  private static func some(_ scripts: [Script], every step: Int, from first: Int) -> [Script] {
    stride(from: first, to: scripts.count, by: step).map { scripts[$0] }
  }

  /// Starts of something else, whose two lines count for nothing.
  private static let betweenTabs = [
    ("S4/5/5/5/4P", ["up", "left"]), ("daily/2026-11-20", ["up", "undo"]),
    ("classic@1#9?hearing-distance=3", ["where", "look"]), ("menu", ["where", "score"]),
  ]
  private static let betweenRuns = [
    (["S4/5/5/5/4P"], ["up", "left"]), (["--daily", "2026-11-20"], ["up", "undo"]),
    (["--family", "4x4z1"], ["where", "look"]), (["--zombie-speed", "2"], ["where", "look"]),
  ]

  private static let links = [
    "classic@7#3", "classic@7#3?hearing-distance=2", "S4/5/2Z2/5/4P", "daily", "daily/2026-11-20",
    "worlds/1/1", "worlds/2", "workshop/S2P", "original", "questions", "menu", "options",
    "first-steps/classic@7#3",
  ]

  // MARK: The property

  /// Counts the scripts that fail, and shows the first.
  private static func expectNone(_ scripts: [Script], _ complaint: (Script) throws -> String?)
    rethrows
  {
    let complaints = try scripts.compactMap { script in
      try complaint(script).map { "\(script.name), \($0)" }
    }
    tell(scripts.count, "scripts")
    expectNil(
      complaints.first, "\(complaints.count) of \(scripts.count) scripts differ; the first is shown"
    )
  }

  /// The first difference between the answers to the last lines of two games.
  private static func difference(
    _ answers: [Answer], _ expected: [Answer], _ script: Script, _ cut: Int, _ way: String
  ) -> String? {
    let lines = script.lines.suffix(answers.count)
    for (line, (answer, other)) in zip(lines, zip(answers, expected)) where answer != other {
      let before = script.lines.prefix(cut).joined(separator: "; ")
      return
        "\(way) after '\(before)': '\(line)' is answered '\(answer.words)' at '\(answer.place)',"
        + " not '\(other.words)' at '\(other.place)'"
    }
    return nil
  }

  /// Plays a script to the end without and with an interruption.
  private static func complaint<Game: PlayedGame>(
    _ script: Script, _ opening: Opening, _ way: String, keepsSession: Bool = true,
    between: (inout Game, Int) throws -> Void
  ) throws -> String? {
    var whole = try Game(isNew: script.isNew)
    let answers = try whole.play(script.lines, from: opening)
    return try firstFailure(of: cuts(script)) { cut in
      var game = try Game(isNew: script.isNew)
      _ = try game.play(Array(script.lines.prefix(cut)), from: opening)
      let same = game.sameOpening
      try between(&game, cut)
      let rest = try game.play(Array(script.lines.dropFirst(cut)), from: same)
      if let difference = difference(
        Array(rest.dropFirst()), Array(answers.dropFirst(cut + 1)), script, cut, way)
      {
        return difference
      }
      var (kept, expected) = (game.compared, whole.compared)
      if !keepsSession { (kept["session"], expected["session"]) = (nil, nil) }
      guard
        let part = Set(kept.keys).union(expected.keys).sorted().first(where: {
          kept[$0] != expected[$0]
        })
      else { return nil }
      return
        "\(way) after \(cut) lines: \(part) is \(kept[part] ?? "-"), not \(expected[part] ?? "-")"
    }
  }

  private static let scripts = found + sampled(recorded, every: 2) + random(cases(60, long: 2000))

  /// The scripts of the program, each line of which needs a process: fewer.
  private static let programScripts =
    found + sampled(recorded, every: 6) + random(cases(15, long: 300))

  @Test("1.18 The page, loaded again, is the same game")
  func samePage() throws {
    try Self.expectNone(Self.scripts) { script in
      try Self.complaint(script, .link("rounds"), "reload") { (_: inout PageGame, _) in }
    }
  }

  @Test("1.18 The program, started again, is the same game")
  func sameProgram() throws {
    try Self.expectNone(Self.programScripts) { script in
      try Self.complaint(script, Opening(), "second run") { (_: inout ProgramGame, _) in }
    }
  }

  @Test("1.18 Another tab changes nothing", arguments: betweenTabs.indices)
  func otherTab(number: Int) throws {
    let (link, lines) = Self.betweenTabs[number]
    try Self.expectNone(Self.some(Self.scripts, every: 12, from: number)) { script in
      try Self.complaint(script, .link("rounds"), "tab at \(link)", keepsSession: false) {
        (game: inout PageGame, _) in
        // In the first steps, both tabs are in the same room, and what one does there the other continues.
        let isLesson = game.compared["session"]?.contains("\nhere lesson") ?? false
        _ = game.play(isLesson ? ["where", "look"] : lines, from: .link(link))
      }
    }
  }

  @Test("1.18 A run with other options changes nothing", arguments: betweenRuns.indices)
  func otherOptions(number: Int) throws {
    let (options, lines) = Self.betweenRuns[number]
    try Self.expectNone(Self.some(Self.programScripts, every: 4, from: number)) { script in
      try Self.complaint(script, Opening(), "run of \(options)", keepsSession: false) {
        (game: inout ProgramGame, _) in
        _ = try game.play(lines, from: Opening(options: options))
      }
    }
  }

  @Test(
    "1.10, 1.18 A link leads to the same place in a game and at its start", arguments: links.indices
  )
  func sameLink(number: Int) throws {
    let link = Self.links[number]
    let rest = ["where", "score", "rules", "up", "left", "undo", "score"]
    let scripts = Self.some(Self.scripts, every: 24, from: number).filter { !$0.isNew }
    Self.expectNone(scripts) { script in
      firstFailure(of: [0] + Self.cuts(script)) { cut in
        var running = PageGame(isNew: false)
        _ = running.play(Array(script.lines.prefix(cut)), from: .link("rounds"))
        var started = running
        var (place, start) = (running.send("link \(link)"), started.open(.link(link)))
        // What stands at the beginning tells what went on.
        (place.words, start.words) = ("", "")
        let whole = Script(name: "", lines: script.lines.prefix(cut) + ["the link"] + rest)
        return Self.difference(
          [start] + rest.map { started.say($0) }, [place] + rest.map { running.say($0) }, whole,
          cut, "start at \(link)")
      }
    }
  }
}

/// The faults of the second start, by the numbers of the issue that found them.
@Suite(.waits) struct SecondStartRuleTests {
  private static let keepRight = "S4/5/5/1Z3/Z3P"
  private static let level = ["worlds", "open 1", "play 1"]
  /// The way between the two zombies and the door, for who has gone up and is caught on squares of zombies only.
  private static let beside = ["left", "left", "up", "left", "up", "up", "left"]
  private static let safe = ["up", "up", "up", "up", "left", "left", "left", "left"]
  private static let relaxed =
    "; world: One\n; rules: catching-distance 0\n\(keepRight)\nS3P\nS5P\n"

  private static func page(_ lines: [String], from link: String = "rounds", isNew: Bool = false)
    -> (game: PageGame, answers: [Answer])
  {
    var game = PageGame(isNew: isNew)
    let answers = game.play(lines, from: .link(link))
    return (game, answers)
  }

  /// Expects words in an answer, or that they are missing.
  private static func expectWords(
    _ answer: Answer?, _ words: String, are isThere: Bool = true, _ what: String = "",
    line: Int = #line
  ) {
    let text = answer?.words ?? "no answer"
    expect(
      text.contains(words) == isThere,
      "\(what): \(isThere ? "no " : "")'\(words)' in '\(text.suffix(400))'", line: line)
  }

  @Test("Fault 1 (1.10) A link that opens a page in the first steps is reached behind them")
  func linkOverFirstSteps() {
    var game = Self.page(["up"], from: "", isNew: true).game
    game.open(.link("classic@7#3"))
    game.reload()
    game.say("skip")
    expectEqual(game.address, "classic@7#3")
  }

  @Test("Fault 2 (1.10) The link of a first visit is reached after a reload in the first steps")
  func firstLinkAfterReload() {
    var game = Self.page(["up"], from: "daily", isNew: true).game
    game.reload()
    game.say("skip")
    expectEqual(game.address, "daily/2026-11-22")
  }

  @Test("Fault 3 (2.8) An attempt keeps its rules, and its stars are kept under those")
  func rulesOfAttempts() throws {
    let other = Opening.options("--catching-distance", "0")
    var game = try ProgramGame(isNew: false)
    for answer in try game.play(Self.level + ["up"], from: other) {
      Self.expectWords(answer, "not saved", are: false, "a game under other rules")
    }
    var answers = try game.play(Self.level + Self.beside, from: Opening())
    Self.expectWords(answers.last, "3 of 3 stars", "goes on under its rules")
    expectEqual(game.stars(of: Self.keepRight), "open", "the default rules, in the file")
    let key = "\(Self.keepRight)?catching-distance=0"
    expectEqual(game.stars(of: key), "open win first par", "the rules of the attempt, in the file")

    game = try ProgramGame(isNew: false)
    _ = try game.play(Self.level + ["up"], from: Opening())
    answers = try game.play(Self.level + Self.safe.dropFirst(), from: other)
    Self.expectWords(answers.last, "3 of 3 stars", "the other way round")
    expectEqual(game.stars(of: Self.keepRight), "open win first par", "the other way round")
  }

  @Test("Fault 3 (2.8) An attempt keeps its rules when its campaign no longer names them")
  func rulesOfChangedCampaign() {
    var game = PageGame(isNew: false)
    game.open(Opening(link: "worlds/1/1", campaign: Self.relaxed))
    game.say("up")
    game.reload(campaign: Self.relaxed.replacing("; rules: catching-distance 0\n", with: ""))
    let answers = Self.beside.map { game.say($0) }
    Self.expectWords(answers.last, "3 of 3 stars")
    let key = "\(Self.keepRight)?catching-distance=0"
    expectEqual(game.stars(of: key), "open win first par", "the rules of the attempt")
    expect(game.stars(of: Self.keepRight)?.contains("win") != true, "the rules of the new campaign")
  }

  @Test("Fault 4 (2.8) Stars that are shown are kept, also after other rules and 'play again'")
  func starsAfterPlayingAgain() {
    var game = Self.page(["set distance 0"], from: "worlds").game
    game.reload()
    for line in ["quit", "@again", "worlds", "open 1", "play 1"] { game.say(line) }
    let answers = Self.safe.map { game.say($0) }
    Self.expectWords(answers.last, "3 of 3 stars")
    expectEqual(game.stars(of: "\(Self.keepRight)?catching-distance=0"), "open win first par")
  }

  @Test(
    "Fault 5 (1.10) A link has its own rules, for a new visitor and for one who comes back",
    arguments: ["classic@7#3", "classic@7#3?hearing-distance=3", "S3P", "worlds/1/1", "daily"])
  func rulesOfLinks(link: String) {
    let lines = ["where", "rules", "score"]
    let first = Self.page(["skip"] + lines, from: link, isNew: true).answers.suffix(3)
    let settings = ["set hearing 4", "set distance 0", "set speed 2"]
    var running = Self.page(settings).game
    var started = running
    running.send("link \(link)")
    started.open(.link(link))
    let hears = link == "worlds/1/1" ? 2 : link.contains("=3") ? 3 : nil
    for (who, answers) in [
      ("a new visitor", Array(first)), ("who comes back", lines.map { started.say($0) }),
      ("a game under way", lines.map { running.say($0) }),
    ] {
      Self.expectWords(
        answers[0], hears.map { "within \($0) steps" } ?? "You hear", are: hears != nil, who)
      Self.expectWords(answers[2], "practice", are: false, who)
      for (line, (answer, other)) in zip(lines, zip(answers, first)) {
        expect(
          answer.words == other.words, "\(who): '\(line)' is answered differently than at first")
      }
    }
  }

  @Test("Fault 5 (1.10) What is played at a link counts", arguments: [true, false])
  func linksCount(isNew: Bool) {
    let lines = (isNew ? ["skip"] : []) + ["left", "left"]
    var (game, answers) = Self.page(lines, from: "S1P", isNew: isNew)
    Self.expectWords(answers.last, "1 game won", "the first visit")
    game = Self.page(["up"]).game
    game.open(.link("S1P"))
    answers = ["left", "left"].map { game.say($0) }
    Self.expectWords(answers.last, "1 game won", "with a round under way")
  }

  @Test("Fault 6 (1.8) The lives of the daily level stay after a look at four other days")
  func livesOfTheDay() throws {
    let days = (17...20).map { "2026-11-\($0)" }
    let caught = ["up", "left", "down", "next", "score"]
    let there = days.map { "@link daily/\($0)" }
    let answers = Self.page(caught + there + ["@link daily/2026-11-22", "score"], from: "daily")
      .answers
    Self.expectWords(answers[5], "2 lives", "after the catch")
    Self.expectWords(answers.last, "2 lives", "the page, after four days")
    var game = try ProgramGame(isNew: false)
    _ = try game.play(caught, from: .options("--daily", "2026-11-22"))
    for day in days { _ = try game.play(["look"], from: .options("--daily", day)) }
    let last = try game.play(["score"], from: .options("--daily", "2026-11-22")).last
    Self.expectWords(last, "2 lives", "the program, after four days")
  }

  @Test("Fault 7 The second level of a list comes after the first, whatever was played between")
  func listOfLevels() throws {
    let lines = Self.level + ["back", "back", "rounds", "left 2", "next"]
    var game = try ProgramGame(isNew: false)
    let answers = try game.play(lines, from: .options("S1P/3", "S2P/4", "S3P/5"))
    Self.expectWords(answers.last, "A new round: S2P/4.")
  }

  @Test(
    "Fault 8 (2.7) Two tabs: an attempt goes on after the other tab, and when it is chosen anew")
  func attemptsInTwoTabs() {
    let caught = ["up", "left", "left", "next", "up"]
    let (one, answers) = Self.page(caught, from: "worlds/1/1")
    Self.expectWords(answers[4], "2 lives", "after the catch")
    var first = one
    var second = one
    second.open(.link("daily"))
    second.say("up")
    first.kept = second.kept
    first.reload()
    Self.expectWords(first.say("score"), "2 lives", "the first tab, after the other one")
    Self.expectWords(first.say("up"), "Move 2: up", "the first tab, after the other one")
    var chosen = one
    for line in ["worlds", "play 1"] { chosen.say(line) }
    Self.expectWords(chosen.say("score"), "2 lives", "chosen anew")
    Self.expectWords(chosen.say("up"), "Move 2: up", "chosen anew")
  }

  private static let helped: [(lines: [String], stars: String)] = [
    (["show", "next"], "open"), (["hint", "up", "undo", "new"], "open win"),
    (["hint", "up", "undo", "restart", "new"], "open win"),
    (["up", "undo", "new"], "open win par"),
    (["up", "restart", "new"], "open win par"),
    (["up", "undo", "left", "left", "left", "next"], "open win par"),
    (["up", "left", "left", "look", "next"], "open"),
  ]

  @Test(
    "Fault 9 (1.5, 1.8, 2.7) What help and practice cost stays with the attempt", arguments: helped)
  func costs(lines: [String], stars: String) throws {
    for isStartedAgain in [false, true] {
      var game = try ProgramGame(isNew: false)
      let before = Self.level + lines
      if isStartedAgain { _ = try game.play(before, from: Opening()) }
      let answers = try game.play((isStartedAgain ? [] : before) + Self.safe, from: Opening())
      let told =
        answers.last?.words.split(separator: "\n").first { $0.contains("star") } ?? "no stars"
      expectEqual(
        game.stars(of: Self.keepRight), stars, "\(lines), told '\(told)', \(isStartedAgain)")
    }
  }

  @Test(
    "Fault 10 (1.15, 7.8) After 'quit' the page goes on",
    arguments: ["key ArrowLeft", "say left", "link worlds", "back rounds"])
  func afterQuit(event: String) {
    var game = Self.page(["up", "quit"]).game
    game.send(event)
    expect(!game.say("where").words.isEmpty, "\(event): 'where' is not answered")
    if event == "link worlds" { expectEqual(game.address, "worlds") }
  }

  @Test(
    "Fault 10 (7.8) A link works while a message stands", arguments: ["menu", "options", "help"])
  func linkOverMessage(link: String) {
    expectEqual(Self.page(["left", "left", "@link \(link)"], from: "S1P").game.address, link)
  }

  @Test("Fault 10 (2.3, 7.10) A missing world and a locked level are answered with a sentence")
  func missingAndLocked() {
    for (lines, link, isNew) in [
      (["@link worlds/99"], "rounds", false), ([], "worlds/99", false),
      (["skip"], "worlds/99", true),
    ] {
      let answers = Self.page(lines, from: link, isNew: isNew).answers
      Self.expectWords(answers.last, "There is no world 99", "\(lines) at \(link), new: \(isNew)")
    }
    for lines in [
      ["@row 8", "@key Enter"], ["@row 8", "@row 8"], ["@card 8"], ["@link worlds/1/9"], ["play 9"],
    ] {
      let answer = Self.page(lines, from: "worlds/1").answers.last
      Self.expectWords(answer, "open", "level 9 by \(lines)")
    }
    for lines in [["@key ArrowRight", "@key Enter"], ["@link worlds/2/1"], ["open 2"]] {
      let answer = Self.page(lines, from: "worlds").answers.last
      Self.expectWords(answer, "ocked", "world 2 by \(lines)")
    }
  }

  @Test("Fault 11 (2.10) The finale survives a second start at the last win")
  func finale() throws {
    let opening = Opening(link: "worlds/1/1", campaign: "; world: One\nS1P\n")
    var page = PageGame(isNew: false)
    _ = page.play(["left", "left"], from: opening)
    page.reload(campaign: opening.campaign)
    Self.expectWords(page.say("next"), "You have every star!", "the page")
    var program = try ProgramGame(isNew: false)
    _ = try program.play(["open 1", "play 1", "left", "left"], from: opening)
    Self.expectWords(
      try program.play(["next"], from: opening).last, "You have every star!", "the program")
  }

  @Test("Fault 11 (1.11) After midnight, the level of the day before is not called today's")
  func midnight() {
    let (game, answers) = Self.page(
      ["up", "up", "left", "left", "left", "@today 2026-11-23", "up", "up", "up", "left", "left"],
      from: "daily")
    var after = game
    for answer in answers.suffix(6) + [after.say("score"), after.say("share"), after.say("next")] {
      expect(!"\(answer)".contains("Today's"), "\(answer)")
    }
  }

  @Test("Fault 11 (4.4) 'level 5' and 'restart' get true answers")
  func trueAnswers() {
    // One is in the worlds, so that the number is understood.
    let level = Self.page(["level 5", "level 2", "where"], from: "worlds/1/1")
    Self.expectWords(
      level.answers[1], "Numbers of levels work in the worlds", are: false, "in a level")
    Self.expectWords(level.answers[1], "locked", "level 5 in a level")
    Self.expectWords(level.answers[2], "Keep Left", "level 2 in a level")
    for link in ["rounds", "worlds/1/1", "daily", "original"] {
      let answer = Self.page(["restart"], from: link).answers.last
      Self.expectWords(
        answer, "no move to undo", are: false, "restart before the first move of \(link)")
    }
  }
}
