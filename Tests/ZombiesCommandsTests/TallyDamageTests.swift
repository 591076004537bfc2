import Foundation
import Testing
import ZombiesTestSupport

@testable import ZombiesSystem

/// Tallies and rounds that were cut, changed or made up, and yet are merged, or refused without
/// their name.
@Suite(.waits) struct TallyDamageTests {
  typealias Damaged = (what: String, text: [UInt8])

  /// Merges each of some files, after other arguments, and expects each to be refused by name.
  private func expectAllRefused(
    _ files: [Damaged], behind words: [String] = ["--partial"], in folder: TemporaryFolder,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    var accepted: [String] = []
    for (number, file) in files.enumerated() {
      try folder.write(file.text, to: "file\(number)")
      let output = folder.file("merged")
      let failure = refusal(["merge"] + words + [folder.file("file\(number)"), "-o", output])
      let isNamed = failure?.message.contains("file\(number)") ?? false
      if failure?.status != .badData || !isNamed || folder.read("merged") != nil {
        accepted.append("\(file.what): \(failure?.message ?? "merged")")
      }
    }
    #expect(accepted.isEmpty, "\(accepted)", sourceLocation: sourceLocation)
  }

  /// TallyFileTests and TallyHostileTests damage tallies in every way. Here, damage reaches
  /// `merge`.
  @Test func damagedTallies() throws {
    let folder = try TemporaryFolder()
    try BatchOfRounds(levels: ["SP", "S4/5/2Z2/5/4P"], unit: "--games", count: 4)
      .play(as: "t", in: folder)
    let bytes = Array((folder.read("t.tally") ?? "").utf8)
    var changed = bytes
    changed[bytes.count / 2] ^= 1
    try expectAllRefused(
      [
        ("a bit changed", changed), ("cut", Array(bytes[..<(bytes.count / 2)])),
        ("without beginning", Array(bytes[16...])), ("two of them", bytes + bytes), ("nothing", []),
      ], in: folder)
  }

  /// The largest possible counts are added; one visit more is an error, not an overflow.
  @Test func countsUpToAllBounds() throws {
    let folder = try TemporaryFolder()
    let run = try shell(
      #"""
      zombies simulate --policy random --rounds 2 --tally t -o table --squares-csv s --quiet SP
      half() { # name, trials, moves, rounds, visits of either square
        head -n -1 t | sed "s/^whole .*/whole 0-18446744073709551614/; s/^played .*/played $2/
          s/^rounds .*/rounds random won $3 $4/; s/^square random 0 \(.\) .*/square random 0 \1 $5 0/" >body
        (cat body; echo "sha256 $(sha256sum <body | cut -c1-64)") >$1
      }
      half a 0-9223372036854775807 1 9223372036854775808 9223372036854775808
      half b 9223372036854775808-18446744073709551614 1 9223372036854775807 9223372036854775807
      half c 0-4611686018427387903 3 4611686018427387904 9223372036854775808
      half d 4611686018427387904-9223372036854775807 3 4611686018427387904 9223372036854775808
      zombies merge a b --format csv | tail -n 1 | cut -d, -f1-7
      zombies merge --partial c | wc -l; zombies merge --partial c d; echo $?
      """#, in: folder)
    let most = UInt64.max
    expectEqual(run.output, "random,\(most),\(most),0,0,0,1.000000000\n3\n65\n", "\(run)")
    expect(run.errors.contains("Error: d: "), "\(run)")
  }

  // MARK: Rounds

  private static let roundBatches = ["--rounds", "--games"].map {
    BatchOfRounds(levels: [], unit: $0, count: 12, seed: 6)
  }

  /// Rows lost, doubled, swapped or cut inside a piece are found without a tally.
  @Test(arguments: roundBatches)
  func roundsThatAreNotWhole(batch: BatchOfRounds) throws {
    let folder = try TemporaryFolder()
    for shard in ["1", "2"] { try batch.play(["--shard", "\(shard)/2"], as: shard, in: folder) }
    let text = folder.read("2.rounds") ?? ""
    let lines = text.split(separator: "\n").map { "\($0)\n" }
    let trialLength = lines.dropFirst().prefix { $0.hasPrefix("6,") }.count
    var damaged: [(what: String, text: String)] = []
    for place in lines.indices.dropFirst()
    where isLong || place % 16 == 1 || place > lines.count - 3 {
      var (lost, doubled, swapped) = (lines, lines, lines)
      lost.remove(at: place)
      doubled.insert(lines[place], at: place)
      damaged.append(("row \(place) lost", lost.joined()))
      damaged.append(("row \(place) doubled", doubled.joined()))
      if place + 1 < lines.count {
        swapped.swapAt(place, place + 1)
        damaged.append(("row \(place) swapped with the next", swapped.joined()))
      }
      damaged.append(
        ("cut inside row \(place)", lines[..<place].joined() + lines[place].dropLast(3)))
      damaged.append(
        ("row \(place) without newline", lines[..<place].joined() + lines[place].dropLast()))
    }
    // A trial lost between two others, and at the beginning, where it is a gap between pieces.
    let trial = 1..<1 + trialLength
    damaged.append(("the first trial lost", (lines[..<1] + lines[trial.upperBound...]).joined()))
    for (old, new) in [
      (",edge,", ",edges,"), (",won,", ",one,"), ("\n7,", "\n07,"), ("\n7,", "\n,"),
      (",edge,", ",random,"), (",clairvoyant,S", ",clairvoyant,,S"), ("\n7,0", "\n7,1"),
      ("trial,round", "trial,rounds"), ("\n7,0", "\n7,0,0"), ("UU", "U"), ("UU", "UX"),
      ("\n8,", "\n\n8,"), ("\n8,", "\r\n8,"), ("\n", "\r\n"),
    ] {
      var changed = text
      let place = try require(changed.range(of: old), "\(old)")
      changed.replaceSubrange(place, with: new)
      damaged.append(("\(old.debugDescription) → \(new.debugDescription)", changed))
    }
    try expectAllRefused(
      damaged.map { ($0.what, Array($0.text.utf8)) }, behind: [folder.file("1.rounds")], in: folder)
    try expectEqual(zombies("merge", "1.rounds", "2.rounds", in: folder).ending, .exit(0))
  }

  /// The tallies show what rows alone cannot: missing trials at the end, or rows of another seed.
  @Test(arguments: roundBatches)
  func roundsThatAreNotOfTheTallies(batch: BatchOfRounds) throws {
    let folder = try TemporaryFolder()
    for shard in ["1", "2"] { try batch.play(["--shard", "\(shard)/2"], as: shard, in: folder) }
    var other = batch
    other.seed = 7
    try other.play(["--shard", "2/2"], as: "other", in: folder)
    let own = (folder.read("2.rounds") ?? "").split(separator: "\n").map { "\($0)\n" }
    let foreign = (folder.read("other.rounds") ?? "").split(separator: "\n").map { "\($0)\n" }

    try folder.write(own.filter { !$0.hasPrefix("11,") }.joined(), to: "short")
    // One trial of another seed: the first whose rows give other counts.
    func rows(_ lines: [String], of trial: Int) -> [String] {
      lines.filter { $0.hasPrefix("\(trial),") }
    }
    func counts(_ rows: [String]) -> [[Substring]] {
      rows.map { row in
        let cells = row.split(separator: ",")
        return [cells[2], cells[4], cells[5]]
      }
    }
    let trial = try require(
      (6..<12).first { counts(rows(own, of: $0)) != counts(rows(foreign, of: $0)) })
    let mixed = (6..<12).flatMap { rows($0 == trial ? foreign : own, of: $0) }
    try folder.write(own[0] + mixed.joined(), to: "mixed")
    for piece in ["short", "mixed", "other.rounds"] {
      let words = ["merge", "1.tally", "2.tally", "1.rounds", piece]
      let run = try zombies(words + ["--rounds-csv", "joined", "-o", "table"], in: folder)
      expectEqual(run.ending, .exit(65), "\(run)")
      expect(run.errors.contains(piece), "\(run)")
      expect(piece != "short" || run.errors.contains("1.rounds"), "\(run)")
      expect(folder.read("joined") == nil && folder.read("table") == nil, "\(run)")
    }
  }

  /// A row of rounds that was changed is refused, with its line if the row shows it. The rounds are not
  /// played again: another level, or another path with as many moves, passes, as the help says.
  @Test(
    arguments: [
      (4, "caught", "the rounds are not those that the tallies counted: trials 0-3 in altered"),
      (
        4, "lost",
        "altered, line 6: expected a row of trial, round, policy, level, outcome, moves and"
      ),
      (6, "UUUULLL", "altered, line 6: expected a row of trial, round, policy, level, outcome,"),
      (6, "UUUULLLX", "altered, line 6: expected a row of trial, round, policy, level, outcome,"),
      (0, "3", "altered, line 6: expected trial 2 after 1, found 3"),
      (3, "S4/5/1Z3/Z4/4P", nil), (6, "UUULULLL", nil),
    ] as [(Int, String, String?)])
  func alteredCells(column: Int, value: String, message: String?) throws {
    let folder = try TemporaryFolder()
    let line = "zombies simulate --family classic --seed 42 --rounds 4 --policy edge,random"
    try shellDone("\(line) --tally t --squares-csv s --rounds-csv r -o /dev/null", in: folder)
    var rows = try require(folder.read("r")).split(separator: "\n").map(String.init)
    expectEqual(rows[5], "2,0,edge,S4/5/Z4/Z4/4P,won,8,UUUULLLL", "\(rows)")
    var cells = rows[5].split(separator: ",").map(String.init)
    cells[column] = value
    rows[5] = cells.joined(separator: ",")
    try folder.write(rows.map { "\($0)\n" }.joined(), to: "altered")
    let run = try zombies("merge", "t", "altered", "--rounds-csv", "x", "-o", "y", in: folder)
    if let message {
      expect(run.ending == .exit(65) && run.errors.contains(message), "\(run)")
      expect(folder.read("x") == nil && folder.read("y") == nil, "\(run)")
    } else {
      expect(run.ending == .exit(0) && folder.read("x") == folder.read("altered"), "\(run)")
    }
  }

  /// Rounds of games and of rounds, or of other policies, cannot be joined.
  @Test func roundsOfOtherBatches() throws {
    let folder = try TemporaryFolder()
    let line = "zombies simulate --family block --rounds-csv"
    try shellDone("\(line) 1 -o /dev/null --rounds 4", in: folder)
    for (more, status) in [
      ("--rounds 4 --first 4 --policy edge,random", Int32(65)), ("--rounds 4 --first 4", 0),
      ("--games 4 --first 4", 65), ("--rounds 4 --first 4 --policy edge", 65),
    ] {
      try shellDone("\(line) 2 -o /dev/null \(more)", in: folder)
      let run = try zombies("merge", "1", "2", in: folder)
      expectEqual(run.ending, .exit(status), "\(more): \(run)")
      if status != 0 { expect(run.errors.contains("Error: 2, line "), "\(more): \(run)") }
    }
  }

  /// Files that are neither, missing files and folders; and options that cannot be combined.
  @Test(arguments: [
    ("nothing", 66, "nothing"), (".", 66, "."), ("text", 65, "text, line 1"),
    ("t text", 65, "text, line 1"), ("t nothing", 66, "nothing"), ("", 64, "no file"),
    ("r --tally x", 64, "--tally"), ("r --format csv", 64, "--format"),
    ("r --squares-csv x", 64, "--squares-csv"), ("t --rounds-csv x", 64, "--rounds-csv"),
    ("t r", 64, "--rounds-csv"), ("r --rounds-csv x -o y", 64, "--output"),
    ("t --squares-csv x", 65, "--squares-csv"), ("t -o x --tally x", 64, "same file"),
    ("t --tally -", 64, "standard output"),
  ])
  func badUsage(words: String, status: Int32, message: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("trial,round\n", to: "text")
    try shellDone("zombies simulate --rounds 4 --tally t --rounds-csv r -o /dev/null", in: folder)
    let names = folder.names
    let run = try shell("zombies merge \(words)", in: folder)
    expect(run.ending == .exit(status) && run.output == "", "\(run)")
    expect(run.errors.contains(message), "\(run)")
    expectEqual(folder.names, names, "\(run)")
  }
}
