import Foundation
import Testing
import ZombiesCore
import ZombiesGame
import ZombiesGrading
import ZombiesPolicies
import ZombiesTestBridge
import ZombiesTestSupport

/// Stars of the built-in campaign that nobody can earn without peeking: rounds and chances in
/// Reports/worlds.csv that the naive reference does not confirm.
@Suite struct CampaignStarsTests {
  /// A row of the report, by the names of its columns.
  struct Row: Sendable, CustomTestStringConvertible {
    let cells: [String: String]

    subscript(column: String) -> String { cells[column] ?? "no column \(column)" }

    var testDescription: String { "\(self["world_name"]), \(self["name"]): \(self["level"])" }
  }

  static let rows: [Row] = {
    var package = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { package.deleteLastPathComponent() }
    let file = package.appendingPathComponent("Reports/worlds.csv")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    let lines = text.split(separator: "\n").map { line in
      // The names contain no commas.
      line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    return lines.dropFirst().map { line in
      Row(cells: Dictionary(zip(lines[0], line), uniquingKeysWith: { $1 }))
    }
  }()

  @Test func theReportIsOfTheCampaign() {
    let campaign = Campaign.standard
    #expect(Self.rows.count == campaign.places.count)
    for (row, place) in zip(Self.rows, campaign.places) {
      #expect(row["world"] == "\(place.world + 1)" && row["number"] == "\(place.level + 1)")
      #expect(row["level"] == campaign[place].code)
      #expect(row["name"] == campaign[place].name)
      #expect(row["verdict"] == "solvable")
    }
  }

  /// The recorded moves win, in the recorded number of moves, and the policy plays them again.
  @Test func recordedRoundsAreWonAgain() throws {
    var found: [String: Int] = [:]
    let rows = sampled(Self.rows, every: 4)
    for row in rows {
      let level = try #require(NaiveLevel(code: row["level"]))
      let par = try #require(naiveSolve(level).par)
      #expect(row["par"] == "\(par)")
      for kind in ["win", "par"] where !row["\(kind)_policy"].isEmpty {
        let moves = row["\(kind)_moves"]
        var round = NaiveRound(level)
        for (number, letter) in moves.enumerated() {
          #expect(round.outcome == nil, "\(row.testDescription) \(kind) \(number)")
          round.play(String(letter))
        }
        #expect(round.outcome == .won, "\(row.testDescription) \(kind)")
        #expect(kind == "win" || moves.utf8.count == par, "\(row.testDescription)")
        let policy = row["\(kind)_policy"]
        #expect(
          try Self.moves(policy, level, row["\(kind)_seed"], row["\(kind)_trial"]) == moves,
          "\(row.testDescription) \(policy)")
        found["\(kind) \(policy)", default: 0] += 1
      }
    }
    #expect(found["win clairvoyant"] == nil && found["par clairvoyant"] == nil)
    #expect(found.values.reduce(0, +) > rows.count * 3 / 2, "\(found)")
  }

  /// The moves of a policy that sees only what a player sees.
  private static func moves(
    _ policy: String, _ level: NaiveLevel, _ seed: String, _ trial: String
  ) throws -> String? {
    let limit = 4 * level.squareCount
    switch policy {
    case "edge": return naivePlay(.edge, level, maxMoves: limit).moves
    case "beeline": return naivePlay(.beeline, level, maxMoves: limit).moves
    case "optimal":
      // In a lit room it sees everything, and plays the solution.
      return level.lit ? naiveSolve(level).solution : nil
    case "random":
      let key = RoundKey(seed: try #require(UInt64(seed)), trial: try #require(UInt64(trial)))
      var player = RandomMoves(key)
      var round = NaiveRound(level)
      var moves = ""
      while round.outcome == nil, round.moves < limit {
        let legal = round.legalMoves()
        let move = legal[player.next() % legal.count]
        moves += naiveDirectionLetters[move]
        round.move(move)
      }
      return moves
    default: return nil
    }
  }

  /// The probabilities of `random`, which show that a star can be earned if no round is recorded.
  /// All printed digits must be right.
  @Test func chancesAreExact() throws {
    var needed = 0
    for row in Self.rows {
      let level = try #require(NaiveLevel(code: row["level"]))
      let par = try #require(Int(row["par"]))
      func check(_ kind: String, moves: Int) throws {
        let chance = try #require(Double(row["random_\(kind)_chance"]))
        let exact = naiveExactRandom(level, maxMoves: moves).won
        #expect(chance > 0 && abs(chance / exact - 1) < 5e-6, "\(row.testDescription) \(kind)")
      }
      let isNeeded = row["win_policy"].isEmpty || row["par_policy"].isEmpty
      guard isLong || isNeeded || row["number"] == "1" else { continue }
      try check("par", moves: par)
      if level.squareCount == 25 { try check("win", moves: 100) }
      for kind in ["win", "par"] where row["\(kind)_policy"].isEmpty {
        needed += 1
        if kind == "win" { try check("win", moves: 4 * level.squareCount) }
      }
    }
    #expect(needed == 3)
  }

  /// The search finds the rounds of the report.
  @Test func theSearchFindsThem() throws {
    let search = StarSearch(rules: .standard, BlindPlays(rules: .standard))
    let rows = Self.rows.filter { row in row["world"] == "1" || row["world"] == "4" }
    for row in sampled(rows, every: 5) {
      let par = try #require(Int(row["par"]))
      let stars = search.stars(of: try Level(row["level"]), par: par)
      for (kind, win) in [("win", stars.win), ("par", stars.parWin)] {
        #expect(win?.policy.name == row["\(kind)_policy"], "\(row.testDescription)")
        #expect(win?.moves.letters == row["\(kind)_moves"], "\(row.testDescription)")
        #expect(win.map { "\($0.key.trial)" } == row["\(kind)_trial"], "\(row.testDescription)")
      }
    }
  }

  /// Levels that no policy wins have no stars. If only `random` wins by chance, its trial is found.
  @Test func odditiesOfTheSearch() throws {
    let search = StarSearch(rules: .standard, BlindPlays(rules: .standard), seed: 5)
    let corridor = search.stars(of: try Level("S3P"), par: 4)
    #expect(corridor.win?.policy == .edge && corridor.parWin?.moves.letters == "LLLL")
    let exact = naiveExactRandom(try #require(NaiveLevel(code: "S3P")), maxMoves: 20).won
    #expect(abs(try #require(corridor.randomWins) - exact) < 1e-12)
    // More than 64 squares: no plan, no search by random, but edge and beeline play.
    let wide = search.stars(of: try Level("S64P"), par: 65)
    #expect(wide.win?.policy == .edge && wide.parWin?.moves.count == 65)
    let unwinnable = search.stars(of: try Level("S2/2Z/2P"), par: 4)
    #expect(unwinnable.win == nil && unwinnable.parWin == nil && unwinnable.randomWins == 0)
  }
}
