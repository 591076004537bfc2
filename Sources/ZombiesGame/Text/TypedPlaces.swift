import ZombiesCore

// Typed lines with a meaning of their own in a place: in the worlds, at a question, at the board.

extension Session {
  /// What a line does that has words or numbers of the current place; nil for any other line.
  func deedOfPlace(_ line: TypedLine) throws(Refusal) -> Deed? {
    switch place {
    case .level where line.words.count == 2 && line.words[0] == "level":
      line.number.map { number in .does { $0.play(level: number - 1) } }
    case .carousel, .world: deedInWorlds(line)
    case .questions: deedAtQuestion(line)
    case .board: try deedAtBoard(line)
    case .workshop: try deedInWorkshop(line)
    default: nil
    }
  }

  /// The meaning of a typed action. In most places without a room, directions move through a list.
  func meaning(of action: Action) -> Action {
    switch (place, action) {
    // In the workshop the cursor moves in four directions. At the board it cannot be moved by typing.
    case (_, .back) where isInRoom: attempt.path.isEmpty && attempt.hasWayBack ? .back : .undo
    case _ where isInRoom: action
    case (.workshop, _), (.board, _): action
    // Only a question needs an answer before the player can continue.
    case (.questions, .dismiss), (.questions, .skip): quizRun?.question == nil ? .choose : .dismiss
    case (_, .move(.left)), (_, .move(.up)): .previous
    case (_, .move(.right)), (_, .move(.down)): .next
    default: action
    }
  }

  // MARK: Worlds

  /// A line that leads to another row: "2", "open 2", "play level 2", "next world".
  private func deedInWorlds(_ line: TypedLine) -> Deed? {
    let (words, isWorld) = (line.words, place == .world)
    if words == ["next", "world"] { return showing(.next) }
    if words == ["previous", "world"] { return showing(.previous) }
    guard let number = line.number, words.count <= 3 else { return nil }
    let isOpened =
      ["open", "play", "enter", "choose"].contains(words[0]) || isWorld && words[0] == "level"
    if words.count == 1 || words.count == 2 && isOpened { return opening(number - 1) }
    switch words.count == 3 && isOpened ? words[1] : words[0] {
    case "level":
      if isWorld { return opening(number - 1) }
      let entering = typed(.choose)
      guard entering.isAllowed else { return entering }
      return .does { if $0.carryOut(entering) { $0.carryOut($0.opening(number - 1)) } }
    case "world": return isOpened && !isWorld ? opening(number - 1) : showing(.point(number - 1))
    default: return nil
    }
  }

  /// Opens the world or the level in a row.
  private func opening(_ row: Int) -> Deed {
    guard deedHere(.point(row)).isAllowed else {
      return .refused("There is no \(place == .world ? "level" : "world") \(row + 1).")
    }
    return .does { session in
      guard session.place == .carousel else {
        session.carryOut(.point(row))
        session.carryOut(.choose)
        return
      }
      // The words of an open row are those of what is behind it.
      guard session.worlds.isUnlocked(row) else {
        session.carryOut(.point(row))
        return
      }
      session.tour.world = row
      session.carryOut(.choose)
    }
  }

  /// Shows another world, by an action of the carousel.
  private func showing(_ action: Action) -> Deed {
    .does { session in
      let before = session.place
      session.place = .carousel
      if !session.carryOut(action) { session.place = before }
    }
  }

  // MARK: Questions

  private func deedAtQuestion(_ line: TypedLine) -> Deed? {
    if line.words.first == "answer", line.words.count > 1 {
      let text = String(line.line.trimmedBlanks.dropFirst("answer ".count))
      return .does { $0.answer(text) }
    }
    guard line.words.count == 1, Int(line.text) != nil else { return nil }
    return .does { $0.answer(line.line) }
  }

  // MARK: The board

  /// A line with the name of a player or a number.
  private func deedAtBoard(_ line: TypedLine) throws(Refusal) -> Deed? {
    let words = line.words
    guard let last = words.last, words.count >= 2 else { return nil }
    switch words[0] {
    case "add": return typed(.seat(line.rest()))
    case "remove":
      return deed(toPlayer: line.rest()) { removing($0) }
    case "rename":
      guard let to = words.lastIndex(of: "to"), to > 1, to + 1 < words.count else {
        throw Refusal("Type: rename NAME to OTHER.")
      }
      let other = line.rest(after: to + 1)
      return deed(toPlayer: line.rest(butLast: words.count - to)) { renaming($0.id, to: other) }
    case "give":
      guard words.count >= 3, let points = try Self.score(last) else {
        throw Refusal("Type: give NAME 2 or give NAME -1.")
      }
      return deed(toPlayer: line.rest(butLast: 1)) { giving(points, to: $0) }
    case "start" where words[1] == "at":
      guard words.count == 3, let score = try Self.score(last) else {
        throw Refusal("Type: start at 10, or another whole number.")
      }
      return starting(at: score)
    default: return nil
    }
  }

  /// What is done to a player of the board.
  private func deed(toPlayer name: String, _ deed: (Scoreboard.Player) -> Deed) -> Deed {
    let players = seats.board.players
    let player =
      players.first { $0.name == name }
      ?? players.first { $0.name.lowercasedASCII == name.lowercasedASCII }
    return player.map(deed) ?? .refused("There is no player '\(name)' on the board.")
  }

  /// A score or a number of points; nil for a word that is not a whole number.
  private static func score(_ word: String) throws(Refusal) -> Int? {
    let digits = word.utf8.first == UInt8(ascii: "-") ? word.utf8.dropFirst() : word.utf8[...]
    guard !digits.isEmpty, digits.allSatisfy({ $0.decimalDigit != nil }) else { return nil }
    // A number with many digits does not fit in an Int.
    guard let score = Int(word), Scoreboard.scores.contains(score) else {
      throw Refusal(scoreRange)
    }
    return score
  }

  /// The error for a score that is too high or too low.
  static let scoreRange =
    "A score must be between \(Scoreboard.scores.lowerBound) and \(Scoreboard.scores.upperBound)."
}
