import ZombiesCore
import ZombiesGame
import ZombiesGenerator
import ZombiesTestBridge
import ZombiesTestSupport

/// A session in levels that are given by their codes, with three worlds and two questions.
func session(
  _ codes: [String], at mode: Mode = .rounds,
  change: (inout Session.Setup) throws -> Void = { _ in }
) throws -> Session {
  let levels = try codes.map { NamedLevel(try Level($0), name: $0) }
  var setup = Session.Setup(Settings(.levels(levels), style: .letters))
  setup.mode = mode
  setup.campaign = try Campaign(
    text: """
      ; world: One
      SP
      S1P
      S2P
      ; world: Two
      ; unlock: stars 9
      SP
      ; world: Three
      ; unlock: coins 3
      SP

      """)
  setup.quiz = try Quiz(
    text: "chapter: One\nquestion: Which?\n- one\n+ two\nchapter: Two\nquestion: What?\n= mars\n")
  try change(&setup)
  return try Session(setup)
}

extension Session {
  /// Types a line, waits for what is awaited, and returns the answers.
  @discardableResult
  mutating func say(_ line: String) -> [String] {
    let before = log.count
    perform(typed: line)
    while finishAwaited() {}
    return Array(log.messages.suffix(log.count - before))
  }

  /// Performs an action that must be allowed, or that must be refused and change nothing; returns
  /// what is wrong.
  mutating func complaint(performing action: Action, if isAllowed: Bool) -> String? {
    let before = self
    let isDone = perform(action)
    if isDone != isAllowed { return "\(action): allowed \(isDone)" }
    return !isDone && self != before ? "\(action) changed something" : nil
  }

  /// The message on the screen.
  var message: Screen.MessageBox? { screen.message }

  /// The number of moves on the screen.
  var moveCount: Int? { screen.counters.first { $0.name == "moves" }?.count }

  /// The level in the room and its rules, as the link to it names them; nil where it names none.
  func played() throws -> (level: NaiveLevel, rules: NaiveRules)? {
    let (level, rules): (Level, Rules?)
    switch try? Address(address) {
    case .drawn(let reference, let named): (level, rules) = (try Self.level(reference), named)
    case .level(let named, let ruled): (level, rules) = (named.level, ruled)
    case .world(let world, let place?, let named):
      (level, rules) = (worlds.campaign.worlds[world].levels[place].level, named)
    case .daily(let day?):
      let name = "6x6z1b5+lit@\(day)#0".replacing("-", with: "")
      (level, rules) = (try Self.level(SeedReference(name)), nil)
    case .workshop(let link):
      guard case .level(let named, let ruled) = try Address(link) else { return nil }
      (level, rules) = (named.level, ruled)
    default: return nil
    }
    return (try require(NaiveLevel(level)), try NaiveRules(rules ?? .standard))
  }

  private static func level(_ name: SeedReference) throws -> Level {
    try LevelGenerator(name.family, seed: name.seed, selection: name.selection).level(
      at: name.index)
  }

  /// The session without a page over its place.
  var uncovered: Session {
    var session = self
    return page != nil && session.perform(.close) ? session : self
  }

  /// What is shown of the menu or the place, without what was told.
  var digest: [String] {
    (page == .menu ? self : uncovered).screen.shown.filter { !$0.hasPrefix("caption: ") }
  }

  /// A session that begins with everything that this one has kept, in the text forms, as a front end begins.
  func reloaded(quiz: Quiz? = nil) throws -> Session {
    var setup = Setup(settings, seed: 999)
    (setup.campaign, setup.quiz, setup.today) = (worlds.campaign, quiz, today)
    setup.progress = try GameProgress(text: worlds.progress.text)
    setup.keptDays = try KeptDays(text: days.text)
    setup.keptLevels = try KeptLevels(text: workshop.list.text)
    let text = KeptSession().joined(with: self).text
    setup.kept = try KeptSession(text: text)
    try require(setup.kept.text == text, text)
    return try Session(setup)
  }
}

extension NaiveRound {
  /// The level in which the round would begin as it stands.
  var position: NaiveLevel {
    NaiveLevel(
      rows: level.rows, columns: level.columns, start: player, signpost: level.signpost,
      zombies: zombies, blocks: level.blocks, flashlights: level.flashlights, lit: lit)
  }

  /// The first of the shortest sequences of moves from here that end in a way; nil if there is none.
  func moves(to outcome: NaiveOutcome) -> String? {
    var layer = [(self, "")]
    var known: Set<[Int]> = []
    while !layer.isEmpty {
      var next: [(NaiveRound, String)] = []
      for (round, path) in layer {
        for direction in round.legalMoves() {
          let longer = path + naiveDirectionLetters[direction]
          var after = round
          after.move(direction)
          if after.outcome == outcome { return longer }
          let state = [after.player, after.lit ? 1 : 0] + after.zombies
          if after.outcome == nil, known.insert(state).inserted { next.append((after, longer)) }
        }
      }
      layer = next
    }
    return nil
  }
}
