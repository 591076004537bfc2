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

extension Attempt {
  /// The line of the attempt in a kept session.
  var line: String {
    let code = level.code
    return
      "attempt \(place.word)\(isLate ? "/late" : "") \(trial) \(selection?.rawValue ?? "given") "
      + "\(rules.words) \(code) \(journal.map { word($0) }.joined())"
      + (named.name == code ? "" : " \(named.name)")
  }

  private func word(_ step: Step) -> String {
    switch step {
    case .begin(let lives): "\(lives)"
    case .practice: "p"
    case .nextLife: "/"
    case .move(let direction): [direction].letters
    case .undo: "<"
    case .restart: "!"
    case .hint: "?"
    case .show(let moves): "(\(moves.letters))"
    case .proceed: "*"
    case .stop: "-"
    case .look: "o"
    case .listen(let square): "[\(level.size.index(of: square))]"
    }
  }

  /// Reads a line without its first word, and takes the steps of the journal again.
  ///
  /// - Returns: Nil if the line is not an attempt that can have been played.
  init?(line: String) {
    let words = line.parts(10)
    guard words.count >= 9, let trial = UInt64(canonicalDigits: words[1].utf8),
      let rules = Rules(words: words[3..<7]), let level = try? Level(code: words[7])
    else { return nil }
    let late = "/late"
    let isLate = words[0].hasSuffix(late)
    let selection = LevelSelection(rawValue: words[2])
    guard let place = Place(word: isLate ? String(words[0].dropLast(late.count)) : words[0]),
      place.isRoom, selection != nil || words[2] == "given"
    else { return nil }
    let name = words.count > 9 ? words[9] : words[7]
    guard name.steeringCharacter == nil, !name.isEmpty else { return nil }
    self.init(NamedLevel(level, name: name), rules: rules, at: place, selection: selection)
    (self.isLate, self.trial) = (isLate, trial)
    var letters = words[8].utf8[...]
    while let letter = letters.popFirst() {
      guard let step = step(letter, &letters), take(step) != nil else { return nil }
    }
    guard case .begin = journal.first else { return nil }
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
    case "p": return .practice
    case "/": return .nextLife
    case "<": return .undo
    case "!": return .restart
    case "?": return .hint
    case "(": return text(to: ")")?.directions.map { .show($0) }
    case "*": return .proceed
    case "-": return .stop
    case "o": return .look
    case "[":
      guard let index = text(to: "]")?.count(atMost: level.size.squareCount - 1) else { return nil }
      let square = level.size.square(at: index)
      return knowledge.heard(on: square) == nil ? nil : .listen(square)
    default: return Direction(letter: letter).map { .move($0) }
    }
  }
}

extension String {
  /// The moves with these letters.
  fileprivate var directions: [Direction]? {
    var moves: [Direction] = []
    for letter in utf8 {
      guard let move = Direction(letter: letter) else { return nil }
      moves.append(move)
    }
    return moves
  }
}
