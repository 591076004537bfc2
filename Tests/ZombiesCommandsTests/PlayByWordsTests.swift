import Testing
import ZombiesTestSupport

/// Games that cannot be won by typing what the game says, as a player with a screen reader must
/// ("The game as it is played", section 7).
@Suite(.waits) struct PlayByWordsTests {
  /// A game through a pipe. The player reads each answer before typing the next line.
  private struct Words {
    private let options: [String]
    private var typed: [String] = []
    private(set) var answer = ""

    init(_ options: String...) throws {
      self.options = options
      try read()
    }

    /// Types a line, and reads the answer.
    mutating func type(_ line: String) throws {
      typed.append(line)
      try read()
    }

    /// Plays again what was typed, because the same lines always have the same answers. No line of
    /// an answer is printed twice.
    private mutating func read() throws {
      let run = try zombies(
        ["play", "--text"] + options, input: (typed + ["quit\n"]).joined(separator: "\n"))
      let answers = run.output.split(separator: "\n\n> ")
      try require(run.ending == .exit(0) && answers.count == typed.count + 2, "\(run)")
      let lines = answers[typed.count].split(separator: "\n").dropFirst(typed.isEmpty ? 0 : 1)
      answer = lines.joined(separator: "\n")
      expectEqual(Set(lines).count, lines.count, "\(typed.last ?? ""): \(answer)")
      expect(!lines.isEmpty, "nothing is printed after \(typed)")
    }

    /// Fails if the answer does not contain a text.
    func says(_ text: String) { expect(answer.contains(text), "\(typed): \(answer)") }

    /// The words of the answer between two texts.
    func words(after start: String, before end: Character) throws -> String {
      let start = try require(answer.firstRange(of: start), "\(typed): \(answer)")
      return String(answer[start.upperBound...].prefix { $0 != end })
    }
  }

  @Test("7.10 A round, by the hints that are printed")
  func round() throws {
    var game = try Words("--family", "4x4z1b1+lit", "--seed", "3")
    while !game.answer.contains("You won!") {
      try game.type("hint")
      try game.type(try game.words(after: "Hint: ", before: "."))
    }
    try game.type("next")
    game.says("A new round: ")
  }

  @Test("7.10 A level of a world, by the words for the room")
  func world() throws {
    var game = try Words("--worlds")
    game.says("World 1 of 6: First Night.")
    try game.type("enter")
    try game.type(try game.words(after: "0 of 30 stars.\n", before: ":"))
    game.says("First Night, level 1: Keep Right. 3 lives.")
    let rows = try game.words(after: "the signpost is ", before: " ")
    let columns = try game.words(after: " up and ", before: " ")
    try game.type("up \(rows)")
    try game.type("left \(columns)")
    game.says("You won!\n")
    game.says("3 of 3 stars")
    try game.type("next")
    game.says("First Night, level 2: Keep Left. 3 lives.")
  }

  @Test("7.10 Three questions, by their numbered answers")
  func questions() throws {
    var game = try Words("--quiz", "--seed", "3")
    try game.type("next")
    var wrong = 0
    for number in 1...3 {
      game.says("Question \(number) of 3.\n")
      let count = try game.words(after: "Answer 1 of ", before: ":")
      for answer in 1...(try require(Int(count))) {
        try game.type("\(answer)")
        if game.answer != "Not that one." { break }
        wrong += 1
      }
      game.says("Right: ")
    }
    game.says("Chapter 2 of 6: ")
    expect(wrong > 0)
  }

  @Test("7.10 A draft of the workshop, by its verdicts and its solution")
  func draft() throws {
    var game = try Words("--seed", "3")
    try game.type("workshop")
    game.says("It can be won: par 8")
    try game.type("zombie 5 4")
    game.says("It cannot be won.")
    try game.type("floor 5 4")
    for line in ["zombie 3 3", "block 2 3"] { try game.type(line) }
    try game.type("down")
    game.says("Row 3, column 3: a zombie.")
    try game.type("look")
    let moves = try game.words(after: "The solution: ", before: ".")
    try game.type("play")
    for move in moves.split(separator: ", ") { try game.type(String(move)) }
    game.says("You won!")
    try game.type("workshop")
    game.says("The workshop: S4/2#2/2Z2/5/4P.")
  }
}
