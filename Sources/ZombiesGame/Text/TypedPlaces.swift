import ZombiesCore

// Commands in places without a room: the carousel, a world, questions, the board, the workshop.

extension TypedCommand {
  /// The commands that belong to a place, in addition to those that work everywhere.
  static func table(at place: Place) -> [Row] {
    switch place {
    case .rounds, .named, .original, .daily, .level, .turn, .trial, .lesson: []
    case .carousel:
      [
        Row(["right", "r", "next", "n"], "the next world", .next),
        Row(["left", "l", "previous", "p"], "the previous world", .previous),
        Row(["world"], "world 2 to show that world"),
        Row(
          ["enter", "open", "play", "ok", "choose"],
          "enter the world; type open 2 or just 2 for world 2", .choose),
        Row(["list", "levels"], "all worlds", .list),
        Row(["buy", "pay", "unlock"], "pay for a locked world", .buy),
      ]
    case .world:
      [
        Row(
          ["play", "enter", "open", "ok", "choose"],
          "play the level; type play 3 or just 3 for level 3", .choose),
        Row(["list", "levels"], "all levels of the world; look lists them too", .list),
        Row(["right", "r", "next", "n", "down", "d"], "the next level", .next),
        Row(["left", "l", "previous", "p", "up", "u"], "the previous level", .previous),
        Row(["back", "b", "leave"], "back to the worlds", .back),
      ]
    case .questions:
      [
        Row(["answer"], "the number of an answer, or the answer itself"),
        Row(["next", "go on"], "continue from a chapter title or from the end", .dismiss),
        Row(["down", "d", "right", "r"], "the next answer", .next),
        Row(["up", "u", "left", "l"], "the previous answer", .previous),
        Row(["validate", "submit", "ok"], "submit the selected answer", .choose),
      ]
    case .board:
      [
        Row(["add"], "add NAME to add a player"),
        Row(["remove"], "remove NAME to remove a player"),
        Row(["rename"], "rename NAME to OTHER to rename a player"),
        Row(["start at"], "start at 10 to set the starting score to 10"),
        Row(["highest"], "the highest score wins", .winning(.highest)),
        Row(["lowest"], "the lowest score wins", .winning(.lowest)),
        Row(["start", "start game"], "Start Game", .button(.start)),
        Row(["turn", "play", "ok", "next"], "begin the next player's turn", .choose),
        Row(["give"], "give NAME 2 or give NAME -1 to change a score"),
        Row(["sit out", "out"], "the next player leaves the game; the row stays", .sitOut),
        Row(["end", "end game"], "End Game: show the winners", .button(.end)),
        Row(["reset", "reset game"], "Reset Game: set up another game", .button(.reset)),
      ]
    case .workshop: workshopTable
    }
  }

  /// Reads a line that has a special meaning in a place; nil if it has none there.
  init?(_ line: String, at place: Place) throws(Problem) {
    let words = line.lowercasedASCII.split(separator: " ").map { String($0) }
    let text = words.joined(separator: " ")
    switch text {
    case "worlds": self = .action(.visit(.worlds))
    case "questions", "quiz": self = .action(.visit(.questions))
    case "board", "scoreboard": self = .action(.visit(.board))
    case "workshop", "edit": self = .action(.visit(.workshop))
    case "rounds": self = .action(.visit(.rounds))
    case "daily", "today": self = .action(.visit(.daily))
    case "original": self = .action(.visit(.original))
    default:
      guard let command = try Self.read(line, text, words, at: place) else { return nil }
      self = command
    }
  }

  private static func read(
    _ line: String, _ text: String, _ words: [String], at place: Place
  ) throws(Problem) -> TypedCommand? {
    switch place {
    case .level:
      guard words.count == 2, words[0] == "level", let number = Int(words[1]), number > 0 else {
        return nil
      }
      return .pickLevel(number - 1)
    case .rounds, .named, .original, .daily, .turn, .trial, .lesson: return nil
    case .carousel, .world:
      let isWorld = place == .world
      let opening = ["open", "play", "enter", "choose", isWorld ? "level" : ""]
      if let last = words.last, let number = Int(last), number > 0, words.count <= 3 {
        // "play level 2"
        let isOpened = opening.contains(words[0])
        let noun = words.count == 3 && isOpened ? words[1] : words[0]
        if words.count == 1 || words.count == 2 && isOpened { return .pick(number - 1) }
        if noun == "level" { return .pickLevel(number - 1) }
        if noun == "world" {
          return isOpened && !isWorld ? .pick(number - 1) : .world(.point(number - 1))
        }
      }
      if text == "next world" { return .world(.next) }
      if text == "previous world" { return .world(.previous) }
    case .board:
      if let command = try board(line, words) { return command }
    case .workshop: return try workshop(line, words)
    case .questions:
      if words.first == "answer", words.count > 1 {
        return .answer(String(line.trimmedBlanks.dropFirst("answer ".count)))
      }
      if words.count == 1, Int(text) != nil { return .answer(line) }
    }
    guard let row = table(at: place).first(where: { $0.words.contains(text) }) else { return nil }
    guard let command = row.command else { throw Problem(text: "Type: \(row.meaning).") }
    return command
  }

  /// Reads a command at the board that has a name or a number.
  private static func board(_ line: String, _ words: [String]) throws(Problem) -> TypedCommand? {
    guard let key = words.first, words.count >= 2 else { return nil }
    // Names keep their capital letters.
    let typed = line.split(separator: " ").map { String($0) }
    func name(_ range: Range<Int>) -> String { typed[range].joined(separator: " ") }
    switch key {
    case "add": return .action(.seat(name(1..<typed.count)))
    case "remove": return .removePlayer(name(1..<typed.count))
    case "rename":
      guard let to = words.lastIndex(of: "to"), to > 1, to + 1 < words.count else {
        throw Problem(text: "Type: rename NAME to OTHER.")
      }
      return .rename(name(1..<to), to: name(to + 1..<typed.count))
    case "give":
      guard words.count >= 3, let points = try score(words[words.count - 1]) else {
        throw Problem(text: "Type: give NAME 2 or give NAME -1.")
      }
      return .give(name(1..<typed.count - 1), points)
    case "start" where words[1] == "at":
      guard words.count == 3, let score = try score(words[2]) else {
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
