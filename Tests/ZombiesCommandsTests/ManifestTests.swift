import Foundation
import Testing
import ZombiesTestSupport

/// `--manifest`: sizes, hashes, settings or trials that are not those of the files, and commands
/// that write other files.
@Suite struct ManifestTests {
  /// A parsed manifest.
  struct Manifest {
    let text: String
    let object: [String: Any]

    init(_ text: String?, sourceLocation: SourceLocation = #_sourceLocation) throws {
      self.text = try #require(text, "no manifest", sourceLocation: sourceLocation)
      let json = try JSONSerialization.jsonObject(with: Data(self.text.utf8))
      object = try #require(json as? [String: Any], sourceLocation: sourceLocation)
    }

    var command: String { object["command"] as? String ?? "" }
    /// The settings as text, in the form of tallies.
    var settings: [String: String] {
      let all = object["settings"] as? [String: Any] ?? [:]
      return all.mapValues { value in
        switch value {
        case let list as [String]: return list.joined(separator: ",")
        case let number as NSNumber: return number.stringValue
        case let rules as [String: Any] where rules["chase"] != nil:
          let names = ["catching-distance", "chase", "zombie-speed"]
          return names.map { "\(rules[$0] ?? "-")" }.joined(separator: " ")
        case let given as [String: Any]: return "\(given["count"] ?? "-") \(given["sha256"] ?? "-")"
        case is NSNull: return "-"
        default: return value as? String ?? "?"
        }
      }
    }
    var outputs: [[String: Any]] { object["outputs"] as? [[String: Any]] ?? [] }

    /// Ranges of trials as text, "0-4 8-9"; nil if the manifest has none.
    func trials(_ name: String) -> String? {
      (object[name] as? [[String: UInt64]])?.map { "\($0["first"]!)-\($0["last"]!)" }
        .joined(separator: " ")
    }
  }

  /// Expects the manifest to describe the outputs: names and schemas, and size and hash as computed
  /// by other programs.
  private func expectOutputs(
    _ manifest: Manifest, _ expected: [String], standardOutput: String = "",
    in folder: TemporaryFolder,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let said = manifest.outputs.map { output in
      "\(output["name"] ?? "") \(output["path"] ?? "") \(output["schema"] ?? "-")"
    }
    #expect(said == expected, sourceLocation: sourceLocation)
    for output in manifest.outputs {
      let path = try require(output["path"] as? String)
      if path == "-" { try folder.write(standardOutput, to: "standard output") }
      let file = path == "-" ? "standard output" : path
      var sum = try CommandLineRun([], in: folder)
      sum.program = "/usr/bin/sha256sum"
      sum.input = .path(folder.file(file))
      let hash = try sum.run().output.prefix(64)
      #expect(
        output["sha256"] as? String == String(hash), "\(path)", sourceLocation: sourceLocation)
      let bytes = FileManager.default.contents(atPath: folder.file(file))?.count
      #expect(output["bytes"] as? Int == bytes, "\(path)", sourceLocation: sourceLocation)
    }
  }

  static let files = "--squares-csv s --rounds-csv r --tally t"

  /// Batches with the trials that their manifests name.
  static let batches: [(words: String, whole: String, trials: String)] = [
    ("--rounds 20", "0-19", "0-19"),
    ("--games 9 --first 100 --seed 3 --family block --policy edge", "100-108", "100-108"),
    ("--rounds 20 --shard 2/3", "0-19", "6-12"),
    ("--rounds 2 --shard 1/3 --first 4", "4-5", ""),
    (
      "--rounds 6 --first 18446744073709551609", "18446744073709551609-18446744073709551614",
      "18446744073709551609-18446744073709551614"
    ),
    ("S4/5/2Z2/5/4P S4/5/Z4/5/4P --rounds 4 --chase vertical --max-moves 9", "0-3", "0-3"),
  ]

  @Test(arguments: batches)
  func simulate(words: String, whole: String, trials: String) throws {
    let folder = try TemporaryFolder()
    let run = try shell(
      "zombies simulate \(words) \(Self.files) --format csv --manifest m", in: folder)
    expectEqual(run.ending, .exit(0), "\(run)")
    let manifest = try Manifest(folder.read("m"))
    expectEqual(manifest.object["program"] as? String, "zombies")
    let version = try zombies("--version").output
    expectEqual(version, "zombies \(manifest.object["version"] as? String ?? "")\n")
    expect(
      manifest.trials("trials") == trials && manifest.trials("whole") == whole, "\(manifest.text)")
    // The settings are those of the tally.
    let lines = (folder.read("t") ?? "").split(separator: "\n").dropFirst()
    let settings = lines.prefix { !$0.hasPrefix("whole ") }.map { line in
      let key = line.prefix { $0 != " " }
      return (String(key), String(line.dropFirst(key.count + 1)))
    }
    expectEqual(manifest.settings, Dictionary(settings) { $1 }, "\(manifest.text)")
    expect(settings.count >= 8)
    expectEqual(manifest.settings["seed"], (words.contains("--seed 3") ? "3" : "0"))
    try expectOutputs(
      manifest, ["table - simulate", "squares s squares", "tally t -", "rounds r rounds"],
      standardOutput: run.output, in: folder)

    // The command, run by a shell, writes all files again, including the manifest.
    let again = try TemporaryFolder()
    let second = try shell(manifest.command, in: again)
    expect(second.ending == .exit(0) && second.output == run.output, "\(second)")
    for name in ["m", "s", "r", "t"] {
      expectSame(again.read(name) ?? "no file", folder.read(name) ?? "", "\(words): \(name)")
    }
  }

  /// Other commands and their outputs.
  @Test func otherCommands() throws {
    let folder = try TemporaryFolder()
    for shard in 1...3 {
      try shellDone(
        "zombies simulate --rounds 30 --shard \(shard)/3 --tally t\(shard) --rounds-csv r\(shard) "
          + "-o /dev/null --squares-csv s", in: folder)
    }
    try shellDone(
      "zombies merge --partial t3 t1 -o table --tally t --squares-csv s --manifest m", in: folder)
    var manifest = try Manifest(folder.read("m"))
    expect(manifest.trials("whole") == "0-29" && manifest.trials("trials") == "0-9 20-29")
    expectEqual(manifest.settings["family"], "classic")
    try expectOutputs(manifest, ["table table -", "squares s squares", "tally t -"], in: folder)

    var run = try shell("zombies merge r1 r2 r3 --manifest m", in: folder)
    manifest = try Manifest(folder.read("m"))
    try expectOutputs(manifest, ["rounds - rounds"], standardOutput: run.output, in: folder)

    run = try shell("zombies sweep --size 3..4 --rounds 9 --manifest m", in: folder)
    manifest = try Manifest(folder.read("m"))
    expect(manifest.settings["grid"]?.count == 64 && manifest.settings["seed"] == "0")
    try expectOutputs(manifest, ["table - simulate"], standardOutput: run.output, in: folder)

    run = try shell(
      "zombies compare edge random --rounds 250 --difference 0.001 --format csv --manifest m",
      in: folder)
    expectEqual(run.ending, .exit(2), "\(run)")
    manifest = try Manifest(folder.read("m"))
    expect(manifest.trials("trials") == "0-249" && manifest.settings["policies"] == "edge,random")
    try expectOutputs(manifest, ["table - compare"], standardOutput: run.output, in: folder)
  }

  /// The hash of rounds that two runs wrote is that of the whole file.
  @Test func ofAResumedRun() throws {
    let words = [
      "simulate", "--rounds", "9000", "--policy", "edge,random", "--format", "csv", "-o", "t",
      "--rounds-csv", "r", "--manifest", "m", "--checkpoint", "c", "--checkpoint-every", "0",
      "--resume",
    ]
    let folder = try InterruptedRun(
      by: SIGKILL,
      once: { $0.read("c")?.contains("\nplayed 0-") == true && $0.read("r.part") != nil },
      run: { try CommandLineRun(words, in: $0) }
    ).folder
    expectNil(folder.read("m"))
    let last = try zombies(words, in: folder)
    expect(last.ending == .exit(0) && last.errors.contains("resuming after "), "\(last)")
    let manifest = try Manifest(folder.read("m"))
    expectEqual(manifest.trials("trials"), "0-8999")
    try expectOutputs(manifest, ["table t simulate", "rounds r rounds"], in: folder)
    expectEqual(folder.names, ["m", "r", "t"])
  }

  /// Names that JSON and the shell must quote.
  @Test func oddNames() throws {
    let folder = try TemporaryFolder()
    let names = ["a \"b\"\\c", "it's $HOME", "tab\tnewline\nend", "🧟\u{1}", "-dash"]
    for name in names {
      let words = ["simulate", "--rounds", "3", "-o", name, "--manifest", "m"]
      try expectEqual(zombies(words, in: folder).ending, .exit(0), "\(name)")
      let manifest = try Manifest(folder.read("m"))
      try expectOutputs(manifest, ["table \(name) -"], in: folder)
      let written = folder.read(name)
      unlink(folder.file(name))
      // Run by a shell that supports $'…', which quotes control characters.
      try folder.write(manifest.command, to: "command")
      try shellDone("bash command", in: folder)
      expect(written != nil && folder.read(name) == written, "\(manifest.command)")
    }
  }

  /// A run that fails, or cannot write its manifest, does not change the old file.
  @Test(arguments: [
    ("--manifest m -o m", 64), ("--manifest m -o ./m", 64), ("--manifest - ", 64),
    ("--manifest m.part -o m", 64), ("--manifest m -o missing/t", 73),
    ("--manifest missing/m -o t", 73), ("--manifest . -o t", 73),
    ("--manifest m -o t --family 5x5z2+lit", 65), ("--manifest m -o /dev/full", 74),
    ("--manifest /dev/full -o t", 74), ("--manifest m -o t --rounds-csv /dev/full", 74),
  ])
  func failures(words: String, status: Int32) throws {
    let folder = try TemporaryFolder()
    try folder.write("old\n", to: "m")
    let run = try shell("zombies simulate --rounds 9 \(words)", in: folder)
    expectEqual(run.ending, .exit(status), "\(run)")
    expect(run.errors.contains("Error: "), "\(run)")
    expect(folder.names == ["m"] && folder.read("m") == "old\n", "\(run)")
  }
}
