import ZombiesAnalysis
import ZombiesCore
import ZombiesGrading
import ZombiesSimulator

/// What happened when people played the levels of a world, for people.
public enum PlaysTable {
  /// The table of a world, below a line that names it.
  ///
  /// The level that most players leave has an arrow.
  ///
  /// - Parameters:
  ///   - rows: The levels of the world, at least one.
  ///   - rules: The rules of levels that have none of their own.
  ///   - mostLeft: The largest number of players who left a level of the campaign.
  ///   - width: The maximum width of a line; nil for no limit.
  public static func text(
    _ rows: [WorldsRow], _ rules: Rules, mostLeft: Int, width: Int? = nil
  ) -> String {
    guard let first = rows.first else { return "" }
    let hasLuck = rows.contains { ($0.rules ?? rules).hearingTellsMore }
    let hasTimes = rows.contains { $0.plays?.medianMilliseconds != nil }
    let lives = 1...LevelPlays.lives
    var header = ["level", "par", "grade", "best blind play"]
    if hasLuck { header.append("luck") }
    header += ["players", "won"]
    if hasTimes { header += lives.map { "life \($0)" } }
    if hasTimes { header.append("left") }
    header += ["rounds", "rounds won"]
    if hasTimes { header += ["time", "first move", "undone"] }
    header.append("most caught on")
    var cells = [header]
    let digits = String(rows.count).count
    for row in rows {
      let number = String(row.number)
      let padding = String(repeating: " ", count: digits - number.count)
      let name = row.name ?? row.reference ?? String(row.level.code.prefix(40))
      var line = ["\(padding)\(number) \(name)"]
      line += [
        row.report.par.map { String($0) } ?? "", row.report.grade?.rawValue ?? "",
        WorldsTable.blindChance(row),
      ]
      if hasLuck {
        line.append((row.rules ?? rules).hearingTellsMore ? WorldsTable.luck(row) : "")
      }
      line += results(row.plays, hasTimes: hasTimes, lives, mostLeft: mostLeft)
      cells.append(line)
    }
    return WorldsTable.title(first, rows) + "\n" + SimulateTable.aligned(cells, width: width)
  }

  private static func results(
    _ plays: LevelPlays?, hasTimes: Bool, _ lives: ClosedRange<Int>, mostLeft: Int
  ) -> [String] {
    guard let plays, plays.rounds > 0 else {
      return ["0"] + [String](repeating: "", count: hasTimes ? 8 + lives.count : 4)
    }
    let left = plays.playersLeft
    var line = [grouped(plays.players), grouped(plays.playersWon)]
    if hasTimes { line += lives.map { grouped(plays.playersWon(inLife: $0)) } }
    if hasTimes {
      line.append(left > 0 && left == mostLeft ? "→ \(grouped(left))" : grouped(left))
    }
    line += [
      grouped(plays.rounds), plays.winRate.map { fixed(100 * $0.share, places: 1) + "%" } ?? "",
    ]
    if hasTimes {
      line += [
        plays.medianMilliseconds.map(time) ?? "", plays.medianFirstMoveMilliseconds.map(time) ?? "",
        plays.meanUndos.map { fixed($0, places: 2) } ?? "",
      ]
    }
    line.append(plays.deadliest.map { "\($0.square.inWords) (\(grouped($0.captures)))" } ?? "")
    return line
  }

  /// A time: "14.2 s", or "3:05 min" from a hundred seconds.
  static func time(_ milliseconds: UInt64) -> String {
    guard milliseconds >= 99_950 else {
      return fixed(Double(milliseconds) / 1000, places: 1) + " s"
    }
    let seconds = (milliseconds + 500) / 1000
    let rest = String(seconds % 60)
    return "\(grouped(seconds / 60)):\(rest.count < 2 ? "0" : "")\(rest) min"
  }

  /// The levels that most players leave, in a sentence; nil if no player left a level without a win.
  ///
  /// - Parameter rows: The levels of all worlds.
  public static func leaving(_ rows: [WorldsRow]) -> String? {
    let most = rows.compactMap { $0.plays?.playersLeft }.max() ?? 0
    let left = rows.filter { $0.plays?.playersLeft == most }
    guard most > 0, let first = left.first, let plays = first.plays else { return nil }
    func name(_ row: WorldsRow) -> String {
      "world \(row.world), level \(row.number)" + (row.name.map { " '\($0)'" } ?? "")
    }
    guard left.count == 1 else {
      let more = left.count - mostNamed
      let names = left.prefix(mostNamed).map(name) + (more > 0 ? ["\(grouped(more)) more"] : [])
      return
        "Most players leave at \(listed(names, more > 0 ? "and" : "or")), \(grouped(most)) at each."
    }
    return "Most players leave at \(name(first)): of \(grouped(plays.players)) "
      + "\(plays.players == 1 ? "player" : "players") who tried it, "
      + "\(grouped(most)) did not win it and then played no other level."
  }

  /// The maximum number of levels in a sentence.
  private static let mostNamed = 3

  /// How well each measure orders the levels, as a table with the sentences below it.
  public static func text(_ findings: MeasureFindings, width: Int? = nil) -> String {
    var cells = [["measure"] + PlayMeasure.allCases.map(\.words)]
    for measure in findings.measures {
      cells.append(
        [measure.words]
          + PlayMeasure.allCases.map { play in
            findings[measure, play]?.correlation.map(correlation) ?? ""
          })
    }
    let levels = grouped(findings.levels)
    return "Rank correlation of each measure with what people did, over \(levels) "
      + "\(findings.levels == 1 ? "level" : "levels"), with 95% bootstrap intervals\n"
      + SimulateTable.aligned(cells, width: width)
      + findings.sentences.map { $0 + "\n" }.joined()
  }

  /// A correlation with its interval: "−0.62 (−0.75 to −0.44)".
  static func correlation(_ correlation: RankCorrelation) -> String {
    signed(correlation.coefficient)
      + (correlation.interval.map { " (\(signed($0.low)) to \(signed($0.high)))" } ?? "")
  }
}

extension Square {
  /// The square as players count: "row 2, column 3".
  fileprivate var inWords: String { "row \(row + 1), column \(column + 1)" }
}

extension MeasureFindings {
  /// The measures with a correlation, in order.
  var measures: [LevelMeasure] {
    LevelMeasure.allCases.filter { measure in
      PlayMeasure.allCases.contains { self[measure, $0]?.correlation != nil }
    }
  }

  /// The number of levels, and of players, below which a sentence warns of too little data.
  private static let fewest = 10

  /// What the data can tell about the grade, and what it cannot.
  public var sentences: [String] {
    var sentences = [
      "The data has \(grouped(players)) \(players == 1 ? "player" : "players"), \(grouped(rounds)) "
        + "\(rounds == 1 ? "round" : "rounds") and \(grouped(levels)) "
        + "\(levels == 1 ? "level" : "levels")."
    ]
    if levels < Self.fewest {
      sentences.append(
        "With fewer than \(Self.fewest) levels, the data cannot tell whether the grade is right, and the "
          + "intervals are too narrow.")
    } else {
      sentences.append(ofGrade)
      if let best = ofBestMeasure { sentences.append(best) }
    }
    if levels > 1, 2 * stayers < players {
      sentences.append(
        (stayers == 0
          ? "No player tried every level."
          : "Only \(grouped(stayers)) of \(grouped(players)) players tried every level.")
          + " Players who lose often leave, so late levels look easier than they are."
          + (stayers == 0 ? "" : " See 'rounds won, tried all'."))
    }
    sentences.append(
      "An interval that contains 0 means that the data does not show a relation. Intervals describe the "
        + "choice of the levels. Other players may give other results.")
    if players < Self.fewest {
      sentences.append(
        "With fewer than \(Self.fewest) players, do not change a level for these numbers alone.")
    }
    return sentences
  }

  /// What tells how hard levels are: the rounds of players who tried every level, if there are enough of them,
  /// because those who lose often leave.
  private var basis: PlayMeasure { stayers >= Self.fewest ? .stayersWinRate : .winRate }

  private var ofGrade: String {
    guard let found = self[.points, basis]?.correlation, let interval = found.interval else {
      return
        "The data cannot tell whether the grade is right, because all levels have the same points, or "
        + "all are won equally often."
    }
    if interval.high < 0 {
      return "Levels with more points are won less often: the players agree with the grade."
    }
    if interval.low > 0 {
      return "Levels with more points are won more often: the players contradict the grade."
    }
    return "The data does not show whether levels with more points are won less often."
  }

  private var ofBestMeasure: String? {
    func strength(_ measure: LevelMeasure) -> Double? {
      guard let found = self[measure, basis]?.correlation, let interval = found.interval,
        interval.high < 0 || interval.low > 0
      else { return nil }
      return abs(found.coefficient)
    }
    let clear = measures.filter { strength($0) != nil }
    guard let best = clear.max(by: { strength($0) ?? 0 < strength($1) ?? 0 }), best != .points,
      let found = self[best, basis]?.correlation
    else { return nil }
    return "Of all measures, '\(best.words)' orders the levels most like '\(basis.words)': "
      + "\(PlaysTable.correlation(found))."
  }
}
