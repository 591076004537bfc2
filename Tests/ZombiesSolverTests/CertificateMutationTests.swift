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

  init(_ level: NaiveLevel, _ rules: NaiveRules) throws {
    let certificate = Solver(rules: Rules(rules)).certify(try Level(level.code)).certificate
    (self.level, self.rules, claim) = (level, rules, certificate.claim)
    let states = certificate.states
    layers = (0..<states.layerCount).map { distance in states.layer(distance).map { states[$0] } }
  }

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

  /// Whether the naive solver agrees with the claim.
  var isTrue: Bool {
    let answer = naiveSolve(level, rules)
    switch claim {
    case .solvable(let solution):
      return answer.solution == solution.moves.letters
        && answer.shortestSolutions == solution.shortestCount
    case .unsolvable: return !answer.solvable
    case .gaveUp: return false
    }
  }
}

/// The checker never accepts a false claim: only here are certificates changed, and refused unless
/// they are still true according to the naive solver.
@Suite struct CertificateMutationTests {
  private static let kinds:
    [(
      name: String, change: @Sendable (inout Draft, inout NaiveRandom) -> Void
    )] = [
      (
        "drop a state",
        { draft, random in
          guard let (layer, place) = somewhere(draft, &random) else { return }
          draft.layers[layer].remove(at: place)
        }
      ),
      (
        "add a state",
        { draft, random in
          guard let (layer, place) = somewhere(draft, &random) else { return }
          draft.layers[layer].append(changed(draft.layers[layer][place], draft, &random))
        }
      ),
      (
        "change a state",
        { draft, random in
          guard let (layer, place) = somewhere(draft, &random) else { return }
          draft.layers[layer][place] = changed(draft.layers[layer][place], draft, &random)
        }
      ),
      (
        "move a state to another layer",
        { draft, random in
          guard let (layer, place) = somewhere(draft, &random) else { return }
          let state = draft.layers[layer].remove(at: place)
          draft.layers[random.below(draft.layers.count)].append(state)
        }
      ),
      (
        "repeat a state in another layer",
        { draft, random in
          guard let (layer, place) = somewhere(draft, &random) else { return }
          draft.layers[random.below(draft.layers.count)].append(draft.layers[layer][place])
        }
      ),
      (
        "drop the last layer",
        { draft, _ in _ = draft.layers.popLast() }
      ),
      (
        "drop a layer, and a move with it",
        { draft, random in
          guard !draft.layers.isEmpty else { return }
          draft.layers.remove(at: random.below(draft.layers.count))
          if case .solvable(let solution) = draft.claim {
            var moves = solution.moves
            moves.remove(at: random.below(moves.count))
            draft.claim = .solvable(Solution(moves: moves, shortestCount: solution.shortestCount))
          }
        }
      ),
      (
        "swap two layers",
        { draft, random in
          guard draft.layers.count > 1 else { return }
          draft.layers.swapAt(
            random.below(draft.layers.count), random.below(draft.layers.count))
        }
      ),
      (
        "append a layer", { draft, _ in draft.layers.append([]) }
      ),
      ("unsolvable instead", { draft, _ in draft.claim = .unsolvable }),
      (
        "another solution",
        { draft, random in
          let moves = draft.layers.map { _ in Direction.allCases[random.below(4)] }
          draft.claim = .solvable(Solution(moves: moves, shortestCount: 1))
        }
      ),
      (
        "another move",
        { draft, random in
          guard case .solvable(let solution) = draft.claim else { return }
          var moves = solution.moves
          moves[random.below(moves.count)] = Direction.allCases[random.below(4)]
          draft.claim = .solvable(Solution(moves: moves, shortestCount: solution.shortestCount))
        }
      ),
      (
        "two moves swapped, as another shortest solution may have them",
        { draft, random in
          guard case .solvable(let solution) = draft.claim else { return }
          var moves = solution.moves
          moves.swapAt(random.below(moves.count), random.below(moves.count))
          draft.claim = .solvable(Solution(moves: moves, shortestCount: solution.shortestCount))
        }
      ),
      (
        "another number of solutions",
        { draft, random in
          guard case .solvable(let solution) = draft.claim else { return }
          let counts = [0, 1, solution.shortestCount + 1, .max]
          draft.claim = .solvable(
            Solution(moves: solution.moves, shortestCount: counts[random.below(4)]))
        }
      ),
      (
        "other rules", { draft, random in draft.rules = random.rules() }
      ),
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
        "a block more or fewer",
        { draft, random in
          let level = draft.level
          let things = level.zombies + level.flashlights + level.blocks
          let square = random.below(level.squareCount)
          var blocks = level.blocks
          if let place = blocks.firstIndex(of: square) {
            blocks.remove(at: place)
          } else if !things.contains(square), square != level.start, square != level.signpost {
            blocks.append(square)
          }
          draft.level = NaiveLevel(
            rows: level.rows, columns: level.columns, start: level.start, signpost: level.signpost,
            zombies: level.zombies, blocks: blocks, flashlights: level.flashlights, lit: level.lit)
        }
      ),
      (
        "another start",
        { draft, random in
          let level = draft.level
          let things = level.zombies + level.flashlights + level.blocks + [level.signpost]
          let square = random.below(level.squareCount)
          guard !things.contains(square) else { return }
          draft.level = NaiveLevel(
            rows: level.rows, columns: level.columns, start: square, signpost: level.signpost,
            zombies: level.zombies, blocks: level.blocks, flashlights: level.flashlights,
            lit: level.lit)
        }
      ),
    ]

  /// A random layer and a position in it.
  private static func somewhere(
    _ draft: Draft, _ random: inout NaiveRandom
  ) -> (layer: Int, place: Int)? {
    let places = draft.layers.indices.flatMap { layer in
      draft.layers[layer].indices.map { (layer, $0) }
    }
    return places.isEmpty ? nil : places[random.below(places.count)]
  }

  /// A state with another player, other zombies or another light. Not every such state can occur.
  private static func changed(
    _ state: StateLayers.State, _ draft: Draft, _ random: inout NaiveRandom
  ) -> StateLayers.State {
    func square(_ index: Int) -> Square {
      Square(row: index / draft.level.columns, column: index % draft.level.columns)
    }
    var state = state
    switch random.below(3) {
    case 0:
      let squares = Array(0..<draft.level.squareCount)
      state.zombies = random.choose(state.zombies.count, of: squares).sorted().map(square)
    case 1: state.isLit.toggle()
    default: state.player = square(random.below(draft.level.squareCount))
    }
    return state
  }

  @Test("Each kind of change, for random levels", arguments: kinds.indices)
  func changesAreRefusedOrTrue(kind: Int) throws {
    let (name, change) = Self.kinds[kind]
    let seed = UInt64(0xFA15E + kind)
    var random = NaiveRandom(seed: seed)
    var (refused, levels) = (0, 0)
    // Other rules seldom make a difference.
    while levels < cases(exactly: name == "other rules" ? 48 : 24, long: 3000) {
      let level = random.level(maxRows: 4, maxColumns: 4, maxThings: 4)
      let rules = random.rules()
      let original = try Draft(level, rules)
      // Changing a proof of a few states gives nothing new.
      guard original.layers.joined().count > 3 else { continue }
      levels += 1
      for _ in 0..<3 {
        var draft = original
        change(&draft, &random)
        if try draft.isAccepted {
          guard draft.isTrue else {
            Issue.record("\(name), seed \(seed): accepted \(draft) made from \(level) \(rules)")
            return
          }
          // A level has one certificate, so an accepted one has exactly the original states.
          let states = try draft.certificate.states.asSets
          let par = draft.layers.count
          let known = naiveLayers(
            draft.level, draft.rules, below: draft.claim == .unsolvable ? nil : par)
          expectEqual(states, known, "\(name), seed \(seed): \(draft)")
        } else {
          refused += 1
        }
      }
    }
    expect(refused > 4, "\(name), seed \(seed)")
  }

  @Test("The squares around a way out are not a closed set, and neither are unreachable states")
  func forgedClosedSets() throws {
    let level = try require(NaiveLevel(code: "S3/4/4/3P"))
    var draft = try Draft(level, .standard)
    // All but the squares next to the signpost.
    draft.claim = .unsolvable
    draft.layers.removeLast()
    try expect(!draft.isAccepted)
    // A room of two halves, and only the half with the signpost.
    let halves = try require(NaiveLevel(code: "S3/####/3P"))
    draft = try Draft(halves, .standard)
    try expect(draft.isAccepted)
    let far = StateLayers.State(player: Square(row: 0, column: 1), zombies: [], isLit: false)
    draft.layers = [[far]]
    try expect(!draft.isAccepted)
    // The start, and a state on the other side.
    draft = try Draft(halves, .standard)
    draft.layers[draft.layers.count - 1].append(far)
    try expect(!draft.isAccepted)
  }

  @Test("A longer path is not par, even if all its squares are listed at their distances")
  func forgedPar() throws {
    // Par is 2, LL. Only the detour needs squares at distances 2 and 3.
    let level = try require(NaiveLevel(code: "S1P/3"))
    var draft = try Draft(level, .standard)
    draft.layers = [[(0, 2)], [(0, 1), (1, 2)], [(1, 1)], [(1, 0)]].map { layer in
      layer.map { row, column in
        StateLayers.State(player: Square(row: row, column: column), zombies: [], isLit: false)
      }
    }
    for count: UInt64 in 1...4 {
      draft.claim = .solvable(Solution(moves: [.down, .left, .left, .up], shortestCount: count))
      try expect(!draft.isAccepted, "\(count)")
    }
    draft.claim = .unsolvable
    try expect(!draft.isAccepted)
  }

  @Test("There is no solution if the player is caught or stuck on the start")
  func forgedSolutions() throws {
    for code in ["SPZ", "S#P"] {
      var draft = try Draft(try require(NaiveLevel(code: code)), .standard)
      try expect(draft.isAccepted)
      for moves: [Direction] in [[], [.left], [.right, .left]] {
        for count: UInt64 in 0...1 {
          draft.claim = .solvable(Solution(moves: moves, shortestCount: count))
          try expect(!draft.isAccepted, "\(draft)")
        }
      }
    }
  }
}
