import ZombiesCore
import ZombiesReports
import ZombiesTerminal

/// One of several equal parts of a batch.
struct Shard: Hashable {
  /// The number of the part, from 1.
  let index: UInt64
  /// The number of parts.
  let count: UInt64

  /// The allowed numbers of parts.
  static let counts: ClosedRange<UInt64> = 1...1_000_000

  /// A part; nil if there is no such part.
  init?(_ index: UInt64, of count: UInt64) {
    guard Self.counts.contains(count), index >= 1, index <= count else { return nil }
    self.index = index
    self.count = count
  }

  /// The part as text, as in "3/8".
  var text: String { "\(index)/\(count)" }

  /// The trials of the part. The sizes of the parts differ by at most one.
  func trials(of whole: Range<UInt64>) -> Range<UInt64> {
    let length = UInt128(whole.upperBound - whole.lowerBound)
    func cut(_ part: UInt64) -> UInt64 {
      whole.lowerBound + UInt64(length * UInt128(part) / UInt128(count))
    }
    return cut(index - 1)..<cut(index)
  }
}

/// The engines that run many tasks, and how each passes a task its number and the number of tasks.
enum TaskEngine {
  /// The position of a task among all tasks, as an engine gives it.
  struct Place: Hashable {
    /// The engine's name.
    let engine: String
    /// The number of the task, from 1.
    let index: UInt64
    /// The number of tasks; nil if the engine does not provide it.
    var count: UInt64?
  }

  /// The reason why the position of a task is unknown.
  struct Problem: Error {
    let message: String
  }

  /// The position of this task; nil if no engine numbers it.
  ///
  /// - Parameters:
  ///   - variable: Returns the value of an environment variable.
  ///   - file: Returns the contents of a file.
  static func place(
    _ variable: @escaping (String) -> String?, file: (String) -> String?
  ) throws(Problem) -> Place? {
    let environment = Environment(variable: variable)
    var places = [
      try slurm(environment), try kubernetes(environment), try awsBatch(environment),
      try parallel(environment), try pbs(environment), try sge(environment), try lsf(environment),
    ].compactMap { $0 }
    // SLURM's PBS plugin gives the same position twice.
    if places.contains(where: { $0.engine == "SLURM" }) { places.removeAll { $0.engine == "PBS" } }
    if places.isEmpty, let place = try htcondor(environment, file) { places.append(place) }
    guard places.count < 2 else {
      let names = places.map(\.engine).joined(separator: " and ")
      throw Problem(
        message: "\(names) both number this task, so it is unclear which one splits the batch. "
          + "Give --shard I/N.")
    }
    return places.first
  }

  /// The environment variables of a task.
  private struct Environment {
    let variable: (String) -> String?

    /// The number in a variable; nil if the variable is unset or means that there is no array.
    func number(_ name: String) throws(Problem) -> UInt64? {
      guard let text = variable(name), !text.isEmpty, text != "undefined" else { return nil }
      guard let number = decimal(text) else {
        throw Problem(message: "\(name) is '\(text)', expected a whole number")
      }
      return number
    }
  }

  /// The position in an array with a first task, a last task and a step.
  private static func place(
    _ engine: String, _ index: UInt64, first: UInt64, last: UInt64, step: UInt64, count: UInt64?
  ) throws(Problem) -> Place {
    // One less than the number of tasks, because the number may be 2⁶⁴.
    let others = step > 0 && first <= last ? (last - first) / step : 0
    guard others < Shard.counts.upperBound else {
      throw Problem(
        message: "\(engine)'s array from \(first) to \(last) has more than "
          + "\(grouped(Shard.counts.upperBound)) tasks. Give --shard I/N.")
    }
    guard step > 0, first <= index, index <= last, (index - first) % step == 0,
      count.map({ $0 == others + 1 }) ?? true
    else {
      throw Problem(
        message: "task \(index) of \(engine)'s array from \(first) to \(last)"
          + (step == 1 ? "" : " in steps of \(step)")
          + (count.map { ", \($0) tasks," } ?? "")
          + " has no known position, because the array is a list. Give --shard I/N.")
    }
    return Place(
      engine: engine, index: (index - first) / step + 1, count: others + 1)
  }

  /// SLURM: sbatch(1), "OUTPUT ENVIRONMENT VARIABLES". A list, as in `--array=1,3,7`, has step 1.
  private static func slurm(_ environment: Environment) throws(Problem) -> Place? {
    guard let index = try environment.number("SLURM_ARRAY_TASK_ID") else { return nil }
    let count = try environment.number("SLURM_ARRAY_TASK_COUNT")
    guard let first = try environment.number("SLURM_ARRAY_TASK_MIN"),
      let last = try environment.number("SLURM_ARRAY_TASK_MAX")
    else { return Place(engine: "SLURM", index: index, count: count) }
    let step = try environment.number("SLURM_ARRAY_TASK_STEP") ?? 1
    return try place("SLURM", index, first: first, last: last, step: step, count: count)
  }

  /// Kubernetes: Jobs with `completionMode: Indexed`, from 0. The pod does not receive `completions`.
  private static func kubernetes(_ environment: Environment) throws(Problem) -> Place? {
    let index = try environment.number("JOB_COMPLETION_INDEX")
    return index.map { Place(engine: "Kubernetes", index: $0 &+ 1) }
  }

  /// AWS Batch: "Environment variables", array jobs, from 0.
  private static func awsBatch(_ environment: Environment) throws(Problem) -> Place? {
    let count = try environment.number("AWS_BATCH_JOB_ARRAY_SIZE")
    let index = try environment.number("AWS_BATCH_JOB_ARRAY_INDEX")
    return index.map { Place(engine: "AWS Batch", index: $0 &+ 1, count: count) }
  }

  /// GNU parallel: parallel(1), from 1. A task does not receive the number of tasks.
  private static func parallel(_ environment: Environment) throws(Problem) -> Place? {
    let index = try environment.number("PARALLEL_SEQ")
    return index.map { Place(engine: "GNU parallel", index: $0) }
  }

  /// PBS Pro, OpenPBS (`qsub -J`) and Torque (`qsub -t`): a task receives only its index. The array is
  /// assumed to begin at 1, and an array from 0 is detected in its first task.
  private static func pbs(_ environment: Environment) throws(Problem) -> Place? {
    let (pro, torque) = (
      try environment.number("PBS_ARRAY_INDEX"), try environment.number("PBS_ARRAYID")
    )
    guard let index = pro ?? torque else { return nil }
    guard index > 0 else {
      throw Problem(
        message: "PBS numbers this task 0. Number the array from 1, or give --shard I/N.")
    }
    return Place(engine: "PBS", index: index)
  }

  /// Grid Engine and its successors (`qsub -t n-m:s`); "undefined" if there is no array.
  private static func sge(_ environment: Environment) throws(Problem) -> Place? {
    guard let index = try environment.number("SGE_TASK_ID") else { return nil }
    guard let first = try environment.number("SGE_TASK_FIRST"),
      let last = try environment.number("SGE_TASK_LAST")
    else { return Place(engine: "SGE", index: index) }
    let step = try environment.number("SGE_TASK_STEPSIZE") ?? 1
    return try place("SGE", index, first: first, last: last, step: step, count: nil)
  }

  /// LSF (`bsub -J "name[1-N]"`), assumed to begin at 1; 0 if there is no array.
  private static func lsf(_ environment: Environment) throws(Problem) -> Place? {
    guard let index = try environment.number("LSB_JOBINDEX"), index > 0 else { return nil }
    guard let last = try environment.number("LSB_JOBINDEX_END"), last > 0 else {
      return Place(engine: "LSF", index: index)
    }
    let step = try environment.number("LSB_JOBINDEX_STEP") ?? 1
    return try place("LSF", index, first: 1, last: last, step: max(1, step), count: nil)
  }

  /// The variable that names HTCondor's job ad.
  static let jobAdVariable = "_CONDOR_JOB_AD"

  /// The path of HTCondor's job ad; nil if there is none. It always names a file: `-` does not mean
  /// standard input.
  static func jobAd(_ variable: (String) -> String?) -> String? {
    guard let path = variable(jobAdVariable), !path.isEmpty else { return nil }
    return path == "-" ? "./-" : path
  }

  /// HTCondor (`queue N`): the job ad is a file of lines `Name = value`; processes count from 0.
  private static func htcondor(
    _ environment: Environment, _ file: (String) -> String?
  ) throws(Problem) -> Place? {
    guard let path = jobAd(environment.variable), let ad = file(path) else { return nil }
    func value(_ name: String) -> UInt64? {
      for line in ad.split(whereSeparator: \.isNewline) {
        let words = line.split(separator: "=", maxSplits: 1).map {
          String($0.filter { !$0.isWhitespace })
        }
        if words.count == 2, words[0].lowercased() == name { return decimal(words[1]) }
      }
      return nil
    }
    guard let index = value("procid") else {
      throw Problem(message: "HTCondor's job ad '\(path)' has no ProcId. Give --shard I/N.")
    }
    return Place(engine: "HTCondor", index: index &+ 1, count: value("totalsubmitprocs"))
  }
}

extension Arguments {
  /// The command line that resumes the run of a part, or of all parts.
  func resumeLine(of shard: Shard?) -> String {
    var changes: [(option: Option, value: String?)] = [(.resume, "")]
    // The resumed run may not be a numbered task, so the line names the part.
    if let shard { changes += [(.shard, shard.text), (.shards, nil)] }
    return line(changing: changes)
  }

  /// The part of the batch to play (`--shard`, `--shards`); nil for all of it.
  func shard() throws(Failure) -> Shard? {
    let shards: UInt64? = try optionalNumber(.shards)
    guard let text = try text(.shard) else {
      if shards != nil { throw badUsage("--shards needs --shard auto") }
      return nil
    }
    guard text == "auto" else {
      if shards != nil { throw badUsage("--shards needs --shard auto") }
      let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { decimal($0) }
      guard parts.count == 2, let index = parts[0], let count = parts[1],
        let shard = Shard(index, of: count)
      else {
        throw badValue(
          .shard,
          "'\(text)' is not auto or I/N (part I of N, with I from 1 to N and N up to "
            + "\(Option.Value.text(of: Shard.counts.upperBound)))")
      }
      return shard
    }
    let place: TaskEngine.Place?
    do throws(TaskEngine.Problem) {
      place = try TaskEngine.place(Terminal.environment, file: InputFile.contents)
    } catch {
      throw badValue(.shard, "auto: \(error.message)")
    }
    guard let place else {
      throw badValue(
        .shard,
        "auto: no scheduler numbers this task (known schedulers: SLURM, Kubernetes, AWS Batch, GNU "
          + "parallel, PBS, SGE, LSF and HTCondor). Give --shard I/N.")
    }
    guard let count = shards ?? place.count else {
      throw badValue(
        .shard, "auto: \(place.engine) does not provide the number of tasks. Give --shards N.")
    }
    if let told = place.count, told != count {
      throw badValue(
        .shards, "\(count), but \(place.engine) runs \(told) tasks. Give --shard I/N.")
    }
    guard let shard = Shard(place.index, of: count) else {
      throw badValue(
        .shard, "auto: \(place.engine) numbers this task \(place.index) of \(count)")
    }
    note("shard \(shard.text), from \(place.engine)\n")
    return shard
  }
}
