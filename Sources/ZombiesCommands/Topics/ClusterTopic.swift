import ZombiesReports

extension HelpTopic {
  static let cluster = HelpTopic(
    name: "cluster",
    summary: "how to stop, resume and split long runs",
    essence: """
      A batch can be stopped, resumed, and played in parts on any number of machines. The results
      have the same bytes as those of a single run without interruption.

      To be able to resume a run, name a checkpoint:

        zombies simulate --rounds 1e9 --checkpoint night --resume

      The run saves its state every \(seconds) seconds (--checkpoint-every) and when it is interrupted
      by Ctrl-C or kill. The same line starts it and continues it, also after a power cut. It removes
      the checkpoint when it is done.

      To play a batch in parts, give each part its number and a tally, and merge the tallies:

        zombies simulate --rounds 1e9 --shard 1/3 --tally 1.tally -o /dev/null
        zombies simulate --rounds 1e9 --shard 2/3 --tally 2.tally -o /dev/null
        zombies simulate --rounds 1e9 --shard 3/3 --tally 3.tally -o /dev/null
        zombies merge *.tally

      The parts can be played in any order, on any machine, with any number of threads. merge proves
      that they are the parts of one batch: it refuses parts with other settings, trials that occur
      twice, and missing trials (unless you say --partial). It joins the files of --rounds-csv as
      well. census is played in parts in the same way; sweep has checkpoints but no parts.

      --shard auto asks the engine that runs the task for its part:

        SLURM, AWS Batch, SGE, LSF, HTCondor  tell the number of parts too
        Kubernetes, GNU parallel, PBS         need --shards N

      A task of a SLURM array, for example, that resumes if it is requeued:

        part=parts/$SLURM_ARRAY_TASK_ID
        zombies simulate --rounds 1e9 --shard auto --quiet \\
          --threads "$SLURM_CPUS_PER_TASK" --tally "$part.tally" \\
          --output "$part.txt" --checkpoint "$part.checkpoint" --resume

      The article has complete jobs for SLURM, GNU parallel and Kubernetes, and tells how long runs
      take. Build a program that needs no Swift on other machines with

        swift build -c release --static-swift-stdlib
      """,
    example: (
      "zombies simulate --policy edge --shard 2/3",
      """
      33,333 rounds · classic, solvable levels · seed 0
      policy     won  caught  stuck  out  win rate   95% interval  moves     sd  p90
      edge    11,426  21,907      0    0   34.278%  33.771–34.790  4.541  2.706    8
      """
    ),
    article: "Sources/ZombiesCommands/ZombiesCommands.docc/LongBatchesAndClusters.md")

  private static let seconds = Option.checkpointEvery.value?.standard ?? ""
}
