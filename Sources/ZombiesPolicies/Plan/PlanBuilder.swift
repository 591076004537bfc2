import ZombiesCore
import ZombiesGenerator
import ZombiesSolver

/// The computation of a plan, which can be stopped and resumed at any time.
///
/// It is a depth-first search with an explicit stack. The beliefs that it examines, and so the amount of
/// work, depend only on the first belief: steps are tried in a fixed order, and whether a step is skipped
/// depends only on exact values. So a search that meets a belief examines everything that a search from
/// this belief would examine.
struct PlanBuilder {
  private let frame: PlanFrame
  private let lit: LitRooms

  /// The values of the beliefs that have been fully examined.
  private(set) var values = BeliefValues()

  /// The stack of beliefs whose values are being computed, each reached from the one below.
  private var visits: [Visit] = []

  /// The possible results of the steps that are being tried, with those of the last visit last. After the
  /// results that light the room come those with some of the things that the light may show.
  private var outcomes: [Belief] = []

  /// The work done so far, in units of 20 to 50 ns in a release build: one for each set of things that
  /// the light may show, and one for each set of zombies that a search in the light visits.
  var workDone: Int { workInTheDark + lit.workDone }

  private var workInTheDark = 0

  /// The work to examine a belief, in addition to looking up the results of its steps.
  private static let workOfBelief = 60

  /// The work to look up a belief.
  private static let workOfLookup = 3

  /// Creates a builder for a family. It examines nothing yet.
  ///
  /// - Parameter stateLimit: The maximum number of states of a search in a lit room; nil for the solver's
  ///   default.
  init(_ frame: PlanFrame, stateLimit: Int? = nil) {
    self.frame = frame
    lit = LitRooms(frame, stateLimit: stateLimit)
  }

  /// A belief whose value is being computed.
  private struct Visit {
    let belief: Belief
    /// The steps, those most likely to survive first, with the maximum number of placements that each may
    /// win.
    let steps: [(square: Int, most: UInt64)]
    /// The index of the step that is being tried.
    var step = -1
    /// The placements that this step is known to win so far.
    var wins: UInt64 = 0
    /// The number of outcomes of the visits before this one.
    let base: Int
    var best = BeliefValues.Value(wins: 0, target: BeliefValues.Value.none)
  }

  /// Continues, for about a given amount of work.
  ///
  /// - Parameter most: The maximum work in total. The builder does not begin sums that certainly exceed it.
  /// - Returns: Whether everything is done.
  mutating func work(_ amount: Int, atMost most: Int = .max) throws(PlanError) -> Bool {
    let limit = workDone + min(amount, .max - workDone)
    while !visits.isEmpty {
      if workDone >= limit { return false }
      try proceed(atMost: most)
    }
    return true
  }

  // MARK: In the dark

  /// Does the next part of the last visit.
  private mutating func proceed(atMost most: Int) throws(PlanError) {
    let last = visits.count - 1
    while outcomes.count > visits[last].base {
      let outcome = outcomes[outcomes.count - 1]
      let player = visits[last].steps[visits[last].step].square
      if frame.room.closedNeighbourhood(Bitboard(square: player)).intersects(outcome.flashlights) {
        outcomes.removeLast()
        visits[last].wins += try light(outcome, at: player, atMost: most)
        return
      }
      workInTheDark += Self.workOfLookup
      guard let value = values[outcome] else {
        visit(outcome)
        return
      }
      outcomes.removeLast()
      visits[last].wins += value.wins
    }
    finishStep(of: last)
  }

  /// Begins to compute the value of a belief that has not been examined: the number of placements won from
  /// it, and the best step.
  mutating func visit(_ belief: Belief) {
    workInTheDark += Self.workOfBelief
    let region = frame.region(belief)
    if frame.room.neighbours(region).contains(frame.signpost) {
      let all = frame.placements(belief)
      values.insert(
        BeliefValues.Value(wins: all, target: BeliefValues.Value.none), of: belief)
      return
    }
    let hidden = frame.hidden(belief)
    let steps = frame.frontier(belief, region).map { square in
      (square: square, most: survivors(belief, hidden, stepTo: square))
    }
    visits.append(
      Visit(
        belief: belief, steps: steps.sorted { ($1.most, $0.square) < ($0.most, $1.square) },
        base: outcomes.count))
  }

  /// Compares the step just tried with the best one, and tries the next. After the last step, stores the
  /// value of the belief.
  private mutating func finishStep(of last: Int) {
    if visits[last].step >= 0 {
      let (step, wins) = (visits[last].steps[visits[last].step], visits[last].wins)
      if wins > visits[last].best.wins || visits[last].best.target == BeliefValues.Value.none {
        visits[last].best = BeliefValues.Value(wins: wins, target: UInt8(step.square))
      }
    }
    visits[last].step += 1
    let visit = visits[last]
    // Steps that cannot win more than the best one are skipped.
    guard visit.step < visit.steps.count,
      visit.best.target == BeliefValues.Value.none
        || visit.steps[visit.step].most > visit.best.wins
    else {
      values.insert(visit.best, of: visit.belief)
      visits.removeLast()
      return
    }
    visits[last].wins = 0
    let near = frame.room.closedNeighbourhood(Bitboard(square: visit.steps[visit.step].square))
    var next = visit.belief
    next.seen |= near
    collect(next, news: near - visit.belief.seen)
  }

  /// The number of placements in which a step does not end the round.
  private func survivors(_ belief: Belief, _ hidden: ThingCounts, stepTo square: Int) -> UInt64 {
    let unseen = frame.room.all - belief.seen
    guard frame.rules.catchingDistance > 0 else { return frame.ways(hidden, on: unseen.count) }
    // No hidden zombie is on the new squares.
    let free = unseen - frame.room.closedNeighbourhood(Bitboard(square: square))
    var others = hidden
    others.zombies = 0
    return frame.choices(hidden.zombies, of: free.count)
      * frame.ways(others, on: unseen.count - hidden.zombies)
  }

  /// Collects all possible contents of the new squares that the player survives.
  private mutating func collect(_ belief: Belief, news: Bitboard) {
    let hidden = frame.hidden(belief)
    if frame.ways(hidden, on: ((frame.room.all - belief.seen) | news).count) == 0 { return }
    guard !news.isEmpty else {
      outcomes.append(belief)
      return
    }
    var rest = news
    let new = rest.removeFirst()
    collect(belief, news: rest)
    if hidden.blocks > 0 {
      var found = belief
      found.blocks.insert(new)
      collect(found, news: rest)
    }
    if hidden.flashlights > 0 {
      var found = belief
      found.flashlights.insert(new)
      collect(found, news: rest)
    }
    if hidden.zombies > 0, frame.rules.catchingDistance == 0 {
      var found = belief
      found.zombies.insert(new)
      collect(found, news: rest)
    }
  }

  // MARK: In the light

  /// The number of placements won when the light goes on. If it shows more than one thing, they are added
  /// to the outcomes one after another, and this returns 0.
  ///
  /// - Parameter belief: What was seen in the dark, and things on squares that were not seen then. In reading
  ///   order, each thing is behind those of its kind that came before, so each set is counted once.
  private mutating func light(
    _ belief: Belief, at player: Int, atMost most: Int
  ) throws(PlanError) -> UInt64 {
    let (unseen, hidden) = (frame.room.all - belief.seen, frame.hidden(belief))
    let (blocks, zombies) = (belief.blocks & unseen, belief.zombies & unseen)
    if (blocks | zombies).isEmpty {
      let sets = PlanFrame.product(
        frame.choices(hidden.blocks, of: unseen.count),
        frame.choices(max(0, hidden.zombies - 1), of: unseen.count - hidden.blocks))
      workInTheDark += Self.workOfLookup + 1
      if Int(clamping: sets) > most { workInTheDark = most - lit.workDone }
    }
    let isBlockNext = hidden.blocks > 0
    let rest = isBlockNext ? unseen.behind(blocks.last) : (unseen - blocks).behind(zombies.last)
    let shown = hidden.blocks + max(0, hidden.zombies - 1)
    workInTheDark += (isBlockNext || !zombies.isEmpty ? 0 : 1) + (shown == 0 ? 1 : 0)
    func adding(_ square: Int) -> Belief {
      var more = belief
      if isBlockNext { more.blocks.insert(square) } else { more.zombies.insert(square) }
      return more
    }
    switch shown {
    case 0:
      let winning = try lit.squaresOfLastZombie(
        player, belief.zombies, belief.blocks, isLastMissing: hidden.zombies > 0)
      let wins = hidden.zombies > 0 ? (winning & rest).count : winning.isEmpty ? 0 : 1
      // The ways to place the other flashlights.
      let free = unseen.count - blocks.count - zombies.count - hidden.zombies
      return UInt64(wins) * frame.choices(hidden.flashlights, of: free)
    case 1:
      var wins: UInt64 = 0
      for square in rest { wins += try light(adding(square), at: player, atMost: most) }
      return wins
    default:
      outcomes.append(contentsOf: rest.reversed().map(adding))
      return 0
    }
  }
}

extension Bitboard {
  /// The squares of the set that come after a square; all if there is none.
  fileprivate func behind(_ square: Int?) -> Bitboard {
    guard let square else { return self }
    return Bitboard(word: word & (~1 &<< UInt64(truncatingIfNeeded: square)))
  }
}
