import ZombiesTestSupport

// The lines of commands that generate levels, solve them, or count whole families.

extension HashedLines {
  static var levelSections: [HashedLines] {
    [
      generated, chosen, solved, difficulties, certificates, replays, censuses, analyses, models,
      hardest,
    ]
  }

  private static var generated: HashedLines {
    let families = [
      ("classic", "300~100000"), ("block", "300~100000"), ("6x6z2b3f1", "60~20000"),
      ("8x8z3b8f1", "40~10000"), ("6x6z1b5+lit", "60~20000"), ("7x5z2b2f1", "60~20000"),
      ("9x9z3b10f1", "20~5000"), ("12x40z6b60", "10~2000"), ("2x32z1b4", "40~10000"),
    ]
    var lines: [String] = []
    for (number, (family, count)) in families.enumerated() {
      for (place, format) in ["csv", "code", number % 2 == 0 ? "picture" : "emoji"].enumerated() {
        let levels = (place + number) % 2 == 0 || number == 8 ? "any" : "solvable"
        lines.append(
          "zombies generate --family \(family) --levels \(levels) --count \(count) --seed \(number)"
            + "\(place < 2 ? "" : " --first 1000000007") --format \(format)")
      }
      let rules = number % 2 == 0 ? "--catching-distance 0" : "--zombie-speed 2 --chase vertical"
      lines.append("zombies generate --family \(family) \(rules) --count 20~2000 --format csv")
    }
    return HashedLines("generate", lines)
  }

  /// Filtered levels, and the failures of filters.
  private static let chosen = HashedLines(
    "choose",
    [
      "--family classic --distinct --count 30", "--distinct --count 106 --format code",
      "--family block --levels any --distinct --count 92 --format csv",
      "--family 8x9b2f1 --distinct --count 30~1000 --sort --format code",
      "--family 6x6z1b5+lit --min-par 14 --count 5~500",
      "--family 6x6z1b5+lit --grade hard,fiendish --count 3~500 --format csv",
      "--family 5x5z1b2f1 --direct-way-loses --count 5~2000 --format csv",
      "--family 5x5z1b1+lit --every-thing-matters --count 3~500 --format code",
      "--family 9x9z2b8f1 --grade medium,easy --count 3~200 --format csv",
      "--family 6x6z1b5+lit --grade gentle:2,hard:3~90,easy:1~50 --max-par 16 --sort --format csv",
      "--family 5x5z2f1 --levels any --sort --count 20~3000 --format csv",
      "--family 9x9z1+lit --count 3", "--family 8x8z4b6+lit --max-draws 9 --count 3",
      "--family 6x6z1b5+lit --max-states 40 --count 30 --format csv",
      "--family classic --grade fiendish --max-tries 200",
    ].map { "zombies generate \($0) --seed 4" })

  /// Levels of many kinds, each up to an index, in a file.
  private static func list(to last: String) -> String {
    "for f in classic block 6x6z2b3f1 8x8z3b8f1 6x6z1b5+lit 7x6z2b4+lit 9x9z2b10f1 12x40z6b60; do"
      + " seq -f \"$f+any@5#%g\" 0 \(last); done > levels"
  }

  private static var solved: HashedLines {
    let rules = [
      "", " --catching-distance 0", " --chase vertical --zombie-speed 2", " --max-states 100",
    ]
    var lines = rules.flatMap { rules in
      [
        "\(list(to: "9~999")); zombies solve --input levels --format csv\(rules)",
        "\(list(to: "2~299")); zombies solve --input levels\(rules)",
        "\(list(to: "5~999")); zombies verify --input levels\(rules)",
      ]
    }
    lines += [
      "zombies generate --family 8x8z2b8f1 --count 20 --levels any | zombies solve - --format csv",
      "zombies verify 6x6z1b5+lit+any@1#9 --max-states 5", "zombies verify classic@1#1 block@1#1",
      "zombies solve 64x64z9b500@1#1 1x1024@1#1 40x50z5b300+any@1#1 --format csv",
    ]
    return HashedLines("solve", lines)
  }

  private static var difficulties: HashedLines {
    var lines: [String] = []
    for words in ["", " --format csv", " --format csv --catching-distance 0 --zombie-speed 2"] {
      lines.append("\(list(to: "0~299")); zombies solve --difficulty --input levels\(words)")
      for family in ["5x6z2b2f2 --levels any --count 15~3000", "6x6z1b5+lit --count 10~3000"] {
        lines.append(
          "zombies generate --family \(family) --seed 8 | zombies solve --difficulty -\(words)")
      }
    }
    lines += [
      "zombies solve --difficulty S8/9/9/3Z5/9/2#6/9/1#7/8P SP S#/#P SZ/1P --format csv",
      "zombies solve --difficulty 6x6z1b5+lit@0#2041 --max-states 60",
    ]
    return HashedLines("difficulty", lines)
  }

  /// Proofs, and the output of the checker.
  private static var certificates: HashedLines {
    let families = [
      "classic", "block", "6x6z2b3f1", "8x8z3b8f1", "6x6z1b5+lit", "8x8z3b6+lit", "9x9z2b10f1",
      "9x9z1b20+lit", "12x40z6b60",
    ]
    let rules = ["", " --catching-distance 0", " --zombie-speed 2 --chase horizontal"]
    var lines = families.enumerated().map { number, family in
      "seq -f '\(family)+any@6#%g' 0 \(number < 2 ? "19~999" : "4~199") |"
        + " zombies solve -\(rules[number % 3]) --certificate p -o /dev/null; zombies check p"
    }
    lines += [
      "zombies solve classic@1#1 6x6z1b5+lit@1#1 --max-states 30 --certificate p; zombies check p",
      "zombies solve classic@1#1 --zombie-speed 2 --certificate p;"
        + " zombies check p --catching-distance 1",
      "zombies solve block@1#1 --certificate p; sed 's/^par 8/par 9/' p > q; zombies check p q",
    ]
    return HashedLines("certificates", lines)
  }

  /// Rounds of a batch, replayed one by one.
  private static let replays = HashedLines(
    "replay",
    [
      ("--family flashlight --games 1", ""), ("--family 6x6z1b5+lit --rounds 2", " --view player"),
      ("--family 9x9z3b10f1 --rounds 1", " --format emoji"),
      ("--family 8x8z3b8f1 --games 1 --zombie-speed 2", " --zombie-speed 2"),
    ].map { batch, words in
      "zombies simulate \(batch) --levels any --first 5 --seed 4 --rounds-csv r -o t"
        + " --policy random,beeline,clairvoyant; tail -n +2 r | while IFS=, read t n policy level rest;"
        + " do zombies replay $level --policy $policy --trial $t --round $n --seed 4\(words); done"
    })

  private static var censuses: HashedLines {
    let families = [
      "classic", "block", "flashlight --catching-distance 0", "5x5z1b1+lit", "4x4z1b1f1",
      "3x7z1b2 --zombie-speed 2", "4x5z2+lit --chase vertical", "2x30z1", "3x3",
    ]
    let large = ["5x5z2b1", "5x5z1b2f1", "6x6z1b2+lit", "6x6z2f1", "8x8z1b2"]
    var lines = (families + (isLong ? large : [])).flatMap { family in
      [
        "zombies census --family \(family)",
        "zombies census --family \(family) --format csv --top 30 --top-csv top --tally tally"
          + " --threads 3",
      ]
    }
    lines += [
      "for i in 2 3 1; do zombies census --family 4x5z1b2+lit --shard $i/3 --tally $i -o /dev/null;"
        + " done; zombies merge 1 2 3 --top-csv top",
      "zombies census --family 5x5z1b1+lit --max-states 20 --format csv",
      "zombies census --family 8x8z4b6+lit",
    ]
    return HashedLines("census", lines)
  }

  private static let analyses = HashedLines(
    "analyze",
    [
      "classic", "3x5z1b1 --format csv", "3x5z1b1+lit", "3x4z1f1 --catching-distance 0",
      "4x4z1b1 --max-moves 7", "3x4z1b2+lit --zombie-speed 2 --chase vertical --format csv",
      "2x35z1 --max-moves 20", "4x4z2 --check 300~100000 --seed 3",
      "3x5z1b1+lit --check 100~50000 --format csv", "3x4z1b1 --max-moves unlimited",
    ].map { "zombies analyze --family \($0) --pars-csv pars" })

  private static let models = HashedLines(
    "model",
    [
      "classic", "block --levels any --hearing-distance 2 --format csv",
      "flashlight --view none --format pomdp", "5x5z1b1+lit --levels any --view all",
      "3x4z2f1 --zombie-speed 2 --chase vertical --format jsonl", "9x8z1 --format pomdp",
      "S4/5/Z1#2/2F2/4P --catching-distance 0 --format csv", "1x70 --view all --format pomdp",
    ].map { "zombies model \($0)" })

  private static let hardest = HashedLines(
    "hardest",
    [
      "6x6z1b5+lit --steps 300~20000", "6x6z2b4 --steps 200~20000",
      "5x5z2b2f1+lit --steps 100~10000", "8x8z2b8 --steps 60~10000",
      "7x5z1b3f1 --steps 60~10000",
    ].flatMap { family in
      ["--format csv --threads 1 --seed 5", "--chase vertical --catching-distance 0"].map {
        "zombies census --search --family \(family) --climbs 4 \($0)"
      }
    })
}
