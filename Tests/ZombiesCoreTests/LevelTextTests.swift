import Testing
import ZombiesCore
import ZombiesTestSupport

/// Codes and pictures of levels (the article "Text forms"), against the reader and writer of the naive reference.
@Suite struct LevelTextTests {
  /// Whether a level has the parts of the reference's.
  private func isSame(_ level: Level, _ naive: NaiveLevel) -> Bool {
    let index = { (square: Square) in square.row * naive.columns + square.column }
    return level.size.rows == naive.rows && level.size.columns == naive.columns
      && index(level.start) == naive.start && index(level.signpost) == naive.signpost
      && level.zombies.map(index) == naive.zombies && level.blocks.map(index) == naive.blocks
      && level.flashlights.map(index) == naive.flashlights && level.isLit == naive.lit
  }

  /// The ways to write each character of a picture.
  private static let forms: [Character: [String]] = [
    "S": ["S", "🆘", "🆘\u{FE0F}", "🆘\u{FE0E}"],
    "P": [
      "P", "🚶", "🚶\u{FE0F}", "🚶‍♂️", "🚶‍♀️", "🚶\u{200D}\u{2642}", "🚶🏽", "🚶🏻‍♀️", "🚶🏿‍♂️", "🚶\u{FE0E}",
      "🚶‍➡️", "🚶‍♀️‍➡️", "🚶🏼‍♂️‍➡️",
    ],
    "Z": ["Z", "🧟", "🧟\u{FE0F}", "🧟‍♂️", "🧟‍♀️", "🧟\u{200D}\u{2640}"],
    "#": ["#", "🚧", "🚧\u{FE0F}"],
    "F": ["F", "🔦", "🔦\u{FE0F}"],
    ".": [".", "⬜️", "⬜", "⬜\u{FE0E}"],
  ]

  @Test func levelsAreReadAndWrittenAsByTheReference() throws {
    let seed: UInt64 = 0xC0DE
    var random = NaiveRandom(seed: seed)
    let large = [(1, 1024), (1024, 1), (2, 1024), (1024, 2), (30, 300), (60, 60)]
    let count = cases(700, long: 20_000)
    let failure = firstFailure(of: 0..<count + large.count) { number -> String? in
      let naive =
        number < count
        ? random.level(maxRows: 5, maxColumns: 14, maxThings: 7)
        : random.level(
          rows: large[number - count].0, columns: large[number - count].1, zombies: 30, blocks: 60,
          flashlights: 9, lit: number % 2 == 0)
      let complaint = "seed \(seed): \(naive.code.prefix(300))"
      guard let level = try? Level(code: naive.code), level.code == naive.code,
        isSame(level, naive)
      else { return complaint }
      guard naive.rows > 1 else { return "\(level)" == naive.code ? nil : complaint }
      guard level.picture() == naive.picture, "\(level)" == naive.picture else {
        return complaint + " as a picture"
      }
      // Letters, emoji and mixtures of them. `; lit` stays as it is.
      let end = naive.lit ? "\n; lit" : ""
      let mixed = naive.picture.dropLast(end.count).map { letter in
        let forms = Self.forms[letter] ?? [String(letter)]
        return forms[random.below(forms.count)]
      }
      let texts = [naive.picture, level.picture(.emoji), mixed.joined() + end]
      return texts.allSatisfy { (try? Level($0)) == level && (try? Level(picture: $0)) == level }
        ? nil : "\(complaint) in one of \(texts)"
    }
    expectNil(failure)
    let level = try Level("S1Z/#F1/2P")
    expectEqual(level.picture(.emoji), "🆘⬜️🧟\n🚧🔦⬜️\n⬜️⬜️🚶")
    // Runs of floor of every length.
    expectNil((1...1022).first { (try? Level(code: "S\($0)P"))?.code != "S\($0)P" })
  }

  @Test func equalLevelsHaveEqualCodesAndOthersHaveOthers() throws {
    var (levels, codes, count) = (Set<Level>(), Set<String>(), 0)
    for family in NaiveFamily.smallRooms(maxSquares: isLong ? 6 : 4, maxThings: 2) {
      naiveForEachLevel(family) { naive in
        count += 1
        guard let level = try? Level(naive.code) else { return }
        levels.insert(level)
        codes.insert(level.code)
      }
    }
    expect(count > 800 && levels.count == count && codes.count == count)
    // The order of the things does not matter.
    let level = try Level("S1Z#/Z1#F/F2P+lit")
    let same = try Level(
      size: level.size, start: level.start, signpost: level.signpost,
      zombies: level.zombies.reversed(), blocks: level.blocks.reversed(),
      flashlights: level.flashlights.reversed(), isLit: true)
    expect(same == level && same.code == level.code && same.hashValue == level.hashValue)
  }

  @Test func aChangedCodeIsReadIfItIsAnotherCanonicalCode() {
    let seed: UInt64 = 0xC0E0
    var random = NaiveRandom(seed: seed)
    let alphabet = Array("SPZ#F/0123456789+lit.spz \t-@;".utf8)
    let count = cases(1500, long: 30_000)
    var accepted = 0
    let failure = firstFailure(of: 0..<count) { _ -> String? in
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
      accepted += level == nil ? 0 : 1
      return (level == nil) == (NaiveLevel(code: text) == nil) && (level?.code ?? text) == text
        ? nil : "seed \(seed): \(text)"
    }
    expectNil(failure)
    // Both results are frequent.
    expect(accepted > count / 12 && accepted < count - count / 12, "\(accepted) of \(count)")
  }

  @Test func noTextCrashesAReader() {
    let seed: UInt64 = 0xBAD
    var random = NaiveRandom(seed: seed)
    let pieces = [
      "S", "P", "Z", "#", "F", ".", ".", ".", "\n", "\n", "; lit\n", "🆘", "🚶‍♂️", "🧟", "🚧", "🔦", "⬜️",
      "⬛️", "\u{200D}", "\u{FE0F}", "🏽", "♂", "1", "5", "/", "+lit", "\r\n", " ", "\u{FEFF}", "\0",
      "\u{301}", "é", "1024", "S.\n.P", "S1/1P", "\u{2028}", "👨‍👩‍👧‍👦",
    ]
    var read = 0
    let failure = firstFailure(of: 0..<cases(1000, long: 30_000)) { _ -> String? in
      let text = (0..<random.below(9)).map { _ in pieces[random.below(pieces.count)] }.joined()
      for level in [try? Level(text), try? Level(picture: text), try? Level(code: text)] {
        guard let level else { continue }
        read += 1
        // What was read can be read again.
        let again = level.size.rows > 1 ? [level.picture(), level.picture(.emoji)] : []
        if !(again + [level.code]).allSatisfy({ (try? Level($0)) == level })
          || NaiveLevel(code: level.code) == nil
        {
          return "seed \(seed): \(text.debugDescription)"
        }
      }
      return nil
    }
    expectNil(failure)
    expect(read > 10)
  }

  /// Texts of a level in a lit room, and of the same level in a dark one.
  private static let readable = """
    lit | ; lit⏎S.⏎Z.⏎.P
    lit | S.⏎; lit⏎Z.⏎.P
    lit | S.⏎Z.⏎.P⏎; lit⏎
    lit | ; lit⏎S.⏎; lit⏎Z.⏎.P⏎; lit
    lit | ; a room⏎S.⏎Z.⏎ ; lit ⏎.P
    lit | S.␍⏎Z.␍⏎.P␍⏎; lit␍⏎
    lit | 🆘.⏎🧟⬜⏎; lit⏎.🚶
    lit | ; lit⏎;; lit⏎S.⏎; a lit room⏎Z.⏎.P⏎;
    lit | S1/Z1/1P+lit
    dark | S.⏎Z.⏎.P⏎; unlit
    dark | ; lit or not⏎S.⏎Z.⏎.P
    dark | ;⏎S.⏎Z.⏎;;⏎.P
    dark | ; S.⏎S.⏎Z.⏎.P
    dark | ;; lit⏎S.⏎Z.⏎.P
    dark | S.⏎Z.⏎.P⏎; world: lit⏎; level: lit
    dark | S1/Z1/1P ; a room
    dark | ␣S1/Z1/1P⇥;
    dark | S1/Z1/1P ;; lit
    dark | ; a⏎S1/Z1/1P  ; b ; c⏎
    """

  @Test func commentsAndBlanksAroundALevel() throws {
    let (lit, dark) = (try Level(code: "S1/Z1/1P+lit"), try Level(code: "S1/Z1/1P"))
    for row in tableRows(Self.readable) {
      let level = row[0] == "lit" ? lit : dark
      try expectEqual(Level(row[1]), level, row[1])
      if !row[1].contains("/") { try expectEqual(Level(picture: row[1]), level, row[1]) }
    }
    // A BOM, CR before LF, blanks around a line, blank lines and no last newline.
    var failures: [String] = []
    for text in ["S1/Z1/1P", "S.\nZ.\n.P", "🆘⬜️\n🧟⬜️\n⬜️🚶‍♂️"] {
      for mark in ["", "\u{FEFF}"] {
        for newline in ["\n", " \n", "\t \r\n"] {
          for indent in ["", "  ", "\t"] {
            for (before, behind) in [("", ""), ("\r\n \n", "\r\n\t\n"), ("", "\n\n")] {
              let lines = text.split(separator: "\n").map { indent + $0 }
              let whole = mark + before + lines.joined(separator: newline) + behind
              if (try? Level(whole)) != dark { failures.append(whole.debugDescription) }
            }
          }
        }
      }
    }
    expectEqual(failures, [])
  }

  /// What a table abbreviates.
  private static let parts = [
    "~code": "expected S, P, Z, #, F, a number of floor squares, / or +lit",
    "~picture": "expected S, P, Z, #, F or . or their emoji",
    "~empty": "an empty row, expected S, P, Z, #, F or floor squares",
    "~lit": "only one +lit can follow the last row",
    "~zero": "a number of floor squares cannot begin with 0",
    "~S": "a second signpost (S); a level has exactly one",
    "~P": "a second start (P); a level has exactly one",
    "~0": "the level has no start (P)", "~1": "the level has no signpost (S)",
    "~first": "as in the first row",
    "~unseen": "⬛ means a square that the player cannot see; a level must show every square",
    "~level": "expected a level: a code, or a picture of two or more lines",
    "~short": "a picture has two or more rows; write a single row as a code",
    "~near":
      "looks like a misspelled 'lit': expected '; lit' in lower case, alone on its line; "
      + "to write a comment, begin it with ';;'",
    "~behind": "a comment in a picture must be on a line of its own, not after a row",
    "~stray":
      "'; lit' must be among the rows of a picture, with no blank line between; in a code, "
      + "write +lit at the end",
    "~indent":
      "is not indented like the row in line 1; a blank is not a square, write '.' or ⬜️ for floor",
  ]

  /// Checks that each text of a table is refused at its place with its problem.
  private func expectRefusals(
    _ table: String, lines: [Int] = [1], _ read: (String, Int) throws(LevelError) -> Level
  ) {
    for row in tableRows(table, parts: Self.parts) {
      let text = row[0].replacing("…", with: String(repeating: ".", count: 1022))
        .replacing("≡", with: String(repeating: "/2", count: 1023))
        .replacing("∷", with: String(repeating: "\n..", count: 1023))
      for line in lines {
        let place = row[1].split(separator: ":").compactMap { Int($0) }
        let position = TextPosition(line: place[0] + line - 1, column: place[1])
        do throws(LevelError) {
          let code = try read(text, line).code
          expect(false, "\(row) is read as \(code)")
        } catch {
          expectEqual(error, LevelError(row[2], at: position), "\(row)")
        }
      }
    }
  }

  @Test func badCodes() {
    let table = """
      | 1:1 | ~empty
      /S1P | 1:1 | ~empty
      S1P/ | 1:5 | ~empty
      S1P//3 | 1:5 | ~empty
      // Other characters.
      s1P | 1:1 | unexpected 's', ~code
      S.P | 1:2 | unexpected '.', ~code
      S1P@42 | 1:4 | unexpected '@', ~code
      S1🧟P | 1:3 | unexpected '🧟', ~code
      S１P | 1:2 | unexpected '１', ~code
      S1🚶‍♂️ | 1:3 | unexpected '🚶‍♂️', ~code
      S1PÉ | 1:4 | unexpected 'É', ~code
      ␣S1P | 1:1 | unexpected the character U+0020, ~code
      S1P␍⏎ | 1:4 | unexpected the character U+000D, ~code
      S\0P | 1:2 | unexpected the character U+0000, ~code
      \u{FEFF}S1P | 1:1 | unexpected the character U+FEFF, ~code
      S\u{200D}P | 1:2 | unexpected the character U+200D, ~code
      S\u{FFFD}P | 1:2 | unexpected the character U+FFFD, ~code
      // Floor.
      S0P | 1:2 | ~zero
      SP/02 | 1:4 | ~zero
      1025 | 1:1 | a row of more than 1024 squares
      S1024 | 1:2 | a row of more than 1024 squares
      S1023P | 1:6 | a row of more than 1024 squares
      S18446744073709551617P | 1:2 | a row of more than 1024 squares
      SP≡/2 | 1:2051 | more than 1024 rows
      // Rows of another width.
      S1P/4 | 1:6 | a row of 4 squares, expected 3 ~first
      S1P/2/3 | 1:6 | a row of 2 squares, expected 3 ~first
      S/1/1P | 1:7 | a row of 2 squares, expected 1 ~first
      S1/P | 1:5 | a row of 1 square, expected 2 ~first
      S1P/1Z2+lit | 1:8 | a row of 4 squares, expected 3 ~first
      // One start, one signpost.
      S1P/SZ1 | 1:5 | ~S
      S1P/1P1 | 1:6 | ~P
      PP | 1:2 | ~P
      S1/Z1+lit | 1:10 | ~0
      3P | 1:3 | ~1
      S | 1:2 | ~0
      1 | 1:2 | ~0
      // +lit elsewhere, twice or incomplete.
      S1P+lit+lit | 1:4 | ~lit
      S1P+Lit | 1:4 | ~lit
      S1P+lit␣ | 1:4 | ~lit
      S+litP | 1:2 | ~lit
      S1P+li | 1:4 | ~lit
      """
    expectRefusals(table) { (text, _) throws(LevelError) in try Level(code: text) }
    expectRefusals(table) { (text, _) throws(LevelError) in
      do throws(LevelError) {
        return try Level(code: text, at: TextPosition(line: 7, column: 5))
      } catch {
        guard let place = error.position, place.line == 7 else { throw error }
        throw LevelError(error.problem, at: TextPosition(line: 1, column: place.column - 4))
      }
    }
    expectEqual(
      "\(LevelError("a problem", at: TextPosition(line: 7, column: 5)))",
      "line 7, column 5: a problem")
    expectEqual("\(LevelError("a problem"))", "a problem")
  }

  @Test func badPictures() {
    let pictures = """
      | 1:1 | ~empty
      S.⏎⏎.P | 2:1 | ~empty
      S.⏎␣␣⏎.P | 2:3 | ~empty
      SP | 1:3 | ~short
      ; lit | 1:1 | ~short
      SP⏎; lit | 1:3 | ~short
      """
    // Other characters. A column is one square, with all its combining characters.
    let both = """
      S.⏎Px | 2:2 | unexpected 'x', ~picture
      s.⏎.p | 1:1 | unexpected 's', ~picture
      🆘⬜️🧟‍♀️x⏎⬜️⬜️⬜️🚶 | 1:4 | unexpected 'x', ~picture
      🆘⬜️⏎🚶🏿‍♂️‍➡️? | 2:2 | unexpected '?', ~picture
      🆘⬜️⏎🚶🧍 | 2:2 | unexpected '🧍', ~picture
      S.⏎P.⏎.+lit | 3:2 | unexpected '+', ~picture
      S .⏎..P | 1:2 | unexpected the character U+0020, ~picture
      S\0⏎.P | 1:2 | unexpected the character U+0000, ~picture
      S.␍.P⏎.. | 1:3 | unexpected the character U+000D, ~picture
      // Modifiers that follow no emoji, or join emoji that do not belong together.
      S\u{FE0F}.⏎..P | 1:2 | unexpected the character U+FE0F, ~picture
      S.⏎🚶\u{200D}🧟 | 2:2 | unexpected the character U+200D, ~picture
      S.⏎.🏽 | 2:2 | unexpected '🏽', ~picture
      ♂S⏎.P | 1:1 | unexpected '♂', ~picture
      // Squares that the player cannot see.
      S⬛⏎.P | 1:2 | ~unseen
      🆘⬜️⏎⬜️⬛️⏎⬜️🚶 | 2:2 | ~unseen
      // Rows of another width. The position is after the row.
      S..⏎P. | 2:3 | a row of 2 squares, expected 3 ~first
      🆘⬜️⏎🚶‍♂️🧟‍♀️🧟 | 2:4 | a row of 3 squares, expected 2 ~first
      ␣␣S.⏎␣␣...⏎␣␣P. | 2:6 | a row of 3 squares, expected 2 ~first
      // One start, one signpost.
      S🆘⏎.P | 1:2 | ~S
      SP⏎🚶‍♂️. | 2:1 | ~P
      S.⏎.. | 2:3 | ~0
      ..⏎🚶Z | 2:3 | ~1
      ; one⏎S.⏎; two⏎..⏎; lit | 4:3 | ~0
      // Too large.
      SP⏎…... | 2:1025 | a row of more than 1024 squares
      SP∷⏎.. | 1025:3 | more than 1024 rows
      // Comments.
      ; Lit⏎S.⏎Z.⏎.P | 1:3 | 'Lit' ~near
      S.⏎Z.⏎.P⏎ ;  LIT␣ | 4:5 | 'LIT' ~near
      S.. ; lit⏎..P | 1:4 | ~behind
      S..⇥⇥; lit⏎..P | 1:4 | ~behind
      S..⏎..P; | 2:4 | ~behind
      """
    expectRefusals(pictures + "\n" + both, lines: [1, 40]) { (text, line) throws(LevelError) in
      try line == 1 ? Level(picture: text) : Level(picture: text, line: line)
    }
    // Blank lines count as lines, and columns from the start of the line. One line is a code.
    let texts = """
      S.⏎ .P | 2:2 | this row ~indent
      ⏎; c⏎⏎␣␣S.⏎␣␣P! | 5:4 | unexpected '!', ~picture
      \u{FEFF}␣␣S!⏎P. | 1:4 | unexpected '!', ~picture
      S.␍⏎P!␍⏎ | 2:2 | unexpected '!', ~picture
      | 1:1 | ~level
      ⏎ ␍⏎ | 1:1 | ~level
      ; S1P | 1:1 | ~level
      S..P | 1:2 | unexpected '.', ~code
      \u{FEFF}␍⏎ ; c⏎␣␣S1x ␍⏎ | 3:5 | unexpected 'x', ~code
      S1P ; lit | 1:5 | '; lit' is for pictures; in a code, write +lit at the end
      é ; lit | 1:1 | unexpected 'é', ~code
      S1P⏎; lit | 2:1 | ~stray
      ; lit⏎S1P | 1:1 | ~stray
      S1P⇥; Lit | 1:7 | 'Lit' ~near
      S1/Z1/1P;a | 1:9 | unexpected ';', ~code
      S1/Z1/1P;a ;b | 1:9 | unexpected ';', ~code
      S1P ; world: one | 1:5 | '; world: NAME' must be on a line of its own, above its levels
      S1P ; unlock: all | 1:5 | '; unlock: all, stars N or coins N' must be on a line of its own, above its levels
      S1P ; rules: chase vertical | 1:5 | '; rules: OPTION VALUE, ...' must be on a line of its own, above its levels
      """
    expectRefusals(both + "\n" + texts) { (text, _) throws(LevelError) in try Level(text) }
  }
}
