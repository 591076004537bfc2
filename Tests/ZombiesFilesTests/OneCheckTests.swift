import Testing
import ZombiesAnalysis
import ZombiesCore
import ZombiesFiles
import ZombiesGenerator
import ZombiesReports
import ZombiesTestBridge
import ZombiesTestSupport

/// Only these tests find a reader without one of its checks where no other check refuses the file:
/// each file is right, with a right checksum, except for one value. Most are of a family with
/// symmetries, of given levels without a size, or of rows that differ in one cell.
@Suite struct OneCheckTests {
  // MARK: Censuses

  /// The counts at a limit are read, and one more is not.
  @Test func countsOfACensusHaveLimits() throws {
    let orbit = try Census(Family("4x4z1b1")).symmetries.count
    func complaints(_ counted: String, _ counts: [(Int, Int)], light: String = "") -> [Int?] {
      counts.map { levels, placements in
        let text = """
          zombies-census 2
          family 4x4z1b1\(light)
          rules 1 longest 1
          max-states -
          top 0
          counted \(counted)
          kind unsolvable - - - \(levels) \(placements)

          """
        return complaint(CensusFile.read, sealed(text))?.line
      }
    }
    // Levels examined, placements of the family, placements of a level, levels of a placement.
    expectEqual(complaints("0-1", [(2, 3), (3, 3)]), [nil, 7])
    expectEqual(complaints("0-88", [(80, 90), (80, 91)]), [nil, 7])
    expectEqual(complaints("0-30", [(5, 5 * orbit), (5, 5 * orbit + 1)]), [nil, 7])
    expectEqual(complaints("0-30", [(5, 5), (5, 4), (0, 0)]), [nil, 7, 7])
    // A complete census counts every placement. Without symmetries, each of them is a level.
    expectEqual(complaints("0-89", [(60, 90), (60, 89)]), [nil, 8])
    expectEqual(complaints("0-19", [(20, 20), (19, 19)], light: "+lit"), [nil, 7])
  }

  /// The line of an unfinished run with its levels.
  @Test func levelsOfACensus() throws {
    let result = try Census(Family("4x4z1b1"), top: 1).count(in: 0..<9)
    let levels = CensusFile.Levels(schema: "a", bookmark: .init(length: 5, tail: "x"))
    let text = unsealed(CensusFile.text(result, levels: levels))
    let saved = try CensusFile.readSaved(sealed(text))
    expect(saved.result == result && saved.levels == levels)
    for line in ["a 5", "a", "", "a -5 x", "a 05 x", "a 5 x y", "a x 5"] {
      let other = text.replacing("\nlevels-csv a 5 x\n", with: "\nlevels-csv \(line)\n")
      expectEqual(complaint(CensusFile.readSaved, sealed(other))?.line, 7, "\(line)")
    }
  }

  // MARK: Tallies

  /// Given levels of several sizes have no squares, and may have no limit on moves. Programs have hashes.
  @Test func talliesOfGivenLevels() {
    let text = """
      zombies-tally 1
      unit rounds
      given 2 x
      size -
      policies edge
      rules 1 longest 1
      max-moves 9
      seed 0
      squares -
      whole 0-1
      played 0-1
      rounds edge won 8 2

      """
    let hash = "edge=" + String(repeating: "0123456789abcdef", count: 4)
    let (edge, size, moves, squares) = ("s edge\n", "size -", "moves 9", "squares -")
    for (old, new, line) in [
      (moves, moves, nil), (moves, "moves -", nil), (moves, "moves 8", nil), (moves, "moves 7", 12),
      (moves, "moves 2147483647", nil), (moves, "moves 2147483648", 7),
      (squares, "squares counted", 9), (size, "size 2x3", nil), (edge, "s \(hash)\n", nil),
      (edge, "s \(hash.dropLast())\n", 5), (edge, "s \(hash)0\n", 5), (edge, "s edge=\n", 5),
      (edge, "s \(hash.dropLast())F\n", 5), (edge, "s \(hash.dropLast())g\n", 5),
      (edge, "s \(hash.dropFirst(4))\n", 5), (edge, "s \(hash),edge\n", 5),
    ] as [(String, String, Int?)] {
      let found = complaint(TallyFile.read, sealed(text.replacing(old, with: new)))
      expectEqual(found?.line, line, "\(new): \(found?.description ?? "read")")
    }
  }
}
