import Foundation
import Testing
import ZombiesTestSupport

/// `zombies completion`: only here do the shells themselves run the scripts and offer words.
@Suite(.waits) struct CompletionTests {
  private static func path(of shell: String) -> String? {
    ["/bin/", "/usr/bin/", "/usr/local/bin/", "/opt/homebrew/bin/"].map { $0 + shell }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  private static func has(_ shell: String) -> Bool { path(of: shell) != nil }

  /// The beginning of a line, with the completions of its last word.
  private static let linesInBash: [(String, String)] = [
    ("g", "generate"), ("c", "check compare census completion"), ("--v", "--version"), ("-V", "-V"),
    ("solve --difficulty --dif", ""), ("solve -q --qu", ""), ("solve --output=x -o", ""),
    ("solve --input a --inp", "--input"), ("simulate --policy edge --pol", "--policy"),
    ("solve l", "levels.txt"), ("generate -n 3 --cou", ""),
    ("zz", ""), ("help le", "levels"), ("help solve x", ""),
    ("solve --in", "--input"), ("solve -o", "-o"), ("solve --format ''", "text csv jsonl"),
    ("solve --format c", "csv"), ("solve --format = c", "csv"),
    ("solve --format =", "text csv jsonl"),
    ("solve --format=c", "--format=csv"), ("solve --format csv --max", "--max-states"),
    ("solve --max-states ''", ""), ("solve SP --difficulty --format ''", "text csv jsonl"),
    ("solve -- --f", ""), ("solve S", ""), ("solve --unknown --col", "--color"),
    ("generate --preset b", "block"), ("generate --family = fl", "flashlight"),
    ("generate --grade easy,h", "easy,hard"), ("generate --levels ''", "solvable any"),
    ("simulate --policy edge,b", "edge,beeline"),
    ("simulate --policy=edge,b", "--policy=edge,beeline"),
    ("simulate --shard a", "auto"), ("sweep --chase vertical,h", "vertical,horizontal"),
    ("solve --chase longest,v", "longest,vertical"), ("simulate --squ", "--squares-csv"),
    ("sweep --input l", "levels.txt"),
    ("compare e", "edge"), ("compare edge --alpha 0.1 be", "beeline"),
    ("compare edge beeline b", ""),
    ("schema ce", "census census-levels census-difficulty"), ("schema census h", "hardest"),
    ("bench w", "walk"),
    ("completion ''", "bash zsh fish"), ("solve --input l", "levels.txt"),
    ("solve --input = l", "levels.txt"), ("solve --input=l", "--input=levels.txt"),
    ("solve --input 'two w'", "two words.txt"), ("check lev", "levels.txt"),
    ("merge levels.txt tw", "two words.txt"), ("replay --view ''", "all player"),
    ("analyze --max-moves u", "unlimited"), ("nonsense --f", ""),
  ]

  @Test(
    .enabled(if: has("bash"), "bash is not installed"),
    arguments: linesInBash)
  func bashOffers(line: String, offered: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("SP\n", to: "levels.txt")
    try folder.write("SP\n", to: "two words.txt")
    try folder.write(
      """
      source <(zombies completion bash)
      COMP_WORDS=(zombies \(line))
      COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
      _zombies
      IFS=' '
      printf '%s\\n' "${COMPREPLY[*]}"
      complete -p zombies >&2
      """, to: "script")
    var run = CommandLineRun(shell: "bash --norc script", in: folder)
    run.environment = ["LC_ALL": "C"]
    let finished = try run.run()
    expectEqual(finished.ending, .exit(0), "\(finished)")
    expectEqual(finished.errors, "complete -F _zombies zombies\n", "\(finished)")
    expectEqual(finished.output, offered + "\n", "zombies \(line)")
  }

  /// Bash offers every option, and every value that the help lists as a choice.
  @Test(.enabled(if: has("bash"), "bash is not installed"))
  func bashKnowsAllOfTheHelp() throws {
    let folder = try TemporaryFolder()
    var lines = ["source <(zombies completion bash)", "COMP_CWORD=2"]
    var wanted: [String] = []
    for command in try CommandHelp.commands() {
      let names = try CommandHelp.options(of: command).flatMap(\.names)
      lines.append("COMP_WORDS=(zombies \(command) -); _zombies; echo \"${COMPREPLY[*]}\"")
      wanted.append(names.sorted().joined(separator: " "))
    }
    try folder.write(lines.joined(separator: "\n") + "\n", to: "script")
    let run = try shell("bash --norc script", in: folder)
    expectEqual(run.errors, "", "\(run)")
    let offered = run.lines.map { $0.split(separator: " ").sorted().joined(separator: " ") }
    expectEqual(offered, wanted)
  }

  @Test(
    .enabled(if: has("fish"), "fish is not installed"),
    arguments: [
      ("zombies g", "generate"), ("zombies help le", "levels"), ("zombies solve --in", "--input"),
      ("zombies solve --format ", "csv jsonl text"), ("zombies solve --format=c", "--format=csv"),
      ("zombies simulate --policy edge,b", "edge,beeline"), ("zombies compare e", "edge"),
      ("zombies check lev", "levels.txt"), ("zombies solve --input lev", "levels.txt"),
      ("zombies solve lev", "levels.txt"), ("zombies solve -o x --outp", ""),
      ("zombies solve --input x --inp", "--input"), ("zombies generate --preset b", "block"),
    ])
  func fishOffers(line: String, offered: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("SP\n", to: "levels.txt")
    try folder.write("zombies completion fish | source\ncomplete -C '\(line)'\n", to: "script")
    var run = CommandLineRun(shell: "fish --no-config script", in: folder)
    run.environment = ["HOME": folder.path]
    let finished = try run.run()
    expectEqual(finished.ending, .exit(0), "\(finished)")
    let words = finished.lines.compactMap { $0.split(separator: "\t").first.map(String.init) }
    expectEqual(words.sorted().joined(separator: " "), offered, "\(finished)")
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func scriptsAreWellFormed(name: String) throws {
    let script = try zombies("completion", name)
    expect(script.ending == .exit(0) && script.errors == "")
    let folder = try TemporaryFolder()
    try expectEqual(shell("zombies completion \(name) -o script", in: folder).ending, .exit(0))
    expectEqual(folder.read("script"), script.output)
    guard Self.has(name) else { return }
    let run = try shell("\(name) -n script", in: folder)
    expect(run.ending == .exit(0) && run.errors == "", "\(run)")
  }
}
