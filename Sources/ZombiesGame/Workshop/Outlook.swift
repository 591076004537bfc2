import ZombiesCore
import ZombiesGrading
import ZombiesPolicies
import ZombiesSolver

// What takes a moment to find out about a level in the workshop: the changes of one thing that make it harder,
// easier or unsolvable, and the luck that it needs.

extension Session {
  /// The outlook of a level, in sentences.
  struct Outlook: Equatable {
    /// What the outlook depends on: the level, its rules, and the rules that it is played with.
    let key: String
    let words: [String]
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

  /// The outlook in sentences; empty if it is not known.
  var outlookWords: [String] { outlook?.words ?? [] }

  /// Whether the session waits for the outlook: while the player sees the level, or after asking for it. A script has
  /// to ask for it.
  var awaitsOutlook: Bool {
    (page == nil || page == .text && bench.asksOutlook) && canHaveOutlook && outlook == nil
      && bench.workshop.draft != bench.abandoned
  }

  /// Whether there is something to find out. A level whose verdict is not known has no outlook.
  private var canHaveOutlook: Bool {
    bench.level.thingCount > 0 && !bench.workshop.isUnsure
      && bench.workshop.survey.verdict != .gaveUp
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
      tell(["Looking for changes."])
      return
    }
    bench.asksOutlook = false
    let words = outlookWords
    let isLost = bench.workshop.survey.verdict == .unsolvable
    let none = "No change of one thing makes it " + (isLost ? "solvable." : "harder or easier.")
    tell(words.isEmpty ? [none] : words)
  }
}

extension Workshop {
  /// The luck that the level needs, and the changes of one thing, in sentences.
  ///
  /// - Parameter rules: The rules that the level is played with.
  fileprivate func outlook(playedWith rules: Rules) -> [String] {
    var sentences: [String] = []
    let own = survey.luck
    if survey.verdict == .solvable, rules.hearingTellsMore,
      let luck = own ?? BlindPlays(rules: rules).luck(of: draft.level)
    {
      let distance = counted(rules.hearingDistance, "step")
      sentences.append(
        (own == nil ? "You hear within \(distance). " : "") + WorldTeller.words(for: luck))
    }
    var search = ChangeSearch(draft.level, rules: draft.rules, report: survey)
    while !search.isFinished { search.step() }
    let changes = search.changes
    for (name, change) in [
      ("Harder", changes.harder), ("Easier", changes.easier), ("Unsolvable", changes.unsolvable),
      ("Solvable", changes.solvable),
    ] {
      guard let change else { continue }
      var points = ""
      if let number = change.points, let grade = change.grade {
        // The points are those of the grade, unless finding the luck of each change would take too long.
        let without = own == nil || search.countsLuck ? "" : " without luck"
        points = " (\(counted(number, "point"))\(without), \(grade))"
      }
      sentences.append(
        "\(name): move the \(change.thing.noun) on \(change.from.place) to \(change.to.place)\(points)."
      )
    }
    return sentences
  }
}
