import ZombiesCore
import ZombiesGenerator
import ZombiesSolver

/// The draws of one question: the words of its stream, one a draw
/// (<doc:Questions>). Their order is part of what a seed means, for ever.
struct QuestionDraws {
  let rules: Rules
  private var stream: RandomStream
  private let solver: Solver

  /// Begins the stream of a question.
  init(_ seed: UInt64, number: UInt64, variant: UInt64, rules: Rules) {
    self.rules = rules
    stream = RandomStream(seed: seed, purpose: .questions, index: number, variant: variant)
    // Rooms are small: a search that goes further than this is not worth a question.
    solver = Solver(rules: rules, stateLimit: 1 << 16)
  }

  /// A number below a bound.
  mutating func below(_ bound: Int) -> Int {
    var word = BoundedDraw(below: UInt64(bound)).word(from: &stream)
    return Int(BoundedDraw.digit(below: UInt64(bound), of: &word))
  }

  /// One of a collection's elements, which has some.
  mutating func one<C: RandomAccessCollection>(of elements: C) -> C.Element {
    elements[elements.index(elements.startIndex, offsetBy: below(elements.count))]
  }

  /// The elements in random order (Fisher and Yates): from the last place to the second, each is
  /// exchanged with one of those up to itself.
  mutating func shuffled<Element>(_ elements: [Element]) -> [Element] {
    var elements = elements
    for place in elements.indices.dropFirst().reversed() {
      elements.swapAt(place, below(place + 1))
    }
    return elements
  }

  /// A family: rows, columns, zombies, blocks, flashlights, each drawn from its range; then, where
  /// it is not said, whether it is lit.
  mutating func family(
    sides: ClosedRange<Int>, zombies: ClosedRange<Int>, blocks: ClosedRange<Int>,
    flashlights: ClosedRange<Int> = 0...0, isLit: Bool? = nil
  ) -> Family? {
    let (rows, columns) = (one(of: sides), one(of: sides))
    let counts = (one(of: zombies), one(of: blocks), one(of: flashlights))
    let isLit = isLit ?? (below(2) == 1)
    guard let size = try? RoomSize(rows: rows, columns: columns) else { return nil }
    return try? Family(
      size: size, zombies: counts.0, blocks: counts.1, flashlights: counts.2, isLit: isLit)
  }

  /// Placements of a family, by a seed that is the next word: `FAMILY+any@WORD#0` and so on.
  mutating func placements(of family: Family) -> LevelSource? {
    try? LevelSource(
      LevelGenerator(family, seed: stream.next(), rules: rules, selection: .any))
  }

  /// The first placements that are looked at for a level of some kind. Some families have hardly
  /// any.
  static let mostPlacements: UInt64 = 50

  /// The first solvable one of a few placements of a family, with its par; nil if there is none.
  mutating func solvableLevel(of family: Family) -> (level: Level, par: Int)? {
    guard let placements = placements(of: family) else { return nil }
    for index in 0..<Self.mostPlacements {
      guard let level = try? placements.level(at: index) else { return nil }
      if let par = decide(level).par { return (level, par) }
    }
    return nil
  }

  /// What the solver says of a level.
  func decide(_ level: Level) -> SolverResult { solver.decide(level) }
}

extension Question {
  /// A position as it is drawn for a question: a lit level, and a round in it that goes on.
  static func litPosition(_ draws: inout QuestionDraws) -> Level? {
    guard
      let family = draws.family(sides: 4...5, zombies: 1...2, blocks: 1...5, isLit: true),
      let level = draws.solvableLevel(of: family)?.level
    else { return nil }
    var round = Round(level, rules: draws.rules)
    for _ in 0..<draws.below(5) {
      guard round.outcome == nil else { return nil }
      _ = try? round.move(draws.one(of: Array(round.legalMoves)))
    }
    return round.position
  }
}

extension Round {
  /// The position as a level that begins here; nil if the round is over.
  var position: Level? {
    guard outcome == nil else { return nil }
    // In the light, flashlights have done what they do, and the player may stand on one.
    return try? Level(
      size: level.size, start: player, signpost: level.signpost, zombies: zombies.squares,
      blocks: level.blocks, flashlights: isLit ? [] : level.flashlights, isLit: isLit)
  }
}
