import Testing
import ZombiesCore
import ZombiesTestSupport

@testable import ZombiesGame

/// A campaign of three worlds of tiny rooms. The moves in ``ThreeWorlds/ways`` win each room.
enum ThreeWorlds {
  static let text = """
    ; world: First Night
    ; level: Two Steps
    S1/1P
    Z1P/2S

    ; world: The Barricades
    S1P/Z2
    ; level: Around
    P1Z/1S1
    S2/3/Z1P

    ; world: Lights
    ; unlock: stars 4
    Z2P/3S+lit

    """

  /// A shortest solution of each level.
  static let ways = [["UL", "D"], ["LL", "DR", "UULL"], ["D"]]

  static func session(
    _ text: String = text, _ progress: GameProgress = GameProgress(),
    change: (inout Session.Setup) -> Void = { _ in }
  ) throws -> Session {
    var setup = Session.Setup(try Campaign(text: text), progress: progress)
    change(&setup)
    return try Session(setup)
  }
}

extension Session {
  /// The sentences and rows that are shown.
  var shownPanel: Panel? {
    if case .panel(let panel) = screen.content { panel } else { nil }
  }

  /// The labels of the greyed controls.
  var greyed: [String] { screen.controls.filter { !$0.isEnabled }.map(\.label) }

  /// Enters the world that is shown, and starts an attempt at a level.
  mutating func enterLevel(_ level: Int = 0) {
    for action in [Action.choose, .point(level), .choose] { perform(action) }
  }

  /// Enters the world that is shown, plays a level by moves, and comes back.
  mutating func complete(_ level: Int, _ moves: String) throws {
    if screenKind == .worlds { try require(perform(.choose)) }
    perform(.point(level))
    try require(perform(.choose), "level \(level)")
    try play(moves)
    try require(message != nil && attempt.round.outcome == .won)
    goBack()
    expectEqual(screenKind, .world)
  }

  /// Dismisses the message about a round, and goes back to the levels of the world.
  mutating func goBack() {
    perform(.look)
    perform(.back)
  }

  /// Completes the level under the cursor of the world, and returns the reasons in the message.
  mutating func win(_ moves: String) throws -> [String] {
    try require(perform(.choose))
    try play(moves)
    let reasons = try require(message).reasons
    goBack()
    return reasons
  }
}
/// A session at a board, on levels that are given by their codes.
func boardSession(
  _ players: [String], _ codes: [String] = ["S1P/Z2", "Z1P/2S"],
  change: (inout Session.Setup) -> Void = { _ in }
) throws -> Session {
  let levels = try codes.map { NamedLevel(try Level($0), name: $0) }
  var setup = Session.Setup(Settings(.levels(levels)))
  setup.mode = .board
  setup.players = players
  change(&setup)
  return try Session(setup)
}
