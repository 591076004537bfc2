import Foundation
import Testing
import ZombiesTestSupport

/// `--shard auto`: variables of SLURM that are read as another shard, or not refused; and other
/// trials than those of the shard.
@Suite(.waits) struct ShardAutoTests {
  /// The variables of a task of a SLURM array. By default, the array is 1-4.
  private static func slurm(
    _ task: Int, of count: Int = 4, _ least: Int = 1, _ most: Int = 4, step: Int = 1
  ) -> String {
    "SLURM_ARRAY_TASK_ID=\(task) SLURM_ARRAY_TASK_COUNT=\(count) SLURM_ARRAY_TASK_MIN=\(least) "
      + "SLURM_ARRAY_TASK_MAX=\(most) SLURM_ARRAY_TASK_STEP=\(step)"
  }

  /// The variables of a task, and its shard.
  static let tasks: [(variables: String, shard: String)] = [
    // --array=1-4, 0-7, 2-20:6, and an array of one.
    (slurm(1), "1/4"), (slurm(4), "4/4"), (slurm(0, of: 8, 0, 7), "1/8"),
    (slurm(14, of: 4, 2, 20, step: 6), "3/4"), (slurm(9, of: 1, 9, 9), "1/1"),
    ("SLURM_ARRAY_TASK_ID=3 SLURM_ARRAY_TASK_COUNT=4", "3/4"),
    // An empty variable counts as unset, and other schedulers are ignored.
    ("SLURM_ARRAY_TASK_ID=2 SLURM_ARRAY_TASK_COUNT=3 SLURM_ARRAY_TASK_MIN=", "2/3"),
    (slurm(2) + " PBS_ARRAYID=3 PARALLEL_SEQ=1", "2/4"),
    (
      "SLURM_ARRAY_TASK_ID=18446744073709551615 SLURM_ARRAY_TASK_MIN=18446744073709551614 "
        + "SLURM_ARRAY_TASK_MAX=18446744073709551615", "2/2"
    ),
  ]

  private static func run(_ variables: String, _ more: String, in folder: TemporaryFolder) throws
    -> Finished
  {
    try shell(
      "export \(variables.isEmpty ? "NOTHING=" : variables); exec zombies simulate --rounds 22 "
        + "--first 100 --policy edge -o t --rounds-csv r --tally s \(more)", in: folder)
  }

  @Test(arguments: tasks)
  func tasksOfArrays(variables: String, shard: String) throws {
    let folder = try TemporaryFolder()
    let run = try Self.run(variables, "--shard auto", in: folder)
    expectEqual(run.ending, .exit(0), "\(run)")
    expectEqual(run.errors, "shard \(shard), from SLURM\nseed 0\n", "\(run)")
    let files = ["t", "r", "s"].map { folder.read($0) }
    // The trials of part I of N of 100 to 121: those from ⌊22 (I − 1)/N⌋ to below ⌊22 I/N⌋.
    let parts = shard.split(separator: "/").compactMap { Int($0) }
    let expected = (22 * (parts[0] - 1) / parts[1]..<22 * parts[0] / parts[1]).map {
      100 + UInt64($0)
    }
    expectEqual(trials(in: files[1]), expected, "\(run)")
    // The short form asks for a part by its number only for a few.
    guard isLong || parts[1] == 3 else { return }
    let named = try Self.run("", "--shard \(shard)", in: folder)
    expectEqual(named.errors, "seed 0\n", "\(named)")
    expectEqual(["t", "r", "s"].map { folder.read($0) }, files, "\(run)")
  }

  private static let refusals: [(variables: String, words: String, message: String)] = [
    // --array=1,3,7 has step 1, like a range.
    (slurm(3, of: 3, 1, 7), "--shard auto", "list"),
    (slurm(7, of: 3, 1, 7), "--shard auto", "--shard I/N"),
    (slurm(3, of: 2, 1, 4, step: 3), "--shard auto", "steps of 3"),
    (slurm(3, of: 2, 1, 4, step: 0), "--shard auto", "task 3"),
    // A count of tasks that overflows, and the smallest count that is too large.
    (
      "SLURM_ARRAY_TASK_MIN=0 SLURM_ARRAY_TASK_MAX=18446744073709551615 SLURM_ARRAY_TASK_ID=0",
      "--shard auto", "more than 1,000,000 tasks"
    ),
    (
      "SLURM_ARRAY_TASK_MIN=0 SLURM_ARRAY_TASK_MAX=1000000 SLURM_ARRAY_TASK_ID=0",
      "--shard auto", "more than 1,000,000 tasks"
    ),
    (slurm(5), "--shard auto", "task 5"), (slurm(0), "--shard auto", "task 0"),
    ("SLURM_ARRAY_TASK_ID=3", "--shard auto", "SLURM does not provide the number of tasks"),
    ("SLURM_ARRAY_TASK_ID=4 SLURM_ARRAY_TASK_COUNT=3", "--shard auto", "task 4 of 3"),
    ("SLURM_ARRAY_TASK_ID=0 SLURM_ARRAY_TASK_COUNT=3", "--shard auto", "task 0 of 3"),
    ("SLURM_ARRAY_TASK_ID=1 SLURM_ARRAY_TASK_COUNT=1000001", "--shard auto", "1 of 1000001"),
    ("SLURM_ARRAY_TASK_ID=18446744073709551616", "--shard auto", "whole number"),
    ("SLURM_ARRAY_TASK_ID=-1", "--shard auto", "SLURM_ARRAY_TASK_ID is '-1'"),
    ("SLURM_ARRAY_TASK_ID=1 SLURM_ARRAY_TASK_COUNT=x", "--shard auto", "COUNT is 'x'"),
    ("", "--shard auto", "not a task of a SLURM array. Give --shard I/N"),
    ("PARALLEL_SEQ=1", "--shard auto", "not a task of a SLURM array"),
    ("SLURM_JOB_ID=7", "--shard auto", "not a task of a SLURM array"),
    ("", "--shard 4/3", "4/3"), ("", "--shard 1/1000001", "1000000"), ("", "--shard 1", "I/N"),
    ("", "--shard 1/2/3", "I/N"), ("", "--shard ''", "I/N"), ("", "--shard Auto", "I/N"),
    ("", "--shard -1/2", "I/N"), ("", "--shard '1 / 2'", "I/N"),
  ]

  /// Arrays that are lists, no array, no count, parts that do not exist, garbage: each is refused with a
  /// message that names the cause.
  @Test(arguments: refusals)
  func refused(variables: String, words: String, message: String) throws {
    let folder = try TemporaryFolder()
    let names = folder.names
    let run = try Self.run(variables, words, in: folder)
    expect(run.ending == .exit(64) && run.output == "", "\(variables) \(run)")
    expect(run.errors.hasPrefix("Error: --shard: "), "\(run)")
    expect(run.errors.contains(message), "\(variables) \(run)")
    expectEqual(folder.names, names, "\(variables) \(run)")
  }

  /// Without `--shard` the variables change nothing.
  @Test func variablesAreNotReadUnlessWanted() throws {
    let plain = try shell("zombies simulate --rounds 20")
    let run = try shell("\(Self.slurm(1)) zombies simulate --rounds 20")
    expect(run.output == plain.output && run.errors == "seed 0\n", "\(run)")
  }
}
