import ZombiesCore
import ZombiesGenerator
import ZombiesGrading
import ZombiesPolicies
import ZombiesReports
import ZombiesSimulator
import ZombiesSolver
import ZombiesSystem

extension Option {
  fileprivate static let moves = Option(
    name: "--moves", value: Value(name: "MOVES", kind: .text),
    summary: "play these moves, written as letters U, D, L and R",
    note: "Lower case and spaces are accepted")
  fileprivate static let policy = Option(
    name: "--policy",
    value: Value(name: "NAME", kind: .word, words: Policy.builtIn.map(\.name), takesPrograms: true),
    summary: "let this policy play",
    note: "NAME='COMMAND' is a player that is a program of yours")
  fileprivate static let trial = count(
    "--trial", as: "T", 0...UInt64.max, default: 0, "number of the trial in the batch")
  fileprivate static let round = number(
    "--round", as: "R", 0...Game.standardLives - 1, default: 0,
    "number of the round in the trial")
  fileprivate static let view = word(
    "--view", "WHOSE", ReplayCommand.View.self, default: .all, "what the pictures show",
    note: "all shows everything; player shows what the player sees, with ? for a dark square, and "
      + "says what the player hears")
  fileprivate static let format = format(ReplayCommand.Format.self, default: .picture)

  /// The options that need a policy.
  fileprivate static let ofPolicies: [Option] =
    [seed, trial, round, maxMoves, maxStates] + playerOptions
}

/// `zombies replay`: a round, move by move.
package enum ReplayCommand {
  fileprivate enum View: String, CaseIterable {
    case all, player
  }

  fileprivate enum Format: String, CaseIterable {
    case picture, emoji
  }

  package static let command: Command = Command(
    name: "replay",
    summary: "show a round move by move, with what happened and why",
    operands: Operands(usage: "[LEVEL | FILE]", first: [.level], readsInput: true),
    details: """
      Plays one round of a level, either with given moves or by a policy, and shows a picture after
      each move. To replay a round of a batch, use the level, policy, trial and round in a row of
      'simulate --rounds-csv', with the seed and the rules of the batch. LEVEL is a code or a
      reference. Without LEVEL and FILE, the level is read from standard input.

      Policies:

      \(HelpList.policies)
      """,
    options: [
      [
        .moves, .policy, .seed, .trial, .round, .maxMoves, .maxStates, .view, .format,
      ],
      Option.playerOptions, Option.ruleOptions, [.output, .manifest, .quiet, .color],
    ],
    example: (
      "zombies replay S2/1Z1/2P --moves U",
      """
      start: dark
      S..
      .Z.
      ..P

      move 1: U to row 2, column 3; caught: the zombie at (2,2) is one step away
      S..
      .ZP
      ...
      """
    ),
    run: run)

  private static func run(_ arguments: Arguments) throws -> ExitStatus {
    guard arguments.operands.count < 2 else {
      throw arguments.badUsage("expected one LEVEL, found \(arguments.operands.count)")
    }
    guard arguments.has(.moves) != arguments.has(.policy) else {
      throw arguments.badUsage("use exactly one of --moves and --policy")
    }
    let view = try arguments.choice(.view, as: View.self)
    let format = try arguments.choice(.format, as: Format.self)
    let key = RoundKey(
      seed: try arguments.seed(), trial: try arguments.number(.trial),
      round: try arguments.number(.round))
    let limit = try arguments.maxMoves()
    let policy = try arguments.words(.policy)?.first.flatMap { Policy(builtIn: $0) }
    let moves = try arguments.text(.moves).map { text throws(Failure) in
      try Self.moves(text, arguments)
    }
    if moves != nil, let option = arguments.first(of: Option.ofPolicies) {
      throw arguments.badUsage("\(option.name) needs --policy")
    }
    var levels = try LevelInput(arguments)
    let entry = try levels.onlyEntry()
    let level = entry.level
    let rules = try arguments.rules(of: entry, else: try arguments.rules())
    let solver = Solver(rules: rules, stateLimit: try arguments.maxStates())
    var best = policy == .optimal ? try bestMoves(level, rules, limit: limit) : nil
    let program = try arguments.texts(.policy).first { $0.contains("=") }
    if let program {
      let players = try Players([program], of: Family(of: level), rules, arguments)
      best = try players.path(in: level, key, rules, limit: limit)
      try players.end(arguments)
    }
    if let moves { try Stage.rehearse(moves, Round(level, rules: rules)) }
    let outputs = try OutputSet(arguments)
    defer { outputs.discard() }
    let output = try outputs.openMain("round", arguments)
    let round = Round(level, rules: rules)
    var stage = Stage(
      round: round, output: output, style: format == .emoji ? .emoji : .letters,
      asPlayerSees: view == .player, palette: try arguments.palette(for: output))
    try stage.begin()
    if let moves {
      try stage.play(moves)
    } else {
      arguments.note("seed \(key.seed)\n")
      let limit = limit ?? level.size.defaultMoveLimit
      if let best {
        try stage.play(best, limit: limit)
      } else if let policy {
        try stage.play(policy, key, solver, limit: limit)
      }
    }
    try outputs.finish(Manifest(arguments))
    return .done
  }

  private static func moves(
    _ text: String, _ arguments: Arguments
  ) throws(Failure) -> [Direction] {
    var moves: [Direction] = []
    // A Windows newline is one character.
    for (place, character) in text.enumerated() where !" \t\n\r\r\n".contains(character) {
      guard let letter = character.asciiValue, let move = Direction(letter: letter & ~0x20) else {
        throw arguments.badValue(
          .moves, "'\(character)', character \(place + 1), is not one of U, D, L, R")
      }
      moves.append(move)
    }
    return moves
  }

  /// The moves of `optimal`, which needs a plan for the family of the level.
  private static func bestMoves(
    _ level: Level, _ rules: Rules, limit: Int?
  ) throws -> [Direction] {
    let batch = Batch(
      LevelList([level]), policies: [.optimal], trials: 0..<1, rules: rules, maxMoves: limit)
    let moves = Monitor<[Direction]>([])
    do throws(SimulationError) {
      _ = try Simulator(batch).run(onRounds: { records in
        moves.withLock { $0 = records.first?.path ?? [] }
        return true
      })
    } catch {
      throw Failure.badData(batch.message(of: error))
    }
    return moves.withLock { $0 }
  }

  /// Shows a round on an output.
  private struct Stage {
    var round: Round
    let output: OutputFile
    let style: PictureStyle
    let asPlayerSees: Bool
    let palette: Palette

    /// Whether the text may mention zombies that the player does not see.
    private var seesZombies: Bool { !asPlayerSees || round.isLit }

    func begin() throws {
      try show(RoundText.beginning(round, hears: asPlayerSees))
    }

    private func show(_ title: String) throws {
      let picture = round.picture(style, asPlayerSees: asPlayerSees)
      try output.write("\(title)\n\(palette.paint(picture))\n")
    }

    /// Makes one move and shows it.
    mutating func make(_ move: Direction) throws {
      let events = try round.move(move)
      try output.write("\n")
      try show(
        RoundText.move(
          round.moves, events, round, seesZombies: seesZombies, hears: asPlayerSees))
    }

    private static func failure(_ error: Round.IllegalMove, number: Int) -> Failure {
      switch error {
      case .roundIsOver(let outcome):
        .badData("--moves: move \(number) comes after the round's end (\(outcome))")
      case .leavesRoom(let move, let square):
        .badData("--moves: move \(number), \(move), leaves the room from \(square.place)")
      case .blocked(let move, let square):
        .badData("--moves: move \(number), \(move), runs into a block from \(square.place)")
      }
    }

    /// Checks that all moves are legal, before anything is shown.
    ///
    /// - Throws: ``Failure`` with status 65.
    static func rehearse(_ moves: [Direction], _ round: Round) throws(Failure) {
      var round = round
      for move in moves {
        do throws(Round.IllegalMove) { try round.move(move) } catch {
          throw failure(error, number: round.moves + 1)
        }
      }
    }

    mutating func play(_ moves: [Direction]) throws {
      for move in moves { try make(move) }
      if round.outcome == nil { try end("the round goes on") }
    }

    mutating func play(_ policy: Policy, _ key: RoundKey, _ solver: Solver, limit: Int) throws {
      func played<Result>(_ body: () throws(PolicyError) -> Result) throws(Failure) -> Result {
        do throws(PolicyError) { return try body() } catch { throw .badData(error.description) }
      }
      let start = RoundStart(policy, size: round.level.size, rules: round.rules, key: key)
      var player = try played { () throws(PolicyError) in
        try policy.player(in: round.level, start, solver: solver)
      }
      while round.outcome == nil, round.moves < limit {
        let sight = Sight(round)
        try make(played { () throws(PolicyError) in try player.choose(sight) })
      }
      try endOfMoves(limit)
    }

    /// Plays moves that a policy made in advance.
    mutating func play(_ moves: [Direction], limit: Int) throws {
      for move in moves { try make(move) }
      try endOfMoves(limit)
    }

    private func endOfMoves(_ limit: Int) throws {
      if round.outcome == nil { try end("out of moves: \(counted(limit, "move")) made") }
    }

    /// Explains why no more moves are made.
    private func end(_ text: String) throws { try output.write("\n\(text)\n") }
  }
}
