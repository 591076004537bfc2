import ZombiesCommands
import ZombiesCore
import ZombiesGenerator
import ZombiesSystem

extension HelpTopic {
  static let rules = HelpTopic(
    name: "rules",
    summary: "what a move does, how zombies chase, and when a round is won",
    essence: """
      A room has rows and columns of squares, \(Option.Value.text(of: Option.sides)) of each. You begin
      at the start P and walk to the signpost S. Zombies Z catch you, blocks # are in the way, and
      flashlights F light the room. Squares that share a side are neighbours. Distance is counted in
      steps between neighbours: a zombie at distance 1, the catching distance, is next to you but
      not diagonally.

      A generated level has S in the top left corner and P in the bottom right corner. Nothing else
      is on those two squares or next to them. The presets are:

      \(presets)

      A move takes you one square up, down, left or right. You cannot leave the room or enter a
      block. Each move happens in this order:

        1.  You step.
        2.  If you are on the signpost, you win, even if a zombie is near.
        3.  If a zombie is within the catching distance, you are caught.
        4.  If the room was lit before the move, the zombies chase you. If a zombie is now within \
      the catching distance, you are caught.
        5.  If the room was dark and a flashlight is on your square or next to it, the room becomes \
      lit. The zombies begin to chase you with your next move.

      In the dark you see your own square and its neighbours. With --hearing-distance you also hear
      how many zombies are within that distance, but not where. In the light you see everything. If
      you have no legal move, you are stuck. In a batch, a round also ends after --max-moves moves.

      Zombies move one after another, in reading order. A zombie has up to two steps that bring it
      closer to you: one along the rows and one along the columns. It first tries the step along the
      longer axis, or the vertical step if both are equal. If a block, the signpost or another zombie
      is in the way, it tries the other step. If that is blocked too, it stays. In the example below,
      the zombie cannot go down, so it goes right.

      These options change the rules. The first value is the default:

      \(variants)

      A level is solvable if a player who sees everything can win it. A shortest winning path is a
      solution, and its length is the par of the level. A game gives you \(Game.standardLives) lives. Each
      round is played on a new level, and the game ends when you win a round or lose your last life.
      """,
    example: (
      "zombies replay S3/1Z2/1#2/3P+lit --moves U",
      """
      start: lit
      S...
      .Z..
      .#..
      ...P

      move 1: U to row 3, column 4; zombies chase: (2,2)→(2,3)
      S...
      ..Z.
      .#.P
      ....

      the round goes on
      """
    ))

  private static let standard = Rules.standard

  /// The options that change the rules, and their values.
  private static let variants = HelpList.rows(
    Rules.Variant.allCases.map { variant in
      let values =
        switch variant {
        case .catchingDistance: list(distances)
        case .chase: list(chases)
        case .zombieSpeed:
          "\(standard.zombieSpeed) to \(Rules.zombieSpeeds.upperBound) "
            + "steps of each zombie per chase"
        case .hearingDistance:
          "\(standard.hearingDistance) to \(Rules.hearingDistances.upperBound): in the dark you hear "
            + "how many zombies are within this distance"
        }
      return (Option.rule(variant).name, values)
    })

  /// The values of a rule, the default first.
  private static func list(_ values: [String]) -> String { values.joined(separator: ", ") }

  private static let distances = [standard.catchingDistance]
    .appending(contentsOf: Rules.catchingDistances).map { String($0) }

  private static let chases = [standard.chase]
    .appending(contentsOf: Rules.ChaseAxis.allCases).map(\.rawValue)

  private static let presets = HelpList.rows(
    Family.presets.map { name, family in
      let things = family.things.map { thing, count in
        "\(count) \(thing.noun)\(count == 1 ? "" : "s")"
      }
      let light = family.isLit ? ["lit"] : []
      let parts = ["\(family.size)"] + light + things
      return (name, parts.joined(separator: ", "))
    })
}

extension Array where Element: Hashable {
  /// The values, followed by others that are not among them.
  fileprivate func appending(contentsOf others: some Sequence<Element>) -> [Element] {
    self + others.filter { !contains($0) }
  }
}
