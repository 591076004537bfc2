import ZombiesCore
import ZombiesGrading
import ZombiesSolver

/// A solver's result for people: the verdict, a picture with the solution, and the moves.
public enum SolveText {
  /// The verdict, picture and moves.
  ///
  /// - Parameters:
  ///   - level: The level.
  ///   - solved: The solver's result.
  ///   - rules: The rules of the verdict. They are named if they are not the default rules.
  ///   - others: All rules for which the level is solved. The settings in which they differ are
  ///     named.
  ///   - paint: Colours the symbol of a thing; nil means an arrow.
  public static func text(
    _ level: Level, _ solved: SolverResult, rules: Rules = .standard, among others: [Rules] = [],
    paint: (String, Thing?) -> String = { symbol, _ in symbol }
  ) -> String {
    var text =
      verdict(solved) + RulesText.suffix(of: rules, among: others) + "\n"
      + picture(level, solved.solution, paint)
    if let moves = solved.solution?.moves { text += moves.letters + "\n" }
    return text
  }

  /// The reason why a level is unsolvable, one sentence per line, with the same sentences as the
  /// workshop.
  ///
  /// - Parameters:
  ///   - level: The level.
  ///   - rules: The rules in force.
  ///   - stateLimit: The maximum number of states to explore.
  public static func why(
    _ level: Level, _ rules: Rules = .standard, stateLimit: Int = StateGraph.defaultStateLimit
  ) -> String {
    let reach = try? Reach(level, rules: rules, stateLimit: stateLimit)
    let sentences =
      reach.map { ReachText.sentences($0, in: level) }
      ?? ["How far you can get is unknown: there are more than \(grouped(stateLimit)) states."]
    return sentences.map { $0 + "\n" }.joined()
  }

  /// The verdict in one line: "solvable, par 8, 7 shortest solutions, 51 states".
  package static func verdict(_ solved: SolverResult) -> String {
    let states = grouped(solved.states, "state")
    switch solved.verdict {
    case .solvable:
      guard let solution = solved.solution else { return "solvable, \(states)" }
      let count =
        switch solution.shortestCount {
        case 1: "1 shortest solution"
        case .max: "\(grouped(UInt64.max)) or more shortest solutions"
        case let count: "\(grouped(count)) shortest solutions"
        }
      return "solvable, par \(solution.par), \(count), \(states)"
    case .unsolvable:
      return "unsolvable, \(states)"
    case .gaveUp:
      return "gave up, \(states)"
    }
  }

  private static func picture(
    _ level: Level, _ solution: Solution?, _ paint: (String, Thing?) -> String
  ) -> String {
    var symbols = [[String]](
      repeating: [String](repeating: ".", count: level.size.columns), count: level.size.rows)
    var player = level.start
    for move in solution?.moves ?? [] {
      symbols[player.row][player.column] = paint(arrow(move), nil)
      player = player.stepped(move)
    }
    for (square, thing) in level.things {
      symbols[square.row][square.column] = paint(PictureStyle.letters.symbol(thing), thing)
    }
    let rows = symbols.map { $0.joined() + "\n" }.joined()
    return level.isLit ? rows + "; lit\n" : rows
  }

  private static func arrow(_ move: Direction) -> String {
    switch move {
    case .up: "↑"
    case .down: "↓"
    case .left: "←"
    case .right: "→"
    }
  }
}
