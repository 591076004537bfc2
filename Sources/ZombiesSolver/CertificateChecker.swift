import ZombiesCore

/// Checks certificates by the plain rules. It shares no code with the searches except the list of
/// states that they produce.
///
/// It makes every move from every state in a ``/ZombiesCore/Round``. The layers are right if the
/// first contains only the start, every state is reached from the layer before it, no state appears
/// twice, and every move leads to a state in the next layer or an earlier one, or ends the round. By
/// induction, each layer then contains all states at its distance, and the claim follows.
struct CertificateChecker {
  typealias Flaw = Certificate.Flaw

  private let certificate: Certificate
  private let states: StateLayers

  /// The round at the start of the level.
  private let start: Round

  /// The claimed length of the solution; nil if the claim is that there is none.
  private let par: Int?

  /// The numbers of all states, sorted by their keys.
  private var order: [UInt32]

  /// The number of ways to complete a shortest solution from each state.
  private var ways: [UInt64]

  /// Whether each state is reached from the layer before it.
  private var isReached: [Bool]

  init(_ certificate: Certificate) {
    self.certificate = certificate
    states = certificate.states
    start = Round(certificate.level, rules: certificate.rules)
    par = if case .solvable(let solution) = certificate.claim { solution.par } else { nil }
    order = Array(0..<UInt32(clamping: states.count))
    ways = [UInt64](repeating: 0, count: states.count)
    isReached = [Bool](repeating: false, count: states.count)
  }

  /// Checks the certificate.
  ///
  /// - Throws: ``Flaw`` if it does not prove its claim.
  mutating func check(_ watch: (Int) -> Void) throws(Flaw) {
    if case .gaveUp = certificate.claim { throw Flaw("the certificate makes no claim") }
    if start.outcome == .caught, par == nil, states.layerCount == 0 { return }
    try checkStart()
    try checkOrder()
    for distance in (0..<states.layerCount).reversed() {
      try checkLayer(distance)
      watch(states.count - states.layer(distance).lowerBound)
    }
    if case .solvable(let solution) = certificate.claim { try checkSolution(solution) }
  }

  private func checkStart() throws(Flaw) {
    if start.outcome == .caught {
      throw Flaw("the player is caught on the start: expected no states and no solution")
    }
    if let par, par != states.layerCount {
      throw Flaw("par \(par) requires states at \(par) distances, found \(states.layerCount)")
    }
    let first = states.state(of: start)
    guard states.layerCount > 0, states.layer(0).count == 1, states[0] == first else {
      throw Flaw("expected only the start at distance 0: \(first)")
    }
  }

  /// Sorts the states' numbers, and checks that no state appears twice.
  private mutating func checkOrder() throws(Flaw) {
    let states = states
    order.sort { states.precedes(Int($0), Int($1)) }
    for (left, right) in zip(order, order.dropFirst())
    where !states.precedes(Int(left), Int(right)) {
      throw Flaw("\(states[Int(left)]) appears twice")
    }
  }

  /// The number of a round's state; nil if it is not among the states.
  private func find(_ round: Round) -> Int? {
    let key = states.key(of: states.state(of: round))
    var (low, high) = (0, order.count)
    while low < high {
      let middle = (low + high) / 2
      let order = states.compare(Int(self.order[middle]), key)
      if order == 0 { return Int(self.order[middle]) }
      if order < 0 { low = middle + 1 } else { high = middle }
    }
    return nil
  }

  /// Makes every move from every state of a layer; the layers after it must have been checked.
  private mutating func checkLayer(_ distance: Int) throws(Flaw) {
    let layer = states.layer(distance)
    if layer.isEmpty { throw Flaw("distance \(distance) has no states") }
    let isLast = distance + 1 == states.layerCount
    let next = isLast ? layer.upperBound..<layer.upperBound : states.layer(distance + 1)
    var (round, after) = (start, start)
    var zombies = certificate.level.zombies
    for number in layer {
      let state = states[number]
      // States with the same zombies are next to each other.
      let squares =
        state.zombies == zombies
        ? round.zombies : SquareSet(certificate.level.size, state.zombies)
      zombies = state.zombies
      round.place(player: state.player, zombies: squares, isLit: state.isLit)
      if round.outcome == .caught { throw Flaw("the player is caught in \(state)") }
      for move in round.legalMoves {
        // Sets up the same round again, because copying a round is expensive.
        after.place(player: state.player, zombies: squares, isLit: state.isLit)
        do throws(Round.IllegalMove) { try after.advance(move) } catch {
          throw Flaw("move \(move) from \(state) is illegal: \(error)")
        }
        switch after.outcome {
        case .won:
          guard isLast, par != nil else {
            throw Flaw(
              "move \(move) from \(state) at distance \(distance) wins"
                + (par.map { ", sooner than par \($0)" } ?? ""))
          }
          ways[number] = ways[number].addingSaturating(1)
        case .caught: continue
        // A state after par moves does not matter.
        case nil where isLast && par != nil: continue
        case nil, .stuck, .outOfMoves:
          guard let found = find(after), found < next.upperBound else {
            throw Flaw(
              "move \(move) from \(state) at distance \(distance) leads to "
                + "\(states.state(of: after)), which is not at any distance up to "
                + "\(distance + 1)")
          }
          if next.contains(found) {
            isReached[found] = true
            ways[number] = ways[number].addingSaturating(ways[found])
          }
        }
      }
    }
    if let number = next.first(where: { !isReached[$0] }) {
      throw Flaw("no move from distance \(distance) leads to \(states[number])")
    }
  }

  private func made(_ move: Direction, from round: Round) throws(Flaw) -> Round {
    var after = round
    do throws(Round.IllegalMove) { try after.advance(move) } catch {
      throw Flaw("move \(move) from \(states.state(of: round)) is illegal: \(error)")
    }
    return after
  }

  /// Follows the solution. In each state it must make the first move that continues a shortest
  /// solution.
  private func checkSolution(_ solution: Solution) throws(Flaw) {
    guard solution.shortestCount == ways[0] else {
      throw Flaw("expected \(ways[0]) shortest solutions, found \(solution.shortestCount)")
    }
    var round = start
    for (distance, move) in solution.moves.enumerated() {
      let next = distance + 1
      var good: Direction?
      for move in round.legalMoves where good == nil {
        if try goesOn(made(move, from: round), at: next, par: solution.par) { good = move }
      }
      guard let good else {
        throw Flaw("the level cannot be won in \(counted(solution.par, "move"))")
      }
      guard good == move else {
        throw Flaw("move \(next) of the solution must be \(good), found \(move)")
      }
      round = try made(move, from: round)
    }
    if round.outcome != .won { throw Flaw("the solution does not win") }
  }

  /// Whether a shortest solution can continue from a round after some moves.
  private func goesOn(_ round: Round, at distance: Int, par: Int) -> Bool {
    if distance == par { return round.outcome == .won }
    guard round.outcome == nil, let found = find(round) else { return false }
    return states.layer(distance).contains(found) && ways[found] > 0
  }
}

extension Certificate {
  /// Checks that the certificate proves its whole claim from exactly the right states: the verdict,
  /// *the* solution and the number of shortest solutions. The check follows the plain rules and
  /// shares no code with the searches except the list of states.
  ///
  /// - Parameter watch: Receives the number of states checked so far, at intervals.
  /// - Throws: ``Flaw`` if the certificate does not prove its claim.
  /// - Complexity: O(*n* log *n* + *n* · squares / 64) for *n* states in a lit room, O(*n* log *n*)
  ///   in a dark room. It needs 17 bytes per state in addition to the certificate.
  public func validate(watch: (Int) -> Void = { _ in }) throws(Flaw) {
    var checker = CertificateChecker(self)
    try checker.check(watch)
  }
}
