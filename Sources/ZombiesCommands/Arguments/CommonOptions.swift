import ZombiesAnalysis
import ZombiesCore
import ZombiesGenerator
import ZombiesGrading
import ZombiesPolicies
import ZombiesReports
import ZombiesSimulator
import ZombiesSolver

// The options that several commands share.

/// How a table is written.
enum TableFormat: String, CaseIterable {
  case table, csv
}

/// How results are written that are no table for people.
enum TextFormat: String, CaseIterable {
  case text, csv
}

extension Option {
  // MARK: All commands

  static let help = Option(name: "--help", alias: "-h", summary: "show this help", group: .general)
  static let output = file(
    "--output", alias: "-o", .output, "write to this file instead of standard output",
    note: "The file is complete or not changed at all", group: .general)
  static let quiet = flag(
    "--quiet", "show no progress and no notes; errors are still shown", group: .general)
  static let color = word(
    "--color", "WHEN", ColorChoice.self, default: .auto, "colour pictures",
    note: "auto colours them on a terminal and respects NO_COLOR", group: .general)
  static let threads = number(
    "--threads", Terminal.threads, defaultText: "the number of cores", "threads",
    note: "Results never depend on it", group: .general)

  // MARK: Levels

  static let input = file(
    "--input", .input,
    "read levels from this file, or from standard input for -: codes, seed references, pictures, "
      + "or a CSV with a column 'level'")
  static let seed = number("--seed", 0...UInt64.max, default: 0, "the seed")
  static let levels = word(
    "--levels", "WHICH", LevelSelection.self, default: .solvable,
    "which placements of the family are played")
  static let maxStates = count(
    "--max-states", 1...UInt64(Int.max), defaultText: defaultStates,
    "the most states that a search may visit",
    note: "A state takes up to \(bytesPerState(SmallRoom.limit, 0)) bytes in rooms of at most "
      + "\(SmallRoom.limit) squares; in larger rooms it takes \(bytesPerState(.max, 0)) bytes and "
      + "\(bytesPerState(.max, 1) - bytesPerState(.max, 0)) more for each zombie")

  /// What ``Solver/defaultStateLimit(squares:movingZombies:)`` comes to, in words.
  static let defaultStates =
    "\(grouped(Solver.defaultStates)) states, or as many as fit in \(Solver.defaultMemory >> 30) GiB"

  private static func bytesPerState(_ squares: Int, _ movingZombies: Int) -> Int {
    Solver.bytesPerState(squares: squares, movingZombies: movingZombies)
  }
  static let difficultyStates = count(
    "--max-states", 1...UInt64(Int32.max), default: UInt64(StateGraph.defaultStateLimit),
    "the most states of a level that is solved",
    note: "The solver gives up on levels with more")

  // MARK: Pictures and pages

  static let why = flag(
    "--why", "show how far a player comes in a level that cannot be won, and who shuts each way")

  static func title(_ standard: String) -> Option {
    Option(
      name: "--title", value: Value(name: "TEXT", kind: .text, standard: standard),
      summary: "the title")
  }
  static let across = number(
    "--across", 1...100, defaultText: "4 in SVG, and what fits the window in HTML",
    "the number of cards side by side")

  // MARK: Batches

  static let policies = Option(
    name: "--policy",
    value: Value(
      name: "NAMES", kind: .word, words: Policy.builtIn.map(\.name) + ["all"], standard: "all",
      isList: true),
    summary: "the policies, separated by commas or in several options",
    note: "all includes optimal only if its plan takes just a moment to make")
  static let rounds = count(
    "--rounds", 1...UInt64(Int64.max), default: defaultRounds, "how many rounds are played")

  /// The rounds of a batch where no number is given.
  static let defaultRounds: UInt64 = 100_000

  /// The most rounds of a run that ends when enough is known, where no number is given.
  static let mostRounds: UInt64 = 1_000_000_000

  static let games = count(
    "--games", 1...Batch.largestTrial(.games) + 1, "play this many games instead of rounds")
  static let first = count(
    "--first", as: "T", 0...Batch.largestTrial(.rounds), default: 0, "the number of the first trial"
  )
  static let maxMoves = count(
    "--max-moves", 1...UInt64(Int32.max), defaultText: "4 times the number of squares",
    "the most moves of a round")
  static let tableFormat = word(
    "--format", "FORMAT", TableFormat.self, default: .table, "the format of the output")
  static let textFormat = word(
    "--format", "FORMAT", TextFormat.self, default: .text, "the format of the output")

  // MARK: Long batches

  static let manifest = file(
    "--manifest", .output,
    "write a JSON file with the version, the command line, the settings, and the SHA-256 of every "
      + "output", group: .batch)
  static let tally = file(
    "--tally", .output, "write all counts, for 'zombies merge'", group: .batch)
  static let checkpoint = file(
    "--checkpoint", .checkpoint,
    "save the state of the run in this file, regularly and on interruption",
    note: "The file is removed at the end", group: .batch)
  static let checkpointEvery = number(
    "--checkpoint-every", as: "SECONDS", 0...86_400, default: 60, "the seconds between two saves",
    group: .batch)
  static let resume = flag(
    "--resume", "continue from the checkpoint; start at the beginning if there is none",
    group: .batch)

  /// The options that save the state of a run.
  static let checkpoints: [Option] = [checkpoint, checkpointEvery, resume]

  static let shard = Option(
    name: "--shard", value: Value(name: "I/N", kind: .text, words: ["auto"]),
    summary: "play only part I of N of the trials, I counted from 1 and N at most "
      + "\(Value.text(of: Shard.counts.upperBound))",
    note: "auto takes the part from the engine that runs this task: SLURM, Kubernetes, AWS Batch, "
      + "GNU parallel, PBS, SGE, LSF or HTCondor", group: .batch)
  static let shards = number(
    "--shards", Shard.counts,
    "the number of parts for --shard auto, on engines that do not tell it",
    group: .batch)

  // MARK: Hard levels

  static let top = number(
    "--top", as: "K", HardestLevels.capacities, default: HardestLevels.defaultCapacity,
    "how many of the hardest levels are kept")
  static let topCSV = file("--top-csv", .output, "write the hardest levels to this file")

  // MARK: Families

  static let family = Option(
    name: "--family", alias: "--preset",
    value: Value(
      name: "NAME", kind: .text, words: Family.presets.map(\.name), standard: Family.classic.name),
    summary: "a preset (\(listed(Family.presets.map(\.name), "or"))) or a name such as "
      + "6x6z2b1+lit", group: .family)
  static let size = Option(
    name: "--size", value: Value(name: "RxC", kind: .text, standardText: familys),
    summary: "rows and columns, \(Value.text(of: sides)) each", group: .family)
  static let rows = number(
    "--rows", RoomSize.sides, defaultText: familys, "rows", group: .family)
  static let columns = number(
    "--columns", RoomSize.sides, defaultText: familys, "columns", group: .family)
  static let zombies = number(
    "--zombies", Family.counts, defaultText: familys, "zombies", group: .family)
  static let blocks = number(
    "--blocks", Family.counts, defaultText: familys, "blocks", group: .family)
  static let flashlights = number(
    "--flashlights", Family.counts, defaultText: familys, "flashlights", group: .family)
  static let lit = flag("--lit", "the room is lit from the beginning", group: .family)

  /// The options that say what levels are drawn from.
  static let familyOptions: [Option] = [
    family, size, rows, columns, zombies, blocks, flashlights, lit,
  ]

  /// What counts where a single setting of a family is not changed.
  private static let familys = "the family's"

  /// The sides of a room.
  static let sides = UInt64(RoomSize.sides.lowerBound)...UInt64(RoomSize.sides.upperBound)

  // MARK: Rules

  static let catchingDistance = number(
    name(of: .catchingDistance), Rules.catchingDistances, default: Rules.standard.catchingDistance,
    "the distance at which a zombie catches", group: .rules)
  static let chase = word(
    name(of: .chase), "AXIS", Rules.ChaseAxis.self, default: Rules.standard.chase,
    "the axis along which a zombie tries to step first", group: .rules)
  static let zombieSpeed = number(
    name(of: .zombieSpeed), Rules.zombieSpeeds, default: Rules.standard.zombieSpeed,
    "steps that a zombie takes in a chase", group: .rules)

  /// The options that change the rules.
  static let ruleOptions = Rules.Variant.allCases.map { rule($0) }

  /// The option that changes a variant of the rules.
  static func rule(_ variant: Rules.Variant) -> Option {
    switch variant {
    case .catchingDistance: catchingDistance
    case .chase: chase
    case .zombieSpeed: zombieSpeed
    }
  }

  private static func name(of variant: Rules.Variant) -> String {
    "--" + variant.name(joinedBy: "-")
  }
}
