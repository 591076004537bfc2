import ZombiesCore
import ZombiesGenerator
import ZombiesSolver

/// The computation of a plan, which can be stopped and resumed at any time.
///
/// It is a depth-first search on a stack of its own. What it examines, and so how much it works, depends
/// on the first belief alone: steps are tried in a fixed order, and whether one is left out depends on
/// exact values only. So everything that the search for a belief examines is also examined by a search
/// that meets this belief on its way.
final class PlanBuilder {
  private let frame: Frame
  private let solver: SmallSearch
  private var tables: [BeliefTable] = []
  private var numbers: [BlindPlan.Known: Int] = [:]

  /// For a player's square, blocks, and all zombies but one: the squares of the last zombie for
  /// which a lit round is won. For all zombies: every square if it is won, and else none.
  private var lit: [LitKey: Bitboard] = [:]

  private struct LitKey: Hashable {
    let player: Int
    let blocks, zombies: Bitboard
  }

  /// The beliefs whose value is being found, each reached from the one below.
  private var visits: [Visit] = []

  /// What the steps that are being tried may show, those of the last visit last.
  private var outcomes: [Outcome] = []

  /// The sum over what the light may show that is being made.
  private var litSum: LitSum?

  /// The work done so far, in units of 20 to 50 ns in a release build: one for each set of things that
  /// the light may show and each set of zombies that a search in the light visits.
  private(set) var workDone = 0

  /// The work that examining a belief takes besides looking up what its steps lead to.
  private static let workOfBelief = 60

  /// The work that looking up a belief takes.
  private static let workOfLookup = 3

  /// The work that deciding a lit room takes besides visiting its states.
  private static let workOfDecision = 40

  /// Prepares for a family; nothing is examined yet.
  ///
  /// - Parameter stateLimit: The most states of a search in a lit room; nil for the solver's default.
  init(_ frame: Frame, stateLimit: Int? = nil) {
    self.frame = frame
    let limit = Solver.defaultStateLimit(
      squares: frame.room.squareCount, movingZombies: frame.zombies)
    solver = SmallSearch(
      room: frame.room, rules: frame.rules, stateLimit: min(stateLimit ?? limit, limit))
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

  /// A belief whose value is being found.
  private struct Visit {
    let belief: Belief
    let hidden: Hidden
    /// The steps, the likeliest to survive first, with the most placements that each may win.
    let steps: [(square: Int, most: UInt64)]
    /// The step that is being tried.
    var step = -1
    /// The placements that it wins, as far as is known.
    var wins: UInt64 = 0
    /// The number of outcomes of the visits before this one.
    let base: Int
    var best = BeliefTable.Entry(wins: 0, target: BeliefTable.Entry.none)
  }

  /// Something that a step may show.
  private struct Outcome {
    let belief: Belief
    let hidden: Hidden
    /// Whether the light goes on.
    let isLit: Bool
  }

  /// What is known about a belief; nil if it was not examined to its end.
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

  /// Begins to find the number of placements that are won, given what is known, and the best step.
  func begin(_ belief: Belief) {
    (visits, outcomes, litSum) = ([], [], nil)
    if known(belief) == nil { visit(belief) }
  }

  /// Goes on, for about as much work as is given.
  ///
  /// - Parameter most: The most work in all: what certainly takes more is not begun.
  /// - Returns: Whether everything is done.
  func work(_ amount: Int, atMost most: Int = .max) throws(PlanError) -> Bool {
    let (end, overflow) = workDone.addingReportingOverflow(amount)
    let limit = overflow ? Int.max : end
    while !visits.isEmpty {
      if workDone >= limit { return false }
      try proceed(limit)
      if let litSum, litSum.work > most { workDone = most }
    }
    return true
  }

  /// Does the next thing in the last visit.
  private func proceed(_ limit: Int) throws(PlanError) {
    let last = visits.count - 1
    if litSum != nil {
      guard let wins = try addLight(limit) else { return }
      litSum = nil
      visits[last].wins += wins
    }
    while outcomes.count > visits[last].base {
      let outcome = outcomes[outcomes.count - 1]
      workDone += Self.workOfLookup
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

  /// Begins with a belief, which has not been examined.
  private func visit(_ belief: Belief) {
    workDone += Self.workOfBelief
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

  /// Compares the step that has been tried with the best one, and tries the next; at the end, the
  /// belief is settled.
  private func finishStep(of last: Int) {
    if visits[last].step >= 0 {
      let (step, wins) = (visits[last].steps[visits[last].step], visits[last].wins)
      if wins > visits[last].best.wins || visits[last].best.target == BeliefTable.Entry.none {
        visits[last].best = BeliefTable.Entry(wins: wins, target: UInt8(step.square))
      }
    }
    visits[last].step += 1
    let visit = visits[last]
    // A step that loses more than the best one can win is not examined any further.
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

  /// The placements in which a step does not end the round.
  private func survivors(_ belief: Belief, _ hidden: Hidden, stepTo square: Int) -> UInt64 {
    let news = frame.room.closedNeighbourhood(Bitboard(square: square)) - belief.seen
    let unseen = frame.room.all - belief.seen
    guard frame.rules.catchingDistance > 0 else { return ways(hidden, on: unseen.count) }
    // The zombies are elsewhere.
    let (free, zombies) = (unseen.count - news.count, hidden.zombies)
    guard free >= zombies else { return 0 }
    let others = Hidden(zombies: 0, blocks: hidden.blocks, flashlights: hidden.flashlights)
    return frame.binomials[free][zombies] * ways(others, on: unseen.count - zombies)
  }

  /// Collects everything that may stand on the new squares and is survived.
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

  /// The number of placements that are won when the light goes on, being counted.
  private struct LitSum {
    let player: Int
    let belief: Belief
    let unseen: Bitboard
    /// The zombies that are hidden in the dark.
    let zombieCount: Int
    /// The ways to place the other flashlights.
    let rest: UInt64
    var blockSets: Subsets
    /// The blocks, and the sets of all hidden zombies but one beside them.
    var blocks = Bitboard()
    var zombieSets: Subsets?
    var sum: UInt64 = 0
    /// The least work that the sum takes: the number of sets.
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

  /// Goes on with the sum; nil if it is not done.
  private func addLight(_ limit: Int) throws(PlanError) -> UInt64? {
    guard var light = litSum else { return 0 }
    litSum = nil
    defer { litSum = light }
    let known = light.belief
    while workDone < limit {
      workDone += 1
      guard let zombies = light.zombieSets?.next() else {
        guard let blocks = light.blockSets.next() else { return light.sum * light.rest }
        light.blocks = blocks
        light.zombieSets = Subsets(
          of: light.unseen - blocks, count: max(0, light.zombieCount - 1))
        continue
      }
      let winning = try litSquares(
        light.player, known.zombies | zombies, known.blocks | light.blocks,
        isLastMissing: light.zombieCount > 0)
      if light.zombieCount == 0 {
        light.sum += winning.isEmpty ? 0 : 1
        continue
      }
      // The last zombie comes after the others in order, so each set is counted once.
      let free = light.unseen - light.blocks
      let last = zombies.isEmpty ? 0 : 64 - zombies.word.leadingZeroBitCount
      let behind = last == 64 ? 0 : (free.word &>> UInt64(last)) &<< UInt64(last)
      light.sum += UInt64((winning & Bitboard(word: behind)).count)
    }
    return nil
  }

  /// The squares of one more zombie for which a lit round is won; or, if none is missing, every square if
  /// it is won.
  private func litSquares(
    _ player: Int, _ zombies: Bitboard, _ blocks: Bitboard, isLastMissing: Bool
  ) throws(PlanError) -> Bitboard {
    let key = LitKey(player: player, blocks: blocks, zombies: zombies)
    if let squares = lit[key] { return squares }
    var squares = Bitboard()
    if !isLastMissing {
      if try isLitWon(player, zombies, blocks) { squares = frame.room.all }
      lit[key] = squares
      return squares
    }
    for square in frame.room.all - frame.empty - blocks - zombies where square != player {
      var all = zombies
      all.insert(square)
      if frame.rules.danger(of: all, in: frame.room).contains(player) { continue }
      if try isLitWon(player, all, blocks) { squares.insert(square) }
    }
    lit[key] = squares
    return squares
  }

  private func isLitWon(
    _ player: Int, _ zombies: Bitboard, _ blocks: Bitboard
  ) throws(PlanError) -> Bool {
    let level = SmallLevel(
      room: frame.room, start: player, signpost: frame.signpost, zombies: zombies,
      blocks: blocks, isLit: true)
    let verdict = solver.decide(level).verdict
    workDone += Self.workOfDecision + solver.entryCount
    if verdict == .gaveUp { throw .gaveUp(Level(level)) }
    return verdict == .solvable
  }
}

/// The subsets of a set that have a given number of squares, one after another.
private struct Subsets {
  private let squares: [UInt8]
  /// The places in the list of the squares chosen, rising; empty at first and for the empty subset.
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
    // The last place that can go on does, and those behind it follow.
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
