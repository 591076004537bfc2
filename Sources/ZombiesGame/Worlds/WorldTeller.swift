import ZombiesCore
import ZombiesGenerator
import ZombiesGrading
import ZombiesPolicies

/// Describes the worlds in sentences.
struct WorldTeller {
  private let session: Session
  private let worlds: Worlds
  private let tour: Tour

  init(_ session: Session) {
    self.session = session
    worlds = session.worlds
    tour = session.tour
  }

  private var campaign: Campaign { worlds.campaign }
  private var world: Campaign.World { campaign.worlds[tour.world] }
  private var isEmoji: Bool { session.settings.style == .emoji }

  /// The position in the carousel: "World 2 of 5: The Barricades".
  var heading: String { "World \(tour.world + 1) of \(campaign.worlds.count): \(world.name)" }

  /// The state of the world.
  var state: [String] {
    var sentences: [String] = []
    if let missing = worlds.missing(in: tour.world) {
      sentences.append((isEmoji ? "🔒 " : "") + "Locked: \(words(for: missing)).")
    } else {
      let (done, all) = (worlds.completed(in: tour.world), world.levels.count)
      sentences.append(
        done == all
          ? all == 1 ? "The level is completed." : "All \(all) levels completed."
          : "Open: \(done) of \(counted(all, "level")) completed.")
      sentences.append("\(worlds.stars(in: tour.world)) of \(3 * all) stars.")
    }
    return sentences
  }

  /// The unmet requirement for unlocking a world, in words.
  private func words(for missing: Worlds.Missing) -> String {
    switch missing {
    case .levels(let count, let name): return "\(counted(count, "more level")) of \(name)"
    case .stars(let count): return "\(count) more \(count == 1 ? "star" : "stars")"
    case .coins(let price, let owned):
      let costs = "it costs \(price) \(price == 1 ? "coin" : "coins")"
      return owned >= price
        ? "\(costs), and you have \(owned)" : "\(costs), and you have only \(owned)"
    }
  }

  /// The full name of a level: "First Night, level 1: Two Sleepers".
  func name(of place: Campaign.Place) -> String {
    "\(campaign.worlds[place.world].name), level \(place.level + 1)"
      + (campaign[place].name.map { ": \($0)" } ?? "")
  }

  /// The stars and coins earned in the campaign.
  var purse: String {
    let stars = counted(Int(clamping: worlds.starCount), "star")
    let needsCoins = campaign.worlds.contains { if case .coins = $0.lock { true } else { false } }
    let owned =
      needsCoins ? "\(stars) and \(counted(Int(clamping: worlds.coins), "coin"))" : stars
    let isWinnable =
      session.worldRules.withoutHearing == .standard && tour.world == 0 && worlds.starCount == 0
      && campaign == .standard
    return (isWinnable ? "Every level here can be won. " : "") + "You have \(owned)."
  }

  /// The message when a world is shown.
  var about: [String] { [heading + "."] + state + [purse] }

  /// The message when a world is entered.
  var levels: [String] {
    let count = counted(world.levels.count, "level")
    let sentences = ["\(world.name): \(count). \(state.joined(separator: " "))", level(tour.place)]
    guard let room = room(tour.place) else { return sentences }
    return sentences + [room.spoken]
  }

  /// The room of a level that has been completed; nil for any other level, because its room would give
  /// away what the dark hides.
  func room(_ place: Campaign.Place) -> Level? {
    worlds.hasCompleted(place) ? campaign[place].level : nil
  }

  /// The levels of the world, one by one, without the facts, which take time to find.
  var list: [String] {
    ["\(world.name): \(counted(world.levels.count, "level")). " + state.joined(separator: " ")]
      + zip(world.levels.indices, worlds.openLevels(of: tour.world)).map { level, isOpen in
        let place = Campaign.Place(world: tour.world, level: level)
        return "\(number(of: place)), \(isOpen ? starWords(place) : "locked")."
      } + ["Selected: level \(tour.level + 1)."]
  }

  /// The worlds, one by one.
  var worldList: [String] {
    campaign.worlds.indices.map { world in
      let (done, all) = (worlds.completed(in: world), campaign.worlds[world].levels.count)
      let missing = worlds.missing(in: world).map { "locked: \(words(for: $0))" }
      return "\(world + 1): \(campaign.worlds[world].name), "
        + (missing ?? "\(done) of \(counted(all, "level")) completed") + "."
    } + ["Selected: world \(tour.world + 1)."]
  }

  /// The number and the name of a level: "3: Keep Right".
  private func number(of place: Campaign.Place) -> String {
    campaign[place].name.map { "\(place.level + 1): \($0)" } ?? campaign.name(of: place)
  }

  /// A level of a world in a sentence.
  func level(_ place: Campaign.Place) -> String {
    guard worlds.isOpen(place) else { return "\(number(of: place)), locked." }
    return "\(number(of: place)), \(starWords(place)). \(facts(place))"
  }

  /// The par, the grade, and the best chance with hearing of an open level.
  func facts(_ place: Campaign.Place) -> String {
    let level = campaign[place]
    let rules = session.rules(of: level)
    let facts = session.adviser.facts(of: level.level, rules)
    // The rules of the whole session need no mention.
    let own = level.rules.flatMap { Teller.words(for: $0.rules) }.map { " \($0)" } ?? ""
    guard let par = facts.par else {
      return (facts.mayHavePar ? "Par not known yet." : "Par unknown.") + own
    }
    return "Par \(par)\(facts.grade.map { ", \($0)" } ?? "")."
      + (facts.luck.map { " \(Self.words(for: $0))" } ?? "") + own
  }

  /// The best chance in a dark level with hearing, in words.
  static func words(for luck: Luck) -> String {
    if luck.isCertain { return "Reasoning alone wins it." }
    let percent = luck.percent
    return "Some luck is needed: the best chance is "
      + (percent == 0 ? "less than 1%." : "\(percent)%.")
  }

  private func starWords(_ place: Campaign.Place) -> String {
    let stars = worlds.stars(of: place)
    guard !stars.isEmpty else { return "not completed" }
    return Self.words(for: stars)
  }

  /// Stars in words.
  static func words(for stars: GameProgress.Stars) -> String {
    let each = GameProgress.Stars.each
    let names = ["won", "in the first life", "in par"]
    let won = zip(each, names).filter { stars.contains($0.0) }.map { $0.1 }
    return "\(stars.count) of \(each.count) stars: \(listed(won))"
  }

  /// The three stars as symbols, won or missing.
  func signs(_ place: Campaign.Place) -> String {
    signs(worlds.stars(of: place))
  }

  func signs(_ stars: GameProgress.Stars) -> String {
    GameProgress.Stars.each.map { star in
      let isWon = stars.contains(star)
      return isEmoji ? (isWon ? "★" : "☆") : (isWon ? "*" : "-")
    }.joined()
  }

  /// The stars and worlds earned by a round in a world.
  func earned(_ attempt: Attempt) -> [String] {
    guard attempt.round.outcome == .won else { return [] }
    let stars = session.stars(of: attempt)
    // On the text screen, the symbols would be read aloud one by one.
    let drawn = session.page == .text ? "" : signs(stars) + " "
    var sentences = [drawn + Self.words(for: stars) + "."]
    let par = session.adviser.par(of: attempt.level, attempt.rules)
    if let par, !stars.contains(.par) {
      sentences.append(
        attempt.costlyHints > 0
          ? "With a hint, a win earns 1 star." : "Par is \(counted(par, "move")).")
    }
    if let earned = session.earned, !earned.opened.isEmpty {
      let names = earned.opened.map { campaign.worlds[$0].name }
      sentences.append("\(listed(names)) \(names.count == 1 ? "is" : "are") now open.")
    }
    return sentences
  }

  /// The next step after a round in a world.
  func next(_ attempt: Attempt, at place: Campaign.Place) -> String {
    if !attempt.isFinished { return "Next: the same level again." }
    switch session.earned?.finale {
    case .completed: return "That was the last level."
    case .allStars: return "That was the last star."
    case nil: break
    }
    guard leadsOn(attempt) else { return levels(of: place.world) }
    switch worlds.next(after: place) {
    case .level(let next):
      return "Next: level \(next.level + 1)\(campaign[next].name.map { ", \($0)" } ?? "")."
    case .world(let world): return levels(of: world)
    case .carousel: return "Next: the worlds."
    }
  }

  /// Whether a round was won in a level that is completed, so that the next one follows. A win in practice
  /// completes nothing.
  private func leadsOn(_ attempt: Attempt) -> Bool {
    attempt.round.outcome == .won && session.isCompleted(attempt)
  }

  private func levels(of world: Int) -> String {
    "Next: the levels of \(campaign.worlds[world].name)."
  }

  /// The short name of the next step after a win; nil if it has none.
  func nextLabel(_ attempt: Attempt, at place: Campaign.Place) -> String? {
    let isNext = session.earned?.finale == nil || session.earned?.showsFinale == true
    guard leadsOn(attempt), attempt.isFinished, isNext else { return nil }
    switch worlds.next(after: place) {
    case .level: return "next level"
    case .world(let world): return world == place.world ? "levels" : "next world"
    case .carousel: return "worlds"
    }
  }

  /// The maximum number of worlds in the message at the end of a campaign.
  private static let mostWorlds = 10

  /// The message when the last level or the last star of a campaign is won.
  func finale(_ finale: Tour.Finale) -> [String] {
    let all = campaign.worlds.reduce(0) { $0 + $1.levels.count }
    let left = worlds.mostStars - worlds.starCount
    let headline =
      switch finale {
      case .completed: "You completed every level!" + (isEmoji ? " 🎉" : "")
      case .allStars: "You have every star!" + (isEmoji ? " 🌟" : "")
      }
    var sentences = [
      headline,
      "\(all == 1 ? "The level is" : "All \(all) levels are") completed, with \(worlds.starCount) of "
        + "\(worlds.mostStars) stars.",
    ]
    for world in campaign.worlds.indices.prefix(Self.mostWorlds) {
      let levels = campaign.worlds[world]
      sentences.append(
        "\(levels.name): \(worlds.stars(in: world)) of \(3 * levels.levels.count) stars.")
    }
    let others = campaign.worlds.count - Self.mostWorlds
    if others > 0 { sentences.append("And \(counted(others, "more world")).") }
    if left > 0 {
      sentences.append("\(left) \(left == 1 ? "star is" : "stars are") left to earn.")
    }
    return sentences + ["Next: the worlds."]
  }
}
