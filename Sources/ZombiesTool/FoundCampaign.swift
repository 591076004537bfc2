import ZombiesCommands
import ZombiesCore
import ZombiesGame
import ZombiesGenerator
import ZombiesReports
import ZombiesSolver
import ZombiesSystem
import ZombiesTerminal

/// A campaign and its source.
struct FoundCampaign {
  let campaign: Campaign
  /// The name of the file; nil for the built-in campaign.
  private(set) var file: String?
  /// What was read of each level, world by world.
  private var entries: [[LevelReader.Entry]] = []
  /// The worlds as read from the file.
  private var worlds: [LevelReader.World] = []

  /// Reads the campaign in a file, or takes the built-in campaign if no path is given.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - rules: The rules of the options, which must not contradict those of the file.
  ///   - arguments: The arguments with those options.
  /// - Throws: ``Failure`` with status 65 if the file is not a campaign, 66 if it cannot be opened, and
  ///   74 if a read fails.
  init(at path: FilePath?, _ rules: Rules, _ arguments: Arguments) throws(Failure) {
    guard let path else {
      campaign = .standard
      return
    }
    let file = try InputFile(path, for: arguments.inputs)
    var reader = LevelReader { file.read() }
    do throws(LevelError) { campaign = try Campaign(&reader, entries: &entries) } catch {
      throw file.failure ?? .badData("\(file.name), \(error)")
    }
    if let failure = file.failure { throw failure }
    self.file = file.name
    worlds = reader.worlds
    for entry in entries.joined() {
      let own = entry.rules.map {
        (rules: $0, line: LevelOrigin.line(entry.rulesLine ?? entry.line, of: file.name))
      }
      _ = try arguments.rules(own, else: [rules])
    }
  }

  /// Reads the campaign in a file and checks that no level is unsolvable.
  ///
  /// - Parameters:
  ///   - path: The file; nil for the built-in campaign.
  ///   - rules: The rules of the options, for levels that have none of their own.
  ///   - arguments: The arguments with those options.
  ///   - isQuick: Whether a player waits for the first screen. The levels of a long campaign are then
  ///     searched less, and some that cannot be won are found only when they are played.
  /// - Throws: ``Failure`` with status 1 if a level is unsolvable, and those of reading.
  static func playable(
    at path: FilePath?, _ rules: Rules, _ arguments: Arguments, isQuick: Bool = false
  ) throws(Failure) -> Campaign {
    let found = try FoundCampaign(at: path, rules, arguments)
    let count = found.campaign.worlds.reduce(0) { $0 + $1.levels.count }
    let limit = isQuick ? min(mostStates, max(100, quickStates / count)) : mostStates
    if let place = found.campaign.firstUnsolvable(under: rules, stateLimit: limit) {
      throw Failure(status: .no, message: found.sentence(place, "unsolvable", rules))
    }
    return found.campaign
  }

  /// The maximum number of states to search for the solution of each level.
  private static let mostStates = 200_000

  /// The maximum number of states to search in all levels while a player waits.
  private static let quickStates = 500_000

  /// The line of a level; nil in the built-in campaign.
  func line(_ place: Campaign.Place) -> Int? {
    file == nil ? nil : entries[place.world][place.level].line
  }

  /// What a level is called.
  func title(_ place: Campaign.Place) -> LevelTitle {
    guard file != nil else { return LevelTitle(name: campaign[place].name) }
    let entry = entries[place.world][place.level]
    return LevelTitle(name: entry.name, reference: entry.reference)
  }

  /// The name of a world in errors and notes, with the line of its `; unlock:` or, if it has none, of
  /// its name: "worlds.txt:1: world 'One'".
  func name(ofWorld world: Int) -> String {
    let start =
      file.map { "\($0):\(worlds[world].lockLine ?? worlds[world].line): " } ?? ""
    return "\(start)world '\(campaign.worlds[world].name)'"
  }

  /// Whether the file has an `; unlock:` line for the first world, which is always open.
  var locksFirstWorld: Bool { worlds.first?.lock != nil }

  /// The name of a level in errors and notes: "worlds.txt:3: world 'One', level 2 'Ahead'".
  func name(_ place: Campaign.Place) -> String {
    let start = file.flatMap { file in line(place).map { "\(file):\($0): " } } ?? ""
    let name = campaign[place].name.map { " '\($0)'" } ?? ""
    return "\(start)world '\(campaign.worlds[place.world].name)', level \(place.level + 1)\(name)"
  }

  /// A line with the verdict on a level.
  ///
  /// - Parameters:
  ///   - place: The position of the level.
  ///   - verdict: The verdict in words.
  ///   - rules: The rules of levels that have none of their own.
  func sentence(_ place: Campaign.Place, _ verdict: String, _ rules: Rules) -> String {
    // Hearing changes no verdict.
    let rules = campaign[place].rules(else: rules.withoutHearing)
    return "\(name(place)): \(verdict)\(RulesText.suffix(of: rules)): \(campaign[place].code)"
  }
}
