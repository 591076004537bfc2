// A second version of attempts in worlds, written from the articles: lives, practice, hints, stars.

import ZombiesTestSupport

/// A player in a campaign: at the worlds, in a world, or in a level.
struct NaiveTour {
  /// The screen that the player is on.
  enum Place: Equatable {
    case carousel
    case world
    case room
  }

  var worlds: NaiveWorlds
  var place = Place.carousel
  /// The world that is shown.
  var world: Int
  /// The level that is played.
  var level = 0
  /// The lives of the attempt.
  var lives = 3
  /// Whether the attempt continues.
  var isPlayingLevel = false
  /// Whether the outcome of this round will count.
  var counts = false
  /// The hints of this round.
  var hints = 0
  var round: NaiveRound?
  var path: [Int] = []
  /// Whether the message about the campaign's last level or star is still to come.
  var awaitsFinale = false
  /// The rounds that have counted.
  var countedRounds = 0

  private static let rooms = table { NaiveRoom($0) }
  private static let pars = table { naiveSolve($0).par }
  static let solutions = table { naiveSolve($0).solution }

  private static func table<Fact>(_ fact: (NaiveLevel) -> Fact?) -> [String: Fact] {
    var table: [String: Fact] = [:]
    for code in CampaignDraws.codes { table[code] = NaiveLevel(code: code).flatMap(fact) }
    return table
  }

  /// The carousel begins at the first open world that is not completed.
  init(_ worlds: NaiveWorlds) {
    self.worlds = worlds
    world =
      worlds.campaign.worlds.indices.first { number in
        worlds.isOpen(number)
          && !worlds.campaign.worlds[number].levels.allSatisfy(worlds.isCompleted)
      } ?? 0
  }

  var code: String { worlds.campaign.worlds[world].levels[level] }

  var isOver: Bool { round?.outcome != nil }

  /// Whether a level of the world that is shown can be played.
  func canPlay(_ level: Int) -> Bool { worlds.openLevels(world)[level] }

  /// Starts a new attempt at a level.
  mutating func play(_ level: Int) {
    self.level = level
    (lives, isPlayingLevel, place) = (3, true, .room)
    begin()
  }

  /// Starts a life of the attempt.
  private mutating func begin() {
    (counts, hints, path) = (true, 0, [])
    round = Self.rooms[code].map { NaiveRound($0) }
    end()
  }

  /// Makes a move, if it is legal.
  mutating func move(_ direction: Int) -> Bool {
    guard round?.legalMoves().contains(direction) == true else { return false }
    round?.move(direction)
    path.append(direction)
    end()
    return true
  }

  /// Counts a round that has ended.
  private mutating func end() {
    guard let outcome = round?.outcome, counts else { return }
    counts = false
    countedRounds += 1
    if outcome == .won {
      let before = (worlds.stars, worlds.campaign.codes.allSatisfy(worlds.isCompleted))
      defer {
        let all = worlds.campaign.codes
        awaitsFinale =
          worlds.stars > before.0 && worlds.stars == 3 * all.count
          || all.allSatisfy(worlds.isCompleted) && !before.1
      }
      _ = worlds.win(
        code, firstLife: lives == 3, inPar: path.count == Self.pars[code], hinted: hints > 0)
      // As in a game: the next attempt begins with three lives.
      (isPlayingLevel, lives) = (false, 3)
    } else {
      lives -= 1
      if lives == 0 { isPlayingLevel = false }
    }
  }

  /// Undoes the last move, or all of them: the rest is practice.
  mutating func takeBack(all: Bool) {
    if all { path = [] } else { path.removeLast() }
    if lives == 0 { lives = 3 }
    (counts, awaitsFinale) = (false, false)
    replay()
  }

  /// Plays the moves of a shown solution, as practice.
  mutating func show(_ path: [Int]) {
    (self.path, counts) = (path, false)
    replay()
  }

  private mutating func replay() {
    round = Self.rooms[code].map { NaiveRound($0) }
    for direction in path { round?.move(direction) }
  }

  /// Starts the next round: the same level while the attempt continues, otherwise the world.
  mutating func goOn() { if isPlayingLevel { begin() } else { leave() } }

  /// Dismisses the message: after a win, the next level follows that is not completed.
  mutating func dismiss() {
    if awaitsFinale {
      awaitsFinale = false
      return
    }
    guard !isPlayingLevel, round?.outcome == .won, worlds.isCompleted(code) else { return goOn() }
    func rest(_ world: Int) -> [Int] {
      let levels = worlds.campaign.worlds[world].levels
      return levels.indices.filter { !worlds.isCompleted(levels[$0]) }
    }
    if let first = rest(world).first {
      let later = rest(world).first { $0 > level } ?? first
      return play(canPlay(later) ? later : first)
    }
    let count = worlds.campaign.worlds.count
    let others = (1..<count).map { (world + $0) % count }
    if let next = others.first(where: { worlds.isOpen($0) && !rest($0).isEmpty }) {
      (place, world) = (.world, next)
      return
    }
    let toBuy = others.first { number in
      var copy = worlds
      return copy.buy(number)
    }
    if let toBuy {
      (place, world) = (.carousel, toBuy)
    } else if worlds.campaign.codes.allSatisfy(worlds.isCompleted) {
      place = .carousel
    } else {
      leave()
    }
  }

  /// Returns to the world.
  mutating func leave() { (isPlayingLevel, place) = (false, .world) }
}
