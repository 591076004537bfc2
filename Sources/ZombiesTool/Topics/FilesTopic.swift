import ZombiesCommands
import ZombiesSystem

extension HelpTopic {
  static let files = HelpTopic(
    name: "files",
    summary: "input and output files, and the exit status",
    essence: """
      Results go to standard output, or to the file that --output names. Everything else goes to
      standard error: the seed, progress, notes and errors. --quiet leaves only the errors.

      A file named - is standard input or standard output. Only one output can be standard output.
      -- ends the options.

      The program never changes an input: before it writes, it checks that no output is an input. An
      output is either complete or not changed at all. The program writes FILE.part next to it, syncs it to
      disk, and renames it at the end. A run that fails or is interrupted removes its unfinished files.
      If a run is killed, the next run with the same output removes them. Pipes and other special
      files are written directly.

        --output FILE           the table, levels or solutions
        --rounds-csv FILE       every round: level, outcome, moves and path
        --squares-csv FILE      visits and captures of each square
        --tally FILE            all counts, for 'zombies merge'
        --certificate FILE      proofs of verdicts, for 'zombies check'
        --manifest FILE         how the files were made, with their SHA-256
        --checkpoint FILE       the state of a run, for --resume

      'zombies schema' describes the columns of these CSV files. Columns are never renamed or moved;
      new columns are added after the last one.

      \(HelpList.schemas)

      The exit status is:

        0   done
        1   the answer is no: an unsolvable level, or a proof that fails
        2   no answer: the solver gave up (verify, worlds, check), or compare ran out of trials
        64  bad usage: an unknown option or a bad value
        65  bad data in an input, or a bad level on the command line
        66  an input cannot be opened
        70  internal error
        73  an output cannot be created
        74  a read or write failed
        76  a program that plays failed

      A run stopped by a signal reports that signal.
      """,
    example: (
      "zombies verify --input none.txt 2>&1; echo status $?",
      """
      Error: cannot open 'none.txt': No such file or directory
      status 66
      """
    ))
}
