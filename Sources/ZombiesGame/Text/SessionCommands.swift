import ZombiesCore
import ZombiesGrading

// The text screen: a typed line, and what is said in answer to it.

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
    do throws(Refusal) {
      if answersQuestion(line) {
        answer(line)
      } else if let deed = try deed(ofLine: line) {
        carryOut(deed)
      } else if place == .questions, quizRun?.question != nil, advice(on: line) == nil {
        answer(line)
      } else {
        tell([misunderstood(line)])
      }
    } catch {
      tell([error.description])
    }
  }

  /// Does a deed, or says why it is refused.
  ///
  /// - Returns: Whether it was done.
  @discardableResult
  mutating func carryOut(_ deed: Deed) -> Bool {
    switch deed {
    case .does(let body): body(&self)
    case .refused(let why): tell([why])
    }
    return deed.isAllowed
  }

  /// Performs a typed action, or says why it is refused.
  ///
  /// - Returns: Whether the action was performed.
  @discardableResult
  mutating func carryOut(_ action: Action) -> Bool { carryOut(typed(action)) }

  /// Shows a list as several messages, because a message longer than the screen cannot be scrolled to
  /// its beginning.
  mutating func tellList(_ lines: [String]) {
    // The log keeps only the last messages, so each has more lines if the list is very long.
    let size = max(5, lines.count / (TextLog.capacity / 2) + 1)
    for first in stride(from: 0, to: lines.count, by: size) {
      tell(Array(lines[first..<min(first + size, lines.count)]))
    }
  }

  // MARK: Words

  /// Describes the room or the place. After a round, the first "look" shows the room, and the next one describes it.
  var looking: Deed {
    if place == .world { return .lists { WorldTeller($0).list } }
    guard isInRoom else { return .tells { $0.about } }
    if attempt.isEmptyRoom { return .tells { [$0.noLevel] } }
    return attempt.isOver && !attempt.looks ? typed(.look) : .does { $0.tellRoom() }
  }

  /// Where the player is.
  var position: [String] {
    guard isInRoom else { return about }
    let teller = Teller(self)
    return attempt.isEmptyRoom ? [noLevel] : [teller.place] + (teller.heard.map { [$0] } ?? [])
  }

  /// The lives, the wins and the losses, or the score of the place.
  var score: [String] {
    if place == .questions { return [quizScore] }
    guard isInRoom else { return about }
    let isPractice = attempt.isPractice && !attempt.isEmptyRoom
    return Teller(self).standing + (isPractice ? ["This round is practice."] : [])
  }

  /// The settings with their values.
  var settingsInWords: [String] {
    (settingKinds + (storesPlays ? [.player] : [])).map { kind in
      "\(kind.name): \(settingsInForce.setting(kind)?.value ?? "the given levels")"
    } + ["Type set NAME VALUE to change one, or set NAME for its values."]
  }

  /// Asks for the file of the rounds that were played, and may remove them afterwards.
  func exporting(removes: Bool) -> Deed {
    storesPlays
      ? .does { $0.wantedPlays = removes }
      : .refused("On a terminal, 'zombies play --record FILE' adds your rounds to a file.")
  }

  /// The place in words.
  var about: [String] {
    switch place {
    case .rounds, .named, .original, .daily, .level, .turn, .trial, .lesson: Teller(self).room
    case .carousel, .world: WorldTeller(self).about
    case .questions: quizWords
    case .board: BoardTeller(self).about
    case .workshop: WorkshopTeller(bench).about
    }
  }

  // MARK: Help

  /// The commands that mean something in the current place.
  var commands: [Command] {
    Command.table(at: place) + Command.everywhere.filter { $0.isListed(self) }
  }

  /// The commands in the list, without those that would be an answer to the question.
  var helpRows: [Command] {
    guard typesAnswer else { return commands.filter { $0.isListed(self) } }
    return commands.compactMap { $0.only(Self.besideAnswers.contains) }
  }

  /// The explanation of a command; for the name of no command, the nearest one.
  func explanation(of word: String) -> String {
    let words = word.split(separator: " ").map { String($0) }
    if words.first == "set" {
      do throws(Refusal) {
        // Without a value, the error says what is expected.
        _ = try TypedLine.setting(Array(words.prefix(2)))
      } catch {
        return error.description
      }
    }
    let rows = Command.table(at: place) + Command.common
    if let row = rows.first(where: { $0.words.contains(word) }) { return row.text }
    let near = nearest(word, in: helpRows.flatMap { $0.words })
    return "There is no command '\(shownText(word, atMost: 40))'. "
      + (near.map { "Did you mean help \($0)?" } ?? "Type help for the list.")
  }

  // MARK: Answers

  /// Whether a line answers the question. A closed question takes only its listed answers. An open
  /// question takes any line except a few commands for leaving it, seeing it again and getting help.
  private func answersQuestion(_ line: String) -> Bool {
    if place == .questions, let question = quizRun?.question, question.isClosed {
      // An answer may also be a command elsewhere, such as 'left'.
      return question.row(saying: line) != nil
    }
    guard typesAnswer, let question = quizRun?.question else { return false }
    if question.answer(.typed(line)) != nil { return true }
    let typed = TypedLine(line)
    if typed.words.count > 1, ["answer", "set", "help"].contains(typed.words[0]) { return false }
    return !Self.besideAnswers.contains(typed.text)
      && !Self.besideAnswers.contains(typed.plain.text)
  }

  /// The commands at an open question. Any other line is an answer.
  private static let besideAnswers = [
    "answer", "look", "help", "quit", "exit", "bye", "daily", "worlds", "board", "rounds",
    "workshop", "settings", "rules", "menu", "next", "skip", "pass", "hint", "score",
  ]
}
