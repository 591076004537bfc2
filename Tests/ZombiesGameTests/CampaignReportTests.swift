import Foundation
import Testing
import ZombiesCore
import ZombiesGame
import ZombiesTestBridge
import ZombiesTestSupport

/// Reports/worlds.csv is of the built-in campaign, and the naive reference finds the same pars.
@Suite struct CampaignReportTests {
  /// A row of the report, by the names of its columns.
  struct Row: Sendable, CustomTestStringConvertible {
    let cells: [String: String]

    subscript(column: String) -> String { cells[column] ?? "no column \(column)" }

    var testDescription: String { "\(self["world_name"]), \(self["name"]): \(self["level"])" }
  }

  static let rows: [Row] = {
    var package = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { package.deleteLastPathComponent() }
    let file = package.appendingPathComponent("Reports/worlds.csv")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    let lines = text.split(separator: "\n").map { line in
      // The names contain no commas.
      line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    return lines.dropFirst().map { line in
      Row(cells: Dictionary(zip(lines[0], line), uniquingKeysWith: { $1 }))
    }
  }()

  @Test func theReportIsOfTheCampaign() {
    let campaign = Campaign.standard
    expectEqual(Self.rows.count, campaign.places.count)
    for (row, place) in zip(Self.rows, campaign.places) {
      expect(row["world"] == "\(place.world + 1)" && row["number"] == "\(place.level + 1)")
      expectEqual(row["level"], campaign[place].code)
      expectEqual(row["name"], campaign[place].name)
      expectEqual(row["verdict"], "solvable")
    }
  }

  /// The pars of the report are those of the naive reference.
  @Test func parsAreThoseOfTheReference() throws {
    for row in sampled(Self.rows, every: 4) {
      let level = try require(NaiveLevel(code: row["level"]))
      expectEqual(row["par"], naiveSolve(level).par.map { "\($0)" }, "\(row.testDescription)")
    }
  }
}
