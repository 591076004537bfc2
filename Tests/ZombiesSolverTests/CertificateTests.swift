import Testing
import ZombiesCore
import ZombiesSolver
import ZombiesTestSupport

/// A certificate that can be changed.
private struct Draft {
  var level: NaiveLevel
  var rules: NaiveRules
  var claim: Certificate.Claim
  var layers: [[StateLayers.State]]

  init(_ level: NaiveLevel, _ rules: NaiveRules = .standard) throws {
    let certificate = Solver(rules: Rules(rules)).certify(try Level(level.code)).certificate
    (self.level, self.rules, claim) = (level, rules, certificate.claim)
    let states = certificate.states
    layers = (0..<states.layerCount).map { distance in states.layer(distance).map { states[$0] } }
  }

  init(code: String) throws { try self.init(try require(NaiveLevel(code: code))) }

  var certificate: Certificate {
    get throws {
      var states = StateLayers(try Level(level.code))
      for layer in layers {
        for state in layer {
          let squares = ([state.player] + state.zombies).map {
            UInt32($0.row * level.columns + $0.column)
          }
          states.append(
            players: [squares[0]], zombies: Array(squares.dropFirst()), isLit: state.isLit)
        }
        states.endLayer()
      }
      return Certificate(claim, by: states, rules: Rules(rules))
    }
  }

  /// Whether the checker accepts the certificate.
  var isAccepted: Bool {
    get throws {
      let certificate = try certificate
      return (try? certificate.validate()) != nil
    }
  }

  func square(_ index: Int) -> Square {
    Square(row: index / level.columns, column: index % level.columns)
  }

  // MARK: Changes

  /// A random layer and a position in it; nil if there are no states.
  func place(_ random: inout NaiveRandom) -> (layer: Int, place: Int)? {
    let places = layers.indices.flatMap { layer in layers[layer].indices.map { (layer, $0) } }
    return places.isEmpty ? nil : random.one(of: places)
  }

  /// A state of the draft with another player, other zombies or another light. Not every such state can occur.
  func changed(_ random: inout NaiveRandom) -> StateLayers.State? {
    guard let (layer, place) = place(&random) else { return nil }
    var state = layers[layer][place]
    switch random.below(3) {
    case 0:
      let squares = Array(0..<level.squareCount)
      state.zombies = random.choose(state.zombies.count, of: squares).sorted().map(square)
    case 1: state.isLit.toggle()
    default: state.player = square(random.below(level.squareCount))
    }
    return state
  }

  mutating func changeSolution(_ change: (inout [Direction], inout UInt64) -> Void) {
    guard case .solvable(let solution) = claim else { return }
    var (moves, count) = (solution.moves, solution.shortestCount)
    change(&moves, &count)
    claim = .solvable(Solution(moves: moves, shortestCount: count))
  }

  mutating func changeLevel(start: Int? = nil, blocks: [Int]? = nil) {
    level = NaiveLevel(
      rows: level.rows, columns: level.columns, start: start ?? level.start,
      signpost: level.signpost,
      zombies: level.zombies, blocks: blocks ?? level.blocks, flashlights: level.flashlights,
      lit: level.lit)
  }

  static let changes: [(name: String, change: @Sendable (inout Draft, inout NaiveRandom) -> Void)] =
    [
      (
        "drop a state",
        { draft, random in
          if let (layer, place) = draft.place(&random) { draft.layers[layer].remove(at: place) }
        }
      ),
      (
        "add a state",
        { draft, random in
          guard let state = draft.changed(&random) else { return }
          draft.layers[random.below(draft.layers.count)].append(state)
        }
      ),
      (
        "change a state",
        { draft, random in
          guard let (layer, place) = draft.place(&random), let state = draft.changed(&random) else {
            return
          }
          draft.layers[layer][place] = state
        }
      ),
      (
        "move a state to another layer, or repeat it there",
        { draft, random in
          guard let (layer, place) = draft.place(&random) else { return }
          draft.layers[random.below(draft.layers.count)].append(draft.layers[layer][place])
          if random.below(2) == 0 { draft.layers[layer].remove(at: place) }
        }
      ),
      (
        "drop a layer, and a move with it, or the last layer alone",
        { draft, random in
          guard !draft.layers.isEmpty else { return }
          if random.below(3) == 0 {
            draft.layers.removeLast()
            return
          }
          draft.layers.remove(at: random.below(draft.layers.count))
          draft.changeSolution { moves, _ in moves.remove(at: random.below(moves.count)) }
        }
      ),
      (
        "swap two layers, or append one",
        { draft, random in
          guard draft.layers.count > 1, random.below(3) > 0 else { return draft.layers.append([]) }
          draft.layers.swapAt(random.below(draft.layers.count), random.below(draft.layers.count))
        }
      ),
      ("unsolvable instead", { draft, _ in draft.claim = .unsolvable }),
      (
        "another solution",
        { draft, random in
          let moves = draft.layers.map { _ in random.one(of: Direction.allCases) }
          draft.claim = .solvable(Solution(moves: moves, shortestCount: 1))
        }
      ),
      (
        "another move, or two exchanged, as another shortest solution may have them",
        { draft, random in
          draft.changeSolution { moves, _ in
            let place = random.below(moves.count)
            if random.below(2) == 0 {
              moves[place] = random.one(of: Direction.allCases)
            } else {
              moves.swapAt(place, random.below(moves.count))
            }
          }
        }
      ),
      (
        "another number of solutions",
        { draft, random in
          draft.changeSolution { _, count in count = random.one(of: [0, 1, count + 1, .max]) }
        }
      ),
      ("other rules", { draft, random in draft.rules = random.rules() }),
      (
        "another level of as many zombies",
        { draft, random in
          let level = draft.level
          draft.level = random.level(
            rows: level.rows, columns: level.columns, zombies: level.zombies.count,
            blocks: level.blocks.count, flashlights: level.flashlights.count, lit: level.lit)
        }
      ),
      (
        "a block more or fewer, or another start",
        { draft, random in
          let level = draft.level
          let square = random.below(level.squareCount)
          let things = level.zombies + level.flashlights + [level.signpost]
          if let place = level.blocks.firstIndex(of: square) {
            draft.changeLevel(
              blocks: level.blocks.enumerated().filter { $0.offset != place }.map(\.element))
          } else if !things.contains(square) {
            if random.below(2) == 0 || square == level.start {
              draft.changeLevel(start: square)
            } else {
              draft.changeLevel(blocks: level.blocks + [square])
            }
          }
        }
      ),
    ]
}

/// The checker never accepts a false claim: certificates are changed, and refused unless they are still those of the
/// level by the naive reference. That all true ones are accepted, `DifferentialTests` shows.
@Suite struct CertificateTests {
  @Test("Each kind of change, for random levels", arguments: Draft.changes.indices)
  func changes(kind: Int) throws {
    let (name, change) = Draft.changes[kind]
    var random = NaiveRandom(seed: UInt64(0xFA15E + kind))
    var (refused, levels) = (0, 0)
    // Other rules seldom make a difference.
    while levels < cases(name == "other rules" ? 48 : 24, long: 3000) {
      let (level, rules) = (random.level(maxRows: 4, maxColumns: 4, maxThings: 4), random.rules())
      let original = try Draft(level, rules)
      // Changing a proof of a few states gives nothing new.
      guard original.layers.joined().count > 3 else { continue }
      levels += 1
      for _ in 0..<3 {
        var draft = original
        change(&draft, &random)
        guard try draft.isAccepted else {
          refused += 1
          continue
        }
        // A level has one certificate, so an accepted one has exactly its states.
        let (expected, certificate) = (
          try Expected(draft.level, draft.rules), try draft.certificate
        )
        var isTrue = draft.claim == .unsolvable && !expected.answer.solvable
        if case .solvable(let solution) = draft.claim {
          isTrue =
            solution.moves.letters == expected.answer.solution
            && solution.shortestCount == expected.answer.shortestSolutions
        }
        try require(
          isTrue && certificate.states.asSets == expected.layers,
          "\(name): accepted \(draft) made from \(level) \(rules)")
      }
    }
    expect(refused > 4, "\(name)")
  }

  @Test("Forged proofs are refused")
  func forged() throws {
    func states(_ layers: [[(Int, Int)]]) -> [[StateLayers.State]] {
      layers.map { layer in
        layer.map {
          StateLayers.State(player: Square(row: $0.0, column: $0.1), zombies: [], isLit: false)
        }
      }
    }
    // All but the squares next to the signpost are no closed set.
    var draft = try Draft(code: "S3/4/4/3P")
    draft.claim = .unsolvable
    draft.layers.removeLast()
    try expect(!draft.isAccepted)
    // A room of two halves: only the half with the signpost, and the start with a state on the other side.
    let halves = try Draft(code: "S3/####/3P")
    try expect(halves.isAccepted)
    let far = states([[(0, 1)]])
    for layers in [
      far, halves.layers.dropLast() + [halves.layers[halves.layers.count - 1] + far[0]],
    ] {
      draft = halves
      draft.layers = layers
      try expect(!draft.isAccepted)
    }
    // Par is 2, LL. Only the detour needs squares at distances 2 and 3.
    draft = try Draft(code: "S1P/3")
    draft.layers = states([[(0, 2)], [(0, 1), (1, 2)], [(1, 1)], [(1, 0)]])
    for count in 1...UInt64(4) {
      draft.claim = .solvable(Solution(moves: [.down, .left, .left, .up], shortestCount: count))
      try expect(!draft.isAccepted, "\(count)")
    }
    draft.claim = .unsolvable
    try expect(!draft.isAccepted)
    // There is no solution if the player is caught or stuck on the start.
    for code in ["SPZ", "S#P"] {
      for moves: [Direction] in [[], [.left], [.right, .left]] {
        for count: UInt64 in 0...1 {
          draft = try Draft(code: code)
          draft.claim = .solvable(Solution(moves: moves, shortestCount: count))
          try expect(!draft.isAccepted, "\(draft)")
        }
      }
    }
  }
}
