import ZombiesCore
import ZombiesFiles
import ZombiesReports
import ZombiesSimulator
import ZombiesSystem

/// The record of a run: its command line, settings, trials and outputs.
package struct Manifest {
  /// The command line, quoted for a shell.
  let command: String
  /// The settings by name.
  let settings: [(key: String, value: String)]
  /// The files that were read.
  let inputs: InputLog
  /// The trials that were played; nil if the run has none.
  var trials: RangeSet<UInt64>?
  /// All trials of the batch, played or not; nil if the manifest omits them.
  var whole: RangeSet<UInt64>?

  init(_ arguments: Arguments, _ result: BatchResult) {
    command = arguments.line()
    settings = TallyFile.lines(of: result.settings)
    inputs = arguments.inputs
    trials = result.played
    whole = RangeSet(result.whole)
  }

  /// The record of a run whose only settings are its options.
  package init(_ arguments: Arguments) throws(Failure) {
    let grid = arguments.takes(Option.rule(.chase)) ? try arguments.ruleGrid() : []
    self.init(arguments, settings: grid.count == 1 ? [("rules", grid[0].line)] : [])
  }

  init(_ arguments: Arguments, settings: [(key: String, value: String)]) {
    command = arguments.line()
    self.settings = settings
    inputs = arguments.inputs
  }

  /// The manifest as JSON, with the written files.
  func text(_ outputs: [OutputSet.Written]) throws(Failure) -> String {
    var members: [(name: String, value: JSON)] = [
      ("program", .string("zombies")), ("version", .string(programVersion)),
      ("command", .string(command)),
      ("settings", .object(settings.map { ($0.key, Self.value(of: $0.key, $0.value)) })),
      (
        "inputs",
        .array(
          try inputs.files().map { file in
            .object([
              ("path", .string(file.path.rawText)), ("bytes", .number(file.length)),
              ("sha256", .string(file.hash)),
            ])
          })
      ),
    ]
    if let whole { members.append(("whole", ranges(whole))) }
    if let trials { members.append(("trials", ranges(trials))) }
    members.append(
      (
        "outputs",
        .array(
          outputs.map { output in
            var members: [(name: String, value: JSON)] = [
              ("name", .string(output.name)), ("path", .string(output.path)),
              ("bytes", .number(output.length)),
              ("sha256", .string(output.digest)),
            ]
            if let schema = output.schema { members.append(("schema", .string(schema))) }
            return .object(members)
          })
      ))
    return JSON.object(members).text
  }

  /// The names of settings that are numbers.
  private static let numbers = [
    "seed", "level-seed", "max-moves", "max-states", "top", "climbs", "steps", "combinations",
    "first",
    "count",
  ]

  /// A setting, which tallies contain as text: numbers as numbers, rules by name, and lists as arrays.
  private static func value(of key: String, _ text: String) -> JSON {
    if text == "-" { return .null }
    if numbers.contains(key), let number = decimal(text) { return .number(number) }
    switch key {
    case "rules", "level-rules":
      guard let rules = Rules(line: text) else { return .string(text) }
      return .object(
        Rules.Variant.allCases.map { variant in
          let value = rules.value(of: variant)
          return (variant.name(joinedBy: "-"), decimal(value).map(JSON.number) ?? .string(value))
        })
    case "policies": return .array(text.split(separator: ",").map { .string(String($0)) })
    case "given":
      let parts = text.split(separator: " ")
      guard parts.count == 2, let count = decimal(parts[0]) else { return .string(text) }
      return .object([("count", .number(count)), ("sha256", .string(String(parts[1])))])
    case "exact": return .bool(text == "true")
    default: return .string(text)
    }
  }

  private func ranges(_ trials: RangeSet<UInt64>) -> JSON {
    .array(
      trials.ranges.map { range in
        .object([("first", .number(range.lowerBound)), ("last", .number(range.upperBound - 1))])
      })
  }
}

/// The version of the program.
package let programVersion = "0.4.0"
