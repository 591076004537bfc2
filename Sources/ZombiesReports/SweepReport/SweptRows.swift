import ZombiesCore
import ZombiesGenerator
import ZombiesPolicies
import ZombiesSimulator

/// The rows of a sweep, as `sweep` and `simulate` write them: the settings, and how often each policy
/// won.
struct SweptRows {
  /// A setting: the cells that distinguish it from other settings.
  struct Setting: Hashable {
    var family: String
    /// The values of the rules, in the order of their variants.
    var rules: [String]
    var levels: String
  }

  /// The share that a policy won.
  struct Wins: Equatable {
    var share: Double
    /// The 95% interval of the share; nil if the share is exact.
    var interval: Interval?
    /// The exact probability of winning, computed from all placements; nil if it was not computed.
    var exact: Double?

    /// The exact probability if it is known, otherwise the share.
    var best: Double { exact ?? share }
  }

  /// The distinct settings, in the order of the rows.
  private(set) var settings: [Setting] = []

  /// The policies, in order of first appearance.
  private(set) var policies: [Policy] = []

  /// Whether the wins are of games, not of rounds.
  private(set) var areGames = false

  /// The number of rounds or games in each row that has any; nil if rows differ.
  private(set) var trials: UInt64?

  /// The width of the widest interval, as a share.
  private(set) var widest = 0.0

  /// The number of shares that have an exact value beside them.
  private(set) var exactCount = 0

  /// The numbers of intervals with an exact value beside them, and of those that contain it.
  private(set) var checked = 0, covered = 0

  /// Whether some exact values were computed.
  var hasExactValues: Bool { exactCount > 0 }

  private var wins: [Setting: [String: Wins]] = [:]

  /// Reads the rows of a CSV; nil if it does not have the columns of `simulate`.
  init?(_ csv: String) {
    let lines = csv.split(separator: "\n")
    guard let header = lines.first else { return nil }
    var places: [Substring: Int] = [:]
    let names = header.split(separator: ",", omittingEmptySubsequences: false)
    for (place, name) in names.enumerated() { places[name] = places[name] ?? place }
    // Files of versions without hearing do not have its column.
    let hearing = Rules.Variant.hearingDistance.name(joinedBy: "_")
    guard
      SimulateCSV.schema.columns.allSatisfy({
        places[Substring($0.name)] != nil || $0.name == hearing
      })
    else { return nil }
    var counts: Set<UInt64> = []
    for line in lines.dropFirst() {
      let cells = line.split(separator: ",", omittingEmptySubsequences: false)
      guard cells.count == names.count else { return nil }
      func cell(_ name: String) -> String {
        places[Substring(name)].map { String(cells[$0]) } ?? ""
      }
      let setting = Setting(
        family: cell("family"),
        rules: Rules.Variant.allCases.map { variant in
          let value = cell(variant.name(joinedBy: "_"))
          return value.isEmpty ? Rules.standard.value(of: variant) : value
        }, levels: cell("levels"))
      if wins[setting] == nil {
        settings.append(setting)
        wins[setting] = [:]
      }
      guard let policy = try? Policy(named: cell("policy")) else { return nil }
      if !policies.contains(policy) { policies.append(policy) }
      let isGame = !cell("games").isEmpty
      areGames = areGames || isGame
      let column = isGame ? "game_win_rate" : "win_rate"
      if let count = UInt64(cell(isGame ? "games" : "rounds")) { counts.insert(count) }
      guard let share = Double(cell(column)) else { continue }
      var won = Wins(share: share)
      if let low = Double(cell("\(column)_low")), let high = Double(cell("\(column)_high")),
        low < high
      {
        won.interval = Interval(low: low, high: high)
        widest = max(widest, high - low)
      }
      if let exact = Double(cell("exact_win_rate")) {
        won.exact = isGame ? Self.gamesWon(exact) : exact
        count(won)
      }
      wins[setting]?[policy.name] = won
    }
    trials = counts.count == 1 ? counts.first : nil
  }

  /// Counts an exact value. The bounds in the rows are rounded to nine decimals.
  private mutating func count(_ won: Wins) {
    exactCount += 1
    guard let exact = won.exact, let interval = won.interval else { return }
    checked += 1
    if interval.low - 1e-9 <= exact, exact <= interval.high + 1e-9 { covered += 1 }
  }

  /// The share of games that are won, if a share of the rounds is. Every round of a batch ends.
  private static func gamesWon(_ rounds: Double) -> Double {
    1 - (0..<Game.standardLives).reduce(1.0) { lost, _ in lost * (1 - rounds) }
  }

  /// Whether a setting has no levels.
  ///
  /// If `optimal` is the only policy, this is always false: it cannot play every setting, so an
  /// empty row does not show that there are no levels.
  func hasNoLevels(_ setting: Setting) -> Bool {
    policies != [.optimal] && wins[setting]?.isEmpty ?? true
  }

  /// The settings that a policy played.
  func settings(of policy: Policy) -> [Setting] { settings.filter { self[$0, policy] != nil } }

  /// The share that a policy won; nil if there were no levels or the policy did not play.
  subscript(setting: Setting, policy: Policy) -> Wins? { wins[setting]?[policy.name] }
}
