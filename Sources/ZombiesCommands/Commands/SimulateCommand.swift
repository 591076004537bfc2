import ZombiesReports

/// `zombies simulate`: rounds and games in batches.
enum SimulateCommand {
  static let command = Command(
    name: "simulate",
    summary: "play rounds or games by policies, and count how they end",
    operands: "[LEVEL ...]",
    details: """
      Plays trials on levels of a family, or on given ones, a row a policy; all policies play
      the same levels. Trial t plays the level with index t of the family (or level t modulo
      their number of a list); with --games a trial is a game of up to three rounds, and round
      r of it plays index 3t + r. Results are the same with any number of threads.

      Policies:
      \(policyList)
      """,
    options: [
      .input,
      Option(
        name: "--levels", value: "WHICH",
        summary: "solvable (unless said) levels of the family, or any placements"),
      Option(
        name: "--policy", value: "NAMES",
        summary: "policies with commas between, or all (unless said)"),
      Option(name: "--rounds", value: "N", summary: "how many rounds; 100,000 unless said"),
      Option(name: "--games", value: "N", summary: "play so many games instead"),
      Option(name: "--first", value: "T", summary: "the first trial; 0 unless said"),
      Option(
        name: "--max-moves", value: "N",
        summary: "the most moves of a round; 4 times the squares unless said"),
      .maxStates, .seed,
      Option(name: "--format", value: "FORMAT", summary: "table (unless said) or csv"),
      Option(name: "--rounds-csv", value: "FILE", summary: "write every round to a file"),
      Option(
        name: "--squares-csv", value: "FILE",
        summary: "write how often each square was visited, and where players were caught"),
    ] + Option.family + Option.rules + [.output, .threads, .quiet],
    example: (
      "zombies simulate --family classic --levels any --rounds 1000",
      """
      1,000 rounds · classic, all levels · seed 0
      policy       won  caught  stuck  out  win rate   95% interval   moves      sd  p90
      random        17     982      0    1    1.700%    1.064–2.706   7.982   9.845   20
      edge         219     781      0    0   21.900%  19.447–24.568   4.083   2.632    8
      beeline      210     790      0    0   21.000%  18.589–23.633   3.812   2.460    8
      clairvoyant  614     263      0  123   61.400%  58.344–64.368  17.687  30.960  100
      """
    ),
    run: run)

  private static let policyList = Policy.allCases.map { policy in
    let padding = String(repeating: " ", count: 12 - policy.rawValue.count)
    return "  \(policy.rawValue)\(padding)\(policy.summary)"
  }.joined(separator: "\n")

  private enum Format: String, CaseIterable {
    case table, csv
  }

  private static func run(_ arguments: Arguments) throws -> ExitStatus {
    let batch = try batch(arguments)
    let format = try arguments.choice("--format", Format.self) ?? .table
    let threads = try arguments.threads()
    let outputs = try Outputs(arguments, batch)
    defer { outputs.discard() }
    let simulator = Simulator(batch, threads: threads, countsSquares: outputs.squares != nil)
    Terminal.say("seed \(batch.seed)\n")
    let progress = Progress(
      total: batch.trialCount, unit: batch.unit.rawValue,
      isQuiet: arguments.has("--quiet"))
    defer { progress.finish() }
    let tallies = try play(simulator, outputs.rounds, progress)
    progress.finish()
    switch format {
    case .csv: try outputs.table.write(SimulateCSV.text(batch, tallies))
    case .table: try outputs.table.write(SimulateTable.text(batch, tallies))
    }
    try outputs.squares?.write(SquaresCSV.text(batch, tallies))
    try outputs.finish()
    return .done
  }

  /// Plays, and streams rounds to a file where asked for.
  private static func play(
    _ simulator: Simulator, _ rounds: OutputFile?, _ progress: Progress
  ) throws -> [Tally] {
    let batch = simulator.batch
    let stream = try rounds.map(RoundsStream.init)
    var onRounds: (@Sendable ([RoundRecord]) -> Bool)?
    if let stream { onRounds = { stream.write($0) } }
    do {
      let tallies = try simulator.run(onRounds: onRounds) { done, tallies in
        progress.update(done) { estimate(batch, tallies) }
      }
      if let error = stream?.error { throw error }
      return tallies
    } catch let error as SimulationError {
      // What was played before stands, where rows were streamed.
      try? rounds?.flush()
      throw Failure.badData(Self.message(error, batch))
    }
  }

  private static func message(_ error: SimulationError, _ batch: Batch) -> String {
    var message = "\(error)"
    if case .generated(let generator) = batch.levels {
      message = "\(generator.family)@\(generator.seed): " + message
    }
    switch error {
    case .generation(.gaveUp), .policy(.gaveUp): return message + " (--max-states)"
    case .generation: return message
    }
  }

  /// The win rate of the first policy so far.
  private static func estimate(_ batch: Batch, _ tallies: [Tally]) -> String {
    guard let policy = batch.policies.first, let rounds = tallies.first?.rounds, rounds.total > 0
    else { return "" }
    let interval = Interval(wilson: rounds[.won], of: rounds.total)
    return " · \(policy) wins \(percent(interval.low))–\(percent(interval.high))"
  }

  // MARK: Settings

  private static func batch(_ arguments: Arguments) throws -> Batch {
    let rules = try arguments.rules()
    let seed = try arguments.seed()
    let unit: Batch.Unit = arguments.has("--games") ? .games : .rounds
    if unit == .games, arguments.has("--rounds") {
      throw arguments.badUsage("give either --rounds or --games")
    }
    let most = Batch.largestTrial(unit)
    let count =
      try arguments.count(unit == .games ? "--games" : "--rounds", 1...UInt64(Int64.max)) ?? 100_000
    let first = try arguments.count("--first", 0...most) ?? 0
    guard count - 1 <= most - first else {
      throw arguments.badUsage(
        "--first: the last trial would be beyond \(most), whose level is the last one")
    }
    let maxMoves = try arguments.count("--max-moves", 1...UInt64(Int32.max)).map { Int($0) }
    let maxStates = try arguments.maxStates()
    return Batch(
      levels: try levels(arguments, rules, seed, maxStates), policies: try policies(arguments),
      unit: unit, trials: first..<first + count, rules: rules, maxMoves: maxMoves, seed: seed,
      stateLimit: maxStates)
  }

  private static func levels(
    _ arguments: Arguments, _ rules: Rules, _ seed: UInt64, _ maxStates: Int?
  ) throws(Failure) -> Batch.Levels {
    if arguments.operands.isEmpty, !arguments.has("--input") {
      let generator = LevelGenerator(
        try arguments.family(), seed: seed, rules: rules,
        selection: try arguments.choice("--levels", LevelSelection.self) ?? .solvable,
        stateLimit: maxStates)
      do throws(GenerationError) { _ = try LevelSource(generator) } catch {
        throw arguments.badUsage("\(generator.family): \(error)")
      }
      return .generated(generator)
    }
    let options = Option.family.map(\.name) + ["--levels"]
    if let option = options.first(where: arguments.has) {
      throw arguments.badUsage("\(option) goes with generated levels, and levels are given")
    }
    var input = try LevelInput(arguments)
    var levels: [Level] = []
    while let entry = try input.next() { levels.append(entry.level) }
    return .list(levels)
  }

  private static func policies(_ arguments: Arguments) throws(Failure) -> [Policy] {
    guard let text = try arguments.text("--policy"), text != "all" else { return Policy.allCases }
    let known = Policy.allCases.map(\.rawValue)
    var policies: [Policy] = []
    for name in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let policy = Policy(rawValue: String(name)) else {
        throw arguments.badValue(
          "--policy",
          "'\(name)' is not one of \(known.joined(separator: ", ")), or all"
            + didYouMean(String(name), among: known))
      }
      guard !policies.contains(policy) else {
        throw arguments.badValue("--policy", "\(policy) is named twice")
      }
      policies.append(policy)
    }
    return policies
  }

  // MARK: Outputs

  /// The files of a run, all opened before the work begins.
  private struct Outputs {
    let table: OutputFile
    var rounds: OutputFile?
    var squares: OutputFile?

    private var all: [OutputFile] { [table] + [rounds, squares].compactMap { $0 } }

    init(_ arguments: Arguments, _ batch: Batch) throws(Failure) {
      let paths = ["--output", "--rounds-csv", "--squares-csv"].map { ($0, arguments.path($0)) }
      let onStandardOutput = paths.filter { name, path in
        path?.isStandardOutput ?? (name == "--output")
      }
      guard onStandardOutput.count < 2 else {
        throw arguments.badUsage(
          "\(onStandardOutput[1].0): at most one output may be standard output; "
            + "send the table to a file with --output")
      }
      // A file and the part of another one must not be the same either.
      let files = paths.compactMap(\.1).filter { !$0.isStandardOutput }.map(\.identity)
      let parts = files.map { $0 + ".part".utf8 }
      guard Set(files + parts).count == files.count * 2 else {
        throw arguments.badUsage("two outputs are the same file")
      }
      if arguments.has("--squares-csv"), batch.size == nil {
        throw arguments.badUsage("--squares-csv needs levels of one size")
      }
      table = try arguments.output()
      do throws(Failure) {
        rounds = try paths[1].1.map { path throws(Failure) in try OutputFile.open(path) }
        squares = try paths[2].1.map { path throws(Failure) in try OutputFile.open(path) }
      } catch {
        discard()
        throw error
      }
    }

    func finish() throws {
      try OutputFile.finish(all)
    }

    func discard() {
      for output in all { output.discard() }
    }
  }

  /// Rounds on their way to a file. The simulator lets one thread at a time write.
  private final class RoundsStream: @unchecked Sendable {
    private let output: OutputFile
    private(set) var error: (any Error)?

    init(_ output: OutputFile) throws {
      self.output = output
      try output.write(RoundsCSV.header)
    }

    /// Writes records; false when that failed.
    func write(_ records: [RoundRecord]) -> Bool {
      do {
        for record in records { try output.write(RoundsCSV.row(record)) }
        return true
      } catch {
        self.error = error
        return false
      }
    }
  }
}
