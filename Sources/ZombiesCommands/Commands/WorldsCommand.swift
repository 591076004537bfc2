import ZombiesAnalysis
import ZombiesCore
import ZombiesGame
import ZombiesGenerator
import ZombiesGrading
import ZombiesReports
import ZombiesSolver

extension Option {
  fileprivate static let stars = flag(
    "--stars",
    "prove, by recorded rounds or exact chances, that each star can be earned")
  fileprivate static let plays = file(
    "--plays", .input, "show what happened when people played the levels, from a file of rounds",
    note: "Can be given several times"
  ).repeatable
  fileprivate static let correlations = file(
    "--correlations-csv", .output,
    "with --plays, write to this file how well each measure orders the levels")
  fileprivate static let playsPage = file(
    "--html", .output, "with --plays, also write an HTML page about the levels and the rounds")
  fileprivate static let playsTitle = title("How the campaign was played").saying(
    "with --html, title of the page")
}

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

      --stars proves that the stars of each level can be earned without seeing the whole level. It
      looks for a round that is won, which gives the stars for winning and for winning in the first
      life, and for a round that is won in par, which gives the star for par. The rounds are played
      by edge, beeline, optimal (if its plan takes just a moment to make), or random with seed 0, up to
      trial \(grouped(StarSearch.trials)). 'zombies replay' shows the same round again. If there is no
      such round, the table shows the exact chance that random wins, with four moves per square or
      in par.

      --plays reads the rounds of 'zombies play --record', of the page, or of 'zombies simulate
      --rounds-csv'. It plays each round again by the rules, so a row that contradicts them is an error.
      Notes name the rounds that do not count, such as those on other levels. Instead of the columns behind
      the grade, the table has:

      \(playColumns)

      A second table compares each measure of difficulty with what the players did: Spearman's rank
      correlation, with 95% bootstrap intervals. The sentences below it say what the data can tell.
      """,
    options: [
      [
        .stars, .plays, .correlations, .playsPage, .playsTitle, .maxStates, .tableFormat,
      ], ruleOptions,
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
      ? option.changing { $0.standard = String(Settings.usualHearing) } : option
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
    ("won by", "with --stars, a policy that wins the level"),
    ("in par by", "with --stars, a policy that wins it in par"),
    ("code", "the level"),
  ])

  private static let playColumns = HelpList.rows([
    ("players, won", "number of players who tried the level, and who won it"),
    ("life 1, 2, 3", "number of players whose first win was in that life of an attempt"),
    (
      "left",
      "number of players who did not win it and then played no other; an arrow marks the most"
    ),
    ("rounds, rounds won", "number of rounds, and the share that was won"),
    ("time, first move", "median time of a round, and before its first move"),
    ("undone", "mean number of moves undone in a round"),
    ("most caught on", "square on which most were caught, and in how many rounds"),
  ])

  private static func run(_ arguments: Arguments) throws -> ExitStatus {
    guard arguments.operands.count < 2 else {
      throw arguments.badUsage("expected one FILE, found \(arguments.operands.count)")
    }
    let rules = try arguments.rules()
    let format = try arguments.choice(.tableFormat, as: TableFormat.self)
    let found = try FoundCampaign(
      at: arguments.operands.first.map { FilePath(bytes: $0.bytes) }, rules, arguments)
    let hasStars = arguments.has(.stars)
    let hasPlays = arguments.has(.plays)
    if hasPlays, hasStars { throw arguments.badUsage("--stars cannot be combined with --plays") }
    if !hasPlays, let option = arguments.first(of: [.correlations, .playsPage]) {
      throw arguments.badUsage("\(option.name) needs --plays FILE")
    }
    if !arguments.has(.playsPage), arguments.has(.playsTitle) {
      throw arguments.badUsage("--title needs --html FILE")
    }
    let title = try arguments.title()
    let schema =
      hasPlays ? PlaysCSV.schema : hasStars ? WorldsCSV.starsSchema : WorldsCSV.schema
    let outputs = try OutputSet(arguments)
    defer { outputs.discard() }
    let output = try outputs.openMain(
      "levels", schema: format.isRows ? schema : nil, isJSONLines: format.isJSONLines, arguments)
    try outputs.open(
      .correlations, "correlations", schema: CorrelationsCSV.schema, arguments)
    try outputs.open(.playsPage, "page", arguments)
    let counted = try hasPlays ? Self.plays(found, rules, arguments, beside: output) : nil
    let maxStates = try arguments.maxStates()
    let threads = try arguments.threads()
    let progress = Progress(
      total: UInt64(found.campaign.places.count), unit: "levels", isQuiet: arguments.isQuiet,
      beside: output)
    defer { progress.finish() }
    if format.isRows { try output.write(schema.header) }
    var (findings, count) = (Findings(), UInt64(0))
    var rows: [WorldsRow] = []
    // Before a table can mark the level that most players leave, all rounds must have been counted.
    let mostLeft = counted?.plays.levels.map(\.playersLeft).max() ?? 0
    var played: [WorldsRow] = []
    var parts: LevelReport.Parts = [.grade, .thingsThatMatter, .blindChance]
    if hasPlays { parts.formUnion([.solution, .measures]) }
    let requested = parts
    typealias Judged = (report: LevelReport, stars: LevelStars?)
    let work = OrderedWork<Job, Judged>(
      threads: threads, weight: { $0.level.level.size.squareCount },
      worker: {
        var judge = Judge(rules, maxStates)
        return { job in
          let own = job.level.rules(else: rules)
          if judge.rules != own { judge = Judge(own, maxStates) }
          let report = judge.grader.report(job.level.level, requested)
          let par = hasStars ? report.par : nil
          return (report, par.map { judge.search.stars(of: job.level.level, par: $0) })
        }
      },
      deliver: { job, judged in
        let (level, place) = (job.level, job.place)
        let world = found.campaign.worlds[place.world]
        findings.note(level.level, level.rules(else: rules), judged.report, at: place)
        rows.append(
          WorldsRow(
            world: place.world + 1, worldName: world.name, lock: world.lock,
            number: place.level + 1, name: found.title(place).name,
            reference: found.title(place).reference, line: found.line(place), level: level.level,
            report: judged.report, stars: judged.stars, rules: level.rules?.rules,
            plays: counted?.plays.levels[Int(count)]))
        count += 1
        progress.update(count)
        guard rows.count == world.levels.count else { return }
        try progress.makeWay(for: output) {
          if format.isRows {
            for row in rows {
              try output.write(
                hasPlays
                  ? PlaysCSV.row(row, rules) : WorldsCSV.row(row, rules, hasStars: hasStars))
            }
          } else {
            let table =
              hasPlays
              ? PlaysTable.text(rows, rules, mostLeft: mostLeft, width: output.columns)
              : WorldsTable.text(rows, rules, hasStars: hasStars, width: output.columns)
            try output.write((place.world > 0 ? "\n" : "") + table)
          }
        }
        if hasPlays { played += rows }
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
    if let counted {
      try write(
        played, counted, to: outputs, isTable: !format.isRows
      ) { findings in
        PlaysPage(
          played, rules: rules, findings: findings, title: title,
          command: arguments.lineOfSettings(), version: Tool.version)
      }
      counted.say(arguments)
    }
    try outputs.finish(Manifest(arguments))
    return say(findings, of: found, rules, arguments)
  }

  /// Checks that no file of rounds is given twice, because its rounds would count twice.
  ///
  /// - Throws: ``Failure`` with status 64.
  private static func checkPlays(_ arguments: Arguments) throws(Failure) {
    var known: Set<[UInt8]> = []
    let campaign = arguments.operands.first.map { FilePath(bytes: $0.bytes) }
    if campaign?.text == "-" { known.insert(FilePath("-").identity) }
    for path in arguments.paths(.plays) where !known.insert(path.identity).inserted {
      throw arguments.badValue(
        .plays,
        path.text == "-"
          ? "- is given twice: standard input can be read only once"
          : "'\(path.text)' is given twice")
    }
  }

  /// Reads and counts the rounds of `--plays`.
  private static func plays(
    _ found: FoundCampaign, _ rules: Rules, _ arguments: Arguments, beside output: OutputFile
  ) throws(Failure) -> CountedPlays {
    try checkPlays(arguments)
    let progress = Progress(
      total: nil, unit: "rows", isQuiet: arguments.isQuiet, beside: output)
    defer { progress.finish() }
    return try CountedPlays(
      arguments.paths(.plays), of: found.campaign, rules, arguments, progress)
  }

  /// Writes what all levels together tell about the measures of difficulty.
  private static func write(
    _ rows: [WorldsRow], _ counted: CountedPlays, to outputs: OutputSet, isTable: Bool,
    page: (MeasureFindings) -> PlaysPage
  ) throws {
    let (output, csv, html) = (outputs["levels"], outputs["correlations"], outputs["page"])
    guard isTable || csv != nil || html != nil else { return }
    let findings = MeasureFindings(
      rows, players: counted.plays.players, stayers: counted.plays.stayers)
    try csv?.write(CorrelationsCSV.text(findings))
    try html?.write(page(findings).html)
    guard isTable, let output else { return }
    if let leaving = PlaysTable.leaving(rows) { try output.write("\n" + leaving + "\n") }
    try output.write("\n" + PlaysTable.text(findings, width: output.columns))
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
    let search: StarSearch

    init(_ rules: Rules, _ maxStates: Int?) {
      self.rules = rules
      let plays = BlindPlays(rules: rules)
      let exploring = StateGraph.defaultStateLimit
      grader = Grader(
        Solver(rules: rules, stateLimit: maxStates),
        stateLimit: min(maxStates ?? exploring, exploring), plays: plays)
      search = StarSearch(rules: rules, plays)
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
