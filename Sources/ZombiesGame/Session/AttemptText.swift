import ZombiesCore
import ZombiesGenerator

// The text form of an attempt, in one line:
//
//     attempt rounds 7 solvable 1 longest 1 2 S4/5/Z1#2/5/4P+lit 3UUL<? classic@42#7
//
// After the place stand the trial, the levels that it was drawn from ("given" for none), the rules, the code of the
// level, the journal, and the name of the level unless it is its code. The steps of a journal:
//
//     3          an attempt begins, with this number of lives
//     p          it does not count
//     /          the next life
//     U D L R    a move
//     < !        undo, restart
//     ?          a hint
//     (UL)       the solution is shown; * its next move; - it is no longer shown
//     o          the room or the message is shown after a round
//     [12]       the number on square 12 is asked about

extension Attempt: KeptPart {
  init() { self.init(NamedLevel(Level(), name: ""), rules: .standard, at: .rounds) }

  /// Writes the line of the attempt, or reads it and takes the steps of the journal again. What follows a step that is
  /// not possible is lost.
  mutating func pass(_ lines: inout KeptLines) {
    let late = "/late"
    var room = place.word + (isLate ? late : "")
    var (selection, rules, level, name) = (selection, rules, level, named.name)
    var journal = journal.map { word($0) }.joined()
    lines.pass(&room)
    lines.pass(&trial)
    lines.pass(&selection, { $0?.rawValue ?? "given" }, { LevelSelection(rawValue: $0) })
    lines.pass(&rules)
    lines.pass(&level)
    lines.pass(&journal)
    if lines.hasMore(if: name != level.code) {
      lines.pass(&name, isRest: true)
    } else {
      name = level.code
    }
    guard lines.isReading else { return }
    let (trial, isLate) = (trial, room.hasSuffix(late))
    let kept = Place(word: isLate ? String(room.dropLast(late.count)) : room)
    self = Attempt(
      NamedLevel(level, name: name), rules: rules, at: kept ?? place, selection: selection)
    (self.isLate, self.trial) = (isLate, trial)
    var letters = journal.utf8[...]
    while let letter = letters.popFirst(), let step = step(letter, &letters), take(step) != nil {}
    lines.check(place.isRoom && hasBegun && isPlausible)
  }

  private var hasBegun: Bool { if case .begin = journal.first { true } else { false } }

  /// Whether the attempt can be in its place.
  private var isPlausible: Bool {
    (day.map { named.name == Session.reference(of: $0).description } ?? true)
      && (lesson.map { named == FirstSteps.attempt($0).named } ?? true)
  }

  /// The steps that are a letter.
  private static let letters: [(letter: Unicode.Scalar, step: Step)] = [
    ("p", .practice), ("/", .nextLife), ("<", .undo), ("!", .restart), ("?", .hint),
    ("*", .proceed), ("-", .stop), ("o", .look),
  ]

  private func word(_ step: Step) -> String {
    switch step {
    case .begin(let lives): String(lives)
    case .move(let direction): [direction].letters
    case .show(let moves): "(\(moves.letters))"
    case .listen(let square): "[\(level.size.index(of: square))]"
    default: Self.letters.first { $0.step == step }.map { String(Character($0.letter)) } ?? ""
    }
  }

  private func step(_ letter: UInt8, _ rest: inout Substring.UTF8View) -> Step? {
    /// The text up to a closing sign, which is removed too.
    func text(to end: Unicode.Scalar) -> String? {
      guard let place = rest.firstIndex(of: UInt8(ascii: end)) else { return nil }
      defer { rest = rest[rest.index(after: place)...] }
      return String(rest[..<place])
    }
    switch Unicode.Scalar(letter) {
    case "1"..."3": return .begin(lives: Int(letter - UInt8(ascii: "0")))
    case "(":
      return text(to: ")").map { .show($0.utf8.compactMap { Direction(letter: $0) }) }
    case "[":
      guard let index = text(to: "]")?.count(atMost: level.size.squareCount - 1) else { return nil }
      let square = level.size.square(at: index)
      return knowledge.heard[square] == nil ? nil : .listen(square)
    case let sign:
      let step = Self.letters.first { $0.letter == sign }?.step
      return step ?? Direction(letter: letter).map { .move($0) }
    }
  }
}
