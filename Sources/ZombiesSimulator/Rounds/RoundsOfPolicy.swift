import ZombiesCore

/// The endings of the rounds that one policy played in consecutive trials and, if requested, their
/// moves. A thread uses this memory again and again.
///
/// A round has a *slot*: its trial, as a difference from the first trial, times the number of
/// rounds in a trial, plus its own number. Only slots of rounds that were played have contents.
package struct RoundsOfPolicy {
  /// The maximum number of rounds in a trial.
  package let roundsPerTrial: Int

  /// The endings by slot: `slotCount` of them.
  package let endings: UnsafeMutablePointer<Ending>

  /// Pointers to the letters of the moves by slot: `slotCount` of them; nil if paths are not kept.
  package let paths: UnsafeMutablePointer<UnsafePointer<UInt8>>?

  /// The letters of rounds played here: slotCount · stride bytes, and the number of bytes for each.
  private let letters: UnsafeMutablePointer<UInt8>
  private let stride: Int

  /// The number of slots.
  let slotCount: Int

  /// The number of bytes after the letters of a path that may be read.
  @inlinable package static var slack: Int { 32 }

  /// The largest limit on moves with which paths can be kept.
  @inlinable package static var mostMoves: Int { 1024 }

  /// Allocates memory for some slots.
  ///
  /// - Parameter moves: The maximum number of moves whose letters are kept; nil to keep no letters.
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

  /// Frees the memory.
  func deallocate() {
    endings.deallocate()
    letters.deallocate()
    paths?.deallocate()
  }

  /// Whether the letters of the moves are kept.
  @inline(__always)
  var keepsPaths: Bool { paths != nil }

  /// Whether the letters of this many moves fit, if they are kept.
  func fits(_ moves: Int) -> Bool { paths == nil || moves + Self.slack <= stride }

  /// The memory for the letters of a round that begins now.
  @inline(__always)
  func newPath(_ slot: Int) -> UnsafeMutablePointer<UInt8>? {
    assert(slot >= 0 && slot < slotCount, "a slot with memory")
    guard let paths else { return nil }
    let path = letters + slot &* stride
    paths[slot] = UnsafePointer(path)
    return path
  }

  /// The memory for the letters of a round that began with ``newPath(_:)``.
  @inline(__always)
  func path(_ slot: Int) -> UnsafeMutablePointer<UInt8> {
    assert(slot >= 0 && slot < slotCount, "a slot with memory")
    return letters + slot &* stride
  }

  /// Copies the ending of a known round, and points to its letters.
  @inline(__always)
  func set(_ slot: Int, to known: KnownRound) {
    assert(slot >= 0 && slot < slotCount, "a slot with memory")
    endings[slot] = known.ending
    if let paths, let path = known.path { paths[slot] = path }
  }

  /// Copies one round of some trials from a memo.
  ///
  /// - Parameters:
  ///   - trials: The trials, as differences from the first trial.
  ///   - levels: Numbered levels; the offset is the index of the first trial's first level.
  /// - Returns: Whether all rounds are known; unknown rounds now have no ending.
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
    assert(slot >= 0 && slot < slotCount, "a slot with memory")
    return paths?[slot]
  }
}

/// A round with a known ending.
struct KnownRound {
  var ending: Ending

  /// The letters of its moves; nil if they are not kept.
  var path: UnsafePointer<UInt8>?
}

/// The rounds of a policy that always plays a level the same way, by placement number. The
/// placement of each number is played once.
///
/// A thread has one memo for each such policy: 16 bytes for each of at most 8192 placement numbers,
/// plus the letters if paths are kept.
final class RoundMemo {
  /// The round of each placement: `count` of them.
  private let rounds: UnsafeMutablePointer<KnownRound>
  private let count: Int

  /// Creates a memo for placement numbers below `count`.
  init(placements count: Int) {
    self.count = count
    rounds = .allocate(capacity: count)
    rounds.initialize(repeating: KnownRound(ending: .none), count: count)
  }

  deinit {
    for number in 0..<count { rounds[number].path?.deallocate() }
    rounds.deallocate()
  }

  /// The round of a placement; it has no ending if it was not played yet.
  @inline(__always)
  subscript(number: UInt16) -> KnownRound {
    assert(Int(number) < count, "a placement number")
    return rounds[Int(number)]
  }

  /// Stores the round of a placement, with a copy of its letters.
  func insert(_ ending: Ending, _ path: UnsafePointer<UInt8>?, for number: UInt16) {
    assert(Int(number) < count && self[number].ending.isNone, "a placement that was not played")
    assert(!ending.isNone, "the ending of its round")
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
