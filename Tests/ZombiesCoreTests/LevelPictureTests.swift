// Pictures (RULES.md section 6): letters and emoji, mixed, with all that may hang on an emoji.

import Testing
import ZombiesCore
import ZombiesTestSupport

@Suite struct LevelPictureTests {
  /// The ways to write each character of a picture in letters.
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

  @Test("Letters and emoji, as a picture is drawn")
  func drawing() throws {
    let level = try Level("S1Z/#F1/2P")
    #expect(level.picture() == "S.Z\n#F.\n..P")
    #expect("\(level)" == "S.Z\n#F.\n..P")
    #expect(level.picture(.emoji) == "🆘⬜️🧟\n🚧🔦⬜️\n⬜️⬜️🚶")
    #expect(try level.replacing(isLit: true).picture() == "S.Z\n#F.\n..P\n; lit")
    #expect(try Level("🆘⬜️🧟‍♀️\n🚧🔦⬜️\n⬜️⬜️🚶‍♂️") == level)
  }

  @Test("100,000 random levels are read from letters, emoji and mixtures of them")
  func roundTrips() {
    let seed: UInt64 = 0x91C7
    var random = NaiveRandom(seed: seed)
    var (count, failure) = (0, String?.none)
    while count < 100_000, failure == nil {
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
          // `; lit` stays as it is, and the letters of "lit" are none of a picture.
          text += forms.isEmpty ? String(letter) : forms[random.below(forms.count)]
        }
        picture = text
      }
      if count % 4 == 0, picture != naive.picture { failure = naive.code }
      let read = count % 2 == 0 ? try? Level(picture: picture) : try? Level(picture)
      if read != level { failure = "\(naive.code) as\n\(picture)" }
    }
    #expect(failure == nil, "seed \(seed)")
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
      #expect(isRead, "\(rows)x\(columns), seed \(seed)")
    }
  }

  @Test("'; lit' as a line of its own anywhere in the picture marks a lit room, other comments not")
  func lit() throws {
    let lit = try Level("S1/Z1/1P+lit")
    let dark = try Level("S1/Z1/1P")
    for text in [
      "; lit\nS.\nZ.\n.P", "S.\n; lit\nZ.\n.P", "S.\nZ.\n.P\n; lit", "S.\nZ.\n.P\n; lit\n",
      "; lit\nS.\n; lit\nZ.\n.P\n; lit", "; a room\nS.\nZ.\n ; lit \n.P",
      "S.\r\nZ.\r\n.P\r\n; lit\r\n", "🆘.\n🧟⬜\n; lit\n.🚶",
    ] {
      #expect(try Level(text) == lit, "\(text)")
      #expect(try Level(picture: text) == lit, "\(text)")
    }
    for text in [
      "S.\nZ.\n.P\n; unlit", "; Lit\nS.\nZ.\n.P", "; lit or not\nS.\nZ.\n.P", ";\nS.\nZ.\n;;\n.P",
      "; S.\nS.\n; +lit\nZ.\n.P",
    ] {
      #expect(try Level(text) == dark, "\(text)")
      #expect(try Level(picture: text) == dark, "\(text)")
    }
  }

  /// What may stand before and behind a level.
  private static let ends = [("", ""), ("\n", "\n"), ("\r\n \n", "\r\n\t\n"), ("", "\n\n")]

  @Test("A BOM, CR before LF, blanks around a line, blank lines around, no last newline: welcome")
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
    #expect(failures.prefix(5) == [])
  }
}
