import Foundation
import Testing
import ZombiesTestSupport

/// `--shard auto`: variables of an engine that are read as another shard, or not refused; and other
/// trials than those of the shard.
@Suite(.waits) struct ShardAutoTests {
  /// The variables of a task of a SLURM array. By default, the array is 1-4.
  private static func slurm(
    _ task: Int, of count: Int = 4, _ least: Int = 1, _ most: Int = 4, step: Int = 1
  ) -> String {
    "SLURM_ARRAY_TASK_ID=\(task) SLURM_ARRAY_TASK_COUNT=\(count) SLURM_ARRAY_TASK_MIN=\(least) "
      + "SLURM_ARRAY_TASK_MAX=\(most) SLURM_ARRAY_TASK_STEP=\(step)"
  }

  /// The variables of a task of a Grid Engine array.
  private static func gridEngine(_ task: Int, _ first: Int, _ last: Int, step: Int) -> String {
    "SGE_TASK_ID=\(task) SGE_TASK_FIRST=\(first) SGE_TASK_LAST=\(last) SGE_TASK_STEPSIZE=\(step)"
  }

  /// Tasks: the engine, its variables, the value of `--shards`, and the shard.
  static let tasks: [(engine: String, variables: String, shards: Int?, shard: String)] = [
    // --array=1-4, 0-7, 2-20:6, and an array of one.
    ("SLURM", slurm(1), nil, "1/4"), ("SLURM", slurm(4), nil, "4/4"),
    ("SLURM", slurm(0, of: 8, 0, 7), nil, "1/8"),
    ("SLURM", slurm(14, of: 4, 2, 20, step: 6), nil, "3/4"),
    ("SLURM", slurm(9, of: 1, 9, 9), nil, "1/1"),
    // --shards may repeat the engine's own count; SLURM's PBS plugin names the task a second time.
    ("SLURM", slurm(2), 4, "2/4"), ("SLURM", slurm(2) + " PBS_ARRAYID=2", nil, "2/4"),
    ("SLURM", "SLURM_ARRAY_TASK_ID=3 SLURM_ARRAY_TASK_COUNT=4", nil, "3/4"),
    (
      "SLURM",
      "SLURM_ARRAY_TASK_ID=18446744073709551615 SLURM_ARRAY_TASK_MIN=18446744073709551614 "
        + "SLURM_ARRAY_TASK_MAX=18446744073709551615", nil, "2/2"
    ),
    ("Kubernetes", "JOB_COMPLETION_INDEX=0", 3, "1/3"),
    ("Kubernetes", "JOB_COMPLETION_INDEX=2", 3, "3/3"),
    ("AWS Batch", "AWS_BATCH_JOB_ARRAY_INDEX=0 AWS_BATCH_JOB_ARRAY_SIZE=5", nil, "1/5"),
    ("AWS Batch", "AWS_BATCH_JOB_ARRAY_INDEX=4 AWS_BATCH_JOB_ARRAY_SIZE=5", nil, "5/5"),
    ("AWS Batch", "AWS_BATCH_JOB_ARRAY_INDEX=4", 6, "5/6"),
    ("GNU parallel", "PARALLEL_SEQ=1", 3, "1/3"), ("GNU parallel", "PARALLEL_SEQ=3", 3, "3/3"),
    ("PBS", "PBS_ARRAY_INDEX=1", 2, "1/2"), ("PBS", "PBS_ARRAYID=2", 2, "2/2"),
    // qsub -t 1-5, 3-9:2.
    ("SGE", gridEngine(5, 1, 5, step: 1), nil, "5/5"),
    ("SGE", gridEngine(7, 3, 9, step: 2), nil, "3/4"),
    ("SGE", gridEngine(8, 3, 9, step: 5), nil, "2/2"),
    // A Grid Engine job that is not an array, inside another engine's task.
    (
      "GNU parallel",
      "SGE_TASK_ID=undefined SGE_TASK_FIRST=undefined SGE_TASK_LAST=undefined PARALLEL_SEQ=2",
      2, "2/2"
    ),
    ("LSF", "LSB_JOBINDEX=3 LSB_JOBINDEX_END=6 LSB_JOBINDEX_STEP=1", nil, "3/6"),
    ("LSF", "LSB_JOBINDEX=5 LSB_JOBINDEX_END=7 LSB_JOBINDEX_STEP=2", nil, "3/4"),
    ("LSF", "LSB_JOBINDEX=5", 7, "5/7"),
    ("GNU parallel", "LSB_JOBINDEX=0 LSB_JOBINDEX_END=0 PARALLEL_SEQ=1", 2, "1/2"),
    ("HTCondor", "_CONDOR_JOB_AD=ad", nil, "3/4"),
    ("HTCondor", "_CONDOR_JOB_AD=short.ad", 5, "1/5"),
    // An empty variable counts as unset.
    ("Kubernetes", "JOB_COMPLETION_INDEX=1 SLURM_ARRAY_TASK_ID=", 2, "2/2"),
  ]

  private static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(
      "MyType = \"Job\"\nArgs = \"ProcId = 9\"\nProcId = 2\nClusterId = 7\nTotalSubmitProcs = 4\n",
      to: "ad")
    try folder.write("procid=0\r\nRequestCpus = 1\r\n", to: "short.ad")
    try folder.write("ClusterId = 7\n", to: "empty.ad")
    return folder
  }

  private static func run(_ variables: String, _ more: String, in folder: TemporaryFolder) throws
    -> Finished
  {
    try shell(
      "export \(variables.isEmpty ? "NOTHING=" : variables); exec zombies simulate --rounds 22 "
        + "--first 100 --policy edge -o t --rounds-csv r --tally s \(more)", in: folder)
  }

  @Test(arguments: tasks)
  func tasksOfEngines(engine: String, variables: String, shards: Int?, shard: String) throws {
    let folder = try Self.folder()
    let more = "--shard auto" + (shards.map { " --shards \($0)" } ?? "")
    let run = try Self.run(variables, more, in: folder)
    #expect(run.ending == .exit(0), "\(run)")
    #expect(run.errors == "shard \(shard), from \(engine)\nseed 0\n", "\(run)")
    let files = ["t", "r", "s"].map { folder.read($0) }
    // The trials of part I of N of 100 to 121: those from ⌊22 (I − 1)/N⌋ to below ⌊22 I/N⌋.
    let parts = shard.split(separator: "/").compactMap { Int($0) }
    let expected = (22 * (parts[0] - 1) / parts[1]..<22 * parts[0] / parts[1]).map {
      100 + UInt64($0)
    }
    #expect(trials(in: files[1]) == expected, "\(run)")
    // The short form asks for a part by its number only for a few.
    guard isLong || parts[1] == 3 else { return }
    let named = try Self.run("", "--shard \(shard)", in: folder)
    #expect(named.errors == "seed 0\n", "\(named)")
    #expect(["t", "r", "s"].map { folder.read($0) } == files, "\(run)")
  }

  private static let refusals: [(variables: String, words: String, message: String)] = [
    // --array=1,3,7 has step 1, like a range.
    (slurm(3, of: 3, 1, 7), "--shard auto", "list"),
    (slurm(7, of: 3, 1, 7), "--shard auto --shards 3", "--shard I/N"),
    (slurm(3, of: 2, 1, 4, step: 3), "--shard auto", "steps of 3"),
    (slurm(3, of: 2, 1, 4, step: 0), "--shard auto", "task 3"),
    // A count of tasks that overflows, one less, and the smallest count that is too large.
    (
      "SLURM_ARRAY_TASK_MIN=0 SLURM_ARRAY_TASK_MAX=18446744073709551615 SLURM_ARRAY_TASK_ID=0",
      "--shard auto", "more than 1,000,000 tasks"
    ),
    (
      "SGE_TASK_ID=3 SGE_TASK_FIRST=0 SGE_TASK_LAST=18446744073709551615 SGE_TASK_STEPSIZE=1",
      "--shard auto", "more than 1,000,000 tasks"
    ),
    ("LSB_JOBINDEX=1 LSB_JOBINDEX_END=18446744073709551615", "--shard auto", "more than 1,000,000"),
    ("LSB_JOBINDEX=1 LSB_JOBINDEX_END=1000001", "--shard auto", "more than 1,000,000 tasks"),
    (slurm(5), "--shard auto", "task 5"), (slurm(0), "--shard auto", "task 0"),
    (slurm(2), "--shard auto --shards 5", "4 tasks"),
    ("SLURM_ARRAY_TASK_ID=0 SLURM_ARRAY_TASK_COUNT=4", "--shard auto", "0 of 4"),
    ("SLURM_ARRAY_TASK_ID=3", "--shard auto", "--shards N"),
    ("", "--shard auto", "no scheduler"), ("", "--shard auto --shards 3", "no scheduler"),
    ("SGE_TASK_ID=undefined", "--shard auto --shards 3", "no scheduler"),
    ("LSB_JOBINDEX=0", "--shard auto --shards 3", "no scheduler"),
    ("_CONDOR_JOB_AD=missing.ad", "--shard auto --shards 3", "no scheduler"),
    ("_CONDOR_JOB_AD=-", "--shard auto --shards 3", "no scheduler"),
    ("JOB_COMPLETION_INDEX=", "--shard auto --shards 3", "no scheduler"),
    ("JOB_COMPLETION_INDEX=1", "--shard auto", "Kubernetes does not provide"),
    ("JOB_COMPLETION_INDEX=3", "--shard auto --shards 3", "4 of 3"),
    ("JOB_COMPLETION_INDEX=18446744073709551615", "--shard auto --shards 3", "0 of 3"),
    ("JOB_COMPLETION_INDEX=18446744073709551616", "--shard auto --shards 3", "whole number"),
    ("JOB_COMPLETION_INDEX=-1", "--shard auto --shards 3", "JOB_COMPLETION_INDEX is '-1'"),
    ("JOB_COMPLETION_INDEX=one", "--shard auto --shards 3", "JOB_COMPLETION_INDEX is 'one'"),
    ("JOB_COMPLETION_INDEX=' 1'", "--shard auto --shards 3", "JOB_COMPLETION_INDEX is ' 1'"),
    ("AWS_BATCH_JOB_ARRAY_INDEX=5 AWS_BATCH_JOB_ARRAY_SIZE=5", "--shard auto", "6 of 5"),
    ("AWS_BATCH_JOB_ARRAY_INDEX=1", "--shard auto", "AWS Batch does not provide"),
    (
      "AWS_BATCH_JOB_ARRAY_INDEX=1 AWS_BATCH_JOB_ARRAY_SIZE=5", "--shard auto --shards 4",
      "--shards: 4"
    ),
    ("AWS_BATCH_JOB_ARRAY_INDEX=1 AWS_BATCH_JOB_ARRAY_SIZE=x", "--shard auto", "is 'x'"),
    ("PARALLEL_SEQ=4", "--shard auto --shards 3", "4 of 3"),
    ("PARALLEL_SEQ=0", "--shard auto --shards 3", "0 of 3"),
    ("PARALLEL_SEQ=1", "--shard auto", "GNU parallel does not provide"),
    ("PBS_ARRAY_INDEX=0", "--shard auto --shards 3", "from 1"),
    ("PBS_ARRAY_INDEX=1", "--shard auto", "PBS does not provide"),
    (gridEngine(4, 3, 9, step: 2), "--shard auto", "task 4"),
    ("SGE_TASK_ID=2", "--shard auto", "SGE does not provide"),
    ("LSB_JOBINDEX=9 LSB_JOBINDEX_END=6 LSB_JOBINDEX_STEP=1", "--shard auto", "task 9"),
    ("LSB_JOBINDEX=1x", "--shard auto --shards 3", "LSB_JOBINDEX is '1x'"),
    ("_CONDOR_JOB_AD=empty.ad", "--shard auto --shards 3", "no ProcId"),
    ("_CONDOR_JOB_AD=short.ad", "--shard auto", "HTCondor does not provide"),
    (
      "PARALLEL_SEQ=1 JOB_COMPLETION_INDEX=0", "--shard auto --shards 3", "GNU parallel both number"
    ),
    (slurm(2) + " PARALLEL_SEQ=1", "--shard auto", "SLURM and GNU parallel"),
    ("PARALLEL_SEQ=1", "--shard auto --shards 0", "--shards"),
    ("PARALLEL_SEQ=1", "--shard auto --shards 1000001", "1000000"),
    // Without auto, engines are ignored.
    ("PARALLEL_SEQ=1", "--shards 3", "--shards needs --shard auto"),
    ("PARALLEL_SEQ=1", "--shard 1/3 --shards 3", "--shards needs --shard auto"),
    ("", "--shard 4/3", "4/3"), ("", "--shard 1/1000001", "1000000"), ("", "--shard 1", "I/N"),
    ("", "--shard 1/2/3", "I/N"), ("", "--shard ''", "I/N"), ("", "--shard Auto", "I/N"),
    ("", "--shard -1/2", "I/N"), ("", "--shard '1 / 2'", "I/N"),
  ]

  /// Arrays that are lists, no engine, no count, two engines, counts that disagree, parts that do
  /// not exist, garbage: each is refused with a message that names the cause.
  @Test(arguments: refusals)
  func refused(variables: String, words: String, message: String) throws {
    let folder = try Self.folder()
    let names = folder.names
    let run = try Self.run(variables, words, in: folder)
    #expect(run.ending == .exit(64) && run.output == "", "\(variables) \(run)")
    #expect(run.errors.hasPrefix("Error: --shard") || run.errors.hasPrefix("Error: --shards"))
    #expect(run.errors.contains(message), "\(variables) \(run)")
    #expect(folder.names == names, "\(variables) \(run)")
  }

  /// Without `--shard` an engine's variables change nothing.
  @Test func enginesAreNotAskedUnlessWanted() throws {
    let plain = try shell("zombies simulate --rounds 20")
    let run = try shell("PARALLEL_SEQ=1 \(Self.slurm(1)) zombies simulate --rounds 20")
    #expect(run.output == plain.output && run.errors == "seed 0\n", "\(run)")
  }
}
