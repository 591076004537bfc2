import Testing
import ZombiesCore
import ZombiesDocuments
import ZombiesGenerator
import ZombiesGrading
import ZombiesTestBridge
import ZombiesTestSupport

@testable import ZombiesReports  // Pictures of single levels, without a sheet.

/// Pictures of levels with things, paths, marks, numbers or shades on the wrong squares, by the naive rules and by
/// lists of all paths. The rooms are not square.
@Suite struct LevelPictureTests {
  /// The picture of a level as SVG.
  private static func picture(
    _ level: Level, _ wishes: LevelCardMaker.Wishes, _ rules: Rules = .standard
  ) -> String {
    let maker = LevelCardMaker(wishes, rules: rules)
    var svg = Markup()
    LevelSheet.appendPicture(maker.card(of: level, name: "a level"), to: &svg)
    return svg.string
  }

  /// The squares that show a symbol.
  private static func squares(of sign: String, in svg: String) -> [Square] {
    Drawn.shapes(of: svg).filter { $0.tag == "use" && $0["href"] == "#\(sign)" }.map {
      Square(row: Int($0.number("y")), column: Int($0.number("x")))
    }
  }

  @Test func everyThingStandsWhereItIs() throws {
    let level = try Level("S4/2F2/Z1#2/#4/3ZP+lit")
    let svg = Self.picture(level, [])
    for (sign, squares) in [
      ("zS", [level.signpost]), ("zP", [level.start]), ("zZ", level.zombies), ("zB", level.blocks),
      ("zF", level.flashlights),
    ] { expectEqual(Self.squares(of: sign, in: svg), squares) }
    expect(
      svg.contains(
        "Lit room, 5 by 5. Start on row 5, column 5; signpost on row 1, column 1; 2 zombies on row 3, "
          + "column 1 and row 5, column 4; 2 blocks on row 3, column 3 and row 4, column 1; flashlight "
          + "on row 2, column 3."))
    // The floor, the numbers of lines, and the window around them.
    for (rows, columns, hasNumbers) in [
      (2, 5, true), (5, 2, true), (1, 3, true), (3, 1, true), (2, 5, false), (3, 1, false),
    ] {
      let naive = NaiveLevel(
        rows: rows, columns: columns, start: 1, signpost: 0, lit: rows == 2)
      let shapes = try Self.shapes(naive, hasNumbers ? .lost : [])
      let numbers =
        (0..<rows).map { "zl0 -0.24 \($0).6 \($0 + 1)" }
        + (0..<columns).map { "zl0 \($0).5 -0.14 \($0 + 1)" }
      expectEqual(
        shapes.filter { $0.tag == "text" }.map(\.label), hasNumbers ? numbers : [])
      let before = hasNumbers ? 0.48 : 0.05
      let (width, height) = (Double(columns) + before + 0.05, Double(rows) + before + 0.05)
      let box = [-before, -before, width, height].map(Drawn.short).joined(separator: " ")
      expectEqual(shapes[0]["viewBox"], box)
      let (down, right) = (
        (1..<rows).map { "M0 \($0)h\(columns)" }, (1..<columns).map { "M\($0) 0v\(rows)" }
      )
      let grid = "M0 0h\(columns)v\(rows)H0z" + (down + right).joined()
      let floors = shapes.filter { ["zL", "zD"].contains($0.style) }
      expectEqual(floors.map { "\($0.style) \($0["d"])" }, ["\(rows == 2 ? "zL" : "zD") \(grid)"])
    }
  }

  /// The path is a line of right angles from square to square, which never runs over itself.
  @Test func theWayIsDrawn() throws {
    for (code, moves, expected) in [
      ("S2/3/2P", "UULL", "2.5 2.5L2.5 1.5L2.5 0.5L1.5 0.5L0.5 0.5"),
      // Up to the flashlight, back, and up again.
      (
        "S5/6/5F/6/3##1/1Z3P", "UUUDUUULLLLL",
        "5.5 5.5L5.5 4.5L5.5 3.5L5.5 2.5L5.7 2.5L5.7 3.5L5.9 3.5L5.9 2.5L5.9 1.5L5.9 0.5"
          + "L4.5 0.5L3.5 0.5L2.5 0.5L1.5 0.5L0.5 0.5"
      ),
      ("S2#2/1Z#3/1#4/4#1/6/3#1P+lit", "ULLULLLDRRRRRUULLDLLLUUU", nil),
      ("S2F1/5/2#2/3#1/1Z2P", "UUUUDDUULLLL", nil),
      ("S5/5Z/6/4#1/3#2/2F2P", "LLLRLUUUUULL", nil),
    ] as [(String, String, String?)] {
      let level = try Level(code)
      let solution = try require(level.solution)
      expectEqual(solution.moves.letters, moves)
      let lines = Drawn.shapes(of: Self.picture(level, .solution)).filter { $0.style == "zw" }
      let path = try require(lines.first?["d"].dropFirst())
      if let expected { expect(path == expected) }
      let points = path.split(separator: "L").map { point in
        point.split(separator: " ").compactMap { Double($0) }
      }
      var squares: [Square] = []
      for point in points {
        let square = Square(row: Int(point[1]), column: Int(point[0]))
        if squares.last != square { squares.append(square) }
      }
      expectEqual(squares, solution.squares(from: level.start))
      // Tenths of a square along the line, each with its direction.
      var tenths: Set<[Int]> = []
      func tenth(_ number: Double) -> Int { Int((number * 10).rounded()) }
      for (here, next) in zip(points, points.dropFirst()) {
        let (one, other) = (here.map(tenth), next.map(tenth))
        let axis = one[0] == other[0] ? 1 : 0
        expect(one[1 - axis] == other[1 - axis] && one != other, "\(here) to \(next)")
        for tenth in min(one[axis], other[axis])..<max(one[axis], other[axis]) {
          expect(tenths.insert([axis, one[1 - axis], tenth]).inserted, "\(here) to \(next)")
        }
      }
    }
  }

  /// Compares the marks of `--why` for an unsolvable level with a list of all rounds. Every square
  /// that it marks as reached must be reached, and every step that it marks as shut must be shut by
  /// the zombies that it names, no matter what happened before.
  private static func complaint(
    _ naive: NaiveLevel, _ rules: NaiveRules = .standard
  ) throws -> String? {
    let level = try Level(naive)
    let svg = picture(level, .why, try Rules(rules))
    let reach = NaiveReach(naive, rules)
    guard !naiveSolve(naive, rules).solvable else {
      return squares(of: "zr", in: svg).isEmpty && !svg.contains("zx") ? nil : "\(naive): marks"
    }
    let size = level.size
    if Set(squares(of: "zr", in: svg).map(size.index)) != reach.squares {
      return "\(naive): reached \(squares(of: "zr", in: svg))"
    }
    let room = NaiveRoom(naive)
    var told: Set<Int> = []
    for title in svg.split(separator: "<path class=\"zx\"").dropFirst() {
      let text = title.split(separator: "<title>")[1].prefix { $0 != "<" }
      guard
        let match = text.wholeMatch(
          of: #/the way (\w+) from row (\d+), column (\d+) is shut by (.*)/#),
        let direction = Direction.allCases.first(where: { $0.word == String(match.1) }),
        let row = Int(match.2), let column = Int(match.3)
      else { return "\(naive): \(text)" }
      let zombies = Set(
        match.4.matches(of: #/\(row (\d+), column (\d+)\)/#).map {
          ((Int($0.1) ?? 0) - 1) * size.columns + (Int($0.2) ?? 0) - 1
        })
      let way = 4 * ((row - 1) * size.columns + column - 1) + Int(direction.rawValue)
      guard told.insert(way).inserted, let times = reach.catchers[way], !times.contains([]),
        !zombies.isEmpty
      else { return "\(naive): \(text), but it is open" }
      let each = times.reduce(times[0]) { $0.intersection($1) }
      let any = times.reduce(Set<Int>()) { $0.union($1) }
      let isSometimes = match.4.hasPrefix("one or another of ")
      if zombies != (isSometimes ? any : each) || isSometimes != each.isEmpty {
        return "\(naive): \(text), expected \(each) or \(any)"
      }
    }
    // Every way out is marked, except those with blocks, which are drawn as blocks.
    var out: Set<Int> = []
    for square in reach.squares {
      for direction in 0..<4 {
        let target = room.neighbours[4 * square + direction]
        if target >= 0, !room.isBlock[target], !reach.squares.contains(target) {
          out.insert(4 * square + direction)
        }
      }
    }
    return out == told ? nil : "\(naive): marked \(told), expected \(out)"
  }

  @Test func whyLevelsAreUnsolvable() throws {
    // The numbers of unsolvable placements are those in the README.
    for (preset, count) in [("classic", 66), ("block", 40), ("flashlight", 101)] {
      let unsolvable = Placements(try Family(preset)).filter { !$0.isSolvable }
      expectEqual(unsolvable.count, count)
      for level in sampled(unsolvable, every: 8) {
        try expectNil(Self.complaint(try require(NaiveLevel(level))))
      }
    }
    let generator = LevelGenerator(try Family("6x6z1b5+lit"), seed: 2026, selection: .any)
    let levels = ((0 as UInt64)...).lazy.compactMap { try? generator.level(at: $0) }
    for level in levels.filter({ !$0.isSolvable }).prefix(cases(20, long: 4000)) {
      try expectNil(Self.complaint(try require(NaiveLevel(level))))
    }
    for seed in 0..<UInt64(cases(20, long: 1000)) {
      var random = NaiveRandom(seed: seed)
      let rules = random.rules()
      let naive = random.level(maxRows: 5, maxColumns: 5, maxThings: 8)
      try expectNil(Self.complaint(naive, rules), "seed \(seed)")
      // The squares from which no win is possible are those of the survey, which has its own tests.
      let level = try Level(naive)
      let lost = Grader().report(level, .lostSquares).lostSquares
      expectEqual(
        Self.squares(of: "zl", in: Self.picture(level, .lost)), lost, "seed \(seed)")
    }
  }

  @Test func aSheetNamesWhatIsDrawn() throws {
    let names = ["\"1\" ]]>", "<b a=\"1\">&amp;'\u{1}]]>\u{202E}"]
    let maker = LevelCardMaker([.solution, .why])
    for format in LevelSheet.Format.allCases {
      var sheet = LevelSheet(title: "A & <B>", format: format, across: 2)
      for (place, code) in ["S2/3/2P", "S4/5/5/3Z1/4P", "S2/3/2P"].enumerated() {
        sheet.add(maker.card(of: try Level(code), name: names[place % 2]))
      }
      let text = sheet.text
      expect(text.contains("A &amp; &lt;B&gt;") && !text.contains("<B>"))
      expectEqual(text.ranges(of: "Line: the solution.").count, 1)
      expect(text.contains("Bars: ways out") && !text.contains("Hatched"))
      expectEqual(text.ranges(of: "id=\"zS\"").count, 1)
      expect(text.contains("]]&gt;") && !text.contains("]]>"))
      // Every picture of every level is well-formed. The widest card decides the width of all.
      for code in [
        "S8/9/9/9/9/9/9/9/8P", "S3Z/3Z#/3#1/4#/2#2/4P+lit", "S13/14/14/13P", "S3/4/4/1Z1P",
      ] {
        for wishes: LevelCardMaker.Wishes in [[], [.solution, .solutions, .lost, .why]] {
          sheet.add(LevelCardMaker(wishes).card(of: try Level(code), name: names[1]))
        }
      }
      var bytes: [UInt8] = []
      sheet.write { bytes += $0 }
      expectEqual(String(decoding: bytes, as: UTF8.self), sheet.text)
      expectNil(malformed(sheet.text))
    }
    func widths(_ codes: [String]) throws -> [String] {
      var sheet = LevelSheet(title: "t", format: .svg, across: 2)
      for code in codes { sheet.add(LevelCard(try Level(code), name: "n")) }
      return Drawn.shapes(of: sheet.text).filter { $0.style == "card" }.map { $0["width"] }
    }
    let rooms = ["S2/2P", "S11" + String(repeating: "/12", count: 7) + "/11P", "S7/8/8/7P"]
    let widest = try require(widths([rooms[1]]).first)
    try expect(widths([rooms[0]]) != [widest] && widths([rooms[2]]) != [widest])
    for order in [[0, 1, 2], [1, 2, 0], [2, 0, 1]] {
      try expectEqual(widths(order.map { rooms[$0] }), [widest, widest, widest])
    }
  }

  // MARK: Numbers and shades

  private static func shapes(
    _ naive: NaiveLevel, _ wishes: LevelCardMaker.Wishes
  ) throws -> [Drawn] {
    Drawn.shapes(of: picture(try Level(naive), wishes))
  }

  /// The squares of all shortest solutions, from a list of all paths.
  private static func ways(_ round: NaiveRound, _ path: Set<Int>, _ par: Int) -> [Set<Int>] {
    if round.outcome == .won { return [path] }
    guard round.moves + round.room.distance(round.player, round.level.signpost) <= par
    else { return [] }
    return round.legalMoves().flatMap { move in
      var next = round
      next.move(move)
      return ways(next, path.union([next.player]), par)
    }
  }

  @Test func numbersAndShadesAreOnTheirSquares() throws {
    var random = NaiveRandom(seed: 17)
    var solved = 0
    for _ in 0..<250 {
      let naive = random.level(maxRows: 4, maxColumns: 5, maxThings: 5)
      guard let par = naiveSolve(naive).par, par > 2, par < 9 else { continue }
      solved += 1
      let ways = Self.ways(NaiveRound(naive), [naive.start], par)
      let things = Set(naive.zombies + naive.flashlights + [naive.start, naive.signpost])
      for hasLine in [false, true] {
        let shapes = try Self.shapes(naive, hasLine ? [.solutions, .solution] : .solutions)
        var (shades, numbers) = ([String](), [String]())
        for square in 0..<naive.squareCount {
          let count = ways.count { $0.contains(square) }
          if count == 0 { continue }
          let (row, column) = (square / naive.columns, square % naive.columns)
          // One of six shades: the share of all solutions, rounded up.
          let shade = (6 * count + ways.count - 1) / ways.count
          let isThing = things.contains(square)
          if !isThing { shades.append("zs zs\(shade) M\(column) \(row)h1v1h-1z") }
          if square == naive.start || square == naive.signpost { continue }
          let (style, x, y) =
            isThing
            ? ("zi", 0.5, 0.97) : hasLine ? ("zi zie", 0.95, 0.93) : ("zn zt\(shade)", 0.5, 0.6)
          let (right, down) = (Drawn.short(Double(column) + x), Drawn.short(Double(row) + y))
          numbers.append("\(style) \(right) \(down) \(count)")
        }
        let drawn = shapes.filter { $0.style.hasPrefix("zs") }.map { "\($0.style) \($0["d"])" }
        expectEqual(drawn, shades, "\(naive)")
        expectEqual(shapes.filter { $0.tag == "text" }.map(\.label), numbers, "\(naive)")
        // On shades, the line has a wide background below it.
        let lines = shapes.map(\.style).filter { ["zw", "zwh"].contains($0) }
        expectEqual(lines, hasLine ? ["zwh", "zw"] : [])
      }
    }
    expect(solved > 20)
    // Binomial coefficients count the paths of an open room. Many solutions are shown as shares.
    func paths(_ down: Int, _ right: Int) -> Int {
      (0..<down).reduce(1) { $0 * (right + $1 + 1) / ($1 + 1) }
    }
    for (rows, columns, total) in [(9, 8, 6435), (8, 10, 11_440)] {
      let naive = NaiveLevel(rows: rows, columns: columns, start: rows * columns - 1, signpost: 0)
      let texts = try Self.shapes(naive, .solutions).filter { $0.tag == "text" }
      expect(paths(rows - 1, columns - 1) == total && texts.count == rows * columns - 2)
      for (place, text) in texts.enumerated() {
        let (row, column) = ((place + 1) / columns, (place + 1) % columns)
        let count = paths(row, column) * paths(rows - 1 - row, columns - 1 - column)
        let percent = 100 * count < total ? "&lt;1%" : "\((200 * count + total) / (2 * total))%"
        expectEqual(text.text, total < 10_000 ? "\(count)" : percent, "row \(row), \(column)")
      }
    }
  }
}
