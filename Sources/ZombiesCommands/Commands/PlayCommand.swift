import ZombiesCore
import ZombiesGame
import ZombiesGenerator
import ZombiesPlatform
import ZombiesPolicies
import ZombiesReports
import ZombiesSimulator
import ZombiesSolver

extension Option {
  fileprivate static let daily = Option(
    name: "--daily",
    value: Value(
      name: "DATE", kind: .text, standardText: "today, in UTC", isOptional: true),
    summary: "begin with the level of a day, such as 2026-11-22")
  fileprivate static let record = file(
    "--record", .output,
    "add every round that counts to this file, in the columns of 'simulate --rounds-csv' and some more",
    note: "'zombies schema record' describes them")
  fileprivate static let progress = file(
    "--progress", .checkpoint,
    "keep what has been done in this file",
    note:
      "The levels that you keep in the workshop are in FILE.workshop. Without it, both are kept in the "
      + "folder of XDG_DATA_HOME, if a terminal plays")
  fileprivate static let players = Option(
    name: "--players",
    value: Value(name: "NAME[,NAME...]", kind: .text, standard: "player", isList: true),
    summary: "your name in what is recorded; several names play the same levels in turn",
    note: "Policies can be among several, such as Ann,Ben,optimal")
  static let worlds = Option(
    name: "--worlds",
    value: Value(
      name: "FILE", kind: .file(.input), standardText: "the worlds that are built in",
      isOptional: true),
    summary: "begin with the worlds of a campaign")
  fileprivate static let drawnSeed = seed.changing { value in
    value.standard = nil
    value.standardText = "drawn on a terminal, otherwise 0"
  }
  fileprivate static let transcript = output.saying(
    "write what a game by words tells to this file instead of standard output")
  fileprivate static let text = flag(
    "--text", "play by words on the text screen; from a pipe there is no other")
  fileprivate static let plain = flag(
    "--plain", "draw nothing: no full screen, no colour, one line after another")
}

extension Option {
  fileprivate static let quiz = flag("--quiz", "begin with questions about rooms")
  fileprivate static let questions = file(
    "--questions", .input, "ask your own questions, from this file")
}

/// `zombies play`: the game.
enum PlayCommand {
  static let command: Command = Command(
    name: "play",
    summary: "play the game, on the whole terminal or by words",
    operands: .levels,
    details: """
      Walk to the signpost, and let no zombie come within one square of you. On a terminal the game
      has the whole screen, and the keys are always in sight: arrows, WASD or HJKL to walk, ? for
      help, q to leave. From a pipe, or with --text, you play by words, such as up, look, hint,
      undo and quit; 'help' tells them all. Input that ends leaves the game, so that a game is a
      script:

        zombies play --text < moves.txt

      Levels are drawn from a family, fair ones only unless you ask for --levels any, or they are
      those that you give, in order, again and again.

      --worlds begins with levels in order, with stars to earn and worlds to unlock, --quiz with
      questions, and several --players play the same levels in turn. On the screen, c leads from each
      to the others, and to the workshop, where you make levels and are told at each change whether
      they can be won, or what is in the way.

      A hint tells the best move for somebody who has seen what you have seen. Undo and restart
      make a round practice, which counts for nothing. Whoever has never played is shown three small
      rooms first.
      """,
    options: [
      [
        .input, .daily, .worlds, .quiz, .questions, .players, .drawnSeed, .levels, .text, .plain,
        .record,
        .progress,
      ],
      Option.familyOptions, Option.ruleOptions, [.transcript, .quiet, .color],
    ],
    example: (
      "printf 'up\\nhint\\n' | zombies play S4/5/Z1#2/5/4P+lit",
      """
      A new round: S4/5/Z1#2/5/4P+lit.
      5 by 5, lit. You are on row 5, column 5; the signpost is 4 up and 4 left.
      1 zombie: 2 up and 4 left.
      1 block: 2 up and 2 left.
      Type what you want, such as up, look or hint; help tells all words.

      > up
      Move 1: up, to row 4, column 5.
      The zombie comes to 1 up and 3 left.

      > hint
      Hint: left. A shortest way from here takes 7 moves.

      > quit
      The round under way counts for nothing.
      3 lives, 0 games won, 0 lost.
      0 rounds counted.
      """
    ),
    run: run)

  private static func run(_ arguments: Arguments) throws -> ExitStatus {
    let isTerminal = isatty(0) == 1 && isatty(1) == 1
    let isText = arguments.has(.text)
    let isDrawn = isTerminal && !arguments.has(.plain) && TerminalMode.canPlaceCursor
    var setup = try setup(arguments, isTerminal: isTerminal)
    let players = try players(arguments)
    try setUpQuiz(&setup, arguments)
    if players.count > 1 {
      if let other = arguments.first(of: [.worlds, .quiz, .daily]) {
        throw arguments.badUsage("\(other.name) cannot be combined with several players")
      }
      setup.mode = .board
      setup.players = players.map(\.name)
    }
    if isDrawn, arguments.has(.output) {
      throw arguments.badUsage("\(Option.output.name) needs a game by words: --plain or a pipe")
    }
    setup.textScreen = !isDrawn ? .only : isText ? .open : .closed
    setup.showsEmoji = !isTerminal || TerminalMode.showsEmoji
    if isDrawn, setup.showsEmoji { setup.settings.style = .emoji }
    let keepsProgress =
      isTerminal && !(setup.mode == .worlds && setup.settings.rules != .standard)
    let place = arguments.path(.progress) ?? (isTerminal ? KeptPlaces.progress : nil)
    let progress =
      if let path = arguments.path(.progress) {
        try KeptFile<GameProgress>(at: path)
      } else {
        try keepsProgress ? standardProgress(place, arguments) : KeptFile()
      }
    let named = NamedFiles.paths(arguments)
    let levels = KeptFile<KeptLevels>(beside: place.map(KeptPlaces.levels), taken: named)
    setup.progress = progress.known
    setup.keptLevels = levels.known
    setup.showsFirstSteps =
      progress.isKept && !progress.known.hasFinishedFirstSteps && setup.mode == .rounds
      && !arguments.has(.daily) && arguments.operands.isEmpty && !arguments.has(.input)
    let session: Session
    do throws(GenerationError) { session = try Session(setup) } catch {
      throw Failure.badData("no level can be drawn: \(error)")
    }
    let keeping = Keeping(
      progress: progress, levels: levels, record: try record(arguments, player: players[0].name),
      taken: named
        + (place.map { [$0, KeptPlaces.levels(beside: $0)] } ?? []))
    if isDrawn {
      try playOnScreen(session, keeping, arguments)
    } else {
      if isTerminal { arguments.note("seed \(setup.seed)\n") }
      let output = try arguments.output()
      defer { output.discard() }
      var loop = TextLoop(
        session, keeping, output: output, showsRoom: isTerminal && !isText,
        isInteractive: isTerminal && output.isTerminal)
      do {
        try loop.run()
        try output.finish()
      } catch {
        // Whoever listened may be gone, or the disk full: what was told and what has counted are
        // written if they can be.
        try? output.flush()
        try? loop.finish()
        throw error
      }
      try loop.finish()
      if let signal = Signals.caught { Signals.die(of: signal) }
    }
    return .done
  }

  /// What is kept where the player has named no file, if that place can be written.
  private static func standardProgress(
    _ path: FilePath?, _ arguments: Arguments
  ) throws -> KeptFile<GameProgress> {
    guard let path else { return KeptFile() }
    do {
      return try KeptFile(at: path)
    } catch let failure as Failure where failure.status == .cannotCreate {
      arguments.note("progress is not kept: \(failure.message)\n")
      return KeptFile()
    }
  }

  /// The record of `--record`.
  private static func record(_ arguments: Arguments, player: String) throws -> PlayRecord {
    guard let path = arguments.path(.record) else {
      return PlayRecord(nil, player: player, isTimed: false)
    }
    let file = try RecordFile(path)
    if let mended = file.mended { arguments.note(mended + "\n") }
    // A script prints the same on every run.
    return PlayRecord(file, player: player, isTimed: !path.isStandardOutput)
  }

  /// The game on the whole terminal; the score is told when the terminal is as it was.
  private static func playOnScreen(
    _ session: Session, _ keeping: Keeping, _ arguments: Arguments
  ) throws {
    let output = OutputFile.standardOutput()
    let palette = try arguments.palette(for: output)
    Signals.hold()
    guard TerminalMode.enter() else { throw Failure.badUsage("no terminal", in: "play") }
    defer { TerminalMode.leave() }
    var loop = FullScreenLoop(
      session, keeping,
      painter: Painter(isColoured: palette.isOn, isASCII: !TerminalMode.isUTF8))
    do { try loop.run() } catch {
      try? loop.finish()
      throw error
    }
    TerminalMode.leave()
    // Whatever ends the game, what has counted is kept. A terminal that is closed may be noticed before
    // its signal, which must not come in between.
    let unsaved = Result { try loop.finish() }
    if let signal = Signals.caught { Signals.die(of: signal) }
    Signals.letThrough()
    if loop.session.isOver {
      try output.write(loop.session.told.joined(separator: "\n") + "\n")
      try output.flush()
      arguments.note("seed \(session.seed)\n")
    }
    try unsaved.get()
  }

  /// Who plays: somebody alone, or several at the board, who may be policies.
  ///
  /// A name is any text in one line that no other player has. Among several, that of a built-in policy
  /// means the policy; in other cases, and for somebody alone, it is refused, because people and policies
  /// are told apart by their names.
  private static func players(_ arguments: Arguments) throws -> [Scoreboard.Player] {
    let text = try arguments.text(.players) ?? "player"
    let names = text.split(separator: ",", omittingEmptySubsequences: false).map { String($0) }
    guard names.count <= Scoreboard.mostPlayers else {
      throw arguments.badValue(.players, "more than \(Scoreboard.mostPlayers) names")
    }
    var board = Scoreboard()
    for name in names {
      do throws(PolicyNameError) {
        if names.count == 1, Policy(builtIn: name) != nil { throw .taken(name) }
        _ = try Policy(named: name)
      } catch {
        // What is no name for a policy may be one for a person.
        if case .taken = error { throw arguments.badValue(.players, "\(error)") }
      }
      guard Scoreboard.isName(name) else {
        throw arguments.badValue(
          .players,
          "'\(name)' is not a name: expected 1 to \(Scoreboard.longestName) characters in one line, "
            + "without a blank at either end")
      }
      guard board.add(name) else {
        throw arguments.badValue(.players, "'\(name)' is named twice")
      }
    }
    return board.players
  }

  /// The questions of `--quiz`.
  private static func setUpQuiz(_ setup: inout Session.Setup, _ arguments: Arguments) throws {
    guard arguments.has(.quiz) else {
      if arguments.has(.questions) { throw arguments.badUsage("--questions needs --quiz") }
      return
    }
    if let other = arguments.first(of: [.worlds, .daily, .input]) {
      throw arguments.badUsage("\(other.name) cannot be combined with --quiz")
    }
    guard arguments.operands.isEmpty else {
      throw arguments.badUsage("--quiz takes no LEVEL")
    }
    setup.mode = .questions
    guard let path = arguments.path(.questions) else { return }
    let file = try InputFile(path)
    let bytes = try file.readToEnd()
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Failure.badData("\(file.name): not UTF-8 text, expected questions")
    }
    do throws(LevelError) { setup.quiz = try Quiz(text: text) } catch {
      throw Failure.badData("\(file.name), \(error)")
    }
  }

  private static func setup(_ arguments: Arguments, isTerminal: Bool) throws -> Session.Setup {
    let rules = try arguments.rules()
    var settings = Settings(rules: rules)
    settings.selection = try arguments.choice(.levels, as: LevelSelection.self)
    let seed =
      try arguments.optionalNumber(.seed) ?? (isTerminal ? UInt64.random(in: 0...999_999) : 0)
    if arguments.has(.daily) {
      let others: [Option] =
        Option.familyOptions + Option.ruleOptions + [.seed, .levels, .input, .worlds]
      if let other = arguments.first(of: others) {
        throw arguments.badUsage(
          "\(other.name) cannot be combined with --daily, whose level is given")
      }
      guard arguments.operands.isEmpty else {
        throw arguments.badUsage("--daily takes a date such as 2026-11-22, and no LEVEL")
      }
      let text = try arguments.text(.daily) ?? ""
      guard let day = text.isEmpty ? Day.today : Day(text) else {
        throw arguments.badValue(.daily, "'\(text)' is not a date such as 2026-11-22")
      }
      return .daily(day, settings)
    }
    var setup = Session.Setup(settings, seed: seed)
    if arguments.has(.worlds) {
      let others: [Option] = Option.familyOptions + [.levels, .input]
      if let other = arguments.first(of: others) {
        throw arguments.badUsage(
          "\(other.name) cannot be combined with --worlds, whose levels are given")
      }
      guard arguments.operands.isEmpty else {
        throw arguments.badUsage("--worlds takes one FILE, and no LEVEL")
      }
      setup.mode = .worlds
      setup.campaign = try FoundCampaign.playable(at: arguments.path(.worlds), rules)
      if rules != .standard, arguments.has(.progress) {
        throw arguments.badUsage(
          "--progress cannot be combined with other rules in worlds: progress is kept under the default ones"
        )
      }
      return setup
    }
    if arguments.operands.isEmpty, !arguments.has(.input) {
      settings.supply = .family(try arguments.family())
    } else {
      if let other = arguments.first(of: Option.familyOptions + [.levels]) {
        throw arguments.badUsage("\(other.name) cannot be combined with levels that are given")
      }
      var input = try LevelInput(arguments)
      var levels: [NamedLevel] = []
      while let entry = try input.next() {
        levels.append(NamedLevel(entry.level, name: entry.reference ?? entry.level.code))
        guard levels.count <= mostLevels else {
          throw Failure.badData("\(entry.place): more than \(mostLevels) levels are given")
        }
      }
      settings.supply = .levels(levels)
    }
    setup.settings = settings
    return setup
  }

  /// The most levels that are given; nobody plays more.
  private static let mostLevels = 100_000
}

extension Day {
  /// Today, in UTC.
  static var today: Day? {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return Day(daysSince1970: Int(now.tv_sec) / 86_400)
  }
}
