import ZombiesCore

/// The lookup tables of a `SmallSearch`: the chase table of its room and, for the current level,
/// the free exits of a zombie on each square.
final class SearchTables {
  private let room: SmallRoom

  /// The chase table and the memory behind the pointers below: 64 · 16 · 8 words of regions, 64 ·
  /// 64 wishes, 25 · 16 answers, 64 words of danger and 5 steps.
  private let chase: ChaseTable
  let regions: UnsafeMutablePointer<UInt64>
  let wishes: UnsafeMutablePointer<UInt8>
  let answers: UnsafeMutablePointer<UInt8>
  let danger: UnsafeMutablePointer<UInt64>
  let steps: UnsafeMutablePointer<Int>

  /// The chase table for one zombie and one player at a time.
  let targets: ChaseTargets

  /// The neighbours of each square: 64 words.
  let near = UnsafeMutablePointer<UInt64>.allocate(capacity: 64)

  /// The free exits of each square, ignoring other zombies: 64 bytes, each ``unknown`` until
  /// requested.
  private let exits = UnsafeMutablePointer<UInt8>.allocate(capacity: 64)
  private static let unknown: UInt8 = 0xFF

  /// The squares other than the blocks and the signpost.
  private var free: UInt64 = 0

  init(_ room: SmallRoom, _ rules: Rules) {
    self.room = room
    chase = .shared(room, rules: rules)
    (regions, wishes, answers) = (chase.regions, chase.wishes, chase.answers)
    (danger, steps) = (chase.danger, chase.steps)
    targets = ChaseTargets(room, rules)
    for square in 0..<64 {
      let here = Bitboard(square: square) & room.all
      (near + square).initialize(to: room.neighbours(here).word)
    }
    exits.initialize(repeating: Self.unknown, count: 64)
  }

  deinit {
    near.deallocate()
    exits.deallocate()
  }

  /// Begins a level.
  ///
  /// - Parameter free: The squares other than the blocks and the signpost.
  @inline(__always)
  func begin(free: UInt64) {
    self.free = free
    exits.update(repeating: Self.unknown, count: 64)
  }

  /// The exits of a zombie's square that no block, signpost or other zombie closes, as the bits of
  /// a ``DirectionSet``.
  @inline(__always)
  func freeExits(_ zombie: Int, others: UInt64) -> Int {
    assert(zombie >= 0 && zombie < 64, "a square of a small room")
    if near[zombie] & others != 0 { return find(zombie, free & ~others) }
    let known = exits[zombie]
    if known != Self.unknown { return Int(known) }
    let found = find(zombie, free)
    exits[zombie] = UInt8(truncatingIfNeeded: found)
    return found
  }

  @inline(__always)
  private func find(_ zombie: Int, _ free: UInt64) -> Int {
    let shut = room.all - Bitboard(word: free)
    return Int(room.exits(zombie, avoiding: shut).bits)
  }
}
