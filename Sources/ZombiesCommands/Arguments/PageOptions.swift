// What commands that write pages read from their options.

import ZombiesCore

extension Arguments {
  /// A title: a line of text; nil if none is given.
  func title(_ option: Option) throws(Failure) -> String? {
    guard let title = try text(option), !title.isEmpty else { return nil }
    if let control = title.steeringCharacter {
      throw badValue(option, "the control character \(control.number): expected a line of text")
    }
    return title
  }

  /// The command line without what does not change the results: how the program is called, where it
  /// writes to, how often it saves its state, how fast and how loudly it works. So the same
  /// settings give the same page, also where a run was interrupted.
  func lineOfSettings() -> String {
    line(
      as: Array("zombies".utf8),
      changing: command.options.filter { isAside($0) }.map { ($0, nil) })
  }

  /// Whether an option has no influence on the results.
  private func isAside(_ option: Option) -> Bool {
    let others: [Option] = [.threads, .quiet, .checkpointEvery, .resume]
    return option.file == .output || option.file == .checkpoint
      || others.contains { $0.name == option.name }
  }
}
