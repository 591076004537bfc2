import Synchronization
import ZombiesCore
import ZombiesGenerator
import ZombiesPolicies
import ZombiesReports
import ZombiesSimulator
import ZombiesSystem

/// `zombies bench`: the jobs of the yardsticks `Tests/Peers/peer.c` and `play.c` that no other command
/// does, with the code that all commands use.
package enum BenchCommand {
  package static let command: Command = Command(
    name: "bench",
    summary: "measure speed, or print the signature of the program",
    operands: Operands(usage: "[JOB]", first: [.word(Job.Kind.allCases.map(\.rawValue))]),
    details: """
      JOB is one of:

        verify SIDE ZOMBIES ROOMS        solve dark rooms drawn by the placement rule
        walk SIDE ZOMBIES ROUNDS         play such rooms with the policy random
        chase SIDE ZOMBIES BLOCKS ROOMS  solve lit rooms
        flood SIDE ZOMBIES BLOCKS ROOMS  solve dark rooms with blocks

      The counts go to standard output and the rate to standard error. Without JOB, bench runs all
      four with fixed small numbers, and then prints the signature of the program: a hash of
      the results that is the same on every machine.
      """,
    options: [[.output, .threads, .quiet]],
    example: (
      "zombies bench verify 5 2 1e6 --threads 1",
      "rooms 1000000 solvable 614261 moves 4914088"
    ),
    run: run)

  /// The seed of all jobs.
  private static let seed: UInt64 = 1

  private static func run(_ arguments: Arguments) throws -> ExitStatus {
    let threads = try arguments.threads()
    let output = try arguments.output()
    defer { output.discard() }
    let isQuiet = arguments.has(.quiet)
    if arguments.operands.isEmpty {
      try sign(threads, isQuiet, output)
    } else {
      let job = try Job(arguments)
      let begin = Terminal.now
      try output.write(try result(of: job, threads, isQuiet) + "\n")
      let seconds = max(1e-9, Terminal.now - begin)
      arguments.note("\(grouped(Int(Double(job.count) / seconds))) \(job.kind.unit)/s\n")
    }
    try output.finish()
    return .done
  }

  /// Makes the short fixed run, and prints the signature at the end.
  private static func sign(_ threads: Int, _ isQuiet: Bool, _ output: OutputFile) throws {
    let jobs = [
      ["verify", "5", "2", "100000"], ["verify", "8", "3", "100000"], ["walk", "5", "2", "100000"],
      ["walk", "8", "3", "50000"], ["chase", "6", "1", "2", "20000"],
      ["chase", "8", "2", "8", "5000"],
      ["chase", "5", "3", "2", "5000"], ["flood", "5", "1", "3", "20000"],
      ["flood", "200", "20", "7000", "50"],
    ]
    var lines = ""
    for words in jobs {
      let line = try result(of: try Job(words), threads, isQuiet)
      try output.write("\(words.joined(separator: " ")): \(line)\n")
      lines += line + "\n"
    }
    try output.write("signature \(hexadecimal(fnv1a(lines.utf8), digits: 16))\n")
  }

  private static func result(of job: Job, _ threads: Int, _ isQuiet: Bool) throws -> String {
    let progress = Progress(total: job.count, unit: job.kind.unit, isQuiet: isQuiet)
    defer { progress.finish() }
    do {
      switch job.kind {
      case .walk: return try walk(job, threads, progress)
      case .verify, .chase, .flood: return try decide(job, threads, progress)
      }
    } catch let error as GenerationError {
      throw Failure.badUsage("\(error)", in: "bench")
    } catch let error as SimulationError {
      throw Failure.badUsage("\(error)", in: "bench")
    }
  }

  private static func walk(_ job: Job, _ threads: Int, _ progress: Progress) throws -> String {
    let generator = LevelGenerator(job.family, seed: seed, selection: .any)
    let batch = Batch(generator, policies: [.random], trials: 0..<job.count)
    let result = try Simulator(batch, threads: threads).run(onProgress: {
      progress.update($0.trialCount)
    })
    let rounds = result.tallies[0].rounds
    return "rounds \(rounds.total) won \(rounds[.won]) caught \(rounds[.caught]) "
      + "moves \(rounds.moveSum)"
  }

  private static func decide(_ job: Job, _ threads: Int, _ progress: Progress) throws -> String {
    let done = Atomic<UInt64>(0)
    let generator = LevelGenerator(job.family, seed: seed, selection: .any)
    let counts = try PlacementCounts(
      of: generator, 0..<job.count, threads: threads,
      onProgress: { count in
        progress.update(done.wrappingAdd(count, ordering: .relaxed).newValue)
      })
    let gaveUp = counts.gaveUp > 0 ? " gave-up \(counts.gaveUp)" : ""
    return "rooms \(counts.placements) solvable \(counts.solvable) moves \(counts.moves)\(gaveUp)"
  }
}

/// A job with its operands, the same as those of the yardstick.
private struct Job {
  enum Kind: String, CaseIterable {
    case verify, walk, chase, flood

    var unit: String { self == .walk ? "rounds" : "rooms" }

    /// The names of the operands after the name of the job.
    var operands: [String] {
      switch self {
      case .verify: ["SIDE", "ZOMBIES", "ROOMS"]
      case .walk: ["SIDE", "ZOMBIES", "ROUNDS"]
      case .chase, .flood: ["SIDE", "ZOMBIES", "BLOCKS", "ROOMS"]
      }
    }
  }

  let kind: Kind
  let family: Family
  let count: UInt64

  init(_ arguments: Arguments) throws(Failure) {
    try self.init(arguments.operands.map { $0.text ?? "" })
  }

  init(_ words: [String]) throws(Failure) {
    guard let kind = words.first.flatMap(Kind.init) else {
      let word = words.first ?? ""
      throw .badUsage(
        Arguments.notOne(word, of: Kind.allCases.map(\.rawValue)), in: "bench")
    }
    guard words.count == kind.operands.count + 1 else {
      throw .badUsage(
        "\(kind.rawValue): expected \(kind.operands.joined(separator: " ")), "
          + "found \(counted(words.count - 1, "operand"))", in: "bench")
    }
    var numbers: [String: Int] = [:]
    for (name, word) in zip(kind.operands, words.dropFirst()) {
      numbers[name] = try Self.number(word, name, kind)
    }
    let side = numbers["SIDE"] ?? 0
    guard let size = try? RoomSize(rows: side, columns: side),
      let family = try? Family(
        size: size, zombies: numbers["ZOMBIES"] ?? 0, blocks: numbers["BLOCKS"] ?? 0,
        isLit: kind == .chase)
    else { throw .badUsage("no such room", in: "bench") }
    self.kind = kind
    self.family = family
    count = UInt64(numbers["ROOMS"] ?? numbers["ROUNDS"] ?? 0)
  }

  private static func number(_ word: String, _ name: String, _ kind: Kind) throws(Failure) -> Int {
    let range: ClosedRange<UInt64> =
      switch name {
      case "SIDE": 3...(kind == .flood ? Option.sides.upperBound : 8)
      case "ZOMBIES", "BLOCKS": 0...UInt64(Family.counts.upperBound)
      default: 1...UInt64(Int64.max)
      }
    guard let number = largeDecimal(word), range.contains(number) else {
      throw .badUsage(
        "\(kind.rawValue): '\(word)' is not a whole number from \(Option.Value.text(of: range)) "
          + "(\(name))", in: "bench")
    }
    return Int(number)
  }
}
