import ZombiesCore
import ZombiesGrading
import ZombiesPolicies
import ZombiesReports

/// Lists and sentences that several help texts share.
package enum HelpList {
  /// Rows of names and explanations, with all explanations in one column.
  package static func rows(_ entries: [(name: String, text: String)]) -> String {
    let width = entries.map(\.name.count).max() ?? 0
    return entries.map { name, text in
      "  \(name)" + String(repeating: " ", count: width + 2 - name.count) + text
    }.joined(separator: "\n")
  }

  /// The built-in policies, each with its summary.
  package static let policies = rows(Policy.builtIn.map { ($0.name, $0.summary) })

  /// The names of the CSV schemas, each with the contents of its file.
  package static let schemas = rows(TableSchema.all.map { ($0.name, $0.summary) })

  /// The grades, with their ranges of points, in one sentence.
  package static let grades: String = {
    let starts = Grade.allCases.map { grade in
      (0...100).first { Grade(score: $0) == grade } ?? 0
    }
    let ranges = starts.indices.map { index in
      index + 1 < starts.count ? "\(starts[index]) to \(starts[index + 1] - 1)" : "\(starts[index])"
    }
    let parts = zip(Grade.allCases, ranges).map { "\($0) \($1)" }
    return "Grades are ranges of points: \(parts.joined(separator: ", ")) or more."
  }()

  /// The rules for the points of a level, in one sentence.
  static let points: String = {
    func score(directWayLoses: Bool = false, shortestSolutions: UInt64 = .max) -> Int {
      Grade.score(
        excessMoves: 0, deadPerMille: 0, directWayLoses: directWayLoses,
        shortestSolutions: shortestSolutions)
    }
    return """
      Points: 1 for each move of par beyond the distance from start to signpost; 1 for each full \
      10% of the reachable states that are dead (the round can no longer be won); \
      \(score(directWayLoses: true)) if the direct way loses; up to \
      \(score(shortestSolutions: 1)) if there are few shortest solutions; and, in a dark level at a \
      hearing distance of 2 or more, 1 for each full 10% that its luck is below 100%. Luck is \
      computed in families of up to \(grouped(BlindPlays.limit)) placements. In others, the points \
      leave it out.
      """
  }()

  /// The columns of a batch's table.
  static let batchColumns = rows([
    ("won", "rounds in which the player reached the signpost"),
    ("caught", "rounds in which a zombie caught the player"),
    ("stuck", "rounds that ended because no move was legal"),
    ("out", "rounds that ended after --max-moves: out of moves"),
    ("win rate", "share of rounds that were won"),
    (
      "95% interval",
      "interval for the true win rate, in percent; about 95 of 100 intervals contain it"
    ),
    ("moves", "mean number of moves in a round"),
    ("sd", "standard deviation of the number of moves"),
    ("p90", "90% of the rounds had at most this many moves"),
    (
      "games won",
      "with --games, games that were won; the next 2 columns are the win rate of games and its interval"
    ),
  ])

  /// The columns of a list of hard levels.
  static let hardestColumns = rows([
    ("hardest", "code of the level, the hardest first"),
    ("par", "number of moves in a shortest solution"),
    ("shortest solutions", "how many different solutions have that length"),
    ("grade", "grade of the level"),
  ])
}
