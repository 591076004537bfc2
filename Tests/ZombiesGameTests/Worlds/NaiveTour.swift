import ZombiesCore
import ZombiesGame
import ZombiesTestSupport

/// A second version of a player in a campaign, written from "Worlds and progress" and not from the code: the carousel,
/// levels, lives, practice, stars, and what comes next.
struct NaiveTour {
  /// The screen that the player is on.
  enum Place {
    case carousel, world, room
  }

  /// What follows a win.
  enum Next: Equatable {
    case level(Int)
    case world(Int)
    case carousel(Int)
  }

  var worlds: NaiveWorlds
  /// The signs of a star that was won, of one that was not, and before a locked world.
  var signs = ("*", "-", "", "locked")
  var place = Place.carousel
  /// The world that is shown.
  var world: Int
  /// The level that is played, or that the cursor is on.
  var level = 0
  /// The lives of the attempt.
  var lives = 3
  /// Whether the attempt continues.
  var isPlayingLevel = false
  /// Whether the outcome of this round will count, and has counted.
  var counts = false
  var hasCounted = false
  /// The hints of this attempt.
  var hints = 0
  /// Whether a move was undone in this attempt, or the player was caught in practice.
  var isExplored = false
  /// Whether the solution was shown in this attempt, and whether that was before this round.
  var isSpoiled = false
  var isSpoiledFromStart = false
  /// The levels that were left, with their worlds.
  private var left: [[Int]: [NaiveTour]] = [:]
  var round: NaiveRound?
  var path: [Int] = []
  /// Whether the solution has been shown to its end.
  var isShown = false
  /// What the last win has earned, as it is told.
  var earned: [String] = []
  /// The message about the campaign's last level or star, until it is dismissed, and whether it is shown.
  var finale: String?
  var showsFinale = false
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
      worlds.campaign.worlds.indices.first { worlds.isOpen($0) && worlds.rest($0).first != nil }
      ?? 0
  }

  var levels: [String] { worlds.campaign.worlds[world].levels }
  var code: String { levels[level] }
  var isOver: Bool { round?.outcome != nil }

  // MARK: Actions

  /// Performs an action; returns whether it is allowed.
  mutating func perform(_ action: Action) -> Bool {
    switch place {
    case .carousel: return performInCarousel(action)
    case .world: return performInWorld(action)
    case .room: return performInRoom(action)
    }
  }

  private mutating func performInCarousel(_ action: Action) -> Bool {
    switch action {
    case .previous: return show(world - 1)
    case .next: return show(world + 1)
    case .point(let world): return show(world)
    case .choose:
      guard worlds.isOpen(world) else { return false }
      enter()
      return true
    case .buy: return worlds.buy(world)
    default: return false
    }
  }

  private mutating func show(_ target: Int) -> Bool {
    guard worlds.campaign.worlds.indices.contains(target) else { return false }
    world = target
    return true
  }

  private mutating func performInWorld(_ action: Action) -> Bool {
    switch action {
    case .previous, .next, .point:
      var target = level + (action == .next ? 1 : -1)
      if case .point(let place) = action { target = place }
      guard levels.indices.contains(target) else { return false }
      level = target
    case .choose:
      guard worlds.openLevels(world)[level] else { return false }
      play()
    case .back: place = .carousel
    default: return false
    }
    return true
  }

  private mutating func performInRoom(_ action: Action) -> Bool {
    switch action {
    case .move(let direction):
      let direction = Int(direction.rawValue)
      guard !isOver, round?.legalMoves().contains(direction) == true else { return false }
      round?.move(direction)
      path.append(direction)
      end()
    case .undo, .restart:
      guard !path.isEmpty, !isOver || action == .undo else { return false }
      path = action == .undo ? path.dropLast() : []
      if lives == 0 { lives = 3 }
      (counts, finale, isExplored) = (false, nil, true)
      replay()
    case .hint where !isOver: hints += 1
    case .newRound where !isOver && !counts: goOn()
    case .back where !isOver: leave()
    case .dismiss where isOver: dismiss()
    default: return false
    }
    return true
  }

  /// Enters the world, with the cursor on the first level that is not completed.
  private mutating func enter() {
    place = .world
    level = worlds.rest(world).first ?? 0
  }

  /// Goes on with the attempt at the level, or starts a new one.
  private mutating func play() {
    place = .room
    if let former = left.removeValue(forKey: [world, level])?.first {
      (lives, isPlayingLevel, counts, path) = (former.lives, true, former.counts, former.path)
      (hints, isExplored, isSpoiled) = (former.hints, former.isExplored, former.isSpoiled)
      isSpoiledFromStart = former.isSpoiledFromStart
      replay()
      return
    }
    (lives, isPlayingLevel, hints, isExplored, isSpoiled) = (3, true, 0, false, false)
    begin()
  }

  /// Starts a life of the attempt.
  private mutating func begin() {
    (counts, isSpoiledFromStart, path) = (!isSpoiled, isSpoiled, [])
    replay()
    end()
  }

  private mutating func replay() {
    (hasCounted, isShown, earned) = (false, false, [])
    round = Self.rooms[code].map { NaiveRound($0) }
    for direction in path { round?.move(direction) }
  }

  /// Counts a round that has ended.
  private mutating func end() {
    (earned, finale, showsFinale) = ([], nil, false)
    guard let outcome = round?.outcome else { return }
    guard counts else {
      if outcome != .won { isExplored = true }
      if isSpoiledFromStart { isPlayingLevel = false }
      return
    }
    (counts, hasCounted) = (false, true)
    countedRounds += 1
    if outcome == .won {
      countWin()
    } else {
      lives -= 1
      if lives == 0 { isPlayingLevel = false }
    }
  }

  private mutating func countWin() {
    let (isFirst, isPar) = (lives == 3 && !isExplored, path.count == Self.pars[code])
    let before = worlds
    let stars = worlds.win(code, firstLife: isFirst, inPar: isPar, hinted: hints > 0)
    earned = ["\(drawn(stars)) \(Self.words(stars))."]
    if hints > 0 {
      earned.append("With a hint, a win earns 1 star.")
    } else if let par = Self.pars[code], !isPar {
      earned.append("Par is \(par) move\(par == 1 ? "" : "s").")
    }
    let opened = worlds.campaign.worlds.indices.filter { worlds.isOpen($0) && !before.isOpen($0) }
      .map { worlds.campaign.worlds[$0].name }
    if !opened.isEmpty {
      earned.append("\(Self.listed(opened)) \(opened.count == 1 ? "is" : "are") now open.")
    }
    if worlds.stars > before.stars, worlds.stars == 3 * worlds.campaign.codes.count {
      finale = "You have every star!"
    } else if worlds.isCompleted, !before.isCompleted {
      finale = "You completed every level!"
    }
    // As in a game: the next attempt begins with three lives.
    (isPlayingLevel, lives) = (false, 3)
  }

  /// Plays the first moves of the solution that is shown, as practice.
  mutating func show(_ moves: [Int]) {
    path += moves
    (counts, isSpoiled) = (false, true)
    replay()
    isShown = isOver
    end()
  }

  /// The same level while the attempt continues, otherwise the world.
  private mutating func goOn() { if isPlayingLevel { begin() } else { leave() } }

  /// Returns to the world, with the cursor on the next level if this one is completed.
  private mutating func leave() {
    if isPlayingLevel { left[[world, level]] = [self] }
    (isPlayingLevel, place) = (false, .world)
    if worlds.isCompleted(code) { level = worlds.rest(world).first ?? level }
  }

  /// What follows a win: the next level that is not completed, or the next world that has one or can be bought.
  private var next: Next {
    let rest = worlds.rest(world)
    if let first = rest.first {
      let later = rest.first { $0 > level } ?? first
      return .level(worlds.openLevels(world)[later] ? later : first)
    }
    let count = worlds.campaign.worlds.count
    let others = (1..<max(count, 1)).map { (world + $0) % count }
    if let next = others.first(where: { worlds.isOpen($0) && !worlds.rest($0).isEmpty }) {
      return .world(next)
    }
    let toBuy = others.first { number in
      var copy = worlds
      return copy.buy(number)
    }
    return toBuy.map { .carousel($0) } ?? (worlds.isCompleted ? .carousel(world) : .world(world))
  }

  /// Whether a win leads on to another level.
  private var leadsOn: Bool {
    !isPlayingLevel && round?.outcome == .won && worlds.isCompleted(code)
  }

  private mutating func dismiss() {
    if finale != nil, !showsFinale {
      showsFinale = true
      return
    }
    guard leadsOn else { return goOn() }
    switch next {
    case .level(let level):
      self.level = level
      play()
    case .world(world): leave()
    case .world(let world):
      self.world = world
      enter()
    case .carousel(let world): (place, self.world) = (.carousel, world)
    }
  }

  // MARK: What is shown

  private static func listed(_ words: [String]) -> String {
    words.count < 2
      ? words.joined() : words.dropLast().joined(separator: ", ") + " and \(words[words.count - 1])"
  }

  private static func words(_ stars: Set<String>) -> String {
    let names = [("win", "won"), ("first", "in the first life"), ("par", "in par")]
    let won = names.filter { stars.contains($0.0) }.map(\.1)
    return "\(stars.count) of 3 stars: \(listed(won))"
  }

  private func drawn(_ stars: Set<String>) -> String {
    ["win", "first", "par"].map { stars.contains($0) ? signs.0 : signs.1 }.joined()
  }

  /// The state of the world, in sentences.
  private var state: [String] {
    if !worlds.isOpen(world) { return ["\(signs.2)Locked: \(worlds.missing(world))."] }
    let done = levels.count - worlds.rest(world).count
    let stars = levels.map { worlds.progress.stars[$0]?.count ?? 0 }.reduce(0, +)
    let all =
      levels.count == 1 ? "The level is completed." : "All \(levels.count) levels completed."
    let some = "Open: \(done) of \(levels.count) level\(levels.count == 1 ? "" : "s") completed."
    return [done == levels.count ? all : some, "\(stars) of \(3 * levels.count) stars."]
  }

  /// Everything on the screen of the place; in a room, the message only.
  var shown: [String] {
    let open = worlds.openLevels(world)
    let details = zip(levels, open).map { $1 ? drawn(worlds.progress.stars[$0] ?? []) : signs.3 }
    let name = worlds.campaign.worlds[world].name
    switch place {
    case .carousel:
      var lines = ["World \(world + 1) of \(worlds.campaign.worlds.count): \(name)"] + state
      if worlds.isOpen(world) {
        let locked = open.count { !$0 }
        let drawn = zip(details, open).filter(\.1).map(\.0)
        let last = locked == 0 ? [] : ["\(locked) \(signs.3)"]
        lines.append((drawn + last).joined(separator: " "))
      }
      let coins = max(0, worlds.balance)
      let hasCoins = worlds.campaign.worlds.contains {
        if case .coins = $0.rule { true } else { false }
      }
      let purse = hasCoins ? " and \(coins) coin\(coins == 1 ? "" : "s")" : ""
      return lines + ["You have \(worlds.stars) star\(worlds.stars == 1 ? "" : "s")\(purse)."]
    case .world:
      return [name, state.joined(separator: " ")]
        + levels.indices.map { row in
          let text = "Level \(row + 1)"
          return (row == level ? "> " : "  ") + (open[row] ? text : "(\(text))")
            + " | \(details[row])"
        }
    case .room:
      guard isOver else { return [] }
      if let finale, showsFinale { return [finale] }
      let isWon = round?.outcome == .won
      let isLost = hasCounted && !isPlayingLevel
      let won = isShown ? "That was the solution." : "You won!"
      var lines = [isWon ? won : isLost ? "You lost!" : "Try again!"]
      lines += (hasCounted ? [] : ["Practice: not counted."]) + earned
      if isPlayingLevel { lines.append("\(lives) \(lives == 1 ? "life" : "lives").") }
      return lines + [told]
    }
  }

  /// What comes after the message, in its last sentence.
  private var told: String {
    if isPlayingLevel { return "Next: the same level again." }
    if let finale {
      return finale == "You have every star!"
        ? "That was the last star." : "That was the last level."
    }
    switch leadsOn ? next : .world(world) {
    case .level(let level): return "Next: level \(level + 1)."
    case .world(let world): return "Next: the levels of \(worlds.campaign.worlds[world].name)."
    case .carousel: return "Next: the worlds."
    }
  }

  /// How a session differs; nil if it does not.
  func complaint(_ session: Session) -> String? {
    if let complaint = worlds.complaint(session.worlds) { return complaint }
    if session.worlds.progress.text != worlds.progress.text {
      return "\(session.worlds.progress.text)\n\(worlds.progress.text)"
    }
    if session.countedRounds != countedRounds {
      return "\(session.countedRounds) counted, expected \(countedRounds)"
    }
    var found: [String] = []
    switch (place, session.panel) {
    case (.carousel, let panel?): found = [panel.title] + panel.lines + panel.notes
    case (.world, let panel?):
      found = [panel.title] + panel.lines
      found += panel.rows.map { row in
        (row.isCurrent ? "> " : "  ") + (row.isEnabled ? row.text : "(\(row.text))")
          + " | \(row.detail)"
      }
    case (.room, nil):
      if let box = session.screen.message {
        // Why the round ended is not the worlds' matter.
        let headline = box.headline.filter { $0.isASCII || $0 == "’" }
        let isFinale = showsFinale && finale != nil
        found = [headline.hasSuffix(" ") ? String(headline.dropLast()) : headline]
        found += isFinale ? [] : box.reasons.dropFirst()
      }
      let counters = session.roomScreen.counters.map(\.count)
      if !counters.contains(lives) { return "\(counters), expected \(lives) lives" }
      let notes = session.roomScreen.notes
      if !isOver, counts == notes.contains("practice: not counted") { return "\(notes)" }
      if session.roomScreen.heading.hasPrefix(heading) == false {
        return session.roomScreen.heading
      }
    default: return "another place"
    }
    return found == shown ? nil : "\(found), expected \(shown)"
  }

  private var heading: String { "\(worlds.campaign.worlds[world].name), level \(level + 1)" }
}
