import ZombiesCore
import ZombiesGrading
import ZombiesSolver

/// A card that shows one level: its picture with some layers, its name, and texts about it.
public struct LevelCard: Sendable {
  /// The layers drawn in addition to the level. A layer that is nil is not drawn.
  public struct Layers: Sendable {
    /// The squares of the solution, from the start to the signpost.
    public var path: [Square]?
    /// The number of shortest solutions through each square.
    public var counts: ShortestPathCounts?
    /// The squares from which the level can no longer be won.
    public var lost: [Square]?
    /// The squares that a player can reach in a level that cannot be won, and the obstacles beyond.
    public var reach: Reach?

    /// Creates no layers.
    public init() {}

    /// Whether rows and columns are numbered, because texts below the picture name squares.
    var hasNumbers: Bool { lost != nil || reach != nil }
  }

  /// The level.
  public let level: Level

  /// The name of the level: a name, a seed reference, its code, or its source.
  public let name: String

  /// The facts about the level, in a few words each: "par 8", "medium, 7 points".
  public var facts: [String] = []

  /// The sentences below the picture.
  public var sentences: [String] = []

  /// The layers of the picture.
  public var layers = Layers()

  /// Creates a card with only the level and its name.
  public init(_ level: Level, name: String) {
    self.level = level
    self.name = name
  }
}

/// Makes cards of levels, reusing its tables from one level to the next.
///
///     let maker = LevelCardMaker([.solution, .why])
///     let card = maker.card(of: try Level("S4/5/Z1#2/2F2/4P"), name: "The first room")
public struct LevelCardMaker {
  /// The parts of a card in addition to verdict, par and grade.
  public struct Wishes: OptionSet, Sendable {
    /// The set as bits.
    public let rawValue: Int

    /// Creates a set from its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// *The* solution.
    public static let solution = Wishes(rawValue: 1)
    /// The number of shortest solutions through each square.
    public static let solutions = Wishes(rawValue: 2)
    /// The squares from which the level can no longer be won.
    public static let lost = Wishes(rawValue: 4)
    /// The reason why a level cannot be won.
    public static let why = Wishes(rawValue: 8)
  }

  private let wishes: Wishes
  private let rules: Rules
  private let stateLimit: Int?
  private let grader: Grader

  /// Creates a maker.
  ///
  /// - Parameters:
  ///   - wishes: The parts of each card.
  ///   - rules: The rules in force. Each card names them if they are not the default rules.
  ///   - stateLimit: The maximum number of states of a search; nil for the default limits.
  public init(_ wishes: Wishes, rules: Rules = .standard, stateLimit: Int? = nil) {
    self.wishes = wishes
    self.rules = rules
    self.stateLimit = stateLimit
    grader = Grader(
      Solver(rules: rules, stateLimit: stateLimit),
      stateLimit: stateLimit ?? StateGraph.defaultStateLimit)
  }

  /// The card of a level.
  ///
  /// - Parameters:
  ///   - level: The level.
  ///   - name: The title of the card.
  ///   - own: The rules of the level; nil for those of the maker.
  /// - Complexity: A search and one exploration of all states.
  public func card(of level: Level, name: String, rules own: Rules? = nil) -> LevelCard {
    if let own, own != rules {
      return LevelCardMaker(wishes, rules: own, stateLimit: stateLimit).card(of: level, name: name)
    }
    var card = LevelCard(level, name: name)
    var parts: LevelReport.Parts = [.grade, .solution]
    if wishes.contains(.lost) { parts.insert(.lostSquares) }
    if wishes.contains(.why) { parts.insert(.reach) }
    let report = grader.report(level, parts)
    if wishes.contains(.solution), let solution = report.solution {
      card.layers.path = solution.squares(from: level.start)
      card.sentences.append(solution.moves.letters)
    }
    card.facts = facts(report)
    if wishes.contains(.solutions), let solution = report.solution {
      card.layers.counts = try? ShortestPathCounts(
        level, rules: rules, stateLimit: grader.explorationLimit(level))
      if card.layers.counts == nil {
        card.sentences.append(
          "The number of solutions through each square is unknown: too many states.")
      } else if solution.shortestCount >= 10_000 {
        card.sentences.append(
          "Numbers show the share of the shortest solutions that pass each square.")
      }
    }
    if wishes.contains(.lost), report.verdict != .gaveUp {
      card.layers.lost = report.lostSquares
      switch card.layers.lost {
      case nil: card.sentences.append("The lost squares are unknown: too many states.")
      case let lost? where report.verdict == .solvable:
        card.sentences.append(
          lost.isEmpty
            ? "You can still win from every square that you can reach."
            : "You can no longer win from \(Self.places(lost, in: level)).")
      case _?: break
      }
    }
    if wishes.contains(.why), report.verdict == .unsolvable {
      card.layers.reach = report.reach
      card.sentences +=
        report.reach.map { ReachText.sentences($0, in: level) }
        ?? ["How far you can get is unknown: too many states."]
    }
    return card
  }

  private func facts(_ report: LevelReport) -> [String] {
    var facts: [String] = []
    switch report.verdict {
    case .unsolvable: facts = ["unsolvable"]
    case .gaveUp: facts = ["unknown: the solver gave up"]
    case .solvable:
      if let par = report.par { facts.append("par \(par)") }
      if let grade = report.grade, let points = report.pointsInWords {
        facts.append("\(grade.rawValue), \(points)")
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
