import Testing
import ZombiesCore
import ZombiesGenerator
import ZombiesTestBridge
import ZombiesTestSupport

/// Texts of any number of levels in any form, worlds, names, rules and CSV files ("Text forms", "Files").
@Suite struct LevelReaderTests {
  /// The entries of a text, one a line: the line, the code, and what else it has.
  private func read(_ reader: inout LevelReader) throws -> [String] {
    var found: [String] = []
    while let entry = try reader.next() {
      let parts = [
        "\(entry.line) \(entry.level.code)", entry.name.map { "'\($0)'" },
        entry.world.map { "of \(reader.worlds[$0].name)" }, entry.reference.map { "= \($0)" },
        entry.rules.map { "with \($0) from \(entry.rulesLine ?? 0)" },
      ]
      found.append(parts.compactMap { $0 }.joined(separator: " "))
    }
    return found
  }

  private func read(_ text: String) throws -> [String] {
    var reader = LevelReader(text)
    return try read(&reader)
  }

  /// A reader that gets a text in pieces.
  private func reader(_ text: String, by length: Int) -> LevelReader {
    var rest = Array(text.utf8)[...]
    return LevelReader {
      defer { rest = rest.dropFirst(length) }
      return rest.isEmpty ? nil : Array(rest.prefix(length))
    }
  }

  /// A text and its entries, separated by `;;`.
  private static let readable = """
    // Nothing.
    |
    ⏎⏎ |
    ; nothing |
    \u{FEFF} |
    ␣⇥␍⏎ |
    // Codes, references and pictures.
    ⏎⏎SP⏎⏎ | 3 SP
    SP⏎S1P | 1 SP ;; 2 S1P
    S/P⏎SP⏎⏎PS | 1 S/P ;; 2 SP ;; 4 PS
    S.⏎.P | 1 S1/1P
    S.⏎.P⏎⏎PS⏎#F | 1 S1/1P ;; 4 PS/#F
    🆘⬜⏎⬜️🚶‍♂️ | 1 S1/1P
    classic@42#7 | 1 S4/4Z/Z4/5/4P = classic@42#7
    classic#57⏎S#P⏎S#Z/3/2P+lit | 1 S4/1Z3/3Z1/5/4P = classic#57 ;; 2 S#P ;; 3 S#Z/3/2P+lit
    S#.⏎..P | 1 S#1/2P
    // Comments, and `; lit` in a picture.
    ; lit⏎S.⏎.P | 2 S1/1P+lit
    ; dark⏎⏎S.⏎.P | 3 S1/1P
    S.⏎.P⏎;lit | 1 S1/1P+lit
    S.⏎; lit⏎; lit⏎.P | 1 S1/1P+lit
    S.⏎; world: A⏎; lit⏎.P⏎⏎SP | 1 S1/1P+lit ;; 6 SP of A
    S1P+lit ; level | 1 S1P+lit
    block+any@0#0⇥;⇥level⏎; 1⏎SP⇥; | 1 S4/5/3#Z/5/4P = block+any@0#0 ;; 3 SP
    S1P ; a 5/5 room⏎SP | 1 S1P ;; 2 SP
    // A reference in the comment above or behind names the level if it fits.
    S4/4Z/Z4/5/4P ; classic@42#7 | 1 S4/4Z/Z4/5/4P = classic@42#7
    ; classic@42#7⏎S4/4Z/Z4/5/4P | 2 S4/4Z/Z4/5/4P = classic@42#7
    ; 5x5z2@42#7⏎S4/4Z/Z4/5/4P⏎S4/5/3ZZ/5/4P ; 5x5z2@42#8 | 2 S4/4Z/Z4/5/4P = classic@42#7 ;; 3 S4/5/3ZZ/5/4P = classic@42#8
    ; classic@42#7⏎S1P | 2 S1P
    ; classic@42#7⏎⏎S....⏎....Z⏎Z....⏎.....⏎....P | 3 S4/4Z/Z4/5/4P
    ; classic@42#7⏎S....⏎....Z⏎Z....⏎.....⏎....P | 2 S4/4Z/Z4/5/4P = classic@42#7
    S4/1Z3/3Z1/5/4P ; 5x5z2#57⏎S4/1Z3/3Z1/5/4P ; classic#58 | 1 S4/1Z3/3Z1/5/4P = classic#57 ;; 2 S4/1Z3/3Z1/5/4P
    S4/4Z/Z4/5/4P ; classic@42#7⏎S4/4Z/Z4/5/4P+lit ; classic@42#7 | 1 S4/4Z/Z4/5/4P = classic@42#7 ;; 2 S4/4Z/Z4/5/4P+lit
    S4/4Z/Z4/5/4P ; classic@42#7⏎S4/4Z/Z4/5/4P ; classic@42#07 | 1 S4/4Z/Z4/5/4P = classic@42#7 ;; 2 S4/4Z/Z4/5/4P
    S2P1/4Z/Z4/5/5 ; classic@42#7⏎1S3/4Z/Z4/5/4P ; classic@42#7⏎S4/4Z/5/5/4P ; classic@42#7 | 1 S2P1/4Z/Z4/5/5 ;; 2 1S3/4Z/Z4/5/4P ;; 3 S4/4Z/5/5/4P
    S4/4Z/Z4/5/4P ; classic@42#7⏎S4/4Z/Z3#/5/4P ; classic@42#7⏎S4/4Z/Z3F/5/4P ; classic@42#7⏎S4/4Z/Z4/4P ; classic@42#7 | \
    1 S4/4Z/Z4/5/4P = classic@42#7 ;; 2 S4/4Z/Z3#/5/4P ;; 3 S4/4Z/Z3F/5/4P ;; 4 S4/4Z/Z4/4P
    S4/4Z/5/4Z/4P ; classic@42#7⏎S4/4Z/Z4/5/4P ; classic@42#7⏎SZ3/4Z/5/5/4P ; classic@42#7 | \
    1 S4/4Z/5/4Z/4P ;; 2 S4/4Z/Z4/5/4P = classic@42#7 ;; 3 SZ3/4Z/5/5/4P
    // All rows of a picture have the same blanks before them.
    ␣␣S.⏎; a⏎⇥; lit⏎  .P ⇥⏎ | 1 S1/1P+lit
    ⇥S.␍⏎⇥.P | 1 S1/1P
    ␣␣S.⏎  .P⏎⏎ S.⏎ .P | 1 S1/1P ;; 4 S1/1P
    // Tables.
    level⏎S1P⏎classic@42#7⏎ | 2 S1P ;; 3 S4/4Z/Z4/5/4P = classic@42#7
    \u{FEFF}"level"␍⏎"S1P"␍⏎␍⏎SP | 2 S1P ;; 4 SP
    trial,level,path⏎0,S1P,LL⏎1,SP,⏎ | 2 S1P ;; 3 SP
    ␣a , level ⏎ x , S1P ⏎,SP⏎ | 2 S1P ;; 3 SP
    "a,""b",level⏎"1,2",S1P⏎\"\"\"\",SP⏎"","S2P" | 2 S1P ;; 3 SP ;; 4 S2P
    level,note⏎"S.⏎  ; lit␍⏎.P⏎","; one⏎⏎two"⏎SP, | 2 S1/1P+lit ;; 8 SP
    level⏎" S.⏎ .P" | 2 S1/1P
    note,level⏎"a⏎","⏎S1P⏎"⏎ | 4 S1P
    level⏎⏎⏎ |
    par,level |
    name,level⏎a,classic#57⏎"b ""c\"\"\", S1P⏎"⏎",SP⏎,SP | 2 S4/1Z3/3Z1/5/4P 'a' = classic#57 ;; 3 S1P 'b "c"' ;; 5 SP ;; 6 SP
    name,level⏎'=1,SP⏎'a,SP⏎a\u{7}b,SP⏎"",SP | 2 SP '=1' ;; 3 SP ''a' ;; 4 SP ;; 5 SP
    reference,level⏎5x5z2@42#7,S4/4Z/Z4/5/4P⏎classic@42#7,SP⏎,SP | 2 S4/4Z/Z4/5/4P = classic@42#7 ;; 3 SP ;; 4 SP
    level,zombie_speed,chase⏎SP,2,longest⏎SP,1,vertical⏎SP,,⏎SP,1,"longest" | 2 SP with zombie-speed 2 from 2 ;; 3 SP with chase vertical from 3 ;; 4 SP ;; 5 SP
    level,Name,hearing-distance⏎SP,a,2 | 2 SP
    // Comments, blank lines and worlds can come before the header, but a comment is not a header.
    ; made by hand⏎;; lit⏎⏎level,par⏎S1P,2⏎⏎SP,1 | 5 S1P ;; 7 SP
    ; world: A⏎; unlock: all⏎level⏎S1P⏎ | 4 S1P of A
    ; rules: zombie-speed 2⏎level,name⏎S1P,a | 3 S1P 'a' with zombie-speed 2 from 1
    ; a,level⏎S1P | 2 S1P
    """

  @Test func textsAreReadWhateverThePieces() throws {
    for row in tableRows(Self.readable) {
      for length in [1, 3, 1000] {
        var reader = reader(row[0], by: length)
        try expectEqual(read(&reader).joined(separator: " ;; "), row[1], "\(row[0]) by \(length)")
      }
    }
    // Other readers of one level and of many.
    let code = "S4/4Z/Z4/5/4P"
    for text in [code, " \(code)\n", "classic@42#7", "S....\n....Z\nZ....\n.....\n....P\n"] {
      try expectEqual(Level(anyForm: text).code, code)
    }
    let text = "S1P\nclassic@42#7 ; a reference\n\nS..\n..P\n"
    try expectEqual(Level.levels(in: text).map(\.code), ["S1P", code, "S2/2P"])
    // A caller can draw the levels of references.
    let level = try Level("S2P")
    var own = LevelReader("SP\nclassic@1#2\nclassic@1#3") { reference throws(GenerationError) in
      if reference.index == 3 { throw .noneFound(index: 3, draws: 9) }
      return level
    }
    try expectEqual([own.next()?.level.code, own.next()?.level.code], ["SP", "S2P"])
    do throws(LevelError) { _ = try own.next() } catch {
      expectEqual(error.position, TextPosition(line: 3, column: 1))
      expectEqual(error.problem, "classic@1#3: no solvable level found for index 3 in 9 draws")
    }
    try expect(Level.levels(in: "").isEmpty)
    // Random levels in random forms, with blank lines around pictures.
    var random = NaiveRandom(seed: 13)
    for number in 0..<20 {
      var (text, codes) = ("", [String]())
      for _ in 0..<random.below(8) {
        let level = random.level(maxRows: 6, maxColumns: 6, maxThings: 8)
        let end = ["\n", "\r\n", " \n", "\n; a 1/2\n"][random.below(4)]
        if random.below(2) == 0 || level.rows == 1 {
          text += ["", " ", "\t"][random.below(3)] + level.code + end
        } else {
          text += "\n" + level.picture.replacing("\n", with: end == " \n" ? "\n" : end) + "\n\n"
        }
        codes.append(level.code)
      }
      for length in [1, 7, 64, text.utf8.count + 1] {
        var (reader, found) = (reader(text, by: length), [String]())
        while let entry = try reader.next() { found.append(entry.level.code) }
        expectEqual(found, codes, "text \(number) by \(length): \(text)")
      }
    }
  }

  @Test func aCampaign() throws {
    let text = """
      ; A campaign. level 1 is easy
      S1P
      ; world: The Barricades
      ; unlock: all
      ; level: See

      S..
      ; lit
      ..P
      ; world: Two

      ; level: Avoid: 1/2 + @
      S2P ; a comment
      ; rules: zombie-speed 2, hearing-distance 3
      S3P
      ; level: Be chased

      ; a comment between

      SP
      ; unlock: stars 12
      ; level: third

      S.
      .P

      ; rules: catching-distance 0
      S3P
      ; world: Three
      ; level: X
      classic@42#7
      ; unlock: coins 3
      ; level: Y
      S4P
      ; world: Nobody is here
      """
    let fast = "with zombie-speed 2, hearing-distance 3 from 14"
    let expected = [
      "2 S1P", "7 S2/2P+lit 'See' of The Barricades", "13 S2P 'Avoid: 1/2 + @' of Two",
      "15 S3P of Two \(fast)", "20 SP 'Be chased' of Two \(fast)",
      "24 S1/1P 'third' of Two \(fast)", "28 S3P of Two with catching-distance 0 from 27",
      "31 S4/4Z/Z4/5/4P 'X' of Three = classic@42#7", "34 S4P 'Y' of Three",
    ]
    var reader = LevelReader(text)
    try expectEqual(read(&reader), expected)
    let worlds = reader.worlds
    expectEqual(worlds.map(\.name), ["The Barricades", "Two", "Three", "Nobody is here"])
    expectEqual(worlds.map(\.lock), [.all, .stars(12), .coins(3), nil])
    expectEqual(worlds.map(\.line), [3, 10, 29, 35])
    expectEqual(worlds.map(\.lockLine), [4, 21, 32, nil])
    // With a byte-order mark, CR before LF, blanks around the lines and a newline at the end.
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    try expectEqual(read("\u{FEFF}" + lines.map { "\t \($0)  \r\n" }.joined()), expected)
  }

  /// What the table abbreviates.
  private static let parts = [
    "~indent":
      "is not indented like the row in line 1; a blank is not a square, write '.' or ⬜️ for floor",
    "~letters": "expected S, P, Z, #, F or . or their emoji",
    "~code": "expected S, P, Z, #, F, a number of floor squares, / or +lit",
    "~stray":
      "'; lit' must be among the rows of a picture, with no blank line between; in a code, write +lit at the end",
    "~lit": "'; lit' is for pictures; in a code, write +lit at the end",
    "~near":
      "looks like a misspelled 'lit': expected '; lit' in lower case, alone on its line; "
      + "to write a comment, begin it with ';;'",
    "~behind": "a comment in a picture must be on a line of its own, not after a row",
    "~cr": "lines that end with a carriage return alone (CR), expected LF or CR LF",
    "~joined":
      "a CSV header below other lines, as in two files that were joined; read them one by one",
    "~unnamed": "no level follows this name",
    "~above": "must be above the first row of its picture",
    "~row": "must be on a line of its own, above its levels",
  ]

  /// A text, the position and the problem.
  private static let bad = """
    // Levels of all forms.
    SP⏎⏎S4/5/5/5/4 | 3:11 | a row of 4 squares, expected 5 as in the first row
    SP⏎  classic@042#7 | 2:11 | the seed has a leading zero
    \u{FEFF}SQ | 1:2 | unexpected 'Q', ~code
    S.⏎.P⏎⏎S.⏎.Q | 5:2 | unexpected 'Q', ~letters
    SP⏎PS | 2:1 | a second start (P); a level has exactly one
    S1P⏎classic@1 | 2:10 | expected # and an index after the seed, found the end
    S1P⏎  classic#171 | 2:11 | the placement number must be between 0 and 170, found 171
    classic+any#57 | 1:8 | omit +any: a placement number always counts all placements
    classic#1;a | 1:10 | expected the end of the placement reference, found ';'
    S4/5#x | 1:6 | unexpected 'x', ~code
    3x3z4@0#0 | 1:1 | 3x3z4@0#0: 4 things do not fit: the placement rule leaves 3 squares
    SP⏎3x3z2@7#0 | 2:1 | 3x3z2@7#0: no level of this family is solvable: all 3 placements were tried
    // `; lit` outside a picture, and comments that are nearly notes.
    ; lit | 1:1 | ~stray
    ; lit⏎⏎S.⏎.P | 1:1 | ~stray
    S1P⏎; lit⏎SP | 2:1 | ~stray
    ; lit⏎S1P | 1:1 | ~stray
    S1P ; lit | 1:5 | ~lit
    classic@1#1 ; lit | 1:13 | ~lit
    S.⏎; LIT⏎.P | 2:3 | 'LIT' ~near
    S1P⏎ ; Lit | 2:4 | 'Lit' ~near
    S. ; a⏎.P | 1:3 | ~behind
    S1P;a | 1:4 | unexpected ';', ~code
    // Rows that begin at different columns: a reader that removed the blanks would move squares.
    ␣S.⏎.P | 2:1 | this row ~indent
    S.⏎ .P | 2:2 | this row ~indent
    ⇥S.⏎  .P | 2:3 | this row ~indent
    . S.⏎.P. | 1:2 | unexpected the character U+0020, ~letters
    // Notes that tell of nothing.
    ; level: A⏎⏎; level: B⏎SP | 3:1 | a second name for the same level; the first is in line 1
    SP⏎; level: A | 2:1 | ~unnamed
    S.⏎.P⏎⏎; level: A⏎ | 4:1 | ~unnamed
    ; level: A⏎; world: B⏎SP | 1:1 | ~unnamed
    S.⏎  ; level: A⏎.P | 2:3 | a level's name ~above
    S.⏎; rules: zombie-speed 2⏎.P | 2:1 | a level's rules ~above
    SP⏎⏎; unlock: all | 3:1 | no world to unlock; expected '; world: NAME' above
    ; world: A⏎; unlock: all⏎S1P⏎; unlock: all | 4:1 | a second lock for world 'A'
    S1P ; level: A | 1:5 | '; level: NAME' ~row
    classic@1#1 ; rules: chase vertical | 1:13 | '; rules: OPTION VALUE, ...' ~row
    // Tables.
    level⏎S1Q | 2:3 | unexpected 'Q', ~code
    a,level⏎é🚶‍♂️,  S1Q | 2:8 | unexpected 'Q', ~code
    a,level⏎"é","S1Q" | 2:8 | unexpected 'Q', ~code
    level⏎" S.⏎ .Q" | 3:3 | unexpected 'Q', ~letters
    level⏎"S.⏎; Lit⏎.P" | 3:3 | 'Lit' ~near
    name,level⏎a,classic#057 | 2:11 | the placement number has a leading zero
    level⏎S1P⏎; a comment | 3:1 | unexpected ';', ~code
    level⏎S1P ; lit | 2:5 | ~lit
    a,level⏎1,⏎ | 2:3 | an empty cell, expected a level
    a,level⏎1," ⏎"⏎ | 2:4 | an empty cell, expected a level
    a,level⏎1⏎ | 2:2 | a row of 1 cell, expected 2 as in the header
    a,level⏎1,SP,3⏎ | 2:7 | a row of 3 cells, expected 2 as in the header
    a,level⏎"1,SP⏎x | 2:1 | a quoted cell has no closing quote
    a,level⏎"1"x,SP | 2:4 | expected a comma after a quoted cell
    a,level⏎1"x",SP | 2:2 | a quote inside a cell that does not begin with one
    name,level⏎1"x",SP | 2:2 | a quote inside a cell that does not begin with one
    level,chase⏎SP,0123456789012345678901234567890123456789x | 2:1 | expected chase longest, vertical, horizontal, \
    found '0123456789012345678901234567890123456789'
    level,zombie_speed⏎SP,17 | 2:1 | expected zombie_speed 1 to 16, found '17'
    level,par,level⏎SP,1,SP | 1:1 | 2 columns named 'level', expected 1
    ; a⏎⏎ reference,Level⏎x,SP | 3:2 | the CSV header has no column 'level'
    ; lit⏎level⏎SP | 1:1 | ~stray
    ; level: A⏎level⏎SP | 1:1 | ~unnamed
    // A text without a header is no table.
    SP,PS⏎ | 1:3 | unexpected ',', ~code
    levels⏎SP | 1:1 | unexpected 'l', ~letters
    "level,a⏎SP,1 | 1:1 | unexpected '"', ~code
    // Files that are not level files, with the cause.
    level;par⏎S1P;2 | 1:1 | the columns are separated by semicolons, expected commas
    a-b_2;level⏎ | 1:1 | the columns are separated by semicolons, expected commas
    a-b_c 2,par⏎x,SP | 1:1 | the CSV header has no column 'level'
    "par" ; "level"⏎ | 1:1 | the columns are separated by semicolons, expected commas
    level⇥par⏎S1P⇥2 | 1:1 | the columns are separated by tabs, expected commas
    SEP=;⏎level;par | 1:1 | a line for spreadsheets; remove it, because the header must come first
    S1P␍S2P␍ | 1:4 | ~cr
    \u{FEFF}level,par␍S1P,2␍ | 1:10 | ~cr
    S1P⏎S.␍.P | 2:3 | ~cr
    level,par⏎S1P,2⏎level,par⏎S2P,3 | 3:1 | ~joined
    S1P⏎level,par⏎S2P,3 | 2:1 | ~joined
    """

  private func refusal(_ text: String) -> String? {
    do {
      _ = try read(text)
      return nil
    } catch { return "\(error)" }
  }

  @Test func whatIsNoLevelIsToldByLineAndColumn() {
    for row in tableRows(Self.bad, parts: Self.parts) {
      let place = row[1].replacing(":", with: ", column ")
      expectEqual(refusal(row[0]), "line \(place): \(row[2])", row[0])
    }
    for (text, problem) in [
      ("; nothing", "line 1, column 1: expected a level: a code, a reference or a picture"),
      ("SP\n\nSP", "line 3, column 1: expected one level, but a second one begins here"),
    ] {
      do throws(LevelError) { _ = try Level(anyForm: text) } catch {
        expectEqual("\(error)", problem)
        continue
      }
      expect(false, text)
    }
    do throws(LevelError) { _ = try Level(codeOrPlacement: "classic#") } catch {
      expectEqual(error.position, TextPosition(line: 1, column: 9))
    }
  }

  @Test func memoryHasBounds() throws {
    func repeated(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }
    let worlds = repeated("; world: A\n", 10_000)
    try expectEqual(read(worlds + "SP"), ["10001 SP of A"])
    for (text, problem) in [
      (worlds + "; world: A\n", "line 10001, column 1: more than 10000 worlds"),
      (
        "S.\n" + worlds + "; world: A\n",
        "line 10002, column 1: more than 10000 comments with a meaning; expected a level"
      ),
      ("S\n" + repeated(".\n", 1023) + "P", "line 1025, column 1: more than 1024 rows"),
      (
        "level\n\"" + repeated(".\n", 4096) + "\"",
        "line 2, column 1: a cell of more than 4096 lines; expected a level"
      ),
      // As many lines as a cell can have are too many rows of a picture.
      ("level\n\"" + repeated(".\n", 4095) + "\"", "line 1026, column 2: more than 1024 rows"),
      (
        "a,level\n\"" + repeated(".........\n", cases(5000, long: 500_000)),
        "line 2, column 1: a quoted cell has no closing quote"
      ),
      // Together, with their ends, the lines are one byte too long.
      (
        "a,level\n\"" + repeated("x", 1 << 21) + "\n" + repeated("x", (1 << 21) - 1) + "\n\",SP",
        "line 2, column 1: a quoted cell has no closing quote"
      ),
    ] { expectEqual(refusal(text), problem) }
    let tallest = try read("S\n" + repeated(".\n", 1022) + "P")
    expectEqual(tallest, ["1 S/" + repeated("1/", 1022) + "P"])
    // A header and rows of very many columns are read in one go.
    let columns = cases(2_000, long: 100_000)
    for (cell, name) in [("x", "a"), ("\"x\"", "é")] {
      let names = (0..<columns).map { "\(name)\($0)," }.joined()
      try expectEqual(read("\(names)level\n\(repeated(cell + ",", columns))S1P\n"), ["2 S1P"])
    }
    // The longest line and one byte more, in one piece and in many. The next line is still read.
    let longest = LevelReader.longestLine
    let tooLong = "line 2, column 1: a line of more than 4194304 bytes; expected a level"
    for (length, unit, piece, expected) in [
      (longest, "x", 100_003, "1 S1P; 3 S2P"), (longest + 1, "x", 1 << 22, "1 S1P; \(tooLong)"),
      (longest + 5, "x\r", 100_003, "1 S1P; line 2, column 1: \(Self.parts["~cr"] ?? "")"),
    ] {
      let text = "S1P\n;" + repeated(unit, (length - 1) / unit.utf8.count) + "\nS2P"
      var (reader, found) = (reader(text, by: piece), [String]())
      do {
        while let entry = try reader.next() { found.append("\(entry.line) \(entry.level.code)") }
      } catch { found.append("\(error)") }
      expectEqual(found.joined(separator: "; "), expected)
    }
    expectEqual(longest, 4_194_304)
  }

  /// The text "Sé" in other encodings, bytes in hexadecimal, with the column of the error.
  @Test func otherEncodingsAreRefused() {
    let table = """
      FF FE 53 00 E9 00 | 1 | the file is in UTF-16, expected UTF-8
      FE FF 00 53 00 E9 | 1 | the file is in UTF-16, expected UTF-8
      FF FE 00 00 53 00 00 00 | 1 | the file is in UTF-32, expected UTF-8
      00 00 FE FF 00 00 00 53 | 1 | the file is in UTF-32, expected UTF-8
      53 00 5A 00 | 1 | a NUL byte, as in UTF-16 or a file that is not text; expected UTF-8
      53 E9 | 2 | bytes that are not UTF-8; save the file as UTF-8
      53 C3 A9 E9 53 | 3 | bytes that are not UTF-8; save the file as UTF-8
      53 E2 82 | 2 | bytes that are not UTF-8; save the file as UTF-8
      """
    for row in tableRows(table) {
      var pieces = [row[0].split(separator: " ").compactMap { UInt8($0, radix: 16) }]
      var reader = LevelReader { pieces.popLast() }
      do throws(LevelError) {
        _ = try reader.next()
        expect(false, row[0])
      } catch { expectEqual("\(error)", "line 1, column \(row[1]): \(row[2])") }
    }
  }

  /// References in sequence, each different from the one before in one part only: the reader keeps the generator of the
  /// last one.
  @Test func referencesDoNotDependOnThoseBefore() throws {
    let references = """
      classic@1#0 classic@1#5 block@1#5 flashlight+any@1#5 5x5z1f1+lit+any@1#5 flashlight+any@1#5 classic@1#5
      classic@2#5 classic@2#7 classic+any@2#7 classic@2#7 classic+any@2#7 classic+any@3#7 classic@1#0 4x6z2@1#5
      6x4z2@1#5 4x6z2@1#5 9x9z3b10f2+lit@7#8 9x9z3b10f2@7#8 9x9z3b10f2+lit@7#8 classic@1#5
      """.split { $0 == " " || $0 == "\n" }.map(String.init)
    let codes = try references.map { try Level(anyForm: $0).code }
    // References to equal levels would prove nothing.
    expectEqual(Set(codes).count, Set(references).count, "\(codes)")
    for order in [Array(references.indices), references.indices.reversed()] {
      let text = order.map { references[$0] }.joined(separator: "\n")
      try expectEqual(Level.levels(in: text).map(\.code), order.map { codes[$0] })
    }
  }
}
