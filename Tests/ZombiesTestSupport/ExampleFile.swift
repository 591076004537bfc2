/// A script in a text file: lines of input, and below each, indented by four blanks, its expected answers.
///
/// The file begins with a comment (#). `ZOMBIES_RECORD=1` writes the answers again; comments and blank lines stay.
public struct ExampleFile {
  private let file: TextFile

  /// The names of the scripts in the folder Examples beside a source file.
  public static func names(beside source: String = #filePath) -> [String] {
    TextFile.names(in: "Examples", beside: source)
  }

  /// The script of a name in the folder Examples beside a source file.
  public init(_ name: String, beside source: String = #filePath) {
    file = TextFile("Examples/\(name)", beside: source)
  }

  /// Plays the script, and records an issue at the first line that differs.
  public func check(_ play: (String) -> [String]) throws {
    let lines = try file.read().split(separator: "\n", omittingEmptySubsequences: false).map(
      String.init)
    expect(lines[0].hasPrefix("# "), "\(file.name) does not begin with the rules that it shows")
    var (played, inputs): ([String], [String]) = ([], [])
    for line in lines where !line.hasPrefix("    ") {
      (played, inputs) = (played + [line], inputs + [line])
      if line.isEmpty || line.hasPrefix("#") { continue }
      let answers = play(line).flatMap { $0.split(separator: "\n") }.map { Self.indented($0) }
      (played, inputs) = (played + answers, inputs + answers.map { _ in line })
    }
    if TextFile.isRecording {
      try file.check(played.joined(separator: "\n"))
    } else if let place = (0..<max(lines.count, played.count)).first(where: {
      $0 >= lines.count || $0 >= played.count || lines[$0] != played[$0]
    }) {
      func line(_ lines: [String]) -> String { place < lines.count ? lines[place] : "the end" }
      let input = place < inputs.count ? inputs[place] : inputs.last ?? ""
      expectEqual(line(played), line(lines), "\(file.name), line \(place + 1), after '\(input)'")
    }
  }

  private static func indented(_ answer: Substring) -> String {
    var line = "    " + answer
    while line.hasSuffix(" ") { line.removeLast() }
    return line
  }
}
