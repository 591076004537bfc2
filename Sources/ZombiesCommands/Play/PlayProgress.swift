import ZombiesGame

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  @preconcurrency import Glibc
#endif

/// The file in which progress is kept between games.
///
/// Several programs may play at once, and each may be killed: what is saved is what the file says,
/// joined with what this program has added, and the file is the old one or the new one. The lock on
/// its part makes reading and replacing it one step.
struct PlayProgress {
  private let path: FilePath?

  /// What was read or saved last.
  private(set) var known: GameProgress

  /// Whether there is a place where it is kept.
  var isKept: Bool { path != nil }

  /// Reads what is kept.
  ///
  /// - Throws: ``Failure`` with status 65 for a file that is damaged, newer or none of progress; it is
  ///   not touched.
  init(at path: FilePath?) throws {
    self.path = path
    known = try path.map { try Self.read($0) } ?? GameProgress()
  }

  private static func read(_ path: FilePath) throws -> GameProgress {
    guard fileStatus(path) != nil else { return GameProgress() }
    let bytes = try InputFile(path).readToEnd()
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Failure.badData("\(path.text): damaged, not UTF-8 text; it is left as it is")
    }
    do throws(ProgressError) { return try GameProgress(text: text) } catch {
      throw Failure.badData("\(path.text), \(error); it is left as it is")
    }
  }

  /// `zombies/progress` in the folder where a user's data is kept.
  static var standardPath: FilePath? {
    let folder: String
    if let data = Terminal.environment("XDG_DATA_HOME"), data.hasPrefix("/") {
      folder = data
    } else if let home = Terminal.environment("HOME"), home.hasPrefix("/") {
      folder = home + "/.local/share"
    } else {
      return nil
    }
    return FilePath(folder + "/zombies/progress")
  }

  /// Saves what a session has added, before anybody is shown it. The session learns what other
  /// programs have saved meanwhile.
  mutating func note(_ session: inout Session) throws {
    guard let path, session.hasProgress(beyond: known) else { return }
    Self.makeFolders(of: path.text)
    let output = try OutputFile.open(path, patiently: true)
    defer { output.discard() }
    // Read again: the lock on the part is held now.
    session.learn(try Self.read(path))
    known = session.worlds.progress
    try output.write(known.text)
    try output.finish()
  }

  /// Makes the folders of a file where they are missing; if that fails, opening the file will tell.
  private static func makeFolders(of path: String) {
    var place = path.startIndex
    while let slash = path[place...].firstIndex(of: "/") {
      if slash != path.startIndex { mkdir(String(path[..<slash]), 0o700) }
      place = path.index(after: slash)
    }
  }
}
