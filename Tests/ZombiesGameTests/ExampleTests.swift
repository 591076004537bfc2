import Testing
import ZombiesCore
import ZombiesGame
import ZombiesGenerator
import ZombiesTestSupport

/// The examples of the game, as texts by rule number (the rules are in the article "The game's contract").
///
/// Each file in Examples begins with the rules that it shows, and is a script: a line of input, and below it, indented,
/// what the game answers. `ZOMBIES_RECORD=1 swift test --filter ExampleTests` writes the answers again; read the diff
/// against the rules. Blank lines and comments (#) stay. The inputs are in `ExamplePlayer.answer(to:_:)`.
@Suite struct ExampleTests {
  @Test("The examples by rule number", arguments: ExampleFile.names())
  func example(name: String) throws {
    var player = ExamplePlayer()
    try ExampleFile(name).check { player.play($0) }
  }
}

/// Plays the lines of an example, as a front end does: through the public interface alone.
struct ExamplePlayer {
  private var setup = Session.Setup()
  private(set) var session = try! Session(Session.Setup())
  /// What the next sessions find kept.
  private var kept = KeptSession()
  private var settings = KeptSettings()
  /// A second program, which began where this one was.
  private var other: Session?
  /// The lines that were given for a file.
  private var text = ""
  /// The record of the counted rounds, as `--record` writes it.
  private var (recorder, numbers, last) = (RoundRecorder(), RecordNumbers(), UInt64?.none)
  private var plays = KeptPlays()
  /// What the last input was answered with.
  private var told: [String] = []

  /// What the game answers to a line of input, in lines.
  ///
  /// What is told is in the log as well, so that a key that tells nothing is answered with nothing.
  mutating func play(_ line: String) -> [String] {
    let (word, rest) = Self.parted(line)
    let count = session.log.count
    defer {
      if session.log.count != count || ["play", "again"].contains(word) { told = session.told }
    }
    do {
      return try answer(to: word, rest)
    } catch {
      return ["Error: \(error)"]
    }
  }

  private static func parted(_ line: String) -> (word: String, rest: String) {
    let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
    return (parts.first ?? "", parts.count > 1 ? parts[1] : "")
  }

  /// Does what is awaited in a copy, as a thread of its own does; false if nothing is.
  private mutating func finishAwaited() -> Bool {
    guard let found = session.awaits == .move ? nil : session.apart.found() else {
      return session.finishAwaited()
    }
    session.proceed(with: found)
    return true
  }

  private mutating func answer(to word: String, _ rest: String) throws -> [String] {
    let count = session.log.count
    switch word {
    // Begins a session: levels, references or a family, and name=value with the names of settings and of `set(_:_:)`.
    case "play":
      (setup, kept, settings) = (Session.Setup(), KeptSession(), KeptSettings())
      return try begin(rest)
    // Begins another session where the last one was left, with more name=value.
    case "again":
      (settings, kept) = (settings.joined(with: session), kept.joined(with: session))
      kept = try KeptSession(text: kept.text)
      setup.progress = try GameProgress(text: setup.progress.joined(with: session).text)
      setup.keptDays = try KeptDays(text: setup.keptDays.joined(with: session).text)
      setup.keptLevels = try KeptLevels(text: setup.keptLevels.joined(with: session).text)
      setup.today = session.today
      setup.showsFirstSteps = setup.showsFirstSteps && !setup.progress.hasFinishedFirstSteps
      setup.begin(with: try KeptSettings(text: settings.text))
      return try begin(rest)
    // A line of a text, which a value "|" of the next session stands for; a text that is read; one that is pasted.
    case "|":
      text += rest + "\n"
      return []
    case "read":
      defer { text = "" }
      return [try Self.read(rest, text)]
    case "paste": session.perform(.edit(.paste(rest.unescaped)))
    // A line typed on the text screen; what is awaited is waited for, as from a pipe.
    case ">":
      if session.page == .text {
        session.perform(.type(rest))
        session.perform(.enter)
      } else {
        session.perform(typed: rest)
      }
      while finishAwaited() {}
    case "keys": return rest.split(separator: " ").flatMap { press(String($0)) }
    // One key, many times.
    case "press":
      let parts = rest.split(separator: " ").map(String.init)
      return (0..<(Int(parts[1]) ?? 0)).flatMap { _ in press(parts[0]) }
    // Characters typed into a field.
    case "type":
      for character in rest {
        if let action = session.action(of: .character(character)) { session.perform(action) }
      }
      return []
    // Everything that is awaited, or one step of it.
    case "wait": while finishAwaited() {}
    case "proceed": session.finishAwaited()
    case "touch": if !session.touch(row: Int(rest) ?? -1) { return ["(nothing)"] }
    case "point": if !session.perform(.point(Int(rest) ?? -1)) { return ["(nothing)"] }
    case "listen", "aim":
      let numbers = rest.split(separator: " ").compactMap { Int($0) }
      let square = numbers.count == 2 ? Square(row: numbers[0] - 1, column: numbers[1] - 1) : nil
      let isDone = session.perform(word == "aim" ? .aim(try require(square)) : .listen(square))
      if !isDone { return ["(nothing)"] }
    case "follow": session.follow(try Address(rest))
    case "back": session.goBack(to: rest)
    case "other": (session, other) = (other ?? session, session)
    case "learn": if let other { session.learn(setup.progress.joined(with: other)) }
    case "today": session.learn(today: try require(Day(rest)))
    case "report": session.report([rest])
    case "fail": session.abandon()
    // What is shown, in whole or in part.
    case "screen":
      let news = session.screen.told == told ? [] : session.screen.told.map { "told: " + $0 }
      return session.screen.shown + news
    case "room": return session.roomScreen.shownRoom
    // The pictures of the last chase, one below another.
    case "chase":
      let frames = session.chaseFrames.map { $0.shown(.letters) }
      return frames.isEmpty ? ["(nothing)"] : Array(frames.joined(separator: ["-"]))
    case "words": return session.roomInWords
    case "log" where rest == "count":
      return [
        "\(session.log.messages.count), from \(session.log.messages[0].split(separator: "\n"))"
      ]
    case "log": return session.log.messages.suffix(Int(rest) ?? 100)
    case "leaving": return [session.leavingQuestion ?? "may leave"]
    case "where": return [session.address, session.screenAddress, session.whereabouts]
    // What is kept, and what the front end is asked for.
    case "kept": return [keptText(rest)]
    case "file":
      let file = session.takeWantedFile()
      return file.map { ["\($0.name): \($0.contents)", $0.text] } ?? ["no file"]
    // The counted round, after an action at a time in milliseconds if there is one.
    case "record":
      let row = recorder.note(session, player: "me", at: UInt64(rest))
      return [row.map { numbers.text(of: [$0], after: &last) } ?? "no round"]
    // The counted rounds that a page stores; they are removed if the player has asked for that.
    case "plays":
      recorder.note(session, player: session.settings.playerName, at: nil).map {
        session.record($0)
      }
      let isWanted = session.takeWantedPlays()
      if isWanted == true { session.removePlays() }
      plays = try KeptPlays(text: plays.text).joined(with: session)
      plays.teach(&session)
      return [plays.text, isWanted.map { "wanted, removed: \($0)" } ?? "not wanted"]
    default: return ["Error: '\(word)' is no input"]
    }
    return session.log.answers(since: count)
  }

  /// Presses a key by the name that help gives it.
  private mutating func press(_ name: String) -> [String] {
    let named: [Key] =
      Direction.allCases.map { .arrow($0) } + [
        .character(" "), .enter, .escape, .backspace, .pageUp, .pageDown,
      ]
    let key = named.first { $0.name.replacing(" ", with: "-") == name }
    guard let key = key ?? (name.count == 1 ? .character(Character(name)) : nil),
      let action = session.action(of: key)
    else { return ["(\(name) is no key)"] }
    let why = session.refusal(of: action)
    let count = session.log.count
    if session.perform(action) { return session.log.answers(since: count) }
    return ["(nothing)" + (why.map { " " + $0 } ?? "")]
  }

  private func keptText(_ name: String) -> String {
    switch name {
    case "settings": settings.joined(with: session).text
    case "progress": setup.progress.joined(with: session).text
    case "days": setup.keptDays.joined(with: session).text
    case "levels": setup.keptLevels.joined(with: session).text
    default: kept.joined(with: session).text
    }
  }

  private mutating func begin(_ words: String) throws -> [String] {
    var levels: [NamedLevel] = []
    defer { text = "" }
    for word in words.split(separator: " ").map(String.init) {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        .map(String.init)
      if parts.count == 2 {
        let value = parts[1].replacing("_", with: " ").replacing("\\n", with: "\n")
        try set(parts[0], value == "|" ? text : value)
      } else if let family = try? Family(word) {
        setup.settings.supply = .family(family)
      } else {
        levels.append(NamedLevel(try Level(codeOrPlacement: word[...]), name: word))
      }
    }
    if !levels.isEmpty { setup.settings.supply = .levels(levels) }
    setup.kept = kept
    session = try Session(setup)
    recorder = RoundRecorder()
    if kept == KeptSession() { (numbers, last) = (RecordNumbers(), nil) }
    return session.told
  }

  /// A part of the setup. In a value, `_` stands for a blank, and `\n` for the end of a line.
  private mutating func set(_ name: String, _ value: String) throws {
    switch name {
    case "seed": setup.seed = try require(UInt64(value))
    case "trial": setup.firstTrial = try require(UInt64(value))
    case "mode": setup.mode = try require(Mode(rawValue: value))
    case "at": setup.link = value
    case "today": setup.today = Day(value)
    case "text":
      let kinds: [String: Session.Setup.TextScreen] = [
        "open": .open, "only": .only, "piped": .piped,
      ]
      setup.textScreen = kinds[value] ?? .closed
    case "show": setup.showsFirstSteps = value == "steps"
    case "leads": setup.leadsToWorlds = value == "worlds"
    case "worlds": (setup.campaign, setup.mode) = (try Campaign(text: value), .worlds)
    case "campaign": setup.campaign = try Campaign(text: value)
    case "quiz": setup.quiz = try Quiz(text: value)
    case "bench": setup.link = "workshop/\(value)"
    case "players": setup.players = value.split(separator: ",").map(String.init)
    case "machines": setup.machines = value.split(separator: ",").map(String.init)
    case "front": setup.isPage = value == "page"
    case "emoji": setup.showsEmoji = value == "yes"
    case "kept": setup.isKept = value == "yes"
    case "continues": setup.continuesRounds = value == "yes"
    case "session": kept = try KeptSession(text: value)
    case "progress": setup.progress = try GameProgress(text: value)
    case "days": setup.keptDays = try KeptDays(text: value)
    case "kept-levels": setup.keptLevels = try KeptLevels(text: value)
    default:
      let kind = try require(Setting.Kind.allCases.first { $0.name == name }, name)
      setup.settings.set(try require(Setting(kind, value), value))
    }
  }
}
