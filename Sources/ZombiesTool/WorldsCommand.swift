import ZombiesAnalysis
import ZombiesCommands
import ZombiesCore
import ZombiesGame
import ZombiesGenerator
import ZombiesGrading
import ZombiesReports
import ZombiesSolver
import ZombiesSystem
import ZombiesTerminal

/// `zombies worlds`: checks a campaign and lists its levels.
enum WorldsCommand {
  static let command: Command = Command(
    name: "worlds",
    summary: "check a campaign, and list its worlds and levels",
    operands: Operands(usage: "[FILE]", first: [.file]),
    details: """
      Lists the worlds of a campaign and their levels. The columns of the table are:

      \(columns)

      \(HelpList.grades) If a level has no luck, such as without hearing, look at the best blind play too.

      FILE is a file of levels with '; world: NAME' lines ('zombies help forms'), or - for standard
      input. The default is the built-in campaign.

      The exit status is 1 if a level is unsolvable, and 2 if none is unsolvable but the solver gave
      up on one. The output names the level by world, name, file and line. Notes report levels that
      are the same up to symmetry, levels with fewer points than the one before, and worlds that can
      never be opened.
      """,
    options: [
      [.maxStates, .tableFormat], ruleOptions,
      [.output, .manifest, .threads, .quiet],
    ],
    example: (
      "zombies worlds --format csv | cut -d , -f 1,4-6,8-9 | head -n 4",
      """
      world,number,name,level,verdict,par
      1,1,Keep Right,S4/5/5/1Z3/Z3P,solvable,8
      1,2,Keep Left,S1Z1Z/5/5/5/4P,solvable,8
      1,3,The Corner Is Taken,S3Z/4Z/5/5/4P,solvable,8
      """
    ),
    run: run)

  /// The options that change the rules. The default ones are those of a game on a terminal or a page.
  private static let ruleOptions = Option.ruleOptions.map { option in
    option.name == Option.hearingDistance.name
      ? option.changing { $0.standard = String(Rules.usualHearing) } : option
  }

  private static let columns = HelpList.rows([
    ("level", "number and name of the level"),
    ("par", "number of moves in a shortest solution, or the verdict without one"),
    ("solutions", "number of shortest solutions"),
    ("grade, points", "how hard the level is"),
    ("things that matter", "things without which the verdict or par would be different"),
    (
      "best blind play",
      "number of solvable levels of the family that the best play in the dark wins"
    ),
    (
      "luck",
      "at a hearing distance of 2 or more, the chance to survive the safest play that wins a dark "
        + "level; 100% if reasoning alone wins it. If it is unknown, grade and points leave it out"
    ),
    ("code", "the level"),
  ])

  private static func run(_ arguments: Arguments) throws -> ExitStatus {
    guard arguments.operands.count < 2 else {
      throw arguments.badUsage("expected one FILE, found \(arguments.operands.count)")
    }
    let rules = try arguments.rules()
    let format = try arguments.choice(.tableFormat, as: TableFormat.self)
    let found = try FoundCampaign(
      at: arguments.operands.first.map { FilePath(bytes: $0.bytes) }, rules, arguments)
    let outputs = try OutputSet(arguments)
    defer { outputs.discard() }
    let output = try outputs.openMain(
      "levels", schema: format.isRows ? WorldsCSV.schema : nil, isJSONLines: format.isJSONLines,
      arguments)
    let maxStates = try arguments.maxStates()
    let threads = try arguments.threads()
    let progress = Progress(
      total: UInt64(found.campaign.places.count), unit: "levels", isQuiet: arguments.isQuiet,
      beside: output)
    defer { progress.finish() }
    if format.isRows { try output.write(WorldsCSV.schema.header) }
    var (findings, count) = (Findings(), UInt64(0))
    var rows: [WorldsRow] = []
    let parts: LevelReport.Parts = [.grade, .thingsThatMatter, .blindChance]
    let work = OrderedWork<Job, LevelReport>(
      threads: threads, weight: { $0.level.level.size.squareCount },
      worker: {
        var judge = Judge(rules, maxStates)
        return { job in
          let own = job.level.rules(else: rules)
          if judge.rules != own { judge = Judge(own, maxStates) }
          return judge.grader.report(job.level.level, parts)
        }
      },
      deliver: { job, report in
        let (level, place) = (job.level, job.place)
        let world = found.campaign.worlds[place.world]
        findings.note(level.level, level.rules(else: rules), report, at: place)
        rows.append(
          WorldsRow(
            world: place.world + 1, worldName: world.name, lock: world.lock,
            number: place.level + 1, name: found.title(place).name,
            reference: found.title(place).reference, line: found.line(place), level: level.level,
            report: report, rules: level.rules?.rules))
        count += 1
        progress.update(count)
        guard rows.count == world.levels.count else { return }
        try progress.makeWay(for: output) {
          if format.isRows {
            for row in rows { try output.write(WorldsCSV.row(row, rules)) }
          } else {
            let table = WorldsTable.text(rows, rules, width: output.columns)
            try output.write((place.world > 0 ? "\n" : "") + table)
          }
        }
        rows = []
      })
    try work.run {
      for (number, world) in found.campaign.worlds.enumerated() {
        for (index, level) in world.levels.enumerated() {
          try work.add(Job(level: level, place: Campaign.Place(world: number, level: index)))
        }
      }
    }
    progress.finish()
    try outputs.finish(Manifest(arguments))
    return say(findings, of: found, rules, arguments)
  }

  /// A level to judge.
  private struct Job {
    let level: Campaign.WorldLevel
    let place: Campaign.Place
  }

  /// What judges levels under the same rules.
  private struct Judge {
    let rules: Rules
    let grader: Grader

    init(_ rules: Rules, _ maxStates: Int?) {
      self.rules = rules
      let plays = BlindPlays(rules: rules)
      let exploring = StateGraph.defaultStateLimit
      grader = Grader(
        Solver(rules: rules, stateLimit: maxStates),
        stateLimit: min(maxStates ?? exploring, exploring), plays: plays)
    }
  }

  /// Findings to report in addition to the list.
  private struct Findings {
    var unsolvable: [Campaign.Place] = []
    var unknown: [Campaign.Place] = []
    /// Levels that are the same as an earlier one.
    var repeated: [(place: Campaign.Place, first: Campaign.Place)] = []
    /// Levels with fewer points than the one before.
    var falls: [(place: Campaign.Place, before: Int, points: Int)] = []

    /// The first level of each class under its rules.
    private var places: [Rules: [Level: Campaign.Place]] = [:]

    private var last: (world: Int, points: Int)?

    mutating func note(
      _ level: Level, _ rules: Rules, _ report: LevelReport, at place: Campaign.Place
    ) {
      switch report.verdict {
      case .solvable: break
      case .unsolvable: unsolvable.append(place)
      case .gaveUp: unknown.append(place)
      }
      let representative = level.canonical(under: rules)
      if let first = places[rules]?[representative] {
        repeated.append((place, first))
      } else {
        places[rules, default: [:]][representative] = place
      }
      guard let points = report.points else { return }
      if let last, last.world == place.world, points < last.points {
        falls.append((place, last.points, points))
      }
      last = (place.world, points)
    }
  }

  /// The maximum number of sentences of a kind.
  private static let mostSentences = 10

  /// Prints the findings.
  ///
  /// - Returns: The exit status.
  private static func say(
    _ findings: Findings, of found: FoundCampaign, _ rules: Rules, _ arguments: Arguments
  ) -> ExitStatus {
    /// Shows the first sentences of a kind.
    func say(_ sentences: [String], _ show: (String) -> Void) {
      for sentence in sentences.prefix(mostSentences) { show(sentence + "\n") }
      let rest = sentences.count - mostSentences
      if rest > 0 { show("and \(grouped(rest)) more\n") }
    }
    func verdicts(_ places: [Campaign.Place], _ verdict: String) -> [String] {
      places.map { found.sentence($0, verdict, rules) }
    }
    say(verdicts(findings.unsolvable, "unsolvable"), Terminal.say)
    say(verdicts(findings.unknown, "gave up"), Terminal.say)
    say(
      findings.repeated.map { place, first in
        let isCopy = found.campaign[place].code == found.campaign[first].code
        return
          "\(found.name(place)): the same \(isCopy ? "" : "up to symmetry ")as \(found.name(first))"
      }, arguments.note)
    say(
      findings.falls.map { place, before, points in
        "\(found.name(place)): \(points) \(points == 1 ? "point" : "points") after \(before): easier "
          + "than the level before"
      }, arguments.note)
    if found.locksFirstWorld {
      arguments.note(
        "\(found.name(ofWorld: 0)) is always open: its '; unlock:' line has no effect\n"
      )
    }
    say(
      found.campaign.worldsThatNeverOpen.map { world in
        let why =
          switch found.campaign.worlds[world].lock {
          case .all: "neither can the world before it"
          case .stars, .coins: "too few stars can be earned in the others"
          }
        return "\(found.name(ofWorld: world)) can never be opened: \(why)"
      }, arguments.note)
    if !findings.unsolvable.isEmpty { return .no }
    return findings.unknown.isEmpty ? .done : .unknown
  }
}
