import ZombiesCore

/// What a `SmallSearch` looks up: the chase table of its room and, for the current level, the free
/// exits of a zombie on each square.
final class SearchTables {
  private let room: SmallRoom

  /// See `ChaseTable`.
  let regions: UnsafeMutablePointer<UInt64>
  let wishes: UnsafeMutablePointer<UInt8>
  let answers: UnsafeMutablePointer<UInt8>

  /// The same for one zombie and one player at a time.
  let targets: ChaseTargets

  /// The squares on which a zombie on each square catches the player.
  let danger: UnsafeMutablePointer<UInt64>

  /// The difference in index for each answer of the table.
  let steps: UnsafeMutablePointer<Int>

  /// The neighbours of each square.
  let near: UnsafeMutablePointer<UInt64>

  /// The exits of each square that are free apart from other zombies; ``unknown`` until requested.
  private let exits: UnsafeMutablePointer<UInt8>
  private static let unknown: UInt8 = 0xFF

  /// The squares that are neither a block nor the signpost.
  private var free: UInt64 = 0

  init(_ room: SmallRoom, _ rules: Rules) {
    func copy<Element>(_ array: [Element]) -> UnsafeMutablePointer<Element> {
      let copy = UnsafeMutablePointer<Element>.allocate(capacity: array.count)
      copy.initialize(from: array, count: array.count)
      return copy
    }
    self.room = room
    let table = ChaseTable(room, rules: rules)
    regions = copy(table.regions)
    wishes = copy(table.wishes)
    answers = copy(table.answers)
    let squares = (0..<64).map { Bitboard(square: $0) & room.all }
    danger = copy(squares.map { rules.danger(of: $0, in: room).word })
    near = copy(squares.map { room.neighbours($0).word })
    steps = copy(Direction.allCases.map(room.step) + [0])
    targets = ChaseTargets(room, rules: rules)
    exits = copy([UInt8](repeating: Self.unknown, count: 64))
  }

  deinit {
    for words in [regions, danger, near] { words.deallocate() }
    for bytes in [wishes, answers, exits] { bytes.deallocate() }
    steps.deallocate()
  }

  /// Begins a level.
  ///
  /// - Parameter free: The squares that are neither a block nor the signpost.
  @inline(__always)
  func begin(free: UInt64) {
    self.free = free
    exits.update(repeating: Self.unknown, count: 64)
  }

  /// The exits of a zombie's square that are free apart from other zombies, as the raw value of a
  /// ``DirectionSet``.
  @inline(__always)
  func freeExits(_ zombie: Int, others: UInt64) -> Int {
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
