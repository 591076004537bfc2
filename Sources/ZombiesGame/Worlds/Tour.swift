import ZombiesCore
import ZombiesGenerator
import ZombiesGrading
import ZombiesPolicies
import ZombiesSolver

/// The player's position in a campaign.
struct Tour: Equatable {
  /// The world that the carousel shows.
  var world: Int

  /// The level that the cursor is on.
  var level = 0

  /// The level that was left for another mode, to be continued when the player comes back to the worlds.
  var left: Campaign.Place?

  /// What a win in a level of a world has earned, until the player goes on.
  struct Earned: Equatable {
    /// The level.
    var place = Campaign.Place(world: 0, level: 0)
    /// The worlds that the win has unlocked.
    var opened: [Int] = []
    /// The last thing there was to earn in the campaign, if the win has earned it.
    var finale: Finale?
    /// Whether the message about that is shown.
    var showsFinale = false
  }

  /// What the last win has earned.
  var earned: Earned?

  /// The last thing there is to earn in a campaign.
  enum Finale: Equatable {
    /// The last level was completed, and stars are left.
    case completed
    /// The last star was won.
    case allStars
  }

  /// Begins at the first world that is open and not completed.
  init(_ worlds: Worlds) {
    self.init(
      world: worlds.campaign.worlds.indices.first { worlds.nextLevel(of: $0) != nil } ?? 0)
  }

  init(world: Int, level: Int = 0) { (self.world, self.level) = (world, level) }

  var place: Campaign.Place { Campaign.Place(world: world, level: level) }

  /// Points at a level that is played.
  mutating func goTo(_ place: Campaign.Place) {
    (world, level, left) = (place.world, place.level, nil)
  }
}

// MARK: The carousel and the worlds

extension Session {
  /// Goes to the carousel, or to the world that it shows.
  mutating func goToWorlds(_ new: Place) {
    place = new
    tour.left = nil
    tell(about)
  }

  private mutating func enterWorld() {
    tour.level = worlds.nextLevel(of: tour.world) ?? 0
    goToWorlds(.world)
  }

  /// The effect of an action in the carousel, a list of worlds, or in a world, a list of levels.
  func deedInWorlds(_ action: Action) -> Deed {
    let isWorld = place == .world
    let all = worlds.campaign.worlds
    let (row, count, noun) =
      isWorld
      ? (tour.level, all[tour.world].levels.count, "level") : (tour.world, all.count, "world")
    switch action {
    case .previous:
      return row > 0 ? .does { $0.point(row - 1) } : .refused("This is the first \(noun).")
    case .next:
      return row + 1 < count ? .does { $0.point(row + 1) } : .refused("This is the last \(noun).")
    case .point(let row):
      return (0..<count).contains(row)
        ? .does { $0.point(row) } : .refused("There is no such \(noun).")
    case .choose:
      if let refusal = whyLocked(isWorld ? tour.place : nil) { return .refused(refusal) }
      return .does { if isWorld { $0.beginAttempt() } else { $0.enterWorld() } }
    case .buy where !isWorld:
      if worlds.canBuy(tour.world) { return .does { $0.buyWorld() } }
      return .refused(whyLocked(nil) ?? "This world is already open.")
    case .back where isWorld: return .does { $0.goToWorlds(.carousel) }
    case .share: return sharing
    default: return .meaningless
    }
  }

  /// Puts the cursor on a row.
  private mutating func point(_ row: Int) {
    if place == .world { tour.level = row } else { tour.world = row }
    tell(place == .world ? [WorldTeller(self).level(tour.place)] : about)
  }

  private mutating func buyWorld() {
    worlds.buy(tour.world)
    announce(["You bought \(worlds.campaign.worlds[tour.world].name)."])
    tell(about)
  }

  /// The reason why the world that is shown, or a level of it, cannot be entered; nil if it is open.
  private func whyLocked(_ level: Campaign.Place?) -> String? {
    guard worlds.isUnlocked(tour.world) else {
      return WorldTeller(self).state.joined(separator: " ")
    }
    return level.flatMap { worlds.isOpen($0) ? nil : Self.isLocked($0.level) }
  }

  static func isLocked(_ level: Int) -> String {
    "Level \(level + 1) is locked: only the first 2 uncompleted levels are open."
  }

  /// Plays a level of the world that is shown or played, or says why it cannot be played.
  ///
  /// - Returns: Whether it is played now.
  @discardableResult
  public mutating func play(level: Int) -> Bool {
    let new = Campaign.Place(world: tour.world, level: level)
    let exists = mode == .worlds && worlds.campaign.contains(new)
    if let refusal = exists ? whyLocked(new) : "There is no level \(level + 1)." {
      announce([refusal])
      return false
    }
    tour.level = level
    beginAttempt()
    return true
  }

  // MARK: A level

  /// Plays the level that the cursor is on: continues the attempt, or begins one.
  mutating func beginAttempt() {
    let level = tour.place
    _ = prepare(level, worlds.campaign[level].rules(else: worldRules), isAnyRule: true)
    place = .level(level)
    tour.left = nil
    resume()
  }

  /// Prepares the level of a world: brings up the attempt that is in progress, or adds another one.
  ///
  /// - Parameters:
  ///   - isLink: Whether a link leads there. Then a level that was played is shown as it stands.
  ///   - isAnyRule: Whether an attempt under other rules is continued too.
  /// - Returns: Whether the level begins anew.
  mutating func prepare(
    _ level: Campaign.Place, _ rules: Rules, isLink: Bool = false, isAnyRule: Bool = false
  ) -> Bool {
    let own = worlds.campaign[level]
    let new = Attempt(
      NamedLevel(own.level, name: WorldTeller(self).name(of: level)), rules: rules,
      at: .level(level),
      // The levels of a campaign are solvable, and hints may use that.
      selection: .solvable)
    let underWay = attempts.lastIndex {
      $0.place == new.place && $0.level == new.level && (isLink || !$0.isFinished)
        && (isAnyRule || $0.rules == rules)
    }
    if let underWay {
      bringUp(underWay)
      return false
    }
    add(new, trial: rounds.nextTrial)
    return true
  }

  /// The rules of levels that have none of their own.
  var worldRules: Rules { settings.rules }

  /// What follows a round: the levels of its world, or after a win what is next; nil for the next life.
  func following(_ attempt: Attempt, at place: Campaign.Place) -> Worlds.Next? {
    if !attempt.isFinished { return nil }
    // A win in practice completes nothing.
    guard attempt.round.outcome == .won, isCompleted(attempt) else { return .world(place.world) }
    return worlds.next(after: place)
  }

  /// Continues after a round, or with the message about what was earned last in the campaign.
  mutating func goOn(from place: Campaign.Place) {
    if attempt.isOver, tour.earned?.finale != nil, tour.earned?.showsFinale == false {
      tour.earned?.showsFinale = true
      if attempt.looks { attempt.take(.look) }
      tell(Teller(self).ending)
      return
    }
    tour.earned = nil
    switch following(attempt, at: place) {
    case .level(let next):
      (tour.world, tour.level) = (next.world, next.level)
      beginAttempt()
    case .world(let world) where world != place.world:
      tour.world = world
      enterWorld()
    case .carousel(let world):
      tour.world = world
      goToWorlds(.carousel)
    case .world: leaveLevel()
    case nil: beginNextLife()
    }
  }

  /// Whether a level of a world is completed under the rules of an attempt.
  func isCompleted(_ attempt: Attempt) -> Bool {
    worlds.progress.hasCompleted(attempt.level.key(under: attempt.rules))
  }

  /// Returns to the world. The attempt goes on when the level is chosen again.
  mutating func leaveLevel() {
    if isCompleted(attempt) { tour.level = worlds.nextLevel(of: tour.world) ?? tour.level }
    goToWorlds(.world)
  }

  /// Counts a win in a level of a world (2.6, 2.7). The stars are stored under the rules of the attempt.
  mutating func win(_ attempt: Attempt, at place: Campaign.Place) {
    var earned = Tour.Earned(place: place)
    let unlocked = worlds.unlocked
    let (wasCompleted, before) = (worlds.isCompleted, worlds.starCount)
    worlds.add(stars(of: attempt), to: attempt.level.key(under: attempt.rules))
    if worlds.starCount > before, worlds.starCount == worlds.mostStars {
      earned.finale = .allStars
    } else if worlds.isCompleted, !wasCompleted {
      earned.finale = .completed
    }
    earned.opened = unlocked.indices.filter { worlds.unlocked[$0] && !unlocked[$0] }
    tour.earned = earned
  }

  /// The stars of a counted win.
  func stars(of attempt: Attempt) -> GameProgress.Stars {
    attempt.stars(par: adviser.par(of: attempt.level, attempt.rules))
  }
}

// MARK: Facts about a level

extension Adviser {
  /// The facts shown about a level. The last result is remembered.
  ///
  /// - Parameter isPatient: Whether to search a large room longer. Otherwise the facts are found in a moment.
  func facts(of level: Level, _ rules: Rules, isPatient: Bool = false) -> LevelReport {
    let isSmall = level.size.squareCount <= SmallRoom.limit
    let limit = Self.states(in: level) / (isSmall || isPatient ? 1 : 40)
    if let (known, former, facts) = lastFacts, known == level, former == rules,
      facts.verdict != .gaveUp || facts.stateLimit >= limit
    {
      return facts
    }
    // Grading a large room takes a second, and the player may only be moving the cursor.
    let facts = Grader(rules, stateLimit: limit).briefReport(level, isSmall ? .grade : .solution)
    lastFacts = (level, rules, facts)
    return facts
  }

  /// The par of a level; nil if the level is unsolvable, or if the search gave up.
  func par(of level: Level, _ rules: Rules) -> Int? {
    facts(of: level, rules, isPatient: true).par
  }
}
