import ZombiesCore
import ZombiesGenerator
import ZombiesPolicies
import ZombiesSimulator

/// The rounds of rooms of one size that a process plays at the same time, in the slots of a pool.
///
/// If there are many, they are divided into two parts: while the process answers the questions of one
/// part, this program makes the moves of the other.
final class OpenRounds {
  // What changes with every move is behind pointers: the checks of exclusive access to properties of a
  // class would take a tenth of the time.

  /// The reason why a round cannot go on, and its slot; nil for all rounds that wait for a move.
  struct Fault: Error {
    var slot: Int?
    let reason: String
  }

  /// A slot of the pool.
  private struct Slot {
    /// The identity of the round; 0 without a round.
    var id: UInt64 = 0
    /// `see ID`.
    var name = ShortText("")
    /// The place of the round among the rounds to play.
    var place = 0
    /// The moves of the round so far.
    var path = MoveList()
  }

  /// A part of the slots.
  private struct Part {
    var slots = 0..<0
    /// The number of slots with a round, and of those that wait for a move.
    var open = 0
    var waiting = 0
  }

  /// The number of squares for which a pool has memory, unless a single room has more.
  private static let mostSquares = 1 << 22

  /// The smallest number of rounds that is divided.
  private static let fewest = 32

  private let pool: RoundPool

  /// The number of rounds that were wanted. There may be memory for fewer.
  let wanted: Int

  private let slotCount: Int
  private let slots: UnsafeMutablePointer<Slot>

  /// The number of parts, and the parts.
  let partCount: Int
  private let parts: UnsafeMutablePointer<Part>

  /// The slots of each part without a round.
  private var free: [[Int]] = []

  /// The next move of each slot, by raw value. Slots without a round have one too, which leads nowhere.
  private let moves: UnsafeMutablePointer<UInt8>
  private static let noMove: UInt8 = 4

  /// The first slot that may wait for a move: most players answer in the order of the questions.
  private let expected: UnsafeMutablePointer<Int>

  /// The last slot that began a round with an identity, by the lowest bits of the identity.
  private let slotsByID: UnsafeMutablePointer<Int32>
  private let idMask: Int

  /// Makes room for rounds.
  ///
  /// - Parameters:
  ///   - count: The number of rounds that are wanted at the same time.
  ///   - round: One of them. The others have the same sides, rules and limits.
  init(_ count: Int, like round: OutsideRound) throws(OutsideError) {
    wanted = count
    let size = round.form.size
    let slotCount = max(1, min(count, Self.mostSquares / size.squareCount))
    var settings = RoundPool.Settings()
    settings.maxMoves = round.moveLimit
    settings.autoreset = .disabled
    // `take` refuses illegal moves. A slot without a round gets moves that do not matter.
    settings.illegalMoves = .ignored
    do {
      // Levels of the pool's own are not played.
      pool = try RoundPool(
        LevelGenerator(Family(size: size), seed: 0, rules: round.start.rules, selection: .any),
        slots: slotCount, settings: settings)
    } catch {
      throw OutsideError("\(error)")
    }
    self.slotCount = slotCount
    partCount = slotCount < Self.fewest ? 1 : 2
    slots = .allocate(capacity: slotCount)
    slots.initialize(repeating: Slot(), count: slotCount)
    parts = .allocate(capacity: partCount)
    parts.initialize(repeating: Part(), count: partCount)
    moves = .allocate(capacity: slotCount)
    moves.initialize(repeating: 0, count: slotCount)
    expected = .allocate(capacity: 1)
    expected.initialize(to: 0)
    var entries = 4
    while entries < 4 * slotCount { entries *= 2 }
    idMask = entries - 1
    slotsByID = .allocate(capacity: entries)
    slotsByID.initialize(repeating: 0, count: entries)
    clear()
  }

  deinit {
    for slot in 0..<slotCount { slots[slot].path.deallocate() }
    slots.deallocate()
    parts.deallocate()
    moves.deallocate()
    expected.deallocate()
    slotsByID.deallocate()
  }

  /// Forgets all rounds.
  func clear() {
    for slot in 0..<slotCount { (slots[slot].id, moves[slot]) = (0, 0) }
    for part in 0..<partCount {
      let (begin, end) = (part * slotCount / partCount, (part + 1) * slotCount / partCount)
      parts[part] = Part(slots: begin..<end)
    }
    free = (0..<partCount).map { parts[$0].slots.reversed() }
  }

  /// Whether a part has no round.
  func isEmpty(_ part: Int) -> Bool { parts[part].open == 0 }

  /// Whether no part has a round.
  var isEmpty: Bool { (0..<partCount).allSatisfy { isEmpty($0) } }

  /// Whether a part has no room for another round.
  func isFull(_ part: Int) -> Bool { free[part].isEmpty }

  /// The number of rounds of a part that wait for a move.
  func waiting(_ part: Int) -> Int { parts[part].waiting }

  /// The number of all rounds that wait for a move.
  var waiting: Int { (0..<partCount).reduce(0) { $0 + waiting($1) } }

  /// Begins a round if there is room for it. A round that is over at its start is not begun.
  ///
  /// - Parameter place: The place of the round among the rounds to play.
  /// - Returns: The outcome of a round that is over at its start.
  func begin(_ round: OutsideRound, _ id: UInt64, place: Int, part: Int) -> Outcome? {
    guard let slot = free[part].popLast() else { return nil }
    pool.play(round.form, in: slot)
    if let outcome = pool.outcome(of: slot) {
      free[part].append(slot)
      return outcome
    }
    parts[part].open += 1
    slots[slot].id = id
    slots[slot].name = PlayerLines.name(id)
    slots[slot].place = place
    slots[slot].path.count = 0
    slotsByID[Int(truncatingIfNeeded: id) & idMask] = Int32(truncatingIfNeeded: slot)
    return nil
  }

  /// Writes what the players of a part see. From then on, its rounds wait for a move.
  func see(_ part: Int, _ lines: PlayerLines) {
    let views = pool.size.squareCount <= 64 ? lines.views(pool.size) : nil
    for slot in parts[part].slots where slots[slot].id != 0 {
      moves[slot] = Self.noMove
      if let views, let view = pool.view(of: slot) {
        lines.see(slots[slot].name, view, views)
      } else {
        lines.see(slots[slot].name, pool.sight(of: slot))
      }
    }
    parts[part].waiting = parts[part].open
  }

  /// Prepares for the answers of a part.
  func expect(_ part: Int) { expected.pointee = parts[part].slots.lowerBound }

  // MARK: After a fault

  private var openSlots: [Int] { (0..<slotCount).filter { slots[$0].id != 0 } }

  /// The places of the rounds that wait for a move or, if none does, of all.
  var stopped: [Int] {
    let waiting = openSlots.filter { moves[$0] == Self.noMove }
    return (waiting.isEmpty ? openSlots : waiting).map { slots[$0].place }
  }

  /// The places of all rounds.
  var all: [Int] { openSlots.map { slots[$0].place } }

  /// The place of a slot's round.
  func place(of slot: Int) -> Int { slots[slot].place }

  /// The moves that were made in a round, without one that was taken and not made yet.
  func path(at place: Int) -> [Direction] {
    guard let slot = openSlots.first(where: { slots[$0].place == place }) else { return [] }
    return Array(slots[slot].path.moves.prefix(pool.moves(of: slot)))
  }

  // MARK: Answers

  /// The slot of an identity; nil if no round has it.
  @inline(__always)
  private func slot(of id: UInt64) -> Int? {
    var next = expected.pointee
    while next < slotCount, moves[next] != Self.noMove { next += 1 }
    expected.pointee = next
    if next < slotCount, slots[next].id == id { return next }
    let slot = Int(slotsByID[Int(truncatingIfNeeded: id) & idMask])
    return slots[slot].id == id ? slot : (0..<slotCount).first { slots[$0].id == id }
  }

  /// Takes the moves of a line such as `17 U 18 L`.
  func take(_ line: UnsafeBufferPointer<UInt8>) throws(Fault) {
    guard var byte = line.baseAddress else { return }
    let end = byte + line.count
    while true {
      while byte < end, Self.isSpace(byte.pointee) { byte += 1 }
      guard byte < end else { return }
      let begin = byte
      var id: UInt64 = 0
      while byte < end, byte.pointee &- UInt8(ascii: "0") < 10 {
        id = id &* 10 &+ UInt64(byte.pointee &- UInt8(ascii: "0"))
        byte += 1
      }
      let digits = byte - begin
      while byte < end, Self.isSpace(byte.pointee) { byte += 1 }
      // No identity has more than 19 digits.
      guard 1..<20 ~= digits, byte < end, let direction = Self.direction(byte.pointee),
        byte + 1 == end || byte[1] <= UInt8(ascii: " ")
      else {
        throw Fault(
          reason: "\(PlayerProgram.misunderstood(Self.text(line), "moves such as '17 U'"))")
      }
      byte += 1
      guard id != 0, let slot = slot(of: id), moves[slot] == Self.noMove else {
        throw Fault(
          slot: id == 0 ? nil : slot(of: id),
          reason: "it wrote '\(Self.text(line))', but round \(id) does not wait for a move")
      }
      guard pool.own.masks[slot] &>> direction.rawValue & 1 != 0 else {
        throw Fault(
          slot: slot,
          reason: "it wrote '\(Self.text(line))', and the move \(direction) leads out of the room "
            + "or into a block")
      }
      moves[slot] = direction.rawValue
      slots[slot].path.append(direction)
      parts[slot < parts[0].slots.upperBound ? 0 : 1].waiting -= 1
    }
  }

  /// The direction of a letter, as `Direction(letter:)` has it.
  @inline(__always)
  private static func direction(_ letter: UInt8) -> Direction? {
    switch letter {
    case UInt8(ascii: "U"): .up
    case UInt8(ascii: "D"): .down
    case UInt8(ascii: "L"): .left
    case UInt8(ascii: "R"): .right
    default: nil
    }
  }

  @inline(__always)
  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\r")
  }

  private static func text(_ line: UnsafeBufferPointer<UInt8>) -> String {
    String(decoding: line.prefix(200), as: UTF8.self)
  }

  /// Makes the moves of a part, and takes the rounds out that are over.
  ///
  /// - Parameter take: Receives the identity, the place, the outcome and the moves of each of them.
  func step(
    _ part: Int, _ take: (UInt64, Int, Outcome, [Direction]) -> Void
  ) throws(OutsideError) {
    let range = parts[part].slots
    do throws(PoolError) { try pool.step(range, moves: moves, into: pool.own) } catch {
      throw OutsideError("\(error)")
    }
    let outcomes = pool.own.outcomes
    for slot in range where outcomes[slot] != PoolOutput.noOutcome && slots[slot].id != 0 {
      guard let outcome = Outcome(rawValue: outcomes[slot]) else { continue }
      take(slots[slot].id, slots[slot].place, outcome, slots[slot].path.moves)
      slots[slot].id = 0
      moves[slot] = 0
      parts[part].open -= 1
      free[part].append(slot)
    }
  }
}

/// Moves in memory of its own, which is used again.
private struct MoveList {
  private var memory: UnsafeMutablePointer<Direction>?
  private var capacity = 0
  var count = 0

  @inline(__always)
  mutating func append(_ move: Direction) {
    if count == capacity { grow() }
    memory?[count] = move
    count += 1
  }

  private mutating func grow() {
    let larger = UnsafeMutablePointer<Direction>.allocate(capacity: 2 * capacity + 32)
    if let memory { larger.update(from: memory, count: count) }
    memory?.deallocate()
    memory = larger
    capacity = 2 * capacity + 32
  }

  var moves: [Direction] { Array(UnsafeBufferPointer(start: memory, count: count)) }

  func deallocate() { memory?.deallocate() }
}
