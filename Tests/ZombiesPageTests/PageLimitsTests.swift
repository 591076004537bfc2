import Testing
import ZombiesGame
import ZombiesTestSupport

// What may be done is that of the session inside.
@testable import ZombiesPage

/// What a page shows of rooms that are larger than its window, and at the limits of a room's size.
@Suite struct PageLimitsTests {
  @Test("7.8 The player is in the part of a large room that is shown, in each corner")
  func windows() throws {
    for side in [23, 24, 25, 26, 30, 49] {
      for (rows, columns) in [(side, 2), (2, side)] {
        for (player, sign) in [("P", "S"), ("S", "P")] {
          let first = player + "\(columns - 1)"
          let last = "\(columns - 1)" + sign
          let middle = String(repeating: "/\(columns)", count: rows - 2)
          let page = Page(link: "\(first)\(middle)/\(last)+lit")
          expect(page.answer.contains("seen player"), "\(rows) x \(columns) \(player)")
        }
      }
    }
  }

  @Test("6.1 A tool that would make the room too small or too large is greyed")
  func sizes() throws {
    for (rows, columns, code) in [
      (1, 2, "SP"), (2, 1, "S/P"), (1, 5, "S3P"), (3, 3, "S2/3/2P"), (1, 1024, "S1022P"),
      (1024, 1, "S/" + String(repeating: "1/", count: 1022) + "P"),
    ] {
      let page = Page(link: "workshop/\(code)")
      let session = try require(page.session.session)
      for (row, column) in [(-1, 0), (1, 0), (0, -1), (0, 1)] {
        let (rows, columns) = (rows + row, columns + column)
        let isPossible =
          (1...1024).contains(rows) && (1...1024).contains(columns) && rows * columns > 1
        let tool = "\"event\":\"say size \(rows) \(columns)\""
        let isEnabled = session.allows(.edit(.resize(rows: rows, columns: columns)))
        expectEqual(isEnabled, isPossible, "\(rows) x \(columns)")
        let range = try require(page.answer.firstRange(of: tool), "\(tool)")
        let end = page.answer[range.upperBound...].firstIndex(of: "}") ?? page.answer.endIndex
        let rest = page.answer[range.upperBound..<end]
        expect(rest.contains("\"enabled\":false") != isPossible, "\(tool) \(rest)")
      }
    }
  }
}
