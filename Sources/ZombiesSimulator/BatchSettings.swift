import ZombiesCore
import ZombiesGenerator
import ZombiesPolicies

/// What a batch plays, apart from the choice of trials: results can be merged only if this agrees.
public struct BatchSettings: Hashable, Sendable {
  /// Where levels come from.
  public enum Levels: Hashable, Sendable {
    /// A family, the seed, and the rules under which a level counts as solvable.
    case generated(Family, LevelSelection, seed: UInt64, rules: Rules)
    /// Given levels: their number, and the SHA-256 of their codes, one per line.
    case given(count: Int, fingerprint: String)
  }

  /// Where levels come from.
  public let levels: Levels

  /// The size of all levels; nil if they differ.
  public let size: RoomSize?

  /// The policies, in the order of the results.
  public let policies: [Policy]

  /// What a trial is.
  public let unit: Batch.Unit

  /// The rules in force.
  public let rules: Rules

  /// The maximum number of moves in a round; nil if it is four times each level's squares, and
  /// these
  /// differ.
  public let maxMoves: Int?

  /// The seed of the policies' streams.
  public let seed: UInt64

  /// Whether visits and captures of squares are counted.
  public let countsSquares: Bool

  /// The settings of a batch.
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
  }

  /// The settings of a batch of which only the results are available.
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
