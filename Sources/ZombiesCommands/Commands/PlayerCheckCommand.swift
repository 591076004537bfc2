import ZombiesCore
import ZombiesGenerator
import ZombiesPolicies
import ZombiesSimulator
import ZombiesSystem

/// `zombies player-check`: whether a program keeps to the protocol of players.
package enum PlayerCheckCommand {
  package static let command: Command = Command(
    name: "player-check",
    summary: "check that a program of yours keeps to the protocol of players",
    operands: Operands(usage: "COMMAND", first: [.word([])]),
    details: """
      Starts COMMAND as '--policy NAME=COMMAND' does, and lets it play a course of rounds:

        rooms      every kind of room, dark and lit, with and without hearing
        again      the same rounds again, in a new process: the same moves
        batches    the same rounds one at a time and in reverse: the same moves
        once       other seeds, if the program says that it plays a level in one way
        long       a room of 1 by 400 squares
        cut off    rounds that end after 1 to 12 moves, and an end of its input at any point

      Prints a line for each part. The first failure ends the course with exit status 76 and the
      message that a batch would print. A program in a batch must also be ready in time; the options
      are those of a batch.
      """,
    options: [[.seed], [.playerTimeout, .playerLog], [.output, .quiet]],
    example: (
      "zombies player-check 'echo hi' 2>&1",
      """
      Error: player ('echo hi'): it wrote 'hi', expected 'name NAME'
      """
    ),
    run: run)

  /// The families of the course.
  private static let families = [
    "classic", "block", "flashlight", "5x5z2+lit", "6x6z2b3f1", "8x8z3b8f1", "1x12", "12x1",
    "9x9z3b9f2",
  ]

  private static func run(_ arguments: Arguments) throws -> ExitStatus {
    guard arguments.operands.count == 1, let command = arguments.operands[0].text else {
      throw arguments.badUsage("expected one COMMAND")
    }
    let course = Course(
      command: command, seed: try arguments.seed(), arguments: arguments,
      log: try arguments.path(.playerLog).map { path throws(Failure) in try PlayerLog(path) },
      timeout: Double(try arguments.number(.playerTimeout) as UInt64))
    let output = try arguments.output()
    defer { output.discard() }
    do throws(OutsideError) {
      try course.run { line in
        // A line that cannot be written ends the course when the output is finished.
        try? output.write(line + "\n")
      }
    } catch {
      try output.finish()
      throw Failure(status: .player, message: error.reason)
    }
    try output.finish()
    return .done
  }

  /// The rounds that a program plays.
  private struct Course {
    /// The numbers of rounds in each room: as many as the program plays at once, at least eight. So many are
    /// asked for in two parts.
    static let roundCounts = 8...72

    let command: String
    let seed: UInt64
    let arguments: Arguments
    let log: PlayerLog?
    let timeout: Double

    private func program(
      _ family: Family, hearing: Int
    ) throws(OutsideError) -> PlayerProgram {
      let rules = (try? Rules(hearingDistance: hearing)) ?? .standard
      return try PlayerProgram(
        "", command: command,
        PlayerProgram.Settings(
          family: family, rules: rules, timeout: timeout, forgives: false, log: log))
    }

    private func rounds(
      _ family: Family, _ rules: Rules, _ policy: Policy, count: UInt64, seed: UInt64,
      maxMoves: Int? = nil
    ) throws(OutsideError) -> [OutsideRound] {
      let levels = LevelGenerator(family, seed: self.seed, rules: rules, selection: .any)
      var rounds: [OutsideRound] = []
      for index in 0..<count {
        let level: Level
        do throws(GenerationError) { level = try levels.level(at: index) } catch {
          throw OutsideError("\(family): \(error)")
        }
        rounds.append(
          OutsideRound(
            LevelForm(level), policy, RoundKey(seed: seed, trial: index), rules: rules,
            moveLimit: maxMoves ?? family.size.defaultMoveLimit))
      }
      return rounds
    }

    /// Lets a new process play rounds.
    private func paths(
      _ rounds: [OutsideRound], _ program: PlayerProgram, batch: Int? = nil
    ) throws(OutsideError) -> [[Direction]] {
      var rounds = rounds
      try BatchPlayer(program, batch: batch).play(&rounds)
      return rounds.map(\.path)
    }

    private func families() -> [Family] {
      PlayerCheckCommand.families.compactMap { try? Family($0) }
    }

    func run(_ say: (String) -> Void) throws(OutsideError) {
      let first = try program(.classic, hearing: 0)
      let answer = first.answer
      try first.end()
      say(
        "\(answer.name): \(counted(answer.batch, "round")) at once"
          + (answer.playsInOneWay ? ", plays a level in one way" : ""))
      var played: [(program: PlayerProgram, rounds: [OutsideRound], paths: [[Direction]])] = []
      for family in families() {
        for hearing in [0, 2] {
          let program = try program(family, hearing: hearing)
          let rounds = try rounds(
            family, program.settings.rules, program.policy(),
            count: UInt64(
              min(max(answer.batch, Self.roundCounts.lowerBound), Self.roundCounts.upperBound)),
            seed: seed)
          played.append((program, rounds, try paths(rounds, program)))
          try program.end()
        }
      }
      say("rooms    \(counted(played.reduce(0) { $0 + $1.rounds.count }, "round"))")
      for (former, rounds, paths) in played {
        let program = try program(former.settings.family ?? .classic, former)
        try same(paths, try self.paths(rounds, program), rounds, "played again")
        try program.end()
      }
      say("again    the same moves")
      for (former, rounds, paths) in played {
        let program = try program(former.settings.family ?? .classic, former)
        let alone = try self.paths(rounds.reversed(), program, batch: 1)
        try same(paths, alone.reversed(), rounds, "played one at a time and in reverse")
        try program.end()
      }
      say("batches  the same moves")
      if answer.playsInOneWay {
        for (former, rounds, paths) in played {
          let program = try program(former.settings.family ?? .classic, former)
          let others = try self.rounds(
            former.settings.family ?? .classic, former.settings.rules, program.policy(),
            count: UInt64(rounds.count), seed: seed &+ 1)
          try same(paths, try self.paths(others, program), rounds, "played with another seed")
          try program.end()
        }
        say("once     the same moves")
      }
      try runLong(say)
      try runShort(say)
    }

    private func program(
      _ family: Family, _ former: PlayerProgram
    ) throws(OutsideError) -> PlayerProgram {
      try program(family, hearing: former.settings.rules.hearingDistance)
    }

    private func same(
      _ paths: [[Direction]], _ others: [[Direction]], _ rounds: [OutsideRound], _ what: String
    ) throws(OutsideError) {
      for (place, (path, other)) in zip(paths, others).enumerated() where path != other {
        throw OutsideError(
          "level \(rounds[place].level.code): it played \(path.letters), and when it was \(what), "
            + "\(other.letters)")
      }
    }

    private func runLong(_ say: (String) -> Void) throws(OutsideError) {
      guard let family = try? Family("1x400") else { return }
      let program = try program(family, hearing: 0)
      var rounds = try rounds(
        family, program.settings.rules, program.policy(), count: 1, seed: seed)
      try BatchPlayer(program).play(&rounds)
      let outcome = rounds[0].outcome ?? .outOfMoves
      try program.end()
      say(
        "long     \(outcome == .outOfMoves ? "out of moves" : outcome.name) after "
          + counted(rounds[0].path.count, "move"))
    }

    private func runShort(_ say: (String) -> Void) throws(OutsideError) {
      for moves in 1...12 {
        let program = try program(.classic, hearing: 0)
        var rounds = try rounds(
          .classic, program.settings.rules, program.policy(), count: 1, seed: seed,
          maxMoves: moves)
        try BatchPlayer(program).play(&rounds)
        // Its input ends in the middle of a round.
        try program.leave(inside: rounds[0], afterBegin: moves.isMultiple(of: 2))
        try program.end()
      }
      say("cut off  12 rounds")
    }
  }
}
