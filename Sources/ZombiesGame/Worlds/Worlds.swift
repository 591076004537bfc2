import ZombiesCore
import ZombiesSolver

/// A campaign with a player's progress in it: what is open, missing and earned
/// (<doc:WorldsAndProgress>). It contains the rules of unlocking, but not those of playing.
public struct Worlds: Equatable {
  /// The campaign.
  public let campaign: Campaign

  /// The player's progress.
  public private(set) var progress: GameProgress

  /// The rules of levels that have none of their own. Stars are stored under the rules that they are won under.
  public internal(set) var rules: Rules {
    didSet { if rules.withoutHearing != oldValue.withoutHearing { settle() } }
  }

  /// The key of a level in the progress.
  private func key(_ level: Campaign.WorldLevel) -> String { level.key(else: rules.withoutHearing) }

  /// The unmet requirement for unlocking a world.
  public enum Missing: Hashable, Sendable {
    /// A number of levels of the world before, with that world's name.
    case levels(Int, of: String)
    /// A number of stars.
    case stars(UInt64)
    /// The payment of its price, with the number of coins owned.
    case coins(UInt64, owned: UInt64)
  }

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
    self.progress = progress
    self.rules = rules
    settle()
  }

  // MARK: Worlds

  /// Whether a world can be entered.
  public func isUnlocked(_ world: Int) -> Bool { unlocked[world] }

  private func keys(of world: Int) -> [String] { campaign.worlds[world].levels.map { key($0) } }

  /// Whether the rule of a world unlocks it now.
  private func isOpened(_ world: Int) -> Bool {
    if world == 0 { return true }
    switch campaign.worlds[world].lock {
    case .all:
      return campaign.worlds[world - 1].levels.allSatisfy { progress.hasCompleted(key($0)) }
    case .stars(let needed): return starCount >= needed
    // A world that was bought counts as having been open before.
    case .coins(let price): return price == 0
    }
  }

  /// The unmet requirement for unlocking a world; nil if the world is open.
  public func missing(in world: Int) -> Missing? {
    guard !isUnlocked(world) else { return nil }
    switch campaign.worlds[world].lock {
    case .all:
      let before = campaign.worlds[world - 1]
      return .levels(
        before.levels.count { !progress.hasCompleted(key($0)) }, of: before.name)
    case .stars(let needed): return .stars(needed - starCount)
    case .coins(let price): return .coins(price, owned: coins)
    }
  }

  /// Whether a world can be bought.
  public func canBuy(_ world: Int) -> Bool {
    guard case .coins(let price, let owned) = missing(in: world) else { return false }
    return owned >= price
  }

  /// Buys a world if possible.
  public mutating func buy(_ world: Int) {
    guard canBuy(world), case .coins(let price) = campaign.worlds[world].lock else { return }
    progress.open(campaign.worlds[world].name, keys(of: world), price: price)
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
    return campaign.worlds[world].levels.map { level in
      let record = progress.records[key(level)]
      if record?.stars.contains(.win) ?? false { return true }
      let key = key(level)
      if first.count < 2, !first.contains(key) { first.append(key) }
      return first.contains(key) || record?.isOpen ?? false
    }
  }

  /// The first open level of a world that is not completed; nil if there is none.
  public func nextLevel(of world: Int) -> Int? {
    guard isUnlocked(world) else { return nil }
    return campaign.worlds[world].levels.firstIndex { !progress.hasCompleted(key($0)) }
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
    let levels = campaign.worlds[place.world].levels
    let later = levels.indices.first {
      $0 > place.level && !progress.hasCompleted(key(levels[$0]))
    }.map { Campaign.Place(world: place.world, level: $0) }
    if let later, isOpen(later) { return .level(later) }
    if let level = nextLevel(of: place.world) {
      return .level(Campaign.Place(world: place.world, level: level))
    }
    let others = Array(campaign.worlds.indices)
    let inOrder = others[(place.world + 1)...] + others[..<place.world]
    if let world = inOrder.first(where: { nextLevel(of: $0) != nil }) { return .world(world) }
    if let world = inOrder.first(where: canBuy) { return .carousel(world) }
    return isCompleted ? .carousel(place.world) : .world(place.world)
  }

  /// Whether all levels of the campaign are completed.
  public var isCompleted: Bool {
    campaign.worlds.allSatisfy { $0.levels.allSatisfy { progress.hasCompleted(key($0)) } }
  }

  /// The number of stars that the campaign has. Those of a level that occurs twice count once.
  public var mostStars: UInt64 {
    3 * UInt64(Set(campaign.worlds.flatMap { $0.levels.map { $0.key } }).count)
  }

  /// The number of completed levels of a world.
  public func completed(in world: Int) -> Int {
    campaign.worlds[world].levels.count { progress.hasCompleted(key($0)) }
  }

  /// The stars of a world.
  public func stars(in world: Int) -> Int {
    campaign.worlds[world].levels.reduce(0) { $0 + progress.stars(of: key($1)).count }
  }

  /// Whether a level is completed.
  public func hasCompleted(_ place: Campaign.Place) -> Bool {
    progress.hasCompleted(key(campaign[place]))
  }

  /// The stars of a level.
  public func stars(of place: Campaign.Place) -> GameProgress.Stars {
    progress.stars(of: key(campaign[place]))
  }

  /// Adds the stars of a win to a level, by its key.
  mutating func add(_ stars: GameProgress.Stars, to key: String) {
    progress.add(stars, to: key)
    settle()
  }

  // MARK: Saving

  /// Adds progress from elsewhere, such as from another program that plays at the same time.
  public mutating func join(_ other: GameProgress) {
    progress.join(other)
    settle()
  }

  /// Records that the first steps are done.
  mutating func finishFirstSteps() { progress.hasFinishedFirstSteps = true }

  /// Updates the open worlds and levels, and records them so that they stay open if the campaign
  /// changes.
  private mutating func settle() {
    starCount = countStars()
    let found = opened()
    unlocked = campaign.worlds.indices.map { world in
      isOpened(world) || found.contains { $0.world == world }
    }
    coins = countCoins(found)
    for (world, isOpen) in zip(campaign.worlds.indices, unlocked) where isOpen {
      progress.open(campaign.worlds[world].name, keys(of: world))
      let levels = zip(campaign.worlds[world].levels, openLevels(of: world))
      progress.open(
        levels.compactMap { level, isOpen in
          isOpen && progress.records[key(level)] == nil ? key(level) : nil
        })
    }
    assert(unlocked.first == true, "the first world is open")
  }

  private func countStars() -> UInt64 {
    var keys: Set<String> = []
    var count: UInt64 = 0
    for world in campaign.worlds {
      for level in world.levels {
        let stars = progress.stars(of: key(level))
        if !stars.isEmpty, keys.insert(key(level)).inserted { count += UInt64(stars.count) }
      }
    }
    return count
  }

  private func countCoins(_ found: [(world: Int, price: UInt64)]) -> UInt64 {
    let paid = found.reduce(0) { clampedSum($0, $1.price) }
    let (all, allPaid) = (progress.starCount, progress.coinsPaid)
    // Two programs may have spent the same coins. With a negative balance, nothing can be bought.
    return min(starCount > paid ? starCount - paid : 0, all > allPaid ? all - allPaid : 0)
  }

  /// The formerly open worlds that are still in this campaign, and the price paid for each.
  ///
  /// A world is recognized by its name and at least one of the former levels, because worlds of two
  /// campaigns may have the same name. A world that is not found keeps its place in the progress.
  private func opened() -> [(world: Int, price: UInt64)] {
    progress.opened.values.compactMap { opened in
      guard let world = campaign.worlds.firstIndex(where: { $0.name == opened.name }) else {
        return nil
      }
      let codes = Set(opened.codes)
      let isSame = campaign.worlds[world].levels.contains { codes.contains(key($0)) }
      return isSame ? (world, opened.price) : nil
    }
  }
}
