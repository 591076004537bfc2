import ZombiesCore
import ZombiesGenerator

extension HelpTopic {
  static let rules = HelpTopic(
    name: "rules",
    summary: "what a move does, how zombies chase, and when a round is won",
    essence: """
      A room has rows and columns of squares, \(Option.Value.text(of: Option.sides)) of each. You begin
      at the start P and want to reach the signpost S. Zombies Z catch you, blocks # are in the way,
      and flashlights F light the room. Squares that share a side are neighbours, and distance counts
      steps between neighbours.

      Generated levels have S in the top left corner, P in the bottom right corner, and nothing else
      on or next to either. The presets are:

      \(presets)

      A move goes one square up, down, left or right, to any square of the room that is no block. It
      is made in this order:

        1.  You step.
        2.  If you are on the signpost, you have won, whatever stands near.
        3.  If a zombie is within the catching distance, you are caught.
        4.  If the room was lit before the move, the zombies chase. Then you may be caught again.
        5.  If the room was dark and a flashlight is on your square or next to it, the room is lit \
      from now on. The zombies begin to move with your next move.

      In the dark you see your own square and its neighbours; in the light you see everything.
      Without a legal move you are stuck, and a batch ends a round after --max-moves.

      Zombies chase one after another, in reading order. Each has one step that brings it nearer to
      you along the rows, one along the columns, or both. It tries the one along the longer axis
      first, the vertical one if both are equal. If a block, the signpost or a zombie is in the way,
      it tries the other step, and otherwise it stays. In the lit room of the example below, the zombie
      cannot go down and goes right.

      These rules can be changed; the default is named first:

      \(variants)

      A level is solvable if some sequence of moves wins, known to somebody who sees everything. The
      length of a shortest one is its par. A game gives you \(Game.standardLives) lives, each round in a new
      level, until you win one.
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
    ),
    article: "Sources/ZombiesCore/ZombiesCore.docc/TheRules.md")

  private static let standard = Rules.standard

  /// The options that change the rules, and their values.
  private static let variants: String = {
    let width = Option.ruleOptions.map(\.name.count).max() ?? 0
    return Rules.Variant.allCases.map { variant in
      let name = Option.rule(variant).name
      let values =
        switch variant {
        case .catchingDistance: list(distances)
        case .chase: list(chases)
        case .zombieSpeed:
          "\(standard.zombieSpeed) to \(Rules.zombieSpeeds.upperBound) "
            + "steps for each zombie in a chase"
        }
      return "  \(name)\(String(repeating: " ", count: width + 2 - name.count))\(values)"
    }.joined(separator: "\n")
  }()

  /// The values of a rule, the default first.
  private static func list(_ values: [String]) -> String { values.joined(separator: ", ") }

  private static let distances = [standard.catchingDistance]
    .appending(contentsOf: Rules.catchingDistances).map { String($0) }

  private static let chases = [standard.chase]
    .appending(contentsOf: Rules.ChaseAxis.allCases).map(\.rawValue)

  private static let presets: String = {
    let width = Family.presets.map(\.name.count).max() ?? 0
    return Family.presets.map { name, family in
      let things = family.things.map { thing, count in
        "\(count) \(thing.noun)\(count == 1 ? "" : "s")"
      }
      let padding = String(repeating: " ", count: width + 2 - name.count)
      let light = family.isLit ? ["lit"] : []
      let parts = ["\(family.size)"] + light + things
      return "  \(name)\(padding)\(parts.joined(separator: ", "))"
    }.joined(separator: "\n")
  }()
}

extension Array where Element: Hashable {
  /// The values and others behind them, each once.
  fileprivate func appending(contentsOf others: some Sequence<Element>) -> [Element] {
    self + others.filter { !contains($0) }
  }
}
