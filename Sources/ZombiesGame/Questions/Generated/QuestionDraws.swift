import ZombiesCore
import ZombiesGenerator
import ZombiesSolver

/// The random draws for one question, one word of its stream per draw (<doc:Questions>). Their
/// order must never change, because a seed always gives the same questions.
struct QuestionDraws {
  let rules: Rules
  let solver: Solver
  private var stream: RandomStream

  /// Begins the stream of a question.
  init(_ kind: Question.Kind, seed: UInt64, number: UInt64, rules: Rules) {
    self.rules = rules
    // Rooms are small: one that needs a longer search is not worth a question.
    solver = Solver(rules: rules, stateLimit: 1 << 16)
    stream = RandomStream(seed: seed, purpose: .questions, index: number, variant: kind.rawValue)
  }

  /// A number below a bound.
  mutating func below(_ bound: Int) -> Int {
    var word = BoundedDraw(below: UInt64(bound)).word(from: &stream)
    return Int(BoundedDraw.digit(below: UInt64(bound), of: &word))
  }

  /// A random element of a collection that is not empty.
  mutating func one<C: RandomAccessCollection>(of elements: C) -> C.Element {
    elements[elements.index(elements.startIndex, offsetBy: below(elements.count))]
  }

  /// The elements in random order (Fisher and Yates): from the last position to the second, each
  /// element swaps with a random one up to and including itself.
  mutating func shuffled<Element>(_ elements: [Element]) -> [Element] {
    var elements = elements
    for place in elements.indices.dropFirst().reversed() {
      elements.swapAt(place, below(place + 1))
    }
    return elements
  }

  /// A random family: rows, columns, zombies, blocks and flashlights, each drawn from its range;
  /// then the light, unless it is given.
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

  /// The first placements of a family, with the next word as the seed: `FAMILY+any@WORD#0` and so on. There are not
  /// many, because some families have hardly any level of some kind.
  mutating func placements(of family: Family) -> [Level] {
    let source = try? LevelSource(
      LevelGenerator(family, seed: stream.next(), rules: rules, selection: .any))
    return (0..<50).compactMap { try? source?.level(at: $0) }
  }

  /// The first solvable level among a few placements of a family; nil if there is none.
  mutating func solvableLevel(of family: Family) -> Level? {
    placements(of: family).first { solver.decide($0).verdict == .solvable }
  }

  /// A random position from an unfinished round in a lit level, as a level that begins there.
  mutating func litPosition() -> Level? {
    guard let family = family(sides: 4...5, zombies: 1...2, blocks: 1...5, isLit: true),
      let level = solvableLevel(of: family)
    else { return nil }
    var round = Round(level, rules: rules)
    for _ in 0..<below(5) {
      guard round.outcome == nil else { return nil }
      _ = try? round.move(one(of: Array(round.legalMoves)))
    }
    return round.position
  }
}

extension Round {
  /// The position as a level that begins here; nil if the round is over.
  var position: Level? {
    guard outcome == nil else { return nil }
    // In the light, flashlights have no effect any more, and the player may stand on one.
    return try? Level(
      size: level.size, start: player, signpost: level.signpost, zombies: zombies.squares,
      blocks: level.blocks, flashlights: isLit ? [] : level.flashlights, isLit: isLit)
  }
}
