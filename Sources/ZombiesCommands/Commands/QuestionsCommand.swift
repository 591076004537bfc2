import ZombiesCore
import ZombiesGame
import ZombiesGenerator
import ZombiesReports
import ZombiesTerminal

extension Option {
  fileprivate static let count = number(
    "--count", 1...QuestionsCommand.mostQuestions, defaultText: "as many as in a quiz, 2 or 3",
    "number of questions in each chapter")
  fileprivate static let chapter = Option(
    name: "--chapter",
    value: Value(
      name: "NAMES", kind: .word, words: Question.Kind.generated.map(\.name) + ["all"],
      standard: "all", isList: true),
    summary: "chapters, separated by commas or in several options")
  fileprivate static let questionFormat = format(QuestionsCommand.Format.self, default: .text)
}

/// `zombies questions`: questions about rooms, with their answers, for other programs.
enum QuestionsCommand {
  static let command: Command = Command(
    name: "questions",
    summary: "write questions about rooms, with valid and wrong answers",
    details: """
      Writes the questions of 'zombies play --quiz' with proved answers. The questions depend only on
      the seed and the rules. The chapters are:

      \(HelpList.rows(Question.Kind.generated.map { ($0.name, asks($0)) }))

      The format text is a file for 'zombies play --questions'. You can edit it. It leaves out a
      question whose valid answers are too many to list. The format jsonl is for other programs: a
      JSON object for each question. Squares are [row, column], counted from 0 at the top left. The
      members are:

      \(members)

      Each answer has a text and says whether it is valid. A valid one also has a reason, and the room
      (by its index) and the squares of the path that prove it.
      """,
    options: [
      [.seed, .count, .chapter, .questionFormat],
      Option.ruleOptions(
        hearing: "The chapter safe-squares is asked with 2 if nothing would be heard"),
      [.output, .quiet],
    ],
    example: (
      "zombies questions --chapter par --count 1 --seed 42",
      """
      chapter: The fewest moves

      question: What is the smallest number of moves that wins this room?
      room: S4/1#Z#F/4#/3#1/2#2/#3P
      = 9
      = 9 moves
      """
    ),
    run: run)

  /// The formats of questions.
  enum Format: String, OutputFormat {
    case text, jsonl
  }

  /// The maximum number of questions in a chapter.
  static let mostQuestions = 10_000

  /// What a kind of question asks, for help.
  private static func asks(_ kind: Question.Kind) -> String {
    switch kind {
    case .firstMoves: "after which first moves a room can still be won"
    case .nextStep: "where a zombie goes after a move"
    case .rooms: "which of several rooms can be won"
    case .safeSquares: "which squares are certainly safe after a walk in the dark"
    case .policies: "which of two policies wins more often in a family"
    case .par: "the smallest number of moves that wins (typed)"
    case .solution: "a shortest solution (typed)"
    case .own: "anything"
    }
  }

  private static let members = HelpList.rows([
    ("kind", "name of the chapter, as above"),
    ("chapter", "title of the chapter"),
    ("seed, number", "the question, for Question(kind, seed:number:) in Swift"),
    ("form", "closed (choose an answer) or open (type one)"),
    ("judged_by", "choice; text (one of the valid answers); or shortest-solution (any moves)"),
    ("prompt", "sentences of the question"),
    ("spoken", "everything in words, with what the player knows of the rooms"),
    ("rooms", "codes of the rooms; after a walk in the dark, the player does not know them"),
    ("family", "family that the question is about, or null"),
    ("rules", "rules in force, by option"),
    ("walk", "null, or squares walked on, things seen, and numbers of zombies heard"),
    ("marked", "square of the zombie that is asked about, or null"),
    ("answers", "valid and wrong answers"),
    ("all_valid_listed", "whether the answers contain all valid ones"),
  ])

  private static func run(_ arguments: Arguments) throws -> ExitStatus {
    if !arguments.operands.isEmpty {
      throw arguments.badUsage("questions takes no operands, only options")
    }
    let (rules, seed) = (try arguments.rules(), try arguments.seed())
    let count: Int? = try arguments.optionalNumber(.count)
    let format = try arguments.choice(.questionFormat, as: Format.self)
    let kinds = try kinds(arguments)
    let all = kinds.reduce(0) { $0 + (count ?? $1.usualCount) }
    if format == .text, all > Quiz.mostQuestions {
      throw arguments.badUsage(
        "--format text: a file holds at most \(grouped(UInt64(Quiz.mostQuestions))) questions, not "
          + "\(grouped(UInt64(all))); use --format jsonl, or a smaller --count")
    }
    let output = try arguments.output()
    defer { output.discard() }
    arguments.note("seed \(seed)\n")
    let progress = Progress(
      total: UInt64(all), unit: "questions", isQuiet: arguments.isQuiet, beside: output)
    defer { progress.finish() }
    var (done, leftOut) = (0, 0)
    var chapters: [Chapter] = []
    for kind in kinds {
      var questions: [Question] = []
      try Question.generate(
        kind, count: count ?? kind.usualCount, seed: seed, rules: rules
      ) { question, number in
        switch format {
        case .jsonl: try output.write(json(question, seed, number, rules).line + "\n")
        case .text:
          if let own = question.own { questions.append(own) } else { leftOut += 1 }
        }
        done += 1
        progress.update(UInt64(done))
      }
      if !questions.isEmpty { chapters.append(try Chapter(kind.title, questions)) }
    }
    progress.finish()
    if done < all { arguments.note("\(done) different questions found, of \(all)\n") }
    if leftOut > 0 {
      arguments.note("\(leftOut) left out, with more valid answers than a file can list\n")
    }
    if format == .text {
      guard !chapters.isEmpty, let text = try Quiz(chapters).text else {
        throw Failure.badData("found no question whose valid answers can be listed")
      }
      try output.write(text)
    }
    try output.finish()
    return .done
  }

  /// The kinds of questions to write, in the order of a quiz.
  private static func kinds(_ arguments: Arguments) throws(Failure) -> [Question.Kind] {
    let names = try arguments.words(.chapter) ?? ["all"]
    if names == ["all"] { return Question.Kind.generated }
    guard !names.contains("all") else {
      throw arguments.badValue(.chapter, "'all' cannot be combined with other names")
    }
    if let name = names.first(where: { name in names.count { $0 == name } > 1 }) {
      throw arguments.badValue(.chapter, "\(name) is named twice")
    }
    return Question.Kind.generated.filter { names.contains($0.name) }
  }

  // MARK: JSON

  private static func json(
    _ question: Question, _ seed: UInt64, _ number: UInt64, _ rules: Rules
  ) -> JSON {
    let (answers, isComplete) = question.answerList()
    return .object([
      ("kind", .string(question.kind.name)),
      ("chapter", .string(question.kind.title)),
      ("seed", .number(seed)),
      ("number", .number(number)),
      ("form", .string(question.form.isClosed ? "closed" : "open")),
      ("judged_by", .string(judge(question.form))),
      ("prompt", texts(question.prompt)),
      ("spoken", texts(question.spoken)),
      ("rooms", texts(question.rooms.map(\.code))),
      ("family", question.family.map { .string($0.name) } ?? .null),
      ("rules", json(question.walk?.rules ?? rules)),
      (
        "walk",
        question.walk.flatMap { walk in question.rooms.first.map { json(walk, $0) } } ?? .null
      ),
      ("marked", question.marked.map(json) ?? .null),
      ("answers", .array(answers.map(json))),
      ("all_valid_listed", .bool(isComplete)),
    ])
  }

  /// How an answer is judged.
  private static func judge(_ form: Question.Form) -> String {
    switch form {
    case .closed: "choice"
    case .open(.texts): "text"
    case .open(.solution): "shortest-solution"
    }
  }

  private static func texts(_ texts: [String]) -> JSON { .array(texts.map { .string($0) }) }

  private static func json(_ square: Square) -> JSON {
    .array([.number(UInt64(square.row)), .number(UInt64(square.column))])
  }

  private static func json(_ rules: Rules) -> JSON {
    .object(
      Rules.Variant.allCases.map { variant in
        let value: JSON =
          switch variant {
          case .catchingDistance: .number(UInt64(rules.catchingDistance))
          case .chase: .string(rules.chase.rawValue)
          case .zombieSpeed: .number(UInt64(rules.zombieSpeed))
          case .hearingDistance: .number(UInt64(rules.hearingDistance))
          }
        return (variant.name(joinedBy: "_"), value)
      })
  }

  private static func json(_ walk: Question.Walk, _ room: Level) -> JSON {
    .object([
      ("squares", .array(walk.squares.map(json))),
      (
        "seen",
        .array(
          walk.seen(in: room).map { seen in
            .object([("square", json(seen.square)), ("thing", .string(seen.thing.noun))])
          })
      ),
      (
        "heard",
        .array(
          walk.heard(in: room).map { heard in
            .object([("square", json(heard.square)), ("zombies", .number(UInt64(heard.count)))])
          })
      ),
    ])
  }

  private static func json(_ answer: Question.Answer) -> JSON {
    .object([
      ("text", .string(answer.text)),
      ("valid", .bool(answer.isValid)),
      ("reason", answer.reason.map { .string($0.sentence) } ?? .null),
      ("room", answer.reason?.room.map { .number(UInt64($0)) } ?? .null),
      ("path", .array((answer.reason?.path ?? []).map(json))),
    ])
  }
}
