import ZombiesFiles
import ZombiesReports

/// The files that a command writes: all are opened before its work begins, and put in their places
/// together when it is done.
final class OutputSet {
  /// A file.
  struct Entry {
    /// What it holds, as the manifest has it.
    let name: String
    /// The path as it was given.
    let path: String
    let file: OutputFile
    /// The name of its columns in `zombies schema`; nil where it is no CSV.
    let schema: String?
  }

  /// The files but the manifest, those that are asked for.
  private(set) var entries: [Entry] = []

  private var manifest: OutputFile?

  /// Opens the manifest, if one is wanted, and nothing else yet.
  ///
  /// - Throws: ``Failure`` with status 73.
  init(_ arguments: Arguments) throws(Failure) {
    if arguments.takes(.manifest), let path = arguments.path(.manifest) {
      manifest = try OutputFile.open(path)
    }
  }

  /// Opens the file of an option, if that was given, or standard output for `--output`.
  ///
  /// - Parameters:
  ///   - checkpoint: The checkpoint that tells how to continue the file.
  ///   - bookmark: Where an earlier run left the file.
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

  /// A file by what it holds; nil where it was not asked for.
  subscript(name: String) -> OutputFile? { entries.first { $0.name == name }?.file }

  /// Writes the manifest, and puts all files in their places, in the order in which they were
  /// opened; the manifest last, which tells of the others.
  ///
  /// - Parameter settled: Called when all is on the disk and nothing is renamed.
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
