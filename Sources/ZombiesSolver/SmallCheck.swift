import ZombiesCore

/// The fast form of ``CertificateChecker``, for rooms of at most 64 squares: the same proof by the
/// same induction, with ``/ZombiesCore/SmallRound`` for the rules and a hash table of the states.
///
/// It finds only whether a certificate is proved. If not, the plain form finds out whether there is
/// a flaw, and describes it.
package struct SmallCheck {
  /// A state of a small room.
  private struct State: Equatable {
    var zombies: Bitboard
    var player: Int
    var isLit: Bool

    var hash: UInt64 {
      let rest = UInt64(truncatingIfNeeded: player) &* 2 &+ (isLit ? 1 : 0)
      let hash = (zombies.word ^ rest &* 0xC2B2_AE3D_27D4_EB4F) &* 0x9E37_79B9_7F4A_7C15
      return (hash ^ hash &>> 32) &* 0x9E37_79B9_7F4A_7C15
    }
  }

  /// The maximum number of steps to find a free slot, more than distinct hashes should ever need. A
  /// certificate constructed to need more is left to the plain form.
  private static let longestSearch = 1000

  private let level: SmallLevel
  private let states: StateLayers

  /// The claimed length of the solution; nil if the claim is that there is none.
  private let par: Int?

  /// The round used to make every move.
  private var round: SmallRound

  /// The hash table: one plus the number of a state, or 0 for an empty slot.
  private var table: [UInt32]

  /// The number of bits in a hash that are not part of a slot's index.
  private let shift: UInt64

  /// The number of ways to complete a shortest solution from each state.
  private var ways: [UInt64]

  /// Whether each state is reached from the layer before it.
  private var isReached: [Bool]

  /// Whether a certificate proves its whole claim. A false result leaves this open; it is always
  /// false in a room of more than 64 squares.
  ///
  /// - Parameters:
  ///   - certificate: The certificate.
  ///   - known: The level of the previous check; its room is reused if it has the same size. This
  ///     call replaces it.
  ///   - watch: Receives the number of states checked so far, at intervals.
  /// - Complexity: O(*n* · zombies) for *n* states; 15 to 21 bytes per state in addition to the
  ///   certificate.
  package static func proves(
    _ certificate: Certificate, like known: inout SmallLevel?, watch: (Int) -> Void = { _ in }
  ) -> Bool {
    if certificate.claim == .gaveUp || certificate.states.count > UInt32.max / 4 { return false }
    let level = certificate.level
    if let other = known, other.room.size == level.size {
      known = SmallLevel(level, like: other)
    } else {
      known = SmallLevel(level)
    }
    guard let small = known else { return false }
    var check = SmallCheck(certificate, small)
    return check.isProved(certificate.claim, watch)
  }

  private init(_ certificate: Certificate, _ level: SmallLevel) {
    self.level = level
    states = certificate.states
    par = if case .solvable(let solution) = certificate.claim { solution.par } else { nil }
    round = SmallRound(level, rules: certificate.rules)
    let count = states.count
    // At most two thirds of the slots are in use.
    let bits = Int.bitWidth - (count + count / 2 + 1).leadingZeroBitCount
    table = [UInt32](repeating: 0, count: 1 << bits)
    shift = UInt64(64 - bits)
    ways = [UInt64](repeating: 0, count: count)
    isReached = [Bool](repeating: false, count: count)
  }

  private mutating func isProved(_ claim: Certificate.Claim, _ watch: (Int) -> Void) -> Bool {
    if round.outcome == .caught { return par == nil && states.layerCount == 0 }
    if let par, par != states.layerCount { return false }
    guard states.layerCount > 0, states.layer(0).count == 1, state(0) == made, enterAll() else {
      return false
    }
    for distance in (0..<states.layerCount).reversed() {
      guard isRight(distance) else { return false }
      watch(states.count - states.layer(distance).lowerBound)
    }
    guard case .solvable(let solution) = claim else { return true }
    return solution.shortestCount == ways[0] && isFirst(solution)
  }

  // MARK: States

  /// The state with a number; nil if its zombies are out of order.
  @inline(__always)
  private func state(_ number: Int) -> State? {
    let last = states.width - 1
    var zombies = last == 0 ? level.zombies : Bitboard()
    var next = 0
    for index in 0..<last {
      let square = Int(states.word(index, of: number) & ~StateLayers.light)
      if square < next { return nil }
      zombies.insert(square)
      next = square + 1
    }
    return State(
      zombies: zombies, player: Int(states.word(last, of: number) & ~StateLayers.light),
      isLit: states.word(0, of: number) & StateLayers.light != 0)
  }

  /// The current state of the round.
  @inline(__always)
  private var made: State {
    State(zombies: round.zombies, player: round.player, isLit: round.isLit)
  }

  /// Inserts all states into the table; false if a state appears twice or is impossible in a round.
  private mutating func enterAll() -> Bool {
    var shut = level.blocks
    shut.insert(level.signpost)
    for number in 0..<states.count {
      guard let state = state(number), !shut.intersects(state.zombies),
        !shut.contains(state.player), state.isLit || state.zombies == level.zombies
      else { return false }
      var slot = Int(truncatingIfNeeded: state.hash &>> shift)
      var steps = 0
      while table[slot] != 0 {
        steps += 1
        if steps > Self.longestSearch || self.state(Int(table[slot]) - 1) == state { return false }
        slot = (slot + 1) & (table.count - 1)
      }
      table[slot] = UInt32(number + 1)
    }
    return true
  }

  /// The number of the round's state; nil if it is not among the states.
  @inline(__always)
  private var found: Int? {
    let made = made
    var slot = Int(truncatingIfNeeded: made.hash &>> shift)
    while table[slot] != 0 {
      let number = Int(table[slot]) - 1
      if state(number) == made { return number }
      slot = (slot + 1) & (table.count - 1)
    }
    return nil
  }

  // MARK: Moves

  /// The legal moves from a state.
  @inline(__always)
  private func moves(from state: State) -> DirectionSet {
    level.room.exits(state.player, avoiding: level.blocks)
  }

  /// Makes a legal move from a state.
  @inline(__always)
  private mutating func make(_ move: Direction, from state: State) {
    round.player = state.player
    round.zombies = state.zombies
    round.isLit = state.isLit
    round.outcome = nil
    round.move(move)
  }

  /// Whether every move from every state of a layer is as claimed; the layers after it must have
  /// been checked.
  private mutating func isRight(_ distance: Int) -> Bool {
    let layer = states.layer(distance)
    if layer.isEmpty { return false }
    let isLast = distance + 1 == states.layerCount
    let next = isLast ? layer.upperBound..<layer.upperBound : states.layer(distance + 1)
    for number in layer {
      guard let state = state(number) else { return false }
      if round.rules.danger(of: state.zombies, in: level.room).contains(state.player) {
        return false
      }
      for move in moves(from: state) {
        make(move, from: state)
        switch round.outcome {
        case .won:
          guard isLast, par != nil else { return false }
          ways[number] = ways[number].addingSaturating(1)
        case .caught: continue
        // A state after par moves does not matter.
        case nil where isLast && par != nil: continue
        case nil, .stuck, .outOfMoves:
          guard let found, found < next.upperBound else { return false }
          if next.contains(found) {
            isReached[found] = true
            ways[number] = ways[number].addingSaturating(ways[found])
          }
        }
      }
    }
    return next.allSatisfy { isReached[$0] }
  }

  /// Whether the solution makes, in each state, the first move that continues a shortest solution.
  private mutating func isFirst(_ solution: Solution) -> Bool {
    guard var state = state(0) else { return false }
    for (distance, move) in solution.moves.enumerated() {
      var good: Direction?
      for move in moves(from: state) where good == nil {
        make(move, from: state)
        if goesOn(at: distance + 1, par: solution.par) { good = move }
      }
      guard good == move else { return false }
      make(move, from: state)
      state = made
    }
    return round.outcome == .won
  }

  /// Whether a shortest solution can continue from the round after some moves.
  private func goesOn(at distance: Int, par: Int) -> Bool {
    if distance == par { return round.outcome == .won }
    guard round.outcome == nil, let found else { return false }
    return states.layer(distance).contains(found) && ways[found] > 0
  }
}
