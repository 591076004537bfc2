import Testing
import ZombiesCore
import ZombiesTestSupport

/// The 16 sets of directions, compared with `Set`.
@Suite struct DirectionSetTests {
  private static let all = (UInt8(0)..<16).map { DirectionSet(bits: $0) }

  private func plain(_ set: DirectionSet) -> Set<Direction> {
    Set(Direction.allCases.filter { set.contains($0) })
  }

  @Test func aSetIsACollectionInOrder() {
    expectEqual(Set(Self.all).count, 16)
    for set in Self.all {
      let list = Array(set)
      expect(list == list.sorted() && Set(list) == plain(set) && list.count == set.count)
      expect(set.isEmpty == list.isEmpty && set.first == list.first)
      expect(set.indices.map { set[$0] } == list && set.min() == list.first)
      expectEqual(set.description, list.letters)
    }
    expectEqual(DirectionSet.all.map(\.description), ["U", "D", "L", "R"])
    expect(DirectionSet(bits: 0xFF) == .all && ([] as DirectionSet) == DirectionSet())
  }

  @Test func theAlgebraIsThatOfSets() {
    for left in Self.all {
      for right in Self.all {
        expectEqual(plain(left.intersection(right)), plain(left).intersection(plain(right)))
      }
      for direction in Direction.allCases {
        var set = left
        set.insert(direction)
        expectEqual(plain(set), plain(left).union([direction]))
      }
    }
  }

  @Test func theFirstInAnyOrder() {
    let order: [Direction] = [.right, .up, .left, .down]
    for set in Self.all { expectEqual(set.first(in: order), order.first { set.contains($0) }) }
  }
}
