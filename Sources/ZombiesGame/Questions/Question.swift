import ZombiesCore
import ZombiesGrading

/// A question with its answers.
public struct Question: Hashable, Sendable {
  /// The subject of a question, with its number in the random stream, which must never change.
  public enum Kind: UInt64, CaseIterable, Sendable {
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
    /// One of the answers is chosen.
    case closed
    /// One of the answers is typed, compared as ``AnswerText``.
    case open
    /// Moves are typed that win the room under these rules, and are as few as those of the answer.
    case moves(Rules)
  }

  /// An answer to choose from, or a valid answer to type.
  public struct Answer: Hashable, Sendable {
    /// The text.
    public let text: String
    /// Whether the answer is valid.
    public let isValid: Bool
    /// Why it is valid; nil if it is not, and for a designer's own question.
    public internal(set) var reason: Reason?

    init(_ text: String, _ isValid: Bool, _ reason: Reason? = nil) {
      self.text = text
      self.isValid = isValid
      self.reason = isValid ? reason : nil
    }
  }

  /// The reason why an answer is right, with what a picture of it shows (<doc:Questions>, 3.7).
  public struct Reason: Hashable, Sendable {
    /// The reason in one sentence, which begins with "Right: ".
    public let sentence: String
    /// The index of the room that shows it; nil for none.
    public let room: Int?
    /// The squares of the path in that room, in order; empty for none.
    public internal(set) var path: [Square]

    init(_ reason: String, room: Int? = nil, path: [Square] = []) {
      sentence = "Right: \(reason)"
      self.room = room
      self.path = path
    }
  }

  /// The maximum length of a typed answer, in characters; the rest is dropped.
  static let longestReply = 1000

  /// A player's answer, which may be wrong.
  public enum Reply: Hashable, Sendable {
    /// The index of the answer that the cursor is on, in a closed question.
    case cursor(Int)
    /// The text typed so far, in an open question.
    case typed(String)
  }

  /// The subject of the question.
  public let kind: Kind

  /// The sentences of the question.
  public internal(set) var prompt: [String] = []

  /// The rooms to show with it; several rooms are called A, B, C and so on. A position in the middle
  /// of a round is a room that starts there.
  public internal(set) var rooms: [Level] = []

  /// The form of the answer.
  public internal(set) var form = Form.closed

  /// The answers to choose from, or the valid ones to type.
  public internal(set) var answers: [Answer] = []

  /// The square of the only room that the question asks about, which the picture marks; nil for none.
  public internal(set) var marked: Square?

  /// Whether the answer is chosen from a list.
  public var isClosed: Bool { form == .closed }

  /// Whether a reply can be made to the question: an answer in the list, or a typed text.
  func takes(_ reply: Reply) -> Bool {
    switch reply {
    case .cursor(let row): isClosed && answers.indices.contains(row)
    case .typed: !isClosed
    }
  }

  /// The valid answer that a reply gives, with its reason; nil if the reply is wrong.
  public func answer(_ reply: Reply) -> Answer? {
    guard takes(reply) else { return nil }
    switch (reply, form) {
    case (.cursor(let row), _): return answers[row].isValid ? answers[row] : nil
    case (.typed(let text), .moves(let rules)):
      guard let path = path(text, rules) else { return nil }
      // The picture shows the moves that the player typed.
      var answer = answers[0]
      answer.reason?.path = path
      return answer
    case (.typed(let text), _): return row(saying: text).map { answers[$0] }
    }
  }

  /// The index of the answer with a text; nil if there is none.
  func row(saying text: String) -> Int? {
    let typed = AnswerText(text)
    return answers.firstIndex { AnswerText($0.text) == typed }
  }

  /// The index of the answer with a typed number in the list; nil if there is none.
  func row(_ number: String) -> Int? {
    isClosed ? answers.indices.first { "\($0 + 1)" == number } : nil
  }

  /// The path of typed moves, if it wins the room in as few moves as the answer; nil otherwise.
  private func path(_ text: String, _ rules: Rules) -> [Square]? {
    guard let moves = (try? TypedLine.moves(AnswerText(text).folded))?.moves,
      moves.count == answers[0].text.utf8.count
    else { return nil }
    var round = Round(rooms[0], rules: rules)
    var path = [round.player]
    for move in moves {
      do throws(Round.IllegalMove) { try round.move(move) } catch { return nil }
      path.append(round.player)
    }
    return round.outcome == .won ? path : nil
  }
}
