import Testing
import ZombiesCore
import ZombiesTestSupport

/// Bad pictures: only here has each error its line, its column in characters, and what was
/// expected.
@Suite struct BadPictureTests {
  private static let symbols = "expected S, P, Z, #, F or . or their emoji"
  private static let empty = "an empty row, expected S, P, Z, #, F or floor squares"
  private static let unseen =
    "⬛ means a square that the player cannot see; a level must show every square"
  private static let nothing = "expected a level: a code, or a picture of two or more lines"

  /// Bad texts of several lines, with the position and the text of the error.
  private static let bad: [(text: String, line: Int, column: Int, problem: String)] = [
    // Other characters. A column is one square, with all its combining characters.
    ("S.\nPx", 2, 2, "unexpected 'x', " + symbols),
    ("s.\n.p", 1, 1, "unexpected 's', " + symbols),
    ("S2\n.P", 1, 2, "unexpected '2', " + symbols),
    ("S1P\nS1P", 1, 2, "unexpected '1', " + symbols),
    ("🆘⬜️🧟‍♀️x\n⬜️⬜️⬜️🚶", 1, 4, "unexpected 'x', " + symbols),
    ("🆘⬜️\n🚶🏿‍♂️‍➡️?", 2, 2, "unexpected '?', " + symbols),
    ("🆘⬜️\n🚶🧍", 2, 2, "unexpected '🧍', " + symbols),
    ("S.\nP.\n.+lit", 3, 2, "unexpected '+', " + symbols),
    ("S .\n..P", 1, 2, "unexpected the character U+0020, " + symbols),
    ("S\u{0}\n.P", 1, 2, "unexpected the character U+0000, " + symbols),
    ("S\u{A0}\n.P", 1, 2, "unexpected the character U+00A0, " + symbols),
    ("S.\r.P\n..", 1, 3, "unexpected the character U+000D, " + symbols),
    // Modifiers that follow no emoji, or join emoji that do not belong together.
    ("S\u{FE0F}.\n..P", 1, 2, "unexpected the character U+FE0F, " + symbols),
    ("S.\n🚶\u{200D}🧟", 2, 2, "unexpected the character U+200D, " + symbols),
    ("S.\n.🏽", 2, 2, "unexpected '🏽', " + symbols),
    ("♂S\n.P", 1, 1, "unexpected '♂', " + symbols),
    // Squares that the player cannot see.
    ("S⬛\n.P", 1, 2, unseen), ("S.\n⬛️P", 2, 1, unseen), ("🆘⬜️\n⬜️⬛️\n⬜️🚶", 2, 2, unseen),
    // Rows of another width. The position is after the row.
    ("S..\nP.", 2, 3, "a row of 2 squares, expected 3 as in the first row"),
    ("S\nP.", 2, 3, "a row of 2 squares, expected 1 as in the first row"),
    ("🆘⬜️\n🚶‍♂️🧟‍♀️🧟", 2, 4, "a row of 3 squares, expected 2 as in the first row"),
    ("  S.\n  ...\n  P.", 2, 6, "a row of 3 squares, expected 2 as in the first row"),
    // One start, one signpost.
    ("SS\n.P", 1, 2, "a second signpost (S); a level has exactly one"),
    ("S🆘\n.P", 1, 2, "a second signpost (S); a level has exactly one"),
    ("SP\n🚶‍♂️.", 2, 1, "a second start (P); a level has exactly one"),
    ("S.\n..", 2, 3, "the level has no start (P)"),
    ("..\n🚶Z", 2, 3, "the level has no signpost (S)"),
    ("; one\nS.\n; two\n..\n; lit", 4, 3, "the level has no start (P)"),
    // Too large.
    (
      "SP\n" + String(repeating: ".", count: 1025), 2, 1025, "a row of more than 1024 squares"
    ),
    ("SP" + String(repeating: "\n..", count: 1024), 1025, 3, "more than 1024 rows"),
    // Blank lines and comment lines count as lines, and columns count from the start of the line.
    ("\n; c\n\n  S.\n  P!", 5, 4, "unexpected '!', " + symbols),
    ("\u{FEFF}  S!\nP.", 1, 4, "unexpected '!', " + symbols),
    ("S.\r\nP!\r\n", 2, 2, "unexpected '!', " + symbols),
    // An empty text, or one line, which is a code.
    ("", 1, 1, nothing), ("\n \r\n", 1, 1, nothing), ("; S1P", 1, 1, nothing),
    (
      "S..P", 1, 2,
      "unexpected '.', expected S, P, Z, #, F, a number of floor squares, / or +lit"
    ),
    (
      "\u{FEFF}\r\n ; c\n  S1x \r\n", 3, 5,
      "unexpected 'x', expected S, P, Z, #, F, a number of floor squares, / or +lit"
    ),
  ]

  private func failure(
    _ text: String, _ place: TextPosition, _ problem: String,
    _ read: (String) throws(LevelError) -> Level
  ) -> String? {
    do throws(LevelError) {
      return "\(text.debugDescription) was read as \(try read(text).code)"
    } catch {
      return error == LevelError(problem, at: place)
        ? nil : "\(text.prefix(60).debugDescription): \(error)"
    }
  }

  @Test("Each bad text has an error with the line, the column and what was expected")
  func badTexts() {
    let failures = Self.bad.compactMap { text, line, column, problem in
      failure(text, TextPosition(line: line, column: column), problem) {
        (text) throws(LevelError) in try Level(text)
      }
    }
    expectEqual(failures, [])
  }

  @Test("A picture has at least two rows, none empty, and can begin at any line of a file")
  func badPictures() {
    let short = "a picture has two or more rows; write a single row as a code"
    let bad: [(text: String, line: Int, column: Int, problem: String)] = [
      ("SP", 1, 3, short), ("; lit", 1, 1, short), ("SP\n; lit", 1, 3, short),
      ("", 1, 1, Self.empty), ("S.\n\n.P", 2, 1, Self.empty), ("S.\n  \n.P", 2, 3, Self.empty),
      ("S.\nP!", 2, 2, "unexpected '!', " + Self.symbols),
    ]
    let failures = bad.flatMap { text, line, column, problem in
      [1, 40].compactMap { first in
        failure(text, TextPosition(line: line + first - 1, column: column), problem) {
          (text) throws(LevelError) in try Level(picture: text, line: first)
        }
      }
    }
    expectEqual(failures, [])
  }

  @Test("No text crashes a reader, and a text that can be read can be read again: random texts")
  func randomTexts() {
    let seed: UInt64 = 0xBAD
    var random = NaiveRandom(seed: seed)
    let pieces = [
      "S", "P", "Z", "#", "F", ".", ".", ".", "\n", "\n", "; lit\n", "🆘", "🚶‍♂️", "🧟", "🚧", "🔦", "⬜️",
      "⬛️", "\u{200D}", "\u{FE0F}", "🏽", "♂", "1", "5", "/", "+lit", "\r\n", " ", "\u{FEFF}", "\0",
      "\u{301}", "é", "1024", "S.\n.P", "S1/1P", "\u{2028}", "👨‍👩‍👧‍👦",
    ]
    var (read, failure) = (0, String?.none)
    for _ in 0..<cases(exactly: 1500, long: 60_000) where failure == nil {
      var text = ""
      for _ in 0..<random.below(9) { text += pieces[random.below(pieces.count)] }
      for level in [try? Level(text), try? Level(picture: text), try? Level(code: text)] {
        guard let level else { continue }
        read += 1
        let again = level.size.rows > 1 ? [level.picture(), level.picture(.emoji)] : []
        for form in again + [level.code] where (try? Level(form)) != level {
          failure = text.debugDescription
        }
        if NaiveLevel(code: level.code) == nil { failure = text.debugDescription }
      }
    }
    expectNil(failure, "seed \(seed)")
    expect(read > cases(exactly: 10, long: 500))
  }
}
