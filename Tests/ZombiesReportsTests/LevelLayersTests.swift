import Testing
import ZombiesCore
import ZombiesDocuments
import ZombiesTestBridge
import ZombiesTestSupport

@testable import ZombiesReports

/// Only these tests find a number, a shade or a line of a level's picture on another square,
/// or of another count. The rooms are not square, and the counts come from lists of all paths.
@Suite struct LevelLayersTests {
  private static func shapes(
    _ naive: NaiveLevel, _ wishes: LevelCardMaker.Wishes, _ rules: NaiveRules = .standard
  ) throws -> [Drawn] {
    let maker = LevelCardMaker(wishes, rules: try Rules(rules))
    var svg = Markup()
    LevelSheet.appendPicture(maker.card(of: try Level(naive), name: "x"), to: &svg)
    return Drawn.shapes(of: svg.string)
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
    for _ in 0..<400 {
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
        expectEqual(lines, (hasLine ? ["zwh", "zw"] : []))
      }
    }
    expect(solved > 20)
  }

  /// Binomial coefficients count the paths of an open room. Many solutions are shown as shares.
  @Test(arguments: [(9, 8, 6435), (8, 10, 11_440)])
  func manySolutionsAreShares(rows: Int, columns: Int, total: Int) throws {
    func paths(_ down: Int, _ right: Int) -> Int {
      (0..<down).reduce(1) { $0 * (right + $1 + 1) / ($1 + 1) }
    }
    let naive = NaiveLevel(rows: rows, columns: columns, start: rows * columns - 1, signpost: 0)
    let texts = try Self.shapes(naive, .solutions).filter { $0.tag == "text" }
    expect(paths(rows - 1, columns - 1) == total && texts.count == rows * columns - 2)
    for (place, text) in texts.enumerated() {
      let (row, column) = ((place + 1) / columns, (place + 1) % columns)
      let count = paths(row, column) * paths(rows - 1 - row, columns - 1 - column)
      let percent = 100 * count < total ? "&lt;1%" : "\((200 * count + total) / (2 * total))%"
      expectEqual(
        text.text, (total < 10_000 ? "\(count)" : percent), "row \(row), column \(column)")
    }
  }

  /// The floor, the numbers of lines, and the window around them.
  @Test(arguments: [(2, 5), (5, 2), (1, 3), (3, 1)] as [(rows: Int, columns: Int)], [false, true])
  func linesHaveTheirNumbers(room: (rows: Int, columns: Int), hasNumbers: Bool) throws {
    let (rows, columns) = room
    let naive = NaiveLevel(rows: rows, columns: columns, start: 1, signpost: 0, lit: rows == 2)
    let shapes = try Self.shapes(naive, hasNumbers ? .lost : [])
    let numbers =
      (0..<rows).map { "zl0 -0.24 \($0).6 \($0 + 1)" }
      + (0..<columns).map { "zl0 \($0).5 -0.14 \($0 + 1)" }
    expectEqual(shapes.filter { $0.tag == "text" }.map(\.label), (hasNumbers ? numbers : []))
    let before = hasNumbers ? 0.48 : 0.05
    let (width, height) = (Double(columns) + before + 0.05, Double(rows) + before + 0.05)
    let box = [-before, -before, width, height].map(Drawn.short).joined(separator: " ")
    expectEqual(shapes[0]["viewBox"], box)
    let (down, right) = (
      (1..<rows).map { "M0 \($0)h\(columns)" }, (1..<columns).map { "M\($0) 0v\(rows)" }
    )
    let grid = "M0 0h\(columns)v\(rows)H0z" + (down + right).joined()
    expectEqual(shapes.filter { $0.style == (rows == 2 ? "zL" : "zD") }.map { $0["d"] }, [grid])
  }
}
