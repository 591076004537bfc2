import ZombiesAnalysis
import ZombiesGrading
import ZombiesReports

/// An option of a command, in one place for parsing, help and did-you-mean.
struct Option: Hashable, Sendable {
  /// The name with its dashes, as in "--seed".
  let name: String

  /// Another name, as in "-o"; nil where there is none.
  var alias: String?

  /// What the value is called in help; nil for an option without a value.
  var value: String?

  /// What the option does, in a line or two of help.
  let summary: String

  /// Options of a group are shown together in help.
  var group = Group.own

  /// What the command does with the file that the value names; nil where it names none.
  var file: FileUse?

  enum Group: String, CaseIterable, Sendable {
    case own = "Options"
    case filter = "Filter options"
    case batch = "Options for long batches"
    case family = "Family options"
    case rules = "Rule options"
    case general = "General options"
  }

  /// The name and the value, as help shows them.
  var label: String {
    let names = alias.map { "\($0), \(name)" } ?? name
    return value.map { "\(names) \($0)" } ?? names
  }
}

// The options that several commands share.
extension Option {
  static let output = Option(
    name: "--output", alias: "-o", value: "FILE",
    summary: "write to a file instead of standard output; the file is old or new, never a part",
    group: .general, file: .output)
  static let quiet = Option(name: "--quiet", summary: "show no progress", group: .general)
  static let color = Option(
    name: "--color", value: "WHEN",
    summary: "colour pictures: auto (on a terminal; NO_COLOR is respected), always or never",
    group: .general)
  static let help = Option(name: "--help", alias: "-h", summary: "show this help", group: .general)
  static let threads = Option(
    name: "--threads", value: "N",
    summary: "1 to 1024 threads; the number of cores unless said. Results never depend on it",
    group: .general)
  static let seed = Option(
    name: "--seed", value: "N", summary: "0 to 18446744073709551615; 0 unless said")
  static let input = Option(
    name: "--input", value: "FILE",
    summary: "read levels from a file, - for standard input: codes, seed references, pictures, "
      + "or a CSV with a column level",
    file: .input)
  static let levels = Option(
    name: "--levels", value: "WHICH",
    summary: "solvable (unless said) levels of the family, or any placements")
  static let first = Option(
    name: "--first", value: "T", summary: "the first trial; 0 unless said")
  static let maxMoves = Option(
    name: "--max-moves", value: "N",
    summary: "the most moves of a round; 4 times the squares unless said")
  static let games = Option(
    name: "--games", value: "N", summary: "play so many games instead")
  static let tableFormat = Option(
    name: "--format", value: "FORMAT", summary: "table (unless said) or csv")
  static let manifest = Option(
    name: "--manifest", value: "FILE",
    summary: "write a JSON file that tells the version, the command, the settings, and the SHA-256 "
      + "of all that was written", group: .batch, file: .output)
  static let checkpoint: [Option] = [
    Option(
      name: "--checkpoint", value: "FILE",
      summary: "save what is done to a file, every so often and when interrupted; removed at the "
        + "end", group: .batch, file: .checkpoint),
    Option(
      name: "--checkpoint-every", value: "SECONDS",
      summary: "0 to 86400 seconds between saves; 60 unless said", group: .batch),
    Option(
      name: "--resume",
      summary: "go on from the checkpoint; from the beginning where there is none", group: .batch),
  ]
  static let shard = shard("play part I of N of the trials")
  static let top = Option(
    name: "--top", value: "K",
    summary:
      "keep the K hardest levels, 0 to \(HardestLevels.capacities.upperBound); 10 unless said")
  static let gradedStates = Option(
    name: "--max-states", value: "N",
    summary: "the most states of a level that is solved; \(grouped(StateGraph.defaultStateLimit)) "
      + "unless said. Of others it gives up")
  static let topCSV = Option(
    name: "--top-csv", value: "FILE", summary: "write the hardest levels to a file", file: .output)

  /// The options that choose a part of the work.
  static func shard(_ summary: String) -> [Option] {
    [
      Option(
        name: "--shard", value: "I/N",
        summary:
          "\(summary), I from 1; auto: the part that the engine gives this "
          + "task (SLURM, Kubernetes, AWS Batch, GNU parallel, PBS, SGE, LSF, HTCondor)",
        group: .batch),
      Option(
        name: "--shards", value: "N",
        summary: "with --shard auto, how many parts there are, where the engine does not tell",
        group: .batch),
    ]
  }
  static let maxStates = Option(
    name: "--max-states", value: "N",
    summary: "the most states a search may visit; 10 million unless said, or as many as fit 1 GiB: "
      + "a state costs up to 96 bytes in rooms of at most 64 squares, else 80 and 12 a zombie")

  static let family: [Option] = [
    Option(
      name: "--family", alias: "--preset", value: "NAME",
      summary: "classic (unless said), block, flashlight, or a name such as 6x6z2b1+lit",
      group: .family),
    Option(
      name: "--size", value: "RxC", summary: "rows and columns, 1 to 1024 each", group: .family),
    Option(name: "--rows", value: "N", summary: "rows, 1 to 1024", group: .family),
    Option(name: "--columns", value: "N", summary: "columns, 1 to 1024", group: .family),
    Option(name: "--zombies", value: "N", summary: "the number of zombies", group: .family),
    Option(name: "--blocks", value: "N", summary: "the number of blocks", group: .family),
    Option(name: "--flashlights", value: "N", summary: "the number of flashlights", group: .family),
    Option(name: "--lit", summary: "the room is lit from the beginning", group: .family),
  ]

  static let rules: [Option] = [
    Option(
      name: "--catching-distance", value: "0|1",
      summary: "a zombie within this distance catches; 1 unless said", group: .rules),
    Option(
      name: "--chase", value: "AXIS",
      summary: "which step a zombie tries first: longest (unless said), vertical or horizontal",
      group: .rules),
    Option(
      name: "--zombie-speed", value: "N", summary: "steps a chase, 1 (unless said) to 16",
      group: .rules),
  ]
}
