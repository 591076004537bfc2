import ZombiesCore
import ZombiesGenerator
import ZombiesPolicies

/// The settings of a batch without the choice of trials. Only results with equal settings can be
/// merged.
public struct BatchSettings: Hashable, Sendable {
  /// The source of the levels.
  public enum Levels: Hashable, Sendable {
    /// A family, the seed, and the rules that decide whether a level is solvable.
    case generated(Family, LevelSelection, seed: UInt64, rules: Rules)
    /// Given levels: their number, and the SHA-256 of their codes, one per line.
    case given(count: Int, fingerprint: String)
  }

  /// The source of the levels.
  public let levels: Levels

  /// The size of all levels; nil if they differ.
  public let size: RoomSize?

  /// The policies, in the order of the results.
  public let policies: [Policy]

  /// For the policies that other programs play, by name: the SHA-256 of the command.
  public var programs: [String: String] = [:]

  /// The kind of trial.
  public let unit: Batch.Unit

  /// The rules in force.
  public let rules: Rules

  /// The maximum number of moves in a round; nil if it is four times the number of squares and the
  /// levels differ in size.
  public let maxMoves: Int?

  /// The seed of the policies' random streams.
  public let seed: UInt64

  /// Whether visits and captures are counted by square.
  public let countsSquares: Bool

  /// Creates the settings of a batch.
  public init(_ batch: Batch, countsSquares: Bool = false) {
    levels =
      switch batch.levels {
      case .generated(let generator):
        .generated(
          generator.family, generator.selection, seed: generator.seed, rules: generator.rules)
      case .list(let list):
        .given(count: list.count, fingerprint: list.fingerprint)
      }
    size = batch.size
    policies = batch.policies
    unit = batch.unit
    rules = batch.rules
    maxMoves = batch.maxMoves ?? batch.size.map { batch.moveLimit(in: $0) }
    seed = batch.seed
    self.countsSquares = countsSquares && batch.size != nil
    for (policy, program) in batch.outside { programs[policy.name] = program.fingerprint }
  }

  /// Creates the settings of a batch whose levels are not available.
  public init(
    levels: Levels, size: RoomSize?, policies: [Policy], unit: Batch.Unit, rules: Rules,
    maxMoves: Int?, seed: UInt64, countsSquares: Bool
  ) {
    self.levels = levels
    self.size = size
    self.policies = policies
    self.unit = unit
    self.rules = rules
    self.maxMoves = maxMoves
    self.seed = seed
    self.countsSquares = countsSquares
  }

  /// One empty tally per policy.
  var emptyTallies: [Tally] {
    policies.map { _ in Tally(countingSquaresOf: countsSquares ? size : nil) }
  }
}
