import ZombiesCore
import ZombiesGenerator
import ZombiesSolver

/// The computation of a plan, which can be stopped and resumed at any time.
///
/// It is a depth-first search with an explicit stack. The beliefs that it examines, and so the amount of
/// work, depend only on the first belief: steps are tried in a fixed order, and whether a step is skipped
/// depends only on exact values. So a search that meets a belief examines everything that a search from
/// this belief would examine.
final class PlanBuilder {
  private let frame: PlanFrame
  private let lit: LitRooms

  /// The values of the beliefs that have been fully examined.
  private(set) var values = BeliefValues()

  /// The stack of beliefs whose values are being computed, each reached from the one below.
  private var visits: [Visit] = []

  /// The possible results of the steps that are being tried, with those of the last visit last.
  private var outcomes: [Belief] = []

  /// The current sum over what the light may show.
  private var litSum: LitSum?

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

  /// Begins to compute the number of placements won from a belief, and the best step.
  func begin(_ belief: Belief) {
    (visits, outcomes, litSum) = ([], [], nil)
    if values[belief] == nil { visit(belief) }
  }

  /// Continues, for about a given amount of work.
  ///
  /// - Parameter most: The maximum work in total. The builder does not begin sums that certainly exceed it.
  /// - Returns: Whether everything is done.
  func work(_ amount: Int, atMost most: Int = .max) throws(PlanError) -> Bool {
    let (end, overflow) = workDone.addingReportingOverflow(amount)
    let limit = overflow ? Int.max : end
    while !visits.isEmpty {
      if workDone >= limit { return false }
      try proceed(limit)
      if let litSum, litSum.work > most { workInTheDark = most - lit.workDone }
    }
    return true
  }

  // MARK: In the dark

  /// Does the next part of the last visit.
  private func proceed(_ limit: Int) throws(PlanError) {
    let last = visits.count - 1
    if litSum != nil {
      guard let wins = try addLight(limit) else { return }
      litSum = nil
      visits[last].wins += wins
    }
    while outcomes.count > visits[last].base {
      let outcome = outcomes[outcomes.count - 1]
      let player = visits[last].steps[visits[last].step].square
      workInTheDark += Self.workOfLookup
      if frame.room.closedNeighbourhood(Bitboard(square: player)).intersects(outcome.flashlights) {
        outcomes.removeLast()
        litSum = light(outcome, at: player)
        return
      }
      guard let value = values[outcome] else {
        visit(outcome)
        return
      }
      outcomes.removeLast()
      visits[last].wins += value.wins
    }
    finishStep(of: last)
  }

  /// Begins a belief that has not been examined.
  private func visit(_ belief: Belief) {
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
  private func finishStep(of last: Int) {
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
  private func collect(_ belief: Belief, news: Bitboard) {
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

  /// A count in progress of the placements won when the light goes on.
  private struct LitSum {
    let player: Int
    let belief: Belief
    let hidden: ThingCounts
    var blockSets: Subsets
    /// The hidden blocks, and the sets of all hidden zombies but one for these blocks.
    var blocks = Bitboard()
    var zombieSets: Subsets?
    var sum: UInt64 = 0
    /// The minimum work of the sum: the number of sets.
    let work: Int
  }

  private func light(_ belief: Belief, at player: Int) -> LitSum {
    let (unseen, hidden) = (frame.room.all - belief.seen, frame.hidden(belief))
    let sets = PlanFrame.product(
      frame.choices(hidden.blocks, of: unseen.count),
      frame.choices(max(0, hidden.zombies - 1), of: unseen.count - hidden.blocks))
    return LitSum(
      player: player, belief: belief, hidden: hidden,
      blockSets: Subsets(of: unseen, count: hidden.blocks),
      work: Int(clamping: sets))
  }

  /// Continues the sum, and returns it; nil if it is not done.
  private func addLight(_ limit: Int) throws(PlanError) -> UInt64? {
    guard var light = litSum else { return 0 }
    litSum = nil
    defer { litSum = light }
    let (known, hidden) = (light.belief, light.hidden)
    let unseen = frame.room.all - known.seen
    while workDone < limit {
      workInTheDark += 1
      guard let zombies = light.zombieSets?.next() else {
        guard let blocks = light.blockSets.next() else {
          // The ways to place the other flashlights.
          let free = unseen.count - hidden.blocks - hidden.zombies
          return light.sum * frame.choices(hidden.flashlights, of: free)
        }
        light.blocks = blocks
        light.zombieSets = Subsets(of: unseen - blocks, count: max(0, hidden.zombies - 1))
        continue
      }
      let winning = try lit.squaresOfLastZombie(
        light.player, known.zombies | zombies, known.blocks | light.blocks,
        isLastMissing: hidden.zombies > 0)
      if hidden.zombies == 0 {
        light.sum += winning.isEmpty ? 0 : 1
      } else {
        // The last zombie comes after the others in reading order, so each set is counted once.
        light.sum += UInt64((winning & (unseen - light.blocks).behind(zombies.last)).count)
      }
    }
    return nil
  }
}

/// An iterator over the subsets of a set that have a given number of squares, in lexicographic order.
private struct Subsets {
  private let all: Bitboard
  private let count: Int
  private var chosen: Bitboard?

  init(of all: Bitboard, count: Int) {
    (self.all, self.count) = (all, count)
    chosen = count <= all.count ? all.first(count) : nil
  }

  mutating func next() -> Bitboard? {
    guard let former = chosen else { return nil }
    chosen = nil
    // The last chosen square with a free one behind it gives way to the next squares.
    if let end = (all - former).last, let moved = former.last(where: { $0 < end }) {
      let kept = former - Bitboard(square: moved) - former.behind(moved)
      chosen = kept | all.behind(moved).first(count - kept.count)
    }
    return former
  }
}

extension Bitboard {
  /// The squares of the set that come after a square; all if there is none.
  fileprivate func behind(_ square: Int?) -> Bitboard {
    guard let square else { return self }
    return Bitboard(word: word & (~1 &<< UInt64(truncatingIfNeeded: square)))
  }

  /// The first squares of the set.
  fileprivate func first(_ count: Int) -> Bitboard {
    prefix(count).reduce(into: Bitboard()) { $0.insert($1) }
  }
}
