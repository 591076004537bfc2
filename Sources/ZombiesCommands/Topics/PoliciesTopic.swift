import ZombiesCore
import ZombiesPolicies
import ZombiesSimulator

extension HelpTopic {
  static let policies = HelpTopic(
    name: "policies",
    summary: "who plays the rounds of a batch, and how",
    essence: """
      A policy decides on the moves of a round. The built-in policies are:

      \(list)

      Before each move a policy is shown what a player sees: the sides of the room, the signpost, its
      own square, the blocks, zombies and flashlights in sight, and the legal moves. It remembers
      what it was shown earlier in the round and nothing of other rounds. Only clairvoyant is given
      the whole level. optimal is told the family that the level was drawn from.

      edge and beeline plan a shortest way before each move, round blocks that they have seen and
      zombies that they see now, and take other squares for open. Without such a way they make the
      first legal move in the order U, L, D, R. clairvoyant does so in the order U, D, L, R if the level
      has no solution.

      optimal makes a plan for the family, in rooms of at most \(SmallRoom.limit) squares. --policy all includes it
      only if the plan takes just a moment; name it to have a larger plan made.

      All policies of a batch play the same levels. random depends on the seed and the number of the
      trial alone. The others play a level in only one way, so that on given levels their win rates
      are exact fractions; on levels that are drawn from a family, win rates are estimates with 95%
      intervals.

        zombies simulate --policy edge,optimal   a row of results for each policy
        zombies compare edge beeline             which of two wins more often
        zombies analyze                          exact results over a whole family
        zombies replay LEVEL --policy edge       a round, move by move

      In Swift, a type that conforms to the protocol Player is a policy of your own.
      """,
    example: (
      "zombies replay S2/3/2P --policy beeline",
      """
      start: dark
      S..
      ...
      ..P

      move 1: U to row 2, column 3
      S..
      ..P
      ...

      move 2: L to row 2, column 2
      S..
      .P.
      ...

      move 3: U to row 1, column 2
      SP.
      ...
      ...

      move 4: L to row 1, column 1; won: the signpost is reached
      P..
      ...
      ...
      """
    ),
    article: "Sources/ZombiesPolicies/ZombiesPolicies.docc/Policies.md")

  private static let list = SimulateCommand.policyList
}
