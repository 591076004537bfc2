import Testing
import ZombiesCore
import ZombiesGenerator
import ZombiesTestBridge
import ZombiesTestSupport

@testable import ZombiesGame

/// Every feature after every other one, in each kind of level. Only this suite finds two features that are
/// right alone and wrong together: lives, wins, stars, results of days, hints, undone moves and the shared
/// sentence are those of a plain count (``Ledger``) after each action; typed lines do what the actions do; and
/// saving and loading between any two actions changes nothing.
@Suite struct FeaturePairsTests {
  /// In each level a move to the left, or two to the right, are fatal; the pars differ.
  private static let codes = ["S3/4/Z1P1", "1S2/Z1P1", "Z2P/3S+lit"]

  private static let campaign = """
    ; world: One
    S2/3/Z2/2P
    S3/Z1P1

    ; world: Two
    ; unlock: stars 2
    1S/2/P1

    ; world: Three
    ; unlock: stars 9
    S2/P2

    """

  private static func fresh(_ codes: [String] = codes) throws -> Session {
    let levels = try codes.map { NamedLevel(try Level($0), name: $0) }
    var setup = Session.Setup(Settings(.levels(levels), style: .letters), seed: 5)
    setup.campaign = try Campaign(text: campaign)
    setup.today = Day(year: 2026, month: 11, day: 22)
    setup.bench = "S2/Z1P"
    return try Session(setup)
  }

  /// Saves everything that is kept, and begins again with it.
  private static func reload(_ session: Session) throws -> Session {
    var setup = Session.Setup(session.settings, seed: 999)
    setup.campaign = session.worlds.campaign
    setup.worldRules = session.worldRules
    setup.today = session.today
    setup.progress = try GameProgress(text: GameProgress().joined(with: session).text)
    setup.keptDays = try KeptDays(text: KeptDays().joined(with: session).text)
    setup.keptLevels = try KeptLevels(text: KeptLevels().joined(with: session).text)
    return try Session(
      setup, continuing: try KeptSession(text: KeptSession().joined(with: session).text))
  }

  /// Everything that is kept, and the room as it is shown.
  private static func digest(_ session: Session) -> String {
    var session = session
    // A reload stays in the menu, but other pages are closed.
    session.page = nil
    let screen = session.screen
    // The lives of a level that is over are not shown any more.
    var kept = KeptSession().joined(with: session)
    // What is known of a level that waits may also be in the list of known levels.
    kept.known = []
    let lines = kept.text.split(separator: "\n").filter {
      !$0.hasPrefix("worlds ") && !$0.hasPrefix("end ")
    }
    return lines.joined(separator: "\n") + " \(session.tour.world) \(session.tour.level) "
      + (session.tour.isPlayingLevel ? "\(session.tour.lives.lives)" : "")
      + KeptDays().joined(with: session).text
      + session.worlds.progress.text + "\(screen.kind) \(screen.heading) \(screen.notes)"
      + "\(screen.status) \(screen.counters.map(\.text))"
      + (session.place == .room ? session.picture.joined(separator: "\n") : "")
  }

  private enum Way { case words, actions }

  /// Performs a feature by typed lines, or by actions where they are allowed.
  private static func perform(
    _ feature: Feature, _ line: String, _ action: Action?, _ way: Way, _ session: inout Session
  ) throws {
    if feature == .reload {
      session = try reload(session)
      return
    }
    let isWalk = [.win, .lose, .step].contains(feature)
    if way == .actions, isWalk, session.page == nil {
      for move in line.uppercased().utf8.compactMap({ Direction(letter: $0) }) {
        session.perform(.move(move))
      }
    } else if way == .actions, let action, session.page == nil, session.allows(action) {
      session.perform(action)
    } else {
      session.perform(typed: line)
    }
    if feature == .firstSteps { session.perform(typed: "skip") }
    if feature == .workshop, session.place == .workshop { session.perform(typed: "play") }
    if feature == .worlds, session.place == .carousel { session.perform(typed: "open 1") }
    if feature == .worlds, session.place == .world { session.perform(typed: "play 1") }
    if feature == .showAndStop {
      session.perform(.proceed)
      session.perform(.stop)
    } else {
      while session.awaits == .thought || session.awaits == .move { session.perform(.proceed) }
    }
  }

  /// What goes wrong in a sequence of features; nil if nothing does.
  private static func complaint(
    _ features: [Feature], _ campaign: Campaign, from start: Session, reloads: Bool = true
  ) throws -> String? {
    var (typed, acted, reloaded) = (start, start, start)
    var ledger = Ledger()
    ledger.begins = true
    try ledger.note(start)
    let names = features.map(\.rawValue).joined(separator: ", ")
    for feature in features {
      guard let (line, action) = ledger.take(feature) else { continue }
      try perform(feature, line, action, .words, &typed)
      try perform(feature, line, action, .actions, &acted)
      if reloads {
        try perform(feature, line, action, .words, &reloaded)
        reloaded = try reload(reloaded)
      }
      try ledger.note(typed)
      if let complaint = ledger.complaint(typed, campaign: campaign) {
        return
          "\(names): after \(feature): \(complaint); \(ledger.play.map { "\($0)" } ?? "no room")"
      }
    }
    if digest(typed) != digest(acted) { return "\(names):\n\(digest(typed))\n\(digest(acted))" }
    return !reloads || digest(typed) == digest(reloaded)
      ? nil : "\(names):\n\(digest(typed))\n\(digest(reloaded))"
  }

  @Test("1.8, 1.10, 1.11, 1.13, 1.15, 2.6, 2.7 Every pair of features, compared to a plain count")
  func pairs() throws {
    let (start, campaign) = (try Self.fresh(), try Campaign(text: Self.campaign))
    let homes: [Feature] = [.rounds, .worlds, .daily, .original, .workshop]
    let all = Feature.allCases
    var cases: [[Feature]] = []
    for (first, one) in all.enumerated() {
      for (second, other) in all.enumerated() {
        // Each pair in one of the homes, with a third feature.
        let number = first * 7 + second * 3
        let third = all[(first * 5 + second * 11) % all.count]
        for home in homes.indices where isLong || home == number % homes.count {
          cases.append([homes[home], one, other, third, (first + second) % 2 == 0 ? .win : .lose])
        }
      }
    }
    // 5 and the number of features have no common factor, so each feature is first and second.
    let failure = try firstFailure(of: sampled(cases, every: 5).enumerated()) {
      try Self.complaint($1, campaign, from: start, reloads: isLong || $0 % 3 == 0)
    }
    expectNil(failure)
  }

  @Test(
    "1.4, 1.11, 2.6 The last life, the second game and the second result, in each kind of level")
  func longer() throws {
    let (start, campaign) = (try Self.fresh(), try Campaign(text: Self.campaign))
    let rows: [[Feature]] = [
      [.lose, .next, .lose, .next, .lose, .share, .next, .win, .next, .lose],
      [.lose, .next, .step, .undo, .win, .new, .lose, .next, .hint, .win, .next, .win],
      [.lose, .next, .reload, .lose, .undo, .lose, .next, .win, .next, .lose, .next, .lose],
      [.win, .undo, .win, .next, .win, .restart, .lose, .next, .showAndStop, .win, .next, .win],
      [
        .lose, .board, .reload, .lose, .next, .daily, .lose, .next, .original, .lose, .rounds, .win,
      ],
      [.lose, .next, .lose, .look, .undo, .step, .restart, .new, .lose, .next, .next, .lose],
    ]
    for home in [Feature.rounds, .worlds, .daily, .original] {
      let failure = try firstFailure(of: rows) {
        try Self.complaint([home] + $0 + [home, .win, .share], campaign, from: start)
      }
      expectNil(failure)
    }
  }

  @Test(
    "1.1, 1.8, 1.10 Rooms of two squares, wide and tall ones: every feature after every other one")
  func extremes() throws {
    let campaign = try Campaign(text: Self.campaign)
    for codes in [["SP"], ["P/S"], ["S23P"], ["S/1/1/P/1/1/Z"], ["PS1#F1Z"]] {
      let start = try Self.fresh(codes)
      let rows: [[Feature]] = [
        [.win, .share, .undo, .win, .next, .show, .undo, .win, .next, .hint, .win],
        [
          .hint, .show, .next, .level, .undo, .step, .undo, .new, .step, .restart, .showAndStop,
          .win,
        ],
        [
          .lose, .next, .step, .reload, .look, .win, .look, .restart, .new, .lose, .next, .lose,
          .share,
        ],
      ]
      let failure = try firstFailure(of: rows) { try Self.complaint($0, campaign, from: start) }
      expectNil(failure, "\(codes)")
    }
  }
}
