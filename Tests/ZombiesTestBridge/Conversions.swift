import Testing
import ZombiesCore
import ZombiesGenerator
import ZombiesTestSupport

// Converts between the program's types and those of the naive reference.

extension Level {
  /// The program's form of a naive level, converted by its code.
  public init(_ naive: NaiveLevel) throws { try self.init(naive.code) }
}

extension NaiveLevel {
  /// The naive form of one of the program's levels, converted by its code.
  public init?(_ level: Level) { self.init(code: level.code) }
}

extension Family {
  /// The program's form of a naive family.
  public init(_ naive: NaiveFamily) throws {
    let size = try RoomSize(rows: naive.rows, columns: naive.columns)
    self = try Family(
      size: size, zombies: naive.zombies, blocks: naive.blocks, flashlights: naive.flashlights,
      isLit: naive.lit)
  }
}

extension Rules {
  /// The program's form of naive rules.
  public init(_ naive: NaiveRules) throws {
    let chase = try #require(Rules.ChaseAxis(rawValue: naive.chase.rawValue))
    self = try Rules(
      catchingDistance: naive.catchingDistance, chase: chase, zombieSpeed: naive.speed,
      hearingDistance: naive.hearingDistance)
  }
}

extension NaiveRules {
  /// The naive form of the program's rules.
  public init(_ rules: Rules) throws {
    self.init(
      catchingDistance: rules.catchingDistance,
      chase: try #require(NaiveChase(rawValue: rules.chase.rawValue)), speed: rules.zombieSpeed,
      hearingDistance: rules.hearingDistance)
  }
}

extension NaiveFamily {
  /// The naive form of one of the program's families, setting by setting.
  public init(_ family: Family) {
    self.init(
      rows: family.size.rows, columns: family.size.columns, zombies: family.zombies,
      blocks: family.blocks, flashlights: family.flashlights, lit: family.isLit)
  }
}
