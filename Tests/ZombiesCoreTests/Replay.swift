// Replays levels with the plain form, the fast form and the naive reference at once, so that each
// example of these tests checks all three.

import Testing
import ZombiesCore
import ZombiesTestSupport

extension Rules {
  /// The rules that the reference calls by these names.
  init(_ naive: NaiveRules, hearing: Int = 0) {
    self = Self.variant(
      naive.catchingDistance, naive.chase.rawValue, naive.speed, hearing: hearing)
  }

  /// Rules for a test. Invalid ones are a mistake in the test.
  static func variant(
    _ distance: Int = 1, _ chase: String = "longest", _ speed: Int = 1, hearing: Int = 0
  ) -> Rules {
    guard let axis = ChaseAxis(rawValue: chase),
      let rules = try? Rules(
        catchingDistance: distance, chase: axis, zombieSpeed: speed, hearingDistance: hearing)
    else { preconditionFailure("no such rules: \(distance) \(chase) \(speed) \(hearing)") }
    return rules
  }
}

extension NaiveRules {
  /// The reference's form of rules.
  init(_ rules: Rules) {
    guard let chase = NaiveChase(rawValue: rules.chase.rawValue) else { preconditionFailure() }
    self.init(
      catchingDistance: rules.catchingDistance, chase: chase, speed: rules.zombieSpeed)
  }
}

/// A state on one line: rows joined by `/` with `.` for floor, `P` for the player on any square,
/// `*` for a zombie on the player's square, then `+lit`, then how the round ended.
func stateText(
  _ level: NaiveLevel, player: Int, zombies: [Int], isLit: Bool, outcome: String?
) -> String {
  var letters = [Character](repeating: ".", count: level.squareCount)
  for square in level.blocks { letters[square] = "#" }
  for square in level.flashlights { letters[square] = "F" }
  letters[level.signpost] = "S"
  letters[player] = "P"
  for square in zombies { letters[square] = square == player ? "*" : "Z" }
  let rows = (0..<level.rows).map {
    String(letters[$0 * level.columns..<($0 + 1) * level.columns])
  }
  return rows.joined(separator: "/") + (isLit ? "+lit" : "") + (outcome.map { " \($0)" } ?? "")
}

/// The state after some moves if `Round`, `SmallRound` and the reference agree, otherwise the
/// state of each. An error names the move that caused it, counted from 1.
func after(_ moves: String, in code: String, _ rules: Rules = .standard) -> String {
  guard let naiveLevel = NaiveLevel(code: code) else { return "the reference reads no \(code)" }
  do {
    let level = try Level(code)
    guard let small = SmallLevel(level) else { return "too large: \(code)" }
    var (plain, fast) = (Round(level, rules: rules), SmallRound(small, rules: rules))
    var naive = NaiveRound(naiveLevel, NaiveRules(rules))
    for (index, letter) in moves.utf8.enumerated() {
      guard let move = Direction(letter: letter) else { return "no move: \(moves)" }
      do { try plain.move(move) } catch { return "move \(index + 1): \(error)" }
      fast.move(move)
      naive.move(Int(move.rawValue))
    }
    let texts = [
      stateText(
        naiveLevel, player: level.size.index(of: plain.player),
        zombies: plain.zombies.squares.map(level.size.index), isLit: plain.isLit,
        outcome: plain.outcome?.name),
      stateText(
        naiveLevel, player: fast.player, zombies: Array(fast.zombies), isLit: fast.isLit,
        outcome: fast.outcome?.name),
      stateText(
        naiveLevel, player: naive.player, zombies: naive.zombies, isLit: naive.lit,
        outcome: naive.outcome?.rawValue),
    ]
    if plain.moves != moves.utf8.count || fast.moves != plain.moves { return "miscounted moves" }
    if texts[1] == texts[0], texts[2] == texts[0] { return texts[0] }
    return "plain \(texts[0]), fast \(texts[1]), naive \(texts[2])"
  } catch {
    return "\(code): \(error)"
  }
}

extension NaiveRandom {
  /// A random word. Each bit is set with the given probability, in quarters.
  mutating func word(quarters: Int) -> UInt64 {
    switch quarters {
    case 0: 0
    case 1: next() & next()
    case 2: next()
    case 3: next() | next()
    default: ~0
    }
  }
}

/// Shapes of rooms of at most 64 squares: thin ones, square ones, and those that fill a word.
let smallShapes: [(rows: Int, columns: Int)] = [
  (1, 2), (2, 1), (1, 5), (5, 1), (2, 2), (2, 3), (3, 2), (3, 3), (3, 5), (5, 3), (5, 5), (4, 6),
  (6, 4), (7, 9), (9, 7), (8, 8), (2, 32), (32, 2), (1, 64), (64, 1), (4, 16), (16, 4), (3, 21),
  (21, 3), (1, 63), (63, 1), (5, 12), (6, 6), (1, 32), (32, 1),
]
