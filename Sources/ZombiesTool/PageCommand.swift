import ZombiesCommands
import ZombiesCore
import ZombiesDocuments
import ZombiesGame
import ZombiesGenerator
import ZombiesReports
import ZombiesSystem
import ZombiesTerminal

/// `zombies page`: the game as one HTML file.
enum PageCommand {
  static let command: Command = Command(
    name: "page",
    summary: "write the game as one HTML file for a browser",
    operands: .levels,
    details: """
      The file contains the game: everything in 'zombies play', including the workshop. It runs in
      any browser on a phone, tablet or desktop. It needs no network and sends nothing. The browser
      saves the progress.

      Levels come from a family. If you give levels, you play those in order, again and again.
      --worlds FILE begins with your own worlds. The part of the address after # names the level or
      screen to open, as in zombies.html#daily:

        #classic@42#7      a seed reference
        #S4/5/Z1#2/2F2/4P  a code
        #daily             the daily level
        #worlds            the worlds
        #questions         the questions
        #scoreboard        the scoreboard
        #workshop          the workshop
        #original          the original game

      The levels of a link have the default rules, unless it names others, as in
      #classic@42#7?hearing-distance=2.

      The address in the browser always names the current level or screen.
      """,
    options: [
      [.input, .worlds, .title("Zombies"), .levels], Option.familyOptions,
      Option.ruleOptions(hearing: heard), [.output, .manifest, .quiet],
    ],
    writes: .html,
    example: (
      "zombies page --title 'A dark room' classic@42#7 | grep '<title>'",
      "<title>A dark room</title>"
    ),
    run: run)

  /// The note on the hearing distance.
  private static let heard =
    "Without rules and levels of its own, the page uses \(Rules.usualHearing)"

  private static func run(_ arguments: Arguments) throws -> ExitStatus {
    let title = try arguments.title()
    try arguments.checkOutputIsNoTerminal()
    let page = PageFile(title: title, events: try events(arguments))
    let outputs = try OutputSet(arguments)
    defer { outputs.discard() }
    let output = try outputs.openMain("page", arguments)
    let html = page.html
    try output.write(html)
    try outputs.finish(Manifest(arguments))
    if html.utf8.count > mostBytes {
      arguments.note(
        "the page is \(html.utf8.count / 1000) KB in size because of its levels; it may be slow on phones\n"
      )
    }
    return .done
  }

  /// The size of a page above which a note is printed.
  private static let mostBytes = 2_000_000

  /// The first events of the page: the settings and the given levels.
  private static func events(_ arguments: Arguments) throws -> [String] {
    let rules = try arguments.rules()
    var events: [String] = []
    let settings = Settings(rules: rules)
    for variant in Rules.Variant.allCases {
      let kind = Setting.Kind(variant)
      // A rule with its default counts too: the page has another default if no rule is named.
      guard let setting = settings.setting(kind),
        arguments.has(Option.rule(variant)) || setting != Settings().setting(kind)
      else { continue }
      events.append("set \(kind.name) \(setting.value)")
    }
    if arguments.has(.worlds) {
      if let other = arguments.first(of: Option.familyOptions + [.levels, .input]) {
        throw arguments.badUsage(
          "\(other.name) cannot be combined with --worlds")
      }
      guard arguments.operands.isEmpty else {
        throw arguments.badUsage("LEVEL cannot be combined with --worlds, which takes one FILE")
      }
      let campaign = try FoundCampaign.playable(
        at: arguments.path(.worlds), rules, arguments)
      return events + ["worlds " + campaign.text]
    }
    if arguments.operands.isEmpty, !arguments.has(.input) {
      let selection = try arguments.choice(.levels, as: LevelSelection.self)
      // A setting that the page names is not the player's, and its rounds are not continued.
      if arguments.first(of: Option.familyOptions) != nil {
        events.append("set family \(try arguments.family())")
      }
      if selection == .any { events.append("set levels any") }
      return events
    }
    if let other = arguments.first(of: Option.familyOptions + [.levels]) {
      throw arguments.badUsage("\(other.name) cannot be combined with given levels")
    }
    var input = try LevelInput(arguments)
    var count = 0
    while let entry = try input.next() {
      count += 1
      guard count <= mostLevels else {
        throw Failure.badData(
          "\(entry.place): too many levels, the limit is \(grouped(mostLevels))")
      }
      let name = (entry.name ?? entry.reference).map { " \($0)" } ?? ""
      // An option must not contradict the file.
      _ = try arguments.rules(of: entry, else: rules)
      let own = entry.rules.map { "?\($0.rules.inLink)" } ?? ""
      events.append("level \(entry.level.code)\(own)\(name)")
    }
    return events
  }

  /// The maximum number of levels on a page.
  private static let mostLevels = 10_000
}
