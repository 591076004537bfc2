import Testing
import ZombiesCore
import ZombiesGame
import ZombiesTestBridge
import ZombiesTestSupport

/// Features after each other, in each kind of level. Only this suite finds features that are right alone and wrong
/// together: lives, wins, stars, results of days, hints, undone moves and the shared sentence are those of a plain
/// count (``Ledger``) after each feature, and saving and loading between any two features changes nothing.
@Suite struct FeaturePairsTests {
  /// In each of the first levels a move to the left, or two to the right, are fatal; the pars differ. The others have
  /// two squares, or are wide or tall.
  private static let rooms = [
    ["S3/4/Z1P1", "1S2/Z1P1", "Z2P/3S+lit"], ["S3/4/Z1P1", "1S2/F3/1Z1P", "Z2P/3S+lit"],
    ["SP"], ["P/S"], ["S23P"], ["S/1/1/P/1/1/Z"], ["PS1#F1Z"],
  ]

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

  private static func fresh(_ codes: [String]) throws -> Session {
    var session = try session(codes) {
      $0.seed = 5
      $0.campaign = try Campaign(text: campaign)
      $0.today = Day(year: 2026, month: 11, day: 22)
      ($0.link, $0.quiz) = ("workshop/S2/Z1P", nil)
    }
    session.perform(.visit(.rounds))
    return session
  }

  /// Everything that is kept, and the room as it is shown.
  private static func digest(_ session: Session) -> String {
    KeptSession().joined(with: session).text + session.days.text + session.worlds.progress.text
      + session.digest.joined(separator: "\n")
  }

  /// Performs a feature.
  private static func perform(
    _ feature: Feature, _ line: String, _ session: inout Session
  ) throws {
    func type(_ lines: String...) { for line in lines { session.perform(typed: line) } }
    switch feature {
    case .reload: session = try session.reloaded()
    case .pages:
      for page in [Action.Page.menu, .help, .settings] where session.perform(.open(page)) {
        for action in [Action.next, .previous, .close] { session.perform(action) }
      }
    case .refused: type("new x", "give Ann 2", "set speed 99", "level X", "worlds 3")
    case .seen: type("look", "where", "score", "settings", "rules", "help", "legend", "menu")
    case .link:
      session.follow(try Address("classic@42#7?zombie-speed=2"))
      type("up", "undo")
      session.follow(try Address("rounds"))
    default: type(line)
    }
    if feature == .firstSteps { type("skip") }
    if feature == .workshop, session.screenKind == .workshop { type("play") }
    if feature == .worlds, session.screenKind == .worlds { type("open 1") }
    if feature == .worlds, session.screenKind == .world { type("play 1") }
    if feature == .showAndStop {
      session.perform(.proceed)
      session.perform(.stop)
    } else {
      while session.awaits == .thought || session.awaits == .move { session.perform(.proceed) }
    }
  }

  /// What goes wrong in a sequence of features; nil if nothing does.
  private static func complaint(_ features: [Feature], from start: Session) throws -> String? {
    var (session, reloaded, ledger) = (start, start, Ledger())
    try ledger.note(start)
    let names = features.map(\.rawValue).joined(separator: ", ")
    for feature in features {
      guard let line = ledger.take(feature) else { continue }
      try perform(feature, line, &session)
      try perform(feature, line, &reloaded)
      reloaded = try reloaded.reloaded()
      try ledger.note(session)
      if let complaint = ledger.complaint(session) {
        let play = ledger.play.map { "\($0)" } ?? "no room"
        return "\(names): after \(feature): \(complaint); \(play)"
      }
    }
    return digest(session) == digest(reloaded)
      ? nil : "\(names):\n\(digest(session))\n\(digest(reloaded))"
  }

  /// 5,000 sequences in the long form.
  @Test(
    "1.8, 1.10, 1.11, 1.13, 1.15, 2.6, 2.7 Features after each other, compared to a plain count")
  func sequences() throws {
    let starts = try Self.rooms.map { try Self.fresh($0) }
    let homes: [Feature] = [.rounds, .worlds, .daily, .original, .workshop]
    // Rounds end often, so that all lives are lost and a second game begins.
    let ends: [Feature] = [.win, .lose, .lose, .next, .next]
    let failure = try firstFailure(of: 0..<cases(40, long: 1500)) { seed in
      var random = NaiveRandom(seed: UInt64(seed))
      var features = [homes[seed % homes.count]]
      for _ in 0..<8 + random.below(8) {
        features.append(random.one(of: random.below(2) == 0 ? ends : Feature.allCases))
      }
      let start = seed % 3 == 0 ? random.one(of: starts) : starts[0]
      return try Self.complaint(features + [features[0], .win, .share], from: start)
        .map { "\(seed): \($0)" }
    }
    expectNil(failure)
  }
}
