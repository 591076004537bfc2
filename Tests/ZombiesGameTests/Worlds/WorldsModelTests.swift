import Testing
import ZombiesCore
import ZombiesGame
import ZombiesTestBridge
import ZombiesTestSupport

/// Worlds, levels, stars, coins and lives that differ from a naive model, or that are lost, in random campaigns that are
/// played, bought, changed and joined with the progress of another program.
@Suite struct WorldsModelTests {
  /// A player with a session, and the model that it is compared to.
  private struct Watched {
    var session: Session
    var tour: NaiveTour
    var random: NaiveRandom
    /// The progress of another program that began with the same file.
    var other: NaiveProgress
    var counts: [String: Int] = [:]

    init(seed: Int) throws {
      random = NaiveRandom(seed: UInt64(seed))
      tour = NaiveTour(NaiveWorlds(CampaignDraws.campaign(&random), NaiveProgress()))
      other = tour.worlds.progress
      session = try Self.session(tour.worlds.campaign, NaiveProgress(), isEmoji: seed % 2 == 0)
      if seed % 2 == 0 { tour.signs = ("★", "☆", "🔒 ", "🔒") }
    }

    private static func session(
      _ campaign: NaiveCampaign, _ progress: NaiveProgress, isEmoji: Bool
    ) throws -> Session {
      var setup = Session.Setup(
        try Campaign(text: campaign.text), progress: try GameProgress(text: progress.text))
      setup.settings.set(.style(isEmoji ? .emoji : .letters))
      return try Session(setup)
    }

    mutating func count(_ what: String, by count: Int = 1) { counts[what, default: 0] += count }

    /// One step of the player.
    mutating func step() throws -> String? {
      if tour.place == .carousel {
        switch random.below(12) {
        case 0: return try change()
        case 1: return try learn()
        case 2:
          // A visit elsewhere changes nothing.
          for action in [Action.visit(.rounds), .visit(.worlds)] {
            if let complaint = session.complaint(performing: action, if: true) { return complaint }
          }
          return nil
        default: break
        }
      }
      if tour.place == .room, !tour.isOver, random.below(40) == 0 { return show() }
      let action = action()
      let before = tour
      let isAllowed = tour.perform(action)
      note(action, isAllowed, before)
      let complaint = session.complaint(performing: action, if: isAllowed)
      session.finishAwaited()
      return complaint.map { "\($0), \(action)" }
    }

    private mutating func action() -> Action {
      let some: [Action] = [.previous, .next, .point(random.below(5)), .choose, .back, .buy]
      switch tour.place {
      case .carousel: return random.one(of: some + [.choose, .choose, .buy, .buy])
      case .world: return random.one(of: some + [.choose, .choose, .choose])
      case .room:
        if tour.isOver { return random.below(6) == 0 ? .undo : .dismiss }
        let others: [Action] = [.hint, .undo, .restart, .back, .newRound, .dismiss]
        if random.below(12) == 0 { return random.one(of: others) }
        // Towards the signpost, or anywhere.
        let solution = Array(NaiveTour.solutions[tour.code] ?? "")
        let next = solution.dropFirst(tour.path.count).first
        let isPlanned = next != nil && random.below(4) > 0
        let letter =
          isPlanned ? next.map { String($0) } ?? "U" : random.one(of: ["U", "D", "L", "R"])
        return .move(Direction.allCases[naiveDirectionLetters.firstIndex(of: letter) ?? 0])
      }
    }

    private mutating func note(_ action: Action, _ isAllowed: Bool, _ before: NaiveTour) {
      let done = isAllowed ? "" : "not "
      switch action {
      case .buy: count(done + "bought")
      case .choose: count("\(done)\(before.place == .carousel ? "entered" : "begun")")
      case .dismiss:
        if before.finale != nil { count("finales") }
        count(tour.place != .room ? "went back" : tour.lives < 3 ? "stayed" : "went on")
      case .hint where isAllowed: count("hints")
      case .move where tour.isOver && isAllowed:
        let how = tour.hasCounted ? "counted" : "practised"
        count("\(how) \(tour.round?.outcome == .won ? "win" : "loss")")
      default: break
      }
    }

    /// The next edition of the campaign, in the next run.
    private mutating func change() throws -> String? {
      let campaign = CampaignDraws.changed(tour.worlds.campaign, &random)
      let progress = try GameProgress(text: session.worlds.progress.text)
      if progress != session.worlds.progress { return "progress is not read back" }
      let (worlds, signs) = (NaiveWorlds(campaign, tour.worlds.progress), tour.signs)
      session = try Self.session(campaign, tour.worlds.progress, isEmoji: signs.0 == "★")
      tour = NaiveTour(worlds)
      tour.signs = signs
      count("changed")
      return nil
    }

    /// Another program has saved its progress, or reads this one and spends its coins on the last world that it can buy.
    private mutating func learn() throws -> String? {
      if random.below(2) == 0 {
        session.learn(try GameProgress(text: other.text))
        tour.worlds = NaiveWorlds(tour.worlds.campaign, tour.worlds.progress.joined(other))
        count("learned")
        return nil
      }
      var (worlds, naive) = (session.worlds, tour.worlds)
      for world in worlds.campaign.worlds.indices.reversed() where worlds.canBuy(world) {
        worlds.buy(world)
        _ = naive.buy(world)
        break
      }
      other = naive.progress
      return worlds.progress.text == other.text ? nil : "bought \(worlds.progress.text)"
    }

    /// Shows some moves of the solution, or all.
    private mutating func show() -> String? {
      if let complaint = session.complaint(performing: .showMe, if: true) { return complaint }
      guard session.awaits == .move else { return nil }
      count("shown")
      // A position that is lost is left for the start.
      let start = tour.round?.level.start ?? 0
      func player() -> Int {
        session.room.player.row * session.room.size.columns + session.room.player.column
      }
      if session.told == ["The solution from the start takes \(solutionLength)."] { tour.path = [] }
      var square = tour.path.isEmpty ? start : player()
      var moves: [Int] = []
      let columns = session.room.size.columns
      for _ in 0..<random.below(6) where session.awaits == .move {
        session.perform(.proceed)
        let steps = [-columns, columns, -1, 1]
        if let move = steps.firstIndex(of: player() - square) { moves.append(move) }
        square = player()
      }
      if session.awaits == .move { session.perform(.stop) }
      tour.show(moves)
      return nil
    }

    private var solutionLength: String {
      let count = NaiveTour.solutions[tour.code]?.count ?? 0
      return count == 1 ? "1 move" : "\(count) moves"
    }
  }

  /// What has gone backwards, whatever the model says; nil if nothing has.
  private static func loss(_ before: Worlds, _ after: Worlds) -> String? {
    for (number, world) in after.campaign.worlds.enumerated() {
      let codes = Set(world.levels.map(\.code))
      let same = before.campaign.worlds.firstIndex { other in
        other.name == world.name && other.levels.contains { codes.contains($0.code) }
      }
      if let same, before.isUnlocked(same), !after.isUnlocked(number) {
        return "world \(number) is shut"
      }
    }
    let open = Set(
      before.campaign.places.filter { before.isOpen($0) }.map { before.campaign[$0].code })
    for place in after.campaign.places where open.contains(after.campaign[place].code) {
      if after.isUnlocked(place.world), !after.isOpen(place) { return "\(place) is shut" }
    }
    return before.progress.starCount > after.progress.starCount ? "stars are lost" : nil
  }

  @Test("2.1 to 2.8, 2.10 Random campaigns in sessions, compared to a naive model")
  func randomCampaigns() throws {
    var counts: [String: Int] = [:]
    let all = cases(14, long: 200)
    let failure = try firstFailure(of: 0..<all) { seed in
      var watched = try Watched(seed: seed)
      for step in 0..<120 {
        let before = watched.session.worlds
        let complaint =
          try watched.step() ?? watched.tour.complaint(watched.session)
          ?? Self.loss(before, watched.session.worlds)
        if let complaint {
          return "seed \(seed), step \(step), \(watched.tour.place): \(complaint)\n"
            + watched.tour.worlds.campaign.text
        }
      }
      counts.merge(watched.counts, uniquingKeysWith: +)
      return nil
    }
    try require(failure == nil, failure ?? "")
    for what in [
      "counted win", "counted loss", "practised win", "practised loss", "hints", "shown", "changed",
      "learned", "bought", "not bought", "not entered", "begun", "not begun", "stayed", "went on",
      "went back", "finales",
    ] {
      expect(counts[what, default: 0] > all / 20, "\(what): \(counts)")
    }
  }
}
