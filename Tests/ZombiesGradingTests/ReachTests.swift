import Testing
import ZombiesCore
import ZombiesSolver
import ZombiesTestBridge
import ZombiesTestSupport

@testable import ZombiesGrading

/// How far a player can get and which zombies are in the way, against a list of all rounds: only
/// here are the ways that are shut compared.
@Suite struct ReachTests {
  /// The faults of the answers about a level, or nil.
  static func complaint(_ level: NaiveLevel, _ rules: NaiveRules) throws -> String? {
    let naive = NaiveReach(level, rules)
    let form = try Level(level)
    let size = form.size
    let reach = try Reach(form, rules: try Rules(rules))
    func index(_ square: Square) -> Int { size.index(of: square) }
    var problems: [String] = []
    if Set(reach.squares.map(index)) != naive.squares {
      problems.append("squares \(reach.squares)")
    }
    if Set(reach.zombiesAtStart.map(index)) != naive.zombiesAtStart {
      problems.append("at the start")
    }
    let isWon = naive.squares.contains(level.signpost)
    if isWon != naiveSolve(level, rules).solvable { problems.append("the signpost") }
    let room = NaiveRoom(level)
    let distances = naive.squares.map { room.distance($0, level.signpost) }
    if let nearest = reach.nearest.map(index) {
      let first = naive.squares.sorted().first {
        room.distance($0, level.signpost) == distances.min()
      }
      if nearest != first { problems.append("nearest \(nearest)") }
    } else if !naive.squares.isEmpty {
      problems.append("no nearest square")
    }
    var ways: [Reach.ShutWay] = []
    for square in naive.squares.sorted() where square != level.signpost {
      for direction in Direction.allCases {
        let target = room.neighbours[4 * square + Int(direction.rawValue)]
        if target < 0 || naive.squares.contains(target) { continue }
        var shutter = Reach.Shutter.block
        if !room.isBlock[target] {
          let times = try require(naive.catchers[4 * square + Int(direction.rawValue)])
          if times.contains([]) { problems.append("a step from \(square) is survived") }
          let each = times.reduce(times[0]) { $0.intersection($1) }
          let any = times.reduce(Set<Int>()) { $0.union($1) }
          func squares(_ set: Set<Int>) -> [Square] { set.sorted().map(size.square) }
          shutter = each.isEmpty ? .oneOf(squares(any)) : .each(squares(each))
        }
        ways.append(
          Reach.ShutWay(
            from: size.square(at: square), direction: direction, to: size.square(at: target),
            shutter: shutter))
      }
    }
    if let zombie = reach.loneZombie {
      let alone = NaiveLevel(
        rows: level.rows, columns: level.columns, start: level.start, signpost: level.signpost,
        zombies: [index(zombie)], blocks: level.blocks, flashlights: level.flashlights,
        lit: level.lit)
      if naiveSolve(alone, rules).solvable { problems.append("\(zombie) does not suffice alone") }
    }
    if reach.shutWays != ways { problems.append("shut \(reach.shutWays), expected \(ways)") }
    return problems.isEmpty ? nil : "\(level) \(rules): \(problems.joined(separator: "; "))"
  }

  @Test func squaresAndShutWaysAreThoseOfAListOfRounds() throws {
    try expectNil(firstComplaint(maxThings: 8, wide: 4, Self.complaint))
  }

  /// The article's example: a zombie diagonal to the start, in the dark, shuts both ways out.
  @Test func bothWaysOutOfACorner() throws {
    let reach = try Reach(Level("S4/5/5/3Z1/4P"))
    let (start, zombie) = (Square(row: 4, column: 4), Square(row: 3, column: 3))
    expect(reach.squares == [start] && reach.nearest == start && reach.outcomeAtStart == nil)
    expectEqual(
      reach.shutWays,
      [
        Reach.ShutWay(
          from: start, direction: .up, to: Square(row: 3, column: 4), shutter: .each([zombie])),
        Reach.ShutWay(
          from: start, direction: .left, to: Square(row: 4, column: 3), shutter: .each([zombie])),
      ])
  }

  /// The text says "alone" only if the level cannot be won without the other zombies either.
  @Test(arguments: [
    // Without the zombie in the corner above it, the zombie can be lured away.
    ("S3Z/3Z#/3#1/4#/2#2/4P+lit", nil, "column 4 catches you on every way out: up from"),
    ("S4/5/5/3Z1/4P", Square(row: 3, column: 3), "4 alone catches you on every way out: up and"),
    ("S4/3Z1/5/3Z1/4P", Square(row: 3, column: 3), "4 alone catches you on every way out: up and"),
  ])
  func zombiesThatShutEverythingAlone(code: String, zombie: Square?, words: String) throws {
    let level = try Level(code)
    let reach = try Reach(level)
    expectEqual(reach.loneZombie, zombie)
    let text = ReachText.sentences(reach, in: level).joined(separator: " ")
    expect(text.contains(words), "\(text)")
  }

  @Test func roundsThatEndBeforeTheFirstMove() throws {
    let caught = try Reach(Level("S2/2Z/2P"))
    expect(caught.outcomeAtStart == .caught && caught.squares.isEmpty && caught.nearest == nil)
    expect(caught.zombiesAtStart == [Square(row: 1, column: 2)] && caught.shutWays.isEmpty)
    let stuck = try Reach(Level("S#/#P"))
    expect(stuck.outcomeAtStart == .stuck && stuck.squares == [Square(row: 1, column: 1)])
    expectEqual(stuck.shutWays.map(\.shutter), [.block, .block])
    expect(stuck.zombiesAtStart.isEmpty)
  }

  @Test func limitsOnStates() throws {
    let level = try Level("S4/5/Z1#2/1#3/Z3P+lit")
    // Distinguishing the zombies gives more states than the graph has, but less than twice as many.
    let count = try StateGraph(level).count
    expect(count > 10)
    try expectEqual(Reach(level, stateLimit: 2 * count), Reach(level))
    for limit in [0, 1, count - 1] {
      #expect(throws: ExplorationError.tooManyStates(limit: limit)) {
        try Reach(level, stateLimit: limit)
      }
    }
  }
}
