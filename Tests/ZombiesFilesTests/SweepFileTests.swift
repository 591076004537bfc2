import Testing
import ZombiesFiles
import ZombiesReports
import ZombiesTestBridge
import ZombiesTestSupport

/// Checkpoints of sweeps: every written file can be read, and no other file is accepted.
@Suite struct SweepFileTests {
  private static func randomSweep(_ random: inout NaiveRandom) -> SavedSweep {
    let rows = (0..<random.one(of: [0, 1, 2, 30])).map { "edge,\($0),\(random.number())\n" }
    return SavedSweep(
      grid: random.hash(), done: random.number(), rows: rows.joined(),
      tally: random.below(3) == 0 ? nil : randomTally(&random))
  }

  @Test func whatIsWrittenIsRead() throws {
    let seed: UInt64 = 31
    var random = NaiveRandom(seed: seed)
    for number in 0..<100 {
      let saved = Self.randomSweep(&random)
      let text = SweepFile.text(saved)
      let isSame = try SweepFile.read(Array(text.utf8)) == saved
      #expect(isSame, "seed \(seed), \(number)\n\(text)")
    }
  }

  private static let golden = """
    zombies-sweep 1
    grid abc
    done 2
    row edge,1,2
    row random,3,4

    """

  @Test func theTextIsStable() throws {
    let saved = SavedSweep(grid: "abc", done: 2, rows: "edge,1,2\nrandom,3,4\n")
    #expect(Array(SweepFile.text(saved).utf8) == sealed(Self.golden))
    let tally = try TallyFile.read(sealed(TallyFileTests.golden))
    let more = SavedSweep(grid: "abc", done: 2, rows: saved.rows, tally: tally)
    let whole = Self.golden + String(decoding: sealed(TallyFileTests.golden), as: UTF8.self)
    #expect(Array(SweepFile.text(more).utf8) == sealed(whole))
  }

  @Test func everyDamageIsSeen() throws {
    let tally = try TallyFile.read(sealed(TallyFileTests.golden))
    let text = SweepFile.text(SavedSweep(grid: "abc", done: 2, rows: "edge,1,2\n", tally: tally))
    let bytes = Array(text.utf8)
    #expect(complaint(SweepFile.read, bytes) == nil)
    let failure = bytes.indices.lazy.compactMap { place -> String? in
      for other in [bytes[place] ^ 1, bytes[place] ^ 0x20, 10, 0] where other != bytes[place] {
        var damaged = bytes
        damaged[place] = other
        if complaint(SweepFile.read, damaged) == nil { return "byte \(place) as \(other)" }
      }
      return complaint(SweepFile.read, Array(bytes[..<place])) == nil ? "up to \(place)" : nil
    }.first
    #expect(failure == nil)
  }

  /// Files with a valid checksum, and the line that the error names.
  @Test(arguments: [
    (1, ""), (1, "zombies-sweep 2\ngrid abc\ndone 2\n"), (1, "zombies-tally 1\n"),
    (1, "zombies-sweep 1\r\ngrid abc\r\ndone 2\r\n"),
    (2, "zombies-sweep 1\n"), (2, "zombies-sweep 1\ngrid abc\n"),
    (2, "zombies-sweep 1\ndone 2\ngrid abc\n"), (2, "zombies-sweep 1\ngrid abc\nrow x\ndone 2\n"),
    (2, "zombies-sweep 1\ngrid abc\ndone\n"), (2, "zombies-sweep 1\ngrid abc\ndone -1\n"),
    (2, "zombies-sweep 1\ngrid abc\ndone 18446744073709551616\n"),
    (2, "zombies-sweep 1\ngrid abc\ndone 2 \n"), (2, "zombies-sweep 1\ngrid abc\ndone \u{0}\n"),
    (2, "zombies-sweep 1\ngrid abc\r\ndone 2\r\n"),
    (4, "zombies-sweep 1\ngrid abc\ndone 2\n\n"), (4, "zombies-sweep 1\ngrid abc\ndone 2\nrows\n"),
    (5, "zombies-sweep 1\ngrid abc\ndone 2\nrow x\nrow\n"),
    // An incomplete tally, whose line numbers continue those of the file.
    (4, "zombies-sweep 1\ngrid abc\ndone 2\nzombies-tally 1\n"),
    (6, "zombies-sweep 1\ngrid abc\ndone 2\nrow x\nzombies-tally 1\nunit rounds\n"),
  ])
  func hostileFilesAreRefused(line: Int, text: String) {
    #expect(complaint(SweepFile.read, sealed(text))?.line == line)
  }

  /// The error of a bad line in the inner tally gives its line in the whole file.
  @Test func linesOfTheTallyAreCountedOn() {
    let tally = TallyFileTests.golden.replacing("max-moves 2000", with: "max-moves 0")
    let inner = String(decoding: sealed(tally), as: UTF8.self)
    // Line 10 of the tally, after five.
    #expect(complaint(SweepFile.read, sealed(Self.golden + inner))?.line == 15)
    // Rows after the tally, or a second tally.
    let whole = String(decoding: sealed(TallyFileTests.golden), as: UTF8.self)
    #expect(complaint(SweepFile.read, sealed(Self.golden + whole)) == nil)
    #expect(complaint(SweepFile.read, sealed(Self.golden + whole + "row x\n")) != nil)
    #expect(complaint(SweepFile.read, sealed(Self.golden + whole + whole)) != nil)
  }

  @Test(
    arguments: [
      "zombies-sweep 1\ngrid abc\ndone +2\n", "zombies-sweep 1\ngrid abc\ndone 02\n",
      // A row that ends in CR and LF would be lost.
      "zombies-sweep 1\ngrid abc\ndone 2\nrow x\r\n",
      "zombies-sweep 1\ngrid abc\ndone 2\nrow x\r\nrow y\r\n",
    ])
  func whatIsNeverWrittenIsNotRead(text: String) {
    #expect(complaint(SweepFile.read, sealed(text)) != nil)
  }

  @Test func whatIsNotUTF8IsRefused() {
    for bad: [UInt8] in [[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80]] {
      let bytes = Array("zombies-sweep 1\ngrid abc".utf8) + bad + Array("\ndone 2\n".utf8)
      #expect(complaint(SweepFile.read, sealed(bytes)) != nil, "\(bad)")
    }
  }

  @Test func randomBytesNeverTrap() {
    var random = NaiveRandom(seed: 98)
    let begin = Array("zombies-sweep 1\ngrid abc\ndone 2\n".utf8)
    let lines = [
      "row x\n", "\n", "\r\n", "zombies-tally 1\n", "unit rounds\n", "done 3\n", "\u{0}",
    ]
    for _ in 0..<1000 {
      let noise = (0..<random.below(40)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      _ = complaint(SweepFile.read, sealed(begin + noise))
      let text = (0..<random.below(6)).map { _ in random.one(of: lines) }.joined()
      _ = complaint(SweepFile.read, sealed(begin + Array(text.utf8)))
      #expect(complaint(SweepFile.read, noise) != nil)
      #expect(complaint(SweepFile.read, begin + noise) != nil)
    }
  }
}
