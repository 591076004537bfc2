import Foundation
import ZombiesCommands
import ZombiesSystem
import ZombiesTestSupport

// A command line that is refused, without a process.
@testable import ZombiesTool

/// A folder that exists as long as the value that represents it.
final class TemporaryFolder {
  let path: String

  init() throws {
    var path = Array((NSTemporaryDirectory() + "/zombies-tests-XXXXXX").utf8CString)
    guard mkdtemp(&path) != nil else { throw SystemError(call: "mkdtemp") }
    self.path = String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// A file's path.
  func file(_ name: String) -> String { path + "/" + name }

  /// Writes a file.
  func write(_ text: String, to name: String) throws { try write(Array(text.utf8), to: name) }

  /// Writes a file.
  func write(_ bytes: [UInt8], to name: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: file(name)))
  }

  /// A file's text; nil if the file does not exist.
  func read(_ name: String) -> String? {
    FileManager.default.contents(atPath: file(name)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The contents of the regular files in the folder, by name.
  var contents: [String: [UInt8]] {
    names.reduce(into: [:]) { contents, name in
      contents[name] = FileManager.default.contents(atPath: file(name)).map { Array($0) }
    }
  }

  /// The names in the folder, in order.
  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }
}

/// Runs `zombies` to the end.
func zombies(
  _ words: String..., input: String? = nil, in folder: TemporaryFolder? = nil
) throws -> Finished {
  try zombies(words, input: input, in: folder)
}

/// Runs `zombies` to the end.
func zombies(
  _ words: [String], input: String? = nil, in folder: TemporaryFolder? = nil
) throws -> Finished {
  var run = try CommandLineRun(words, in: folder)
  if let input { run.input = .text(input) }
  return try run.run()
}

/// Runs a command within the test, which takes much less time than a process. It is for command
/// lines that must be refused: nil if this one was not.
func refusal(_ words: [String]) -> Failure? {
  do {
    _ = try Tool.run((["zombies"] + words).map { Array($0.utf8) })
    return nil
  } catch {
    return error as? Failure
  }
}

/// Expects a command line to be refused with a status and a message.
func expectRefusal(
  _ line: String, _ status: Int32 = 64, saying message: String,
  file: String = #fileID, line place: Int = #line
) {
  let failure = refusal(line)
  expectEqual(failure?.status.rawValue, status, line, file: file, line: place)
  let text = failure?.message ?? "not refused"
  expect(text.contains(message), "\(line): \(text)", file: file, line: place)
}

/// The same for a line, in which a word may be quoted as in a shell.
func refusal(_ line: String) -> Failure? {
  let parts = line.split(separator: "'", omittingEmptySubsequences: false)
  var words: [String] = []
  for (number, part) in parts.enumerated() {
    words += number % 2 == 1 ? [String(part)] : part.split(separator: " ").map(String.init)
  }
  return refusal(words)
}

/// Runs a shell line to the end.
func shell(_ line: String, in folder: TemporaryFolder? = nil) throws -> Finished {
  try CommandLineRun(shell: line, in: folder).run()
}

/// Runs a shell line that must succeed.
func shellDone(
  _ line: String, in folder: TemporaryFolder, file: String = #fileID, line place: Int = #line
) throws {
  let run = try shell(line, in: folder)
  expectEqual(run.ending, .exit(0), "\(run)", file: file, line: place)
}

/// Whether Python is installed, which some tests use for a second opinion.
let hasPython = (try? shell("python3 --version").ending) == .exit(0)
