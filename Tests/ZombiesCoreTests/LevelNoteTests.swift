import Testing
import ZombiesCore
import ZombiesTestSupport

/// Comments that are level notes, and comments that are nearly notes ("Text forms", "Files").
@Suite struct LevelNoteTests {
  private static func read(_ comment: String) throws(LevelError) -> LevelNote? {
    try LevelNote(comment[...], at: TextPosition(line: 7, column: 3))
  }

  @Test(
    arguments: [
      ("; lit", .lit), (";lit", .lit), (";\t lit \t", .lit), ("; world: One", .world("One")),
      (";world:One", .world("One")), (";  level :  The first: a; b  ", .level("The first: a; b")),
      ("; level: 🧟‍♀️ é", .level("🧟‍♀️ é")), ("; unlock: all", .unlock(.all)),
      ("; unlock: stars 0", .unlock(.stars(0))),
      ("; unlock:  coins \t 18446744073709551615", .unlock(.coins(.max))),
    ] as [(String, LevelNote)])
  func notes(comment: String, note: LevelNote) throws {
    try expectEqual(Self.read(comment), note)
  }

  @Test(arguments: [
    ";", ";;", "; ", ";; lit", ";; World: x", "; classic@42#7", "; 1", "; a lit room", "; lit room",
    "; unlit", "; light", "; lite:", "; Levels of all forms", "; level 7 is hard", "; world",
    "; unlock",
    "; unlock the door", "; unlock stars", "; the world: a stage", "; worldly: x", "; note: lit",
    "; lit or not", "; S1P", "; é", "; 🔦: lit", "; :", "; : lit", "; unlocked: all",
    "; levelled: x", "; rules", "; rules of the house", "; rules zombie-speed 0",
    "; the rules: chase",
    ";; rules: chase vertical",
  ])
  func comments(comment: String) throws {
    try expectNil(Self.read(comment))
  }

  /// Comments that are nearly notes.
  private static let nearNoteTexts: [(String, Int)] = [
    ("; Lit", 5), (";LIT", 4), ("; lti", 5), ("; li", 5), ("; it", 5), ("; litt", 5), ("; slit", 5),
    ("; lıt", 5), ("; lit.", 5), ("; lit; a", 5), ("; lit:", 5), ("; Lit: yes", 5),
    ("; World: x", 5),
    ("; WORLD: x", 5), ("; wrold: x", 5), (";worlds:x", 4), ("; Level: x", 5), ("; levels: x", 5),
    ("; leve: x", 5), ("; lével: x", 5), ("; Unlock: all", 5), ("; unlok: all", 5),
    ("; unlock stars 3", 5), ("; Unlock all", 5), ("; world:", 11), ("; level: \t", 11),
    ("; unlock:", 12), ("; unlock: All", 13), ("; unlock: star 3", 13), ("; unlock: stars", 13),
    ("; unlock: stars 03", 13), ("; unlock: stars -1", 13), ("; unlock: stars 3 ; early", 13),
    ("; rules:", 11), ("; rules: chase vertical,", 27), ("; rules: zombi-speed 2", 12),
    ("; rules: zombie-speed 17", 25), ("; rules: zombie-speed 0", 25),
    ("; rules: zombie-speed", 24),
    ("; rules: zombie-speed 02", 25), ("; rules: chase longest, chase longest", 27),
    ("; rules: chase  diagonal", 19), ("; rules: é 2, chase longest", 12),
    ("; rule: chase longest", 5),
    ("; rules: chase longest, é 2", 27), ("; rules chase longest", 5),
    ("; unlock: coins 18446744073709551616", 13), ("; unlock: all 3", 13),
    ("; unlock: stars 3 coins 2", 13), ("; world: " + String(repeating: "x", count: 1001), 12),
  ]

  /// The errors of near notes give the column of the fault. The `;` is in column 3.
  @Test(arguments: nearNoteTexts)
  func nearNotes(comment: String, column: Int) {
    do throws(LevelError) {
      Issue.record("\(comment) is \(String(describing: try Self.read(comment)))")
    } catch {
      expectEqual(error.position, TextPosition(line: 7, column: column), "\(comment): \(error)")
      expect(error.problem.utf8.count < 300)
    }
  }

  /// Tries every slip of one character in every keyword: inserted, removed, replaced by another one
  /// or swapped with its neighbour, at every position.
  @Test func everySlipOfOneCharacterIsSeen() {
    for (word, tail) in [
      ("lit", ""), ("world", ": x"), ("level", ": x"), ("unlock", ": all"),
      ("rules", ": chase vertical"),
    ] {
      let letters = Array(word)
      var slips: Set<String> = [word.uppercased(), word.prefix(1).uppercased() + word.dropFirst()]
      for place in 0...letters.count {
        for other in ["x", "é", "T", "1", "-"] as [Character] {
          slips.insert(String(letters[..<place] + [other] + letters[place...]))
          guard place < letters.count else { continue }
          slips.insert(String(letters[..<place] + [other] + letters[(place + 1)...]))
          slips.insert(String(letters[..<place] + letters[(place + 1)...]))
          guard place > 0 else { continue }
          var swapped = letters
          swapped.swapAt(place - 1, place)
          slips.insert(String(swapped))
        }
      }
      slips.remove(word)
      expect(slips.count > 20)
      for slip in slips {
        #expect(throws: LevelError.self, "\(slip)") { try Self.read("; \(slip)\(tail)") }
      }
    }
  }

  @Test("2.10 Rules are written back as they were read, and what they leave out has its default")
  func rules() throws {
    for text in [
      "hearing-distance 2, zombie-speed 2", "zombie-speed 2, hearing-distance 2", "chase longest",
      "catching-distance 0",
      "hearing-distance 16, chase vertical, catching-distance 1, zombie-speed 9",
    ] {
      guard case .rules(let read) = try Self.read("; rules: " + text.replacing(", ", with: "  ,\t"))
      else {
        Issue.record("\(text)")
        continue
      }
      expectEqual(read.description, text)
      try expectEqual(NamedRules(inLink: read.inLink[...]), read)
      for variant in Rules.Variant.allCases {
        let isNamed = text.contains(variant.option)
        expect(
          read.named.contains(variant) == isNamed
            && (isNamed || read.rules.value(of: variant) == Rules.standard.value(of: variant)))
      }
    }
    guard case .rules(let both) = try Self.read("; rules: zombie-speed 2,hearing-distance 3") else {
      Issue.record("no rules")
      return
    }
    try expectEqual(both.rules, (try Rules(zombieSpeed: 2, hearingDistance: 3)))
  }

  @Test("2.10 A misspelled rule is answered with the nearest one")
  func misspelledRules() {
    func problem(_ comment: String) -> String {
      do throws(LevelError) {
        _ = try Self.read(comment)
        return ""
      } catch { return error.problem }
    }
    expect(problem("; rules: zombi-speed 2").contains("did you mean 'zombie-speed'?"))
    expect(problem("; rules: haering-distance 2").contains("did you mean 'hearing-distance'?"))
    expect(
      problem("; rules: luck 2").contains("expected catching-distance, chase, zombie-speed or"))
    expect(!problem("; rules: luck 2").contains("did you mean"))
    expect(
      problem("; rules: hearing-distance 17").contains(
        "expected hearing-distance 0 to 16, found '17'"))
    expect(problem("; rules: chase up").contains("expected chase longest, vertical, horizontal"))
    expect(problem("; rules: chase longest, chase longest").contains("a second chase"))
  }
}
