import ZombiesGame
import ZombiesPlatform

/// The file in which something is kept between games.
///
/// Several programs may play at once, and each may be killed: what is saved is what the file says,
/// joined with what this program has added, and the file is the old one or the new one. The lock on
/// its part makes reading and replacing it one step.
///
/// What cannot be saved stays with the session, and is tried again at the next change.
struct KeptFile<Value: Kept> {
  /// The file; nil if there is no place for it.
  private let path: FilePath?

  /// Why the file is never written; nil if it is.
  private let obstacle: Failure?

  /// What was read or saved last.
  private(set) var known = Value()

  /// Why something that the session knows is not saved; nil if everything is.
  private(set) var problem: Failure?

  /// Why the file was not read; nil if it was, or if there is none.
  private(set) var unread: Failure?

  /// Whether there is a place where it is kept.
  var isKept: Bool { path != nil }

  /// What is kept nowhere.
  init() { (path, obstacle) = (nil, nil) }

  /// Reads what is kept. Whether it can be written is tried now, and not found out when the first level
  /// is won.
  ///
  /// - Throws: ``Failure`` with status 65 for a file that is damaged, newer or another one, which is not
  ///   touched; with status 66 or 73 for one that cannot be read or written.
  init(at path: FilePath) throws {
    (self.path, obstacle) = (path, nil)
    known = try Self.read(path) ?? Value()
    try OutputFile.open(path, patiently: true).discard()
  }

  /// Takes what is kept in a file that the player has not named. What is wrong with it keeps nobody from
  /// playing, and is told.
  ///
  /// - Parameter taken: The files of the command line: whoever plays the kept levels reads this file, and an
  ///   input is never written to.
  init(beside path: FilePath?, taken: [FilePath]) {
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
    // What a killed game has left beside it is cleared.
    if obstacle == nil { try? OutputFile.open(path, patiently: true).discard() }
  }

  /// The longest file, in bytes; progress in a campaign with as many levels as can be is shorter.
  private static var longest: Int { 1 << 28 }

  /// What a file says; nil if there is none.
  private static func read(_ path: FilePath) throws -> Value? {
    let status = fileStatus(path)
    guard path.descriptor == nil, status?.isRegular ?? true || status?.isFolder ?? false else {
      // Reading a pipe or a device may never end.
      throw Failure(
        status: .noInput, message: "cannot keep anything in '\(path.text)': not a regular file")
    }
    guard status != nil else { return nil }
    let bytes = try InputFile(path).readOwn(atMost: longest)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
      let line = lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0
      throw Failure.badData(
        "\(path.text), line \(line + 1): damaged: not UTF-8 text; it is left as it is")
    }
    do throws(ProgressError) { return try Value(text: text) } catch {
      throw Failure.badData("\(path.text), \(error); it is left as it is")
    }
  }

  /// Saves what a session has added, before anybody is shown it. The session learns what other programs
  /// have saved meanwhile.
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
      // Read again: the lock on the part is held now. If the file is gone, all of it is written again.
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
      // A regular file has no reader who could leave.
      problem = Failure(status: .defect, message: "cannot write to '\(path.text)'")
    }
  }
}
