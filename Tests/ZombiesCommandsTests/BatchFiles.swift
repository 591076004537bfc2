import Foundation
import Testing
import ZombiesTestSupport

// A batch with all the files that it can write under one name: the CSV and the text table, the
// squares, the rounds and the tally.
extension BatchOfRounds {
  /// Whether all levels have the same size, so that squares can be counted.
  var countsSquares: Bool {
    guard let first = levels.first, !first.hasPrefix("--") else { return true }
    let sizes = levels.map { code in NaiveLevel(code: code).map { [$0.rows, $0.columns] } }
    return sizes[0] != nil && Set(sizes).count == 1
  }

  /// The options that write all files except the text table, which other runs write.
  func files(_ name: String) -> [String] {
    ["-o", "\(name).csv", "--tally", "\(name).tally"]
      + (countsSquares ? ["--squares-csv", "\(name).squares"] : [])
  }

  /// Plays a part of the batch, or all of it.
  @discardableResult
  func play(
    _ more: [String] = [], as name: String, in folder: TemporaryFolder
  ) throws -> Finished {
    let run = try zombies(
      words + more + ["--format", "csv", "--rounds-csv", "\(name).rounds"] + files(name),
      in: folder)
    expect(run.ending == .exit(0) && run.output == "", "\(run)")
    return run
  }

  /// Plays the whole batch, and writes the text table too.
  func playWhole(as name: String, in folder: TemporaryFolder) throws {
    try play(as: name, in: folder)
    let run = try zombies(words + ["-o", "\(name).txt"], in: folder)
    expectEqual(run.ending, .exit(0), "\(run)")
  }

  /// Expects the files of one name to equal those of another, byte by byte.
  func expectSameFiles(
    _ name: String, _ expected: String, _ what: String, in folder: TemporaryFolder,
    but left: [String] = []
  ) {
    let kinds = ["csv", "txt", "rounds", "tally"] + (countsSquares ? ["squares"] : [])
    for kind in kinds where !left.contains(kind) {
      let wanted = folder.read("\(expected).\(kind)")
      expect(wanted?.isEmpty == false, "\(expected).\(kind)")
      expectSame(
        folder.read("\(name).\(kind)") ?? "no file", wanted ?? "no file",
        "\(testDescription), \(what): \(name).\(kind)")
    }
  }
}

/// The trials of a rounds CSV, each once, in order.
func trials(in rounds: String?) -> [UInt64] {
  var trials: [UInt64] = []
  for line in (rounds ?? "").split(separator: "\n").dropFirst() {
    if let trial = line.split(separator: ",").first.flatMap({ UInt64($0) }), trial != trials.last {
      trials.append(trial)
    }
  }
  return trials
}
