import ZombiesCore

/// A square as an observation shows it, in one byte. If several apply, the highest one counts.
public enum SeenSquare: UInt8, CaseIterable, Sendable {
  /// A square that the player does not see.
  case unknown = 0
  /// A square without a thing.
  case floor = 1
  /// A square beyond the sides of the room, if the room is smaller than those of the pool.
  case wall = 2
  /// A block.
  case block = 3
  /// A zombie, which hides a flashlight on the same square.
  case zombie = 4
  /// A flashlight.
  case flashlight = 5
  /// The signpost, which the player always knows.
  case signpost = 6
  /// The square of the player, whatever else is there.
  case own = 7
}

/// Memory for what a step of a ``RoundPool`` writes, in arrays with an entry for each slot.
///
/// The memory belongs to those who allocated it. A pool writes only the entries of the slots that a call
/// is for.
public struct PoolOutput {
  /// What each player sees: for each slot, a byte for each square in reading order, with the value of a
  /// ``SeenSquare``. Shape: slots × rows × columns.
  public var squares: UnsafeMutablePointer<UInt8>

  /// Whether each room is lit, 0 or 1.
  public var lit: UnsafeMutablePointer<UInt8>

  /// The number of zombies that each player hears: see ``/ZombiesCore/Sight/heard``, with 0 for nil.
  public var heard: UnsafeMutablePointer<UInt16>

  /// 1 for a step that won the round, otherwise 0.
  public var rewards: UnsafeMutablePointer<Float>

  /// Whether the step ended the round by the rules: won, caught or stuck.
  public var terminated: UnsafeMutablePointer<UInt8>

  /// Whether the step ended the round by the limit on moves.
  public var truncated: UnsafeMutablePointer<UInt8>

  /// The moves that the next step accepts: bit *d* for the direction with raw value *d*. They are the
  /// legal moves or, if the next step ignores the move, all four.
  public var masks: UnsafeMutablePointer<UInt8>

  /// The outcome of the round that the step ended: the raw value of an ``/ZombiesCore/Outcome``, or
  /// ``noOutcome``.
  public var outcomes: UnsafeMutablePointer<UInt8>

  /// With ``RoundPool/Autoreset/sameStep``, the last observation of each round that the step ended; the
  /// entries of other slots are not written. Nil if they are not wanted.
  public var last: Last?

  /// The last observations of rounds: memory like that for ``squares``, ``lit`` and ``heard``.
  public typealias Last = (
    squares: UnsafeMutablePointer<UInt8>, lit: UnsafeMutablePointer<UInt8>,
    heard: UnsafeMutablePointer<UInt16>
  )

  /// The byte of a round that the step did not end.
  public static let noOutcome = UInt8.max

  /// Allocates memory, filled with zeros. Free it with ``deallocate()``.
  public init(slots: Int, squares: Int) {
    self.squares = .allocateLines(slots * squares, of: 0)
    lit = .allocateLines(slots, of: 0)
    terminated = .allocateLines(slots, of: 0)
    truncated = .allocateLines(slots, of: 0)
    masks = .allocateLines(slots, of: 0)
    outcomes = .allocateLines(slots, of: 0)
    heard = .allocateLines(slots, of: 0)
    rewards = .allocateLines(slots, of: 0)
  }

  /// Frees the memory of ``init(slots:squares:)``.
  public func deallocate() {
    for bytes in [squares, lit, terminated, truncated, masks, outcomes] { bytes.deallocate() }
    heard.deallocate()
    rewards.deallocate()
  }
}

extension PoolOutput {
  /// Writes the result of a step of a slot.
  ///
  /// - Parameter outcome: The raw value of the outcome, or ``noOutcome``.
  @inline(__always)
  func write(_ index: Int, _ outcome: UInt8, reward: Float) {
    rewards[index] = reward
    terminated[index] = outcome < Outcome.outOfMoves.rawValue ? 1 : 0
    truncated[index] = outcome == Outcome.outOfMoves.rawValue ? 1 : 0
    outcomes[index] = outcome
  }
}

extension UnsafeMutablePointer {
  /// Allocates memory that shares no cache line, and no pair of lines, with any other allocation: threads
  /// that write to the same line are slow.
  static func allocateLines(_ count: Int, of value: Pointee) -> Self {
    let line = 128
    let bytes = (count * MemoryLayout<Pointee>.stride + line - 1) / line * line
    let memory = UnsafeMutableRawPointer.allocate(byteCount: max(line, bytes), alignment: line)
    return memory.initializeMemory(as: Pointee.self, repeating: value, count: count)
  }
}
