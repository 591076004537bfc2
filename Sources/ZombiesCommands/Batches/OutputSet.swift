import ZombiesCore
import ZombiesFiles
import ZombiesReports
import ZombiesSimulator
import ZombiesSystem
import ZombiesText

/// The files that a command writes. All are opened before the work begins and put in place when it is
/// done.
package final class OutputSet {
  /// A file.
  struct Entry {
    /// The name of the contents in the manifest.
    let name: String
    /// The path as given.
    let path: String
    let file: OutputFile
    /// The name of the file's schema (`zombies schema`); nil if the file is not a CSV.
    let schema: String?
  }

  /// A file that is complete and in place, as the manifest describes it.
  struct Written {
    let name: String
    let path: String
    let length: UInt64
    let digest: String
    let schema: String?
  }

  /// The files that were put in place before the run ends.
  private var written: [Written] = []

  /// The opened files, without the manifest.
  private(set) var entries: [Entry] = []

  private var manifest: OutputFile?

  /// The maximum number of files that are open all the time.
  private static let mostOpen = 16

  /// Opens the manifest if `--manifest` is given, and no other file yet.
  ///
  /// - Throws: ``Failure`` with status 73.
  package init(_ arguments: Arguments) throws(Failure) {
    if arguments.takes(.manifest), let path = arguments.path(.manifest) {
      manifest = try OutputFile.open(path)
    }
  }

  /// Opens the file that an option names, or standard output for `--output`; does nothing if another
  /// option is not given.
  ///
  /// - Parameters:
  ///   - schema: The columns of a file that is written as CSV; nil for any other file.
  ///   - isJSONLines: Whether to write its rows as JSON lines instead.
  ///   - checkpoint: The checkpoint that can continue the file.
  ///   - bookmark: The position at which an earlier run left the file.
  func open(
    _ option: Option, _ name: String, schema: TableSchema? = nil, isJSONLines: Bool = false,
    _ arguments: Arguments,
    neededBy checkpoint: CheckpointFile? = nil, at bookmark: Bookmark? = nil
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
    try add(
      file, name, arguments.path(option) ?? FilePath("-"), schema: schema, isJSONLines: isJSONLines)
  }

  /// Opens a file that no single option names.
  ///
  /// - Throws: ``Failure`` with status 73.
  func open(
    _ path: FilePath, _ name: String, schema: TableSchema? = nil, isJSONLines: Bool = false
  ) throws(Failure) {
    try add(OutputFile.open(path), name, path, schema: schema, isJSONLines: isJSONLines)
  }

  private func add(
    _ file: OutputFile, _ name: String, _ path: FilePath, schema: TableSchema?, isJSONLines: Bool
  ) throws(Failure) {
    if let schema, isJSONLines {
      var lines = JSONLines(schema)
      file.convert { lines.converting($0) }
    }
    if entries.count >= Self.mostOpen { file.closeBetweenWrites() }
    entries.append(Entry(name: name, path: path.rawText, file: file, schema: schema?.name))
    if manifest != nil { try file.digestAll() }
  }

  /// Opens the main output: the file of `--output`, or standard output.
  ///
  /// - Parameters:
  ///   - schema: The columns of a file that is written as CSV; nil for any other file.
  ///   - isJSONLines: Whether to write its rows as JSON lines instead.
  /// - Throws: ``Failure`` with status 73.
  package func openMain(
    _ name: String, schema: TableSchema? = nil, isJSONLines: Bool = false, _ arguments: Arguments
  ) throws(Failure) -> OutputFile {
    try open(.output, name, schema: schema, isJSONLines: isJSONLines, arguments)
    return entries[entries.count - 1].file
  }

  /// The file with some contents; nil if it is not written.
  subscript(name: String) -> OutputFile? { entries.first { $0.name == name }?.file }

  /// Writes the manifest and puts all files in place, in the order in which they were opened. The manifest
  /// comes last, because it describes the others.
  ///
  /// - Parameter settled: Called when everything is on the disk and nothing has been renamed.
  package func finish(_ facts: Manifest, settled: () throws -> Void = {}) throws {
    if let manifest {
      for entry in entries { try entry.file.flush() }
      try manifest.write(facts.text(written + entries.map(Self.description)))
    }
    try OutputFile.finish(entries.map(\.file) + [manifest].compactMap { $0 }, settled: settled)
  }

  /// Writes a file and puts it in place at once: for files of which there may be many.
  func write(
    _ path: FilePath, _ name: String, _ body: (OutputFile) throws -> Void
  ) throws {
    let file = try OutputFile.open(path)
    defer { file.discard() }
    if manifest != nil { try file.digestAll() }
    try body(file)
    try file.finish()
    if manifest == nil { return }
    written.append(
      Self.description(Entry(name: name, path: path.rawText, file: file, schema: nil)))
  }

  private static func description(_ entry: Entry) -> Written {
    Written(
      name: entry.name, path: entry.path, length: entry.file.length,
      digest: entry.file.digest?.hex ?? "", schema: entry.schema)
  }

  /// Discards all files and leaves their targets as they were.
  package func discard() {
    for file in [manifest].compactMap({ $0 }) + entries.map(\.file) { file.discard() }
  }
}
