import ZombiesCore
import ZombiesGrading
import ZombiesPolicies
import ZombiesSolver

// What takes a moment to find out about a level in the workshop: the luck that it needs.

extension Session {
  /// The outlook of a level, in a sentence or two.
  struct Outlook: Equatable {
    /// What the outlook depends on: the level, its rules, and the rules that it is played with.
    let key: String
    /// The luck that the level needs; nil if it cannot be computed.
    let words: String?
  }

  /// The rules that the level on the bench is played with. A level without a hearing distance of its own follows
  /// the player's settings.
  var benchRulesInPlay: Rules {
    let rules = bench.workshop.draft.rules
    return rules.hearingDistance > 0
      ? rules : rules.hearing(within: settings.rules.hearingDistance)
  }

  private var outlookKey: String {
    "\(bench.workshop.link) \(benchRulesInPlay.hearingDistance)"
  }

  /// The outlook of the level on the bench; nil if it is not known.
  private var outlook: Outlook? {
    bench.outlook.flatMap { $0.key == outlookKey ? $0 : nil }
  }

  /// The outlook as a list of one; empty if it is not known.
  var outlookWords: [String] { outlook?.words.map { [$0] } ?? [] }

  /// Whether the session waits for the outlook: while the player sees the level, or after asking for it. A script has
  /// to ask for it.
  var awaitsOutlook: Bool {
    (page == nil || page == .text && bench.asksOutlook) && canHaveOutlook && outlook == nil
      && bench.workshop.draft != bench.abandoned
  }

  /// Whether there is something to find out. Only a dark level that can be won needs luck, and only its hearing
  /// tells how much.
  private var canHaveOutlook: Bool {
    !bench.level.isLit && benchRulesInPlay.hearingTellsMore && !bench.workshop.isUnsure
      && bench.workshop.survey.verdict == .solvable
  }

  /// Finds the outlook of the level on the bench.
  var foundOutlook: Outlook {
    Outlook(key: outlookKey, words: bench.workshop.outlook(playedWith: benchRulesInPlay))
  }

  /// Keeps the outlook of the level on the bench, and tells it if the player has asked for it.
  mutating func take(_ outlook: Outlook) {
    bench.outlook = outlook
    if bench.asksOutlook { tellOutlook() }
  }

  /// Tells the outlook, as soon as it is known.
  mutating func askOutlook() {
    bench.asksOutlook = true
    if isPiped, canHaveOutlook, outlook == nil { bench.outlook = foundOutlook }
    tellOutlook()
  }

  private mutating func tellOutlook() {
    if awaitsOutlook || bench.workshop.isUnsure {
      tell(["Looking for the luck that this level needs."])
      return
    }
    bench.asksOutlook = false
    let words = outlookWords
    let none =
      canHaveOutlook
      ? "The luck that this level needs is not known."
      : "Luck is known only for a dark level that can be won, with a hearing distance of 2 or more."
    tell(words.isEmpty ? [none] : words)
  }
}

extension Workshop {
  /// The luck that the level needs, in words; nil if it cannot be computed.
  ///
  /// - Parameter rules: The rules that the level is played with.
  fileprivate func outlook(playedWith rules: Rules) -> String? {
    let own = survey.luck
    guard let luck = own ?? BlindPlays(rules: rules).luck(of: draft.level) else { return nil }
    let distance = counted(rules.hearingDistance, "step")
    return (own == nil ? "You hear within \(distance). " : "") + WorldTeller.words(for: luck)
  }
}
