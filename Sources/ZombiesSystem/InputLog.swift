import ZombiesCore
import ZombiesText

/// The files that a run reads, for its manifest.
package final class InputLog {
  /// What was read of a file.
  final class Entry {
    let path: FilePath
    fileprivate(set) var length: UInt64 = 0
    fileprivate var hash = SHA256()
    fileprivate var isComplete = false

    fileprivate init(_ path: FilePath) { self.path = path }

    func add(_ bytes: ArraySlice<UInt8>) {
      hash.update(bytes)
      length += UInt64(bytes.count)
    }

    func end() { isComplete = true }
  }

  /// Whether the run writes a manifest, so that inputs are hashed.
  private let isNeeded: Bool

  private var entries: [Entry] = []

  package init(isNeeded: Bool) { self.isNeeded = isNeeded }

  /// Adds a file; nil if nobody wants to know.
  func add(_ path: FilePath) -> Entry? {
    guard isNeeded else { return nil }
    entries.append(Entry(path))
    return entries.last
  }

  /// The files with their lengths and hashes, in the order in which they were opened.
  ///
  /// - Throws: ``Failure`` if a file that was not read to its end cannot be read again.
  package func files() throws(Failure) -> [(path: FilePath, length: UInt64, hash: String)] {
    try entries.map { entry throws(Failure) in
      var whole = entry
      if !entry.isComplete {
        // A run may need only the beginning of a file, but the hash is that of the whole.
        let again = InputLog(isNeeded: true)
        let file = try InputFile(entry.path, for: again)
        while file.read() != nil {}
        if let failure = file.failure { throw failure }
        whole = again.entries.first ?? entry
      }
      return (entry.path, whole.length, whole.hash.hex)
    }
  }
}
