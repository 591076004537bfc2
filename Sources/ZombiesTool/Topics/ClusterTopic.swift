import ZombiesCommands
import ZombiesReports
import ZombiesSystem

extension HelpTopic {
  static let cluster = HelpTopic(
    name: "cluster",
    summary: "how to stop, resume and split long runs",
    essence: """
      You can stop a batch and resume it, or play it in parts on any number of machines. The results
      are the same, byte for byte, as those of a single run.

      To be able to resume a run, name a checkpoint:

        zombies simulate --rounds 1e9 --checkpoint night --resume

      The run saves its state every \(seconds) seconds (--checkpoint-every), and when Ctrl-C or kill
      stops it. Use the same command to start and to resume, even after a power cut. The run removes
      the checkpoint when it is done.

      To play a batch in parts, give each part a number and a tally file. Then merge the tallies:

        zombies simulate --rounds 1e9 --shard 1/3 --tally 1.tally -o /dev/null
        zombies simulate --rounds 1e9 --shard 2/3 --tally 2.tally -o /dev/null
        zombies simulate --rounds 1e9 --shard 3/3 --tally 3.tally -o /dev/null
        zombies merge *.tally

      You can play the parts in any order, on any machine and with any number of threads. merge
      proves that they are the parts of one batch. It refuses parts with different settings, repeated
      trials, and missing trials (unless you use --partial). It also joins the files of --rounds-csv.
      census and sweep can be split into parts in the same way.

      In a SLURM array, --shard auto plays the part of its task. For example, this task resumes when
      it is requeued:

        part=parts/$SLURM_ARRAY_TASK_ID
        zombies simulate --rounds 1e9 --shard auto --quiet \\
          --threads "$SLURM_CPUS_PER_TASK" --tally "$part.tally" \\
          --output "$part.txt" --checkpoint "$part.checkpoint" --resume

      With another scheduler, give the number of the task and the number of tasks, here 64:

        GNU parallel              --shard "{}/64", with the numbers from 1 to 64
        Kubernetes, indexed Jobs  --shard "$((JOB_COMPLETION_INDEX + 1))/64"
        PBS                       --shard "$PBS_ARRAY_INDEX/64"
        SGE                       --shard "$SGE_TASK_ID/64"
        LSF                       --shard "$LSB_JOBINDEX/64"

      To build a program that runs on machines without Swift:

        swift build -c release --static-swift-stdlib
      """,
    example: (
      "zombies simulate --policy edge --shard 2/3",
      """
      33,333 rounds · classic, solvable levels · seed 0
      policy     won  caught  stuck  out  win rate   95% interval  moves     sd  p90
      edge    11,426  21,907      0    0   34.278%  33.771–34.790  4.541  2.706    8
      """
    ))

  private static let seconds = Option.checkpointEvery.value?.standard ?? ""
}
