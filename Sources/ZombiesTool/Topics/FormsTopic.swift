import ZombiesCommands
import ZombiesCore
import ZombiesGenerator
import ZombiesSystem

extension HelpTopic {
  static let forms = HelpTopic(
    name: "forms",
    summary: "how to write a level, and a file of levels",
    essence: """
      You can write a level in four forms. A code is one line that lists the rows from top to
      bottom, with / between them. A picture has one line for each row. A seed reference names a
      generated level, and a placement reference one of all levels of a family.

        code       S4/5/Z1#2/2F2/4P
        picture    S....
                   .....
                   Z.#..
                   ..F..
                   ....P
        reference  classic@42#7, classic#57

      In codes and pictures, S is the signpost, P the player's start, Z a zombie, # a block and F a
      flashlight. A level has exactly one S and one P. Floor squares are dots in a picture; in a
      code, a number stands for that many floor squares side by side. A code ends with +lit if the
      room is lit from the beginning; a picture has a line ';\u{A0}lit' instead. Pictures can also use
      emoji: \(emoji).

      A seed reference is FAMILY@SEED#INDEX: the level with that index that 'zombies generate' makes
      from the family and the seed. Indices begin at 0 and count solvable levels only;
      FAMILY+any@SEED#INDEX counts all placements. A placement reference is FAMILY#NUMBER: the level
      with that number, from 0, in the order in which 'zombies census' goes through all placements
      of the family. A reference names the same level on every machine and never changes. Quote it
      if your shell treats # as the start of a comment.

      A family is a preset (\(listed(Family.presets.map(\.name), "or"))) or a name such as
      6x6z1b5f1+lit: 6 rows, 6 columns, 1 zombie, 5 blocks and 1 flashlight, lit. Omit what is
      absent. --family names a family; --size, --zombies and the other family options change
      individual settings.

      A file contains any number of levels in any of these forms. Name it in place of a level, or use
      --input FILE; - is standard input. A blank line ends a picture. The
      rows of a picture begin with the same blanks; a blank is not a floor square. A line that begins with ; is a comment. After a
      code, a space and a ; also begin a comment. Some comments have a meaning:

        ; lit           the room of this picture is lit
        ; level: NAME   the name of the next level
        ; world: NAME   the following levels form a world
        ; unlock: RULE  what opens this world: all, stars N or coins N
        ; rules: RULES  the rules of the following levels, such as
                        ; rules: hearing-distance 2, zombie-speed 2

      Rules hold up to the next '; rules:' or '; world:' line. What they omit has its default. An
      option that contradicts them is an error. Commands that play many rounds, such as simulate,
      need levels with the same rules.

      A comment that consists of a reference, above a level or behind its code, says what the level
      was made from. 'zombies generate' and 'zombies levels' write such comments.

      A CSV with a column 'level' is also a file of levels, also with the columns name and reference, and
      those of the rules. So commands that read levels can read
      the output of 'zombies generate --format csv'.
      """,
    example: (
      "zombies generate --levels any --count 3 --format csv | zombies verify -",
      "standard input:4: unsolvable: S2Z1/1Z3/5/5/4P ; classic+any@0#2"
    ))

  private static let emoji: String = {
    let things: [Thing?] = Thing.allCases + [nil]
    return things.map { PictureStyle.emoji.symbol($0) }.joined(separator: " ")
  }()
}
