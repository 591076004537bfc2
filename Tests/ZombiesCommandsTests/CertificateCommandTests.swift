import Foundation
import Testing
import ZombiesTestSupport

/// `zombies solve --certificate` and `zombies check`: only here are whole files of proofs written by
/// one command, changed, and checked by the other.
@Suite(.waits) struct CertificateCommandTests {
  /// Levels of all kinds, as the command line takes them.
  private static let levels = [
    "S4/5/Z1#2/2F2/4P", "SP", "S#/#P", "SPZ", "classic@42#7", "S4/5/5/3Z1/4P",
    "6x6z1b5+lit@42#0", "S2/F2/2P",
  ]

  @Test func whatIsSolvedIsProved() throws {
    let folder = try TemporaryFolder()
    let plain = try zombies(["solve"] + Self.levels, in: folder)
    let solved = try zombies(["solve", "--certificate", "proofs"] + Self.levels, in: folder)
    expect(solved.ending == .exit(0) && solved.output == plain.output, "\(solved)")
    let checked = try zombies("check", "proofs", in: folder)
    expect(checked.ending == .exit(0) && checked.errors == "", "\(checked)")
    // One line for each level, with the verdict of `solve` and the level's code.
    let verdicts = plain.lines.filter { $0.contains(" state") }.map { line in
      line.split(separator: ": ", maxSplits: 1).last ?? ""
    }
    let proofs = try require(folder.read("proofs")).split(separator: "\n")
    let firsts = proofs.indices.filter { proofs[$0] == "zombies-certificate 1" }
    expect(checked.lines.count == Self.levels.count && verdicts.count == Self.levels.count)
    for (line, (first, verdict)) in zip(checked.lines, zip(firsts, verdicts)) {
      let code = proofs[first + 1].dropFirst("level ".count)
      expectEqual(line, "proofs:\(first + 1): proved: \(verdict): \(code)")
    }
    expectEqual(folder.names, ["proofs"])
  }

  @Test("Certificates contain the rules, do not depend on the format, and can be joined with cat")
  func rulesAndStreams() throws {
    let folder = try TemporaryFolder()
    let run = try shell(
      """
      zombies solve S3/1Z2/4/3P --catching-distance 0 --format csv --certificate a -o a.csv
      zombies solve S3/1Z2/4/3P+lit --chase vertical --zombie-speed 2 --certificate - -o b.txt > b
      zombies generate --family 5x5z1b2+lit --levels any --count 20 --format code > levels 2> seed
      zombies solve --input levels --certificate c > /dev/null
      cat a b c | zombies check - -o all && zombies check --quiet a b c > each && grep ^rules a b
      """, in: folder)
    expect(run.ending == .exit(0) && run.errors == "", "\(run)")
    expectEqual(run.output, "a:rules 0 longest 1\nb:rules 1 vertical 2\n")
    func findings(_ name: String) throws -> [Substring] {
      try require(folder.read(name)).split(separator: "\n").map {
        $0.split(separator: ": ", maxSplits: 1)[1]
      }
    }
    try expectEqual(findings("all").count, 22)
    try expectEqual(findings("all"), findings("each"))
    try expect(try #require(folder.read("a.csv")).split(separator: "\n").count == 2)
  }

  /// The unsolvable level of the article can be won if zombies catch only on their own square.
  @Test("A proof names its rules and does not hold under others")
  func rulesAreNamed() throws {
    let folder = try TemporaryFolder()
    let level = "S4/5/5/3Z1/4P"
    let zero = try zombies(
      "solve", "--catching-distance", "0", "--certificate", "zero", level, in: folder)
    expectEqual(zero.ending, .exit(0), "\(zero)")
    expectEqual(
      zero.lines.first,
      "solvable, par 8, 30 shortest solutions, 23 states; rules: catching distance 0",
      "\(zero)")
    _ = try zombies("solve", "--certificate", "plain", level, in: folder)
    _ = try zombies(
      "solve", "--chase", "vertical", "--zombie-speed", "3", "--certificate", "fast",
      "S4/5/2Z2/5/4P+lit", in: folder)

    let proved =
      "zero:1: proved: solvable, par 8, 30 shortest solutions, 23 states; rules: catching distance "
      + "0: \(level)\n"
    let unsolvable = "plain:1: proved: unsolvable, 1 state: \(level)\n"
    let refused = ": the certificate was made under "
    let fastRules = "chase vertical, zombie speed 3"
    for (options, files, status, output) in [
      ([], ["zero", "plain"], 0, proved + unsolvable),
      (["--catching-distance", "0"], ["zero"], 0, proved),
      (["--catching-distance", "1", "--chase", "longest"], ["plain"], 0, unsolvable),
      (
        ["--catching-distance", "1"], ["zero", "plain"], 1,
        "zero:1: not proved under the default rules\(refused)catching distance 0: \(level)\n"
          + unsolvable
      ),
      (
        ["--catching-distance", "0"], ["plain"], 1,
        "plain:1: not proved under catching distance 0\(refused)the default rules: \(level)\n"
      ),
      (
        ["--chase", "vertical"], ["fast"], 1,
        "fast:1: not proved under chase vertical\(refused)\(fastRules): S4/5/2Z2/5/4P+lit\n"
      ),
    ] as [([String], [String], Int32, String)] {
      let run = try zombies(["check"] + options + files, in: folder)
      expect(run.ending == .exit(status) && run.errors == "", "\(run)")
      expectEqual(run.output, output)
    }
    let fast = try zombies(
      "check", "--chase", "vertical", "--zombie-speed", "3", "fast", in: folder)
    expectEqual(fast.ending, .exit(0), "\(fast)")
    expect(fast.output.hasSuffix("; rules: \(fastRules): S4/5/2Z2/5/4P+lit\n"), "\(fast)")

    // A false claim, and the levels that `verify` names.
    let altered = try shell(
      #"""
      grep -v sha256 plain | sed 's/^rules 1/rules 0/' > head
      (cat head; echo "sha256 $(sha256sum < head | cut -c 1-64)") | zombies check -
      """#, in: folder)
    expectEqual(altered.ending, .exit(1), "\(altered)")
    expect(
      altered.output.hasPrefix("standard input:1: not proved: ")
        && altered.output.hasSuffix("; rules: catching distance 0: \(level)\n"), "\(altered)")
    let named = try zombies("verify", "--zombie-speed", "2", level, "S#/#P")
    expectEqual(
      named.output,
      "argument 1: unsolvable; rules: zombie speed 2: \(level)\n"
        + "argument 2: unsolvable; rules: zombie speed 2: S#/#P\n")
  }

  @Test("Levels on which the solver gave up are listed, and not proved")
  func gaveUp() throws {
    let folder = try TemporaryFolder()
    let solved = try zombies(
      "solve", "S4/5/2Z2/5/4P+lit", "SP", "--max-states", "1", "--certificate", "proofs",
      "--catching-distance", "0", in: folder)
    expectEqual(solved.ending, .exit(0), "\(solved)")
    expect(solved.output.hasPrefix("argument 1: gave up, 1 state; rules: "), "\(solved)")
    let checked = try zombies("check", "proofs", in: folder)
    expectEqual(checked.ending, .exit(2), "\(checked)")
    expectEqual(
      checked.output,
      "proofs:1: gave up, nothing is proved; rules: catching distance 0: S4/5/2Z2/5/4P+lit\n"
        + "proofs:6: proved: solvable, par 1, 1 shortest solution, 1 state; "
        + "rules: catching distance 0: SP\n")
  }

  @Test("A false proof gives status 1 and the reason; the others are still checked")
  func falseProofs() throws {
    let folder = try TemporaryFolder()
    _ = try zombies("solve", "S2/1F1/2P", "SP", "--certificate", "proofs", in: folder)
    let proofs = try require(folder.read("proofs"))
    let first = proofs.split(separator: "\n").prefix { !$0.hasPrefix("sha256") }.map(String.init)
    let rest = proofs.split(separator: "\n").drop { !$0.hasPrefix("sha256") }.dropFirst()
    for (line, other, reason) in [
      (11, "lit: 1,2", "which is not at any distance up to"), (10, "solution LLUU", ""),
      (6, "solution UULR", "move 4 of the solution must be L, found R"),
      (7, "shortest-solutions 5", "expected 6 shortest solutions, found 5"),
      (2, "level S2/1F1/2P+lit", "expected only the start at distance 0: (2,2), lit"),
      (4, "verdict unsolvable", ""),
    ] {
      var lines = first
      lines[line - 1] = other
      let text = lines.map { $0 + "\n" }.joined()
      try folder.write(text, to: "head")
      try folder.write(rest.map { $0 + "\n" }.joined(), to: "tail")
      let run = try shell(
        #"(cat head; echo "sha256 $(sha256sum < head | cut -c 1-64)"; cat tail) | zombies check -"#,
        in: folder)
      if reason.isEmpty {
        // No certificate contains lines like these.
        expect(run.ending == .exit(65) && run.output == "", "\(run)")
        continue
      }
      expect(run.ending == .exit(1) && run.errors == "", "\(run)")
      expect(run.lines.count == 2 && run.output.contains(reason), "\(run)")
      expectEqual(run.lines.first?.hasPrefix("standard input:1: not proved: "), true, "\(run)")
      expectEqual(
        run.lines.last?.hasSuffix("proved: solvable, par 1, 1 shortest solution, 1 state: SP"), true
      )
    }
  }

  @Test("Damage gives status 65 with file and line; earlier results are still printed")
  func damage() throws {
    let folder = try TemporaryFolder()
    _ = try zombies("solve", "SP", "S#P", "--certificate", "proofs", in: folder)
    let proofs = try require(folder.read("proofs"))
    try folder.write(proofs.replacing("dark: 0,2", with: "dark: 0,0"), to: "damaged")
    let run = try zombies("check", "damaged", in: folder)
    expectEqual(run.ending, .exit(65), "\(run)")
    expect(run.lines.count == 1 && run.output.contains("damaged:1: proved"), "\(run)")
    expectEqual(
      run.errors,
      "Error: damaged, line 17: damaged: the checksum does not match the lines above it\n",
      "\(run)")
    try folder.write("", to: "empty")
    for (words, status, message) in [
      (["check", "empty"], Int32(65), "empty: no certificate found"),
      (["check", "proofs", "empty"], 65, "empty: no certificate found"),
      (["check", "missing"], 66, "cannot open 'missing'"), (["check"], 64, "no file"),
      (["check", "proofs", "-o", "/dev/full"], 74, "cannot write"),
      (["solve", "SP", "--certificate", "/no/such"], 73, "cannot create"),
      (["solve", "SP", "--certificate", "/dev/full"], 74, "cannot write"),
      (["solve", "SP", "--certificate", "-"], 64, "at most one output"),
      (["solve", "SP", "--certificate", "same", "-o", "same"], 64, "the same file"),
    ] {
      let run = try zombies(words, in: folder)
      expectEqual(run.ending, .exit(status), "\(run)")
      expect(run.errors.hasPrefix("Error: ") && run.errors.contains(message), "\(run)")
    }
  }

  @Test("After a bad level, the certificates of the last run are unchanged")
  func oldOrNew() throws {
    let folder = try TemporaryFolder()
    try folder.write("old", to: "proofs")
    let run = try zombies("solve", "SP", "nonsense", "--certificate", "proofs", in: folder)
    expectEqual(run.ending, .exit(66), "\(run)")
    expect(run.output.hasPrefix("argument 1: solvable, par 1"), "\(run)")
    expect(folder.read("proofs") == "old" && folder.names == ["proofs"])
  }

  /// There are few states, so each must be large: 100,000 zombies behind a wall.
  @Test(
    "Too many states for a certificate are refused, with their number and the limit",
    .enabled(if: ProcessInfo.processInfo.environment["ZOMBIES_LONG"] == "1"))
  func tooLarge() throws {
    let folder = try TemporaryFolder()
    let zombies = String(repeating: "Z", count: 1024)
    let rows =
      ["S1022P", String(repeating: "#", count: 1024)] + Array(repeating: zombies, count: 99)
      + [zombies.dropLast() + "F"]
    try folder.write(rows.joined(separator: "/") + "\n", to: "level")
    try folder.write("old", to: "proofs")
    let words = ["solve", "--input", "level", "--certificate", "proofs", "--max-states"]
    var run = try CommandLineRun(words + ["2000"], in: folder)
    run.timeout = 200
    let refused = try run.run()
    expectEqual(refused.ending, .exit(65), "\(refused)")
    expectEqual(
      refused.errors,
      "Error: level:1: the certificate of this level has 1,023 states, but the limit is "
        + "873\n")
    expect(folder.read("proofs") == "old" && folder.names == ["level", "proofs"])
  }
}
