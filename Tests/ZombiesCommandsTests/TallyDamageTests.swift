import Foundation
import Testing
import ZombiesTestSupport

/// Tallies and rounds that were cut, changed or made up: refused by name, never merged.
@Suite(.waits) struct TallyDamageTests {
  /// Tallies of a few trials: of rounds with squares, and of games on given levels.
  static let batches = [
    BatchOfRounds(levels: ["--size", "3x3", "--zombies", "0"], count: 3),
    BatchOfRounds(levels: ["SP", "S4/5/2Z2/5/4P"], unit: "--games", count: 4),
  ]

  typealias Damaged = (what: String, text: [UInt8])

  /// Merges each of some files, after other arguments, and expects each to be refused by name.
  private func expectAllRefused(
    _ files: [Damaged], behind words: String = "--partial", in folder: TemporaryFolder,
    sealed: Bool = false, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for (number, file) in files.enumerated() {
      try folder.write(file.text, to: "file\(number)")
    }
    // One shell for all files: one process and one line of results for each.
    let seal =
      sealed
      ? """
      sha256sum file[0-9]* >sums
      while read -r sum name; do echo "sha256 $sum" >>$name; done <sums
      """ : ""
    var loop = CommandLineRun(
      shell: """
        \(seal)
        i=0; while [ $i -lt \(files.count) ]; do
          zombies merge \(words) file$i >out 2>err; status=$?; out=no
          if [ -s out ]; then out=some; fi
          IFS= read -r error <err; echo "$status $out $error"
          i=$((i + 1)); done
        """, in: folder)
    loop.timeout = 600
    let lines = try loop.run().lines
    #expect(lines.count == files.count, sourceLocation: sourceLocation)
    for (number, (line, file)) in zip(lines, files).enumerated() {
      #expect(
        line.hasPrefix("65 no Error: ") && line.contains("file\(number)"), "\(file.what): \(line)",
        sourceLocation: sourceLocation)
    }
  }

  private func tally(_ batch: BatchOfRounds) throws -> [UInt8] {
    let folder = try TemporaryFolder()
    try batch.play(as: "t", in: folder)
    let bytes = Array((folder.read("t.tally") ?? "").utf8)
    #expect(bytes.count > 500)
    return bytes
  }

  /// Every position in the long form, otherwise a sample.
  private func places(in bytes: [UInt8], every step: Int) -> [Int] {
    bytes.indices.filter { isLong || $0 % step == 0 }
  }

  @Test(arguments: batches)
  func cutAnywhere(batch: BatchOfRounds) throws {
    let bytes = try tally(batch)
    let newlines = bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }
    let ends = sampled(newlines, every: 5).flatMap { [$0, $0 + 1] }
    let lengths = Set(places(in: bytes, every: 59) + ends).filter { $0 < bytes.count }
    let folder = try TemporaryFolder()
    try expectAllRefused(
      lengths.sorted().map { ("cut to \($0) bytes", Array(bytes[..<$0])) }, in: folder)
    // The beginning is missing.
    try expectAllRefused(
      [1, 14, 16, bytes.count / 2].map { ("without \($0) bytes", Array(bytes[$0...])) }, in: folder)
  }

  @Test(arguments: batches)
  func aByteChanged(batch: BatchOfRounds) throws {
    let bytes = try tally(batch)
    var files: [Damaged] = []
    for place in places(in: bytes, every: 27) {
      for bit in isLong ? Array(0..<8) : [place / 27 % 8] {
        var bytes = bytes
        bytes[place] ^= 1 << UInt8(bit)
        files.append(("bit \(bit) of byte \(place) flipped", bytes))
      }
    }
    try expectAllRefused(files, in: try TemporaryFolder())
  }

  /// Lines lost, doubled, swapped; bytes added; other line endings.
  @Test(arguments: batches)
  func linesChanged(batch: BatchOfRounds) throws {
    let bytes = try tally(batch)
    let lines = bytes.split(separator: UInt8(ascii: "\n")).map { $0 + [UInt8(ascii: "\n")] }
    var files: [Damaged] = []
    for place in lines.indices where isLong || place % 9 == 0 || place > lines.count - 3 {
      var (lost, doubled, swapped) = (lines, lines, lines)
      lost.remove(at: place)
      doubled.insert(lines[place], at: place)
      swapped.swapAt(place, (place + 1) % lines.count)
      for (what, changed) in [("lost", lost), ("doubled", doubled), ("swapped", swapped)] {
        files.append(("line \(place + 1) \(what)", Array(changed.joined())))
      }
    }
    for (what, behind) in [("blank line", "\n"), ("byte", "\0"), ("word", "x\n")] {
      files.append(("a \(what) at the end", bytes + Array(behind.utf8)))
    }
    files.append(("two of them", bytes + bytes))
    files.append(("a byte-order mark", [0xEF, 0xBB, 0xBF] + bytes))
    let withReturns = bytes.flatMap { byte -> [UInt8] in byte == 10 ? [13, 10] : [byte] }
    files.append(("carriage returns", withReturns))
    files += [("nothing", []), ("a newline", [10]), ("zeroes", [UInt8](repeating: 0, count: 99))]
    let otherVersion = String(decoding: bytes, as: UTF8.self)
      .replacing("zombies-tally 1", with: "zombies-tally 2")
    files.append(("the wrong version", Array(otherVersion.utf8)))
    try expectAllRefused(files, in: try TemporaryFolder())
  }

  /// Files with a correct checksum and impossible contents: made up, or written by a bug.
  @Test(arguments: batches)
  func madeUp(batch: BatchOfRounds) throws {
    let folder = try TemporaryFolder()
    try batch.play(as: "t", in: folder)
    let body = (folder.read("t.tally") ?? "").split(separator: "\n").dropLast().map(String.init)
    var edits: [(what: String, lines: [String])] = []
    func edit(_ key: String, _ values: String...) {
      guard let place = body.firstIndex(where: { $0.hasPrefix("\(key) ") }) else { return }
      for value in values {
        var lines = body
        lines[place] = value
        if lines != body { edits.append((value, lines)) }
      }
    }
    edit("unit", "unit", "unit games", "unit rounds", "unit  rounds", "unit rounds ", "unit x")
    edit("whole", "whole 0-1", "whole 1-9", "whole -", "whole 5-4", "whole 0-99999999999999999999")
    edit(
      "played", "played 0-1", "played 0-9", "played -", "played 0-0,2-2", "played 0-1,1-2",
      "played 0-18446744073709551615", "played 2-0", "played 00-2", "played 0-")
    edit("size", "size 0x0", "size 1x1", "size 9999x1", "size 3x", "size 3x3x3", "size ")
    edit("policies", "policies", "policies edge,edge", "policies x", "policies edge,", "policies -")
    edit("rules", "rules 2 longest 1", "rules 1 x 1", "rules 1 longest 0", "rules 1 longest")
    edit("max-moves", "max-moves 0", "max-moves", "max-moves 99999999999999999999")
    edit("seed", "seed -1", "seed 18446744073709551616", "seed x", "seed 01")
    edit("squares", "squares x", "squares")
    edit("family", "family 3x", "family nothing", "family 5x5")
    edit("given", "given 0 x", "given x", "given 99999999999999999999 x")
    edit(
      "rounds random", "rounds random won 1", "rounds random won 1 0", "rounds random won x 3",
      "rounds random won 1 18446744073709551615", "rounds random won 99999999999 3",
      "rounds random lost 1 3", "rounds nobody won 1 3", "rounds random won 1 3 4", "rounds random")
    edit(
      "games random", "games random", "games random 4 1", "games random 18446744073709551615 1",
      "games edge 1 1")
    edit(
      "square random", "square random 9 0 1 1", "square random 0 9 1 1", "square random 0 0 1",
      "square random 0 0 1 18446744073709551615", "square random 0 0 1 1")
    for place in body.indices.dropFirst() {
      var lines = body
      let line = lines.remove(at: place)
      edits.append(("without \(line)", lines))
      lines.append(line)
      if place < body.count - 1 { edits.append(("at the end: \(line)", lines)) }
    }
    // Games may have more or fewer lost rounds, within bounds.
    let tried = edits.filter { edit in
      !(batch.unit == "--games" && edit.what.hasPrefix("without rounds"))
    }
    #expect(tried.count > 80)
    try expectAllRefused(
      tried.map { ($0.what, Array($0.lines.map { $0 + "\n" }.joined().utf8)) }, in: folder,
      sealed: true)
    // The checksum that the shell computes is that of the program.
    let whole = body.map { $0 + "\n" }.joined()
    try folder.write(whole, to: "whole")
    let seal = try shell("sha256sum <whole | cut -c1-64", in: folder).lines.first ?? ""
    #expect(folder.read("t.tally") == whole + "sha256 \(seal)\n")
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
    #expect(run.output == "random,\(most),\(most),0,0,0,1.000000000\n3\n65\n", "\(run)")
    #expect(run.errors.contains("Error: d: "), "\(run)")
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
      (",edge,", ",random,"), (",clairvoyant,S", ",clairvoyant,s"), ("\n7,0", "\n7,1"),
      ("trial,round", "trial,rounds"), ("\n7,0", "\n7,0,0"), ("UU", "U"), ("UU", "UX"),
      ("\n8,", "\n\n8,"), ("\n8,", "\r\n8,"), ("\n", "\r\n"),
    ] {
      var changed = text
      let place = try #require(changed.range(of: old), "\(old)")
      changed.replaceSubrange(place, with: new)
      damaged.append(("\(old.debugDescription) → \(new.debugDescription)", changed))
    }
    try expectAllRefused(
      damaged.map { ($0.what, Array($0.text.utf8)) }, behind: "-o joined 1.rounds", in: folder)
    #expect(folder.read("joined") == nil)
    #expect(try zombies("merge", "1.rounds", "2.rounds", in: folder).ending == .exit(0))
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
    let trial = try #require(
      (6..<12).first { counts(rows(own, of: $0)) != counts(rows(foreign, of: $0)) })
    let mixed = (6..<12).flatMap { rows($0 == trial ? foreign : own, of: $0) }
    try folder.write(own[0] + mixed.joined(), to: "mixed")
    for piece in ["short", "mixed", "other.rounds"] {
      let words = ["merge", "1.tally", "2.tally", "1.rounds", piece]
      let run = try zombies(words + ["--rounds-csv", "joined", "-o", "table"], in: folder)
      #expect(run.ending == .exit(65), "\(run)")
      #expect(run.errors.contains(piece), "\(run)")
      #expect(piece != "short" || run.errors.contains("1.rounds"), "\(run)")
      #expect(folder.read("joined") == nil && folder.read("table") == nil, "\(run)")
    }
  }

  /// Levels and paths that differ from those that were counted are refused, with their line.
  @Test func alteredLevelsAndPaths() throws {
    let folder = try TemporaryFolder()
    let line = "zombies simulate --family classic --seed 42 --rounds 4 --policy edge,random"
    try shellDone("\(line) --tally t --squares-csv s --rounds-csv r -o /dev/null", in: folder)
    try shellDone("\(line) --tally plain --rounds-csv r2 -o /dev/null", in: folder)
    let rows = try #require(folder.read("r")).split(separator: "\n").map(String.init)
    #expect(rows[5] == "2,0,edge,S4/5/Z4/Z4/4P,won,8,UUUULLLL", "\(rows)")
    for (column, value, message) in [
      (3, "S4/5/1Z3/Z4/4P", "line 6: the level is not number 2 of classic"),
      (3, "S4/5/Z4/Z4/4Q", "line 6: the level, character 13: unexpected 'Q'"),
      (6, "UUUULLLU", "line 6: move 8 of the path, U, is not legal"),
      (6, "UUUULLRL", "line 6: the outcome of the path is not won"),
      (6, "UUULULLL", "the rounds are not those that the tallies counted"),
    ] {
      var altered = rows
      var cells = rows[5].split(separator: ",").map(String.init)
      cells[column] = value
      altered[5] = cells.joined(separator: ",")
      try folder.write(altered.map { "\($0)\n" }.joined(), to: "altered")
      let run = try zombies("merge", "t", "altered", "--rounds-csv", "x", "-o", "y", in: folder)
      #expect(run.ending == .exit(65) && run.errors.contains(message), "\(run)")
      #expect(folder.read("x") == nil && folder.read("y") == nil, "\(run)")
    }
    // Without counted squares the last change cannot be found, as the help says.
    let run = try zombies("merge", "plain", "altered", "--rounds-csv", "x", "-o", "y", in: folder)
    #expect(run.ending == .exit(0), "\(run)")
    #expect(folder.read("x") == folder.read("altered"))
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
      #expect(run.ending == .exit(status), "\(more): \(run)")
      if status != 0 { #expect(run.errors.contains("Error: 2, line "), "\(more): \(run)") }
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
    #expect(run.ending == .exit(status) && run.output == "", "\(run)")
    #expect(run.errors.contains(message), "\(run)")
    #expect(folder.names == names, "\(run)")
  }
}
