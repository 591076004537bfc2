import Testing
import ZombiesCore
import ZombiesGenerator
import ZombiesTestSupport

/// Only here are narrow rooms shut by blocks alone, where no zombie is the reason.
@Suite struct NarrowRoomTests {
  @Test(
    "Only zombies make a room too narrow",
    arguments: [
      ("1x200b3", nil), ("200x1b3+lit", nil), ("1x200b2f1", nil), ("1x200z1b2", 1),
      ("200x1z2b1+lit", 1), ("2x200z1b150", 2), ("2x200b180", nil),
    ])
  func reasons(name: String, width: Int?) throws {
    for (catching, limit, isBrief) in [
      (1, 1001, false), (1, 9, true), (0, 9, false), (0, 9, true),
    ] {
      let generator = LevelGenerator(
        try Family(name), seed: 5, rules: try Rules(catchingDistance: catching), drawLimit: limit)
      // At a catching distance of 0, a room is too narrow only if it is 1 square wide.
      let narrow = width.flatMap { $0 <= 1 + catching ? $0 : nil }
      let source = try LevelSource(generator, isBrief: isBrief)
      do throws(GenerationError) {
        Issue.record("\(name): \(try source.level(at: 5).code)")
      } catch {
        let expected = narrow.map { GenerationError.tooNarrow(width: $0) }
        expectEqual(
          error, expected ?? .noneFound(index: 5, draws: limit), "\(limit), distance \(catching)")
      }
    }
  }
}
