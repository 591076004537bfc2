import Testing
import ZombiesCore
import ZombiesDocuments
import ZombiesGenerator
import ZombiesGrading
import ZombiesTestBridge
import ZombiesTestSupport

@testable import ZombiesReports

/// Pictures of levels with things, paths or marks on the wrong squares, by the naive rules.
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
  static func squares(of sign: String, in svg: String) -> [Square] {
    svg.split(separator: "<use href=\"#\(sign)\"").dropFirst().map { text in
      func value(_ name: String) -> Int {
        let tag = text.prefix { $0 != ">" }
        guard let start = tag.firstRange(of: " \(name)=\"") else { return 0 }
        return Int(tag[start.upperBound...].prefix { $0 != "\"" }) ?? -1
      }
      return Square(row: value("y"), column: value("x"))
    }
  }

  @Test func everyThingStandsWhereItIs() throws {
    let level = try Level("S4/2F2/Z1#2/#4/3ZP+lit")
    let svg = Self.picture(level, [])
    expectEqual(Self.squares(of: "zS", in: svg), [level.signpost])
    expectEqual(Self.squares(of: "zP", in: svg), [level.start])
    expectEqual(Self.squares(of: "zZ", in: svg), level.zombies)
    expectEqual(Self.squares(of: "zB", in: svg), level.blocks)
    expectEqual(Self.squares(of: "zF", in: svg), level.flashlights)
    expect(svg.contains("class=\"zL\""))
    try expect(!Self.picture(try Level("S4/5/5/5/4P"), []).contains("class=\"zL\""))
    expect(
      svg.contains(
        "Lit room, 5 by 5. Start on row 5, column 5; signpost on row 1, column 1; 2 zombies on row 3, "
          + "column 1 and row 5, column 4; 2 blocks on row 3, column 3 and row 4, column 1; flashlight "
          + "on row 2, column 3."))
  }

  /// The path is a line of right angles from square to square, which never runs over itself.
  @Test(arguments: [
    ("S2/3/2P", "UULL", "2.5 2.5L2.5 1.5L2.5 0.5L1.5 0.5L0.5 0.5"),
    // Up to the flashlight, back, and up again.
    (
      "S5/6/5F/6/3##1/1Z3P", "UUUDUUULLLLL",
      "5.5 5.5L5.5 4.5L5.5 3.5L5.5 2.5L5.7 2.5L5.7 3.5L5.9 3.5L5.9 2.5L5.9 1.5L5.9 0.5"
        + "L4.5 0.5L3.5 0.5L2.5 0.5L1.5 0.5L0.5 0.5"
    ),
    ("S2#2/1Z#3/1#4/4#1/6/3#1P+lit", "ULLULLLDRRRRRUULLDLLLUUU", nil),
    ("S2F1/5/2#2/3#1/1Z2P", "UUUUDDUULLLL", nil), ("S5/5Z/6/4#1/3#2/2F2P", "LLLRLUUUUULL", nil),
  ])
  func theWayIsDrawn(code: String, moves: String, expected: String?) throws {
    let level = try Level(code)
    let solution = try require(level.solution)
    expectEqual(solution.moves.letters, moves)
    expect(!Self.picture(level, []).contains("zw"))
    let svg = Self.picture(level, .solution)
    let path = try require(svg.split(separator: "class=\"zw\" d=\"M").last?.prefix { $0 != "\"" })
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

  /// Compares the marks of `--why` for an unsolvable level with a list of all rounds. Every square
  /// that it marks as reached must be reached, and every step that it marks as shut must be shut by
  /// the zombies that it names, no matter what happened before.
  static func complaint(_ naive: NaiveLevel, _ rules: NaiveRules = .standard) throws -> String? {
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

  @Test(arguments: ["classic", "block", "flashlight"])
  func whyOfEveryUnsolvablePlacement(preset: String) throws {
    let unsolvable = Placements(try Family(preset)).filter { !$0.isSolvable }
    // The numbers in the README.
    expectEqual(unsolvable.count, ["classic": 66, "block": 40, "flashlight": 101][preset])
    let failure = try firstFailure(of: sampled(unsolvable, every: 8)) {
      try Self.complaint(try require(NaiveLevel($0)))
    }
    expectNil(failure)
  }

  @Test func whyOfManyLitLevels() throws {
    let generator = LevelGenerator(
      try Family("6x6z1b5+lit"), seed: 2026, selection: .any)
    let levels = ((0 as UInt64)...).lazy.compactMap { try? generator.level(at: $0) }
    let unsolvable = levels.filter { !$0.isSolvable }.prefix(cases(exactly: 20, long: 10_000))
    let failure = try firstFailure(of: unsolvable) { level in
      try Self.complaint(try require(NaiveLevel(level)))
    }
    expectNil(failure)
  }

  @Test(arguments: 0..<UInt64(cases(exactly: 20, long: 1000)))
  func whyOfRandomLevels(seed: UInt64) throws {
    var random = NaiveRandom(seed: seed)
    let rules = random.rules()
    let failure = try Self.complaint(
      random.level(maxRows: 5, maxColumns: 5, maxThings: 8), rules)
    expectNil(failure, "seed \(seed)")
  }

  /// The squares from which no win is possible are those of the survey, which has its own tests.
  @Test(arguments: 0..<UInt64(cases(exactly: 10, long: 500)))
  func lostSquaresAreHatched(seed: UInt64) throws {
    var random = NaiveRandom(seed: seed)
    let level = try Level(random.level(maxRows: 5, maxColumns: 5, maxThings: 8))
    let svg = Self.picture(level, .lost)
    let lost = Grader().report(level, .lostSquares).lostSquares
    expectEqual(Self.squares(of: "zl", in: svg), lost, "seed \(seed)")
  }

  /// The facts of a card agree with the solver and the grader.
  @Test func factsOfACard() throws {
    let maker = LevelCardMaker([.solution, .lost, .why, .solutions])
    let card = maker.card(of: try Level("S4/5/Z1#2/2F2/4P"), name: "x")
    expectEqual(card.facts, ["par 8", "easy, 5 points", "7 shortest solutions"])
    expectEqual(card.sentences.first, "UUUULLLL")
    expect(card.layers.counts?.total == 7 && card.layers.reach == nil)
    let unsolvable = maker.card(of: try Level("S4/5/5/3Z1/4P"), name: "y")
    expectEqual(unsolvable.facts, ["unsolvable"])
    expectEqual(
      unsolvable.sentences,
      [
        "You cannot leave row 5, column 5, 8 squares from the signpost.",
        "The zombie on row 4, column 4 alone catches you on every way out: up and left.",
      ])
    let limited = LevelCardMaker([.lost, .solutions], stateLimit: 3)
    let unknown = limited.card(of: try Level("S4/5/Z1#2/2F2/4P"), name: "z")
    expect(unknown.facts == ["unknown: the solver gave up"] && unknown.layers.lost == nil)
  }

  @Test func aSheetNamesWhatIsDrawn() throws {
    let maker = LevelCardMaker([.solution, .why])
    for format in LevelSheet.Format.allCases {
      var sheet = LevelSheet(title: "A & <B>", format: format, across: 2)
      for (number, code) in ["S2/3/2P", "S4/5/5/3Z1/4P", "S2/3/2P"].enumerated() {
        sheet.add(maker.card(of: try Level(code), name: "\"\(number)\" ]]>"))
      }
      let text = sheet.text
      expect(text.contains("A &amp; &lt;B&gt;") && !text.contains("<B>"))
      expectEqual(text.ranges(of: "Line: the solution.").count, 1)
      expect(text.contains("Bars: ways out") && !text.contains("Hatched"))
      expectEqual(text.ranges(of: "id=\"zS\"").count, 1)
      expect(text.contains("]]&gt;") && !text.contains("]]>"))
      let problem = malformed(text)
      expectNil(problem)
    }
  }
}
