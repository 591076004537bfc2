import Testing
import ZombiesGenerator
import ZombiesTestSupport

/// Worlds, names, rules and locks in files of levels, and CSV files ("Text forms", "Files"): only
/// here has each misplaced note and each bad row its position.
@Suite struct LevelFileTests {
  /// A file's levels as "LINE CODE", with name and world, and its worlds.
  private static func read(
    _ text: String
  ) throws -> (levels: [String], worlds: [LevelReader.World]) {
    var reader = LevelReader(text)
    var levels: [String] = []
    while let entry = try reader.next() {
      let name = entry.name.map { " '\($0)'" } ?? ""
      let world = entry.world.map { " of \(reader.worlds[$0].name)" } ?? ""
      levels.append("\(entry.line) \(entry.level.code)\(name)\(world)")
    }
    return (levels, reader.worlds)
  }

  private static func expectRefusal(
    _ text: String, _ line: Int, _ column: Int, _ problem: String = "",
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    do {
      Issue.record("\(text): \(try read(text).levels)", sourceLocation: sourceLocation)
    } catch {
      let told = "\(error)"
      #expect(
        told.hasPrefix("line \(line), column \(column): ") && told.contains(problem),
        "\(text.debugDescription): \(told)", sourceLocation: sourceLocation)
    }
  }

  @Test func aCampaign() throws {
    let (levels, worlds) = try Self.read(
      """
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
      S3P
      ; level: Be chased

      ; a comment between

      SP
      ; unlock: stars 12
      ; level: third

      S.
      .P

      ; world: Three
      ; level: X
      classic@42#7
      ; unlock: coins 3
      ; level: Y
      S4P
      ; world: Nobody is here
      """)
    expectEqual(
      levels,
      [
        "2 S1P", "7 S2/2P+lit 'See' of The Barricades", "13 S2P 'Avoid: 1/2 + @' of Two",
        "14 S3P of Two", "19 SP 'Be chased' of Two", "23 S1/1P 'third' of Two",
        "28 S4/4Z/Z4/5/4P 'X' of Three", "31 S4P 'Y' of Three",
      ])
    expectEqual(worlds.map(\.name), ["The Barricades", "Two", "Three", "Nobody is here"])
    expectEqual(worlds.map(\.lock), [.all, .stars(12), .coins(3), nil])
    expectEqual(worlds.map(\.line), [3, 10, 26, 32])
  }

  @Test("2.10 Rules hold for the levels below, up to the next rules or world")
  func rules() throws {
    var reader = LevelReader(
      """
      S1P
      ; rules: zombie-speed 2, hearing-distance 3
      S2P

      ; level: A picture
      S.
      .P

      classic@42#7
      ; rules: catching-distance 0

      S3P
      ; world: Next
      S4P
      ; rules: chase longest
      ; world: Other
      S5P
      """)
    var found: [String] = []
    while let entry = try reader.next() {
      found.append("\(entry.line) \(entry.rules?.description ?? "-") \(entry.rulesLine ?? 0)")
    }
    let fast = "zombie-speed 2, hearing-distance 3 2"
    expectEqual(
      found,
      [
        "1 - 0", "3 \(fast)", "6 \(fast)", "9 \(fast)", "12 catching-distance 0 10", "14 - 0",
        "17 - 0",
      ])
    var table = LevelReader("; rules: zombie-speed 2\nlevel,name\nS1P,a\n")
    try expectEqual(table.next()?.rules?.description, "zombie-speed 2")
    Self.expectRefusal("S.\n; rules: zombie-speed 2\n.P", 2, 1, "above the first row")
    Self.expectRefusal("S1P ; rules: zombie-speed 2", 1, 5, "on a line of its own")
  }

  @Test func notesThatTellOfNothing() {
    Self.expectRefusal("; level: A\n\n; level: B\nSP", 3, 1, "the first is in line 1")
    Self.expectRefusal("SP\n; level: A", 2, 1, "no level follows")
    Self.expectRefusal("S1P\n; level: A\n", 2, 1, "no level follows")
    Self.expectRefusal("; level: A\n; world: B\nSP", 1, 1, "no level follows")
    Self.expectRefusal("S.\n.P\n; level: A\n\nSP", 3, 1, "above the first row")
    Self.expectRefusal("S.\n  ; level: A\n.P", 2, 3, "above the first row")
    Self.expectRefusal("SP\n\n; unlock: all", 3, 1, "expected '; world: NAME' above")
    Self.expectRefusal("; world: A\n; unlock: all\nS1P\n; unlock: all", 4, 1, "a second lock")
    Self.expectRefusal("S1P\n; World: A", 2, 3, "expected '; world: NAME'")
    Self.expectRefusal("S1P ; level: A", 1, 5, "must be on a line of its own")
    Self.expectRefusal(String(repeating: "; world: A\n", count: 10_001), 10_001, 1, "10000 worlds")
    Self.expectRefusal(
      "S.\n" + String(repeating: "; world: A\n", count: 10_001), 10_002, 1, "10000 comments")
  }

  // MARK: CSV

  @Test(arguments: [
    ("level\nS1P\nclassic@42#7\n", ["2 S1P", "3 S4/4Z/Z4/5/4P"]),
    ("\u{FEFF}\"level\"\r\n\"S1P\"\r\n\r\nSP", ["2 S1P", "4 SP"]),
    ("trial,level,path\n0,S1P,LL\n1,SP,\n", ["2 S1P", "3 SP"]),
    (" a , level \n x , S1P \n,SP\n", ["2 S1P", "3 SP"]),
    // Cells in quotes can contain commas, quotes and line breaks. A cell of several lines is a
    // picture.
    ("\"a,\"\"b\",level\n\"1,2\",S1P\n\"\"\"\",SP\n\"\",\"S2P\"", ["2 S1P", "3 SP", "4 S2P"]),
    ("level,note\n\"S.\n  ; lit\r\n.P\n\",\"; one\n\ntwo\"\nSP,", ["2 S1/1P+lit", "8 SP"]),
    ("note,level\n\"a\n\",\"\nS1P\n\"\n", ["4 S1P"]),
    ("level\n", []), ("par,level", []), ("level\n\n\n", []),
    // Comments, blank lines and worlds can come before the header.
    ("; made by hand\n;; lit\n\nlevel,par\nS1P,2\n\nSP,1", ["5 S1P", "7 SP"]),
    ("; world: A\n; unlock: all\nlevel\nS1P\n", ["4 S1P"]),
    ("\u{FEFF}\n\r\n a , level \n x , S1P \n", ["4 S1P"]),
    // A comment is not a header.
    ("; a,level\nS1P", ["2 S1P"]),
  ])
  func tables(text: String, levels: [String]) throws {
    for length in [1, 3, 1000] {
      var rest = Array(text.utf8)[...]
      var reader = LevelReader {
        defer { rest = rest.dropFirst(length) }
        return rest.isEmpty ? nil : Array(rest.prefix(length))
      }
      var found: [String] = []
      while let entry = try reader.next() { found.append("\(entry.line) \(entry.level.code)") }
      expectEqual(found, levels)
    }
  }

  @Test("A header and rows of very many columns are read in one go", .timeLimit(.minutes(2)))
  func wideTable() throws {
    let columns = cases(exactly: 8_000, long: 100_000)
    for (cell, name) in [("x", "a"), ("\"x\"", "é")] {
      let names = (0..<columns).map { "\(name)\($0)," }.joined()
      let cells = String(repeating: cell + ",", count: columns)
      var reader = LevelReader("\(names)level\n\(cells)S1P\n")
      try expectEqual(reader.next()?.level.code, "S1P")
    }
  }

  @Test func badTables() {
    Self.expectRefusal("level\nS1Q", 2, 3, "unexpected 'Q'")
    Self.expectRefusal("level\nclassic@01#1", 2, 9, "leading zero")
    Self.expectRefusal("a,level\né🚶‍♂️,  S1Q", 2, 8, "unexpected 'Q'")
    Self.expectRefusal("a,level\n\"é\",\"S1Q\"", 2, 8, "unexpected 'Q'")
    Self.expectRefusal("level\n\" S.\n .Q\"", 3, 3, "unexpected 'Q'")
    Self.expectRefusal("level\n\"S.\n; Lit\n.P\"", 3, 3, "misspelled 'lit'")
    Self.expectRefusal("level\nS1P\n; a comment", 3, 1, "unexpected ';'")
    Self.expectRefusal("level\nS1P ; lit", 2, 5, "+lit")
    Self.expectRefusal("a,level\n1,\n", 2, 3, "an empty cell")
    Self.expectRefusal("a,level\n1,\" \n\"\n", 2, 4, "an empty cell")
    Self.expectRefusal("a,level\n1\n", 2, 2, "a row of 1 cell, expected 2")
    Self.expectRefusal("a,level\n1,SP,3\n", 2, 7, "a row of 3 cells, expected 2")
    Self.expectRefusal("a,level\n\"1,SP\nx", 2, 1, "a quoted cell has no closing quote")
    Self.expectRefusal("a,level\n\"1\"x,SP", 2, 4, "expected a comma")
    Self.expectRefusal("a,level\n1\"x\",SP", 2, 2, "a quote inside a cell")
    Self.expectRefusal("level,par,level\nSP,1,SP", 1, 1, "2 columns named 'level'")
    Self.expectRefusal("reference,Level\nx,SP", 1, 1, "has no column 'level'")
    Self.expectRefusal(" policy,win_rate\nx,1", 1, 2, "has no column 'level'")
    // A text without a header is not a CSV.
    Self.expectRefusal("SP,PS\n", 1, 3, "unexpected ','")
    Self.expectRefusal("levels\nSP", 1, 1, "unexpected 'l'")
    Self.expectRefusal("SP\na,level\n1,SP", 2, 1, "a CSV header below other lines")
    Self.expectRefusal("; lit\nlevel\nSP", 1, 1, "'; lit' must be among the rows of a picture")
    Self.expectRefusal("; level: A\nlevel\nSP", 1, 1, "no level follows this name")
    Self.expectRefusal("; a\n\nreference,Level\nx,SP", 3, 1, "has no column 'level'")
    Self.expectRefusal("\"level,a\nSP,1", 1, 1, "unexpected '\"'")
    // Memory does not grow with a cell that does not end.
    Self.expectRefusal(
      "level\n\"" + String(repeating: ".\n", count: 5000), 2, 1, "a cell of more than 4096 lines")
    Self.expectRefusal(
      "a,level\n\""
        + String(repeating: ".........\n", count: cases(exactly: 10_000, long: 500_000)), 2, 1,
      "has no closing quote")
  }
}
