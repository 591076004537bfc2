import ZombiesCore
import ZombiesFiles
import ZombiesGame
import ZombiesGenerator
import ZombiesPlatform

/// `zombies page`: the game as one HTML file.
enum PageCommand {
  static let command: Command = Command(
    name: "page",
    summary: "write the game as one HTML file that a browser plays",
    operands: .levels,
    details: """
      The file holds the game, all of 'zombies play' and a workshop for levels, as a program that
      every browser runs, on a phone, a tablet or a desk. It needs no network, and nothing is sent
      anywhere. Progress is kept in the browser.

      Rounds are drawn from a family, or are the levels that you give, in order, again and again.
      --worlds begins with your own worlds. What stands behind # in the address names what is
      opened, as in zombies.html#daily:

        #classic@42#7      a seed reference
        #S4/5/Z1#2/2F2/4P  a code
        #daily             the daily level
        #worlds            the worlds
        #questions         the questions
        #scoreboard        the scoreboard
        #workshop          the workshop

      The address in the browser always names what is played.
      """,
    options: [
      [.input, .worlds, .title("Zombies"), .levels], Option.familyOptions, Option.ruleOptions,
      [.output, .quiet],
    ],
    example: (
      "zombies page --title 'A dark room' classic@42#7 | grep '<title>'",
      "<title>A dark room</title>"
    ),
    run: run)

  private static func run(_ arguments: Arguments) throws -> ExitStatus {
    let title = try arguments.title()
    guard arguments.has(.output) || isatty(1) == 0 else {
      throw arguments.badUsage(
        "refusing to print HTML on a terminal: use \(Option.output.name) FILE")
    }
    let page = PageFile(title: title, events: try events(arguments))
    let output = try arguments.output()
    defer { output.discard() }
    let html = page.html
    try output.write(html)
    try output.finish()
    if html.utf8.count > mostBytes {
      arguments.note(
        "the page has \(html.utf8.count / 1000) KB, because of its levels; some phones are slow with that\n"
      )
    }
    return .done
  }

  /// What a page should have at most.
  private static let mostBytes = 2_000_000

  /// What the game begins with, as the page's own events.
  private static func events(_ arguments: Arguments) throws -> [String] {
    let rules = try arguments.rules()
    var events: [String] = []
    let settings = Settings(rules: rules)
    for kind in Rules.Variant.allCases.map(Setting.Kind.init) {
      guard let setting = settings.setting(kind), setting != Settings().setting(kind) else {
        continue
      }
      events.append("set \(kind.name) \(setting.value)")
    }
    if arguments.has(.worlds) {
      if let other = arguments.first(of: Option.familyOptions + [.levels, .input]) {
        throw arguments.badUsage(
          "\(other.name) cannot be combined with --worlds, whose levels are given")
      }
      guard arguments.operands.isEmpty else {
        throw arguments.badUsage("--worlds takes one FILE, and no LEVEL")
      }
      let campaign = try FoundCampaign.playable(at: arguments.path(.worlds), rules)
      return events + ["worlds " + campaign.text]
    }
    if arguments.operands.isEmpty, !arguments.has(.input) {
      let selection = try arguments.choice(.levels, as: LevelSelection.self)
      events.append("set family \(try arguments.family())")
      if selection == .any { events.append("set levels any") }
      return events
    }
    if let other = arguments.first(of: Option.familyOptions + [.levels]) {
      throw arguments.badUsage("\(other.name) cannot be combined with levels that are given")
    }
    var input = try LevelInput(arguments)
    var count = 0
    while let entry = try input.next() {
      count += 1
      guard count <= mostLevels else {
        throw Failure.badData("\(entry.place): more than \(mostLevels) levels are given")
      }
      let name = entry.reference.map { " \($0)" } ?? ""
      events.append("level \(entry.level.code)\(name)")
    }
    return events
  }

  /// The most levels of a page; nobody plays more.
  private static let mostLevels = 10_000
}
