import ZombiesCore
import ZombiesReports
import ZombiesSystem

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

/// A task of a SLURM array.
enum SlurmTask {
  /// The reason why the part of a task is unknown.
  struct Problem: Error {
    let message: String
  }

  /// The part that this task plays; nil if it is not a task of an array.
  ///
  /// The variables are described in sbatch(1), "OUTPUT ENVIRONMENT VARIABLES". A list, as in
  /// `--array=1,3,7`, has step 1 too, and its tasks do not know their positions.
  ///
  /// - Parameter variable: Returns the value of an environment variable.
  static func shard(_ variable: (String) -> String?) throws(Problem) -> Shard? {
    guard let index = try number("ID", variable) else { return nil }
    let count = try number("COUNT", variable)
    guard let first = try number("MIN", variable), let last = try number("MAX", variable) else {
      guard let count else {
        throw Problem(message: "SLURM does not provide the number of tasks. Give --shard I/N.")
      }
      guard let shard = Shard(index, of: count) else {
        throw Problem(message: "SLURM numbers this task \(index) of \(count)")
      }
      return shard
    }
    let step = try number("STEP", variable) ?? 1
    // One less than the number of tasks, because the number may be 2⁶⁴.
    let others = step > 0 && first <= last ? (last - first) / step : 0
    guard others < Shard.counts.upperBound else {
      throw Problem(
        message: "SLURM's array from \(first) to \(last) has more than "
          + "\(grouped(Shard.counts.upperBound)) tasks. Give --shard I/N.")
    }
    guard step > 0, first <= index, index <= last, (index - first) % step == 0,
      count.map({ $0 == others + 1 }) ?? true
    else {
      throw Problem(
        message: "task \(index) of SLURM's array from \(first) to \(last)"
          + (step == 1 ? "" : " in steps of \(step)")
          + (count.map { ", \($0) tasks," } ?? "")
          + " has no known position, because the array is a list. Give --shard I/N.")
    }
    return Shard((index - first) / step + 1, of: others + 1)
  }

  /// The number in a variable; nil if the variable is unset or empty.
  private static func number(
    _ name: String, _ variable: (String) -> String?
  ) throws(Problem) -> UInt64? {
    let name = "SLURM_ARRAY_TASK_\(name)"
    guard let text = variable(name), !text.isEmpty else { return nil }
    guard let number = decimal(text) else {
      throw Problem(message: "\(name) is '\(text)', expected a whole number")
    }
    return number
  }
}

extension Arguments {
  /// The command line that resumes the run of a part, or of all parts.
  func resumeLine(of shard: Shard?) -> String {
    var changes: [(option: Option, value: String?)] = [(.resume, "")]
    // The resumed run may not be a numbered task, so the line names the part.
    if let shard { changes.append((.shard, shard.text)) }
    return line(changing: changes)
  }

  /// The part of the batch to play (`--shard`); nil for all of it.
  func shard() throws(Failure) -> Shard? {
    guard let text = try text(.shard) else { return nil }
    guard text == "auto" else {
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
    let shard: Shard?
    do throws(SlurmTask.Problem) { shard = try SlurmTask.shard(Terminal.environment) } catch {
      throw badValue(.shard, "auto: \(error.message)")
    }
    guard let shard else {
      throw badValue(
        .shard,
        "auto: this is not a task of a SLURM array. Give --shard I/N; 'zombies help cluster' shows "
          + "how with other schedulers.")
    }
    note("shard \(shard.text), from SLURM\n")
    return shard
  }
}
