// Open worlds and earned stars, compared to a naive model (NaiveWorlds.swift), over random
// sequences of everything that can happen to a file of progress.

import Testing
import ZombiesCore
import ZombiesTestBridge
import ZombiesTestSupport

@testable import ZombiesGame

/// Draws campaigns of tiny rooms and changes them.
struct CampaignDraws {
  /// Rooms that are won or lost in a few moves.
  static let codes = [
    "Z1P/2S", "P1Z/S2", "S1P/Z2", "S2/3/Z1P", "Z2P/3S+lit", "S1/1P", "SP", "S1P", "P1Z/1S1",
    "S2/1#1/2P", "2Z/3/P1S", "S2P/3Z+lit", "S1P+lit",
  ]
  static let names = ["A", "B", "The Barricades", "夜の町", "Ünterwelt", "🧟 last"]

  private static let levels: [String: Level] = {
    var levels: [String: Level] = [:]
    for code in codes { levels[code] = try? Level(code) }
    return levels
  }()

  static func campaign(_ naive: NaiveCampaign) throws -> Campaign {
    try Campaign(
      try naive.worlds.map { world in
        let lock: WorldLock =
          switch world.rule {
          case .all: .all
          case .stars(let count): .stars(UInt64(count))
          case .coins(let price): .coins(UInt64(price))
          }
        return Campaign.World(
          name: world.name, lock: lock,
          levels: try world.levels.map { Campaign.WorldLevel(try #require(levels[$0])) })
      })
  }

  static func rule(_ random: inout NaiveRandom) -> NaiveCampaign.Rule {
    switch random.below(5) {
    case 0, 1: .all
    case 2: .stars(random.below(9))
    default: .coins(random.below(4))
    }
  }

  static func campaign(_ random: inout NaiveRandom) -> NaiveCampaign {
    let count = 1 + random.below(4)
    let names = random.choose(count, of: Array(names.indices)).prefix(count)
    return NaiveCampaign(
      worlds: names.map { name in
        NaiveCampaign.World(
          name: Self.names[name], rule: rule(&random),
          levels: (0...random.below(4)).map { _ in random.one(of: codes) })
      })
  }

  /// A possible next edition of the campaign.
  static func changed(_ old: NaiveCampaign, _ random: inout NaiveRandom) -> NaiveCampaign {
    var worlds = old.worlds
    let world = random.below(worlds.count)
    let level = random.below(worlds[world].levels.count)
    switch random.below(10) {
    case 0: worlds[world].levels.insert(random.one(of: codes), at: level)
    case 1: if worlds[world].levels.count > 1 { worlds[world].levels.remove(at: level) }
    case 2:
      // The level may also stay, so that there are two copies.
      worlds[random.below(worlds.count)].levels.append(worlds[world].levels[level])
      if worlds[world].levels.count > 1, random.below(3) > 0 {
        worlds[world].levels.remove(at: level)
      }
    case 3: worlds[world].levels.reverse()
    case 4: worlds.swapAt(world, random.below(worlds.count))
    case 5, 6:
      let name = random.one(of: names)
      if !worlds.contains(where: { $0.name == name }) { worlds[world].name = name }
    case 7: worlds[world].rule = rule(&random)
    case 8:
      // A world is split in two, or another one is inserted before it.
      let name = random.one(of: names)
      if !worlds.contains(where: { $0.name == name }) {
        let half = (worlds[world].levels.count + 1) / 2
        let rest = Array(worlds[world].levels[half...])
        worlds[world].levels = Array(worlds[world].levels[..<half])
        worlds.insert(
          NaiveCampaign.World(
            name: name, rule: rule(&random),
            levels: rest.isEmpty ? [random.one(of: codes)] : rest),
          at: world)
      }
    default: if worlds.count > 1 { worlds.remove(at: world) }
    }
    return NaiveCampaign(worlds: worlds)
  }
}

extension NaiveWorlds {
  /// How the program differs from the model, in a sentence; nil if they agree.
  func complaint(_ worlds: Worlds) -> String? {
    if worlds.starCount != UInt64(stars) { return "\(worlds.starCount) stars, not \(stars)" }
    if worlds.coins != UInt64(max(0, balance)) { return "\(worlds.coins) coins, not \(balance)" }
    for (number, world) in campaign.worlds.enumerated() {
      let isOpen = isOpen(number)
      if worlds.isUnlocked(number) != isOpen { return "world \(number) open: not \(isOpen)" }
      if (worlds.missing(in: number) == nil) != isOpen { return "world \(number) misses" }
      let open = openLevels(number)
      for level in world.levels.indices
      where worlds.isOpen(Campaign.Place(world: number, level: level)) != open[level] {
        return "world \(number), level \(level) open: not \(open[level])"
      }
      var copy = self
      if worlds.canBuy(number) != copy.buy(number) { return "world \(number) can be bought" }
    }
    return nil
  }
}

@Suite struct UnlockingModelTests {
  /// A file of progress with its campaign, and the model of both.
  private struct File {
    var worlds: Worlds
    var naive: NaiveWorlds
    /// Whether it has been joined with another, which may have spent the same coins.
    var isMerged = false

    init(_ campaign: NaiveCampaign, _ progress: GameProgress, _ naive: NaiveProgress) throws {
      worlds = Worlds(try CampaignDraws.campaign(campaign), progress)
      self.naive = NaiveWorlds(campaign, naive)
    }

    var openPlaces: [Campaign.Place] { worlds.campaign.places.filter { worlds.isOpen($0) } }
  }

  /// Checks that nothing goes backwards, whatever the model says.
  private static func complaint(_ old: File, _ new: File) -> String? {
    let (before, after) = (old.worlds, new.worlds)
    for (code, stars) in old.naive.progress.stars {
      if after.progress.stars(of: code).count < stars.count { return "stars of \(code) are lost" }
    }
    for (number, world) in after.campaign.worlds.enumerated() {
      let same = before.campaign.worlds.firstIndex { other in
        other.name == world.name
          && world.levels.contains { level in other.levels.contains { $0.code == level.code } }
      }
      if let same, before.isUnlocked(same), !after.isUnlocked(number) {
        return "world \(number) has been shut"
      }
    }
    let open = Set(old.openPlaces.map { before.campaign[$0].code })
    for place in after.campaign.places
    where open.contains(after.campaign[place].code) && after.isUnlocked(place.world) {
      if !after.isOpen(place) { return "\(place) has been shut" }
    }
    if !new.isMerged, after.progress.coinsPaid > after.progress.starCount {
      return "a coin is spent twice"
    }
    return nil
  }

  /// Events that only some sequences have; the test checks that none is missing.
  private struct Counts {
    var wins = 0
    var bought = 0
    var changed = 0
    var merged = 0
    var opened = 0
    var debts = 0
  }

  /// Runs one sequence on the rules alone.
  private static func sequence(_ seed: Int, _ counts: inout Counts) throws -> String? {
    var random = NaiveRandom(seed: UInt64(seed))
    var files = [try File(CampaignDraws.campaign(&random), GameProgress(), NaiveProgress())]
    for step in 0..<(6 + random.below(20)) {
      let number = random.below(files.count)
      let old = files[number]
      var file = old
      var story = ""
      switch random.below(16) {
      case 0..<7:
        let place = random.one(of: file.openPlaces)
        let code = file.worlds.campaign[place].code
        let (par, more) = (1 + random.below(5), random.below(2))
        let (first, hints) = (random.below(2) == 0, random.below(4) / 3)
        file.worlds.add(
          Worlds.stars(moves: par + more, par: par, isFirstLife: first, hints: hints), at: place)
        _ = file.naive.win(code, firstLife: first, inPar: more == 0, hinted: hints > 0)
        counts.wins += 1
        story = "win of \(code)"
      case 7, 8, 9:
        let worlds = Array(file.worlds.campaign.worlds.indices)
        let affordable = worlds.filter { file.worlds.canBuy($0) }
        let world = random.one(of: affordable.isEmpty ? worlds : affordable)
        file.worlds.buy(world)
        if file.naive.buy(world) { counts.bought += 1 }
        story = "buying \(world)"
      case 10, 11, 12:
        let campaign =
          random.below(6) == 0
          ? CampaignDraws.campaign(&random)
          : CampaignDraws.changed(file.naive.campaign, &random)
        // Between two editions, the progress is a file.
        let progress = try GameProgress(text: file.worlds.progress.text)
        file = try File(campaign, progress, file.naive.progress)
        file.isMerged = old.isMerged
        counts.changed += 1
        story = "changed campaign"
      case 13:
        // Another program begins with the same file, and may spend the same coins on something
        // else.
        guard files.count < 4 else { continue }
        var other = file
        let affordable = file.worlds.campaign.worlds.indices.filter { file.worlds.canBuy($0) }
        if affordable.count > 1 {
          file.worlds.buy(affordable[0])
          _ = file.naive.buy(affordable[0])
          other.worlds.buy(affordable[1])
          _ = other.naive.buy(affordable[1])
        }
        files.append(other)
        story = "two programs"
      default:
        guard files.count > 1 else { continue }
        let other = files[random.below(files.count)]
        if random.below(2) == 0 {
          file.worlds.join(try GameProgress(text: other.worlds.progress.text))
        } else {
          var joined = other.worlds.progress
          joined.join(file.worlds.progress)
          file = try File(file.naive.campaign, joined, file.naive.progress)
        }
        file.naive = NaiveWorlds(
          file.naive.campaign, file.naive.progress.joined(other.naive.progress))
        file.isMerged = true
        counts.merged += 1
        if file.naive.balance < 0 { counts.debts += 1 }
        story = "joined files"
      }
      files[number] = file
      let complaint = file.naive.complaint(file.worlds) ?? complaint(old, file)
      if let complaint {
        return "seed \(seed), step \(step), \(story): \(complaint)\n\(file.naive.campaign.text)\n"
          + "\(file.worlds.progress.text)\n\(file.naive.progress.text)"
      }
      if file.worlds.progress.text != file.naive.progress.text {
        return "seed \(seed), step \(step), \(story): \(file.worlds.progress.text)\n"
          + file.naive.progress.text
      }
      if old.naive.campaign == file.naive.campaign,
        old.worlds.unlocked != file.worlds.unlocked
      {
        counts.opened += 1
      }
    }
    return nil
  }

  /// 80,000 of the 100,000 sequences in the long form.
  @Test func sequencesOfWinsPurchasesAndChanges() throws {
    var counts = Counts()
    let failure = try firstFailure(of: 0..<cases(60, long: 80_000)) {
      try Self.sequence($0, &counts)
    }
    try #require(failure == nil)
    let all = cases(60, long: 80_000)
    #expect(counts.wins > all && counts.bought > all / 10 && counts.changed > all)
    #expect(counts.merged > all / 10 && counts.opened > all / 5 && counts.debts > all / 400)
    if isLong { print(counts) }
  }
}
