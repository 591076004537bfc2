import ZombiesAnalysis
import ZombiesCore
import ZombiesGenerator
import ZombiesGrading
import ZombiesPolicies
import ZombiesReports
import ZombiesSimulator
import ZombiesSolver
import ZombiesSystem

// The options that several commands share.

/// The output formats of a command. Those that other programs read are rows of columns.
package protocol OutputFormat: RawRepresentable, CaseIterable where RawValue == String {}

extension OutputFormat {
  /// Whether the output has rows of columns, as CSV or as JSON lines.
  package var isRows: Bool { rawValue == "csv" || isJSONLines }

  /// Whether the output is JSON lines, which are made from the CSV (`JSONLines`).
  package var isJSONLines: Bool { rawValue == "jsonl" }
}

/// The output formats of commands that print a table.
package enum TableFormat: String, OutputFormat {
  case table, csv, jsonl
}

/// The output formats of commands that print text rather than a table.
enum TextFormat: String, OutputFormat {
  case text, csv, jsonl
}

/// The output formats of commands that print only rows.
enum RowFormat: String, OutputFormat {
  case csv, jsonl
}

extension Option {
  // MARK: All commands

  package static let help = Option(
    name: "--help", alias: "-h", summary: "show this help", group: .general)
  package static let output = file(
    "--output", alias: "-o", .output, "write to this file instead of standard output",
    note: "The file is replaced only when the output is complete", group: .general)
  package static let quiet = Option(
    name: "--quiet", alias: "-q", summary: "hide progress and notes; errors are still shown",
    group: .general)
  package static let color = word(
    "--color", "WHEN", ColorChoice.self, default: .auto, "colour pictures",
    note: "auto colours them only on a terminal and respects NO_COLOR", group: .general)
  package static let threads = number(
    "--threads", Terminal.threads, defaultText: "the number of processors that it may use",
    "number of threads",
    note: "It does not affect results", group: .general)

  // MARK: Levels

  package static let input = file(
    "--input", .input,
    "read levels from this file (- for standard input): codes, references, pictures, or a CSV with a "
      + "column 'level'", note: "Repeat the option for several files"
  ).repeatable
  package static let seed = number("--seed", 0...UInt64.max, default: 0, "seed")
  package static let levels = word(
    "--levels", "WHICH", LevelSelection.self, default: .solvable,
    "placements of the family to use")
  package static let maxStates = count(
    "--max-states", 1...UInt64(Int.max), defaultText: defaultStates,
    "maximum number of states that a search visits",
    note: "A state takes up to \(bytesPerState(SmallRoom.limit, 0)) bytes in rooms of up to "
      + "\(SmallRoom.limit) squares. In larger rooms it takes \(bytesPerState(.max, 0)) bytes plus "
      + "\(bytesPerState(.max, 1) - bytesPerState(.max, 0)) for each zombie")

  /// The value of ``Solver/defaultStateLimit(squares:movingZombies:)`` in words.
  static let defaultStates =
    "\(Solver.defaultStates) states, or as many as fit in \(Solver.defaultMemory >> 30) GiB"

  private static func bytesPerState(_ squares: Int, _ movingZombies: Int) -> Int {
    Solver.bytesPerState(squares: squares, movingZombies: movingZombies)
  }
  static let difficultyStates = count(
    "--max-states", 1...UInt64(Int32.max), default: UInt64(StateGraph.defaultStateLimit),
    "maximum number of states of a level",
    note: "The solver gives up on levels with more")

  // MARK: Pictures and pages

  static let why = flag(
    "--why",
    "show how far a player can get in an unsolvable level, and which zombies shut each way out")

  package static func title(_ standard: String) -> Option {
    Option(
      name: "--title", value: Value(name: "TEXT", kind: .text, standard: standard),
      summary: "title")
  }
  static let across = number(
    "--across", 1...100, defaultText: "4 in SVG, as many as fit the window in HTML",
    "number of cards side by side")

  // MARK: Batches

  static let policies = Option(
    name: "--policy",
    value: Value(
      name: "NAMES", kind: .word, words: Policy.builtIn.map(\.name) + ["all"], standard: "all",
      isList: true),
    summary: "policies to play, separated by commas or in several options",
    note: "all includes optimal and cautious only if they take just a moment")
  /// ``policies`` in commands in which other programs can play.
  static let policiesAndPrograms = policies.saying(
    policies.summary,
    note: "all includes optimal and cautious only if they take just a moment. NAME='COMMAND' is a "
      + "player that is a program of yours"
  ).changing { $0.takesPrograms = true }
  package static let playerTimeout = number(
    "--player-timeout", 1...86_400, default: 10,
    "longest wait for an answer of a program that plays, in seconds")
  package static let playerLog = file(
    "--player-log", .output, "append what programs that play write to standard error to this file")
  package static let playerForgive = flag(
    "--player-forgive",
    "count a round in which a program fails as lost, and start the program again",
    note: "The number of failures is printed at the end")

  /// The options of programs that play.
  package static let playerOptions = [playerTimeout, playerLog, playerForgive]

  static let rounds = count(
    "--rounds", alias: "-n", 1...UInt64(Int64.max), default: defaultRounds,
    "number of rounds to play")

  /// The default number of rounds of a batch.
  static let defaultRounds: UInt64 = 100_000

  /// The default maximum number of rounds of a run that stops as soon as the result is clear.
  static let mostRounds: UInt64 = 1_000_000_000

  static let games = count(
    "--games", 1...Batch.largestTrial(.games) + 1, "number of games to play instead of rounds")
  static let first = count(
    "--first", as: "T", 0...Batch.largestTrial(.rounds), default: 0, "number of the first trial")
  static let maxMoves = count(
    "--max-moves", 1...UInt64(Int32.max), defaultText: "4 times the number of squares",
    "maximum number of moves of a round")
  package static let tableFormat = format(TableFormat.self, default: .table)
  static let textFormat = format(TextFormat.self, default: .text)
  static let rowFormat = format(RowFormat.self, default: .csv)

  /// An option with the format of the main output.
  static func format<Word: RawRepresentable & CaseIterable>(
    _ type: Word.Type, default standard: Word, note: String = ""
  ) -> Option where Word.RawValue == String {
    word("--format", "FORMAT", type, default: standard, "output format", note: note)
      .changing { $0.standardText = "from the ending of FILE, else \(standard.rawValue)" }
  }

  // MARK: Long batches

  package static let manifest = file(
    "--manifest", .output,
    "write a JSON file with the version, the command line, the settings, and the SHA-256 of each "
      + "input and output", group: .general)
  static let tally = file(
    "--tally", .output, "write all counts to this file, for 'zombies merge'", group: .batch)
  static let checkpoint = file(
    "--checkpoint", .checkpoint,
    "save the state of the run in this file, regularly and when interrupted",
    note: "A completed run removes the file", group: .batch)
  package static let checkpointEvery = number(
    "--checkpoint-every", as: "SECONDS", 0...86_400, default: 60, "seconds between saves",
    group: .batch)
  static let resume = flag(
    "--resume", "continue from the checkpoint, or from the beginning if the file does not exist",
    group: .batch)

  /// The options that save the state of a run.
  static let checkpoints: [Option] = [checkpoint, checkpointEvery, resume]

  static let shard = Option(
    name: "--shard", value: Value(name: "I/N", kind: .text, words: ["auto"]),
    summary: "play only part I of N of the trials, with I from 1 to N and N up to "
      + "\(Value.text(of: Shard.counts.upperBound))",
    note: "auto takes I and N from the SLURM array that this task belongs to", group: .batch)

  // MARK: Hard levels

  static let top = number(
    "--top", as: "K", HardestLevels.capacities, default: HardestLevels.defaultCapacity,
    "number of hardest levels to keep")
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
    summary: "number of rows and columns, \(Value.text(of: sides)) each", group: .family)
  static let rows = number(
    "--rows", RoomSize.sides, defaultText: familys, "number of rows", group: .family)
  static let columns = number(
    "--columns", RoomSize.sides, defaultText: familys, "number of columns", group: .family)
  static let zombies = number(
    "--zombies", Family.counts, defaultText: familys, "number of zombies", group: .family)
  static let blocks = number(
    "--blocks", Family.counts, defaultText: familys, "number of blocks", group: .family)
  static let flashlights = number(
    "--flashlights", Family.counts, defaultText: familys, "number of flashlights", group: .family)
  static let lit = flag("--lit", "light the room from the beginning", group: .family)

  /// The options that set the family.
  package static let familyOptions: [Option] = [
    family, size, rows, columns, zombies, blocks, flashlights, lit,
  ]

  /// The default of a single family setting, in words.
  private static let familys = "the family's"

  /// The sides of a room.
  package static let sides = UInt64(RoomSize.sides.lowerBound)...UInt64(RoomSize.sides.upperBound)

  // MARK: Rules

  static let catchingDistance = number(
    name(of: .catchingDistance), Rules.catchingDistances, default: Rules.standard.catchingDistance,
    "distance at which a zombie catches the player", group: .rules)
  static let chase = word(
    name(of: .chase), "AXIS", Rules.ChaseAxis.self, default: Rules.standard.chase,
    "axis along which a zombie tries to step first", group: .rules)
  static let zombieSpeed = number(
    name(of: .zombieSpeed), Rules.zombieSpeeds, default: Rules.standard.zombieSpeed,
    "steps of a zombie per chase", group: .rules)

  package static let hearingDistance = number(
    name(of: .hearingDistance), Rules.hearingDistances, default: Rules.standard.hearingDistance,
    "distance within which the player hears zombies in the dark", group: .rules)

  /// The options that change the rules.
  package static let ruleOptions = Rules.Variant.allCases.map { rule($0) }

  /// The options that change the rules of a game, with a note on the hearing distance.
  package static func ruleOptions(hearing note: String) -> [Option] {
    Rules.Variant.allCases.map { variant in
      let option = rule(variant)
      return variant == .hearingDistance ? option.saying(option.summary, note: note) : option
    }
  }

  /// The option that changes a variant of the rules.
  package static func rule(_ variant: Rules.Variant) -> Option {
    switch variant {
    case .catchingDistance: catchingDistance
    case .chase: chase
    case .zombieSpeed: zombieSpeed
    case .hearingDistance: hearingDistance
    }
  }

  private static func name(of variant: Rules.Variant) -> String {
    "--" + variant.name(joinedBy: "-")
  }
}
