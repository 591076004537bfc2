/// A level's difficulty by plain means: a list of all states, and the level solved again without each thing.
public struct NaiveDifficulty: Sendable {
  public let level: NaiveLevel
  public let solved: NaiveSolution
  public var excessMoves: Int?
  public var reachableStates = 0
  public var deadStates = 0
  public var longestForcedRun: Int?
  public var directWayLoses: Bool?
  /// The level without each thing whose removal alone leaves the par as it is.
  public var thingsThatMatter: NaiveLevel
  /// The probability that random moves win within four times as many moves as there are squares.
  public var randomWinProbability: Double
  public var mistakes: NaiveMistakes
  /// The luck of the level; nil if it was not asked for, or if the level has none.
  public var luck: NaiveLuck?
  public var points: Int?
  public var grade: String? {
    points.map { ["gentle", "easy", "medium", "hard", "fiendish"][min($0 / 3, 4)] }
  }

  /// Measures a level.
  ///
  /// - Parameter finder: The luck of the levels of its family; nil if it is not needed.
  public init(_ level: NaiveLevel, _ rules: NaiveRules, luck finder: NaiveLuckFinder? = nil) {
    self.level = level
    solved = naiveSolve(level, rules)
    let par = solved.par
    excessMoves = par.map { $0 - NaiveRoom(level).distance(level.start, level.signpost) }

    var space = NaiveStateSpace(level, rules)
    var successors: [[Int]] = []
    while successors.count < space.rounds.count {
      successors.append((0..<4).map { space.successor(of: successors.count, by: $0) })
    }
    var (winning, before): (Set<Int>, Int) = ([], -1)
    func isGood(_ state: Int) -> Bool { state == NaiveStateSpace.won || winning.contains(state) }
    while before < winning.count {
      before = winning.count
      winning.formUnion(successors.indices.filter { successors[$0].contains(where: isGood) })
    }
    reachableStates = space.outcomeAtStart == .stuck ? 1 : successors.count
    deadStates = reachableStates - winning.count

    // The solution, played over the states.
    if let solution = solved.solution {
      var (state, run, longest) = (0, 0, 0)
      for letter in solution {
        run = successors[state].count(where: isGood) == 1 ? run + 1 : 0
        longest = max(longest, run)
        let next = successors[state][naiveDirectionLetters.firstIndex(of: "\(letter)")!]
        if next >= 0 { state = next }
      }
      longestForcedRun = longest
    }

    func without(_ squares: [Int]) -> NaiveLevel {
      func rest(_ things: [Int]) -> [Int] { things.filter { !squares.contains($0) } }
      return NaiveLevel(
        rows: level.rows, columns: level.columns, start: level.start, signpost: level.signpost,
        zombies: rest(level.zombies), blocks: rest(level.blocks),
        flashlights: rest(level.flashlights), lit: level.lit)
    }
    // The solution of the level without zombies, played with them.
    directWayLoses = naiveSolve(without(level.zombies), rules).solution.map { way in
      var round = NaiveRound(level, rules)
      round.play(way)
      return round.outcome != .won
    }
    let things = level.zombies + level.blocks + level.flashlights
    thingsThatMatter = without(things.filter { naiveSolve(without([$0]), rules).par == par })

    let limit = 4 * level.squareCount
    randomWinProbability = naiveExactRandom(level, rules, maxMoves: limit).won
    mistakes = NaiveMistakes(level, rules, solution: solved.solution, maxMoves: limit)

    if let finder, solved.solvable, !level.lit, rules.hearingDistance > 1,
      let place = finder.steps.placements.firstIndex(of: level)
    {
      luck = finder.luck(of: place)
    }
    if let excessMoves, let count = solved.shortestSolutions, let directWayLoses {
      points =
        excessMoves + deadStates * 10 / reachableStates + (directWayLoses ? 2 : 0)
        + (count == 1 ? 3 : count <= 3 ? 2 : count <= 7 ? 1 : 0)
        + (luck.map { Int(($0.denominator - $0.numerator) * 10 / $0.denominator) } ?? 0)
    }
  }
}
