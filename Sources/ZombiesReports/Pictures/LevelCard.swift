import ZombiesCore
import ZombiesGrading
import ZombiesSolver

/// What is shown of one level: its picture with what is drawn into it, its name, and what is said of it.
public struct LevelCard: Sendable {
  /// What is drawn besides the level itself. What is nil is not drawn.
  public struct Layers: Sendable {
    /// The squares of the solution, from the start to the signpost.
    public var way: [Square]?
    /// How many shortest solutions pass each square.
    public var counts: ShortestWayCounts?
    /// The squares from which nothing can be won any more.
    public var lost: [Square]?
    /// How far a player comes in a level that cannot be won, and what shuts the ways on.
    public var reach: Reach?

    /// Nothing besides the level.
    public init() {}

    /// Whether rows and columns are numbered: where squares are named below the picture.
    var hasNumbers: Bool { lost != nil || reach != nil }
  }

  /// The level.
  public let level: Level

  /// What it is called: a name, a seed reference, its code, or where it was found.
  public let name: String

  /// What is known of it in a few words each: "par 8", "medium, 7 points".
  public var facts: [String] = []

  /// What is said below the picture.
  public var sentences: [String] = []

  /// What is drawn.
  public var layers = Layers()

  /// A card with nothing but the level and its name.
  public init(_ level: Level, name: String) {
    self.level = level
    self.name = name
  }
}

/// Makes the cards of one level after another, keeping its tables.
///
///     let maker = LevelCardMaker([.solution, .why])
///     let card = maker.card(of: try Level("S4/5/Z1#2/2F2/4P"), name: "The first room")
public struct LevelCardMaker {
  /// What is found out and drawn besides verdict, par and grade.
  public struct Wishes: OptionSet, Sendable {
    /// The set as bits.
    public let rawValue: Int

    /// A set from its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The way of *the* solution.
    public static let solution = Wishes(rawValue: 1)
    /// How many of the shortest solutions pass each square.
    public static let solutions = Wishes(rawValue: 2)
    /// The squares from which nothing can be won any more.
    public static let lost = Wishes(rawValue: 4)
    /// Why a level cannot be won.
    public static let why = Wishes(rawValue: 8)
  }

  private let wishes: Wishes
  private let rules: Rules
  private let grader: Grader

  /// Creates a maker.
  ///
  /// - Parameters:
  ///   - wishes: What is drawn.
  ///   - rules: The rules in force; they are named on each card if they are not the default ones.
  ///   - stateLimit: The maximum number of states of a search; nil for the default limits.
  public init(_ wishes: Wishes, rules: Rules = .standard, stateLimit: Int? = nil) {
    self.wishes = wishes
    self.rules = rules
    grader = Grader(
      Solver(rules: rules, stateLimit: stateLimit),
      stateLimit: stateLimit ?? StateGraph.defaultStateLimit)
  }

  /// The card of a level.
  ///
  /// - Complexity: A search and one exploration of all states.
  public func card(of level: Level, name: String) -> LevelCard {
    var card = LevelCard(level, name: name)
    var parts: LevelReport.Parts = [.grade, .solution]
    if wishes.contains(.lost) { parts.insert(.lostSquares) }
    if wishes.contains(.why) { parts.insert(.reach) }
    let report = grader.report(level, parts)
    if wishes.contains(.solution), let solution = report.solution {
      card.layers.way = solution.squares(from: level.start)
      card.sentences.append(solution.moves.letters)
    }
    card.facts = facts(report)
    if wishes.contains(.solutions), let solution = report.solution {
      card.layers.counts = try? ShortestWayCounts(
        level, rules: rules, stateLimit: grader.stateLimit)
      if card.layers.counts == nil {
        card.sentences.append("Which squares the solutions pass is not known: too many states.")
      } else if solution.shortestCount >= 10_000 {
        card.sentences.append("The shares of the solutions that pass each square are shown.")
      }
    }
    if wishes.contains(.lost), report.verdict != .gaveUp {
      card.layers.lost = report.lostSquares
      switch card.layers.lost {
      case nil: card.sentences.append("The lost squares are not known: too many states.")
      case let lost? where report.verdict == .solvable:
        card.sentences.append(
          lost.isEmpty
            ? "From every square that you can reach you can still win."
            : "Nothing can be won any more from \(Self.places(lost, in: level)).")
      case _?: break
      }
    }
    if wishes.contains(.why), report.verdict == .unsolvable {
      card.layers.reach = report.reach
      card.sentences +=
        report.reach.map { ReachText.sentences($0, in: level) }
        ?? ["How far you come is not known: too many states."]
    }
    return card
  }

  private func facts(_ report: LevelReport) -> [String] {
    var facts: [String] = []
    switch report.verdict {
    case .unsolvable: facts = ["unsolvable"]
    case .gaveUp: facts = ["not known: the solver gave up"]
    case .solvable:
      if let par = report.par { facts.append("par \(par)") }
      if let grade = report.grade, let points = report.points {
        facts.append("\(grade.rawValue), \(counted(points, "point"))")
      }
      if let count = report.shortestSolutions {
        facts.append(
          count == 1
            ? "1 shortest solution"
            : "\(grouped(count))\(count == .max ? " or more" : "") shortest solutions")
      }
    }
    if rules != .standard { facts.append(RulesText.name(of: rules)) }
    return facts
  }

  private static func places(_ squares: [Square], in level: Level) -> String {
    SquareNames(squares, in: level.size, atMost: 8).text
  }
}
