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
package struct KeptFile<Value: Kept> {
  /// The path of the file; nil if the data is not saved.
  private let path: FilePath?

  /// The reason why the file is never written; nil if it may be written.
  private let obstacle: Failure?

  /// The data that was read or saved last.
  package private(set) var known = Value()

  /// The reason why some data of the session is not saved; nil if all data is.
  private(set) var problem: Failure?

  /// The reason why the file was not read; nil if it was read or does not exist.
  private(set) var unread: Failure?

  /// Whether the data is saved in a file.
  package var isKept: Bool { path != nil }

  /// Creates data that is not saved.
  package init() { (path, obstacle) = (nil, nil) }

  /// Reads a file. Checks now whether it can be written, rather than when the first level is won.
  ///
  /// - Throws: ``Failure`` with status 65 for a file that is damaged, newer or of another kind, with status
  ///   66, 73 or 74 for a file that cannot be read or written. The file is not changed.
  package init(at path: FilePath) throws {
    (self.path, obstacle) = (path, nil)
    known = try Self.read(path) ?? Value()
    try OutputFile.open(path, patiently: true).discard()
  }

  /// Reads a file that the player has not named. A problem with it is shown, but does not prevent the game.
  ///
  /// - Parameter taken: The files of the command line. They may include this file, for example if the player
  ///   plays the saved levels, and an input is never overwritten.
  package init(beside path: FilePath?, taken: [FilePath]) {
    self.path = path
    guard let path else {
      obstacle = nil
      return
    }
    obstacle =
      taken.contains { $0.identity == path.identity }
      ? Failure(
        status: .cannotCreate, message: "'\(path.text)' is named on the command line of this game")
      : nil
    do { known = try Self.read(path) ?? Value() } catch { unread = error as? Failure }
    // Remove what a killed game left behind.
    if obstacle == nil { try? OutputFile.open(path, patiently: true).discard() }
  }

  /// The maximum length of a file, in bytes. Progress in the largest possible campaign is shorter.
  private static var longest: Int { 1 << 28 }

  /// The contents of a file; nil if it does not exist.
  private static func read(_ path: FilePath) throws -> Value? {
    let status = fileStatus(path)
    guard path.descriptor == nil, status?.isRegular ?? true || status?.isFolder ?? false else {
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
  mutating func note(_ session: inout Session) {
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
