import ZombiesCore
import ZombiesPlatform

/// A path as bytes, which need not be UTF-8.
package struct FilePath: Hashable {
  /// The bytes, followed by a zero.
  package let cString: [CChar]

  package init(bytes: some Sequence<UInt8>) {
    cString = bytes.map { CChar(bitPattern: $0) } + [0]
  }

  package init(_ text: String) { self.init(bytes: text.utf8) }

  /// The bytes without the zero.
  package var bytes: [UInt8] { cString.dropLast().map { UInt8(bitPattern: $0) } }

  /// The path as text, with replacement characters for bytes that are not UTF-8.
  package var rawText: String { String(decoding: bytes, as: UTF8.self) }

  /// The path for messages, with characters that would control a terminal escaped.
  package var text: String { rawText.shown }

  /// The path as a part of a line, with newlines escaped too.
  package var lineText: String {
    text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\\n")
  }

  /// The path with a suffix.
  package func appending(_ suffix: String) -> FilePath { FilePath(bytes: bytes + suffix.utf8) }

  /// Everything up to the last `/`, or nothing.
  private var folderBytes: ArraySlice<UInt8> {
    bytes.lastIndex(of: UInt8(ascii: "/")).map { bytes[...$0] } ?? []
  }

  /// The folder that the file is in.
  package var folder: FilePath {
    folderBytes.isEmpty ? FilePath(".") : FilePath(bytes: folderBytes)
  }

  /// The open descriptor that the path names, directly or through symbolic links, as in 1 for `-` and
  /// `/dev/stdout` or 3 for `/dev/fd/3`; nil for any other path.
  package var descriptor: Int32? {
    for path in followed {
      switch path.rawText {
      case "-", "/dev/stdout": return 1
      case "/dev/stderr": return 2
      case let text:
        for folder in ["/dev/fd/", "/proc/self/fd/"] where text.hasPrefix(folder) {
          if let number = decimal(text.dropFirst(folder.count)) { return Int32(exactly: number) }
        }
      }
    }
    return nil
  }

  /// Whether the path names standard output.
  package var isStandardOutput: Bool { descriptor == 1 }

  /// Whether writing to the path replaces or creates a regular file.
  package var isReplaced: Bool { descriptor == nil && fileStatus(self)?.isRegular ?? true }

  /// An identity of the file that does not depend on how its path is written.
  ///
  /// If the file exists, this is its device and inode number, because some file systems treat `a.txt` and
  /// `A.TXT` as the same name. Otherwise it is the folder and the name in that folder.
  ///
  /// A file with several hard links has several names, and replacing one does not affect the others. So its
  /// folder and name count too, except for the case of letters.
  package var identity: [UInt8] {
    let path = resolvingLinks() ?? self
    let status = fileStatus(path)
    let file = status.map { "\($0.st_dev) \($0.st_ino) " } ?? ""
    if status?.st_nlink == 1 { return Array(file.utf8) }
    guard let folder = fileStatus(path.folder) else { return path.bytes }
    var name = Array(path.bytes.suffix(from: path.folderBytes.count))
    if status != nil { name = name.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 } }
    return Array("\(file)\(folder.st_dev) \(folder.st_ino)/".utf8) + name
  }

  /// The target of the symbolic link at the path; nil if there is no link or it cannot be read, with the
  /// reason in `errno`.
  var link: [UInt8]? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(cString, &buffer, buffer.count)
    return count < 0 ? nil : buffer[..<count].map { UInt8(bitPattern: $0) }
  }

  /// The absolute path, with symbolic links followed; the path itself if its folder cannot be read.
  var absolute: FilePath {
    let path = resolvingLinks() ?? self
    guard let folder = realpath(path.folder.cString, nil) else { return path }
    defer { free(folder) }
    let bytes = (0..<strlen(folder)).map { UInt8(bitPattern: folder[$0]) }
    let name = path.bytes.suffix(from: path.folderBytes.count)
    return FilePath(bytes: (bytes == [UInt8(ascii: "/")] ? [] : bytes) + [UInt8(ascii: "/")] + name)
  }

  /// The path that symbolic links lead to; nil if they form a loop or cannot be read, with the reason in
  /// `errno`. The last part of the path need not exist.
  package func resolvingLinks() -> FilePath? {
    errno = 0
    let followed = followed
    if followed.count > Self.mostLinks { errno = ELOOP }
    return [ELOOP, EIO].contains(errno) ? nil : followed.last
  }

  private static let mostLinks = 40

  /// The path, then each path that symbolic links lead to. There are no more than are needed to detect a
  /// loop.
  private var followed: [FilePath] {
    var paths = [self]
    while let path = paths.last, paths.count <= Self.mostLinks {
      guard let link = path.link else { break }
      paths.append(
        FilePath(bytes: link.first == UInt8(ascii: "/") ? link : path.folderBytes + link))
    }
    return paths
  }
}

/// A decimal number that consists of digits only; nil for anything else, and for 2⁶⁴ and above.
package func decimal(_ text: some StringProtocol) -> UInt64? { UInt64(decimalDigits: text.utf8) }

/// An argument as a shell reads it, in quotes if needed.
package func shellWord(_ bytes: [UInt8]) -> String {
  let plain = "%+,-./:=@_"
  let isPlain = bytes.allSatisfy { byte in
    let scalar = Unicode.Scalar(byte)
    return scalar.isASCII
      && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        || plain.unicodeScalars.contains(scalar))
  }
  guard let text = String(validating: bytes, as: UTF8.self),
    text.steeringCharacter == nil
  else {
    // Bytes that are not text, or would control a terminal, are written in the form of bash and zsh.
    return "$'"
      + bytes.map { "\\x" + hexadecimal($0, digits: 2) }.joined() + "'"
  }
  if isPlain, !bytes.isEmpty { return text }
  return "'"
    + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
    + "'"
}
