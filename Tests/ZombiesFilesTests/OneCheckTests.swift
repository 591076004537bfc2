import Testing
import ZombiesAnalysis
import ZombiesCore
import ZombiesFiles
import ZombiesGenerator
import ZombiesGrading
import ZombiesReports
import ZombiesSimulator
import ZombiesTestBridge

/// Only these tests find a reader without one of its checks where no other check refuses the file:
/// each file is right, with a right checksum, except for one value. Most are of a family with
/// symmetries, of given levels without a size, or of rows that differ in one rule.
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
    #expect(complaints("0-1", [(2, 3), (3, 3)]) == [nil, 7])
    #expect(complaints("0-88", [(80, 90), (80, 91)]) == [nil, 7])
    #expect(complaints("0-30", [(5, 5 * orbit), (5, 5 * orbit + 1)]) == [nil, 7])
    #expect(complaints("0-30", [(5, 5), (5, 4), (0, 0)]) == [nil, 7, 7])
    // A complete census counts every placement. Without symmetries, each of them is a level.
    #expect(complaints("0-89", [(60, 90), (60, 89)]) == [nil, 8])
    #expect(complaints("0-19", [(20, 20), (19, 19)], light: "+lit") == [nil, 7])
  }

  /// The line of an unfinished run with its levels.
  @Test func levelsOfACensus() throws {
    let result = try Census(Family("4x4z1b1"), top: 1).count(in: 0..<9)
    let levels = CensusFile.Levels(schema: "a", bookmark: .init(length: 5, tail: "x"))
    let text = unsealed(CensusFile.text(result, levels: levels))
    let saved = try CensusFile.readSaved(sealed(text))
    #expect(saved.result == result && saved.levels == levels)
    for line in ["a 5", "a", "", "a -5 x", "a 05 x", "a 5 x y", "a x 5"] {
      let other = text.replacing("\nlevels-csv a 5 x\n", with: "\nlevels-csv \(line)\n")
      #expect(complaint(CensusFile.readSaved, sealed(other))?.line == 7, "\(line)")
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
      #expect(found?.line == line, "\(new): \(found?.description ?? "read")")
    }
  }

  // MARK: Levels of a census

  /// The problem with the last of some rows, or whether they agree with a result.
  private static func problem(_ rows: [[String]], _ result: CensusResult? = nil) -> String {
    var check = CensusLevelsCheck(header: CensusLevelsCSV.schema.header, result: result)
    do throws(RoundsError) {
      for row in rows { try check.take(Array(row.joined(separator: ",").utf8)[...]) }
    } catch { return error.problem }
    return check.agrees ? "agrees" : "differs"
  }

  private static func rows(_ census: Census) throws -> [[String]] {
    let rows = Monitor([UInt8]())
    _ = try census.count(
      from: CensusProgress(CensusResult(census)), measures: false,
      row: CensusLevelsCSV.writer(of: census),
      onRows: { text in
        rows.withLock { $0 += text }
        return 0
      })
    return String(decoding: rows.withLock { $0 }, as: UTF8.self).split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
  }

  @Test func cellsOfLevels() throws {
    let rows = try Self.rows(try Census(Family("4x3z1f1"), top: 0))
    let names = CensusLevelsCSV.schema.columns.map(\.name)
    let solvable = try #require(rows.indices.first { $0 > 0 && rows[$0][3] == "solvable" })
    let unsolvable = try #require(rows.indices.first { $0 > 0 && rows[$0][3] == "unsolvable" })
    let (row, other) = (rows[solvable], rows[unsolvable])
    let (cells, level) = ("expected a row of \(names.count) columns", "expected the level and the")
    for (place, name, value, problem) in [
      (solvable, "reference", "4x3z1f1", cells), (solvable, "verdict", "won", cells),
      (solvable, "verdict", "unsolvable", cells), (solvable, "par", "", cells),
      (solvable, "par", "0\(row[4])", cells), (solvable, "shortest_solutions", "", cells),
      (solvable, "shortest_solutions", "-1", cells), (solvable, "grade", "hardest", cells),
      (unsolvable, "par", "5", cells), (unsolvable, "shortest_solutions", "5", cells),
      (unsolvable, "verdict", "solvable", cells), (solvable, "level", other[1], level),
      (solvable, "placements", "\((Int(row[2]) ?? 0) + 1)", level),
      (solvable, "reference", "4x3z1#1", "of 4x3z1, but the rows before are of 4x3z1f1"),
      (solvable, "reference", rows[solvable - 1][0], "expected increasing placement numbers"),
      (solvable, "catching_distance", "2", "'2' is no catching_distance"),
      (solvable, "catching_distance", "0", "under other rules"),
      (solvable, "zombie_speed", "2", "under other rules"),
      (solvable, "hearing_distance", "1", "under other rules"),
      (solvable, "chase", "sideways", "'sideways' is no chase"),
    ] as [(Int, String, String, String)] {
      var changed = Array(rows[...place])
      changed[place][names.firstIndex(of: name) ?? 0] = value
      let found = Self.problem(changed)
      #expect(found.contains(problem), "\(name) \(value): \(found)")
    }
    for row in [Array(row.dropLast()), row + [""]] { #expect(Self.problem([row]).contains(cells)) }
  }

  /// Rows that are right one by one, and do not fit the tally.
  @Test func levelsThatWereCounted() throws {
    let census = try Census(Family("4x4z1f1"), top: 0)
    let (rows, result) = (try Self.rows(census), try census.count())
    let third = Array(rows[2].joined(separator: ",").utf8)
    let part = try census.count(in: 0..<(try #require(CensusLevelsCheck.number(of: third[...]))))
    #expect(Self.problem(Array(rows[..<2]), part) == "agrees")
    #expect(Self.problem(Array(rows[..<3]), part).hasPrefix("no tally counts"))
    // Another grade in a row, and other placements or rules in the tally.
    var graded = rows
    graded[0][6] = "fiendish"
    var (counts, vertical) = (result.counts, census)
    let kind = try #require(result.counts.keys.first)
    counts[kind]?.placements += 1
    vertical.rules = try Rules(chase: .vertical)
    for (rows, census, counts, answer) in [
      (rows, census, result.counts, "agrees"),
      (Array(rows.dropLast()), census, result.counts, "differs"),
      (graded, census, result.counts, "differs"), (rows, census, counts, "differs"),
      (rows, vertical, result.counts, "differs"),
    ] {
      let claimed = CensusResult(
        census, counted: result.counted, counts: counts, hardest: HardestLevels(capacity: 0))
      #expect(Self.problem(rows, claimed) == answer)
    }
  }
}
