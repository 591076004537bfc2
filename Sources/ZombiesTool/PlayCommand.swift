import ZombiesCommands
import ZombiesCore
import ZombiesGame
import ZombiesGenerator
import ZombiesPlatform
import ZombiesPolicies
import ZombiesReports
import ZombiesSimulator
import ZombiesSolver
import ZombiesSystem
import ZombiesTerminal

extension Option {
  fileprivate static let daily = Option(
    name: "--daily",
    value: Value(
      name: "DATE", kind: .text, standardText: "today, in UTC", isOptional: true),
    summary: "begin with the daily level of this date, such as 2026-11-22")
  fileprivate static let record = file(
    "--record", .output,
    "add every counted round to this file, with the columns of 'simulate --rounds-csv' and more",
    note: "'zombies schema record' describes them")
  fileprivate static let progress = file(
    "--progress", .checkpoint,
    "save progress in this file, and the levels of the workshop in FILE.workshop",
    note: "Without this option, a game on a terminal saves both in a folder in XDG_DATA_HOME or "
      + "~/.local/share")
  fileprivate static let players = Option(
    name: "--players",
    value: Value(name: "NAME[,NAME...]", kind: .text, standard: "player", isList: true),
    summary: "your name in the record; several players take turns on the same levels",
    note: "If there are several players, some can be policies, as in Ann,Ben,optimal")
  fileprivate static let programs = Option(
    name: "--policy",
    value: Value(
      name: "NAME='COMMAND'", kind: .text, isRepeatable: true, takesPrograms: true),
    summary: "let a program of yours take turns at the board as NAME",
    note: "'zombies player-check' checks such a program")
  fileprivate static let leavingForgiven = playerForgive.saying(
    "if a program fails, skip its turns instead of ending the game",
    note: "The number of failures is printed at the end")
  static let worlds = Option(
    name: "--worlds",
    value: Value(
      name: "FILE", kind: .file(.input), standardText: "the built-in campaign",
      isOptional: true),
    summary: "begin with the worlds of this campaign")
  fileprivate static let drawnSeed = seed.changing { value in
    value.standard = nil
    value.standardText = "random on a terminal, otherwise 0"
  }
  fileprivate static let transcript = output.saying(
    "with typed commands, write the output of the game to this file instead of standard output")
  fileprivate static let text = flag(
    "--text", "play by typing commands; this is the only way if input or output is not a terminal")
  fileprivate static let plain = flag(
    "--plain", "print plain lines, without a full screen or colours")
}

extension Option {
  fileprivate static let quiz = flag("--quiz", "begin with questions about rooms")
  fileprivate static let questions = file(
    "--questions", .input, "begin with the questions in this file")
}

/// `zombies play`: the game.
enum PlayCommand {
  static let command: Command = Command(
    name: "play",
    summary: "play the game on the full screen or by typing commands",
    operands: .levels,
    details: """
      Walk to the signpost, and keep at least two squares away from every zombie. On a terminal, the
      game uses the whole screen and always shows the keys: arrows, WASD or HJKL to walk, ? for help,
      q to leave. From a pipe, or with --text, you play by typing commands such as up, look, hint,
      undo and quit; 'help' lists the commands. The game ends when its input ends, so a file of commands
      can play it:

        zombies play --text < moves.txt

      Levels come from a family; only solvable ones, unless you use --levels any. If you give levels,
      you play those in order, again and again.

      --worlds begins with worlds to unlock and stars to earn, --quiz with questions. Several
      --players take turns on the same levels. On the screen, press c to switch between all of these and
      the workshop, where you make your own levels. After each change, the workshop shows whether
      the level can be won, or what is in the way.

      A hint is the best move, given what you have seen. After undo or restart, the round is practice
      and not counted. First-time players start with 4 small rooms.

      With a screen reader, begin with 'zombies play --text' or 'zombies play --plain': everything is
      typed and told in words. Type look, where and help, and 'list' in a world. On the full screen,
      'set keys arrows' switches all letter keys off; Esc then opens the text screen.

      Policies that can take turns with you:

      \(HelpList.policies)

      A program of yours can take turns too: --policy mine='python3 mine.py' starts it, and 'add mine' at
      the board adds it.
      """,
    options: [
      [
        .input, .daily, .worlds, .quiz, .questions, .players, .programs, .drawnSeed, .levels, .text,
        .plain, .record, .progress,
        .playerTimeout, .playerLog, .leavingForgiven,
      ],
      Option.familyOptions, Option.ruleOptions(hearing: heard),
      [.transcript, .quiet, .color],
    ],
    example: (
      "printf 'up\\nhint\\n' | zombies play S4/5/Z1#2/5/4P+lit",
      """
      A new round: S4/5/Z1#2/5/4P+lit.
      5 by 5, lit. You are on row 5, column 5; the signpost is 4 up and 4 left.
      1 zombie: 2 up and 4 left.
      1 block: 2 up and 2 left.
      Type a command, such as up, look or hint; help lists the commands.

      > up
      Move 1: up, to row 4, column 5.
      The zombie comes closer: 1 up and 3 left.

      > hint
      Hint: left. A shortest path from here takes 7 moves.

      > quit
      The current round is not counted.
      3 lives, 0 games won, 0 lost.
      """
    ),
    run: run)

  /// The note on the hearing distance.
  private static let heard =
    "On a terminal, a game without rules and levels of your own uses \(Rules.usualHearing)"

  private static func run(_ arguments: Arguments) throws -> ExitStatus {
    let isTerminal = isatty(0) == 1 && isatty(1) == 1
    let isText = arguments.has(.text)
    let isDrawn = isTerminal && !arguments.has(.plain) && TerminalMode.canPlaceCursor
    let textScreen: Session.Setup.TextScreen =
      !isTerminal ? .piped : !isDrawn ? .only : isText ? .open : .closed
    if isDrawn, arguments.has(.output) {
      throw arguments.badUsage(
        "\(Option.output.name) needs a game of typed commands: use --plain or a pipe")
    }
    var start = try start(textScreen, arguments)
    start.showsEmoji = !isDrawn || TerminalMode.showsEmoji
    let commands = try BoardPrograms.named(by: .programs, arguments)
    start.machines += commands.map(\.name)
    let players = try players(arguments, programs: commands.map(\.name))
    try setUpQuiz(&start, arguments)
    if players.count > 1 {
      if let other = arguments.first(of: [.worlds, .quiz, .questions, .daily]) {
        throw arguments.badUsage("\(other.name) cannot be combined with several players")
      }
      (start.mode, start.players) = (.board, players.map(\.name))
    }
    let place = arguments.path(.progress) ?? (isTerminal ? FilePath.standardProgress : nil)
    var progress = KeptFile<GameProgress>("Your progress", at: place)
    if let failure = progress.unread ?? progress.unwritable {
      // The player has not asked for the standard file.
      guard failure.status == .cannotCreate, arguments.path(.progress) == nil else { throw failure }
      arguments.note("progress will not be saved: \(failure.message)\n")
      progress = KeptFile(progress.what, at: nil)
    }
    let named = NamedFiles.paths(arguments)
    func beside<Value>(_ suffix: String, _ what: String) -> KeptFile<Value> {
      KeptFile(what, at: place?.appending(suffix), taken: named)
    }
    let levels: KeptFile<KeptLevels> = beside(".workshop", "The list of saved levels")
    let kept: KeptFile<KeptSettings> = beside(".settings", "The settings file")
    let days: KeptFile<KeptDays> = beside(".days", "The list of daily results")
    let underWay: KeptFile<KeptSession> = beside(".session", "The game in progress")
    (start.showsFirstSteps, start.isKept) = (progress.path != nil, place != nil)
    (start.progress, start.keptLevels, start.keptSettings) = (
      progress.known, levels.known, kept.known
    )
    (start.keptDays, start.kept) = (days.known, underWay.known)
    let session: Session
    do throws(GenerationError) { session = try start.session() } catch {
      throw Failure.badData("cannot draw a level: \(error)")
    }
    let recorded = arguments.path(.record)
    let keeping = Keeping(
      [
        progress, levels, try PlayRecord(recorded, player: players[0].name), kept, days, underWay,
      ], isRecorded: recorded != nil, taken: named + [place].compactMap { $0 })
    let programs = try BoardPrograms(
      commands, for: session, try Players.settings(of: nil, .standard, arguments))
    let game = RunningSession(session, keeping, programs)
    if isDrawn {
      try playOnScreen(game, arguments)
    } else {
      if isTerminal { arguments.note("seed \(session.seed)\n") }
      let output = try arguments.output()
      defer { output.discard() }
      var loop = TextLoop(
        game, output: output, showsRoom: isTerminal && !isText,
        isInteractive: isTerminal && output.isTerminal)
      do {
        try loop.run()
        try output.finish()
      } catch {
        // The reader may be gone, or the disk full. Write the output and the counted rounds if
        // possible.
        try? output.flush()
        try? loop.finish()
        throw error
      }
      try loop.finish()
      // The programs have some time to end. A second signal ends the wait.
      Signals.letThrough()
      if let signal = Signals.caught { Signals.die(of: signal) }
    }
    try programs.end { Players.note($1, of: $0, arguments) }
    return .done
  }

  /// Plays the game on the full screen. Prints the score after restoring the terminal.
  private static func playOnScreen(
    _ game: RunningSession, _ arguments: Arguments
  ) throws {
    let output = OutputFile.standardOutput()
    let palette = try arguments.palette(for: output)
    // A game that was started in the background waits here, and a signal ends it at once.
    guard TerminalMode.enter() else { throw Failure.badUsage("no terminal", in: "play") }
    Signals.hold()
    defer { TerminalMode.leave() }
    var loop = FullScreenLoop(
      game, painter: Painter(isColoured: palette.isOn, isASCII: !TerminalMode.isUTF8))
    do { try loop.run() } catch {
      try? loop.finish()
      throw error
    }
    TerminalMode.leave()
    // However the game ends, save the counted rounds. If the terminal was closed, its signal may still
    // arrive and must not interrupt this.
    let unsaved = Result { try loop.finish() }
    if let signal = Signals.caught { Signals.die(of: signal) }
    Signals.letThrough()
    let session = loop.game.session
    if session.isOver {
      try output.write(session.told.joined(separator: "\n") + "\n")
      try output.flush()
      arguments.note("seed \(session.seed)\n")
    }
    try unsaved.get()
  }

  /// The players: a single person, or several people and policies at the board.
  ///
  /// A name is one line of text, different from all other names. Among several players, the exact name
  /// of a built-in policy or of a program means that policy or program. A single player cannot have such a name. No player can have it
  /// in other capitals. These rules exist because names distinguish people from policies.
  ///
  /// - Throws: ``Failure`` with status 64 if a name cannot be used.
  private static func players(
    _ arguments: Arguments, programs: [String]
  ) throws -> [Scoreboard.Player] {
    let text = try arguments.text(.players) ?? "player"
    let names = text.split(separator: ",", omittingEmptySubsequences: false).map { String($0) }
    guard names.count <= Scoreboard.mostPlayers else {
      throw arguments.badValue(
        .players, "expected at most \(Scoreboard.mostPlayers) names, found \(names.count)")
    }
    var board = Scoreboard()
    for name in names {
      do throws(PolicyNameError) {
        if names.count == 1, Policy(builtIn: name) != nil { throw .taken(name) }
        _ = try Policy(named: name)
      } catch {
        // A name that a policy cannot have may be the name of a person.
        if case .taken = error { throw arguments.badValue(.players, "\(error)") }
      }
      if names.count == 1, programs.contains(name) {
        throw arguments.badValue(.players, "'\(name)' is the name of a program of --policy")
      }
      guard Scoreboard.isName(name) else {
        throw arguments.badValue(
          .players,
          "'\(name)' cannot be a name: expected 1 to \(Scoreboard.longestName) characters in one line, "
            + "without spaces at either end")
      }
      guard board.add(name) else {
        throw arguments.badValue(.players, "'\(name)' is named twice")
      }
    }
    return board.players
  }

  /// Sets up the questions of `--quiz`.
  private static func setUpQuiz(_ start: inout Session.Setup, _ arguments: Arguments) throws {
    guard let option = arguments.first(of: [.quiz, .questions]) else { return }
    if let other = arguments.first(of: [.worlds, .daily, .input]) {
      throw arguments.badUsage("\(other.name) cannot be combined with \(option.name)")
    }
    guard arguments.operands.isEmpty else {
      throw arguments.badUsage("LEVEL cannot be combined with \(option.name)")
    }
    start.mode = .questions
    guard let path = arguments.path(.questions) else { return }
    let file = try InputFile(path)
    let bytes = try file.readToEnd()
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Failure.badData("\(file.name): not UTF-8 text, expected questions")
    }
    do throws(LevelError) { start.quiz = try Quiz(text: text) } catch {
      throw Failure.badData("\(file.name), \(error)")
    }
  }

  /// What the options ask for.
  private static func start(
    _ textScreen: Session.Setup.TextScreen, _ arguments: Arguments
  ) throws -> Session.Setup {
    let rules = try arguments.rules()
    let selection = try arguments.choice(.levels, as: LevelSelection.self)
    var start = Session.Setup(
      Settings(rules: rules, selection: selection), textScreen: textScreen)
    if arguments.first(of: Option.familyOptions) != nil { start.named.insert(.family) }
    if arguments.has(.levels) { start.named.insert(.levels) }
    if arguments.first(of: Option.ruleOptions) != nil {
      // A named rule means that all rules are named.
      start.named.formUnion(Rules.Variant.allCases.map { Setting.Kind($0) })
    }
    let seed: UInt64? = try arguments.optionalNumber(.seed)
    start.isSeedNamed = seed != nil
    start.seed = seed ?? (textScreen == .piped ? 0 : UInt64.random(in: 0...999_999))
    start.today = Day.today
    let levels = Option.familyOptions + [.levels, .input]
    if arguments.has(.daily) {
      try refuse(levels + Option.ruleOptions + [.seed, .worlds], with: .daily, arguments)
      let text = try arguments.text(.daily) ?? ""
      guard let day = text.isEmpty ? Day.today : Day(text) else {
        throw arguments.badValue(.daily, "'\(text)' is not a date such as 2026-11-22")
      }
      // From a pipe, the day is today, so that the game is the same on every day.
      let today = textScreen == .piped ? day : Day.today ?? day
      guard day <= today else {
        throw arguments.badValue(.daily, "\(day) is in the future: today is \(today) in UTC")
      }
      (start.mode, start.day, start.today, start.seed) = (.daily, day, today, day.number)
    } else if arguments.has(.worlds) {
      try refuse(levels, with: .worlds, arguments)
      start.mode = .worlds
      start.campaign = try FoundCampaign.playable(
        at: arguments.path(.worlds), rules, arguments, isQuick: true)
    } else if arguments.operands.isEmpty, !arguments.has(.input) {
      start.settings.supply = .family(try arguments.family())
    } else {
      if let other = arguments.first(of: Option.familyOptions + [.levels]) {
        throw arguments.badUsage("\(other.name) cannot be combined with given levels")
      }
      start.levels = try givenLevels(rules, arguments)
    }
    return start
  }

  /// Refuses options and levels that another option does not allow.
  private static func refuse(
    _ others: [Option], with option: Option, _ arguments: Arguments
  ) throws {
    if let other = arguments.first(of: others) {
      throw arguments.badUsage("\(other.name) cannot be combined with \(option.name)")
    }
    guard arguments.operands.isEmpty else {
      throw arguments.badUsage(
        "LEVEL cannot be combined with \(option.name), which takes "
          + (option.name == Option.daily.name ? "a date such as 2026-11-22" : "one FILE"))
    }
  }

  /// The levels that the player has named, each with its own rules if it has any.
  private static func givenLevels(_ rules: Rules, _ arguments: Arguments) throws -> [NamedLevel] {
    var input = try LevelInput(arguments)
    var levels: [NamedLevel] = []
    while let entry = try input.next() {
      let own = try arguments.rules(of: entry, else: rules)
      levels.append(
        NamedLevel(
          entry.level, name: entry.name ?? entry.reference ?? entry.level.code,
          rules: entry.rules == nil ? nil : own))
      guard levels.count <= mostLevels else {
        throw Failure.badData(
          "\(entry.place): too many levels, the limit is \(grouped(mostLevels))")
      }
    }
    return levels
  }

  /// The maximum number of given levels.
  private static let mostLevels = 100_000
}

extension BoardPrograms {
  /// Reads the programs of an option.
  ///
  /// - Throws: ``Failure`` with status 64 if a name or an option cannot be used.
  static func named(by option: Option, _ arguments: Arguments) throws(Failure) -> [Named] {
    var named: [Named] = []
    for word in try arguments.texts(option) {
      guard let (policy, command) = try Players.program(word, arguments) else {
        throw arguments.badValue(
          option,
          "'\(word)' is not NAME='COMMAND'. A built-in policy needs no option: add it by its name")
      }
      guard !named.contains(where: { $0.name == policy.name }) else {
        throw arguments.badUsage("\(policy) is named twice")
      }
      named.append((policy.name, command))
    }
    if named.isEmpty, let other = arguments.first(of: Option.playerOptions) {
      throw arguments.badUsage("\(other.name) needs \(option.name)")
    }
    return named
  }
}
