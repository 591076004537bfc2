import ZombiesCore
import ZombiesFiles
import ZombiesSolver
import ZombiesTestSupport
import ZombiesText

/// What a reader says about the bytes of a file: what would be written for its contents, or the error.
enum Answer: Equatable {
  case read(writtenAgain: [UInt8])
  case refused(line: Int, problem: String)

  var line: Int? { if case .refused(let line, _) = self { line } else { nil } }
}

/// Reads the bytes of a kind of file.
func answer(_ kind: String, _ bytes: [UInt8]) -> Answer {
  do {
    let text =
      switch kind {
      case "tally": TallyFile.text(try TallyFile.read(bytes))
      case "sweep": SweepFile.text(try SweepFile.read(bytes))
      case "census":
        try {
          let saved = try CensusFile.readSaved(bytes)
          return CensusFile.text(saved.result, levels: saved.levels)
        }()
      default: try CertificateReader.certificates(of: bytes).map(CertificateFile.text).joined()
      }
    return .read(writtenAgain: Array(text.utf8))
  } catch let error as TallyError {
    return .refused(line: error.line, problem: error.problem)
  } catch let error as CertificateError {
    return .refused(line: error.line, problem: error.problem)
  } catch {
    return .refused(line: 0, problem: "\(error)")
  }
}

/// A file of the folder Cases, whose format is described in tally.txt there.
struct FileCase {
  /// A change of a line.
  struct Change {
    let line: Int
    let replacement: String
    /// The line that the error names, and its problem if that is given; nil if the file is read.
    let named: Int?
    let problem: String?
  }

  let name: String
  var kind: String { String(name.prefix { $0 != ":" }) }
  private(set) var lines: [String] = []
  private(set) var changes: [Change] = []

  static let all = Result {
    try ["tally", "census", "sweep", "certificate"].flatMap { try FileCase.read("\($0).txt") }
  }

  /// The lines of the file with this name.
  static func lines(of name: String) throws -> [String] {
    try require(all.get().first { $0.name == name }, name).lines
  }

  private static func read(_ file: String) throws -> [FileCase] {
    var cases: [FileCase] = []
    var isInside = false
    for line in try TextFile("Cases/\(file)").read().split(separator: "\n").map(String.init) {
      if line.hasPrefix(";") { continue }
      if line.hasPrefix("== ") { cases.append(FileCase(name: String(line.dropFirst(3)))) }
      if line.hasPrefix("== ") || line == "--" {
        isInside = line != "--"
      } else if isInside {
        cases[cases.count - 1].lines.append(line)
      } else {
        try cases[cases.count - 1].add(line)
      }
    }
    return cases
  }

  private mutating func add(_ row: String) throws {
    let match = try require(row.wholeMatch(of: #/(\d+)(?: > (\d+))? (.*?)(?: => (.*))?/#), row)
    let line = try require(Int(match.1))
    let isRead = match.4 == "read"
    for form in match.3.components(between: " | ") {
      let numbers = form.contains("NUMBER") ? Self.numbers.components(between: "|") : [""]
      for number in numbers {
        changes.append(
          Change(
            line: line, replacement: form.replacing("NUMBER", with: number),
            named: isRead ? nil : match.2.flatMap { Int($0) } ?? line,
            problem: isRead ? nil : match.4.map(String.init)))
      }
    }
  }

  private static let numbers = """
    |-1|+5|05|00|5␠|␠5|5.0|5e0|0x5|x|5x|٥|18446744073709551616|99999999999999999999999999999999999999
    """

  /// The lines with one of them (counted from 1) replaced by another text.
  func lines(replacing line: Int, by text: String) -> [String] {
    var lines = lines
    let signs = [("␠", " "), ("␣", ""), ("␍", "\r"), ("␀", "\u{0}")]
    let text = signs.reduce(text) { $0.replacing($1.0, with: $1.1) }
    let new = text == "DELETED" ? [] : text.components(between: "⏎")
    lines.replaceSubrange(line - 1..<line, with: new)
    return lines
  }
}

extension StringProtocol {
  /// The parts between the places of a separator.
  fileprivate func components(between separator: String) -> [String] {
    split(separator: separator, omittingEmptySubsequences: false).map { String($0) }
  }
}

/// The bytes of some lines, with valid checksums at the end and for `sha256 *`, the end of a tally.
func sealed(_ lines: [String]) -> [UInt8] {
  var bytes: [UInt8] = []
  var tally = 0
  for line in lines {
    if line == "zombies-tally 1" { tally = bytes.count }
    if line == "sha256 *" {
      bytes = Array(bytes[..<tally]) + sealed(Array(bytes[tally...]))
    } else {
      bytes += Array("\(line)\n".utf8)
    }
  }
  return sealed(bytes)
}

/// Bytes with a valid checksum.
func sealed(_ bytes: [UInt8]) -> [UInt8] {
  bytes + Array("sha256 \(SHA256.hex(of: bytes))\n".utf8)
}

extension CertificateReader {
  /// All certificates in some bytes, which are read in pieces.
  static func certificates(
    of bytes: [UInt8], pieces length: Int = 1 << 16
  ) throws(CertificateError) -> [Certificate] {
    var place = 0
    var reader = CertificateReader {
      guard place < bytes.count else { return nil }
      defer { place += length }
      return Array(bytes[place..<min(place + length, bytes.count)])
    }
    var certificates: [Certificate] = []
    while let entry = try reader.next() { certificates.append(entry.certificate) }
    return certificates
  }
}
