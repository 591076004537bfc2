import ZombiesFiles
import ZombiesReports

/// The files that a command writes. All are opened before the work begins, and all are put in place
/// when it is done.
final class OutputSet {
  /// A file.
  struct Entry {
    /// What it holds, as the manifest calls it.
    let name: String
    /// The path, as it was given.
    let path: String
    let file: OutputFile
    /// The name of its schema (`zombies schema`); nil if it is not a CSV.
    let schema: String?
  }

  /// The files that were asked for, without the manifest.
  private(set) var entries: [Entry] = []

  private var manifest: OutputFile?

  /// Opens the manifest, if one is asked for, and nothing else yet.
  ///
  /// - Throws: ``Failure`` with status 73.
  init(_ arguments: Arguments) throws(Failure) {
    if arguments.takes(.manifest), let path = arguments.path(.manifest) {
      manifest = try OutputFile.open(path)
    }
  }

  /// Opens the file that an option names, or standard output for `--output`; does nothing if another
  /// option is not given.
  ///
  /// - Parameters:
  ///   - checkpoint: The checkpoint that can continue the file.
  ///   - bookmark: The position at which an earlier run left the file.
  func open(
    _ option: Option, _ name: String, schema: String? = nil, _ arguments: Arguments,
    neededBy checkpoint: CheckpointFile? = nil, at bookmark: SavedTally.Bookmark? = nil
  ) throws(Failure) {
    let file: OutputFile
    if let path = arguments.path(option) {
      if let bookmark {
        file = try OutputFile.resume(path, at: bookmark)
      } else {
        file = try OutputFile.open(path, neededBy: checkpoint?.path)
      }
    } else if option.name == Option.output.name {
      file = .standardOutput()
    } else {
      return
    }
    entries.append(
      Entry(name: name, path: arguments.path(option)?.rawText ?? "-", file: file, schema: schema))
    if manifest != nil { try file.digestAll() }
  }

  /// The file with some contents; nil if it was not asked for.
  subscript(name: String) -> OutputFile? { entries.first { $0.name == name }?.file }

  /// Writes the manifest and puts all files in place, in the order in which they were opened; the
  /// manifest, which describes the others, comes last.
  ///
  /// - Parameter settled: Called when everything is on the disk and nothing is renamed.
  func finish(_ facts: Manifest, settled: () throws -> Void = {}) throws {
    if let manifest {
      for entry in entries { try entry.file.flush() }
      try manifest.write(facts.text(entries))
    }
    try OutputFile.finish(entries.map(\.file) + [manifest].compactMap { $0 }, settled: settled)
  }

  /// Leaves all targets as they were.
  func discard() {
    for file in [manifest].compactMap({ $0 }) + entries.map(\.file) { file.discard() }
  }
}
