import ZombiesCore
import ZombiesPolicies
import ZombiesSolver
import ZombiesTestBridge
import ZombiesTestSupport

/// The outcome and the moves of a round.
struct PlayedLine: Hashable, CustomStringConvertible {
  let outcome: String
  let moves: String

  var description: String { "\(moves.isEmpty ? "-" : moves) \(outcome)" }

  /// The round of one of the reference's policies.
  init(naive policy: NaivePolicy, _ level: NaiveLevel, _ rules: NaiveRules, maxMoves: Int) {
    let played = naivePlay(policy, level, rules, maxMoves: maxMoves)
    (outcome, moves) = (played.outcome.rawValue, played.moves)
  }

  /// The round of a player.
  init(_ player: AnyPlayer, of policy: Policy, in round: AnyRound, maxMoves: Int) throws {
    var (player, round, path) = (player, round, [Direction]?([]))
    try round.play(&player, of: policy, moveLimit: maxMoves, path: &path)
    (outcome, moves) = ((round.outcome ?? .outOfMoves).name, (path ?? []).letters)
  }

  /// The round of a policy in both forms of a level, by a player and by the policy itself, with a limit on moves and
  /// without one, all of which must agree.
  init(
    _ policy: Policy, _ level: Level, _ rules: Rules, maxMoves: Int,
    key: RoundKey = RoundKey(seed: 0, trial: 0)
  ) throws {
    let start = RoundStart(
      policy, size: level.size, rules: rules, key: key, things: ThingCounts(of: level))
    let player = try policy.player(in: level, start, solver: Solver(rules: rules))
    var lines: [PlayedLine] = []
    for round in AnyRound.forms(of: level, rules) {
      let line = try PlayedLine(player, of: policy, in: round, maxMoves: maxMoves)
      lines.append(line)
      guard case .seeing(let maker) = policy.kind else { continue }
      var (played, path) = (round, [Direction]?([]))
      try policy.play(&played, key, moveLimit: maxMoves, path: &path)
      lines.append(
        PlayedLine(outcome: (played.outcome ?? .outOfMoves).name, moves: path?.letters ?? ""))
      guard let endless = try maker.playOut?(start, policy, round), policy.playsInOneWay else {
        continue
      }
      try require(
        line.outcome == "out-of-moves"
          || endless.outcome?.name == line.outcome && endless.moves == line.moves.count,
        "\(level.code) \(rules) \(policy): \(endless), expected \(line)")
    }
    try require(Set(lines).count == 1, "\(level.code) \(rules) \(policy): \(lines)")
    self = lines[0]
  }

  private init(outcome: String, moves: String) { (self.outcome, self.moves) = (outcome, moves) }
}

extension AnyRound {
  /// The round of a level of any size, and the one of a level of at most 64 squares.
  static func forms(of level: Level, _ rules: Rules) -> [AnyRound] {
    let small = SmallLevel(level).map { AnyRound.small(SmallRound($0, rules: rules)) }
    return [.wide(Round(level, rules: rules))] + [small].compactMap { $0 }
  }
}

/// The text of the error that a closure throws, or "no error".
func thrown(_ body: () throws -> Void) -> String {
  do {
    try body()
    return "no error"
  } catch { return "\(error)" }
}
