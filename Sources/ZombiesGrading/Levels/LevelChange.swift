import ZombiesCore
import ZombiesGenerator
import ZombiesSolver

/// A change of a level: one zombie, block or flashlight on another square.
public struct LevelChange: Hashable, Sendable {
  /// The kind of the thing that moves.
  public let thing: Thing
  /// The square that the thing leaves.
  public let from: Square
  /// The square that the thing moves to, which was free.
  public let to: Square
  /// The level after the change.
  public let level: Level
  /// The verdict after the change.
  public let verdict: Verdict
  /// The par after the change; nil if the level becomes unsolvable.
  public let par: Int?
  /// The points of difficulty after the change, with luck if the search counts it
  /// (``ChangeSearch/countsLuck``); nil if the level becomes unsolvable.
  public let points: Int?

  /// The grade for ``points``; nil if the level becomes unsolvable.
  public var grade: Grade? { points.map { Grade(score: $0) } }

  /// How far the thing moves.
  fileprivate var distance: Int { from.distance(to: to) }
}

/// The changes of one thing that change a level most: see ``ChangeSearch``.
public struct LevelChanges: Hashable, Sendable {
  /// The change that makes a solvable level hardest; nil if no change makes it harder.
  public fileprivate(set) var harder: LevelChange?
  /// The change that makes a solvable level easiest; nil if no change makes it easier.
  public fileprivate(set) var easier: LevelChange?
  /// The smallest change that makes a solvable level unsolvable; nil if there is none.
  public fileprivate(set) var unsolvable: LevelChange?
  /// The smallest change that makes an unsolvable level solvable; nil if there is none.
  public fileprivate(set) var solvable: LevelChange?
  /// The number of changes tried so far.
  public fileprivate(set) var tried = 0
  /// The number of changes tried whose result is unknown, because there are too many states.
  public fileprivate(set) var unknown = 0

  /// Creates the changes of a level of which none has been tried.
  public init() {}
}

/// A search for one change that makes a level harder, easier or unsolvable, or an unsolvable level
/// solvable.
///
/// A change moves one zombie, block or flashlight to another free square. If the level obeys the
/// placement rule, only squares that the rule allows count as free, so the level stays in its family.
/// Changes are tried zombies first, then blocks, then flashlights, each thing in reading order, to
/// each square in reading order.
///
///     let changes = ChangeSearch.changes(of: try Level("S4/5/Z1#2/5/4P+lit"))
///     if let harder = changes.harder { print(harder.thing, harder.from, harder.to) }
///
/// Changes are compared by points (``LevelReport/points``): the hardest has the most points, among
/// these the longest par, then the shortest distance between the two squares, then comes first. The
/// easiest has the fewest points, then the shortest par, then the shortest distance. Among the changes
/// that make a level solvable, the shortest distance decides, then the most points. A change whose
/// result is unknown is never chosen.
///
/// A search proceeds in steps, one change each, so a caller can stop between two of them. Use one
/// search per thread.
public struct ChangeSearch {
  /// The maximum number of changes, counting every square of the room for each thing. Nothing is
  /// tried in a level with more.
  public static let mostChanges = 10_000

  /// The default limit on states for each change.
  public static let defaultStateLimit = 50_000

  /// The maximum number of states of all changes together. With many changes, the limit for each is
  /// lower, unless no zombie ever moves: then a change has no more states than the room has squares.
  public static let mostStates = 5_000_000

  /// The maximum product of changes and placements of the family for counting luck, or a fourth of
  /// this in a level with a flashlight. Up to there, luck takes at most a few hundredths of a second.
  public static let mostLuck: UInt64 = 250_000

  /// The best changes found so far.
  public private(set) var changes = LevelChanges()

  /// Whether points include luck, as in the grade of a dark level with hearing. If not, points are
  /// compared without it, for the level as well as for its changes.
  public let countsLuck: Bool

  private let level: Level
  private let verdict: Verdict
  private let points: Int?
  private let moves: ThingMoves
  private let count: Int
  private let grader: Grader

  /// Prepares a search.
  ///
  /// - Parameters:
  ///   - level: The level.
  ///   - rules: The rules in force.
  ///   - report: The grade of the level under these rules; nil to compute it. Nothing is tried if its
  ///     verdict is "gave up".
  ///   - stateLimit: The maximum number of states for each change.
  public init(
    _ level: Level, rules: Rules = .standard, report: LevelReport? = nil,
    stateLimit: Int = defaultStateLimit
  ) {
    let report = report ?? Grader(rules, stateLimit: stateLimit).briefReport(level, .grade)
    self.level = level
    verdict = report.verdict
    let family = Family(of: level)
    moves = ThingMoves(of: level, in: family)
    let (most, isExcessive) = moves.things.count.multipliedReportingOverflow(
      by: level.size.squareCount)
    let isTried = verdict != .gaveUp && !isExcessive && most <= Self.mostChanges
    count = isTried ? moves.count : 0
    let isLuckKnown = report.luck != nil || verdict == .unsolvable && rules.hearingTellsMore
    if isLuckKnown, !level.isLit, count > 0, let placements = family?.placementCount {
      let share = UInt64(level.flashlights.isEmpty ? count : 4 * count)
      countsLuck = placements <= Self.mostLuck / share
    } else {
      countsLuck = false
    }
    points = countsLuck ? report.points : report.pointsWithoutLuck
    grader = Grader(
      countsLuck ? rules : rules.withoutHearing,
      stateLimit: level.zombiesMayMove
        ? min(stateLimit, Self.mostStates / max(1, count)) : stateLimit)
  }

  /// Whether every change was tried.
  public var isFinished: Bool { changes.tried == count }

  /// Tries the next change. Does nothing if the search is finished.
  ///
  /// - Complexity: O(states · zombies).
  public mutating func step() {
    if isFinished { return }
    let (thing, from, to) = moves[changes.tried]
    changes.tried += 1
    let level = level.moving(thing, from: from, to: to)
    let report = grader.briefReport(level, .grade)
    let isSolvable = report.verdict == .solvable
    if report.verdict == .gaveUp || isSolvable && report.points == nil
      || isSolvable && countsLuck && report.luck == nil
    {
      changes.unknown += 1
      return
    }
    let change = LevelChange(
      thing: thing, from: from, to: to, level: level, verdict: report.verdict, par: report.par,
      points: report.points)
    if isSolvable, let points = report.points {
      if verdict == .unsolvable {
        change.replace(&changes.solvable) { (-$0.distance, $0.points ?? 0, 0) }
      } else if let former = self.points, points > former {
        change.replace(&changes.harder) { ($0.points ?? 0, $0.par ?? 0, -$0.distance) }
      } else if let former = self.points, points < former {
        change.replace(&changes.easier) { (-($0.points ?? 0), -($0.par ?? 0), -$0.distance) }
      }
    } else if verdict == .solvable {
      change.replace(&changes.unsolvable) { (-$0.distance, 0, 0) }
    }
  }

  /// The changes of a level, with all of them tried.
  ///
  /// - Parameters:
  ///   - level: The level.
  ///   - rules: The rules in force.
  ///   - stateLimit: The maximum number of states for each change.
  public static func changes(
    of level: Level, rules: Rules = .standard, stateLimit: Int = defaultStateLimit
  ) -> LevelChanges {
    var search = ChangeSearch(level, rules: rules, stateLimit: stateLimit)
    while !search.isFinished { search.step() }
    return search.changes
  }
}

extension LevelChange {
  /// Replaces a change if this one has a greater rank, or if there is none.
  fileprivate func replace(_ other: inout Self?, rank: (Self) -> (Int, Int, Int)) {
    if let other, rank(self) <= rank(other) { return }
    other = self
  }
}

/// The moves of one thing of a level to a free square, in the order of ``ChangeSearch``.
package struct ThingMoves {
  fileprivate let things: [(thing: Thing, square: Square)]
  private let targets: [Square]

  /// The moves of a level. O(squares + things · log things).
  ///
  /// - Parameter family: The level's family; nil if it breaks the placement rule.
  package init(of level: Level, in family: Family?) {
    things = Thing.several.flatMap { thing in level.squares(of: thing).map { (thing, $0) } }
    targets = things.isEmpty ? [] : level.freeSquares(of: family)
  }

  /// The number of moves.
  package var count: Int { things.count * targets.count }

  /// A move.
  package subscript(place: Int) -> (thing: Thing, from: Square, to: Square) {
    let (thing, from) = things[place / targets.count]
    return (thing, from, targets[place % targets.count])
  }
}

extension Level {
  /// The squares to which a thing can move, in reading order: all free squares, or only those that the
  /// placement rule allows in the level's family.
  fileprivate func freeSquares(of family: Family?) -> [Square] {
    let taken = SquareSet(size, things.map { $0.square })
    let squares =
      family?.allowedSquares ?? (0..<size.squareCount).map { size.square(at: $0) }
    return squares.filter { !taken.contains($0) }
  }

  /// The level with one thing on another square, which is free.
  package func moving(_ thing: Thing, from: Square, to: Square) -> Level {
    func moved(_ kind: Thing) -> [Square] {
      let squares = squares(of: kind)
      return kind == thing ? (squares.filter { $0 != from } + [to]).sorted() : squares
    }
    return Level(
      unchecked: size, start: start, signpost: signpost, zombies: moved(.zombie),
      blocks: moved(.block), flashlights: moved(.flashlight), isLit: isLit)
  }
}
