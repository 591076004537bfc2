import ZombiesCore

/// How the rounds of some consecutive trials ended that one policy played, and, if wanted, their
/// moves: memory that a thread uses again and again.
///
/// A round is found by its *slot*: its trial, as a difference from the first one, times the rounds
/// of a trial, plus its number. Only slots that were played hold anything.
package struct RoundsOfPolicy {
  /// The maximum number of rounds in a trial.
  package let roundsPerTrial: Int

  /// The endings by slot, `slotCount` of them.
  package let endings: UnsafeMutablePointer<Ending>

  /// Where the letters of the moves are, by slot, `slotCount` of them; nil if they are not kept.
  package let paths: UnsafeMutablePointer<UnsafePointer<UInt8>>?

  /// The letters of rounds that were played here, slotCount · stride bytes, and the bytes for each.
  private let letters: UnsafeMutablePointer<UInt8>
  private let stride: Int

  /// The number of slots.
  let slotCount: Int

  /// Behind the letters of a path, this many bytes may be read.
  @inlinable package static var slack: Int { 32 }

  /// The largest limit on moves for which paths are kept.
  @inlinable package static var mostMoves: Int { 1024 }

  /// Allocates memory for some slots.
  ///
  /// - Parameter moves: The maximum number of moves whose letters are kept; nil for none.
  init(slots: Int = 0, roundsPerTrial: Int = 1, keeping moves: Int? = nil) {
    assert(slots % roundsPerTrial == 0, "slots for whole trials")
    self.roundsPerTrial = roundsPerTrial
    slotCount = slots
    endings = .allocate(capacity: slots)
    endings.initialize(repeating: .none, count: slots)
    stride = moves.map { $0 + Self.slack } ?? 0
    letters = .allocate(capacity: slots * stride)
    letters.initialize(repeating: 0, count: slots * stride)
    paths = moves.map { _ in .allocate(capacity: slots) }
    for slot in 0..<(paths == nil ? 0 : slots) {
      (paths! + slot).initialize(to: UnsafePointer(letters + slot * stride))
    }
  }

  /// Gives the memory back.
  func deallocate() {
    endings.deallocate()
    letters.deallocate()
    paths?.deallocate()
  }

  /// Whether the letters of the moves are kept.
  @inline(__always)
  var keepsPaths: Bool { paths != nil }

  /// Whether the letters of so many moves fit, if they are kept.
  func fits(_ moves: Int) -> Bool { paths == nil || moves + Self.slack <= stride }

  /// The memory for the letters of a round that is played now.
  @inline(__always)
  func newPath(_ slot: Int) -> UnsafeMutablePointer<UInt8>? {
    assert(slot >= 0 && slot < slotCount, "a slot that there is memory for")
    guard let paths else { return nil }
    let path = letters + slot &* stride
    paths[slot] = UnsafePointer(path)
    return path
  }

  /// The same, for a round whose path was begun with ``newPath(_:)``.
  @inline(__always)
  func path(_ slot: Int) -> UnsafeMutablePointer<UInt8> {
    assert(slot >= 0 && slot < slotCount, "a slot that there is memory for")
    return letters + slot &* stride
  }

  /// Takes over a round that is known, whose letters stay where they are.
  @inline(__always)
  func set(_ slot: Int, to known: KnownRound) {
    assert(slot >= 0 && slot < slotCount, "a slot that there is memory for")
    endings[slot] = known.ending
    if let paths, let path = known.path { paths[slot] = path }
  }

  /// Takes over one round of some trials from a memo.
  ///
  /// - Parameters:
  ///   - trials: The trials, as differences from the first one.
  ///   - levels: Numbered levels; the first trial's first one is at the offset.
  /// - Returns: Whether all of them are known; those that are not have no ending now.
  func set(
    _ trials: [Int32], _ round: Int, to memo: RoundMemo, _ levels: LevelBatch, _ offset: Int
  ) -> Bool {
    var areKnown = true
    levels.numbers.withUnsafeBufferPointer { numbers in
      for trial in trials {
        let slot = Int(trial) &* roundsPerTrial &+ round
        let known = memo[numbers[offset &+ slot]]
        areKnown = areKnown && !known.ending.isNone
        set(slot, to: known)
      }
    }
    return areKnown
  }

  /// The letters of the moves of a round.
  @inline(__always)
  func letters(_ slot: Int) -> UnsafePointer<UInt8>? {
    assert(slot >= 0 && slot < slotCount, "a slot that there is memory for")
    return paths?[slot]
  }
}

/// A round of which it is known how it is played.
struct KnownRound {
  var ending: Ending

  /// The letters of its moves, if they are kept.
  var path: UnsafePointer<UInt8>?
}

/// The rounds of a policy that plays in one way, by the number of the level's placement: each is
/// played once.
///
/// A thread keeps one for each such policy: 16 bytes for each of at most 8192 placements, and if paths
/// are kept, their letters.
final class RoundMemo {
  /// The round of each placement, `count` of them.
  private let rounds: UnsafeMutablePointer<KnownRound>
  private let count: Int

  /// A memo for placements with a number below `count`.
  init(placements count: Int) {
    self.count = count
    rounds = .allocate(capacity: count)
    rounds.initialize(repeating: KnownRound(ending: .none), count: count)
  }

  deinit {
    for number in 0..<count { rounds[number].path?.deallocate() }
    rounds.deallocate()
  }

  /// The round of a placement; its ending is none if it was not played yet.
  @inline(__always)
  subscript(number: UInt16) -> KnownRound {
    assert(Int(number) < count, "the number of a placement")
    return rounds[Int(number)]
  }

  /// Remembers the round of a placement, with a copy of its letters.
  func insert(_ ending: Ending, _ path: UnsafePointer<UInt8>?, for number: UInt16) {
    assert(Int(number) < count && self[number].ending.isNone, "a placement that was not played")
    assert(!ending.isNone, "how its round ended")
    let copy = path.map { path in
      let bytes = ending.moves + RoundsOfPolicy.slack
      let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes)
      copy.initialize(repeating: 0, count: bytes)
      copy.update(from: path, count: ending.moves)
      return UnsafePointer(copy)
    }
    rounds[Int(number)] = KnownRound(ending: ending, path: copy)
  }
}
