import ZombiesReports

extension HelpTopic {
  static let files = HelpTopic(
    name: "files",
    summary: "what is read and written, and what the exit status says",
    essence: """
      Data goes to standard output, or to the file that --output names. Everything else goes to
      standard error: the seed, progress, notes and errors. --quiet leaves only the errors.

      A file named - is standard input or standard output; at most one output can be standard
      output. -- ends the options.

      An input is never written to, whatever the outputs are called: all names are compared before
      anything is opened. An output is complete or not changed at all. It is written as FILE.part
      beside its target, synced, and renamed at the end. A run that fails or is interrupted removes
      its parts. What a run that was killed has left is cleared by the next run to the same target.
      What is no regular file, such as a pipe, is written directly.

        --output FILE           the table, levels or solutions
        --rounds-csv FILE       every round: level, outcome, moves, path
        --squares-csv FILE      visits and captures for each square
        --tally FILE            all counts, for 'zombies merge'
        --certificate FILE      proofs of verdicts, for 'zombies check'
        --manifest FILE         how the files were made, with their SHA-256
        --checkpoint FILE       the state of a run, for --resume

      These CSVs exist, and 'zombies schema' describes their columns. Columns are never renamed or
      moved; new ones may be added behind the last:

      \(schemas)

      The exit status is one of

        0   done
        1   the answer is no: an unsolvable level, a proof that does not hold
        2   the answer is not known: the solver gave up, or compare ran out of trials
        64  bad usage: an option or its value
        65  bad data in an input, or a bad level on the command line
        66  an input cannot be opened
        70  a defect of the program
        73  an output cannot be created
        74  a read or write failed after it had begun

      A program that is ended by a signal dies of that signal.
      """,
    example: (
      "zombies verify --input none.txt 2>&1; echo status $?",
      """
      Error: cannot open 'none.txt': No such file or directory
      status 66
      """
    ),
    article: "Sources/ZombiesCommands/ZombiesCommands.docc/Files.md")

  private static let schemas = TableSchema.all.map { schema in
    "  \(schema.name)" + String(repeating: " ", count: 12 - schema.name.count) + schema.summary
  }.joined(separator: "\n")
}
