import ZombiesCore

/// The endings of rounds of one policy and, if requested, their moves, in memory that a thread uses again and again.
///
/// A round has a *slot*: its trial, as a difference from the first trial, times the number of
/// rounds in a trial, plus its own number. Only slots of rounds that were played have contents.
///
/// If a policy always plays a level the same way, a second value keeps the rounds of each placement, whose number is
/// then the slot. A round of each placement is played once, and copied from there.
package struct RoundsOfPolicy {
  /// The maximum number of rounds in a trial.
  package let roundsPerTrial: Int

  /// The endings by slot: `slotCount` of them.
  package let endings: UnsafeMutablePointer<Ending>

  /// The letters of the moves: slotCount · stride bytes, and the number of bytes for each slot; 0 if they are not kept.
  @usableFromInline let letters: UnsafeMutablePointer<UInt8>
  @usableFromInline let stride: Int

  /// The number of slots.
  let slotCount: Int

  /// The number of bytes after the letters of a path that may be read.
  @inlinable package static var slack: Int { 32 }

  /// The largest limit on moves with which paths can be kept.
  @inlinable package static var mostMoves: Int { 1024 }

  /// Allocates memory for some slots.
  ///
  /// - Parameter moves: The maximum number of moves whose letters are kept; nil to keep no letters.
  init(slots: Int, roundsPerTrial: Int = 1, keeping moves: Int?) {
    assert(slots % roundsPerTrial == 0, "slots for whole trials")
    self.roundsPerTrial = roundsPerTrial
    slotCount = slots
    endings = .allocate(capacity: slots)
    endings.initialize(repeating: .none, count: slots)
    stride = moves.map { $0 + Self.slack } ?? 0
    letters = .allocate(capacity: slots * stride)
    letters.initialize(repeating: 0, count: slots * stride)
  }

  /// Frees the memory.
  func deallocate() {
    endings.deallocate()
    letters.deallocate()
  }

  /// Whether the letters of the moves are kept.
  @inline(__always)
  var keepsPaths: Bool { stride > 0 }

  /// Whether the letters of this many moves fit, if they are kept.
  func fits(_ moves: Int) -> Bool { !keepsPaths || moves + Self.slack <= stride }

  /// The memory for the letters of a round; nil if they are not kept.
  @inlinable @inline(__always)
  package func path(_ slot: Int) -> UnsafeMutablePointer<UInt8>? {
    stride > 0 ? letters + slot &* stride : nil
  }

  /// Copies a round of other memory that keeps letters as well, if this memory does.
  @inline(__always)
  func copy(_ number: Int, of known: RoundsOfPolicy, to slot: Int) {
    assert(slot >= 0 && slot < slotCount, "a slot with memory")
    assert(number >= 0 && number < known.slotCount, "a round of the other memory")
    let ending = known.endings[number]
    endings[slot] = ending
    guard let path = path(slot), let from = known.path(number) else { return }
    typealias Piece = SIMD32<UInt8>
    var done = 0
    repeat {
      UnsafeMutableRawPointer(path + done).storeBytes(
        of: UnsafeRawPointer(from + done).loadUnaligned(as: Piece.self), as: Piece.self)
      done &+= Self.slack
    } while done < ending.moves
  }
}
