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

  /// Prepares to open the files of some options; nothing is opened yet.
  ///
  /// - Throws: ``Failure`` with status 64 where two are the same, or more than one is standard
  ///   output.
  init(_ arguments: Arguments, options: [String]) throws(Failure) {
    let paths = (options + ["--manifest"]).map { ($0, arguments.path($0)) }
    let onStandardOutput = paths.filter { name, path in
      path?.isStandardOutput ?? (name == "--output")
    }
    guard onStandardOutput.count < 2 else {
      throw arguments.badUsage(
        "\(onStandardOutput[1].0): at most one output may be standard output; "
          + "send the table to a file with --output")
    }
    // A file and the part of another one must not be the same either. Devices may be named twice.
    let files = (paths.compactMap(\.1) + [arguments.path("--checkpoint")].compactMap { $0 })
      .filter { !$0.isStandardOutput && $0.isReplaced }.map(\.identity)
    let parts = files.map { $0 + ".part".utf8 }
    guard Set(files + parts).count == files.count * 2 else {
      throw arguments.badUsage("two outputs are the same file")
    }
    if let path = arguments.path("--manifest") { manifest = try OutputFile.open(path) }
  }

  /// Opens the file of an option, if that was given, or standard output for `--output`.
  ///
  /// - Parameter bookmark: Where an earlier run left the file.
  func open(
    _ option: String, _ name: String, schema: String? = nil, _ arguments: Arguments,
    at bookmark: SavedTally.Bookmark? = nil
  ) throws(Failure) {
    let file: OutputFile
    if let path = arguments.path(option) {
      if let bookmark {
        file = try OutputFile.resume(path, at: bookmark)
      } else {
        file = try OutputFile.open(path)
      }
    } else if option == "--output" {
      file = .standardOutput()
    } else {
      return
    }
    entries.append(
      Entry(name: name, path: arguments.path(option)?.text ?? "-", file: file, schema: schema))
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
