import Foundation
import Testing
import ZombiesAnalysis
import ZombiesCore
import ZombiesGrading
import ZombiesReports
import ZombiesTestBridge
import ZombiesTestSupport

/// Every column of the tables of campaigns and of people: `worlds`, `--stars`, `--plays`, `--correlations-csv`
/// and `play --record`. Only this suite notices a count of another outcome, the value of another level, or a
/// median of other numbers in these columns.
@Suite(.waits) struct ColumnValuesPlaysTests {
  private typealias Row = [String: String]

  /// A campaign. Its second world has rules of its own if `ruled` is true.
  private static func text(ruled: Bool) -> String {
    """
    ; world: One
    ; level: First
    S2Z/4/3P
    ; level: b, "c"
    3x4z1b1#7

    S1Z2/2#2/4P+lit
    ; world: =2
    ; unlock: stars 2
    \(ruled ? "; rules: zombie-speed 2, hearing-distance 2" : "; a comment")
    4x3z1b1#16
    S3F/#4/Z3P
    ; world: Three
    ; unlock: coins 5
    ; level: Shut
    S2/2Z/2P
    ; world: Four
    ; unlock: all
    S#2/4/3P

    """
  }

  /// The rules of a game, for levels without rules of their own.
  private static let usual = NaiveRules(hearingDistance: 2)
  private static let own = NaiveRules(speed: 2, hearingDistance: 2)
  private static let given = NaiveRules(catchingDistance: 0, chase: .vertical, hearingDistance: 3)

  private typealias Entry = (
    level: NaiveLevel, rules: NaiveRules, report: NaiveDifficulty, cells: Cells
  )

  /// The levels of the campaign with what its table says.
  private static func entries(ruled: Bool) throws -> [Entry] {
    let worlds = ["One", "One", "One", "=2", "=2", "Three", "Four"]
    let unlocks = ["open", "open", "open", "stars 2", "stars 2", "coins 5", "all"]
    let codes = try zombies("levels", "3x4z1b1#7", "4x3z1b1#16", "-q").lines.map {
      String($0.prefix { $0 != " " })
    }
    let all = [
      "S2Z/4/3P", codes[0], "S1Z2/2#2/4P+lit", codes[1], "S3F/#4/Z3P", "S2/2Z/2P", "S#2/4/3P",
    ]
    let names: [String?] = ["First", "b, \"c\"", nil, nil, nil, "Shut", nil]
    return try all.enumerated().map { place, code in
      let level = try #require(NaiveLevel(code: code))
      let isOwn = worlds[place] == "=2"
      let rules = ruled ? (isOwn ? own : usual) : given
      let family = NaiveFamily(
        rows: level.rows, columns: level.columns, zombies: level.zombies.count,
        blocks: level.blocks.count, flashlights: level.flashlights.count, lit: level.lit)
      let isKnown = level.isPlaced && !level.lit
      let report = NaiveDifficulty(
        level, rules,
        luck: isKnown && rules.hearingDistance > 1 ? NaiveLuckFinder(family, rules) : nil)
      let plan = isKnown && report.solved.solvable ? NaiveHearingPlan(family, rules) : nil
      let cells: Cells = [
        "world": ["One", "=2", "Three", "Four"].firstIndex(of: worlds[place])! + 1,
        // A cell that begins like a formula is marked.
        "world_name": (isOwn ? "'" : "") + worlds[place], "unlock": unlocks[place],
        "number": worlds[...place].count { $0 == worlds[place] }, "name": names[place],
        "line": [3, 5, 7, 11, 12, 16, 19][place], "blind_wins": plan?.wins(),
        "blind_levels": plan?.steps.solvablePlacements().count,
        "reference": [1: "3x4z1b1#7", 3: "4x3z1b1#16"][place],
      ]
      let parts = [
        ZombiesCommandsTests.cells(of: level), ZombiesCommandsTests.cells(of: rules),
        report.verdictCells, report.thingCells, report.luckCells,
      ]
      return (level, rules, report, parts.reduce(cells) { $0.merging($1) { $1 } })
    }
  }

  private static func median(_ values: [Int]) -> Int? {
    values.isEmpty ? nil : values.sorted()[(values.count - 1) / 2]
  }

  private static func seconds(_ milliseconds: Int?) -> String? {
    milliseconds.map { String(format: "%.3f", Double($0) / 1000) }
  }

  @Test(arguments: [true, false])
  func worldsAndStars(ruled: Bool) throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.text(ruled: ruled), to: "w.txt")
    let words = "w.txt -q --format csv \(ruled ? "" : options(of: Self.given))"
    let run = try shell(
      "zombies worlds \(words) -o w; zombies worlds --stars \(words) -o s", in: folder)
    #expect(run.output == "" && run.errors.contains("unsolvable") == ruled, "\(run)")
    let (worlds, stars) = (Table(folder.read("w") ?? "").rows, Table(folder.read("s") ?? "").rows)
    let entries = try Self.entries(ruled: ruled)
    #expect(worlds.count == entries.count && stars.count == entries.count)
    var policies: Set<String> = []
    for ((row, star), entry) in zip(zip(worlds, stars), entries) {
      expectCells(row, entry.cells)
      let (limit, par) = (4 * entry.level.squareCount, entry.report.solved.par)
      var cells = entry.cells
      for (name, most) in [("win", limit), ("par", par ?? 0)] {
        let columns = ["policy", "seed", "trial", "moves"].map { "\(name)_\($0)" }
        cells["random_\(name)_chance"] = .some(
          par == nil ? nil : naiveExactRandom(entry.level, entry.rules, maxMoves: most).won)
        for column in columns { cells[column] = .some(nil) }
        guard par != nil else { continue }
        // The first policy that wins plays the row's moves, and none before it wins.
        let policy = star[columns[0]] ?? ""
        let order = ["edge", "beeline", "optimal", "random"]
        let place = try #require(order.firstIndex(of: policy), "\(star)")
        policies.insert(policy)
        let trial = try #require(Int(star[columns[2]] ?? ""))
        try #require(trial < 3000 && (trial == 0 || policy == "random"))
        let played = try shell(
          "zombies simulate '\(entry.level.code)' \(options(of: entry.rules)) -q --seed 0 "
            + "-n \(trial + 1) --policy edge,beeline,random --rounds-csv - -o t", in: folder)
        let rounds = Table(played.output).rows
        func isWon(_ round: Row) -> Bool {
          round["outcome"] == "won" && (name == "win" || round["moves"] == "\(par!)")
        }
        let before = rounds.filter {
          order[..<place].contains($0["policy"]!) || $0["trial"] != "\(trial)"
        }
        let isFirst = !before.contains {
          isWon($0) && (policy == "random" || $0["policy"] != "random")
        }
        #expect(isFirst, "\(star)")
        let moves = star[columns[3]] ?? ""
        if policy == "optimal" {
          var round = NaiveRound(entry.level, entry.rules)
          round.play(moves)
          #expect(round.outcome == .won && (name == "win" || moves.count == par))
        } else {
          let own = try #require(
            rounds.first { $0["policy"] == policy && $0["trial"] == "\(trial)" })
          #expect(isWon(own) && own["path"] == moves, "\(own), \(star)")
        }
        cells.merge([columns[0]: policy, columns[1]: 0, columns[2]: trial, columns[3]: moves]) {
          $1
        }
      }
      expectCells(star, cells)
    }
    #expect(policies.count > 1, "\(policies)")
  }

  /// A round of a person.
  private struct Played {
    let level: Int
    let player: String
    let outcome: NaiveOutcome
    let path: String
    let last: Int
    let time, firstMove: Int?
    let undos, hints, life: Int

    var isWon: Bool { outcome == .won }
  }

  /// Rounds of random walks. Nobody plays the fifth level, and only some players try all others.
  private static func rounds(_ entries: [Entry]) -> [Played] {
    var random = NaiveRandom(seed: 77)
    return (0..<150).map { number in
      let player = ["Ann", "Ben", "Cid", "Dee"][random.below(4)]
      let level = [0, 1, 2, 3, 5, 6][random.below(player == "Dee" ? 3 : 6)]
      var (round, path) = (NaiveRound(entries[level].level, entries[level].rules), "")
      while round.outcome == nil, path.count < 14 {
        // Mostly up and left, so that some win.
        let moves = round.legalMoves()
        let move =
          moves.first { [0, 2].contains($0) && random.below(3) > 0 }
          ?? moves[random.below(moves.count)]
        round.move(move)
        path += naiveDirectionLetters[move]
      }
      let time = random.below(5) == 0 ? nil : 1000 + random.below(90_000)
      return Played(
        level: level, player: player, outcome: round.outcome ?? .outOfMoves, path: path,
        last: round.player, time: time, firstMove: path.isEmpty ? nil : time.map { $0 / 3 },
        undos: random.below(6), hints: random.below(3), life: 1 + random.below(3))
    }
  }

  @Test(arguments: [true, false])
  func playedLevels(ruled: Bool) throws {
    let (folder, entries) = (try TemporaryFolder(), try Self.entries(ruled: ruled))
    let rounds = Self.rounds(entries)
    var text = RecordCSV.header
    for (trial, round) in rounds.enumerated() {
      let rules = entries[round.level].rules
      text +=
        "\(trial),0,\(round.player),\(entries[round.level].level.code),\(round.outcome.rawValue),"
        + "\(round.path.count),\(round.path),\(Self.seconds(round.time) ?? ""),"
        + "\(Self.seconds(round.firstMove) ?? ""),\(round.undos),\(round.hints),\(round.life),"
        + "\(rules.catchingDistance),\(rules.chase.rawValue),\(rules.speed),\(rules.hearingDistance)\n"
    }
    try folder.write(Self.text(ruled: ruled), to: "w.txt")
    try folder.write(text, to: "r.csv")
    let run = try shell(
      "zombies worlds w.txt --plays r.csv -q --format csv -o p \(ruled ? "" : options(of: Self.given))",
      in: folder)
    #expect(run.output == "" && run.errors.contains("unsolvable") == ruled, "\(run)")
    let rows = Table(folder.read("p") ?? "").rows
    #expect(rows.count == entries.count)
    let tried = Set(rounds.map(\.level))
    let stayers = Set(rounds.map(\.player)).filter { name in
      Set(rounds.filter { $0.player == name }.map(\.level)) == tried
    }
    #expect(stayers.count == 3 && tried.count == 6)
    for (place, (row, entry)) in zip(rows, entries).enumerated() {
      let here = rounds.filter { $0.level == place }
      let players = Set(here.map(\.player)).sorted()
      var (lives, tries, times, left) = ([0, 0, 0, 0], [Int](), [Int](), 0)
      for name in players {
        let own = here.filter { $0.player == name }
        if let first = own.firstIndex(where: \.isWon) {
          lives[own[first].life] += 1
          tries.append(first + 1)
          let all = own[...first].map(\.time)
          if !all.contains(nil) { times.append(all.reduce(0) { $0 + $1! }) }
        } else if rounds.last(where: { $0.player == name })?.level == place {
          left += 1
        }
      }
      let captures = Dictionary(grouping: here.filter { $0.outcome == .caught }, by: \.last)
      let most = captures.values.map(\.count).max()
      let square = captures.filter { $0.value.count == most }.keys.min()
      let stayed = here.filter { stayers.contains($0.player) }
      func count(_ outcome: NaiveOutcome) -> Int { here.count { $0.outcome == outcome } }
      func mean(_ sum: Int, _ count: Int) -> Double? {
        count == 0 ? nil : Double(sum) / Double(count)
      }
      expectCells(
        row, entry.cells, entry.report.measures,
        rateCells("won_share", tries.count, of: players.count),
        rateCells("win_rate", count(.won), of: here.count),
        [
          "players": players.count, "players_won": tries.count, "won_in_life_1": lives[1],
          "won_in_life_2": lives[2], "won_in_life_3": lives[3], "players_left": left,
          "rounds": here.count, "won": count(.won), "caught": count(.caught),
          "stuck": count(.stuck), "out_of_moves": count(.outOfMoves),
          "seconds_p50": Self.seconds(Self.median(here.compactMap(\.time))),
          "first_move_seconds_p50": Self.seconds(Self.median(here.compactMap(\.firstMove))),
          "win_seconds_p50": Self.seconds(Self.median(times)), "win_rounds_p50": Self.median(tries),
          "undos_mean": mean(here.reduce(0) { $0 + $1.undos }, here.count),
          "hints_mean": mean(here.reduce(0) { $0 + $1.hints }, here.count),
          "won_moves_p50": Self.median(here.filter(\.isWon).map(\.path.count)),
          "lost_moves_p50": Self.median(here.filter { !$0.isWon }.map(\.path.count)),
          "lost_row": square.map { $0 / entry.level.columns },
          "lost_column": square.map { $0 % entry.level.columns }, "lost_there": most,
          "stayers_rounds": stayed.count,
          "stayers_win_rate": mean(stayed.count(where: \.isWon), stayed.count),
        ])
    }
    try expectCorrelations(entries, rounds, rows, players: 4, stayers: stayers.count, ruled)
  }

  /// Spearman's correlation by ranks, over the cells of the table. `RankCorrelationTests` checks the intervals,
  /// which are compared here with those of the same numbers.
  private func expectCorrelations(
    _ entries: [Entry], _ rounds: [Played], _ cells: [Row], players: Int, stayers: Int,
    _ ruled: Bool
  ) throws {
    var counted = CampaignPlays(
      try entries.map {
        CampaignPlays.Entry(
          try Level($0.level.code), rules: try Rules($0.rules), takesAnyHearing: false)
      })
    counted.beginFile(ofPeople: true)
    for (line, round) in rounds.enumerated() {
      let entry = entries[round.level]
      _ = try counted.count(
        RecordedPlay(
          line: line + 2, player: round.player, code: Array(entry.level.code.utf8)[...],
          outcome: try #require(Outcome.allCases.first { $0.name == round.outcome.rawValue }),
          path: round.path.map { letter in
            Direction.allCases[naiveDirectionLetters.firstIndex(of: "\(letter)")!]
          },
          milliseconds: round.time.map { UInt64($0) },
          firstMoveMilliseconds: round.firstMove.map { UInt64($0) }, hasWrongClock: false,
          undos: UInt64(round.undos), hints: UInt64(round.hints), life: round.life,
          rules: try Rules(entry.rules), identity: nil))
    }
    counted.finish()
    let rows = try entries.enumerated().map { place, entry in
      WorldsRow(
        world: 1, worldName: "A", lock: .all, number: place + 1, name: nil, line: nil,
        level: try Level(entry.level.code),
        report: Grader(try Rules(entry.rules)).report(
          try Level(entry.level.code),
          [.grade, .thingsThatMatter, .blindChance, .solution, .measures]),
        stars: nil, rules: try Rules(entry.rules), plays: counted.levels[place])
    }
    let findings = MeasureFindings(rows, players: players, stayers: stayers, samples: 60)
    let table = Table(CorrelationsCSV.text(findings)).rows
    #expect(table.count == LevelMeasure.allCases.count * PlayMeasure.allCases.count)
    func ranks(_ values: [Double]) -> [Double] {
      values.map { value in
        Double(values.count { $0 < value }) + Double(values.count { $0 == value } + 1) / 2
      }
    }
    func measure(_ name: String, _ row: Row) -> Double? {
      func number(_ name: String) -> Double? { Double(row[name] ?? "") }
      switch name {
      case "direct_way_loses": return ["true": 1, "false": 0][row[name] ?? ""]
      case "things":
        return ["zombies", "blocks", "flashlights"].reduce(0) { $0 + (number($1) ?? .nan) }
      case "blind_chance":
        return number("blind_levels").map { (number("blind_wins")! / $0 * 1e9).rounded() / 1e9 }
      default: return number(name)
      }
    }
    let names = LevelMeasure.allCases.flatMap { measure in
      PlayMeasure.allCases.map { (measure.rawValue, $0.rawValue) }
    }
    var different: Set<String> = []
    for (row, (name, play)) in zip(table, names) {
      let pairs = cells.filter { $0["rounds"] != "0" }.compactMap { cells -> (Double, Double)? in
        guard let x = measure(name, cells), let y = measure(play, cells) else { return nil }
        return (x, y)
      }
      let (x, y) = (ranks(pairs.map(\.0)), ranks(pairs.map(\.1)))
      let middle = Double(pairs.count + 1) / 2
      func product(_ x: [Double], _ y: [Double]) -> Double {
        zip(x, y).reduce(0) { $0 + ($1.0 - middle) * ($1.1 - middle) }
      }
      let isKnown = pairs.count > 2 && product(x, x) > 0 && product(y, y) > 0
      let value = product(x, y) / (product(x, x) * product(y, y)).squareRoot()
      let interval = RankCorrelation(pairs.map(\.0), pairs.map(\.1), samples: 60)?.interval
      different.insert(row["correlation"] ?? "")
      expectCells(
        row,
        [
          "measure": name, "play": play, "levels": pairs.count, "players": players,
          "rounds": rounds.count, "correlation": isKnown ? value : nil,
          "correlation_low": interval?.low, "correlation_high": interval?.high,
        ])
    }
    #expect(different.count > 9)
  }

  // MARK: Records

  /// The rows of a game with hints, undone moves and lives, under rules of its own.
  @Test func recordedRounds() throws {
    let (folder, rules) = (
      try TemporaryFolder(), NaiveRules(chase: .vertical, speed: 2, hearingDistance: 3)
    )
    let code = "S2/1Z1/2P"
    let moves = [
      "up\nundo\nup\nup\nhint\n", "left\nleft\nhint\nundo\nleft\n", "up\nup\nleft\nleft\n",
    ]
    let run = try zombies(
      ["play", code, "--text", "--record", "r", "--players", "Ann"]
        + options(of: rules).split(separator: " ").map(String.init),
      input: moves.joined(separator: "next\n"), in: folder)
    let rows = Table(folder.read("r") ?? "").rows
    #expect(rows.count > 1, "\(run)")
    for (trial, row) in rows.enumerated() {
      var round = NaiveRound(try #require(NaiveLevel(code: code)), rules)
      round.play(row["path"] ?? "")
      let times = ["seconds", "first_move_seconds"].map { Double(row[$0] ?? "") ?? -1 }
      #expect(times[0] >= times[1] && times[1] >= 0 && times[0] < 300, "\(row)")
      expectCells(
        row, cells(of: rules),
        [
          "trial": trial, "round": 0, "policy": "Ann", "level": code,
          "outcome": round.outcome?.rawValue, "moves": round.moves,
          "path": row["path"], "seconds": row["seconds"],
          "first_move_seconds": row["first_move_seconds"], "undos": row["undos"],
          "hints": row["hints"], "life": trial + 1,
        ])
    }
    // Every value different, and none.
    let played = PlayedRound(
      trial: 8, player: "A, =b", level: "SP", outcome: .stuck, path: [.up, .left, .down, .right],
      milliseconds: 61_007, firstMoveMilliseconds: 2_090, undos: 5, hints: 6, life: 2,
      rules: try Rules(rules))
    let bare = PlayedRound(
      trial: 9, player: "=b", level: "SP", outcome: .outOfMoves, path: [], milliseconds: nil,
      firstMoveMilliseconds: nil, undos: 0, hints: 0, life: 3, rules: .standard)
    #expect(
      RecordCSV.row(played)
        == "8,0,\"A, =b\",SP,stuck,4,ULDR,61.007,2.090,5,6,2,1,vertical,2,3\n")
    #expect(RecordCSV.row(bare) == "9,0,'=b,SP,out-of-moves,0,,,,0,0,3,1,longest,1,0\n")
  }
}
