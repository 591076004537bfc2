import ZombiesCore
import ZombiesTestSupport

extension Rules {
  /// The rules that the reference calls by these names.
  init(_ naive: NaiveRules) throws {
    let axis = try require(ChaseAxis(rawValue: naive.chase.rawValue))
    self = try Rules(
      catchingDistance: naive.catchingDistance, chase: axis, zombieSpeed: naive.speed,
      hearingDistance: naive.hearingDistance)
  }
}

extension NaiveRules {
  /// The reference's form of rules.
  init(_ rules: Rules) throws {
    self.init(
      catchingDistance: rules.catchingDistance,
      chase: try require(NaiveChase(rawValue: rules.chase.rawValue)), speed: rules.zombieSpeed,
      hearingDistance: rules.hearingDistance)
  }
}

/// A round that is played by all forms of the rules at once: the reference, `Round`, `AnyRound` and, in rooms of at most
/// 64 squares, `SmallRound`.
struct Match {
  private(set) var naive: NaiveRound
  private(set) var plain: Round
  private(set) var small: SmallRound?
  private(set) var any: AnyRound
  private(set) var moves = ""

  init(_ level: NaiveLevel, _ rules: Rules) throws {
    let form = try Level(code: level.code)
    naive = NaiveRound(level, try NaiveRules(rules))
    plain = Round(form, rules: rules)
    small = SmallLevel(form).map { SmallRound($0, rules: rules) }
    any = AnyRound(form, rules: rules)
  }

  /// Makes a legal move.
  mutating func move(_ direction: Int) {
    moves += naiveDirectionLetters[direction]
    let move = Direction.allCases[direction]
    naive.move(direction)
    _ = try? plain.move(move)
    small?.move(move)
    any.attempt(move)
  }

  /// What all forms have to agree on. Squares are numbers in reading order.
  private struct State: Equatable {
    var outcome: String?
    var isLit: Bool
    var heard: Int?
    /// The number of moves, the player's square, the signpost's and the hearing distance.
    var numbers: [Int]
    var legalMoves: [Int]
    /// The squares of all zombies, where the form knows them.
    var zombies: [Int]
    /// The squares that the player sees: all, and those of zombies, blocks and flashlights.
    var seen: [[Int]]

    init(_ naive: NaiveRound) {
      let level = naive.level
      (outcome, isLit, heard) = (naive.outcome?.rawValue, naive.lit, naive.heard)
      numbers = [naive.moves, naive.player, level.signpost, naive.rules.hearingDistance]
      legalMoves = naive.legalMoves()
      zombies = naive.zombies
      seen = [Array(0..<level.squareCount), zombies, level.blocks, level.flashlights]
      if !isLit {
        seen = seen.map { $0.filter { naive.room.distance($0, naive.player) <= 1 } }
      }
    }

    init(_ sight: Sight, _ moves: Int, _ outcome: Outcome?, zombies: [Int]) {
      let size = sight.size
      (self.outcome, isLit, heard) = (outcome?.name, sight.isLit, sight.heard)
      numbers = [
        moves, size.index(of: sight.player), size.index(of: sight.signpost), sight.hearingDistance,
      ]
      legalMoves = outcome == nil ? sight.legalMoves.map { Int($0.rawValue) } : []
      self.zombies = zombies
      let things = [sight.zombies, sight.blocks, sight.flashlights]
      seen = [(0..<size.squareCount).filter { sight.sees(size.square(at: $0)) }]
      for squares in things { seen.append(squares.map(size.index)) }
      if things.map(\.count) != seen.dropFirst().map(\.count) || sight.moves != moves {
        seen = []
      }
    }
  }

  /// What differs between the forms, with all that is needed to see it again, or nil.
  var difference: String? {
    let expected = State(naive)
    var found = [
      "Round": State(
        Sight(plain), plain.moves, plain.outcome,
        zombies: plain.zombies.map(plain.level.size.index)),
      "AnyRound": State(any.sight, any.moves, any.outcome, zombies: expected.zombies),
    ]
    if let small {
      found["SmallRound"] = State(
        Sight(SmallSight(small)), small.moves, small.outcome, zombies: Array(small.zombies))
    }
    guard let (form, other) = found.first(where: { $0.value != expected }) else { return nil }
    let fields = zip(Mirror(reflecting: other).children, Mirror(reflecting: expected).children)
      .filter { "\($0.value)" != "\($1.value)" }
      .map { "\($0.label ?? "") \($0.value), not \($1.value)" }
    return "\(replay): in \(form), \(fields.joined(separator: "; "))"
  }

  /// The level, the rules and the moves.
  var replay: String { "\(naive.level) \(naive.rules) moves '\(moves)'" }

  /// The round as a picture, `?` for squares that the player cannot see, from the reference.
  var view: String {
    let level = naive.level
    let rows = (0..<level.rows).map { row in
      (0..<level.columns).map { column -> String in
        let square = row * level.columns + column
        let isSeen = naive.lit || naive.room.distance(square, naive.player) <= 1
        if !isSeen, square != level.signpost { return "?" }
        if naive.zombies.contains(square) { return "Z" }
        if square == naive.player { return "P" }
        if square == level.signpost { return "S" }
        return level.blocks.contains(square) ? "#" : level.flashlights.contains(square) ? "F" : "."
      }.joined()
    }
    return rows.joined(separator: "\n")
  }

  /// The same picture from what the player sees.
  func view(_ sight: Sight) -> String {
    let rows = (0..<sight.size.rows).map { row in
      (0..<sight.size.columns).map { column -> String in
        let square = Square(row: row, column: column)
        guard let thing = sight.thing(at: square) else {
          return sight.player == square ? "P" : sight.sees(square) ? "." : "?"
        }
        return thing != .zombie && sight.player == square
          ? "P" : String(UnicodeScalar(thing.letter))
      }.joined()
    }
    return rows.joined(separator: "\n")
  }
}
