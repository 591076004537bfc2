import Foundation
import Testing
import ZombiesTestSupport

// The time between saves would take a minute to show in a run.
@testable import ZombiesCommands
@testable import ZombiesSystem
@testable import ZombiesTool

/// What the help texts promise: examples that print what they say, options that the parser knows, defaults and limits.
/// The texts themselves are in `Golden/Transcripts/help.txt`, where they are compared with what is printed.
@Suite(.waits) struct HelpTests {
  @Test func texts() throws {
    expectEqual(Help.topics.map(\.name), ["rules", "forms", "policies", "files", "cluster"])
    expect(Help.commands.count > 20 && Help.commands.count == Tool.commands.count)
    for page in Help.all {
      for line in page.text.split(separator: "\n") {
        expect(line.count <= 80 && line.last != " ", "\(page.name): '\(line)'")
      }
      // Not everyone who has the program has its source. A default can be typed.
      for part in ["Sources/", ".swift", ".md", "within one square", "\u{A0}"] {
        expect(!page.text.contains(part), "\(page.name): \(part)")
      }
      expect(!page.text.contains(/\(default: [^()]*\d,\d{3}/), page.name)
    }
    // Every command that does more than print fixed text has --quiet. The rest is promised to other programs.
    for page in Help.commands {
      let known = Set(page.options.flatMap(\.names))
      expect(
        known.contains("--quiet") != ["help", "schema", "completion"].contains(page.name), page.name
      )
    }
    for (name, options) in [
      (
        "solve",
        "--input --max-states --format --catching-distance --chase --zombie-speed --output -o --color"
      ),
      ("verify", "--input --max-states --catching-distance --chase --zombie-speed --output"),
      (
        "replay",
        "--moves --policy --seed --trial --view --format --catching-distance --chase --output -o --color"
      ),
      ("bench", "--threads --output -o"),
      ("worlds", "--max-states --format --chase --zombie-speed --output -o"),
    ] {
      let known = Set(Help.command(name).options.flatMap(\.names))
      expect(known.isSuperset(of: options.split(separator: " ").map(String.init)), name)
    }
    try expect(require(Help.command("generate").text(of: "--grade")).contains("generate that many"))
    try expect(
      require(Help.command("levels").text(of: "--grade")).contains(
        "keep the first that many of each"))
  }

  /// The example at the end of each text shows the real output.
  @Test func examples() throws {
    let folder = try TemporaryFolder()
    for page in Help.all {
      let example = try require(page.example, page.name)
      let run = try shell(example.line, in: folder)
      expectSame(run.output, example.output, example.line)
      let failures: [Finished.Ending] =
        example.line.contains(" player-check ") ? [.exit(76)] : [.exit(0)]
      expect(
        failures.contains(run.ending)
          || example.line.contains(" verify ") && run.ending == .exit(1), "\(run)")
    }
    expect(folder.names.isEmpty)
  }

  /// The parser knows every option by each of its names, and asks for its value.
  @Test func options() {
    for page in Help.commands {
      // A value in square brackets can be omitted.
      for option in page.options where option.value.map({ !$0.hasPrefix("[") }) ?? false {
        for name in option.names {
          expectRefusal("\(page.name) \(name)", saying: "\(name) needs a value")
        }
      }
    }
  }

  // MARK: Defaults

  /// Lines, and options with the default that the help states, then with other values. A line above an option is that
  /// of the options below it.
  private static let promises = """
    generate --levels any: --seed 0|1, --catching-distance 1
    generate --format code: --count 1|2
    generate: --first 0|1, --format picture|emoji, --family classic|block|5x5z2+lit, --size 5x5|5x6, --rows 5|6
    generate: --columns 5|6, --zombies 2|1, --blocks 0|1, --flashlights 0|1
    generate --count 9 --format code: --levels solvable|any
    generate --levels any --count 30 --format csv: --catching-distance 1|0
    generate --levels any --count 30 --format csv --lit: --chase longest|vertical|horizontal, --zombie-speed 1|2
    solve classic@42#7: --format text|csv
    solve S2/2Z/2P: --catching-distance 1|0
    solve S4/5/2Z2/5/4P+lit: --chase longest|vertical, --zombie-speed 1|2
    verify S2/2Z/2P: --catching-distance 1|0, --format text|csv
    simulate --rounds 40: --policy all|edge, --format table|csv
    simulate --rounds 40 --format csv: --levels solvable|any
    simulate --levels any --rounds 40 --policy random,edge --format csv: --first 0|1, --seed 0|1, --max-moves 100|99
    simulate --levels any --rounds 40 --policy random,edge --format csv: --family classic|block, --catching-distance 1|0
    simulate --levels any --rounds 40 --policy edge --format csv --lit: --chase longest|vertical, --zombie-speed 1|2
    replay 6x6z1b5+lit@42#7 --policy random: --seed 0|1, --trial 0|1, --round 0|1
    replay S30P --policy random: --max-moves 128|127|129
    replay 6x6z1b5+lit@42#7 --policy random --max-moves 9: --format picture|emoji
    replay classic@42#7 --policy edge: --view all|player
    replay classic@42#7 --policy edge --view player: --hearing-distance 0|3
    sweep --rounds 40 --zombies 1,2: --policy all|edge, --levels solvable|any
    sweep --rounds 40 --policy edge: --family classic|block, --first 0|1, --seed 0|1, --max-moves 100|99
    sweep --rounds 40 --policy edge: --catching-distance 1|0, --zombie-speed 1|2
    sweep --rounds 40 --policy edge --lit: --chase longest|vertical
    compare edge beeline --rounds 300: --format table|csv
    compare edge beeline --rounds 300 --format csv: --difference 0.01|0.02, --alpha 0.05|0.04, --beta 0.05|0.06
    compare edge beeline --rounds 300 --format csv: --seed 0|1, --first 0|1, --max-moves 100|99, --levels solvable|any
    analyze --family 3x3z1b1: --policy all|random,edge, --format table|csv
    analyze --family 3x3b1 --format csv: --max-moves 36|35
    analyze --family 3x3z1b1 --check 30 --format csv: --seed 0|1
    model --family 3x4z1: --levels solvable|any
    model 3x4z1f1: --view player|all, --format drn|pomdp, --hearing-distance 0|2
    census --family 4x4b2: --top 10|9
    census --family 3x4b2: --format table|csv
    census --search --family 4x4b2 --climbs 2 --steps 200: --top 10|9
    census --search --family 3x4b2 --climbs 2 --steps 200: --format table|csv
    census --search --family 8x8b9 --climbs 1 --steps 3 --top 1000: --seed 0|1
    worlds w: --format table|csv, --catching-distance 1|0, --chase longest|vertical, --zombie-speed 1|2
    """.split(separator: "\n").flatMap { row in
      let parts = row.components(separatedBy: ": ")
      return parts[1].components(separatedBy: ", ").map { (line: parts[0], promise: $0) }
    }

  @Test func defaultsAreThoseOfTheHelp() throws {
    let folder = try TemporaryFolder()
    // The bundled worlds take a second.
    try folder.write("; world: A\nS4/5/5/1Z3/Z3P\n", to: "w")
    func run(_ line: String) throws -> Finished { try shell("zombies \(line)", in: folder) }
    for (line, promise) in sampled(Self.promises, every: 9) {
      let words = promise.split(separator: " ").map(String.init)
      let values = words[1].split(separator: "|").map(String.init)
      let plain = try run(line)
      let said = try run("\(line) \(words[0]) \(values[0])")
      expect(
        plain.ending == said.ending && [.exit(0), .exit(1), .exit(2)].contains(plain.ending),
        "\(plain)")
      expectSame(plain.output, said.output, "\(line) \(promise)")
      // Otherwise the comparison above would prove nothing.
      for value in values.dropFirst() {
        try expect(
          run("\(line) \(words[0]) \(value)").output != plain.output,
          "\(line) \(words[0]) \(value)")
      }
    }
    // What the help states. Other defaults are texts, or those of the tests that are named in no row: the states of a
    // search, the draws, the climbs, and what transcripts show.
    let others = """
      --max-states --max-placements --max-levels --max-draws --max-tries --rounds --climbs --steps --checkpoint-every
      --threads --preset --color --daily --players --worlds --title --sample --player-timeout --across
      """.split(whereSeparator: \.isWhitespace).map(String.init)
    var stated: [String: Set<String>] = [:]
    for (line, promise) in Self.promises {
      let command = String(line.prefix { $0 != " " })
      let option = promise.components(separatedBy: " ")
      stated["\(command) \(option[0])", default: []].insert(String(option[1].prefix { $0 != "|" }))
    }
    let names = Set(Self.promises.map { String($0.promise.prefix { $0 != " " }) })
    for page in Help.commands {
      for option in page.options {
        let name = try require(option.names.last)
        let text = try require(page.text(of: name), "\(page.name) \(name)")
        guard let match = text.firstMatch(of: /\(default: ([^)]*)\)/) else { continue }
        expect(names.contains(name) || others.contains(name), "\(page.name) \(name)")
        let said = String(match.1).replacing(",", with: "")
        guard let values = stated["\(page.name) \(name)"], !said.contains(" ") else { continue }
        expect(values.contains(said), "\(page.name) \(text)")
      }
    }
  }

  // MARK: Limits

  /// Usage is checked before outputs, so status 73 means that the settings were accepted.
  private func isTaken(_ line: String) -> Bool {
    let status = refusal("\(line) -o missing/folder")?.status
    expect([.badUsage, .cannotCreate].contains(status), line)
    return status == .cannotCreate
  }

  /// Options with values that are taken, among them the smallest and the largest, and values that are refused.
  /// OptionTableTests checks the ranges that the help of generate and simulate states.
  ///
  /// The last rows show defaults: the last trial must exist; and some of 102,177 parts of 10,217,700,004,512 placements
  /// have 100 million, others one more.
  private static let bounds = """
    generate --zombies 0 --size | 1x2 2x1 1x1024 1024x1 | 1x1 0x2 2x0 1x1025 1025x1
    sweep --zombies 0 --size | 2 1024 1x1024 | 1 0 1025 1x1025 1025x1 1023..1025 0..2
    sweep --zombies 0 --columns 2 --rows | 1 1024 | 0 1025 0..1
    generate --levels any --size 1024x1024 --zombies | 1048570 | 1048571
    generate --levels any --size 3x3 --blocks 1 --zombies | 2 | 3
    solve SP --zombie-speed | 1 16 1..16 1..16:5 | 0 17 1..17 0..16:4 1..16:0
    sweep --zombie-speed | 1 16 1..16 | 0 17 1..17
    replay SP --policy edge --hearing-distance | 0 16 | 17
    sweep --hearing-distance | 0 16 0..16 | 17 0..17
    sweep --catching-distance | 0 1 0,1 | 2 0..2
    census --top | 0 1000 | 1001
    census --max-states | 1 2147483647 | 0 2147483648
    census --search --climbs | 1 9223372036854775807 | 0 9223372036854775808
    census --search --steps | 0 9223372036854775807 | -1 9223372036854775808
    replay SP --policy edge --round | 0 2 | 3
    replay SP --policy edge --trial | 0 18446744073709551615 | 18446744073709551616
    analyze --max-moves | 1 1000000 unlimited | 0 1000001
    compare edge random --alpha | 0.000000001 0.499999999 | 0 0.0 0.5 0.500000001 0.0000000001
    compare edge random --beta | 0.000000001 0.499999999 | 0 0.0 0.5 0.500000001 1.1
    compare edge random --difference | 0.000000001 0.999999999 | 0 0.0 1 1.0
    simulate --shard | 1/1 2/2 1/1000000 1000000/1000000 | 0/1 2/1 1/0 1/1000001 1000001/1000001 1000001/1000000
    simulate --games | 1 6148914691236517205 | 0 6148914691236517206
    simulate --rounds 1 --first | 0 18446744073709551614 | 18446744073709551615
    simulate --games 1 --first | 6148914691236517204 | 6148914691236517205
    generate --min-par 8 --max-par | 8 | 7
    census --max-levels | 171 | 170 0
    sweep --blocks | 7..7 | 8..7 0..100000 0..1048577:1000
    simulate --first | 18446744073709451615 | 18446744073709451616
    sweep --first | 18446744073709451615 | 18446744073709451616
    compare edge random --first | 18446744072709551615 | 18446744072709551616
    census --family 6x8z6b6 --shard | 1/102177 | 23/102177
    census --family 6x8z6b6 --max-levels 100000001 --shard | 23/102177 |
    census --family 6x8z6b6 --max-levels 99999999 --shard | | 1/102177
    """

  @Test func limits() throws {
    for row in Self.bounds.split(separator: "\n") {
      let parts = row.split(separator: "|", omittingEmptySubsequences: false)
      for value in parts[1].split(separator: " ") {
        expect(isTaken("\(parts[0])\(value)"), "\(parts[0])\(value)")
      }
      for value in parts[2].split(separator: " ") {
        expect(!isTaken("\(parts[0])\(value)"), "\(parts[0])\(value)")
      }
    }
    for name in ["simulate", "census", "sweep"] {
      let text = try require(Help.command(name).text(of: "--checkpoint-every"))
      expect(text.contains("seconds between saves, 0 to 86400 (default: 60)"), text)
      for seconds in [nil, 0, 1, 59, 61, 86_400] as [Int?] {
        let folder = try TemporaryFolder()
        let words =
          ["--checkpoint", folder.file("c")]
          + (seconds.map { ["--checkpoint-every", "\($0)"] } ?? [])
        let arguments = try Arguments(
          words.map { Array($0.utf8) }[...], of: try Tool.command(named: name))
        let checkpoint = try arguments.checkpoint()
        defer { checkpoint?.discard() }
        expectEqual(checkpoint?.interval, Double(seconds ?? 60), name)
      }
    }
  }
}

/// The help texts, as `Golden/Transcripts/help.txt` has them.
enum Help {
  struct Option {
    let names: [String]
    /// The name of the value; nil for an option without a value.
    let value: String?
  }

  struct Page {
    let name: String
    let text: String

    private var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }

    /// The options: lines such as "  -o, --output FILE    write …".
    var options: [Option] {
      let label = /^  ((?:-\w, )?--[a-z-]+(?:, --[a-z-]+)?)(?: (\S+))?(?:  .*)?$/
      var isInGroup = false
      return lines.compactMap { line in
        if !line.hasPrefix(" ") {
          isInGroup = line.hasSuffix(":") && line.lowercased().contains("options")
        }
        guard isInGroup, let match = line.firstMatch(of: label) else { return nil }
        return Option(
          names: match.1.split(separator: ", ").map(String.init), value: match.2.map(String.init))
      }
    }

    /// The description of an option in one line: "the seed, 0 to 2^64-1 (default: 0)".
    func text(of option: String) -> String? {
      let begin = lines.firstIndex {
        $0.hasPrefix("  -")
          && $0.split(whereSeparator: { " ,".contains($0) }).contains(Substring(option))
      }
      guard let begin else { return nil }
      let rest = lines[(begin + 1)...].prefix { $0.hasPrefix(String(repeating: " ", count: 20)) }
      let first = lines[begin].dropFirst(2).split(separator: "  ", maxSplits: 1).dropFirst()
      return (Array(first) + rest).flatMap { $0.split(separator: " ") }.joined(separator: " ")
    }

    /// The example: a line and its output.
    var example: (line: String, output: String)? {
      guard let begin = text.range(of: "\nExample:\n  $ ")?.upperBound else { return nil }
      var text = String(text[begin...])
      if let end = text.range(of: "\nSee ", options: .backwards) {
        text = String(text[..<end.lowerBound])
      }
      var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      var line = String(lines.removeFirst())
      while line.last == "|" { line += lines.removeFirst() }
      return (line, lines.map { $0.hasPrefix("  ") ? $0.dropFirst(2) : $0 }.joined(separator: "\n"))
    }
  }

  /// The text of each command `$` of the transcript.
  private static let printed: [String] =
    ((try? TextFile("Golden/Transcripts/help.txt").read()) ?? "")
    .components(separatedBy: "\n\n===").flatMap { $0.components(separatedBy: "\n$ ") }

  static let topics = pages(after: "for topic in")
  static let commands = pages(after: "for name in")

  /// The text of the program, and those of topics and commands.
  static let all =
    printed.filter { $0.hasPrefix("zombies help\n") }
    .map { Page(name: "", text: String($0.dropFirst("zombies help\n".count))) } + topics + commands

  static func command(_ name: String) -> Page { commands.first { $0.name == name }! }

  private static func pages(after begin: String) -> [Page] {
    let text = printed.first { $0.hasPrefix(begin) } ?? ""
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
      .drop { $0.hasPrefix("> ") }
    var (pages, page) = ([Page](), [Substring]())
    for line in lines {
      guard line.hasPrefix("--- end of ") else {
        page.append(line)
        continue
      }
      let text = page.joined(separator: "\n") + "\n"
      pages.append(Page(name: String(line.dropFirst("--- end of ".count)), text: text))
      page = []
    }
    return pages
  }
}
