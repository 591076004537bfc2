import ZombiesCommands
import ZombiesCore
import ZombiesPolicies
import ZombiesSystem

extension HelpTopic {
  static let policies = HelpTopic(
    name: "policies",
    summary: "the players of a batch, and how they decide",
    essence: """
      A policy chooses the moves of a round. These policies are built in:

      \(HelpList.policies)

      Before each move, a policy sees what a player sees: the sides of the room, the signpost, its
      own square, the blocks, zombies and flashlights in sight, and the legal moves. It remembers
      what it saw earlier in the round, but nothing from other rounds. Only clairvoyant sees the
      whole level. optimal also knows the family that the level was drawn from, and cautious knows how
      many zombies, blocks and flashlights the room holds.

      Before each move, edge and beeline plan a shortest path around all blocks that they have seen
      and all zombies that they see now. They assume that every other square is open. edge prefers
      moves in the order U, L, D, R; beeline prefers the longer remaining axis, or the vertical one
      if both are equal. If there is no such path, both make the first legal move in the order U, L,
      D, R. If a level has no solution, clairvoyant makes the first legal move in the order U, D, L,
      R.

      optimal follows a plan for the family, in rooms of up to \(SmallRoom.limit) squares. --policy all
      includes it only if the plan takes just a moment to make. Use --policy optimal to make a larger
      plan.

      In the dark, cautious goes to the unvisited square next to those it has visited where a zombie is
      least likely to catch it, given all that it has seen and heard. Among equals it chooses the one
      nearest to the signpost, then the one with the shorter walk, then the walk that comes first in
      the order U, L, D, R. In the light, it plays as edge. --policy all includes it in rooms of up to
      \(Policy.quickCautiousSquares) squares.

      All policies of a batch play the same levels. The moves of random depend only on the seed and
      the number of the trial. Every other policy always plays a level in the same way, so its win
      rate on given levels is an exact fraction. Win rates on levels drawn from a family are
      estimates with 95% intervals.

        zombies simulate --policy edge,optimal   a row of results for each policy
        zombies compare edge beeline             which of two policies wins more often
        zombies analyze                          exact results over a whole family
        zombies replay LEVEL --policy edge       a round, move by move

      To write a policy of your own in Swift, conform a type to the protocol Player.
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

      move 4: L to row 1, column 1; won: the player reached the signpost
      P..
      ...
      ...
      """
    ))
}
