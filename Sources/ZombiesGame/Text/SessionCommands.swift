import ZombiesCore
import ZombiesGenerator
import ZombiesGrading

// What the typed commands do in a session.

extension Session {
  /// Carries out the command line of the text screen.
  mutating func enter() {
    let isTooLong = log.isTooLong
    let line = log.take()
    guard line.utf8.contains(where: { $0 != 0x20 }) else { return }
    (told, news) = ([], [])
    log.echo(line)
    guard !isTooLong else {
      tell(["The line is too long: at most \(TextLog.longestLine) characters are allowed."])
      return
    }
    do throws(TypedCommand.Problem) {
      if answersQuestion(line) {
        answer(line)
      } else if let command = try understood(line) {
        carryOut(command)
      } else if place == .questions, quizRun?.question != nil, advice(on: line) == nil {
        answer(line)
      } else {
        tell([misunderstood(line)])
      }
    } catch {
      tell([error.text])
    }
  }

  /// The meaning of a line in the current place; nil if it has none.
  func understood(_ line: String) throws(TypedCommand.Problem) -> TypedCommand? {
    let plain = try? TypedCommand.read(TypedCommand.plain(line), at: place)
    do throws(TypedCommand.Problem) {
      return try TypedCommand.read(line, at: place) ?? plain
    } catch {
      guard let plain else { throw error }
      return plain
    }
  }

  mutating func carryOut(_ command: TypedCommand) {
    let teller = Teller(self)
    switch command {
    case .action(let action): carryOut(action)
    case .moves(let moves, let isCounted): walk(moves, isCounted: isCounted)
    case .settings:
      tell(
        (settingKinds + (storesPlays ? [.player] : [])).map { kind in
          "\(kind.name): \(settingsInForce.setting(kind)?.value ?? "the given levels")"
        } + ["Type set NAME VALUE to change one, or set NAME for its values."])
    case .plays(let removes):
      if storesPlays {
        wantedPlays = removes
      } else {
        tell(["On a terminal, 'zombies play --record FILE' adds your rounds to a file."])
      }
    case .rules: tell(Self.rules(settings.style, hearing: hearingDistance))
    case .legend: tell(legend)
    case .help: tellList(helpRows.map { $0.text })
    case .explain(let word): tell([explanation(of: word)])
    case .menu:
      let modes = Command.everywhere.filter { row in
        if case .action(.visit) = row.typed { true } else { false }
      }
      tell(["You can play:"] + modes.map { $0.text } + ["Now: \(mode.name)."])
    case _ where !isInRoom: carryOutAtPlace(command)
    case .pickLevel(let level): play(level: level)
    case .look:
      // After a round, the first "look" shows the room, and the next one describes it again.
      if attempt.isEmptyRoom {
        tell([noLevel])
      } else if case .over(_, let ending) = stage, !ending.looks {
        carryOut(Action.look)
      } else {
        tellRoom()
      }
    case .place:
      tell(
        attempt.isEmptyRoom
          ? [noLevel] : [teller.place] + (teller.heard.map { [$0] } ?? []))
    case .score:
      let isPractice = attempt.standing == .practice && !attempt.isEmptyRoom
      tell(teller.standing + (isPractice ? ["This round is practice."] : []))
    default: assertionFailure("these commands belong to places without a room")
    }
  }

  /// Shows a list as several messages, because a message longer than the screen cannot be scrolled to
  /// its beginning.
  mutating func tellList(_ lines: [String]) {
    // The log keeps only the last messages, so each has more lines if the list is very long.
    let size = max(5, lines.count / (TextLog.capacity / 2) + 1)
    for first in stride(from: 0, to: lines.count, by: size) {
      tell(Array(lines[first..<min(first + size, lines.count)]))
    }
  }

  /// The explanation of a command; for the name of no command, the nearest one.
  private func explanation(of word: String) -> String {
    let words = word.split(separator: " ").map { String($0) }
    if words.first == "set" {
      do throws(TypedCommand.Problem) {
        // Without a value, the error says what is expected.
        _ = try TypedCommand.setting(Array(words.prefix(2)))
      } catch {
        return error.text
      }
    }
    let rows = Command.table(at: place) + Command.everywhere
    if let row = rows.first(where: { $0.words.contains(word) }) { return row.text }
    let near = nearest(word, in: helpRows.flatMap { $0.words })
    return "There is no command '\(shownText(word, atMost: 40))'. "
      + (near.map { "Did you mean help \($0)?" } ?? "Type help for the list.")
  }

  /// Whether a line answers the question. A closed question takes only its listed answers. An open
  /// question takes any line except a few commands for leaving it, seeing it again and getting help.
  private func answersQuestion(_ line: String) -> Bool {
    if place == .questions, let question = quizRun?.question, question.form.isClosed {
      // An answer may also be a command elsewhere, such as 'left'.
      return question.answers.contains { AnswerText($0) == AnswerText(line) }
    }
    guard typesAnswer, let question = quizRun?.question else { return false }
    if question.accepts(line) { return true }
    let typed = TypedLine(line)
    if typed.words.count > 1, ["answer", "set", "help"].contains(typed.words[0]) { return false }
    return !Self.besideAnswers.contains(typed.text)
      && !Self.besideAnswers.contains(TypedCommand.plain(typed.text))
  }

  /// The commands at an open question. Any other line is an answer.
  private static let besideAnswers = [
    "answer", "look", "help", "quit", "exit", "bye", "daily", "worlds", "board", "rounds",
    "workshop", "settings", "rules", "menu", "next", "skip", "pass", "hint", "score",
  ]

  /// The commands that mean something in the current place.
  var commands: [Command] { Command.table(at: place) + Command.everywhere.filter(isOfUse) }

  /// The commands in the list, without those that would be an answer to the question.
  private var helpRows: [Command] {
    guard typesAnswer else { return commands }
    return commands.map { Command($0.words.filter(Self.besideAnswers.contains), $0.meaning) }
      .filter { !$0.words.isEmpty }
  }

  /// Whether a row of the table means something in the current place.
  func isOfUse(_ row: Command) -> Bool {
    switch row.typed {
    case .look, .score, .settings, .rules, .legend, .explain, .help, .menu: true
    case .action(.share): place != .workshop
    case .plays: storesPlays
    case .action(.visit), .action(.leave): true
    case .action(.day), .action(.firstSteps): true
    case .action(.listen): isInRoom && attempt.hasHearing
    default: isInRoom
    }
  }

  /// Performs a typed action, or says why it is refused.
  ///
  /// - Returns: Whether the action was performed.
  @discardableResult
  mutating func carryOut(_ action: Action) -> Bool {
    switch deedHere(meaning(of: action), isTyped: true) {
    case .does(let body):
      body(&self)
      return true
    case .refused(let why):
      tell([why])
      return false
    }
  }

  /// Makes moves until a move is refused or the round is over. A counted walk also stops when something
  /// happens that the player would want to think about.
  private mutating func walk(_ moves: [Direction], isCounted: Bool) {
    for (count, direction) in moves.enumerated() {
      let before = attempt
      guard carryOut(.move(direction)) else { return }
      guard isInRoom else { continue }
      if case .over = stage { return }
      let steps = count + 1
      if isCounted, steps < moves.count, let event = Teller(self).event(since: before) {
        tell(["You stop after \(counted(steps, "step")): \(event)."])
        return
      }
    }
  }
}
