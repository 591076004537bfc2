import ZombiesCore
import ZombiesGenerator
import ZombiesPolicies

/// What a batch plays: levels, policies, and how many trials.
///
/// Trial *t* plays the level with index *t* of a family, or level *t* modulo the number of levels
/// in a list. With ``Unit/games`` a trial is one game, and its round *r* plays index 3*t* + *r*.
/// All policies play the same levels.
public struct Batch: Sendable {
  /// Where levels come from.
  public enum Levels: Sendable {
    /// A family, with the seed and the rules under which a level counts as solvable.
    case generated(LevelGenerator)
    /// Given levels, at least one, in turn.
    case list(LevelList)
  }

  /// What a trial is.
  public enum Unit: String, Sendable {
    /// One round.
    case rounds
    /// One game of up to three rounds.
    case games

    /// The maximum number of rounds in a trial.
    public var roundsPerTrial: Int { self == .games ? Game.standardLives : 1 }
  }

  /// Where levels come from.
  public var levels: Levels

  /// The policies, in the order of the results.
  public var policies: [Policy]

  /// What a trial is.
  public var unit: Unit

  /// The trials, by number.
  public var trials: Range<UInt64>

  /// The rules in force.
  public var rules: Rules

  /// The maximum number of moves in a round; nil for four times the level's squares.
  public var maxMoves: Int?

  /// The seed of the policies' streams.
  public var seed: UInt64

  /// The maximum number of states in a search of `clairvoyant`; nil for the solver's own limit.
  public var stateLimit: Int?

  /// Whether to count the outcomes of two policies in pairs as well (``BatchProgress/pairs``).
  public var comparesPolicies = false

  /// Creates a batch of either kind.
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

  /// Creates a batch of generated levels. Rules, seed and the limit on states are the generator's: what
  /// is solvable, what is played and how chance falls is said once.
  ///
  /// - Parameters:
  ///   - generator: Makes the levels.
  ///   - policies: The policies, in the order of the results.
  ///   - unit: What a trial is.
  ///   - trials: The trials, by number.
  ///   - maxMoves: The maximum number of moves in a round; nil for four times the level's squares.
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
  ///   - levels: The levels, at least one, which are played in turn.
  ///   - policies: The policies, in the order of the results.
  ///   - unit: What a trial is.
  ///   - trials: The trials, by number.
  ///   - rules: The rules in force.
  ///   - maxMoves: The maximum number of moves in a round; nil for four times the level's squares.
  ///   - seed: The seed of the policies' streams.
  ///   - stateLimit: The maximum number of states in a search of `clairvoyant`; nil for the solver's own
  ///     limit.
  public init(
    _ levels: LevelList, policies: [Policy], unit: Unit = .rounds, trials: Range<UInt64>,
    rules: Rules = .standard, maxMoves: Int? = nil, seed: UInt64 = 0, stateLimit: Int? = nil
  ) {
    self.init(
      levels: .list(levels), policies: policies, unit: unit, trials: trials, rules: rules,
      maxMoves: maxMoves, seed: seed, stateLimit: stateLimit)
  }

  /// The last trial number that a batch may have, so that the indices of its levels fit 64 bits.
  public static func largestTrial(_ unit: Unit) -> UInt64 {
    unit == .games ? .max / 3 - 1 : .max - 1
  }

  /// The number of trials.
  public var trialCount: UInt64 { trials.upperBound - trials.lowerBound }

  /// Checks that the batch has levels, and that every trial has a valid level index.
  func check() throws(SimulationError) {
    if case .list(let levels) = levels, levels.isEmpty { throw .noLevels }
    let largest = Self.largestTrial(unit)
    guard trials.isEmpty || trials.upperBound - 1 <= largest else {
      throw .tooManyTrials(trials.upperBound - 1, largest: largest)
    }
  }

  /// Whether two policies are compared trial by trial.
  public var countsPairs: Bool { comparesPolicies && policies.count == 2 }

  /// The size of all levels; nil if they differ.
  public var size: RoomSize? {
    switch levels {
    case .generated(let generator): return generator.family.size
    case .list(let levels): return levels.size
    }
  }

  /// The trials that a thread plays in one go: many in small rooms, few in large ones. It depends
  /// only on the settings.
  var chunkSize: UInt64 {
    let squares = largestRoom
    return squares <= SmallRoom.limit ? 1024 : max(1, (1 << 16) / UInt64(squares))
  }

  /// The squares of the largest room.
  var largestRoom: Int {
    switch levels {
    case .generated(let generator): generator.family.size.squareCount
    case .list(let levels): max(1, levels.largestRoom)
    }
  }

  /// The approximate number of bytes that a thread needs: its tables, and two chunks that may be
  /// waiting for others. Searches of `clairvoyant` are not included: only their limit on states
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
