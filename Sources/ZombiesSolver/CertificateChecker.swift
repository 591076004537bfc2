import ZombiesCore

/// Checks certificates by the plain rules; it shares no code with the searches except the list of
/// states that they produce.
///
/// Every move from every state is made by ``/ZombiesCore/Round``; `SmallCheck` does the same faster,
/// for rooms of at most 64 squares, and leaves to this form what it cannot prove. The layers are right if the first
/// is the start alone, every state is reached from the layer before its own, none occurs twice, and
/// every move leads to a state of the next layer or an earlier one, or ends the round. By
/// induction, each layer then holds all states at its distance, and the claim follows from them.
package struct CertificateChecker {
  package typealias Flaw = Certificate.Flaw

  private let certificate: Certificate
  private let states: StateLayers

  /// The round at the start.
  private let start: Round

  /// The length of the solution; nil if there is said to be none.
  private let par: Int?

  /// The numbers of all states, sorted by their keys.
  private var order: [UInt32]

  /// The number of ways to complete a shortest solution from each state.
  private var ways: [UInt64]

  /// Whether each state is reached from the layer before its own.
  private var isReached: [Bool]

  /// Checks one of many certificates.
  ///
  /// - Parameters:
  ///   - certificate: The certificate to check.
  ///   - known: The level that was checked before, whose room is used again if it has the same
  ///     size; replaced by this one.
  ///   - watch: Receives, at intervals, the number of states checked so far.
  /// - Throws: ``Flaw``.
  package static func check(
    _ certificate: Certificate, like known: inout SmallLevel?, watch: (Int) -> Void
  ) throws(Flaw) {
    if SmallCheck.proves(certificate, like: &known, watch: watch) { return }
    try checkPlainly(certificate, watch: watch)
  }

  /// Checks a certificate of a room of any size, in the plain form.
  ///
  /// - Complexity: O(*n* log *n* + *n* · squares / 64) for *n* states in a lit room, O(*n* log *n*)
  ///   in a dark one; 17 bytes per state besides the certificate.
  package static func checkPlainly(
    _ certificate: Certificate, watch: (Int) -> Void = { _ in }
  ) throws(Flaw) {
    var checker = CertificateChecker(certificate)
    try checker.check(watch)
  }

  private init(_ certificate: Certificate) {
    self.certificate = certificate
    states = certificate.states
    start = Round(certificate.level, rules: certificate.rules)
    par = if case .solvable(let solution) = certificate.claim { solution.par } else { nil }
    order = Array(0..<UInt32(clamping: states.count))
    ways = [UInt64](repeating: 0, count: states.count)
    isReached = [Bool](repeating: false, count: states.count)
  }

  private mutating func check(_ watch: (Int) -> Void) throws(Flaw) {
    if case .gaveUp = certificate.claim { throw Flaw("nothing is claimed") }
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
      throw Flaw("the player is caught on the start, so that there are no states and no solution")
    }
    if let par, par != states.layerCount {
      throw Flaw("par \(par) needs the states at \(par) distances, not \(states.layerCount)")
    }
    let first = states.state(of: start)
    guard states.layerCount > 0, states.layer(0).count == 1, states[0] == first else {
      throw Flaw("distance 0 is the start alone, \(first)")
    }
  }

  /// Sorts the states' numbers, and checks that no state occurs twice.
  private mutating func checkOrder() throws(Flaw) {
    let states = states
    order.sort { states.precedes(Int($0), Int($1)) }
    for (left, right) in zip(order, order.dropFirst())
    where !states.precedes(Int(left), Int(right)) {
      throw Flaw("\(states[Int(left)]) occurs twice")
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

  /// Makes every move from every state of a layer, after the layers behind it have been checked.
  private mutating func checkLayer(_ distance: Int) throws(Flaw) {
    let layer = states.layer(distance)
    if layer.isEmpty { throw Flaw("distance \(distance) has no state") }
    let isLast = distance + 1 == states.layerCount
    let next = isLast ? layer.upperBound..<layer.upperBound : states.layer(distance + 1)
    var (round, after) = (start, start)
    var zombies = certificate.level.zombies
    for number in layer {
      let state = states[number]
      // States with the same zombies are adjacent.
      let squares =
        state.zombies == zombies
        ? round.zombies : SquareSet(certificate.level.size, state.zombies)
      zombies = state.zombies
      round.place(player: state.player, zombies: squares, isLit: state.isLit)
      if round.outcome == .caught { throw Flaw("\(state): the player is caught there") }
      for move in round.legalMoves {
        // The same round again, as a copy of one is large.
        after.place(player: state.player, zombies: squares, isLit: state.isLit)
        do throws(Round.IllegalMove) { try after.advance(move) } catch {
          throw Flaw("\(move) from \(state) cannot be made: \(error)")
        }
        switch after.outcome {
        case .won:
          guard isLast, par != nil else {
            throw Flaw(
              "\(move) from \(state) at distance \(distance) wins"
                + (par.map { ", sooner than by par \($0)" } ?? ""))
          }
          ways[number] = ways[number].addingSaturating(1)
        case .caught: continue
        // Beyond the last move of a shortest solution, nothing matters.
        case nil where isLast && par != nil: continue
        case nil, .stuck, .outOfMoves:
          guard let found = find(after), found < next.upperBound else {
            throw Flaw(
              "\(move) from \(state) at distance \(distance) leads to "
                + "\(states.state(of: after)), which is at none of the distances up to "
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
      throw Flaw("\(move) from \(states.state(of: round)) cannot be made: \(error)")
    }
    return after
  }

  /// Follows the solution: at each state it must take the first move that continues a shortest one.
  private func checkSolution(_ solution: Solution) throws(Flaw) {
    guard solution.shortestCount == ways[0] else {
      throw Flaw("the shortest solutions are \(ways[0]), not \(solution.shortestCount)")
    }
    var round = start
    for (distance, move) in solution.moves.enumerated() {
      let next = distance + 1
      var good: Direction?
      for move in round.legalMoves where good == nil {
        if try goesOn(made(move, from: round), at: next, par: solution.par) { good = move }
      }
      guard let good else { throw Flaw("no move wins in \(counted(solution.par, "move"))") }
      guard good == move else {
        throw Flaw("move \(next) of the solution is \(good), not \(move)")
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
  /// Checks that it proves its whole claim: the verdict, *the* solution and the number of shortest
  /// solutions, from exactly the right states. The check is by the plain rules, and shares no code with
  /// the searches except the list of states.
  ///
  /// - Parameter watch: Receives, at intervals, the number of states checked so far.
  /// - Throws: ``Flaw``.
  /// - Complexity: O(*n* · zombies) for *n* states in a room of at most 64 squares, and up to 21
  ///   bytes per state besides the certificate. In a larger room, or if the proof does not hold,
  ///   O(*n* log *n* + *n* · squares / 64), and 17 bytes per state.
  public func validate(watch: (Int) -> Void = { _ in }) throws(Flaw) {
    var known: SmallLevel?
    try CertificateChecker.check(self, like: &known, watch: watch)
  }
}
