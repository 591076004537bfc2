import ZombiesCore

/// A campaign with a player's progress in it: what is open, missing and earned
/// (<doc:WorldsAndProgress>). It contains the rules of unlocking, but not those of playing.
public struct Worlds: Equatable {
  /// The campaign.
  public let campaign: Campaign

  /// What the player has won, bought and finished, and what was open in earlier sessions.
  private var earned: GameProgress

  /// The rules of levels that have none of their own. Stars are stored under the rules that they are won under.
  public internal(set) var rules: Rules {
    didSet {
      if rules.withoutHearing == oldValue.withoutHearing { return }
      keys = Self.keys(campaign, rules)
      settle()
    }
  }

  /// The keys of the levels in the progress, world by world.
  private(set) var keys: [[String]]

  /// Whether each world can be entered.
  ///
  /// A world is open if its rule unlocks it or if it has been open before (2.4), even if that was in
  /// an earlier version of the campaign (2.8).
  public private(set) var unlocked: [Bool] = []

  /// The number of stars in the campaign. The stars of a level that occurs twice count once.
  public private(set) var starCount: UInt64 = 0

  /// The number of coins to spend: one for each star of the campaign, less the coins paid for its
  /// worlds. Stars shared with another campaign pay only once: coins can never exceed all stars of the
  /// progress less the coins paid for all worlds.
  public private(set) var coins: UInt64 = 0

  /// Combines a campaign with a player's progress.
  ///
  /// - Parameters:
  ///   - campaign: The campaign.
  ///   - progress: The player's progress.
  ///   - rules: The rules of levels that have none of their own.
  public init(
    _ campaign: Campaign, _ progress: GameProgress = GameProgress(), rules: Rules = .standard
  ) {
    self.campaign = campaign
    earned = progress
    self.rules = rules
    keys = Self.keys(campaign, rules)
    settle()
  }

  private static func keys(_ campaign: Campaign, _ rules: Rules) -> [[String]] {
    campaign.worlds.map { world in
      world.levels.map { $0.level.key(under: $0.rules(else: rules)) }
    }
  }

  // MARK: Worlds

  /// Whether a world can be entered.
  public func isUnlocked(_ world: Int) -> Bool { unlocked[world] }

  /// Whether the rule of a world unlocks it now.
  private func isOpened(_ world: Int) -> Bool {
    switch campaign.worlds[world].lock {
    case _ where world == 0: true
    case .all: keys[world - 1].allSatisfy { earned.hasCompleted($0) }
    case .stars(let needed): starCount >= needed
    // A world that was bought counts as having been open before.
    case .coins(let price): price == 0
    }
  }

  /// The price of a world that is locked; nil for other worlds.
  private func price(of world: Int) -> UInt64? {
    guard !unlocked[world], case .coins(let price) = campaign.worlds[world].lock else { return nil }
    return price
  }

  /// Whether a world can be bought.
  public func canBuy(_ world: Int) -> Bool { price(of: world).map { $0 <= coins } ?? false }

  /// Buys a world if possible.
  public mutating func buy(_ world: Int) {
    guard canBuy(world), let price = price(of: world) else { return }
    earned.open(opened(world), price: price)
    settle()
  }

  // MARK: Levels

  /// Whether a level can be played: the world is open, and the level is completed, is one of the first
  /// two that are not completed, or has been open before (2.5).
  public func isOpen(_ place: Campaign.Place) -> Bool {
    isUnlocked(place.world) && openLevels(of: place.world)[place.level]
  }

  /// Whether each level of a world can be played once the world is open.
  public func openLevels(of world: Int) -> [Bool] {
    // A level that occurs twice counts as one, because otherwise it could be the only choice.
    var first: [String] = []
    return keys[world].map { key in
      if earned.hasCompleted(key) { return true }
      if first.count < 2, !first.contains(key) { first.append(key) }
      return first.contains(key) || earned.levels[key] != nil
    }
  }

  /// The first level of an open world that is not completed; nil if there is none.
  ///
  /// - Parameters:
  ///   - world: The index of the world.
  ///   - former: A level that it comes after.
  public func nextLevel(of world: Int, after former: Int = -1) -> Int? {
    guard isUnlocked(world) else { return nil }
    return keys[world].indices.first { $0 > former && !earned.hasCompleted(keys[world][$0]) }
  }

  /// What follows a level that was won.
  public enum Next: Hashable, Sendable {
    /// A level that is open and not completed.
    case level(Campaign.Place)
    /// The levels of a world.
    case world(Int)
    /// The carousel at a world: one to buy, or any if everything is completed.
    case carousel(Int)
  }

  /// What follows a level that was won: the next level of its world that is not completed, or the next
  /// open world with such a level (2.10).
  public func next(after place: Campaign.Place) -> Next {
    let world = place.world
    for former in [place.level, -1] {
      guard let level = nextLevel(of: world, after: former) else { continue }
      let next = Campaign.Place(world: world, level: level)
      if isOpen(next) { return .level(next) }
    }
    let others = (1..<keys.count).map { (world + $0) % keys.count }
    if let other = others.first(where: { nextLevel(of: $0) != nil }) { return .world(other) }
    if let other = others.first(where: canBuy) { return .carousel(other) }
    return isCompleted ? .carousel(world) : .world(world)
  }

  /// Whether all levels of the campaign are completed.
  public var isCompleted: Bool {
    keys.allSatisfy { $0.allSatisfy { earned.hasCompleted($0) } }
  }

  /// The number of stars that the campaign has. Those of a level that occurs twice count once.
  public var mostStars: UInt64 { 3 * UInt64(Set(keys.joined()).count) }

  /// The number of completed levels of a world.
  public func completed(in world: Int) -> Int {
    keys[world].count { earned.hasCompleted($0) }
  }

  /// The stars of a world.
  public func stars(in world: Int) -> Int {
    keys[world].reduce(0) { $0 + earned.stars(of: $1).count }
  }

  /// The stars of a level.
  public func stars(of place: Campaign.Place) -> GameProgress.Stars {
    earned.stars(of: keys[place.world][place.level])
  }

  /// Adds the stars of a win to a level, by its key.
  mutating func add(_ stars: GameProgress.Stars, to key: String) {
    earned.add(stars, to: key)
    settle()
  }

  // MARK: Saving

  /// Adds progress from elsewhere, such as from another program that plays at the same time.
  public mutating func join(_ other: GameProgress) {
    earned.join(other)
    settle()
  }

  /// Records that the first steps are done.
  mutating func finishFirstSteps() { earned.hasFinishedFirstSteps = true }

  /// The player's progress, with the worlds and levels that are open now, so that they stay open if the campaign
  /// changes.
  public var progress: GameProgress {
    var progress = earned
    for world in keys.indices where unlocked[world] {
      progress.open(opened(world), price: 0)
      for (key, isOpen) in zip(keys[world], openLevels(of: world)) where isOpen {
        progress.add([], to: key)
      }
    }
    return progress
  }

  /// A world as the progress knows it.
  private func opened(_ world: Int) -> GameProgress.OpenedWorld {
    GameProgress.OpenedWorld(name: Array(campaign.worlds[world].name.utf8), levels: keys[world])
  }

  /// Updates what is open, and the coins.
  private mutating func settle() {
    let won = Set(keys.joined().filter { earned.hasCompleted($0) })
    starCount = won.reduce(0) { $0 + UInt64(earned.stars(of: $1).count) }
    var paid: UInt64 = 0
    unlocked = campaign.worlds.indices.map(isOpened)
    for (opened, price) in earned.worlds {
      guard let world = world(of: opened) else { continue }
      unlocked[world] = true
      paid = clampedSum(paid, price)
    }
    // Two programs may have spent the same coins. With a negative balance, nothing can be bought.
    let balances = [(starCount, paid), (earned.starCount, earned.coinsPaid)]
    coins = balances.map { $0 > $1 ? $0 - $1 : 0 }.min() ?? 0
  }

  /// The world of this campaign that was open in an earlier version; nil if it has none.
  ///
  /// A world is recognized by its name and at least one of the former levels, because worlds of two
  /// campaigns may have the same name. A world that is not found keeps its place in the progress.
  private func world(of opened: GameProgress.OpenedWorld) -> Int? {
    let world = campaign.worlds.firstIndex { $0.name.utf8.elementsEqual(opened.name) }
    guard let world else { return nil }
    return Set(opened.levels).isDisjoint(with: keys[world]) ? nil : world
  }
}
