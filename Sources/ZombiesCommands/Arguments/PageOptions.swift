// The options of commands that write pages.

import ZombiesCore
import ZombiesSystem

extension Arguments {
  /// The title, a line of text; nil if none is given.
  func title(_ option: Option) throws(Failure) -> String? {
    guard let title = try text(option), !title.isEmpty else { return nil }
    if let control = title.steeringCharacter {
      throw badValue(
        option, "expected a line of text, found the control character \(control.number)")
    }
    return title
  }

  /// The command line without the parts that do not affect results: the path of the program, outputs,
  /// checkpoints, `--threads` and `--quiet`. So the same settings give the same page, even if a run was
  /// interrupted.
  func lineOfSettings(without others: [Option] = []) -> String {
    line(
      as: Array("zombies".utf8),
      changing: (command.options.filter { isAside($0) } + others).map { ($0, nil) })
  }

  /// Whether an option does not affect the results.
  private func isAside(_ option: Option) -> Bool {
    let others: [Option] = [.threads, .quiet, .checkpointEvery, .resume]
    return option.file == .output || option.file == .checkpoint
      || others.contains { $0.name == option.name }
  }
}
