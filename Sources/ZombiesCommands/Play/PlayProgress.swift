import ZombiesGame

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  @preconcurrency import Glibc
#endif

/// What is kept between games: so far, whether the first steps are done.
///
///     zombies-progress 1
///     first-steps done
struct PlayProgress {
  private static let header = "zombies-progress 1"
  private static let firstSteps = "first-steps done"

  private let path: FilePath?

  /// Whether the first steps are done.
  private(set) var hasPlayed = false

  /// Whether there is a place where it is kept.
  var isKept: Bool { path != nil }

  /// Reads what is kept.
  ///
  /// - Throws: ``Failure`` with status 65 for a file that is none of progress; it is not touched.
  init(at path: FilePath?) throws {
    self.path = path
    guard let path, fileStatus(path) != nil else { return }
    let text = String(decoding: try InputFile(path).readToEnd(), as: UTF8.self)
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
    if lines.last == "" { lines.removeLast() }
    guard lines.first == Self.header else {
      throw Failure.badData(
        "\(path.text), line 1: not a file of progress that this program knows, expected "
          + "'\(Self.header)'")
    }
    for (number, line) in lines.enumerated().dropFirst() {
      guard line == Self.firstSteps else {
        throw Failure.badData(
          "\(path.text), line \(number + 1): expected '\(Self.firstSteps)'")
      }
      hasPlayed = true
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

  /// Keeps what a session has added.
  mutating func note(_ session: Session) throws {
    guard let path, !hasPlayed, session.hasFinishedFirstSteps else { return }
    hasPlayed = true
    Self.makeFolders(of: path.text)
    let output = try OutputFile.open(path)
    defer { output.discard() }
    try output.write("\(Self.header)\n\(Self.firstSteps)\n")
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
