import ZombiesCore
import ZombiesGenerator
import ZombiesGrading
import ZombiesPolicies
import ZombiesSolver

/// The player's position in a campaign, and the current attempt at a level.
struct Tour: Equatable {
  /// The world that the carousel shows.
  var world: Int

  /// The level that the cursor is on.
  var level = 0 { didSet { worldOfLevel = world } }

  /// The world that this level is in. The carousel may show another one.
  private(set) var worldOfLevel = 0

  /// The lives of the attempt.
  var lives = Game()

  /// Whether an attempt has begun and is neither won nor lost.
  var isPlayingLevel = false

  /// The last thing there is to earn in a campaign.
  enum Finale: Equatable {
    /// The last level was completed, and stars are left.
    case completed
    /// The last star was won.
    case allStars
  }

  /// The level that was left for another mode, to be resumed later.
  var parked: Session.Stage?

  /// Begins at the first world that is open and not completed.
  init(_ worlds: Worlds) {
    world =
      worlds.campaign.worlds.indices.first { worlds.nextLevel(of: $0) != nil } ?? 0
  }

  var place: Campaign.Place { Campaign.Place(world: world, level: level) }
}

// MARK: The carousel

extension Session {
  mutating func goToCarousel() {
    place = .carousel
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
    place = .world
    tour.level = worlds.nextLevel(of: tour.world) ?? 0
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
        : .refused("This level is locked. Only the first 2 uncompleted levels are open.")
    case .back: return .does { $0.goToCarousel() }
    case .visit(let mode): return .visits(mode, if: true)
    case .open(let page): return .opens(page)
    case .share: return sharing
    case .leave: return .leaves
    default: return .meaningless
    }
  }

  mutating func beginAttempt() {
    if tour.parked?.attempt.place == tour.place, continueLevel() { return }
    tour.lives = Game()
    (tour.isPlayingLevel, tour.parked) = (true, nil)
    beginLevel()
  }

  private mutating func point(level: Int) {
    tour.level = level
    tell([WorldTeller(self).level(tour.place)])
  }

  // MARK: A level

  /// The rules of a level of the campaign: its own, or those of the worlds with the player's hearing
  /// distance.
  func rules(of level: Campaign.WorldLevel) -> Rules {
    level.rules(else: worldRules.hearing(within: settings.rules.hearingDistance))
  }

  /// Begins a life in the level that the cursor is on.
  private mutating func beginLevel() {
    let level = worlds.campaign[tour.place]
    place = .room
    var attempt = Attempt(
      NamedLevel(level.level, name: WorldTeller(self).name(of: tour.place)),
      rules: rules(of: level),
      trial: nextTrial,
      standing: .counts, purpose: .world(tour.place))
    // The levels of a campaign are solvable, and hints may use that.
    attempt.selection = .solvable
    stage = .playing(attempt)
    nextTrial &+= 1
    begin()
  }

  /// Starts the same level again, or returns to the world if the attempt is over.
  mutating func playOn() {
    if tour.isPlayingLevel { beginLevel() } else { leaveLevel() }
  }

  /// Continues after the message about a round: with the same level, after a win with the next level, or
  /// with what was earned last in the campaign.
  mutating func goOn(from attempt: Attempt, at place: Campaign.Place) {
    if case .over(_, var ending) = stage, ending.finale != nil, !ending.showsFinale {
      (ending.showsFinale, ending.looks) = (true, false)
      stage = .over(attempt, ending)
      tell(Teller(self).ending)
      return
    }
    guard attempt.round.outcome == .won, !tour.isPlayingLevel,
      worlds.progress.hasCompleted(worlds.campaign[place].key)
    else {
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

  /// Returns to the world. The current attempt ends without a cost.
  mutating func leaveLevel() {
    tour.isPlayingLevel = false
    place = .world
    if worlds.progress.hasCompleted(worlds.campaign[tour.place].key) {
      tour.level = worlds.nextLevel(of: tour.world) ?? tour.level
    }
    tell(WorldTeller(self).levels)
  }

  /// Counts an outcome in a level of a world (2.6, 2.7).
  mutating func count(
    _ outcome: Outcome, of attempt: Attempt, at place: Campaign.Place
  ) -> Ending {
    let isFirstLife = tour.lives.lives == tour.lives.firstLives
    let message = tour.lives.record(outcome)
    var ending = Ending(
      message: message, counted: true, lives: message == .lost ? 0 : tour.lives.lives)
    if message != .tryAgain { tour.isPlayingLevel = false }
    if message == .won {
      ending.stars = Worlds.stars(
        moves: attempt.path.count, par: adviser.par(of: attempt.level, attempt.rules),
        isFirstLife: isFirstLife, hints: attempt.hints)
      let before = worlds.unlocked
      let (wasCompleted, stars) = (worlds.isCompleted, worlds.starCount)
      worlds.add(ending.stars, at: place)
      if worlds.starCount > stars, worlds.starCount == worlds.mostStars {
        ending.finale = .allStars
      } else if worlds.isCompleted, !wasCompleted {
        ending.finale = .completed
      }
      ending.opened = before.indices.filter { worlds.unlocked[$0] && !before[$0] }
    }
    return ending
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
