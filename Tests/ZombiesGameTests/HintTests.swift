import Testing
import ZombiesCore
import ZombiesGenerator
import ZombiesTestBridge
import ZombiesTestSupport

@testable import ZombiesGame

/// Hints that are not the best move: compared with a naive solver in the light, and with expectimax
/// over sets of placements in the dark.
@Suite struct HintTests {
  /// A round played to a random moment, with the squares that a naive observer has seen in it.
  private struct Observed {
    var session: Session
    var seen: Set<Int> = []

    init(_ setup: Session.Setup) throws {
      session = try Session(setup)
      look()
    }

    /// Adds the squares in sight: the player's square and its neighbours, or everything.
    mutating func look() {
      let round = session.attempt.round
      let size = round.level.size
      let all = 0..<size.squareCount
      let (row, column) = (round.player.row, round.player.column)
      seen.formUnion(
        all.filter { index in
          let square = size.square(at: index)
          return round.isLit || abs(square.row - row) + abs(square.column - column) <= 1
        })
    }

    mutating func perform(_ action: Action) {
      session.perform(action)
      while session.awaits == .thought { session.perform(.proceed) }
      look()
    }

    var isOver: Bool { session.attempt.round.outcome != nil }
  }

  /// Plays a number of actions, either by hints alone, on the plan's path, or at random. Fatal
  /// moves are undone.
  private static func play(
    _ family: Family, _ selection: LevelSelection, seed: UInt64, _ random: inout NaiveRandom
  ) throws -> Observed {
    var settings = Settings(.family(family))
    settings.selection = selection
    var observed = try Observed(Session.Setup(settings, seed: seed))
    let followsHints = random.below(2) == 0
    for _ in 0..<random.below(3 * family.size.rows) {
      if observed.isOver {
        observed.perform(.undo)
      } else if followsHints {
        observed.perform(.hint)
        if let move = observed.session.lastHint?.move { observed.perform(.move(move)) }
      } else if random.below(6) == 0 {
        observed.perform(random.below(4) == 0 ? .restart : .undo)
      } else {
        observed.perform(.move(random.one(of: Direction.allCases)))
      }
    }
    if observed.isOver { observed.perform(.undo) }
    return observed
  }

  /// Why a hint is wrong; nil if it is right.
  private static func complaint(
    _ observed: Observed, _ naive: NaiveExpectimax?, _ selection: LevelSelection
  ) throws -> String? {
    let attempt = observed.session.attempt
    let size = attempt.level.size
    let hint = try #require(observed.session.lastHint)
    let place = "\(attempt.named.name) \(attempt.path.letters): \(hint)"
    let isKnown = attempt.round.isLit || observed.seen.count == size.squareCount
    if isKnown {
      let position = try #require(attempt.position.flatMap { NaiveLevel($0) })
      let solution = naiveSolve(position)
      guard case .solution(let move, let moves) = hint else {
        return hint == .lost(.search) && !solution.solvable ? nil : "\(place), naively \(solution)"
      }
      if solution.par != moves { return "\(place), naively \(solution)" }
      if moves == 1 {
        let target = size.exit(from: attempt.round.player, move)
        return target == attempt.level.signpost ? nil : "\(place): not the signpost"
      }
      var next = attempt
      _ = next.move(move)
      let rest = next.position.flatMap { NaiveLevel($0) }.map { naiveSolve($0) }
      return rest?.par == moves - 1 ? nil : "\(place): then \(String(describing: rest?.par))"
    }
    let naive = try #require(naive, "a lit family is always known")
    let level = try #require(NaiveLevel(attempt.level))
    let possible = naive.placements(agreeingWith: level, on: observed.seen)
    let drawn = selection == .any ? possible : possible.filter { naive.isSolvable($0) }
    let player = size.index(of: attempt.round.player)
    let wins = naive.wins(from: player, possible: possible)
    if hint == .lost(.sight) || wins == 0 {
      // The hint gives up exactly if no placement that agrees with the seen squares can be won.
      let isProved = !possible.contains { naive.isSolvable($0) }
      return hint == .lost(.sight) && wins == 0 && isProved ? nil : "\(place): naively \(wins)"
    }
    guard case .best(let move, let chance?, _) = hint else { return "\(place): not the best move" }
    if chance.wins != UInt64(wins) || chance.levels != UInt64(drawn.count) {
      return "\(place): naively \(wins) of \(drawn.count)"
    }
    guard let target = attempt.round.target(move) else { return "\(place): not legal" }
    let after = naive.wins(afterStepTo: size.index(of: target), possible: possible)
    return after == wins ? nil : "\(place): wins \(after) of \(wins)"
  }

  /// The long form, 10,000 rounds of each family and selection, takes minutes in a release build.
  @Test(
    arguments: [
      ("4x4z2", 8, 4), ("4x4z1b1", 4, 2), ("4x4z1f1", 4, 2), ("5x5z1b3+lit", 3, 0),
    ]
      + (isLong
        ? [
          ("classic", 30, 15), ("block", 8, 5), ("flashlight", 6, 3), ("6x6z1b5+lit", 6, 0),
          ("5x5z1b1f1", 2, 0),
        ] : []))
  func hintsAreTheBestMoves(name: String, solvable: Int, any: Int) throws {
    let family = try Family(name)
    // Shared by both selections, because building it takes the longest.
    let naive = family.isLit ? nil : NaiveExpectimax(NaiveFamily(family), .standard)
    for (selection, rounds) in [(LevelSelection.solvable, solvable), (.any, any)] where rounds > 0 {
      try hintsAreTheBestMoves(family, selection, rounds, naive)
    }
  }

  private func hintsAreTheBestMoves(
    _ family: Family, _ selection: LevelSelection, _ rounds: Int, _ naive: NaiveExpectimax?
  ) throws {
    var random = NaiveRandom(seed: 41)
    var (dark, offPath, withChance) = (0, 0, 0)
    let failure = try firstFailure(of: 0..<(isLong ? 10_000 : rounds)) { number in
      var observed = try Self.play(family, selection, seed: UInt64(number), &random)
      observed.perform(.hint)
      let attempt = observed.session.attempt
      if !attempt.round.isLit { dark += 1 }
      if attempt.standing == .practice || attempt.hints < attempt.path.count { offPath += 1 }
      if case .best(_, let chance?, _) = observed.session.lastHint, chance.wins > 0 {
        withChance += 1
      }
      return try Self.complaint(observed, naive, selection)
    }
    #expect(failure == nil)
    if !family.isLit { #expect(dark >= rounds / 4 && offPath >= rounds / 4 && withChance > 0) }
  }

  /// A fatal move may show a flashlight before it lights the room. After undo, the flashlight is
  /// known and not lit.
  @Test func flashlightsThatFatalMovesHaveShown() throws {
    let family = try Family("4x4z2f1")
    let naive = NaiveExpectimax(NaiveFamily(family), .standard)
    var count = 0
    let failure = try firstFailure(of: sampled(Array(Placements(family)), every: 3)) {
      level -> String? in
      for move in [Direction.up, .left] {
        let levels = Settings(.levels([NamedLevel(level, name: level.code)]))
        var observed = try Observed(Session.Setup(levels))
        observed.perform(.move(move))
        guard observed.session.attempt.round.outcome == .caught else { continue }
        observed.perform(.undo)
        let seen = observed.session.attempt.seen
        guard level.flashlights.allSatisfy(seen.contains) else { continue }
        observed.perform(.hint)
        count += 1
        if let complaint = try Self.complaint(observed, naive, .any) { return complaint }
      }
      return nil
    }
    #expect(failure == nil)
    #expect(count > (isLong ? 20 : 1))
  }

  @Test func inALevelOfNoFamilyItIsTheMoveOfEdge() throws {
    let level = NamedLevel(try Level("S4/Z4/5/5/1P3"), name: "x")
    var session = try Session(Session.Setup(Settings(.levels([level]))))
    session.perform(.hint)
    #expect(session.lastHint == .edge(.up, .noFamily))
    #expect(
      session.told == [
        "Hint: up, on a shortest path around what you have seen (policy edge). The best move is known "
          + "only for levels of a family."
      ])
  }

  @Test func whereThePlanTakesTooLongItIsTheMoveOfEdge() throws {
    let family = try Family("8x8z3b8f1")
    var session = try Session(Session.Setup(Settings(.family(family))))
    session.perform(.hint)
    #expect(session.awaits == nil)
    #expect(session.lastHint == .edge(.up, .tooManyBeliefs(family)))
  }

  /// Edge avoids the zombie above, which an undone move has shown.
  @Test func edgeKnowsWhatWasSeen() throws {
    let level = NamedLevel(try Level("S2/3/2Z/3/2P/3"), name: "x")
    var session = try Session(Session.Setup(Settings(.levels([level]))))
    session.perform(.hint)
    #expect(session.lastHint?.move == .up)
    for action in [Action.move(.up), .undo, .hint] { session.perform(action) }
    #expect(session.attempt.seen.contains(Square(row: 2, column: 2)))
    #expect(session.lastHint?.move == .left)
  }
}
