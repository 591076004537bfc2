import Testing
import ZombiesCore
import ZombiesTestSupport

/// Pictures (the article "Text forms"): only here are letters, emoji, mixtures of them and all that
/// can follow an emoji read.
@Suite struct LevelPictureTests {
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

  @Test("Letters and emoji, as pictures are written")
  func drawing() throws {
    let level = try Level("S1Z/#F1/2P")
    expectEqual(level.picture(), "S.Z\n#F.\n..P")
    expectEqual("\(level)", "S.Z\n#F.\n..P")
    expectEqual(level.picture(.emoji), "🆘⬜️🧟\n🚧🔦⬜️\n⬜️⬜️🚶")
    try expectEqual(level.replacing(isLit: true).picture(), "S.Z\n#F.\n..P\n; lit")
    try expectEqual(Level("🆘⬜️🧟‍♀️\n🚧🔦⬜️\n⬜️⬜️🚶‍♂️"), level)
  }

  @Test(
    "Random levels, 100,000 in the longer form, are read from letters, emoji and mixtures of them")
  func roundTrips() {
    let seed: UInt64 = 0x91C7
    var random = NaiveRandom(seed: seed)
    var (count, failure) = (0, String?.none)
    while count < cases(exactly: 1200, long: 100_000), failure == nil {
      let naive = random.level(maxRows: 4, maxColumns: 4, maxThings: 6)
      guard naive.rows > 1 else { continue }
      count += 1
      guard let level = try? Level(code: naive.code) else {
        failure = naive.code
        break
      }
      let picture: String
      switch count % 4 {
      case 0: picture = level.picture()
      case 1: picture = level.picture(.emoji)
      default:
        var text = ""
        for letter in naive.picture {
          let forms = Self.forms[letter] ?? []
          // `; lit` stays as it is: its letters are not squares.
          text += forms.isEmpty ? String(letter) : forms[random.below(forms.count)]
        }
        picture = text
      }
      if count % 4 == 0, picture != naive.picture { failure = naive.code }
      let read = count % 2 == 0 ? try? Level(picture: picture) : try? Level(picture)
      if read != level { failure = "\(naive.code) as\n\(picture)" }
    }
    expectNil(failure, "seed \(seed)")
  }

  @Test("Sides up to 1024")
  func largeRooms() throws {
    let seed: UInt64 = 0x91C8
    var random = NaiveRandom(seed: seed)
    for (rows, columns) in [(2, 1024), (1024, 1), (1024, 3), (60, 60)] {
      let naive = random.level(
        rows: rows, columns: columns, zombies: 40, blocks: 60, flashlights: 20, lit: rows == 2)
      let level = try Level(naive.code)
      let read = [try Level(naive.picture), try Level(level.picture(.emoji))]
      let isRead = level.picture() == naive.picture && read == [level, level]
      expect(isRead, "\(rows)x\(columns), seed \(seed)")
    }
  }

  @Test("'; lit' on a line of its own in a picture makes the room lit, and other comments do not")
  func lit() throws {
    let lit = try Level("S1/Z1/1P+lit")
    let dark = try Level("S1/Z1/1P")
    for text in [
      "; lit\nS.\nZ.\n.P", "S.\n; lit\nZ.\n.P", "S.\nZ.\n.P\n; lit", "S.\nZ.\n.P\n; lit\n",
      "; lit\nS.\n; lit\nZ.\n.P\n; lit", "; a room\nS.\nZ.\n ; lit \n.P",
      "S.\r\nZ.\r\n.P\r\n; lit\r\n", "🆘.\n🧟⬜\n; lit\n.🚶",
    ] {
      try expectEqual(Level(text), lit, "\(text)")
      try expectEqual(Level(picture: text), lit, "\(text)")
    }
    for text in [
      "S.\nZ.\n.P\n; unlit", "; lit or not\nS.\nZ.\n.P", ";\nS.\nZ.\n;;\n.P", "; S.\nS.\nZ.\n.P",
      ";; lit\nS.\nZ.\n.P", "S.\nZ.\n.P\n; world: lit\n; level: lit",
    ] {
      try expectEqual(Level(text), dark, "\(text)")
      try expectEqual(Level(picture: text), dark, "\(text)")
    }
  }

  @Test("A near miss of '; lit' is an error, and so is '; lit' next to a code")
  func nearlyLit() {
    let near = "expected '; lit' in lower case, alone on its line"
    for (text, line, column, problem) in [
      ("; Lit\nS.\nZ.\n.P", 1, 3, near), ("S.\nZ.\n.P\n ;  LIT ", 4, 5, near),
      ("S.\n;litt\nZ.\n.P", 2, 2, near), ("S.\n; +lit\nZ.\n.P", 2, 3, near),
      ("S.\nZ.\n.P\n; lit ; yes", 4, 3, near),
      ("S.. ; lit\n..P", 1, 4, "a comment in a picture must be on a line of its own"),
      ("S..\n..P;", 2, 4, "a comment in a picture must be on a line of its own"),
    ] {
      for read in [{ try Level($0) }, { try Level(picture: $0) }] as [(String) throws -> Level] {
        expectRefusal(text, line, column, problem, read)
      }
    }
    let code = "in a code, write +lit at the end"
    expectRefusal("S1P ; lit", 1, 5, code) { try Level($0) }
    expectRefusal("é ; lit", 1, 1, "unexpected 'é'") { try Level($0) }
    expectRefusal("S1P\n; lit", 2, 1, code) { try Level($0) }
    expectRefusal("; lit\nS1P", 1, 1, code) { try Level($0) }
    expectRefusal("S1P\t; Lit", 1, 7, near) { try Level($0) }
  }

  private func expectRefusal(
    _ text: String, _ line: Int, _ column: Int, _ problem: String,
    _ read: (String) throws -> Level, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    do {
      Issue.record(
        "\(text.debugDescription): \(try read(text).code)", sourceLocation: sourceLocation)
    } catch let error as LevelError {
      #expect(
        error.position == TextPosition(line: line, column: column)
          && error.problem.contains(problem), "\(text.debugDescription): \(error)",
        sourceLocation: sourceLocation)
    } catch {
      Issue.record("\(error)", sourceLocation: sourceLocation)
    }
  }

  @Test("A comment can follow a code and a blank")
  func commentsBehindCodes() throws {
    let level = try Level(code: "S1/Z1/1P")
    for text in [
      "S1/Z1/1P ; a room", " S1/Z1/1P\t;", "S1/Z1/1P ;; lit", "; a\nS1/Z1/1P  ; b ; c\n",
    ] {
      try expectEqual(Level(text), level, "\(text)")
    }
    expectRefusal("S1/Z1/1P;a", 1, 9, "unexpected ';'") { try Level($0) }
    expectRefusal("S1/Z1/1P;a ;b", 1, 9, "unexpected ';'") { try Level($0) }
    expectRefusal("S1P ; world: one", 1, 5, "must be on a line of its own") { try Level($0) }
  }

  /// Texts that can come before and after a level.
  private static let ends = [("", ""), ("\n", "\n"), ("\r\n \n", "\r\n\t\n"), ("", "\n\n")]

  @Test("A BOM, CR before LF, blanks around a line, blank lines and no last newline are accepted")
  func blanks() throws {
    let level = try Level(code: "S1/Z1/1P")
    let texts = ["S1/Z1/1P", "S.\nZ.\n.P", "🆘⬜️\n🧟⬜️\n⬜️🚶‍♂️"]
    var failures: [String] = []
    for text in texts {
      for mark in ["", "\u{FEFF}"] {
        for newline in ["\n", "\r\n", " \n", "\t \r\n"] {
          for indent in ["", "  ", "\t"] {
            for (before, behind) in Self.ends {
              let lines = text.split(separator: "\n").map { indent + $0 }
              let whole = mark + before + lines.joined(separator: newline) + behind
              if (try? Level(whole)) != level { failures.append(whole.debugDescription) }
            }
          }
        }
      }
    }
    expectEqual(failures.prefix(5), [])
  }
}
