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

  /// Progress that is kept nowhere.
  init() {
    path = nil
    known = GameProgress()
  }

  /// Reads what is kept. Whether it can be written is tried now, and not found out when the first level
  /// is won.
  ///
  /// - Throws: ``Failure`` with status 65 for a file that is damaged, newer or none of progress, which is
  ///   not touched; with status 66 or 73 for one that cannot be read or written.
  init(at path: FilePath) throws {
    self.path = path
    known = try Self.read(path)
    try OutputFile.open(path, patiently: true).discard()
  }

  /// What is kept at ``standardPath``, where there is such a place that can be written.
  ///
  /// - Throws: ``Failure`` if something is kept there that cannot be read.
  static func standard(_ note: (String) -> Void) throws -> PlayProgress {
    guard let path = standardPath else { return PlayProgress() }
    makeFolders(of: path.text)
    do {
      return try PlayProgress(at: path)
    } catch let failure as Failure where failure.status == .cannotCreate {
      note("progress is not kept: \(failure.message)\n")
      return PlayProgress()
    }
  }

  /// The longest file of progress, in bytes; that of a campaign with as many levels as can be is shorter.
  private static let longest = 1 << 28

  private static func read(_ path: FilePath) throws -> GameProgress {
    let status = fileStatus(path)
    guard path.descriptor == nil, status?.isRegular ?? true || status?.isFolder ?? false else {
      // Reading a pipe or a device may never end.
      throw Failure(
        status: .noInput, message: "cannot keep progress in '\(path.text)': not a regular file")
    }
    guard status != nil else { return GameProgress() }
    let bytes = try InputFile(path).readOwn(atMost: longest)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
      let line = lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0
      throw Failure.badData(
        "\(path.text), line \(line + 1): damaged: not UTF-8 text; it is left as it is")
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
    let output = try OutputFile.open(path, patiently: true)
    defer { output.discard() }
    // Read again: the lock on the part is held now.
    let kept = try Self.read(path)
    session.learn(kept)
    let progress = session.progress(beyond: kept)
    if progress != kept {
      try output.write(progress.text)
      try output.finish()
    }
    known = progress
  }

  /// Makes the folders of a file where they are missing; if that fails, opening the file tells.
  private static func makeFolders(of path: String) {
    var place = path.startIndex
    while let slash = path[place...].firstIndex(of: "/") {
      if slash != path.startIndex { mkdir(String(path[..<slash]), 0o700) }
      place = path.index(after: slash)
    }
  }
}
