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
  private let frame: Frame
  private let lit: LitRooms
  private var tables: [BeliefTable] = []
  private var numbers: [BlindPlan.Known: Int] = [:]

  /// The stack of beliefs whose values are being computed, each reached from the one below.
  private var visits: [Visit] = []

  /// The possible results of the steps that are being tried, with those of the last visit last.
  private var outcomes: [Outcome] = []

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
  init(_ frame: Frame, stateLimit: Int? = nil) {
    self.frame = frame
    lit = LitRooms(frame, stateLimit: stateLimit)
  }

  var beliefCount: Int { tables.reduce(0) { $0 + $1.count } }

  var finishedTables: [BlindPlan.Known: BeliefTable] { numbers.mapValues { tables[$0] } }

  // MARK: Counting

  /// The things that are still hidden.
  private struct Hidden {
    var zombies, blocks, flashlights: Int
  }

  private func hidden(_ belief: Belief) -> Hidden {
    Hidden(
      zombies: frame.zombies - belief.zombies.count, blocks: frame.blocks - belief.blocks.count,
      flashlights: frame.flashlights - belief.flashlights.count)
  }

  /// The number of ways to place things on a number of squares.
  private func ways(_ hidden: Hidden, on squares: Int) -> UInt64 {
    guard hidden.zombies >= 0, hidden.blocks >= 0, hidden.flashlights >= 0 else { return 0 }
    let afterZombies = squares - hidden.zombies
    let afterBlocks = afterZombies - hidden.blocks
    guard afterBlocks >= hidden.flashlights else { return 0 }
    let binomials = frame.binomials
    return binomials[squares][hidden.zombies] * binomials[afterZombies][hidden.blocks]
      * binomials[afterBlocks][hidden.flashlights]
  }

  /// The number of placements that agree with a belief.
  func placements(_ belief: Belief) -> UInt64 {
    ways(hidden(belief), on: (frame.room.all - belief.seen).count)
  }

  // MARK: Values

  /// A belief whose value is being computed.
  private struct Visit {
    let belief: Belief
    let hidden: Hidden
    /// The steps, those most likely to survive first, with the maximum number of placements that each may
    /// win.
    let steps: [(square: Int, most: UInt64)]
    /// The index of the step that is being tried.
    var step = -1
    /// The placements that this step is known to win so far.
    var wins: UInt64 = 0
    /// The number of outcomes of the visits before this one.
    let base: Int
    var best = BeliefTable.Entry(wins: 0, target: BeliefTable.Entry.none)
  }

  /// A possible result of a step.
  private struct Outcome {
    let belief: Belief
    let hidden: Hidden
    /// Whether the light goes on.
    let isLit: Bool
  }

  /// The value of a belief; nil if it has not been fully examined.
  func known(_ belief: Belief) -> BeliefTable.Entry? {
    numbers[BlindPlan.Known(belief)].flatMap { tables[$0][belief.seen] }
  }

  private func settle(_ belief: Belief, _ entry: BeliefTable.Entry) {
    let known = BlindPlan.Known(belief)
    if let number = numbers[known] {
      tables[number].insert(entry, at: belief.seen)
      return
    }
    var table = BeliefTable()
    table.insert(entry, at: belief.seen)
    numbers[known] = tables.count
    tables.append(table)
  }

  /// Begins to compute the number of placements won from a belief, and the best step.
  func begin(_ belief: Belief) {
    (visits, outcomes, litSum) = ([], [], nil)
    if known(belief) == nil { visit(belief) }
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
      workInTheDark += Self.workOfLookup
      if outcome.isLit {
        outcomes.removeLast()
        litSum = light(outcome, at: visits[last].steps[visits[last].step].square)
        return
      }
      guard let entry = known(outcome.belief) else {
        visit(outcome.belief)
        return
      }
      outcomes.removeLast()
      visits[last].wins += entry.wins
    }
    finishStep(of: last)
  }

  /// Begins a belief that has not been examined.
  private func visit(_ belief: Belief) {
    workInTheDark += Self.workOfBelief
    let hidden = hidden(belief)
    let region = frame.region(belief)
    if frame.room.neighbours(region).contains(frame.signpost) {
      let all = placements(belief)
      settle(belief, BeliefTable.Entry(wins: all, target: BeliefTable.Entry.none))
      return
    }
    let steps = frame.frontier(belief, region).map { square in
      (square: square, most: survivors(belief, hidden, stepTo: square))
    }
    visits.append(
      Visit(
        belief: belief, hidden: hidden,
        steps: steps.sorted { ($1.most, $0.square) < ($0.most, $1.square) },
        base: outcomes.count))
  }

  /// Compares the step just tried with the best one, and tries the next. After the last step, settles the
  /// belief.
  private func finishStep(of last: Int) {
    if visits[last].step >= 0 {
      let (step, wins) = (visits[last].steps[visits[last].step], visits[last].wins)
      if wins > visits[last].best.wins || visits[last].best.target == BeliefTable.Entry.none {
        visits[last].best = BeliefTable.Entry(wins: wins, target: UInt8(step.square))
      }
    }
    visits[last].step += 1
    let visit = visits[last]
    // Steps that cannot win more than the best one are skipped.
    guard visit.step < visit.steps.count,
      visit.best.target == BeliefTable.Entry.none
        || visit.steps[visit.step].most > visit.best.wins
    else {
      settle(visit.belief, visit.best)
      visits.removeLast()
      return
    }
    visits[last].wins = 0
    let near = frame.room.closedNeighbourhood(Bitboard(square: visit.steps[visit.step].square))
    let news = near - visit.belief.seen
    var next = visit.belief
    next.seen |= news
    collect(next, visit.hidden, news, seesFlashlight: near.intersects(visit.belief.flashlights))
  }

  /// The number of placements in which a step does not end the round.
  private func survivors(_ belief: Belief, _ hidden: Hidden, stepTo square: Int) -> UInt64 {
    let news = frame.room.closedNeighbourhood(Bitboard(square: square)) - belief.seen
    let unseen = frame.room.all - belief.seen
    guard frame.rules.catchingDistance > 0 else { return ways(hidden, on: unseen.count) }
    // No hidden zombie is on the new squares.
    let (free, zombies) = (unseen.count - news.count, hidden.zombies)
    guard free >= zombies else { return 0 }
    let others = Hidden(zombies: 0, blocks: hidden.blocks, flashlights: hidden.flashlights)
    return frame.binomials[free][zombies] * ways(others, on: unseen.count - zombies)
  }

  /// Collects all possible contents of the new squares that the player survives.
  private func collect(
    _ belief: Belief, _ hidden: Hidden, _ news: Bitboard, seesFlashlight: Bool
  ) {
    let unseen = frame.room.all - belief.seen
    if ways(hidden, on: unseen.count + news.count) == 0 { return }
    guard !news.isEmpty else {
      outcomes.append(Outcome(belief: belief, hidden: hidden, isLit: seesFlashlight))
      return
    }
    var rest = news
    let new = rest.removeFirst()
    collect(belief, hidden, rest, seesFlashlight: seesFlashlight)
    if hidden.blocks > 0 {
      var (found, left) = (belief, hidden)
      found.blocks.insert(new)
      left.blocks -= 1
      collect(found, left, rest, seesFlashlight: seesFlashlight)
    }
    if hidden.flashlights > 0 {
      var left = hidden
      left.flashlights -= 1
      collect(belief, left, rest, seesFlashlight: true)
    }
    if hidden.zombies > 0, frame.rules.catchingDistance == 0 {
      var (found, left) = (belief, hidden)
      found.zombies.insert(new)
      left.zombies -= 1
      collect(found, left, rest, seesFlashlight: seesFlashlight)
    }
  }

  // MARK: Light

  /// A count in progress of the placements won when the light goes on.
  private struct LitSum {
    let player: Int
    let belief: Belief
    let unseen: Bitboard
    /// The number of zombies hidden in the dark.
    let zombieCount: Int
    /// The number of ways to place the other flashlights.
    let rest: UInt64
    var blockSets: Subsets
    /// The hidden blocks, and the sets of all hidden zombies but one for these blocks.
    var blocks = Bitboard()
    var zombieSets: Subsets?
    var sum: UInt64 = 0
    /// The minimum work of the sum: the number of sets.
    let work: Int
  }

  private func light(_ outcome: Outcome, at player: Int) -> LitSum {
    let (belief, hidden) = (outcome.belief, outcome.hidden)
    let unseen = frame.room.all - belief.seen
    let flashlights = Hidden(zombies: 0, blocks: 0, flashlights: hidden.flashlights)
    let free = unseen.count - hidden.blocks
    let (sets, overflow) = frame.binomials[unseen.count][hidden.blocks]
      .multipliedReportingOverflow(by: frame.binomials[free][max(0, hidden.zombies - 1)])
    return LitSum(
      player: player, belief: belief, unseen: unseen, zombieCount: hidden.zombies,
      rest: ways(flashlights, on: free - hidden.zombies),
      blockSets: Subsets(of: unseen, count: hidden.blocks),
      work: overflow ? .max : Int(clamping: sets))
  }

  /// Continues the sum, and returns it; nil if it is not done.
  private func addLight(_ limit: Int) throws(PlanError) -> UInt64? {
    guard var light = litSum else { return 0 }
    litSum = nil
    defer { litSum = light }
    let known = light.belief
    while workDone < limit {
      workInTheDark += 1
      guard let zombies = light.zombieSets?.next() else {
        guard let blocks = light.blockSets.next() else { return light.sum * light.rest }
        light.blocks = blocks
        light.zombieSets = Subsets(
          of: light.unseen - blocks, count: max(0, light.zombieCount - 1))
        continue
      }
      let winning = try lit.squaresOfLastZombie(
        light.player, known.zombies | zombies, known.blocks | light.blocks,
        isLastMissing: light.zombieCount > 0)
      if light.zombieCount == 0 {
        light.sum += winning.isEmpty ? 0 : 1
        continue
      }
      // The last zombie comes after the others in reading order, so each set is counted once.
      let free = light.unseen - light.blocks
      let last = zombies.isEmpty ? 0 : 64 - zombies.word.leadingZeroBitCount
      let behind = last == 64 ? 0 : (free.word &>> UInt64(last)) &<< UInt64(last)
      light.sum += UInt64((winning & Bitboard(word: behind)).count)
    }
    return nil
  }
}

/// An iterator over the subsets of a set that have a given number of squares.
private struct Subsets {
  private let squares: [UInt8]
  /// The indices of the chosen squares in the list, ascending; empty at first and for the empty subset.
  private var places: [Int] = []
  private let count: Int
  private var isBegun = false

  init(of set: Bitboard, count: Int) {
    squares = set.map { UInt8($0) }
    self.count = count
  }

  mutating func next() -> Bitboard? {
    guard isBegun else {
      isBegun = true
      guard count <= squares.count else { return nil }
      places = Array(0..<count)
      return chosen
    }
    // The last index that can advance does, and the indices after it follow.
    let free = squares.count - count
    guard let place = places.indices.last(where: { places[$0] < free + $0 }) else { return nil }
    let first = places[place] + 1
    for index in place..<count { places[index] = first + index - place }
    return chosen
  }

  private var chosen: Bitboard {
    places.reduce(into: Bitboard()) { $0.insert(Int(squares[$1])) }
  }
}
