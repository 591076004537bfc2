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
    let place: Campaign.Place
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
}

// MARK: The carousel

extension Session {
  mutating func goToCarousel() {
    place = .carousel
    tour.left = nil
    tell(WorldTeller(self).about)
  }

  /// The effect of an action in the carousel.
  func deedInCarousel(_ action: Action) -> Deed {
    let (world, all) = (tour.world, worlds.campaign.worlds)
    var state: Deed { .refused(WorldTeller(self).state.joined(separator: " ")) }
    switch action {
    case .previous:
      return world > 0 ? .does { $0.show(world: world - 1) } : .refused("This is the first world.")
    case .next:
      return world < all.count - 1
        ? .does { $0.show(world: world + 1) } : .refused("This is the last world.")
    case .point(let place):
      return all.indices.contains(place)
        ? .does { $0.show(world: place) } : .refused("There is no such world.")
    case .choose: return worlds.isUnlocked(world) ? .does { $0.enterWorld() } : state
    case .buy:
      if worlds.canBuy(world) { return .does { $0.buyWorld() } }
      return worlds.isUnlocked(world) ? .refused("This world is already open.") : state
    case .visit(let mode): return .visits(mode, if: mode != .worlds)
    case .open(let page): return .opens(page)
    case .share: return sharing
    case .leave: return .leaves
    default: return .meaningless
    }
  }

  private mutating func buyWorld() {
    worlds.buy(tour.world)
    announce(["You bought \(worlds.campaign.worlds[tour.world].name)."])
    tell(WorldTeller(self).about)
  }

  private mutating func show(world: Int) {
    tour.world = world
    tell(WorldTeller(self).about)
  }

  private mutating func enterWorld() {
    tour.level = worlds.nextLevel(of: tour.world) ?? 0
    goToWorld()
  }

  mutating func goToWorld() {
    place = .world
    tour.left = nil
    tell(WorldTeller(self).levels)
  }

  // MARK: A world

  /// The effect of an action in a world.
  func deedInWorld(_ action: Action) -> Deed {
    let (level, all) = (tour.level, worlds.campaign.worlds[tour.world].levels)
    switch action {
    case .previous:
      return level > 0 ? .does { $0.point(level: level - 1) } : .refused("This is the first level.")
    case .next:
      return level < all.count - 1
        ? .does { $0.point(level: level + 1) } : .refused("This is the last level.")
    case .point(let place) where all.indices.contains(place):
      return .does { $0.point(level: place) }
    case .choose:
      return worlds.isOpen(tour.place)
        ? .does { $0.beginAttempt() }
        : .refused(Self.isLocked(level))
    case .back: return .does { $0.goToCarousel() }
    case .visit(let mode): return .visits(mode, if: true)
    case .open(let page): return .opens(page)
    case .share: return sharing
    case .leave: return .leaves
    default: return .meaningless
    }
  }

  /// Plays a level of the world that is shown or played, or says why it cannot be played.
  ///
  /// - Returns: Whether it is played now.
  @discardableResult
  public mutating func play(level: Int) -> Bool {
    let new = Campaign.Place(world: tour.world, level: level)
    guard mode == .worlds, worlds.campaign.contains(new) else {
      announce(["There is no level \(level + 1)."])
      return false
    }
    guard worlds.isOpen(new) else {
      announce([
        worlds.isUnlocked(tour.world)
          ? Self.isLocked(level) : WorldTeller(self).state.joined(separator: " ")
      ])
      return false
    }
    tour.level = level
    beginAttempt()
    return true
  }

  static func isLocked(_ level: Int) -> String {
    "Level \(level + 1) is locked: only the first 2 uncompleted levels are open."
  }

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

  private mutating func point(level: Int) {
    tour.level = level
    tell([WorldTeller(self).level(tour.place)])
  }

  // MARK: A level

  /// The rules of levels that have none of their own.
  var worldRules: Rules { settings.rules }

  /// The rules of a level of the campaign.
  func rules(of level: Campaign.WorldLevel) -> Rules { level.rules(else: worldRules) }

  /// Begins the next life, or returns to the world if the attempt is over.
  mutating func playOn() {
    guard !attempt.isFinished else { return leaveLevel() }
    beginNextLife()
  }

  /// Continues after the message about a round: with the same level, after a win with the next level, or
  /// with what was earned last in the campaign.
  mutating func goOn(from place: Campaign.Place) {
    if earned?.finale != nil, earned?.showsFinale == false {
      earned?.showsFinale = true
      if attempt.looks { attempt.take(.look) }
      tell(Teller(self).ending)
      return
    }
    earned = nil
    guard attempt.round.outcome == .won, attempt.isFinished, isCompleted(attempt) else {
      playOn()
      return
    }
    switch worlds.next(after: place) {
    case .level(let next):
      (tour.world, tour.level) = (next.world, next.level)
      beginAttempt()
    case .world(let world):
      tour.world = world
      enterWorld()
    case .carousel(let world):
      tour.world = world
      goToCarousel()
    }
  }

  /// Whether a level of a world is completed under the rules of an attempt.
  func isCompleted(_ attempt: Attempt) -> Bool {
    worlds.progress.hasCompleted(attempt.level.key(under: attempt.rules))
  }

  /// Returns to the world. The attempt goes on when the level is chosen again.
  mutating func leaveLevel() {
    if isCompleted(attempt) { tour.level = worlds.nextLevel(of: tour.world) ?? tour.level }
    goToWorld()
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
    self.earned = earned
  }

  /// The stars of a counted win.
  func stars(of attempt: Attempt) -> GameProgress.Stars {
    attempt.stars(par: adviser.par(of: attempt.level, attempt.rules))
  }
}

// MARK: Facts about a level

extension Adviser {
  /// The facts shown about a level before it is played.
  struct Facts: Equatable {
    /// The par; nil if the level is unsolvable, or if the search gave up.
    let par: Int?
    /// The name of the grade.
    let grade: String?
    /// The luck that a dark level needs with hearing; nil without hearing, or if it is not known.
    let luck: Luck?
    /// Whether a longer search, after a win, may find the par.
    var mayHavePar = false
  }

  /// The facts about a level, found in a moment. The last result is remembered.
  func facts(of level: Level, _ rules: Rules) -> Facts {
    if let lastFacts, lastFacts.level == level, lastFacts.rules == rules { return lastFacts.facts }
    let facts: Facts
    let limit = Self.states(in: level)
    if level.size.squareCount <= SmallRoom.limit {
      let report = Grader(rules, stateLimit: limit).briefReport(level, .grade)
      facts = Facts(par: report.par, grade: report.grade?.description, luck: report.luck)
    } else {
      // Grading a large room takes a second, and the player is only moving the cursor.
      let solved = Solver(rules: rules, stateLimit: limit / 40).solve(level)
      facts = Facts(
        par: solved.solution?.par, grade: nil, luck: nil, mayHavePar: solved.verdict == .gaveUp)
    }
    lastFacts = (level, rules, facts)
    return facts
  }

  /// The par of a level, by a longer search; nil as in ``Facts/par``. The last result is remembered.
  func par(of level: Level, _ rules: Rules) -> Int? {
    let facts = facts(of: level, rules)
    guard facts.mayHavePar else { return facts.par }
    let par = Solver(rules: rules, stateLimit: Self.states(in: level)).solve(level).solution?.par
    lastFacts = (level, rules, Facts(par: par, grade: nil, luck: nil))
    return par
  }
}
