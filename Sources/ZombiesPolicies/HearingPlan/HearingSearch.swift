import ZombiesCore
import ZombiesGenerator

/// The computation of the best blind play with hearing, which can be stopped and resumed at any time.
///
/// With hearing, what a player knows is which placements are still possible. In the dark nothing moves, so
/// squares that were walked can be walked again, and tell nothing new. A square that is *certain* (see
/// ``PlacementSets/close(_:into:)``) can be walked at once: the step costs nothing, and what the
/// player learns cannot do harm. The beliefs that remain are *closed*: every step onto a new square is a
/// risk. The region of a closed belief consists of all squares that are certain in its placements and
/// connected to the start. Of the placements of the table, a belief holds all that have the same views on its
/// region. So its region and any one of its placements determine it.
///
/// A player may know more: a fatal step shows squares around a square that is not in the region. Then fewer
/// placements are possible. So the key of ``values`` has their number, too.
///
/// It is a depth-first search with an explicit stack. The beliefs that it examines depend only on the
/// first set of placements.
final class HearingSearch {
  /// A closed belief, as a key: its region, the first of its placements, and their number.
  struct ClosedBelief: Hashable {
    let region: Bitboard
    let first, count: UInt32

    init(_ belief: PlacementSets.Piece, in sets: PlacementSets) {
      region = belief.region
      first = sets.items[belief.set.lowerBound]
      count = UInt32(belief.set.count)
    }
  }

  /// The value of a closed belief.
  struct Value {
    /// The number of placements that the best play wins.
    let wins: UInt32
    /// The squares next to the region on which a step leads to this number. Empty if nothing can be won.
    let best: Bitboard
  }

  /// The values of the beliefs that have been examined.
  private(set) var values: [ClosedBelief: Value] = [:]

  /// The number of placements that the best play wins, once the search is done.
  private(set) var wins = 0

  private(set) var isDone = false

  private let frame: PlanFrame
  private let known: KnownRoom
  private let accepts: (@Sendable (Level) -> Bool)?
  private let lit: LitRooms

  /// The placements that are not listed yet; nil once all are.
  private var list: SmallPlacements?

  private(set) var sets: PlacementSets

  /// The stack of beliefs whose values are being computed, each reached from the one below.
  private var visits: [Visit] = []

  /// The closed beliefs after the steps that are being tried, with those of the last visit last.
  private var pieces: [PlacementSets.Piece] = []

  /// The work done so far, in units of 1 to 50 ns in a release build.
  var workDone: Int { ownWork + lit.workDone + sets.workDone }

  private var ownWork = 0

  /// The work to examine a belief.
  private static let workOfBelief = 20

  /// The work to look up a belief.
  private static let workOfLookup = 3

  /// The maximum number of placements. Their table takes at most 400 MB.
  static let mostPlacements: UInt64 = 2_000_000

  /// Prepares a search from a player's knowledge. It examines nothing yet.
  ///
  /// - Parameters:
  ///   - stateLimit: The maximum number of states of a search in a lit room; nil for the solver's default.
  ///   - accepts: Whether a placement is possible; nil if all are.
  init(
    _ frame: PlanFrame, from known: KnownRoom = .nothing,
    stateLimit: Int? = nil, accepts: (@Sendable (Level) -> Bool)? = nil
  ) {
    self.frame = frame
    self.accepts = accepts
    self.known = known
    lit = LitRooms(frame, stateLimit: stateLimit)
    sets = PlacementSets(frame)
    list = SmallPlacements(frame.family, batchSize: 64)
  }

  /// A closed belief whose value is being computed.
  private struct Visit {
    let belief: PlacementSets.Piece
    /// The steps, those most likely to survive first, with the maximum number of placements that each may
    /// win.
    var steps: [(square: Int, most: Int)]
    /// The index of the step that is being tried.
    var step = -1
    /// The placements that this step is known to win so far, and the maximum that it may still win.
    var wins = 0
    var most = 0
    /// The number of pieces of the visits before this one, and the end of the buffer.
    let base: Int
    let end: Int
    var best = 0
    var bestSteps = Bitboard()
  }

  /// Continues, for about a given amount of work.
  ///
  /// - Returns: Whether everything is done.
  func work(_ amount: Int) throws(PlanError) -> Bool {
    let limit = workDone + min(amount, .max - workDone)
    while !isDone, workDone < limit {
      if list != nil {
        try listPlacements()
      } else {
        proceed()
      }
    }
    return isDone
  }

  /// Lists some placements.
  private func listPlacements() throws(PlanError) {
    guard let (batch, count) = list?.next() else {
      list = nil
      return
    }
    ownWork += count
    for index in 0..<count where known.agrees(with: batch[index], sets.table.hearingAreas) {
      guard accepts?(Level(batch[index])) ?? true else { continue }
      ownWork += 10
      try sets.table.add(batch[index], lit)
    }
  }

  private func visit(_ belief: PlacementSets.Piece, steps: [(square: Int, most: Int)]) {
    visits.append(
      Visit(belief: belief, steps: steps, base: pieces.count, end: sets.items.count))
  }

  /// Does the next part of the last visit. The first visit steps onto the start.
  private func proceed() {
    guard let last = visits.indices.last else {
      let all = sets.appendAll()
      visit(
        PlacementSets.Piece(region: Bitboard(), set: all), steps: [(frame.start, all.count)])
      return
    }
    while pieces.count > visits[last].base {
      let piece = pieces[pieces.count - 1]
      ownWork += Self.workOfLookup
      guard let value = values[ClosedBelief(piece, in: sets)] else {
        visit(piece, steps: steps(piece))
        return
      }
      pieces.removeLast()
      visits[last].wins += Int(value.wins)
      visits[last].most -= piece.set.count - Int(value.wins)
      // A step that cannot win as much as the best one is abandoned.
      if visits[last].most < visits[last].best {
        pieces.removeLast(pieces.count - visits[last].base)
      }
    }
    finishStep(of: last)
  }

  /// The steps of a closed belief.
  private func steps(_ belief: PlacementSets.Piece) -> [(square: Int, most: Int)] {
    ownWork += Self.workOfBelief + belief.set.count
    let blocks = sets.table.blocks[Int(sets.items[belief.set.lowerBound])]
    let next = frame.room.neighbours(belief.region) - belief.region - blocks
    let lost = sets.counts(belief.set) { $1.shut[$0] & next }
    return next.map { (square: $0, most: belief.set.count - lost[$0]) }
      .sorted { ($1.most, $0.square) < ($0.most, $1.square) }
  }

  /// Compares the step just tried with the best one, and tries the next. After the last step, settles the
  /// belief.
  private func finishStep(of last: Int) {
    sets.removeAll(from: visits[last].end)
    if visits[last].step >= 0, visits[last].most >= max(1, visits[last].best) {
      let (step, wins) = (visits[last].steps[visits[last].step], visits[last].wins)
      if wins > visits[last].best {
        (visits[last].best, visits[last].bestSteps) = (wins, Bitboard())
      }
      visits[last].bestSteps.insert(step.square)
    }
    visits[last].step += 1
    let step = visits[last].step
    // Steps that cannot win as much as the best one are skipped.
    guard step < visits[last].steps.count,
      visits[last].steps[step].most >= max(1, visits[last].best)
    else {
      settle()
      return
    }
    let (square, most) = visits[last].steps[step]
    let won = sets.step(visits[last].belief, onto: square, into: &pieces)
    visits[last].wins = won
    visits[last].most = most
  }

  private func settle() {
    let visit = visits.removeLast()
    guard !visits.isEmpty else {
      (wins, isDone) = (visit.best, true)
      return
    }
    values[ClosedBelief(visit.belief, in: sets)] = Value(
      wins: UInt32(visit.best), best: visit.bestSteps)
  }

  // MARK: Decisions

  /// The placements that agree with a player's knowledge, once the search is done.
  func placements(agreeingWith known: KnownRoom) -> [UInt32] {
    let table = sets.table
    return (0..<table.count).filter { known.agrees(with: table.level(at: $0), table.hearingAreas) }
      .map { UInt32($0) }
  }

  /// The decision for a player's knowledge, once the search is done; nil if the search has not examined it.
  func advice(_ known: KnownRoom, at player: Int) -> Decision? {
    // Only placements that agree with the first knowledge are in the table.
    guard known.includes(self.known) else { return nil }
    let possible = placements(agreeingWith: known)
    guard !possible.isEmpty else {
      return Decision(quiet: Bitboard(), walk: nil, target: frame.signpost, wins: 0)
    }
    var sets = sets
    sets.removeAll(from: 0)
    let belief = PlacementSets.Piece(
      region: Bitboard(square: player), set: sets.append(possible))
    return decision(&sets, belief, at: player, isComplete: false)
  }

  /// A decision of the best play.
  struct Decision {
    /// The squares over which the player can walk without learning anything.
    var quiet: Bitboard
    /// The walk to the next square; nil if there is none.
    var walk: [Direction]?
    /// The next square.
    var target: Int
    /// The number of possible placements that the best play wins.
    var wins: Int
    /// The number of possible placements, and of those in which a step onto the next square survives.
    var possible = 0
    var survived = 0
  }

  /// The decision of the best play, once the search is done.
  ///
  /// Of the next squares that lead to the most wins, it goes to the one onto which the step survives in the
  /// most placements, the first in reading order. The walk there is the shortest, the first in the order
  /// U < D < L < R. These are the choices of a plan without hearing (`PlanBuilder`).
  ///
  /// - Parameters:
  ///   - belief: A belief at the end of the buffer. Its region contains the player's square, and may
  ///     contain only squares on which nothing can be learned.
  ///   - player: The player's square.
  /// - Returns: Nil if the search has not examined what the player knows. With `isComplete`, a belief that
  ///   was not examined is one from which nothing can be won, and there is a walk even then.
  func decision(
    _ sets: inout PlacementSets, _ belief: PlacementSets.Piece, at player: Int, isComplete: Bool
  ) -> Decision? {
    let (room, signpost) = (frame.room, frame.signpost)
    let quiet = sets.quietRegion(belief.region, belief.set, shut: sets.shut(belief.set))
    var decision = Decision(quiet: quiet, walk: nil, target: signpost, wins: belief.set.count)
    if room.neighbours(quiet).contains(signpost) {
      decision.walk = walk(from: player, through: quiet, to: signpost)
      return decision
    }
    let end = sets.items.count
    defer { sets.removeAll(from: end) }
    let first = Int(sets.items[belief.set.lowerBound])
    let near = room.closedNeighbourhood(quiet)
    let inSight = sets.table.zombies[first] & near
    let next =
      near - quiet - sets.table.blocks[first] - frame.rules.danger(of: inSight, in: room)
    let copy = sets.append(Array(sets.items[belief.set]))
    var closed: [PlacementSets.Piece] = []
    let known = sets.close(PlacementSets.Piece(region: quiet, set: copy), into: &closed)
    decision.wins = known.won
    var best = next - known.shut
    for piece in closed {
      guard let value = values[ClosedBelief(piece, in: sets)] else {
        if isComplete { continue }
        return nil
      }
      guard value.wins > 0 else { continue }
      decision.wins += Int(value.wins)
      best &= value.best | piece.region
    }
    if decision.wins == 0 {
      guard isComplete else { return decision }
      best = next
    }
    guard let target = safest(of: best, in: sets, belief.set) else { return decision }
    decision.walk = walk(from: player, through: quiet, to: target)
    decision.target = target
    decision.possible = belief.set.count
    decision.survived = belief.set.count { !sets.table.shut[Int(sets.items[$0])].contains(target) }
    return decision
  }

  /// The square on which a zombie catches the player in the fewest placements, the first in reading order.
  private func safest(
    of squares: Bitboard, in sets: PlacementSets, _ set: Range<Int>
  ) -> Int? {
    let caught = sets.counts(set) { place, table in
      frame.rules.danger(of: table.zombies[place], in: frame.room) & squares
    }
    return squares.min { (caught[$0], $0) < (caught[$1], $1) }
  }

  /// The shortest walk through a region to a square next to it, the first in the order U < D < L < R.
  private func walk(from player: Int, through region: Bitboard, to target: Int) -> [Direction]? {
    var (moves, square) = ([Direction](), player)
    while square != target {
      let steps = frame.steps(from: square, to: target, through: region)
      guard let step = steps.first else { return nil }
      moves.append(step)
      square += frame.room.step(step)
    }
    return moves
  }
}
