import Testing
import ZombiesCore
import ZombiesTestBridge
import ZombiesTestSupport

@testable import ZombiesGame

/// Worlds, levels, stars, coins and lives that differ from a naive model, or that are lost, in random
/// campaigns that are played, bought, changed and joined with the progress of another program.
@Suite struct UnlockingModelTests {
  /// A player with a session, and the model that it is compared to.
  private struct Watched {
    var session: Session
    var tour: NaiveTour
    var random: NaiveRandom
    /// The progress of another program that began with the same file.
    var other: (GameProgress, NaiveProgress)
    var counts: [String: Int] = [:]

    init(seed: Int) throws {
      random = NaiveRandom(seed: UInt64(seed))
      let campaign = CampaignDraws.campaign(&random)
      session = try Session(
        Session.Setup(CampaignDraws.campaign(campaign), progress: GameProgress()))
      tour = NaiveTour(NaiveWorlds(campaign, NaiveProgress()))
      other = (session.worlds.progress, tour.worlds.progress)
    }

    mutating func count(_ what: String) { counts[what, default: 0] += 1 }

    /// Performs an action that must be allowed, or must not.
    mutating func perform(_ action: Action, if isAllowed: Bool) -> String? {
      session.complaint(performing: action, if: isAllowed)
    }

    /// One step of the player.
    mutating func step() throws -> String? {
      switch tour.place {
      case .carousel: try stepInCarousel()
      case .world: stepInWorld()
      case .room: try stepInRoom()
      }
    }

    private mutating func stepInCarousel() throws -> String? {
      let last = tour.worlds.campaign.worlds.count - 1
      switch random.below(12) {
      case 0, 1:
        let isAllowed = tour.world > 0
        if isAllowed { tour.world -= 1 }
        return perform(.previous, if: isAllowed)
      case 2, 3:
        let isAllowed = tour.world < last
        if isAllowed { tour.world += 1 }
        return perform(.next, if: isAllowed)
      case 4, 5, 6:
        let isAllowed = tour.worlds.isOpen(tour.world)
        if isAllowed { tour.place = .world }
        count(isAllowed ? "entered" : "shut")
        return perform(.choose, if: isAllowed)
      case 7, 8:
        let isAllowed = tour.worlds.buy(tour.world)
        count(isAllowed ? "bought" : "not bought")
        return perform(.buy, if: isAllowed)
      case 9:
        // The next edition of the campaign.
        let campaign = CampaignDraws.changed(tour.worlds.campaign, &random)
        let progress = try GameProgress(text: session.worlds.progress.text)
        let countedRounds = tour.countedRounds
        session = try Session(Session.Setup(CampaignDraws.campaign(campaign), progress: progress))
        tour = NaiveTour(NaiveWorlds(campaign, tour.worlds.progress))
        count("changed")
        count("rounds", by: countedRounds)
        return nil
      case 10:
        // Another program has saved, or reads this progress.
        if random.below(2) == 0 {
          session.learn(other.0)
          let joined = tour.worlds.progress.joined(other.1)
          tour.worlds = NaiveWorlds(tour.worlds.campaign, joined)
          count("learned")
          if tour.worlds.balance < 0 { count("debts") }
        } else {
          // The other program spends the coins on the last world that it can buy.
          var (worlds, naive) = (session.worlds, tour.worlds)
          if let world = worlds.campaign.worlds.indices.last(where: { worlds.canBuy($0) }) {
            worlds.buy(world)
            _ = naive.buy(world)
          }
          other = (worlds.progress, naive.progress)
        }
        return nil
      default:
        // Wins in rounds are separate and do not count here.
        for action in [Action.visit(.rounds), .visit(.worlds)] {
          if let complaint = perform(action, if: true) { return complaint }
        }
        return nil
      }
    }

    private mutating func count(_ what: String, by count: Int) { counts[what, default: 0] += count }

    private mutating func stepInWorld() -> String? {
      let levels = tour.worlds.campaign.worlds[tour.world].levels
      if random.below(6) == 0 {
        tour.place = .carousel
        return perform(.back, if: true)
      }
      let level = random.below(levels.count)
      if let complaint = perform(.point(level), if: true) { return complaint }
      let isAllowed = tour.canPlay(level)
      if isAllowed { tour.play(level) }
      count(isAllowed ? "attempts" : "locked levels")
      return perform(.choose, if: isAllowed)
    }

    private mutating func stepInRoom() throws -> String? {
      if tour.isOver {
        switch random.below(6) {
        case 0:
          let isAllowed = !tour.path.isEmpty
          if isAllowed { tour.takeBack(all: false) }
          return perform(.undo, if: isAllowed)
        default:
          if tour.awaitsFinale { count("finales") }
          tour.dismiss()
          count(tour.place != .room ? "went back" : tour.isOver ? "stayed" : "went on")
          return perform(.dismiss, if: true)
        }
      }
      switch random.below(24) {
      case 0:
        tour.hints += 1
        count("hints")
        let complaint = perform(.hint, if: true)
        if session.awaits == .thought { session.perform(.proceed) }
        return complaint
      case 1:
        let isAllowed = !tour.path.isEmpty
        let all = random.below(2) == 0
        if isAllowed { tour.takeBack(all: all) }
        return perform(all ? .restart : .undo, if: isAllowed)
      case 2:
        if random.below(2) == 0 { return show() }
        tour.leave()
        count("left")
        return perform(.back, if: true)
      case 3:
        let isAllowed = !tour.counts
        if isAllowed { tour.goOn() }
        return perform(.newRound, if: isAllowed)
      default:
        // Towards the signpost, or anywhere.
        let solution = NaiveTour.solutions[tour.code] ?? ""
        var direction = random.below(4)
        let next = Array(solution).dropFirst(tour.path.count).first
        if let next, random.below(3) > 0 {
          direction = naiveDirectionLetters.firstIndex(of: String(next)) ?? direction
        }
        let counted = tour.countedRounds
        let isAllowed = tour.move(direction)
        if tour.isOver {
          let isCounted = tour.countedRounds > counted
          let isWon = tour.round?.outcome == .won
          count((isCounted ? "counted " : "practised ") + (isWon ? "win" : "loss"))
        }
        return perform(.move(Direction.allCases[direction]), if: isAllowed)
      }
    }

    /// Shows some moves of the solution, or all.
    private mutating func show() -> String? {
      if let complaint = perform(.showMe, if: true) { return complaint }
      guard session.awaits == .move else { return nil }
      count("shown")
      for _ in 0..<random.below(6) where session.awaits == .move { session.perform(.proceed) }
      if session.awaits == .move { session.perform(.stop) }
      tour.show(session.attempt.path.map { Int($0.rawValue) })
      return nil
    }

    /// How the screen and the rules differ from the model; nil if they agree.
    func complaint() -> String? {
      if let complaint = tour.worlds.complaint(session.worlds) { return complaint }
      if session.worlds.progress.text != tour.worlds.progress.text {
        return "\(session.worlds.progress.text)\n\(tour.worlds.progress.text)"
      }
      if session.game != Game() { return "a game of rounds" }
      if session.countedRounds != tour.countedRounds { return "\(session.countedRounds) counted" }
      let number = "World \(tour.world + 1) of \(tour.worlds.campaign.worlds.count): "
      let world = tour.worlds.campaign.worlds[tour.world]
      switch tour.place {
      case .carousel:
        if session.screenKind != .worlds || session.screen.heading != number + world.name {
          return "\(session.screen.heading), not \(number)"
        }
      case .world:
        guard session.screenKind == .world, case .panel(let panel) = session.screen.content else {
          return "\(session.screenKind) for a world"
        }
        if panel.rows.map(\.isEnabled) != tour.worlds.openLevels(tour.world) { return "rows" }
        let stars = panel.rows.map { $0.detail.count { $0 == "*" } }
        if stars != world.levels.map({ tour.worlds.progress.stars[$0]?.count ?? 0 }) {
          return "\(stars) stars in rows"
        }
      case .room:
        if !session.isInRoom || session.attempt.level.code != tour.code { return "the level" }
        if session.attempt.path.map({ Int($0.rawValue) }) != tour.path { return "the path" }
        if (session.screenKind == .message) != tour.isOver { return "the end" }
        if session.counter("lives") != "lives \(tour.lives)" {
          return "\(session.counter("lives") ?? "no lives"), not \(tour.lives)"
        }
        let notes = session.screen.notes
        if !tour.isOver, tour.counts == notes.contains("practice: not counted") {
          return "practice: not \(tour.counts)"
        }
      }
      return nil
    }
  }

  /// What has gone backwards, whatever the model says; nil if nothing has.
  private static func complaint(_ before: Worlds, _ after: Worlds) -> String? {
    for (number, world) in after.campaign.worlds.enumerated() {
      let codes = Set(world.levels.map(\.code))
      let same = before.campaign.worlds.firstIndex { other in
        other.name == world.name && other.levels.contains { codes.contains($0.code) }
      }
      if let same, before.isUnlocked(same), !after.isUnlocked(number) {
        return "world \(number) has been shut"
      }
    }
    let open = Set(
      before.campaign.places.filter { before.isOpen($0) }.map { before.campaign[$0].code })
    for place in after.campaign.places where open.contains(after.campaign[place].code) {
      if after.isUnlocked(place.world), !after.isOpen(place) { return "\(place) has been shut" }
    }
    return before.progress.starCount > after.progress.starCount ? "stars are lost" : nil
  }

  /// 20,000 sequences in the long form.
  @Test func sequencesThroughSessions() throws {
    var counts: [String: Int] = [:]
    let all = cases(20, long: 20_000)
    let failure = try firstFailure(of: 0..<all) { seed in
      var watched = try Watched(seed: seed)
      for step in 0..<80 {
        let before = watched.session.worlds
        let complaint =
          try watched.step() ?? watched.complaint()
          ?? Self.complaint(before, watched.session.worlds)
        if let complaint {
          return "seed \(seed), step \(step), \(watched.tour.place): \(complaint)\n"
            + watched.tour.worlds.campaign.text
        }
      }
      counts.merge(watched.counts, uniquingKeysWith: +)
      return nil
    }
    try require(failure == nil)
    for what in [
      "counted win", "counted loss", "practised win", "practised loss", "hints", "shown", "changed",
      "learned", "bought", "not bought", "shut", "locked levels", "attempts", "left", "went on",
      "went back", "finales",
    ] + (isLong ? ["debts"] : []) {
      expect(counts[what, default: 0] > all / 20, "\(what)")
    }
  }
}
