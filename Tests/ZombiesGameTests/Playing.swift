import Testing
import ZombiesCore
import ZombiesTestSupport

// A reloaded session needs the quiz and the rules that the session was begun with.
@testable import ZombiesGame

/// A session on levels that are given by their codes.
func session(
  _ codes: String..., style: PictureStyle = .letters,
  change: (inout Session.Setup) throws -> Void = { _ in }
) throws -> Session {
  try session(codes, style: style, change: change)
}

/// A session on levels that are given by their codes.
func session(
  _ codes: [String], style: PictureStyle = .letters,
  change: (inout Session.Setup) throws -> Void = { _ in }
) throws -> Session {
  let levels = try codes.map { NamedLevel(try Level($0), name: $0) }
  var setup = Session.Setup(Settings(.levels(levels), style: style))
  try change(&setup)
  return try Session(setup)
}

/// A session on the text screen, in a mode, after some lines; with three worlds and two questions.
func session(
  _ code: String, at mode: Mode, after lines: [String],
  change: (inout Session.Setup) -> Void = { _ in }
) throws -> Session {
  let worlds = "; world: One\nSP\nS1P\nS2P\n; world: Two\n; unlock: stars 9\nSP\n"
  let campaign = try Campaign(text: worlds + "; world: Three\n; unlock: coins 3\nSP\n")
  let quiz = try Quiz(
    text: "chapter: One\nquestion: Which?\n- one\n+ two\nchapter: Two\nquestion: What?\n= mars\n")
  var session = try session(code, "S3/4/4/3P") {
    ($0.mode, $0.textScreen, $0.campaign, $0.quiz) = (mode, .only, campaign, quiz)
    change(&$0)
  }
  for line in lines { _ = session.say(line) }
  return session
}

extension Session {
  /// Performs moves, given by their letters.
  mutating func play(_ moves: String) throws {
    for letter in moves.utf8 {
      let direction = try require(Direction(letter: letter))
      try require(perform(.move(direction)), "\(attempt.named.name) \(direction)")
    }
  }

  /// Types a line on the text screen, which is opened if necessary, and returns the answers.
  mutating func say(_ line: String) -> [String] {
    if page != .text { perform(.open(.text)) }
    let before = log.count
    perform(.type(line))
    perform(.enter)
    while let awaited = awaits { perform(awaited == .player ? .sitOut : .proceed) }
    return Array(log.messages.suffix(log.count - before))
  }

  /// Asks for a hint, waits for it, and returns the answer.
  @discardableResult
  mutating func askForHint() -> String {
    perform(.hint)
    while awaits == .thought { perform(.proceed) }
    return told.last ?? ""
  }

  /// The room as it is shown, in letters.
  var picture: [String] {
    (0..<room.size.rows).map { row in
      (0..<room.size.columns).map { column in
        let (symbol, mark) = room[Square(row: row, column: column)].symbols(.letters)
        return symbol + (mark == " " ? "" : mark)
      }.joined()
    }
  }

  /// The arrows that are not greyed.
  var openArrows: Set<Direction> {
    Set(
      screen.arrows.compactMap { control in
        guard control.isEnabled, case .move(let direction) = control.action else { return nil }
        return direction
      })
  }

  /// A counter of the screen.
  func counter(_ name: String) -> String? { screen.counters.first { $0.name == name }?.text }

  /// The message on the screen.
  var message: Screen.MessageBox? { screen.message }
}

extension Session {
  /// A session that begins with everything that this one has kept, in the text forms, as a front end begins.
  func reloaded(change: (inout Session.Setup) -> Void = { _ in }) throws -> Session {
    var setup = Session.Setup(settings, seed: 999)
    (setup.campaign, setup.quiz, setup.today) = (worlds.campaign, ownQuiz, today)
    setup.showsEmoji = showsEmoji
    setup.progress = try GameProgress(text: worlds.progress.text)
    setup.keptDays = try KeptDays(text: days.text)
    setup.keptLevels = try KeptLevels(text: workshop.list.text)
    change(&setup)
    let text = KeptSession().joined(with: self).text
    let kept = try KeptSession(text: text)
    try require(kept.text == text, text)
    setup.kept = kept
    return try Session(setup)
  }

  /// What is shown of the place, without any page over it but the menu, and without what was told.
  var digest: [String] {
    var session = self
    if page != .menu { session.page = nil }
    return session.screen.shown.filter { !$0.hasPrefix("caption: ") }
  }
}

extension Session {
  /// Performs an action that must be allowed, or that must be refused and change nothing; returns
  /// what is wrong.
  mutating func complaint(performing action: Action, if isAllowed: Bool) -> String? {
    let before = self
    let isDone = perform(action)
    if isDone != isAllowed { return "\(action): allowed \(isDone)" }
    return !isDone && self != before ? "\(action) changed something" : nil
  }
}
