import Testing
import ZombiesCore
import ZombiesTestSupport

/// Comments that are level notes, and comments that are nearly notes ("Text forms", "Files").
@Suite struct LevelNoteTests {
  /// A note in words, "-" for a comment without meaning, or the column and the problem. The `;` is in column 3.
  private func read(_ comment: String) -> String {
    do throws(LevelError) {
      let note = try LevelNote(comment[...], at: TextPosition(line: 7, column: 3))
      switch note {
      case nil: return "-"
      case .lit: return "lit"
      case .world(let name): return "world \(name)"
      case .level(let name): return "level \(name)"
      case .unlock(.all): return "unlock all"
      case .unlock(.stars(let number)): return "unlock \(number) stars"
      case .unlock(.coins(let number)): return "unlock \(number) coins"
      case .rules(let rules): return "rules \(rules)"
      }
    } catch {
      guard let place = error.position, place.line == 7 else { return "no line: \(error)" }
      return "\(place.column): \(error.problem)"
    }
  }

  private static let notes = """
    ; lit | lit
    ;lit | lit
    ;⇥ lit ⇥ | lit
    ; world: One | world One
    ;world:One | world One
    ;  level :  The first: a; b␣␣ | level The first: a; b
    ; level: 🧟‍♀️ é | level 🧟‍♀️ é
    ; unlock: all | unlock all
    ; unlock: stars 0 | unlock 0 stars
    ; unlock:  coins ⇥ 18446744073709551615 | unlock 18446744073709551615 coins
    ; rules: zombie-speed 2  ,⇥hearing-distance⇥3 | rules zombie-speed 2, hearing-distance 3
    ; rules: chase longest | rules chase longest
    // Comments without meaning.
    ; | -
    ;; | -
    ;␣ | -
    ;; lit | -
    ;; World: x | -
    ; classic@42#7 | -
    ; a lit room | -
    ; lit room | -
    ; unlit | -
    ; light | -
    ; lite: | -
    ; level 7 is hard | -
    ; world | -
    ; unlock | -
    ; unlock the door | -
    ; unlock stars | -
    ; unlocked stars 3 | -
    ; the world: a stage | -
    ; worldly: x | -
    ; é | -
    ; 🔦: lit | -
    ; : lit | -
    ; unlocked: all | -
    ; rules | -
    ; rules of the house | -
    ; rules zombie-speed 0 | -
    ; the rules: chase | -
    ;; rules: chase vertical | -
    ; world chase longest | -
    """

  @Test func notesAndOtherComments() {
    for row in tableRows(Self.notes) { expectEqual(read(row[0]), row[1], row[0]) }
    let longest = String(repeating: "x", count: 1000)
    expectEqual(read("; world: " + longest), "world " + longest)
  }

  /// What a table abbreviates.
  private static let parts = [
    "~lit":
      "looks like a misspelled 'lit': expected '; lit' in lower case, alone on its line; "
      + "to write a comment, begin it with ';;'",
    "~world":
      "looks like a misspelled 'world': expected '; world: NAME' in lower case; "
      + "to write a comment, begin it with ';;'",
    "~lock": "expected '; unlock: all, stars N or coins N'",
    "~colon": "has no colon: expected '; unlock: all, stars N or coins N'",
    "~rules":
      "catching-distance, chase, zombie-speed or hearing-distance",
  ]

  private static let nearNotes = """
    ; Lit | 5: 'Lit' ~lit
    ;LIT | 4: 'LIT' ~lit
    ; lti | 5: 'lti' ~lit
    ; slit | 5: 'slit' ~lit
    ; lıt | 5: 'lıt' ~lit
    ; lit; a | 5: 'lit' ~lit
    ; lit: | 5: 'lit' ~lit
    ; Lit: yes | 5: 'Lit' ~lit
    ; World: x | 5: 'World' ~world
    ; wrold: x | 5: 'wrold' ~world
    ;worlds:x | 4: 'worlds' ~world
    ; unlock stars 3 | 5: 'unlock stars 3' ~colon
    ; Unlock all | 5: 'Unlock all' ~colon
    ; rules chase longest | 5: 'rules chase longest' has no colon: expected '; rules: OPTION VALUE, ...'
    ; world: | 11: expected a name: '; world: NAME'
    ; level: ⇥ | 11: expected a name: '; level: NAME'
    ; level: a\u{1B}b | 12: the control character U+001B in a name; expected printable characters
    ; unlock: | 12: ~lock
    ; unlock: All | 13: ~lock
    ; unlock: star 3 | 13: ~lock
    ; unlock: stars | 13: ~lock
    ; unlock: stars 03 | 13: ~lock
    ; unlock: stars 3 ; early | 13: ~lock
    ; unlock: coins 18446744073709551616 | 13: ~lock
    ; unlock: all 3 | 13: ~lock
    ; rules: | 11: expected a rule: ~rules
    ; rules: chase vertical, | 27: expected a rule: ~rules
    ; rules: zombi-speed 2 | 12: unknown rule 'zombi-speed' (did you mean 'zombie-speed'?), expected ~rules
    ; rules: haering-distance 2 | 12: unknown rule 'haering-distance' (did you mean 'hearing-distance'?), expected ~rules
    ; rules: luck 2 | 12: unknown rule 'luck', expected ~rules
    ; rules: é 2, chase longest | 12: unknown rule 'é', expected ~rules
    ; rules: chase longest, é 2 | 27: unknown rule 'é', expected ~rules
    ; rules: zombie-speed 17 | 25: expected zombie-speed 1 to 16, found '17'
    ; rules: zombie-speed 0 | 25: expected zombie-speed 1 to 16, found '0'
    ; rules: zombie-speed 02 | 25: expected zombie-speed 1 to 16, found '02'
    ; rules: zombie-speed | 24: expected zombie-speed 1 to 16
    ; rules: hearing-distance 17 | 29: expected hearing-distance 0 to 16, found '17'
    ; rules: catching-distance 2 | 30: expected catching-distance 0 to 1, found '2'
    ; rules: chase  diagonal | 19: expected chase longest, vertical, horizontal, found 'diagonal'
    ; rules: chase longest, chase longest | 27: a second chase, expected each rule at most once
    """

  @Test func nearNotesAreErrorsAtTheirPlace() {
    for row in tableRows(Self.nearNotes, parts: Self.parts) {
      expectEqual(read(row[0]), row[1], row[0])
    }
    let long = String(repeating: "x", count: 1001)
    expectEqual(read("; world: " + long), "12: a name has more than 1000 bytes")
    let quoted = String(long.prefix(40))
    let rules = Self.parts["~rules"] ?? ""
    expectEqual(read("; rules: \(long) 1"), "12: unknown rule '\(quoted)', expected \(rules)")
    expectEqual(
      read("; rules: chase \(long)"),
      "18: expected chase longest, vertical, horizontal, found '\(quoted)'")
  }

  /// Every slip of one character in every keyword: inserted, removed, replaced by another one or swapped with its
  /// neighbour, at every position.
  @Test func everySlipOfOneCharacterIsAnError() {
    let tails = [
      "lit": "", "world": ": x", "level": ": x", "unlock": ": all", "rules": ": chase vertical",
    ]
    for (word, tail) in tails {
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
        expect(read("; \(slip)\(tail)").hasPrefix("5: '\(slip)' looks like a misspelled"), slip)
      }
    }
  }

  /// A third of the letters may be missing or wrong.
  @Test func misspelledRulesAreGuessed() {
    for name in Rules.Variant.allCases.map(\.option) {
      for errors in 1..<name.count {
        for end in ["", String(repeating: "q", count: errors)] {
          let problem = read("; rules: \(name.dropLast(errors))\(end) 1")
          let isGuessed = problem.contains("(did you mean '\(name)'?)")
          expectEqual(isGuessed, 3 * errors <= name.count, problem)
        }
      }
    }
  }

  @Test func rulesAreWrittenAsTheyWereRead() throws {
    let texts = [
      "hearing-distance 2, zombie-speed 2", "zombie-speed 2, hearing-distance 2", "chase longest",
      "catching-distance 0",
      "hearing-distance 16, chase vertical, catching-distance 1, zombie-speed 9",
    ]
    for text in texts {
      let place = TextPosition(line: 1, column: 1)
      let rules = try NamedRules(text[...], at: place)
      expectEqual(rules.description, text)
      expectEqual(rules.inLink, text.replacing(", ", with: "&").replacing(" ", with: "="))
      try expectEqual(NamedRules(inLink: rules.inLink[...]), rules)
      // What they leave out has its default.
      for variant in Rules.Variant.allCases {
        expectEqual(rules.named.contains(variant), text.contains(variant.option))
        if !rules.named.contains(variant) {
          expectEqual(rules.rules.value(of: variant), Rules.standard.value(of: variant))
        }
      }
    }
    do throws(LevelError) { _ = try NamedRules(inLink: "chase=longest&luck=2") } catch {
      expect("\(error)".hasPrefix("line 1, column 15: unknown rule 'luck'"), "\(error)")
    }
    // Named are what differs from the default and what has to be; if that is nothing, all.
    let fast = try Rules(zombieSpeed: 2, hearingDistance: 3)
    expectEqual("\(NamedRules(changesOf: fast))", "zombie-speed 2, hearing-distance 3")
    expectEqual(
      "\(NamedRules(changesOf: fast, naming: [.chase]))",
      "chase longest, zombie-speed 2, hearing-distance 3")
    expectEqual(
      "\(NamedRules(changesOf: .standard))",
      "catching-distance 1, chase longest, zombie-speed 1, hearing-distance 0")
  }
}
