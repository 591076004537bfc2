import Testing
import ZombiesTestSupport

@testable import ZombiesSolver

/// Only these find sets of zombies that a table remembers from an earlier level. A search rarely
/// meets a set of the level before at a number that matters.
@Suite struct EntryTableTests {
  @Test(
    "A table that served another level counts and lists like a new one", arguments: 0...6)
  func earlierLevels(zombies count: Int) {
    let used = EntryTable(stateLimit: 1_000)
    used.clear(zombies: count)
    // Sets of the given number of zombies: the same row of them, moved along.
    let sets = (0..<40).map { ((UInt64(1) << UInt64(count)) - 1) << UInt64($0) }
    // Later, these come between others.
    for set in sets.prefix(20) { used.visit(set, 0b1) }
    for start in [5, 39, 12] {
      let fresh = EntryTable(stateLimit: 1_000)
      used.clear(zombies: count)
      fresh.clear(zombies: count)
      for index in 0..<40 {
        let set = sets[(start + 7 * index) % 40]
        used.visit(set, 0b11)
        fresh.visit(set, 0b11)
      }
      used.beginLayer()
      fresh.beginLayer()
      expect((used.count, used.states) == (fresh.count, fresh.states))
      expectEqual(layer(of: used), layer(of: fresh))
    }
  }

  /// The sets of zombies of a layer, each with its squares of the player.
  private func layer(of table: EntryTable) -> [[UInt64]] {
    (0..<table.layerCount).map { [table.zombies(table.layer[$0].0).word, table.layer[$0].1] }
  }
}
