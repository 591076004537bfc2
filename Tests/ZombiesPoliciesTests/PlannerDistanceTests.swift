// Planners in rooms of more than 64 squares, which keep distances in the dark, against a flood of
// the whole room before every move.

import Testing
import ZombiesCore
import ZombiesPolicies
import ZombiesSolver
import ZombiesTestSupport

@Suite struct PlannerDistanceTests {
  /// Counts of the events in the rounds, so that a test can require enough of each.
  private struct Seen {
    var moves = 0
    var detours = 0
    var withoutWay = 0
    var besideZombies = 0
    var inLight = 0
    var failure: String?
  }

  /// Plays a level with a planner, and compares each of its moves.
  private func play(
    _ naive: NaiveLevel, _ rules: Rules, _ style: PlannerStyle, _ seen: inout Seen
  ) throws {
    let level = try Level(naive.code)
    var round = Round(level, rules: rules)
    var planner = Planner(style)
    // All squares that are not known to have a block.
    var floor = SquareSet(level.size)
    floor.formComplement()
    while round.outcome == nil, round.moves < 4 * level.size.squareCount {
      let sight = Sight(round)
      for square in sight.blocks { floor.remove(square) }
      var open = floor
      for zombie in sight.zombies { open.remove(zombie) }
      let expected = style.move(
        from: round.player, to: level.signpost, through: open, legal: round.legalMoves)
      let move = planner.choose(sight)
      if move != expected {
        seen.failure =
          "\(naive.code) \(rules), \(style) after \(round.moves) moves: \(move), not \(expected)"
        return
      }
      seen.moves += 1
      if !sight.zombies.isEmpty { seen.besideZombies += 1 }
      if sight.isLit { seen.inLight += 1 }
      // A move away from the signpost is either a detour or made because there is no path.
      let target = round.player.stepped(move)
      if target.distance(to: level.signpost) > round.player.distance(to: level.signpost) {
        let steps = WideFlood(WideRoom(level.size))
          .firstSteps(from: round.player, to: level.signpost, through: open)
        if steps.isEmpty { seen.withoutWay += 1 } else { seen.detours += 1 }
      }
      try round.move(move)
    }
  }

  /// A level with the start and the signpost anywhere. Its blocks may enclose either.
  private func level(_ random: inout NaiveRandom, _ number: Int) -> NaiveLevel {
    let shapes = [(9, 8), (8, 12), (3, 40), (40, 3), (1, 90), (14, 14), (5, 70), (20, 9)]
    let (rows, columns) = shapes[number % shapes.count]
    let count = rows * columns
    let blocks = rows == 1 ? random.below(3) : count * random.below(55) / 100
    let zombies = random.below(4) * (number % 3)
    let flashlights = number % 5 == 0 ? 1 + random.below(2) : 0
    let things = min(blocks + zombies + flashlights, count - 2)
    let squares = random.choose(2 + things, of: Array(0..<count))
    let first = 2 + min(zombies, things)
    let second = min(first + flashlights, squares.count)
    return NaiveLevel(
      rows: rows, columns: columns, start: squares[0], signpost: squares[1],
      zombies: Array(squares[2..<first]), blocks: Array(squares[second...]),
      flashlights: Array(squares[first..<second]), lit: number % 40 == 7)
  }

  @Test("Random rounds of many shapes: each move is that of a flood", arguments: [0, 1])
  func randomRounds(catchingDistance: Int) throws {
    let seed = 0xD157_0000 + UInt64(catchingDistance)
    var random = NaiveRandom(seed: seed)
    var seen = Seen()
    for number in 0..<cases(24, long: 20_000) where seen.failure == nil {
      var naive = random.rules()
      naive.catchingDistance = catchingDistance
      let level = level(&random, number)
      try play(level, Rules(naive), number % 2 == 0 ? .edge : .beeline, &seen)
    }
    #expect(seen.failure == nil, "seed \(seed)")
    #expect(seen.moves > cases(200, long: 2000) && seen.detours > cases(20, long: 200))
    let least = cases(1, long: 20)
    #expect(seen.withoutWay > least && seen.inLight > least)
    // At catching distance 1, a player who sees a zombie is already caught.
    #expect(catchingDistance == 1 || seen.besideZombies > least)
  }

  @Test("A maze of walls with one gap each, in which nearly all distances change repeatedly")
  func mazes() throws {
    var seen = Seen()
    for (rows, columns) in [(12, 12), (9, 30), (30, 9)] {
      for gaps in 0..<4 {
        var blocks: [Int] = []
        for row in stride(from: 1, to: rows - 1, by: 2) {
          let gap = gaps == 3 ? -1 : (row / 2 + gaps) % 2 == 0 ? 0 : columns - 1
          for column in 0..<columns where column != gap || gap < 0 {
            // The last maze has no gap in its first wall.
            if gaps == 3, row > 1, column == columns / 2 { continue }
            blocks.append(row * columns + column)
          }
        }
        let level = NaiveLevel(
          rows: rows, columns: columns, start: rows * columns - 1, signpost: 0, blocks: blocks)
        for style in [PlannerStyle.edge, .beeline] {
          try play(level, .standard, style, &seen)
        }
      }
    }
    #expect(seen.failure == nil)
    #expect(seen.detours > 500 && seen.withoutWay > 0)
  }
}
