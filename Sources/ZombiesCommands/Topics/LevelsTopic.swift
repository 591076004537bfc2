import ZombiesCore
import ZombiesGenerator

extension HelpTopic {
  static let levels = HelpTopic(
    name: "levels",
    summary: "how levels and files of levels are written",
    essence: """
      Every command reads levels in three forms. A code is one line, with the rows from the top and
      a / between them; a picture has a line for each row; a seed reference names a level by the way
      in which it is made.

        code       S4/5/Z1#2/2F2/4P
        picture    S....
                   .....
                   Z.#..
                   ..F..
                   ....P
        reference  classic@42#7

      In a code and a picture S is the signpost, P the player's start, Z a zombie, # a block, and F a
      flashlight. Floor is a dot in a picture and a number in a code, for that many squares side by
      side. There is exactly one S and one P. A code ends with +lit if the room is lit from the
      beginning; a picture has a line ';\u{A0}lit' for that. Pictures may also be drawn in emoji: \(emoji).

      A reference is FAMILY@SEED#INDEX, the level with that index that 'zombies generate' makes from
      that family and seed. It counts solvable levels from 0; FAMILY+any@SEED#INDEX counts all
      placements. A reference names the same level for ever, on every machine. Always quote it in a
      shell that takes # for a comment.

      A family is a preset (\(listed(Family.presets.map(\.name), "or"))) or the rows, the
      columns and what the room holds: 6x6z1b5f1+lit has 6 rows, 6 columns, 1 zombie, 5 blocks and 1
      flashlight, and is lit. Omit what is absent. --family names a family, and --size,
      --zombies and the other family options change single settings of it.

      A file holds any number of levels in any of these forms (--input FILE, or - for standard
      input). A blank line ends a picture. A line that begins with ; is a comment, as is everything
      after a code, a blank and a ; sign. Some comments mean something:

        ; lit           the room of this picture is lit
        ; level: NAME   the name of the next level
        ; world: NAME   the levels from here on are a world
        ; unlock: RULE  what opens this world: all, stars N or coins N

      A CSV with a column 'level' is read as well, so that the output of 'zombies generate --format
      csv' is an input of every other command.
      """,
    example: (
      "zombies generate --levels any --count 3 --format csv | zombies verify -",
      "standard input:4: unsolvable: S2Z1/1Z3/5/5/4P"
    ),
    article: "Sources/ZombiesCore/ZombiesCore.docc/TextForms.md")

  private static let emoji: String = {
    let things: [Thing?] = Thing.allCases + [nil]
    return things.map { PictureStyle.emoji.symbol($0) }.joined(separator: " ")
  }()
}
