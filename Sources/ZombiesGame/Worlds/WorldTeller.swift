import ZombiesCore
import ZombiesGenerator
import ZombiesGrading
import ZombiesPolicies
import ZombiesSolver

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

  /// The state of the world that is shown.
  var state: [String] {
    if let missing = missing(in: tour.world) {
      return [(isEmoji ? "🔒 " : "") + "Locked: \(missing)."]
    }
    let all = world.levels.count
    let opening =
      worlds.completed(in: tour.world) < all
      ? "Open: \(completed(in: tour.world))."
      : all == 1 ? "The level is completed." : "All \(all) levels completed."
    return [opening, "\(worlds.stars(in: tour.world)) of \(3 * all) stars."]
  }

  private func completed(in world: Int) -> String {
    let all = counted(campaign.worlds[world].levels.count, "level")
    return "\(worlds.completed(in: world)) of \(all) completed"
  }

  /// The unmet requirement for unlocking a world, in words; nil if the world is open.
  private func missing(in world: Int) -> String? {
    if worlds.isUnlocked(world) { return nil }
    switch campaign.worlds[world].lock {
    case .all:
      let before = campaign.worlds[world - 1]
      let count = before.levels.count - worlds.completed(in: world - 1)
      return "\(counted(count, "more level")) of \(before.name)"
    case .stars(let needed):
      return counted(needed - worlds.starCount, "more star")
    case .coins(let price):
      let (costs, owned) = (counted(price, "coin"), worlds.coins)
      return "it costs \(costs), and you have \(owned < price ? "only " : "")\(owned)"
    }
  }

  /// The full name of a level: "First Night, level 1: Two Sleepers".
  func name(of place: Campaign.Place) -> String {
    "\(campaign.worlds[place.world].name), level \(place.level + 1)"
      + (campaign[place].name.map { ": \($0)" } ?? "")
  }

  /// The stars and coins earned in the campaign.
  var purse: String {
    var owned = counted(worlds.starCount, "star")
    if campaign.worlds.contains(where: { if case .coins = $0.lock { true } else { false } }) {
      owned += " and " + counted(worlds.coins, "coin")
    }
    let isWinnable =
      session.worldRules.withoutHearing == .standard && tour.world == 0 && worlds.starCount == 0
      && campaign == .standard
    return (isWinnable ? "Every level here can be won. " : "") + "You have \(owned)."
  }

  /// The name of the world, its levels and its state.
  private var summary: String {
    "\(world.name): \(counted(world.levels.count, "level")). \(state.joined(separator: " "))"
  }

  /// The place in words: the carousel, or the world with the level at the cursor.
  var about: [String] {
    guard session.place == .world else { return [heading + "."] + state + [purse] }
    return [summary, level(tour.place)] + (room(tour.place).map { [$0.spoken] } ?? [])
  }

  /// The room of a level that has been completed; nil for any other level, because its room would give
  /// away what the dark hides.
  func room(_ place: Campaign.Place) -> Level? {
    worlds.stars(of: place).contains(.win) ? campaign[place].level : nil
  }

  /// The rows of the place, one by one: the worlds, or the levels without the facts, which take time to find.
  var list: [String] {
    guard session.place == .world else {
      return campaign.worlds.indices.map { world in
        let state = missing(in: world).map { "locked: \($0)" } ?? completed(in: world)
        return "\(world + 1): \(campaign.worlds[world].name), \(state)."
      } + ["Selected: world \(tour.world + 1)."]
    }
    let rows = worlds.openLevels(of: tour.world).enumerated().map { level, isOpen in
      let place = Campaign.Place(world: tour.world, level: level)
      return number(of: place)
        + (isOpen ? ", \(Self.words(for: worlds.stars(of: place)))." : ", locked.")
    }
    return [summary] + rows + ["Selected: level \(tour.level + 1)."]
  }

  /// The number and the name of a level: "3: Keep Right".
  private func number(of place: Campaign.Place) -> String {
    campaign[place].name.map { "\(place.level + 1): \($0)" } ?? campaign.name(of: place)
  }

  /// A level of a world in a sentence.
  func level(_ place: Campaign.Place) -> String {
    guard worlds.isOpen(place) else { return "\(number(of: place)), locked." }
    return "\(number(of: place)), \(Self.words(for: worlds.stars(of: place))). \(facts(place))"
  }

  /// The par, the grade, and the best chance with hearing of an open level.
  func facts(_ place: Campaign.Place) -> String {
    let level = campaign[place]
    let rules = level.rules(else: session.worldRules)
    let facts = session.adviser.facts(of: level.level, rules)
    // The rules of the whole session need no mention.
    let own = level.rules.flatMap { Teller.words(for: $0.rules) }.map { " \($0)" } ?? ""
    guard let par = facts.par else {
      let isSearched =
        facts.verdict == .unsolvable || facts.stateLimit >= Adviser.states(in: level.level)
      return (isSearched ? "Par unknown." : "Par not known yet.") + own
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

  /// Stars in words.
  static func words(for stars: GameProgress.Stars) -> String {
    let each = zip(GameProgress.Stars.each, ["won", "in the first life", "in par"])
    let won = each.filter { stars.contains($0.0) }.map { $0.1 }
    return won.isEmpty ? "not completed" : "\(won.count) of 3 stars: \(listed(won))"
  }

  /// The three stars as symbols, won or missing.
  func signs(_ stars: GameProgress.Stars) -> String {
    let (won, missing) = isEmoji ? ("★", "☆") : ("*", "-")
    return GameProgress.Stars.each.map { stars.contains($0) ? won : missing }.joined()
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
    if let earned = session.tour.earned, !earned.opened.isEmpty {
      let names = earned.opened.map { campaign.worlds[$0].name }
      sentences.append("\(listed(names)) \(names.count == 1 ? "is" : "are") now open.")
    }
    return sentences
  }

  /// The next step after a round in a world, in a sentence and in a few words; no words for the next life
  /// and for the message about what was earned last.
  func next(_ attempt: Attempt, at place: Campaign.Place) -> (sentence: String, label: String?) {
    if let earned = session.tour.earned, let finale = earned.finale, !earned.showsFinale {
      return ("That was the last \(finale == .completed ? "level" : "star").", nil)
    }
    switch session.following(attempt, at: place) {
    case nil: return ("Next: the same level again.", nil)
    case .level(let next):
      let name = campaign[next].name.map { ", \($0)" } ?? ""
      return ("Next: level \(next.level + 1)\(name).", "next level")
    case .world(let world):
      let label = world == place.world ? "levels" : "next world"
      return ("Next: the levels of \(campaign.worlds[world].name).", label)
    case .carousel: return ("Next: the worlds.", "worlds")
    }
  }

  /// The maximum number of worlds in the message at the end of a campaign.
  private static let mostWorlds = 10

  /// The message when the last level or the last star of a campaign is won.
  func finale(_ finale: Tour.Finale) -> [String] {
    let (stars, most) = (worlds.starCount, worlds.mostStars)
    let headline =
      switch finale {
      case .completed: "You completed every level!" + (isEmoji ? " 🎉" : "")
      case .allStars: "You have every star!" + (isEmoji ? " 🌟" : "")
      }
    let first = campaign.worlds.enumerated().prefix(Self.mostWorlds).map { number, world in
      "\(world.name): \(worlds.stars(in: number)) of \(3 * world.levels.count) stars."
    }
    let others = campaign.worlds.count - first.count
    return [
      headline,
      "\(counted(campaign.places.count, "level")) completed, with \(stars) of \(most) stars.",
    ] + first + (others > 0 ? ["And \(counted(others, "more world"))."] : []) + [
      "Next: the worlds."
    ]
  }
}
