import ZombiesCore
import ZombiesFiles
import ZombiesReports
import ZombiesSimulator

/// The record of a run: its command line, settings, trials and outputs.
struct Manifest {
  /// The command line, quoted for a shell.
  let command: String
  /// The settings by name.
  let settings: [(key: String, value: String)]
  /// The trials that were played; nil if the run has none.
  var trials: RangeSet<UInt64>?
  /// All trials of the batch, played or not; nil if the manifest omits them.
  var whole: RangeSet<UInt64>?

  init(_ arguments: Arguments, _ result: BatchResult) {
    command = arguments.line()
    settings = TallyFile.lines(of: result.settings)
    trials = result.played
    whole = RangeSet(result.whole)
  }

  init(_ arguments: Arguments, settings: [(key: String, value: String)]) {
    command = arguments.line()
    self.settings = settings
  }

  /// The manifest as JSON, with the written files.
  func text(_ outputs: [OutputSet.Entry]) -> String {
    var members: [(name: String, value: JSON)] = [
      ("program", .string("zombies")), ("version", .string(Tool.version)),
      ("command", .string(command)),
      ("settings", .object(settings.map { ($0.key, .string($0.value)) })),
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
              ("bytes", .number(output.file.length)),
              ("sha256", .string(output.file.digest?.hex ?? "")),
            ]
            if let schema = output.schema { members.append(("schema", .string(schema))) }
            return .object(members)
          })
      ))
    return JSON.object(members).text
  }

  private func ranges(_ trials: RangeSet<UInt64>) -> JSON {
    .array(
      trials.ranges.map { range in
        .object([("first", .number(range.lowerBound)), ("last", .number(range.upperBound - 1))])
      })
  }
}
