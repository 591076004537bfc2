import Testing
import ZombiesCore
import ZombiesTestSupport

/// Worked examples for the sentences of "The rules", sections 2 and 3. Each was worked out by hand, and is played by
/// both forms of the rules and by the naive reference, so it also tests the reference that other tests trust.
@Suite struct RoundExamplesTests {
  /// Moves, level, the state after the moves and, if they are not the default, the rules. A state has `P` for the
  /// player on any square and `*` for a zombie on the player's square.
  private static let examples = """
    // Section 2. The player begins on the start. A flashlight in sight lights the room, and rows do not wrap.
    | P3/4/1Z1S+lit | P.../..../.Z.S+lit
    | S1F/2P | S.F/..P+lit
    | S1P1/3F | S.P./...F
    | S1P/F2 | S.P/F..
    L | S3PF1Z | S..P.FZ.+lit
    // A zombie within the catching distance of the start catches the player at once.
    | S1PZ | S.PZ caught
    | S1Z/2P+lit | S.Z/..P+lit caught
    | S1P1/3Z | S.P./...Z
    | S1P/Z2 | S.P/Z..
    | S1PZ | S.PZ | catching-distance 0
    | S1PZ/2F1 | S.PZ/..F.+lit caught
    // A player without a legal move is stuck. A zombie's square is a legal target.
    | S2/2#/1#P+lit | S../..#/.#P+lit stuck
    | S1#PZ | S.#PZ | catching-distance 0
    | S1#PZ | S.#PZ caught
    // 1. The player steps to the target.
    U | 2S/1P1/3 | .PS/.../...
    D | 2S/1P1/3 | ..S/.../.P.
    L | 2S/1P1/3 | ..S/P../...
    R | 2S/1P1/3 | ..S/..P/...
    // 2. On the signpost, the round is won, even if a zombie is near. A flashlight no longer matters.
    UU | ZSZ/3/1P1 | ZPZ/.../... won
    U | ZSZ/1P1+lit | ZPZ/...+lit won
    L | FSP | FP. won
    // 3. A zombie within the catching distance catches, before the chase and before the room is lit.
    RR | S2/2Z/P2 | S../..Z/..P caught
    RR | SP1Z | S..* caught | catching-distance 0
    R | SP1Z2Z+lit | S.PZ..Z+lit caught
    R | S1P1Z/3F1 | S..PZ/...F. caught
    // 4. If the room was lit before this move, every zombie chases, and may catch the player.
    R | S3P2Z+lit | S....PZ.+lit caught
    R | S3P2Z | S....P.Z
    L | Z2S2P2Z+lit | .Z.S.P..Z.+lit
    // 5. If the room was dark and a flashlight is in sight, it becomes lit and stays lit.
    R | S1P2F2Z | S..P.F..Z
    RR | S1P2F2Z | S...PF..Z+lit
    RRLL | S1P2F2Z | S.P..FZ..+lit
    RRLLLL | S1P2F2Z | P....Z...+lit won
    // Section 3. Zombies move in the reading order of their squares at the beginning of the chase.
    L | S1ZZ4P+lit | S.Z.Z..P.+lit
    R | Z1Z/3/3/3/3/SP1+lit | .../Z.Z/.../.../.../S.P+lit
    // Each zombie sees where the earlier ones have gone.
    R | P4ZZ1S+lit | .P..ZZ..S+lit
    L | 1Z4/Z5/6/6/S4P+lit | ....../.Z..../Z...../....../S...P.+lit
    // In the player's column only a vertical step brings it nearer, in the row only a horizontal one.
    U | Z2/#2/3/3/P1S+lit | Z../#../.../P../..S+lit
    R | 4S/P2#Z+lit | ....S/.P.#Z+lit
    // The step along the longer axis first, the vertical one if both are equal.
    L | Z3/4/4/4/S2P+lit | ..../Z.../..../..../S.P.+lit
    L | Z5/6/S4P+lit | .Z..../....../S...P.+lit
    R | P4S/6/5Z+lit | .P...S/....../....Z.+lit
    L | Z4/5/5/S3P+lit | ...../Z..../...../S..P.+lit
    // If a block, the signpost or another zombie is there, the other step, and otherwise none.
    L | Z3/#3/4/4/S2P+lit | .Z../#.../..../..../S.P.+lit
    L | Z3/S3/4/4/3P+lit | .Z../S.../..../..../..P.+lit
    L | Z3/Z3/4/4/S2P+lit | .Z../..../Z.../..../S.P.+lit
    L | Z#4/6/S4P+lit | .#..../Z...../S...P.+lit
    L | Z#2/ZS2/#3/4/4/3P+lit | Z#../ZS../#.../..../..../..P.+lit
    L | ZS2P+lit | ZS.P.+lit
    // It walks over the start and over flashlights.
    RR | Z1P3S+lit | ..Z.P.S+lit
    RR | ZF2P2S+lit | .FZ...PS+lit
    // Catching distance 0: only on the player's square, onto which a zombie may step.
    R | ZP2S+lit | .ZP.S+lit | catching-distance 0
    R | P1Z1S+lit | .*..S+lit caught | catching-distance 0
    U | 1Z1/2Z/SP1+lit | .../.*Z/S..+lit caught | catching-distance 0
    // Chase axis.
    L | Z5/6/S4P+lit | ....../Z...../S...P.+lit | chase vertical
    L | Z5/#5/S4P+lit | .Z..../#...../S...P.+lit | chase vertical
    L | Z3/4/4/4/S2P+lit | .Z../..../..../..../S.P.+lit | chase horizontal
    L | Z#2/4/4/4/S2P+lit | .#../Z.../..../..../S.P.+lit | chase horizontal
    // Zombie speed: each step is chosen anew. One zombie makes all its steps before the next begins.
    L | Z25PS+lit | ................Z........P.S+lit | zombie-speed 16
    L | Z3/4/4/S2P+lit | ..../..../Z.../S.P.+lit | zombie-speed 2
    L | Z3/4/4/S2P+lit | ..../..../.Z../S.P.+lit | zombie-speed 3
    L | Z3/#3/4/4/4/S2P+lit | ..../#Z../..../..../..../S.P.+lit | zombie-speed 2
    L | ZZ7PS+lit | Z..Z....P.S+lit | zombie-speed 2
    L | Z7PS+lit | .......*.S+lit caught | catching-distance 0, zombie-speed 16
    L | Z#2P/4S+lit | Z#.P./....S+lit | zombie-speed 16
    """

  @Test func everySentenceOfTheRules() throws {
    for row in tableRows(Self.examples) {
      try expectEqual(
        after(row[0], in: row[1], rules(row.count > 3 ? row[3] : "")), row[2],
        row.joined(separator: " | "))
    }
    // There is no limit on moves.
    let moves = String(repeating: "LR", count: 1000)
    try expectEqual(after(moves + "LLL", in: "S2P#Z", .standard), "P...#Z won")
  }

  /// The rules that a cell names.
  private func rules(_ text: String) throws -> Rules {
    text.isEmpty
      ? .standard : try NamedRules(text[...], at: TextPosition(line: 1, column: 1)).rules
  }

  /// The state after some moves, on one line, if all forms agree.
  private func after(_ moves: String, in code: String, _ rules: Rules) throws -> String {
    var match = try Match(require(NaiveLevel(code: code)), rules)
    for letter in moves.utf8 {
      match.move(Int(try require(Direction(letter: letter)).rawValue))
      if let difference = match.difference { return difference }
    }
    let (naive, level) = (match.naive, match.naive.level)
    var letters = [Character](repeating: ".", count: level.squareCount)
    for square in level.blocks { letters[square] = "#" }
    for square in level.flashlights { letters[square] = "F" }
    letters[level.signpost] = "S"
    letters[naive.player] = "P"
    for square in naive.zombies { letters[square] = square == naive.player ? "*" : "Z" }
    let rows = (0..<level.rows).map {
      String(letters[$0 * level.columns..<($0 + 1) * level.columns])
    }
    return rows.joined(separator: "/") + (naive.lit ? "+lit" : "")
      + (naive.outcome.map { " \($0.rawValue)" } ?? "")
  }

  @Test func illegalMovesChangeNothing() throws {
    // A level, the moves before, the direction, what stops it, and rules.
    let table = """
      S2/#PZ/3 | | L | blocked left from row 1, column 1 | catching-distance 0
      S2/#PZ/3 | | R | | catching-distance 0
      P1S | | U | leaves up from row 0, column 0
      P1S | | D | leaves down from row 0, column 0
      P1S | | L | leaves left from row 0, column 0
      P1S | | R |
      P1S | RR | L | over won
      PZS | | R | over caught
      P#S | | R | over stuck
      """
    for row in tableRows(table) {
      var round = Round(try Level(row[0]), rules: try rules(row.count > 4 ? row[4] : ""))
      for letter in row[1].utf8 { try round.move(require(Direction(letter: letter))) }
      let before = round
      var problem = ""
      do throws(Round.IllegalMove) {
        try round.move(row[2] == "U" ? .up : row[2] == "D" ? .down : row[2] == "L" ? .left : .right)
      } catch {
        switch error {
        case .roundIsOver(let outcome): problem = "over \(outcome)"
        case .leavesRoom(let direction, let square):
          problem = "leaves \(direction.word) from \(square)"
        case .blocked(let direction, let square):
          problem = "blocked \(direction.word) from \(square)"
        }
      }
      expectEqual(problem, row[3], "\(row)")
      expectEqual(round == before, !problem.isEmpty, "\(row)")
    }
  }

  @Test func thePlayerHearsZombiesInTheDark() throws {
    // Level, moves, what is heard at the start and after each move, and rules.
    let table = """
      // Distance is Manhattan distance: the zombie is two rows and two columns away.
      S4/5/2Z2/5/4P | | 1 | hearing-distance 4
      S4/5/2Z2/5/4P | UDL | 0 1 0 1 | hearing-distance 3
      S4/1Z3/4Z/5/P4 | RRRU | 1 1 2 1 2 | hearing-distance 4
      // Blocks do not muffle.
      S4/5/2Z2/2###/2#1P | L | 1 1 | hearing-distance 4
      // Nothing is heard without hearing, in the light, or after the end.
      S4/5/2Z2/5/4P | U | - - | hearing-distance 0
      S4/5/Z4/5/4P+lit | U | - - | hearing-distance 16
      S4/5/Z4/5/3FP | U | - - | hearing-distance 16
      S4/Z4/4F/5/4P | UD | 1 - - | hearing-distance 16
      SZ/1P | | - | hearing-distance 16
      S2/1Z1/2P | U | 1 - | hearing-distance 16
      S1P/3/Z2 | LL | 1 1 - | hearing-distance 4
      #P/S1 | D | 0 0 | hearing-distance 16
      // Rooms of more than 64 squares.
      S8/9/9/9/9/9/9/9/Z7P | LL | 0 1 1 | hearing-distance 7
      S69P/Z70 | LLLL | 0 0 0 0 0 | hearing-distance 16
      // A crowd, also those that the player sees.
      ZZZZZ/ZZZZZ/ZZPZZ/ZZZZZ/ZZZZS | | 12 | catching-distance 0, hearing-distance 2
      S2/1Z1/2P | U | 0 1 | catching-distance 0, hearing-distance 1
      """
    for row in tableRows(table) {
      var match = try Match(require(NaiveLevel(code: row[0])), rules(row[3]))
      var heard: [String] = []
      for letter in [nil] + row[1].utf8.map(Direction.init(letter:)) {
        if let letter { match.move(Int(letter.rawValue)) }
        expectNil(match.difference)
        heard.append(match.naive.heard.map { "\($0)" } ?? "-")
      }
      expectEqual(heard.joined(separator: " "), row[2], row[0])
    }
  }

  @Test func eventsAreReportedInOrder() throws {
    // In rooms of one row: level, moves, the events of the last one with squares given by column, and rules.
    let table = """
      S1P2F1#Z | R | R to 3
      S1P2F1#Z | RR | R to 4, lit
      // The zombie behind the block takes part in the chase, and stays.
      S1P2F1#Z | RRL | L to 3, chased 8 via [] to 8
      SP3Z+lit | R | R to 2, chased 5 via [4, 3] to 3 | catching-distance 0, zombie-speed 2
      SP3Z+lit | RL | L to 1, chased 3 via [2, 1] to 1, caught | catching-distance 0, zombie-speed 2
      SP+lit | L | L to 0, won
      S1P1Z+lit | R | R to 3, caught
      S1P3ZZF+lit | L | L to 1, chased 6 via [5] to 5 and 7 via [6] to 6
      """
    for row in tableRows(table) {
      var round = Round(try Level(row[0]), rules: try rules(row.count > 3 ? row[3] : ""))
      var events: [Round.Event] = []
      for letter in row[1].utf8 { events = try round.move(require(Direction(letter: letter))) }
      let words = events.map { event in
        switch event {
        case .stepped(let direction, let square): "\(direction) to \(square.column)"
        case .chased(let moves):
          "chased "
            + moves.map { "\($0.from.column) via \($0.path.map(\.column)) to \($0.to.column)" }
            .joined(separator: " and ")
        case .lit: "lit"
        case .ended(let outcome): outcome.name
        }
      }
      expectEqual(words.joined(separator: ", "), row[2], row[0])
    }
  }
}
