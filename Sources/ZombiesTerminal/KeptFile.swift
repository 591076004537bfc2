import ZombiesGame
import ZombiesPlatform
import ZombiesSystem

/// A file that keeps data between games.
///
/// Several programs may play at once, and each may be killed. Saving joins the contents of the file with the
/// additions of this program. The file is always either the old one or the new one. The lock on its part
/// makes reading and replacing it a single step.
///
/// Data that cannot be saved stays in the session, and the next change tries again.
package struct KeptFile<Value: Kept>: KeptPart {
  package let what: String
  package let path: FilePath?

  /// The reason why the file is never written; nil if it may be written.
  private var obstacle: Failure?

  /// The data that was read or saved last.
  package private(set) var known = Value()

  package private(set) var problem: Failure?
  package private(set) var unread: Failure?

  /// The reason why the file could not be opened for writing when it was read; nil if it could.
  package private(set) var unwritable: Failure?

  /// Reads a file. Checks now whether it can be written, rather than when the first level is won.
  ///
  /// - Parameters:
  ///   - what: The name of the data on screens.
  ///   - path: The path of the file; nil if the data is not saved.
  ///   - taken: The files of the command line. They may include this file, for example if the player
  ///     plays the saved levels, and an input is never overwritten.
  package init(_ what: String, at path: FilePath?, taken: [FilePath] = []) {
    (self.what, self.path) = (what, path)
    guard let path else { return }
    do { known = try Self.read(path) ?? Value() } catch { unread = error as? Failure }
    guard !taken.contains(where: { $0.identity == path.identity }) else {
      obstacle = Failure(
        status: .cannotCreate, message: "'\(path.text)' is named on the command line of this game")
      return
    }
    // This also removes what a killed game left behind.
    do throws(Failure) { try OutputFile.open(path, patiently: true).discard() } catch {
      unwritable = error
    }
  }

  /// The maximum length of a file, in bytes. Progress in the largest possible campaign is shorter.
  private static var longest: Int { 1 << 28 }

  /// The contents of a file; nil if it does not exist.
  ///
  /// - Throws: ``Failure`` with status 65 for a file that is damaged, newer or of another kind, with status
  ///   66 or 74 for a file that cannot be read. The file is not changed.
  private static func read(_ path: FilePath) throws -> Value? {
    let status = fileStatus(path)
    guard path.isReplaced || status?.isFolder ?? false else {
      // Reading a pipe or a device may never end.
      throw Failure(
        status: .noInput, message: "cannot save data in '\(path.text)': not a regular file")
    }
    guard status != nil else { return nil }
    let bytes = try InputFile(path).readOwn(atMost: longest)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
      let line = lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0
      throw Failure.badData(
        "\(path.text), line \(line + 1): damaged: not UTF-8 text; the file was not changed")
    }
    do throws(ProgressError) { return try Value(text: text) } catch {
      throw Failure.badData("\(path.text), \(error); the file was not changed")
    }
  }

  /// Saves the additions of a session before they are shown. The session receives the data that other
  /// programs have saved meanwhile.
  package mutating func note(_ session: inout Session) {
    guard let path else { return }
    guard known.joined(with: session) != known else {
      problem = nil
      return
    }
    if let obstacle {
      problem = obstacle
      return
    }
    do {
      let output = try OutputFile.open(path, patiently: problem == nil)
      defer { output.discard() }
      // Read the file again, because the lock on the part is held only now. If the file is gone, write all
      // of it again.
      let kept = try Self.read(path)
      let former = kept ?? known
      former.teach(&session)
      let next = former.joined(with: session)
      if next != kept {
        try output.write(next.text)
        try output.finish()
      }
      next.teach(&session)
      known = next
      problem = nil
    } catch let failure as Failure {
      problem = failure
    } catch {
      // A regular file has no reader that could leave.
      problem = Failure(status: .defect, message: "cannot write to '\(path.text)'")
    }
  }
}

extension FilePath {
  /// The default path of progress: `zombies/progress` in the user's data folder. Missing folders are created. Nil
  /// if neither `XDG_DATA_HOME` nor `HOME` is an absolute path.
  package static var standardProgress: FilePath? {
    let folder: String
    if let data = Terminal.environment("XDG_DATA_HOME"), data.hasPrefix("/") {
      folder = data
    } else if let home = Terminal.environment("HOME"), home.hasPrefix("/") {
      folder = home + "/.local/share"
    } else {
      return nil
    }
    let path = folder + "/zombies/progress"
    // If that fails, opening the file reports the error.
    for slash in path.indices.dropFirst() where path[slash] == "/" {
      mkdir(String(path[..<slash]), 0o700)
    }
    return FilePath(path)
  }
}
