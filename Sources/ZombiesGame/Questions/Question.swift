import ZombiesCore

/// A question with its valid answers.
public struct Question: Hashable, Sendable {
  /// The subject of a question.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// Which first moves can still win.
    case firstMoves
    /// Which rooms can be won.
    case rooms
    /// Where a zombie goes next.
    case nextStep
    /// The fewest moves that win.
    case par
    /// A shortest solution.
    case solution
    /// Which of two policies wins more often.
    case policies
    /// A designer's own question about anything.
    case own
  }

  /// The form of the answer to a question.
  public enum Form: Hashable, Sendable {
    /// One of several answers to choose from; `valid` has the indices of the valid ones, in order.
    case closed(answers: [String], valid: [Int])
    /// A typed answer.
    case open(Expected)

    /// Whether the answer is chosen from a list.
    public var isClosed: Bool { if case .closed = self { true } else { false } }
  }

  /// The valid answers to an open question.
  public enum Expected: Hashable, Sendable {
    /// One of these texts, compared as ``AnswerText``.
    case texts([String])
    /// Any shortest solution of the question's room.
    case solution(ShortestSolution)
  }

  /// The subject of the question.
  public let kind: Kind

  /// The sentences of the question.
  public let prompt: [String]

  /// The rooms to show with it; several rooms are called A, B, C and so on. A position in the middle
  /// of a round is a room that starts there.
  public let rooms: [Level]

  /// The form of the answer, with the valid answers.
  public let form: Form

  /// The square of the only room that the question asks about, which the picture marks; nil for none.
  public let marked: Square?

  /// The reason of each answer that is valid, nil for the others; for an open question, a single reason.
  /// Empty for a designer's own question.
  let reasons: [Reason?]

  /// Creates a question without checking its parts.
  init(
    unchecked kind: Kind, _ prompt: [String], _ rooms: [Level], _ form: Form,
    marked: Square? = nil, reasons: [Reason?] = []
  ) {
    self.marked = marked
    self.reasons = reasons
    self.kind = kind
    self.prompt = prompt
    self.rooms = rooms
    self.form = form
    if case .closed(let answers, let valid) = form {
      assert(Set(answers.map { AnswerText($0) }).count == answers.count, "no two equal answers")
      assert(
        valid == valid.sorted() && !valid.isEmpty,
        "the valid answers are in order, and there is at least one")
      assert(answers.count > 1 && answers.indices.contains(valid.last ?? -1), "an answer's place")
    }
  }

  /// The name of a room, if there are several.
  static func roomName(_ place: Int) -> String {
    "Room \(Unicode.Scalar(UInt8(ascii: "A") + UInt8(place)))"
  }

  /// The answers to choose from; empty for an open question.
  public var answers: [String] {
    if case .closed(let answers, _) = form { answers } else { [] }
  }

  /// The sentence that says that several answers are valid; nil if only one is, or if the answer is
  /// typed.
  public var severalAreValid: String? {
    guard case .closed(_, let valid) = form, valid.count > 1 else { return nil }
    return "Several answers are valid. Choose any one of them."
  }

  /// Whether an answer to a closed question is valid, by its index.
  public func accepts(answer place: Int) -> Bool {
    if case .closed(_, let valid) = form { valid.contains(place) } else { false }
  }

  /// Whether a typed answer to an open question is valid.
  public func accepts(_ text: String) -> Bool {
    switch form {
    case .closed: return false
    case .open(.texts(let texts)):
      let typed = AnswerText(text)
      return texts.contains { AnswerText($0) == typed }
    case .open(.solution(let solution)): return solution.accepts(text)
    }
  }
}

/// The shortest solutions of a level, each of which is a valid answer.
public struct ShortestSolution: Hashable, Sendable {
  /// The level.
  public let level: Level

  /// The rules in force.
  public let rules: Rules

  /// The number of moves in a shortest solution.
  public let par: Int

  /// Whether typed moves are a shortest solution, found by playing them.
  ///
  /// Moves are directions or their first letters, with or without blanks and punctuation between
  /// them: "UULL", "u u l l", "up, up, left, left".
  public func accepts(_ text: String) -> Bool {
    guard let moves = Self.moves(text), moves.count == par else { return false }
    var round = Round(level, rules: rules)
    for move in moves {
      do throws(Round.IllegalMove) { try round.move(move) } catch { return false }
    }
    return round.outcome == .won
  }

  /// The moves in a text; nil if it contains anything else.
  static func moves(_ text: String) -> [Direction]? {
    var moves: [Direction] = []
    let words = AnswerText(text).folded.utf8.split {
      $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: ";")
        || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-")
    }
    for word in words {
      if let move = Direction.allCases.first(where: { $0.word.utf8.elementsEqual(word) }) {
        moves.append(move)
        continue
      }
      for letter in word {
        guard letter >= UInt8(ascii: "a"), let move = Direction(letter: letter & ~0x20) else {
          return nil
        }
        moves.append(move)
      }
    }
    return moves
  }
}
