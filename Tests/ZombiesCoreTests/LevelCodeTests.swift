import Testing
import ZombiesCore
import ZombiesTestSupport

/// Codes (the article "Text forms"): only here are all canonical forms and no others read, by the
/// plain reader and the fast one, and errors have their positions.
@Suite struct LevelCodeTests {
  @Test("The example of the rules")
  func example() throws {
    let level = try Level("S4/5/Z1#2/2F2/4P")
    try expectEqual(level.size, RoomSize(rows: 5, columns: 5))
    expect(level.signpost == level.size.topLeft && level.start == level.size.bottomRight)
    expectEqual(level.zombies, [Square(row: 2, column: 0)])
    expectEqual(level.blocks, [Square(row: 2, column: 2)])
    expectEqual(level.flashlights, [Square(row: 3, column: 2)])
    expect(!level.isLit)
    expectEqual(level.code, "S4/5/Z1#2/2F2/4P")
    try expectEqual(Level("S4/5/Z1#2/2F2/4P+lit"), level.replacing(isLit: true))
    try expectEqual(Level("S4/5/Z1#2/2F2/4P+lit").code, "S4/5/Z1#2/2F2/4P+lit")
  }

  /// Whether a code is read as the reference's level and written as the same code.
  private func isRead(_ naive: NaiveLevel) -> Bool {
    let code = naive.code
    guard let level = try? Level(code: code) else { return false }
    let index = { (square: Square) in square.row * naive.columns + square.column }
    return level.code == code && level.size.rows == naive.rows
      && level.size.columns == naive.columns && index(level.start) == naive.start
      && index(level.signpost) == naive.signpost && level.zombies.map(index) == naive.zombies
      && level.blocks.map(index) == naive.blocks && level.isLit == naive.lit
      && level.flashlights.map(index) == naive.flashlights
  }

  @Test(
    "Random levels, 100,000 in the longer form: a code is read as its level and written the same"
  )
  func roundTrips() {
    let seed: UInt64 = 0xC0DE
    var random = NaiveRandom(seed: seed)
    var (count, failure) = (0, String?.none)
    while count < cases(exactly: 1500, long: 100_000), failure == nil {
      let level = random.level(maxRows: 5, maxColumns: 5, maxThings: 7)
      count += 1
      if !isRead(level) { failure = level.code }
    }
    expectNil(failure, "seed \(seed)")
  }

  @Test("Sides up to 1024, and runs of floor of every length")
  func largeRooms() {
    let seed: UInt64 = 0xC0DF
    var random = NaiveRandom(seed: seed)
    var failure: String?
    for (rows, columns) in [
      (1, 1024), (1024, 1), (2, 1024), (1024, 2), (1, 1023),
    ] + (isLong ? [(1024, 1024), (100, 1000)] : [(30, 300)]) where failure == nil {
      let level = random.level(
        rows: rows, columns: columns, zombies: 30, blocks: 200, flashlights: 9, lit: rows == 2)
      if !isRead(level) { failure = "\(rows)x\(columns) " + level.code.prefix(200) }
    }
    for length in 1...1022 where failure == nil {
      let code = "S\(length)P"
      if (try? Level(code: code))?.code != code { failure = code }
    }
    expectNil(failure, "seed \(seed)")
  }

  @Test("Equal levels have equal codes, and different levels have different codes")
  func codesAreFaithful() throws {
    var (levels, codes, count) = (Set<Level>(), Set<String>(), 0)
    for family in NaiveFamily.smallRooms(maxSquares: isLong ? 6 : 4, maxThings: 2) {
      naiveForEachLevel(family) { naive in
        count += 1
        guard let level = try? Level(naive.code) else { return }
        levels.insert(level)
        codes.insert(level.code)
      }
    }
    expect(count > cases(exactly: 800, long: 10_000))
    expect(levels.count == count && codes.count == count)

    // The order of the things does not matter.
    let level = try Level("S1Z#/Z1#F/F2P+lit")
    let same = try Level(
      size: level.size, start: level.start, signpost: level.signpost,
      zombies: level.zombies.reversed(), blocks: level.blocks.reversed(),
      flashlights: level.flashlights.reversed(), isLit: true)
    expect(same == level && same.code == level.code && same.hashValue == level.hashValue)
  }

  @Test("A code with one byte changed is read if and only if it is another canonical code")
  func mutatedCodes() {
    let seed: UInt64 = 0xC0E0
    var random = NaiveRandom(seed: seed)
    let alphabet = Array("SPZ#F/0123456789+lit.spz \t-@;".utf8)
    var (accepted, count, failure) = (0, 0, String?.none)
    while count < cases(exactly: 2500, long: 60_000), failure == nil {
      var bytes = Array(random.level(maxRows: 4, maxColumns: 12, maxThings: 4).code.utf8)
      for _ in 0...random.below(2) {
        let place = random.below(bytes.count)
        switch random.below(4) {
        case 0: bytes.insert(alphabet[random.below(alphabet.count)], at: place)
        case 1: bytes[place] = alphabet[random.below(alphabet.count)]
        case 2: bytes.swapAt(place, random.below(bytes.count))
        default: if bytes.count > 1 { bytes.remove(at: place) }
        }
      }
      let text = String(decoding: bytes, as: UTF8.self)
      let level = try? Level(code: text)
      count += 1
      if level != nil { accepted += 1 }
      if (level != nil) != (NaiveLevel(code: text) != nil) || level.map({ $0.code != text }) == true
      {
        failure = text
      }
    }
    expectNil(failure, "seed \(seed)")
    // Both results are frequent.
    expect(accepted > count / 12, "of \(count)")
    expect(accepted < count - count / 12, "of \(count)")
  }

  private static let letters =
    "expected S, P, Z, #, F, a number of floor squares, / or +lit"
  private static let empty = "an empty row, expected S, P, Z, #, F or floor squares"
  private static let ending = "only one +lit can follow the last row"
  private static let wide = "a row of more than 1024 squares"

  /// Bad codes, with the column and the text of the error.
  private static let bad: [(code: String, column: Int, problem: String)] = [
    // Empty rows.
    ("", 1, empty), ("/S1P", 1, empty), ("S1P/", 5, empty), ("S1P//3", 5, empty), ("/", 1, empty),
    ("+lit", 1, empty), ("S1P/+lit", 5, empty),
    // Lower case letters, and other characters.
    ("s1P", 1, "unexpected 's', " + letters), ("S1p", 3, "unexpected 'p', " + letters),
    ("S1zP", 3, "unexpected 'z', " + letters), ("S.P", 2, "unexpected '.', " + letters),
    ("S-1P", 2, "unexpected '-', " + letters), ("S1P@42", 4, "unexpected '@', " + letters),
    ("classic@42#7", 1, "unexpected 'c', " + letters), ("?", 1, "unexpected '?', " + letters),
    ("S1🧟P", 3, "unexpected '🧟', " + letters), ("S１P", 2, "unexpected '１', " + letters),
    ("S1🚶‍♂️", 3, "unexpected '🚶‍♂️', " + letters), ("S1PÉ", 4, "unexpected 'É', " + letters),
    ("S⬛️P", 2, "unexpected '⬛️', " + letters),
    // Invisible characters.
    (" S1P", 1, "unexpected the character U+0020, " + letters),
    ("S1P ", 4, "unexpected the character U+0020, " + letters),
    ("S\tP", 2, "unexpected the character U+0009, " + letters),
    ("S1P\n", 4, "unexpected the character U+000A, " + letters),
    ("S1P\r\n", 4, "unexpected the character U+000D, " + letters),
    ("S\0P", 2, "unexpected the character U+0000, " + letters),
    ("\u{FEFF}S1P", 1, "unexpected the character U+FEFF, " + letters),
    ("S\u{A0}P", 2, "unexpected the character U+00A0, " + letters),
    ("S\u{200D}P", 2, "unexpected the character U+200D, " + letters),
    // Leading zeros.
    ("S0P", 2, "a number of floor squares cannot begin with 0"),
    ("S01P", 2, "a number of floor squares cannot begin with 0"),
    ("SP/02", 4, "a number of floor squares cannot begin with 0"),
    // Rows of another width.
    ("S1P/4", 6, "a row of 4 squares, expected 3 as in the first row"),
    ("S1P/2", 6, "a row of 2 squares, expected 3 as in the first row"),
    ("S1P/4/3", 6, "a row of 4 squares, expected 3 as in the first row"),
    ("S/1/1P", 7, "a row of 2 squares, expected 1 as in the first row"),
    ("S1P/1Z2+lit", 8, "a row of 4 squares, expected 3 as in the first row"),
    // One start, one signpost.
    ("S1P/SZ1", 5, "a second signpost (S); a level has exactly one"),
    ("S1P/1P1", 6, "a second start (P); a level has exactly one"),
    ("PP", 2, "a second start (P); a level has exactly one"),
    ("S3", 3, "the level has no start (P)"), ("3/3", 4, "the level has no start (P)"),
    ("S1/Z1+lit", 10, "the level has no start (P)"),
    ("3P", 3, "the level has no signpost (S)"), ("P/Z", 4, "the level has no signpost (S)"),
    // A room of one square.
    ("S", 2, "the level has no start (P)"), ("P", 2, "the level has no signpost (S)"),
    ("1", 2, "the level has no start (P)"),
    // +lit elsewhere, twice or incomplete.
    ("S1P+lit+lit", 4, ending), ("S1P+Lit", 4, ending), ("S1P+", 4, ending),
    ("S1P+lit ", 4, ending), ("+litS1P", 1, ending), ("S+litP", 2, ending),
    ("S1P+lit/3", 4, ending), ("S1P+li", 4, ending), ("S1P++lit", 4, ending),
    // Widths over 1024, with any number of digits.
    ("1025", 1, wide), ("S1024", 2, wide), ("S1023P", 6, wide), ("SP/1025", 4, wide),
    ("S" + String(repeating: "9", count: 30) + "P", 2, wide),
    ("SP/" + String(repeating: "1", count: 30_000), 4, wide),
    ("18446744073709551617", 1, wide),
    // Heights over 1024.
    ("SP" + String(repeating: "/2", count: 1024), 2051, "more than 1024 rows"),
    ("S/P" + String(repeating: "/1", count: 2000), 2050, "more than 1024 rows"),
  ]

  @Test("Only canonical codes are read: each bad code has an error with position and expectation")
  func badCodes() {
    var failures: [String] = []
    for (code, column, problem) in Self.bad {
      for origin in [TextPosition(line: 1, column: 1), TextPosition(line: 7, column: 5)] {
        let place = TextPosition(line: origin.line, column: origin.column + column - 1)
        do throws(LevelError) {
          let level = try Level(code: code, at: origin)
          failures.append("\(code.debugDescription) was read as \(level.code)")
        } catch {
          if error != LevelError(problem, at: place) {
            failures.append("\(code.prefix(50).debugDescription): \(error)")
          }
        }
      }
    }
    expectEqual(failures, [])
  }

  @Test("Errors give the position and the problem")
  func descriptions() {
    #expect(throws: LevelError.self) { try Level("S1P/4") }
    do throws(LevelError) {
      _ = try Level("S1P/4")
    } catch {
      expectEqual(
        "\(error)", "line 1, column 6: a row of 4 squares, expected 3 as in the first row")
    }
    expectEqual("\(LevelError("a problem"))", "a problem")
  }

  @Test func descriptionsAreReadBack() throws {
    for code in ["S3P", "SP", "F1S10P+lit", "S/P", "S4/5/Z1#2/2F2/4P", "S1/1P+lit"] {
      let level = try Level(code)
      try expectEqual(Level("\(level)"), level, "\(code)")
    }
  }
}
