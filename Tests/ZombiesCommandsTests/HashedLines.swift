import Testing
import ZombiesTestSupport

/// Lines whose outputs are hashed, with a name. Batches are here, the others in `HashedLevels`.
///
/// They should cover every combination that has its own code for playing, drawing or writing: the
/// policies, whether rounds are recorded and squares counted, the things and the size of the room,
/// the rules, and the end of a round.
struct HashedLines: Sendable, CustomTestStringConvertible {
  let name: String
  let lines: [String]

  /// Lines in which `20~3000` means 20, or 3000 in the long form.
  init(_ name: String, _ lines: [String]) {
    self.name = name
    self.lines = lines.map { $0.replacing(/(\d+)~(\d+)/) { isLong ? $0.2 : $0.1 } }
  }

  var testDescription: String { name }

  static let sections =
    familySections + [rules, limits, lists, errors, tables, parts, comparisons, sweeps]
    + levelSections

  // MARK: Families

  /// A family whose batches are played, and how many rounds.
  private struct Setting {
    let family: String
    var levels = "solvable"
    /// The policies that play together: not `all` if the family's plan takes long.
    var together = "all"
    /// Whether its plan takes no longer than the rounds.
    var isPlanned = false
    let rounds: Int
    let long: Int
  }

  /// Rooms of up to 64 squares. A chunk has 1024 trials, so some batches are longer than a chunk.
  private static let small = [
    Setting(family: "classic", isPlanned: true, rounds: 1100, long: 200_000),
    Setting(family: "block", levels: "any", isPlanned: true, rounds: 150, long: 200_000),
    Setting(family: "flashlight", isPlanned: true, rounds: 100, long: 30_000),
    Setting(family: "4x4", isPlanned: true, rounds: 100, long: 100_000),
    Setting(
      family: "5x5z1b1f1", levels: "any", together: "random,edge,beeline,clairvoyant", rounds: 60,
      long: 30_000),
    Setting(family: "6x6z2b3f1", rounds: 60, long: 20_000),
  ]

  private static let lit = [
    Setting(family: "6x6z1b5+lit", isPlanned: true, rounds: 40, long: 20_000),
    Setting(family: "8x8z4b6+lit", levels: "any", isPlanned: true, rounds: 60, long: 20_000),
    Setting(family: "5x5z2b2f1+lit", levels: "any", isPlanned: true, rounds: 80, long: 30_000),
  ]

  private static let others = [
    Setting(family: "7x5z2b2f1", rounds: 50, long: 20_000),
    Setting(family: "8x8z3b8f1", levels: "any", rounds: 30, long: 10_000),
    Setting(family: "2x32z2b3", levels: "any", rounds: 30, long: 10_000),
    Setting(family: "1x60", isPlanned: true, rounds: 10, long: 1000),
  ]

  private static let wide = [
    Setting(family: "9x9z3b10f1", rounds: 10, long: 6000),
    Setting(family: "12x40z6b60", rounds: 10, long: 6000),
    Setting(family: "5x13z2", levels: "any", rounds: 20, long: 10_000),
    Setting(family: "9x9z2b20+lit", levels: "any", rounds: 10, long: 6000),
    Setting(family: "3x25z1b5f2", levels: "any", rounds: 10, long: 6000),
  ]

  private static var familySections: [HashedLines] {
    [("small", small), ("lit", lit), ("others", others), ("wide", wide)].map { name, settings in
      HashedLines("families-\(name)", settings.indices.flatMap { batches($0, of: settings[$0]) })
    }
  }

  /// Whether a batch plays rounds or games, and which files it writes in addition to the table: all
  /// combinations.
  private static let ways: [(unit: String, files: String)] = [
    ("--rounds", ""), ("--rounds", " --rounds-csv r"), ("--rounds", " --squares-csv s"),
    ("--rounds", " --rounds-csv r --squares-csv s"), ("--games", ""),
    ("--games", " --rounds-csv r"),
    ("--games", " --squares-csv s"), ("--games", " --rounds-csv r --squares-csv s"),
  ]

  /// Batches of a family: with all policies in four of these combinations, which cover each pair of
  /// settings, and with each policy alone, in changing combinations.
  private static func batches(_ number: Int, of setting: Setting) -> [String] {
    func line(_ policy: String, _ way: Int, divisor: Int = 1) -> String {
      let (unit, files) = ways[way % ways.count]
      let count = "\(setting.rounds / divisor)~\(setting.long / divisor)"
      let levels = "--family \(setting.family) --levels \(setting.levels)"
      let rest = "--seed \(number + way)\(files) --threads \(1 + way % 3) --format csv"
      return "zombies simulate \(levels) --policy \(policy) \(unit) \(count) \(rest)"
    }
    var lines = [0, 3, 5, 6].map { line(setting.together, $0, divisor: $0 == 0 ? 1 : 2) }
    let policies = ["random", "edge", "beeline", "clairvoyant", "optimal"]
    for (place, policy) in policies.enumerated() where policy != "optimal" || setting.isPlanned {
      lines.append(line(policy, 3 * place + number + 1))
    }
    return lines
  }

  // MARK: Rules and limits

  private static var rules: HashedLines {
    let rules = [
      "--catching-distance 0", "--chase vertical", "--zombie-speed 2 --chase horizontal",
      "--catching-distance 0 --zombie-speed 3 --chase vertical",
    ]
    let families = [
      ("classic", "100~50000"), ("4x5z1f1", "40~20000"), ("5x6z2b3+lit", "30~20000"),
      ("8x8z3b8f1", "20~5000"), ("9x9z3b10f2", "8~3000"),
    ]
    var lines: [String] = []
    for (place, rules) in rules.enumerated() {
      for (number, (family, count)) in families.enumerated() {
        let (unit, files) = ways[(2 * place + 3 * number) % ways.count]
        lines.append(
          "zombies simulate --family \(family) --levels any \(rules) \(unit) \(count) --seed 5"
            + "\(files) --format csv")
      }
    }
    return HashedLines("rules", lines)
  }

  /// Few moves, many moves, and trials far from the first one, up to the last possible trial.
  private static var limits: HashedLines {
    let families = [
      ("classic", "1100~300000", "100~30000"), ("8x8z3", "400~200000", "40~20000"),
      ("6x6z1b5+lit", "60~20000", "10~5000"), ("9x9z3b10f1", "20~3000", "5~500"),
    ]
    let limits = [
      "--max-moves 1 --first 1", "--max-moves 5 --first 4611686018427387905",
      "--max-moves 600 --first 1000003",
    ]
    var lines: [String] = []
    for (family, many, few) in families {
      for limits in limits {
        let line =
          "zombies simulate --family \(family) --levels any --policy random,edge,clairvoyant"
          + " \(limits) --seed 18446744073709551615 --format csv"
        lines.append("\(line) --rounds \(limits.hasPrefix("--max-moves 600") ? few : many)")
        lines.append("\(line) --rounds \(few) --rounds-csv r --squares-csv s")
        lines.append("\(line) --games \(few) --squares-csv s")
      }
    }
    lines += [
      "zombies simulate --first 18446744073709551600 --rounds 15 --rounds-csv r --format csv",
      "zombies simulate --first 6148914691236517200 --games 5 --rounds-csv r --format csv",
    ]
    return HashedLines("limits", lines)
  }

  // MARK: Lists

  /// Given levels: of one family and of several, of one size and of several, codes and pictures.
  private static var lists: HashedLines {
    let lists: [(levels: String, areOfOneSize: Bool)] = [
      ("seq -f 'block+any@3#%g' 0 49~4999", true), ("seq -f '4x5z1b1f1+any@3#%g' 0 19~4999", true),
      ("seq -f '8x8z2b6+lit+any@3#%g' 0 19~4999", true),
      ("seq -f '9x9z3b10f1+any@3#%g' 0 9~999", true),
      (
        "for f in 4x7z1b2 classic 9x9z2b10 6x6z1b3+lit 3x25z1f1 8x8z1b8f1; do"
          + " seq -f \"$f+any@7#%g\" 0 4~499; done", false
      ),
      ("zombies generate --family 6x6z2b3f1 --count 15~3000 --format csv", true),
      ("zombies generate --family 5x7z1b4 --count 15~3000 --levels any", true),
    ]
    var lines: [String] = []
    for (levels, areOfOneSize) in lists {
      let squares = areOfOneSize ? " --squares-csv s" : ""
      for batch in [
        "all --rounds 40~20000 --rounds-csv r", "all --games 20~10000",
        "edge --rounds 40~20000\(squares)",
        "clairvoyant,random --games 30~20000 --rounds-csv r\(squares)",
      ] {
        lines.append(
          "\(levels) > levels; zombies simulate --input levels --policy \(batch) --first 7 --seed 2"
            + " --format csv")
      }
    }
    lines += [
      "zombies simulate SP S#/#P SZ/1P S2/1Z1/2P classic@42#7 --rounds 9 --rounds-csv - -o t",
      "zombies simulate S3/4/Z1F1/3P 3S/2#1/1Z2/P3 --games 30 --squares-csv - -o t",
    ]
    return HashedLines("lists", lines)
  }

  // MARK: Errors and tables

  /// Errors that end a batch early, and the files that are left.
  private static let errors = HashedLines(
    "errors",
    [
      "--family 6x6z1b5+lit --max-states 30", "--family 9x9z3b10f1 --max-states 30",
      "--family 5x5z1b1f1 --levels any --policy edge,clairvoyant --max-states 18 --rounds-csv r",
      "--family 5x5z1b1f1 --levels any --policy edge,clairvoyant --max-states 60 --rounds-csv - -o t",
      "--family 5x5z1b1f1 --levels any --policy edge --max-states 1",
      "--family 9x9z3b10f1 --levels any --policy random,clairvoyant --max-states 200",
      "--family 8x8z4b6+lit --levels any --policy clairvoyant --max-states 40 --squares-csv s",
      "S4/5/Z1#2/2F2/4P classic@0#1 9x9z3b10f1+any@1#1 --policy clairvoyant --max-states 30",
      "--family 5x5z2+lit",
      "--family 9x9z3 --policy edge,optimal", "P4/5/5/5/4S --policy optimal --squares-csv s",
      "--levels any --policy random,edge,random",
    ].map { "zombies simulate --rounds 3000 \($0)" })

  /// Text tables.
  private static let tables = HashedLines(
    "tables",
    ["block", "8x8z4b6+lit", "6x6z2b3f1", "9x9z3b10f1"].flatMap { family in
      [
        "--rounds 40~10000", "--games 20~5000 --squares-csv - -o table",
      ].map { "zombies simulate --family \(family) --levels any \($0)" }
    })

  // MARK: Parts, comparisons, sweeps

  /// Shards and their merge, with the tallies of both.
  private static var parts: HashedLines {
    let batches = [
      "--family classic --rounds 1100~100000", "--family 4x5z1f1 --games 30~20000",
      "--family 6x6z1b5+lit --levels any --rounds 40~20000",
      "--family 9x9z3b10f1 --rounds 20~1000",
      "SP S4/5/Z1#2/2F2/4P 9x9z3b10f1@1#1 S4/5/2Z2/5/4P+lit --games 50~20000",
    ]
    var lines: [String] = []
    for batch in batches {
      func files(_ name: String) -> String {
        let squares = batch.hasPrefix("SP") ? "" : " --squares-csv \(name).squares"
        return "--rounds-csv \(name).rounds --tally \(name).tally -o \(name).csv --format csv"
          + squares
      }
      let line = "zombies simulate \(batch) --seed 11"
      lines.append(
        "for i in 3 1 2; do \(line) --shard $i/3 \(files("$i")); done; "
          + "zombies merge *.tally *.rounds \(files("all"))")
      lines.append("\(line) --tally one.tally; zombies merge one.tally")
      guard batch.contains("--games") else { continue }
      lines.append(
        "for i in 2 3; do \(line) --shard $i/3 --rounds-csv $i -o /dev/null; done; zombies merge 3 2"
      )
    }
    return HashedLines("parts", lines)
  }

  private static let comparisons = HashedLines(
    "compare",
    [
      "edge random --family block --difference 0.1 --rounds",
      "beeline edge --difference 0.05 --seed 3 --rounds",
      "clairvoyant edge --family 6x6z2b3f1 --levels any --difference 0.2 --rounds",
      "random edge --family 6x6z1b5+lit --difference 0.2 --games",
      "edge beeline --family 9x9z3b10f1 --levels any --difference 0.4 --rounds",
      "optimal edge --family flashlight --difference 0.1 --alpha 0.1 --beta 0.01 --rounds",
      "edge clairvoyant 6x6z2b3f1@1#1 classic+any@1#2 9x9z2@1#1 S4/5/2Z2/5/4P+lit --rounds",
      "random edge 6x6z2b3f1@1#1 classic+any@1#2 9x9z2@1#1 --difference 0.2 --rounds",
    ].flatMap { words in
      ["700~100000", "300~100000 --format csv"].map { "zombies compare \(words) \($0)" }
    })

  private static let sweeps = HashedLines(
    "sweep",
    [
      "--size 4,5x6 --zombies 1..2 --blocks 0,2 --rounds 40~10000",
      "--family 4x5z1f1,6x6z1b3+lit,9x9z2b10 --policy random,beeline,clairvoyant --chase longest,vertical --catching-distance 0,1"
        + " --levels any --games 10~1000 --first 5",
      "--family 3x3,3x3z5,block --zombie-speed 1,2 --policy random,clairvoyant --rounds 100~20000"
        + " --max-moves 6 --seed 9",
    ].map { "zombies sweep \($0)" })
}
