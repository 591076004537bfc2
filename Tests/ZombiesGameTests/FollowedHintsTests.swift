import Testing
import ZombiesCore
import ZombiesGenerator
import ZombiesPolicies
import ZombiesTestSupport

// The round is compared inside the session, where a lost player looks for the nearest zombie.
@testable import ZombiesGame

/// Hints that lose more lives than the article "The built-in campaign" says, for a player who only
/// follows them.
@Suite struct FollowedHintsTests {
  /// The life of an attempt in which each level of the first worlds is won: 1, 2 or 3; 4 if it is
  /// not.
  private static func lives(
    _ campaign: Campaign, worlds: Int = 1, levels: Int = .max, hearing: Int = 0
  ) throws -> [Int] {
    // All levels are open, because they have been completed.
    var progress = GameProgress()
    for place in campaign.places { progress.add(.win, to: campaign[place].code) }
    for world in campaign.worlds { progress.open(world) }
    var setup = Session.Setup(campaign, progress: progress)
    setup.settings.set(.hearingDistance(hearing))
    var session = try Session(setup)
    var lives: [Int] = []
    for world in 0..<worlds {
      session.perform(.point(world))
      for level in campaign.worlds[world].levels.indices.prefix(levels) {
        if session.screenKind == .worlds { session.perform(.choose) }
        session.perform(.point(level))
        let isBegun = session.perform(.choose)
        try require(isBegun, "\(campaign.name(of: .init(world: world, level: level)))")
        var life = 1
        while try !playLife(&session) {
          life += 1
          session.perform(.dismiss)
          if life > 3 { break }
        }
        lives.append(life)
        session.perform(.dismiss)
      }
      session.perform(.back)
    }
    return lives
  }

  /// Plays a life, and returns whether it is won. If nothing can be won, the player walks to the
  /// nearest zombie.
  private static func playLife(_ session: inout Session) throws -> Bool {
    for _ in 0..<200 where session.message == nil {
      session.askForHint()
      let round = session.attempt.round
      let last = round.legalMoves.min { one, other in
        nearest(round, one) < nearest(round, other)
      }
      session.perform(.move(try require(session.lastHint?.move ?? last)))
    }
    try require(session.message != nil, "\(session.attempt.named.name) did not end")
    return session.attempt.round.outcome == .won
  }

  private static func nearest(_ round: Round, _ direction: Direction) -> Int {
    round.target(direction).flatMap { target in
      round.zombies.squares.map { $0.distance(to: target) }.min()
    } ?? .max
  }

  private static func counts(_ lives: [Int]) -> [Int] {
    (1...4).map { life in lives.count { $0 == life } }
  }

  /// Each lost life shows a zombie that was unknown, so three lives are enough for two zombies.
  @Test(arguments: [
    ("classic", 105, [36, 48, 21, 0]), ("block", 302, [159, 143, 0, 0]),
    ("flashlight", 241, [96, 126, 19, 0]),
  ])
  func everySolvableLevelOfThePresetsInThreeLives(
    name: String, count: Int, expected: [Int]
  ) throws {
    let solvable = Placements(try Family(name)).filter { $0.isSolvable }
    expectEqual(solvable.count, count)
    let step = isLong ? 1 : name == "classic" ? 24 : 150
    let sample = stride(from: 0, to: solvable.count, by: step).map { solvable[$0].code }
    let campaign = try Campaign(text: "; world: All\n" + sample.joined(separator: "\n") + "\n")
    let lives = try Self.lives(campaign)
    expect(lives.count == sample.count && lives.allSatisfy { $0 <= 3 })
    if step == 1 { expectEqual(Self.counts(lives), expected) }
  }

  /// With hearing, the first life is won exactly if a player who follows the plan of the family wins, and
  /// the plan wins as many as it says.
  @Test(arguments: sampled([("classic", 79), ("block", 266), ("flashlight", 134)], every: 3))
  func followedHintsWinWhatThePlanWinsWithHearing(name: String, expected: Int) throws {
    let rules = try Rules(hearingDistance: 2)
    let family = try Family(name)
    let player = try BlindPlayer(family, rules: rules)
    let solvable = Placements(family).filter { $0.isSolvable }
    let step = isLong ? 1 : name == "classic" ? 35 : 100
    let sample = stride(from: 0, to: solvable.count, by: step).map { solvable[$0] }
    let planned = try sample.map { level in
      var (player, round, path) = (player, AnyRound(level, rules: rules), [Direction]?.none)
      try round.play(&player, of: .optimal, moveLimit: 200, path: &path)
      return round.outcome == .won
    }
    let codes = sample.map(\.code).joined(separator: "\n")
    let lives = try Self.lives(
      Campaign(text: "; world: All\n\(codes)\n"), hearing: rules.hearingDistance)
    expectEqual(lives.map { $0 == 1 }, planned)
    if step == 1 { expectEqual(planned.count { $0 }, expected) }
  }

  /// With hearing, reasoning alone wins the first world, and hints reason. In the second, only the last level is lost
  /// first: its luck is 50%.
  @Test func theBuiltInCampaignWithHearing() throws {
    try compare([[10, 0, 0, 0], [9, 1, 0, 0], [5, 5, 0, 0]], first: [1, 1], hearing: 2)
  }

  /// The table of "The built-in campaign".
  @Test func theBuiltInCampaign() throws {
    try compare(
      [[2, 7, 1, 0], [2, 7, 1, 0], [3, 4, 3, 0], [10, 0, 0, 0], [10, 0, 0, 0], [9, 1, 0, 0]],
      first: [1, 3])
  }

  /// Plays the first levels of the built-in campaign. The long form plays its first worlds, and compares how many
  /// levels are won in the first, second and third life, and not.
  private func compare(_ table: [[Int]], first: [Int], hearing: Int = 0) throws {
    let campaign = Campaign.standard
    guard isLong else {
      let lives = try Self.lives(campaign, levels: first.count, hearing: hearing)
      expectEqual(lives, first)
      return
    }
    let lives = try Self.lives(campaign, worlds: table.count, hearing: hearing)
    for (world, row) in table.enumerated() {
      let counts = Self.counts(Array(lives[10 * world..<10 * world + 10]))
      expectEqual(counts, row, "\(campaign.worlds[world].name)")
    }
  }

  @Test(
    "1.12 Who follows the hints wins each room of the first steps, and reasoning from the numbers wins Hear"
  )
  func firstSteps() throws {
    var session = try Session(Session.Setup(showsFirstSteps: true))
    for number in 0..<4 {
      expect(!session.told.contains { $0.contains("row ") || $0.contains("column ") })
      let level = session.attempt.level
      if number == 2 {
        expect(
          Self.isWonByReasoning(level, hears: true) && !Self.isWonByReasoning(level, hears: false))
      }
      for _ in 0..<16 where session.message == nil {
        session.askForHint()
        session.perform(.move(try require(session.lastHint?.move)))
      }
      expectEqual(session.message?.result, .won, "room \(number)")
      session.perform(.dismiss)
    }
    expect(
      session.screenKind == .round && session.hasFinishedFirstSteps && session.countedRounds == 0)
  }

  /// Whether a player reaches the signpost who knows that there is one zombie, hears within two steps or not at all, and
  /// steps only where no zombie that is still possible would catch.
  private static func isWonByReasoning(_ level: Level, hears: Bool) -> Bool {
    let all = (0..<level.size.squareCount).map { level.size.square(at: $0) }
    var visited = [level.start]
    while true {
      let possible = all.filter { zombie in
        zombie != level.signpost
          && visited.allSatisfy { square in
            let isHeard = level.zombies.contains { $0.distance(to: square) <= 2 }
            let distance = square.distance(to: zombie)
            return distance > 1 && (!hears || (distance <= 2) == isHeard)
          }
      }
      let next = all.first { square in
        !visited.contains(square) && !level.blocks.contains(square)
          && visited.contains { $0.distance(to: square) == 1 }
          && (square == level.signpost || possible.allSatisfy { $0.distance(to: square) > 1 })
      }
      guard let next else { return false }
      if next == level.signpost { return true }
      visited.append(next)
    }
  }
}
