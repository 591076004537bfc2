import ZombiesCore

/// What loops over words need of the levels of a family: the parts that all levels share, the rules, and the table of
/// the chase.
struct WalkRoom {
  let room: SmallRoom
  let rules: Rules

  /// The start and the signpost, and whether the levels begin lit.
  let start, signpost: Int
  let isLit: Bool

  private let targets: ChaseTargets

  init(_ frame: SmallLevel, rules: Rules) {
    room = frame.room
    self.rules = rules
    (start, signpost, isLit) = (frame.start, frame.signpost, frame.isLit)
    targets = ChaseTargets(frame.room, rules)
  }

  /// Applies the rules to a player who arrives on a square: ``/ZombiesCore/Rules`` with the chase of this room.
  ///
  /// - Parameters:
  ///   - signpost: The signpost's square, alone in its set.
  ///   - sight: The squares from which a flashlight is in sight.
  /// - Returns: The outcome; nil if the round continues.
  @inline(__always)
  func arrive(
    at square: Int, signpost: UInt64, blocks: UInt64, sight: @autoclosure () -> UInt64,
    zombies: inout Bitboard, danger: inout Bitboard, isLit: inout Bool
  ) -> Outcome? {
    let (here, signpost) = (Bitboard(square: square), Bitboard(word: signpost))
    return rules.meet(
      here, signpost: signpost, zombies: &zombies, danger: &danger, isLit: &isLit, in: room,
      seesFlashlight: { sight() & here.word != 0 },
      chase: {
        targets.chase(
          $0, player: square, free: room.all - Bitboard(word: blocks) - signpost,
          speed: rules.zombieSpeed)
      })
  }

  /// The letter of the move to a neighbouring square.
  @inline(__always)
  func letter(from square: Int, to target: Int) -> UInt8 {
    let (step, columns) = (target &- square, room.columns)
    // In one column, the square above is also the previous one.
    if step == columns { return Direction.down.letter }
    if step == 0 &- columns { return Direction.up.letter }
    return (step < 0 ? Direction.left : .right).letter
  }
}
