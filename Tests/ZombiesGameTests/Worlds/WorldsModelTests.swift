import Testing
import ZombiesCore
import ZombiesGame
import ZombiesTestBridge
import ZombiesTestSupport

/// Worlds, levels, stars and coins that differ from a naive model, or that are lost, in random campaigns that are
/// played, bought, changed and joined with the progress of another program. What undo, practice and leaving cost is
/// counted in ``Ledger``, and what follows a win stands in Examples.
@Suite struct WorldsModelTests {
  /// The shortest ways to win and to be caught.
  private static let ways: [String: (win: String?, loss: String?)] = {
    var ways: [String: (win: String?, loss: String?)] = [:]
    for code in CampaignDraws.codes {
      let round = NaiveLevel(code: code).map { NaiveRound($0) }
      ways[code] = (round?.moves(to: .won), round?.moves(to: .caught))
    }
    return ways
  }()

  /// A player with a session, and the model that it is compared to.
  private struct Watched {
    var session: Session
    var worlds: NaiveWorlds
    var random: NaiveRandom
    /// The progress of another program that began with the same file.
    var other: NaiveProgress
    var counts: [String: Int] = [:]

    init(seed: Int) throws {
      random = NaiveRandom(seed: UInt64(seed))
      worlds = NaiveWorlds(CampaignDraws.campaign(&random), NaiveProgress())
      other = worlds.progress
      session = try Self.session(worlds)
    }

    /// A session in the campaign and the progress of a model.
    private static func session(_ worlds: NaiveWorlds) throws -> Session {
      var setup = Session.Setup(
        try Campaign(text: worlds.campaign.text),
        progress: try GameProgress(text: worlds.progress.text))
      setup.settings.set(.style(.letters))
      return try Session(setup)
    }

    /// One step of the player, from the carousel back to it. Returns how the session differs; nil if it does not.
    mutating func step() throws -> String? {
      let world = random.below(worlds.campaign.worlds.count)
      try require(session.perform(.point(world)))
      switch random.below(10) {
      case 0:
        // The next edition of the campaign, in the next run.
        worlds = NaiveWorlds(CampaignDraws.changed(worlds.campaign, &random), worlds.progress)
        session = try Self.session(worlds)
        counts["changed", default: 0] += 1
      case 1: try learn()
      case 2, 3:
        let isBought = worlds.buy(world)
        if let complaint = session.complaint(performing: .buy, if: isBought) { return complaint }
        counts["bought \(isBought)", default: 0] += 1
      default:
        let isOpen = worlds.isOpen(world)
        if let complaint = session.complaint(performing: .choose, if: isOpen) { return complaint }
        counts["entered \(isOpen)", default: 0] += 1
        if isOpen, let complaint = play(world) { return complaint }
      }
      return complaint()
    }

    /// Plays a level of a world: some lives are lost, and with the next one it is won; and back to the carousel.
    private mutating func play(_ world: Int) -> String? {
      let levels = worlds.campaign.worlds[world].levels
      if session.panel.map(rows) != shownLevels(world) { return "\(session.panel.map(rows) ?? [])" }
      let level = random.below(levels.count)
      session.perform(.point(level))
      let isOpen = worlds.openLevels(world)[level]
      if let complaint = session.complaint(performing: .choose, if: isOpen) { return complaint }
      counts["begun \(isOpen)", default: 0] += 1
      let (losses, isHinted) = (max(0, random.below(6) - 2), random.below(4) == 0)
      let (win, loss) = WorldsModelTests.ways[levels[level]] ?? (nil, nil)
      if isOpen, let last = losses == 3 ? loss : win, losses == 0 || loss != nil {
        for _ in 0..<min(losses, 2) {
          session.say((loss ?? "").lowercased())
          session.say("next")
        }
        if isHinted { session.say("hint") }
        session.say(last.lowercased())
        var earned: Set<String>?
        if losses < 3 {
          earned = worlds.win(
            levels[level], firstLife: losses == 0, inPar: true, hinted: isHinted)
        }
        if session.message?.stars?.count != earned?.count { return "\(session.told)" }
        counts["\(losses) losses", default: 0] += 1
      }
      session.say("worlds")
      session.say("back")
      return nil
    }

    /// Another program has saved its progress, or reads this one and spends its coins on the last world that it can buy.
    private mutating func learn() throws {
      counts["learned", default: 0] += 1
      if random.below(2) == 0 {
        session.learn(try GameProgress(text: other.text))
        worlds = NaiveWorlds(worlds.campaign, worlds.progress.joined(other))
        return
      }
      var (second, naive) = (try Self.session(worlds), worlds)
      for world in naive.campaign.worlds.indices.reversed() where naive.buy(world) {
        second.perform(.point(world))
        try require(second.perform(.buy))
        break
      }
      other = naive.progress
      expectEqual(second.worlds.progress.text, other.text)
    }

    private func rows(_ panel: Panel) -> [String] {
      panel.rows.map { ($0.isEnabled ? $0.text : "(\($0.text))") + " | \($0.detail)" }
    }

    private func drawn(_ code: String) -> String {
      ["win", "first", "par"].map { worlds.progress.stars[code]?.contains($0) == true ? "*" : "-" }
        .joined()
    }

    private func shownLevels(_ world: Int) -> [String] {
      zip(worlds.campaign.worlds[world].levels, worlds.openLevels(world)).enumerated()
        .map { number, level in
          level.1 ? "Level \(number + 1) | \(drawn(level.0))" : "(Level \(number + 1)) | locked"
        }
    }

    /// How the progress or a world of the carousel differs; nil if nothing does.
    private func complaint() -> String? {
      let text = session.worlds.progress.text
      if text != worlds.progress.text { return "\(text)\n\(worlds.progress.text)" }
      return firstFailure(of: worlds.campaign.worlds.indices) { number in
        var session = session
        session.perform(.point(number))
        guard let panel = session.panel else { return "no panel" }
        let (found, expected) = ([panel.title] + panel.lines + panel.notes, shown(number))
        return found == expected ? nil : "\(found), expected \(expected)"
      }
    }

    /// Everything that the carousel shows of a world.
    private func shown(_ world: Int) -> [String] {
      func counted(_ count: Int, _ noun: String) -> String {
        "\(count) \(noun)\(count == 1 ? "" : "s")"
      }
      let (all, levels) = (worlds.campaign.worlds, worlds.campaign.worlds[world].levels)
      var lines = ["World \(world + 1) of \(all.count): \(all[world].name)"]
      if worlds.isOpen(world) {
        let done = levels.count - worlds.rest(world).count
        let stars = levels.map { worlds.progress.stars[$0]?.count ?? 0 }.reduce(0, +)
        let (some, open) = (counted(levels.count, "level"), worlds.openLevels(world))
        let complete = levels.count == 1 ? "The level is completed." : "All \(some) completed."
        lines.append(done == levels.count ? complete : "Open: \(done) of \(some) completed.")
        lines.append("\(stars) of \(3 * levels.count) stars.")
        let locked = open.count { !$0 }
        let parts = zip(levels, open).filter(\.1).map { drawn($0.0) }
        lines.append((parts + (locked == 0 ? [] : ["\(locked) locked"])).joined(separator: " "))
      } else {
        lines.append("Locked: \(worlds.missing(world)).")
      }
      let hasCoins = all.contains { if case .coins = $0.rule { true } else { false } }
      let purse = hasCoins ? " and \(counted(max(0, worlds.balance), "coin"))" : ""
      return lines + ["You have \(counted(worlds.stars, "star"))\(purse)."]
    }
  }

  @Test("2.1 to 2.8, 2.10 Random campaigns in sessions, compared to a naive model")
  func randomCampaigns() throws {
    var counts: [String: Int] = [:]
    let all = cases(14, long: 200)
    let failure = try firstFailure(of: 0..<all) { seed in
      var watched = try Watched(seed: seed)
      for step in 0..<80 {
        if let complaint = try watched.step() {
          return "seed \(seed), step \(step): \(complaint)\n" + watched.worlds.campaign.text
        }
      }
      counts.merge(watched.counts, uniquingKeysWith: +)
      return nil
    }
    try require(failure == nil, failure ?? "")
    for what in [
      "changed", "learned", "0 losses", "1 losses", "3 losses", "bought true", "bought false",
      "entered false", "begun true", "begun false",
    ] {
      expect(counts[what, default: 0] > all / 20, "\(what): \(counts)")
    }
  }
}
