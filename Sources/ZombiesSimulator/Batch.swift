import ZombiesCore
import ZombiesGenerator
import ZombiesPolicies

/// The settings of a batch: its levels, policies and trials.
///
/// Trial *t* plays the level with index *t* of a family, or level *t* of a list, modulo the number
/// of levels. With ``Unit/games``, a trial is one game, and its round *r* plays index 3*t* + *r*.
/// All policies play the same levels.
public struct Batch: Sendable {
  /// The source of the levels.
  public enum Levels: Sendable {
    /// A family, with the seed and the rules that decide whether a level is solvable.
    case generated(LevelGenerator)
    /// At least one given level, played in turn.
    case list(LevelList)
  }

  /// The kind of trial.
  public enum Unit: String, Sendable {
    /// One round.
    case rounds
    /// One game of up to three rounds.
    case games

    /// The maximum number of rounds in a trial.
    public var roundsPerTrial: Int { self == .games ? Game.standardLives : 1 }
  }

  /// The source of the levels.
  public var levels: Levels

  /// The policies, in the order of the results.
  public var policies: [Policy]

  /// The kind of trial.
  public var unit: Unit

  /// The range of trial numbers.
  public var trials: Range<UInt64>

  /// The rules in force.
  public var rules: Rules

  /// The maximum number of moves in a round; nil for four times the number of squares of the level.
  public var maxMoves: Int?

  /// The seed of the policies' random streams.
  public var seed: UInt64

  /// The maximum number of states in a search by `clairvoyant`; nil for the solver's own limit.
  public var stateLimit: Int?

  /// The policies that other programs play.
  package var outside: [Policy: any OutsidePolicy] = [:]

  /// Whether to count the outcomes of two policies in pairs, too (``BatchProgress/pairs``).
  public var comparesPolicies = false

  /// Creates a batch with levels from either source.
  package init(
    levels: Levels, policies: [Policy], unit: Unit = .rounds, trials: Range<UInt64>,
    rules: Rules = .standard, maxMoves: Int? = nil, seed: UInt64, stateLimit: Int? = nil
  ) {
    self.levels = levels
    self.policies = policies
    self.unit = unit
    self.trials = trials
    self.rules = rules
    self.maxMoves = maxMoves
    self.seed = seed
    self.stateLimit = stateLimit
  }

  /// Creates a batch of generated levels. It takes the rules, the seed and the limit on states from
  /// the generator.
  ///
  /// - Parameters:
  ///   - generator: The generator of the levels.
  ///   - policies: The policies, in the order of the results.
  ///   - unit: The kind of trial.
  ///   - trials: The range of trial numbers.
  ///   - maxMoves: The maximum number of moves in a round; nil for four times the number of squares
  ///     of the level.
  public init(
    _ generator: LevelGenerator, policies: [Policy], unit: Unit = .rounds, trials: Range<UInt64>,
    maxMoves: Int? = nil
  ) {
    self.init(
      levels: .generated(generator), policies: policies, unit: unit, trials: trials,
      rules: generator.rules, maxMoves: maxMoves, seed: generator.seed,
      stateLimit: generator.stateLimit)
  }

  /// Creates a batch of given levels.
  ///
  /// - Parameters:
  ///   - levels: At least one level; they are played in turn.
  ///   - policies: The policies, in the order of the results.
  ///   - unit: The kind of trial.
  ///   - trials: The range of trial numbers.
  ///   - rules: The rules in force.
  ///   - maxMoves: The maximum number of moves in a round; nil for four times the number of squares
  ///     of the level.
  ///   - seed: The seed of the policies' random streams.
  ///   - stateLimit: The maximum number of states in a search by `clairvoyant`; nil for the
  ///     solver's own limit.
  public init(
    _ levels: LevelList, policies: [Policy], unit: Unit = .rounds, trials: Range<UInt64>,
    rules: Rules = .standard, maxMoves: Int? = nil, seed: UInt64 = 0, stateLimit: Int? = nil
  ) {
    self.init(
      levels: .list(levels), policies: policies, unit: unit, trials: trials, rules: rules,
      maxMoves: maxMoves, seed: seed, stateLimit: stateLimit)
  }

  /// The largest trial number of a batch. The indices of its levels must fit in 64 bits.
  public static func largestTrial(_ unit: Unit) -> UInt64 {
    unit == .games ? .max / 3 - 1 : .max - 1
  }

  /// The number of trials.
  public var trialCount: UInt64 { trials.upperBound - trials.lowerBound }

  /// Checks that the batch has levels, and that every trial has valid level indices.
  func check() throws(SimulationError) {
    if case .list(let levels) = levels, levels.isEmpty { throw .noLevels }
    let largest = Self.largestTrial(unit)
    guard trials.isEmpty || trials.upperBound - 1 <= largest else {
      throw .tooManyTrials(trials.upperBound - 1, largest: largest)
    }
  }

  /// Whether the batch compares two policies trial by trial.
  public var countsPairs: Bool { comparesPolicies && policies.count == 2 }

  /// The size of all levels; nil if they differ.
  public var size: RoomSize? {
    switch levels {
    case .generated(let generator): return generator.family.size
    case .list(let levels): return levels.size
    }
  }

  /// The number of trials that a thread plays at a time: many in small rooms, few in large ones. It
  /// depends only on the settings.
  var chunkSize: UInt64 {
    let squares = largestRoom
    // Programs outside play more rounds at a time.
    if squares <= SmallRoom.limit { return outside.isEmpty ? 1024 : 8192 }
    return max(1, (1 << 16) / UInt64(squares))
  }

  /// The number of squares in the largest room.
  var largestRoom: Int {
    switch levels {
    case .generated(let generator): generator.family.size.squareCount
    case .list(let levels): max(1, levels.largestRoom)
    }
  }

  /// The approximate number of bytes that a thread needs for its tables and for two chunks that may
  /// wait for other threads. Searches by `clairvoyant` are not included: only their limit on states
  /// bounds them.
  func bytesPerThread(wantsRecords: Bool, keepsPaths: Bool) -> Int {
    let tables =
      switch levels {
      case .generated(let generator):
        8 * generator.family.size.squareCount + 64 * generator.family.thingCount
          + ChunkPlayer.mostBytes(self, generator.family, keepsPaths: keepsPaths)
      case .list: 8 * largestRoom
      }
    let rounds = 2 * Int(chunkSize) * unit.roundsPerTrial * policies.count
    return (1 << 19) + tables + rounds * (wantsRecords ? 256 : 8)
  }

  /// The maximum number of moves in a round in a room of a given size.
  public func moveLimit(in size: RoomSize) -> Int { maxMoves ?? size.defaultMoveLimit }
}
