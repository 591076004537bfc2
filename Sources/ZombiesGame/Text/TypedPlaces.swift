import ZombiesCore

// Commands in places without a room: the carousel, a world, questions, the board, the workshop.

extension TypedCommand {
  /// Reads a line that has a meaning of its own in a place; nil if it has none there.
  static func read(_ line: TypedLine, at place: Place) throws(Problem) -> TypedCommand? {
    if place == .workshop { return try workshop(line) }
    let command: TypedCommand? =
      switch place {
      case .level where line.words.count == 2 && line.words[0] == "level":
        line.number.map { .pickLevel($0 - 1) }
      case .carousel, .world: leading(line, isWorld: place == .world)
      case .questions: answer(line)
      case .board: try board(line)
      default: nil
      }
    if let command { return command }
    return try named(line.text, in: Command.table(at: place))
  }

  /// Reads a command in the worlds that leads to another row: "2", "open 2", "play level 2", "next world".
  private static func leading(_ line: TypedLine, isWorld: Bool) -> TypedCommand? {
    let words = line.words
    if words == ["next", "world"] { return .world(.next) }
    if words == ["previous", "world"] { return .world(.previous) }
    guard let number = line.number, words.count <= 3 else { return nil }
    let isOpened =
      ["open", "play", "enter", "choose"].contains(words[0]) || isWorld && words[0] == "level"
    if words.count == 1 || words.count == 2 && isOpened { return .pick(number - 1) }
    switch words.count == 3 && isOpened ? words[1] : words[0] {
    case "level": return .pickLevel(number - 1)
    case "world": return isOpened && !isWorld ? .pick(number - 1) : .world(.point(number - 1))
    default: return nil
    }
  }

  /// Reads an answer to a question.
  private static func answer(_ line: TypedLine) -> TypedCommand? {
    if line.words.first == "answer", line.words.count > 1 {
      return .answer(String(line.line.trimmedBlanks.dropFirst("answer ".count)))
    }
    return line.words.count == 1 && Int(line.text) != nil ? .answer(line.line) : nil
  }

  /// Reads a command at the board that has a name or a number.
  private static func board(_ line: TypedLine) throws(Problem) -> TypedCommand? {
    let words = line.words
    guard let last = words.last, words.count >= 2 else { return nil }
    switch words[0] {
    case "add": return .action(.seat(line.rest()))
    case "remove": return .removePlayer(line.rest())
    case "rename":
      guard let to = words.lastIndex(of: "to"), to > 1, to + 1 < words.count else {
        throw Problem(text: "Type: rename NAME to OTHER.")
      }
      return .rename(line.rest(butLast: words.count - to), to: line.rest(after: to + 1))
    case "give":
      guard words.count >= 3, let points = try score(last) else {
        throw Problem(text: "Type: give NAME 2 or give NAME -1.")
      }
      return .give(line.rest(butLast: 1), points)
    case "start" where words[1] == "at":
      guard words.count == 3, let score = try score(last) else {
        throw Problem(text: "Type: start at 10, or another whole number.")
      }
      return .startingScore(score)
    default: return nil
    }
  }

  /// A score or a number of points; nil for a word that is not a whole number.
  private static func score(_ word: String) throws(Problem) -> Int? {
    let digits = word.utf8.first == UInt8(ascii: "-") ? word.utf8.dropFirst() : word.utf8[...]
    guard !digits.isEmpty, digits.allSatisfy({ $0.decimalDigit != nil }) else { return nil }
    // A number with many digits does not fit in an Int.
    guard let score = Int(word), Scoreboard.scores.contains(score) else {
      throw Problem(text: scoreRange)
    }
    return score
  }

  /// The error for a score that is too high or too low.
  static let scoreRange =
    "A score must be between \(Scoreboard.scores.lowerBound) and \(Scoreboard.scores.upperBound)."

}

// MARK: Running commands

extension Session {
  /// Carries out a command in a place without a room.
  mutating func carryOutAtPlace(_ command: TypedCommand) {
    switch command {
    case .pick(let row):
      guard deedHere(.point(row)).isAllowed else {
        tell(["There is no \(place == .world ? "level" : "world") \(row + 1)."])
        return
      }
      // The words of an open row are those of what is behind it.
      if place == .carousel, !worlds.isUnlocked(row) {
        carryOut(.point(row))
        return
      }
      if place == .carousel { tour.world = row } else { carryOut(.point(row)) }
      carryOut(.choose)
    case .pickLevel(let row):
      if place == .carousel, !carryOut(.choose) { return }
      carryOutAtPlace(.pick(row))
    case .world(let action):
      let before = place
      place = .carousel
      if !carryOut(action) { place = before }
    case .list: tellList(place == .world ? WorldTeller(self).list : WorldTeller(self).worldList)
    case .removePlayer(let name):
      guard let row = row(of: name) else { return }
      if seats.board.state == .settingUp { seats.row = row }
      carryOut(.remove)
    case .rename(let name, let other):
      guard let row = row(of: name) else { return }
      if seats.board.rename(seats.board.players[row].id, to: other) {
        tell(["The player is now called \(other)."])
      } else {
        tell([refusal(ofName: other)])
      }
    case .give(let name, let points):
      guard let row = row(of: name) else { return }
      let id = seats.board.players[row].id
      if seats.board.changeScore(of: id, by: points) {
        tell([BoardTeller(self).score(id)])
      } else {
        tell([
          seats.board.state == .playing
            ? TypedCommand.scoreRange : "You can change scores only during a game."
        ])
      }
    case .startingScore(let score):
      tell([
        seats.board.setStartingScore(score)
          ? BoardTeller(self).rules : Self.settingUpOnly
      ])
    case .winning(let winning):
      tell([seats.board.setWinning(winning) ? BoardTeller(self).rules : Self.settingUpOnly])
    case .answer(let line): answer(line)
    case .kept(let isFile): tell(isFile ? keptFile : keptList)
    case .writeFile(let name): want(file: name)
    case .code: tell(benchCode)
    case .resizing(let count):
      let size = bench.level.size
      let edit = Workshop.Edit.resize(rows: size.rows + count, columns: size.columns + count)
      carryOut(.edit(edit))
    case .rule(let setting):
      let rules = Settings(rules: bench.workshop.draft.rules).changing(setting)?.rules
      carryOut(.edit(.rules(rules ?? .standard)))
    case .score where place == .questions: tell([quizScore])
    case .look where place == .world: tellList(WorldTeller(self).list)
    case .look, .place, .score: tell(about)
    default: assertionFailure("these commands are the same everywhere")
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

  /// The place in words.
  var about: [String] {
    switch place {
    case .rounds, .named, .original, .daily, .level, .turn, .trial, .lesson: Teller(self).room
    case .carousel: WorldTeller(self).about
    case .world: WorldTeller(self).levels
    case .questions: quizWords
    case .board: BoardTeller(self).about
    case .workshop: benchWords
    }
  }

  /// The row of a player by name. If there is no such player, shows a message and returns nil.
  private mutating func row(of name: String) -> Int? {
    let players = seats.board.players
    let row =
      players.firstIndex { $0.name == name }
      ?? players.firstIndex { $0.name.lowercasedASCII == name.lowercasedASCII }
    if row == nil { tell(["There is no player '\(name)' on the board."]) }
    return row
  }
}
