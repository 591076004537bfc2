import ZombiesCore
import ZombiesGame
import ZombiesGenerator
import ZombiesReports
import ZombiesSolver

/// A campaign, and where it was found.
struct FoundCampaign {
  let campaign: Campaign
  /// The name of the file; nil for the built-in campaign.
  private(set) var file: String?
  /// The line of each level, world by world.
  private var lines: [[Int]] = []
  /// The worlds as they stand in the file.
  private var worlds: [LevelReader.World] = []

  /// Reads the campaign of a file; nil is the one that is built in.
  ///
  /// - Throws: ``Failure`` with status 65 for what is no campaign, 66 for a file that cannot be opened,
  ///   74 for a read that failed.
  init(at path: FilePath?) throws(Failure) {
    guard let path else {
      campaign = .standard
      return
    }
    let file = try InputFile(path)
    var reader = LevelReader { file.read() }
    do throws(LevelError) { campaign = try Campaign(&reader, lines: &lines) } catch {
      throw file.failure ?? .badData("\(file.name), \(error)")
    }
    if let failure = file.failure { throw failure }
    self.file = file.name
    worlds = reader.worlds
  }

  /// The campaign of a file that is to be played: its levels can be won.
  ///
  /// - Throws: ``Failure`` with status 1 for a level that is unsolvable, besides those of reading.
  static func playable(at path: FilePath?, _ rules: Rules) throws(Failure) -> Campaign {
    let found = try FoundCampaign(at: path)
    let obstacle = found.campaign.firstObstacle(under: rules, stateLimit: mostStates)
    if let obstacle, obstacle.verdict == .unsolvable {
      throw Failure(
        status: .no, message: found.sentence(obstacle.place, "unsolvable", rules))
    }
    return found.campaign
  }

  /// The most states that are searched for the solution of a level, before it is played.
  private static let mostStates = 200_000

  /// The line of a level; nil in the built-in campaign.
  func line(_ place: Campaign.Place) -> Int? {
    file == nil ? nil : lines[place.world][place.level]
  }

  /// A world in an error or a note, by the line of what opens it: "worlds.txt:1: world 'One'".
  func name(ofWorld world: Int) -> String {
    let start =
      file.map { "\($0):\(worlds[world].lockLine ?? worlds[world].line): " } ?? ""
    return "\(start)world '\(campaign.worlds[world].name)'"
  }

  /// Whether the file says what opens the first world, which is open from the beginning.
  var locksFirstWorld: Bool { worlds.first?.lock != nil }

  /// A level in an error or a note: "worlds.txt:3: world 'One', level 2 'Ahead'".
  func name(_ place: Campaign.Place) -> String {
    let start = file.flatMap { file in line(place).map { "\(file):\($0): " } } ?? ""
    let name = campaign[place].name.map { " '\($0)'" } ?? ""
    return "\(start)world '\(campaign.worlds[place.world].name)', level \(place.level + 1)\(name)"
  }

  /// A verdict on a level in a sentence.
  func sentence(_ place: Campaign.Place, _ verdict: String, _ rules: Rules) -> String {
    "\(name(place)): \(verdict)\(RulesText.suffix(of: rules)): \(campaign[place].code)"
  }
}
