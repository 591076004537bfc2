import Testing
import ZombiesCore

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
    #expect(try Self.read(comment) == note)
  }

  @Test(arguments: [
    ";", ";;", "; ", ";; lit", ";; World: x", "; classic@42#7", "; 1", "; a lit room", "; lit room",
    "; unlit", "; light", "; lite:", "; Levels of all forms", "; level 7 is hard", "; world",
    "; unlock",
    "; unlock the door", "; unlock stars", "; the world: a stage", "; worldly: x", "; note: lit",
    "; lit or not", "; S1P", "; é", "; 🔦: lit", "; :", "; : lit", "; unlocked: all",
    "; levelled: x",
  ])
  func comments(comment: String) throws {
    #expect(try Self.read(comment) == nil)
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
    ("; unlock: coins 18446744073709551616", 13), ("; unlock: all 3", 13),
    ("; unlock: stars 3 coins 2", 13), ("; world: " + String(repeating: "x", count: 1001), 12),
  ]

  /// The errors of near notes give the column of the fault. The `;` is in column 3.
  @Test(arguments: nearNoteTexts)
  func nearNotes(comment: String, column: Int) {
    do throws(LevelError) {
      Issue.record("\(comment) is \(String(describing: try Self.read(comment)))")
    } catch {
      #expect(error.position == TextPosition(line: 7, column: column), "\(comment): \(error)")
      #expect(error.problem.utf8.count < 300)
    }
  }

  /// Tries every slip of one character in every keyword: inserted, removed, replaced by another one
  /// or swapped with its neighbour, at every position.
  @Test func everySlipOfOneCharacterIsSeen() {
    for (word, tail) in [("lit", ""), ("world", ": x"), ("level", ": x"), ("unlock", ": all")] {
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
      #expect(slips.count > 20)
      for slip in slips {
        #expect(throws: LevelError.self, "\(slip)") { try Self.read("; \(slip)\(tail)") }
      }
    }
  }
}
