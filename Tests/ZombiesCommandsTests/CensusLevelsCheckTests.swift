import Testing
import ZombiesAnalysis
import ZombiesCore
import ZombiesGenerator
import ZombiesReports
import ZombiesSimulator
import ZombiesTestSupport

// A check row by row, which would take many files.
@testable import ZombiesCommands

/// Rows of a census's levels that are joined although one of them is no row, not the next one, or not one
/// that the tallies count. Each row is right except for one cell.
@Suite struct CensusLevelsCheckTests {
  /// The problem with the last of some rows, or whether they agree with a result.
  private static func problem(_ rows: [[String]], _ result: CensusResult? = nil) -> String {
    var check = CensusLevelsCheck(CensusLevelsCSV.schema, result: result)
    do throws(RowError) {
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
    let census = try Census(Family("4x3z1f1"), top: 0)
    let (rows, result) = (try Self.rows(census), try census.count())
    let names = CensusLevelsCSV.schema.columns.map(\.name)
    let solvable = try require(rows.indices.first { $0 > 0 && rows[$0][3] == "solvable" })
    let unsolvable = try require(rows.indices.first { $0 > 0 && rows[$0][3] == "unsolvable" })
    let row = rows[solvable]
    let cells = "expected a row of \(names.count) columns that begins with reference"
    let rules = "expected a level of 4x3z1f1 with the rules '1 longest 1 0', found 4x3z1f1 with"
    for (place, name, value, problem) in [
      (solvable, "reference", "4x3z1f1", cells), (solvable, "placements", "-1", cells),
      (solvable, "placements", "0\(row[2])", cells),
      (solvable, "reference", "4x3z1#1", "with the rules '1 longest 1 0', found 4x3z1 with"),
      (solvable, "reference", rows[solvable - 1][0], "expected increasing placement numbers"),
      (solvable, "catching_distance", "0", "\(rules) '0 longest 1 0'"),
      (solvable, "chase", "sideways", "\(rules) '1 sideways 1 0'"),
      (solvable, "zombie_speed", "2", "\(rules) '1 longest 2 0'"),
      (solvable, "hearing_distance", "1", "\(rules) '1 longest 1 1'"),
    ] as [(Int, String, String, String)] {
      var changed = Array(rows[...place])
      changed[place][names.firstIndex(of: name) ?? 0] = value
      for result in [nil, result] {
        let found = Self.problem(changed, result)
        expect(found.contains(problem), "\(name) \(value): \(found)")
      }
    }
    // With a tally, other cells too.
    let kind =
      "the tallies count no other level with the verdict, par, shortest solutions and grade"
    for (place, name, value) in [
      (solvable, "verdict", "won"), (solvable, "verdict", "unsolvable"), (solvable, "par", ""),
      (solvable, "par", "0\(row[4])"), (solvable, "shortest_solutions", ""),
      (solvable, "shortest_solutions", "-1"), (solvable, "grade", "hardest"),
      (unsolvable, "par", "5"), (unsolvable, "shortest_solutions", "5"),
      (unsolvable, "verdict", "solvable"),
    ] {
      var changed = Array(rows[...place])
      changed[place][names.firstIndex(of: name) ?? 0] = value
      let found = Self.problem(changed, result)
      expect(found.hasPrefix(kind), "\(name) \(value): \(found)")
    }
    for row in [Array(row.dropLast()), row + [""]] { expect(Self.problem([row]).contains(cells)) }
  }

  /// Rows that are right one by one, and do not fit the tally.
  @Test func levelsThatWereCounted() throws {
    let census = try Census(Family("4x4z1f1"), top: 0)
    let (rows, result) = (try Self.rows(census), try census.count())
    let third = Array(rows[2].joined(separator: ",").utf8)
    let part = try census.count(in: 0..<(try require(CensusLevelsCheck.number(of: third[...]))))
    expectEqual(Self.problem(Array(rows[..<2]), part), "agrees")
    expect(Self.problem(Array(rows[..<3]), part).hasPrefix("no tally counts the placement"))
    expectEqual(Self.problem(Array(rows.dropLast()), result), "differs")
    // Other placements of a row, and other placements or rules in the tally.
    var moved = rows
    moved[0][2] = "9"
    expectEqual(Self.problem(moved, result), "differs")
    var (counts, vertical) = (result.counts, census)
    let kind = try require(result.counts.keys.first)
    counts[kind]?.placements += 1
    vertical.rules = try Rules(chase: .vertical)
    for (census, counts, answer) in [
      (census, result.counts, "agrees"), (census, counts, "differs"),
      (vertical, result.counts, "expected a level of 4x4z1f1 with the rules '1 vertical 1 0'"),
    ] {
      let claimed = CensusResult(
        census, counted: result.counted, counts: counts, hardest: HardestLevels(capacity: 0))
      let found = Self.problem(rows, claimed)
      expect(found.hasPrefix(answer), "\(found)")
    }
  }

  @Test("A level of a census comes after those with smaller numbers, and only once")
  func levelsIncrease() throws {
    let rows = try Self.rows(try Census(Family("4x3z1f1"), top: 0))
    for first in rows.indices.prefix(6) {
      for second in rows.indices.prefix(6) {
        let isTaken = Self.problem([rows[first], rows[second]]) == "agrees"
        expectEqual(isTaken, (second > first), "\(first), \(second)")
      }
    }
  }
}
