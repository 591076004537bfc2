import Testing
import ZombiesCore
import ZombiesTestSupport

/// Only here are the neighbouring squares of a dark room of more than 64 squares filled in every way, so that
/// their order matters.
@Suite struct WideSightTests {
  @Test("Neighbours come in reading order, whatever is on them")
  func order() throws {
    for number in 0..<81 {
      let kinds = [1, 3, 9, 27].map { ["Z", "#", "."][number / $0 % 3] }
      let picture =
        [
          "S........", "....\(kinds[0])....", "...\(kinds[1])P\(kinds[2])...",
          "....\(kinds[3])....",
        ]
        + [String](repeating: ".........", count: 5)
      let sight = Sight(
        Round(try Level(picture: picture.joined(separator: "\n")), rules: .variant(0)))
      for (letter, seen) in [("Z", sight.zombies), ("#", sight.blocks)]
        as [(Character, SeenSquares)]
      {
        let expected = picture.enumerated().flatMap { row, line in
          line.enumerated().filter { $0.element == letter }.map {
            Square(row: row, column: $0.offset)
          }
        }
        expectEqual(Array(seen), expected, "\(kinds)")
      }
    }
  }
}
