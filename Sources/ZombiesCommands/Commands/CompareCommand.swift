import ZombiesPolicies
import ZombiesReports
import ZombiesSimulator
import ZombiesSystem

extension Option {
  fileprivate static let difference = fraction(
    "--difference", "D", below: "1", default: "0.01",
    "smallest difference of win rates that matters")
  fileprivate static let alpha = fraction(
    "--alpha", "P", below: "\(SequentialTest.errorRateLimit)",
    default: "\(SequentialTest.defaultErrorRate)",
    "probability of calling one of two equal policies better")
  fileprivate static let beta = fraction(
    "--beta", "P", below: "\(SequentialTest.errorRateLimit)",
    default: "\(SequentialTest.defaultErrorRate)",
    "probability of missing the better of two policies that differ")
  fileprivate static let allTrials = flag(
    "--all-trials",
    "play all --rounds or --games, and look only then")
}

/// `zombies compare`: which of two policies is better.
package enum CompareCommand {
  package static let command: Command = Command(
    name: "compare",
    summary: "find the better of two policies on the same levels",
    operands: Operands(
      usage: "POLICY POLICY [LEVEL ...]", first: [.word(policyNames), .word(policyNames)],
      others: .level),
    details: """
      Both policies play the same trials until one of them proves better, or the difference proves too
      small to matter. The columns of the table are:

      \(columns)

      The test is a sequential probability ratio test, as used for chess engines. It looks at the
      trials that only one policy won, every 100 trials up to 2,000, then after each further 5%. The
      ratio for a policy compares two likelihoods: that it is better by --difference, and that there
      is no difference. The third line of the output says at which ratio the test decides. If the
      policies are equal, it calls one of them better with a probability of at most --alpha. If they
      differ by --difference, it misses the better one with a probability of at most --beta. The
      exit status is 2 if the trials end before the test decides.

      Which policy is better? Read the last line: the error rates of the test allow for all looks. By
      how much? Read the 95% interval (Tango's score interval with a continuity correction), but only
      if you chose the number of trials in advance, with --all-trials. If you looked at it again and
      again and stopped when it looked good, it would be wrong in far more than 5% of runs.

      On given levels, every policy but random always plays a level in the same way. Two such
      policies play each level once. The difference is then exact, and there is no test. With
      random, the result is about the given levels only.

      Policies:

      \(HelpList.policies)
      """,
    options: [
      [
        .input, .levels, .difference, .alpha, .beta, .allTrials,
        .rounds.saying("maximum number of rounds").changing {
          $0.standard = "\(Option.mostRounds)"
        },
        .games.saying("play games instead of rounds, up to this many"),
        .first, .maxMoves, .maxStates, .seed, .tableFormat,
      ],
      Option.playerOptions, [.manifest], Option.familyOptions, Option.ruleOptions,
      [.output, .threads, .quiet],
    ],
    example: (
      "zombies compare edge random --family block --difference 0.1",
      """
      edge against random · block, solvable levels · seed 0
      a difference of 0.1 matters; alpha 0.05, beta 0.05
      a ratio of at least 3.64 decides for a policy, at most −2.97 against it
      trials  only edge  only random  difference  ratio edge  ratio random
      100            57            3      54.00%        8.45         −9.59
      95% interval of the difference: 41.21% to 65.05% (approximate: stopped early)
      edge wins more often: decided after 100 rounds
      """
    ),
    run: run)

  private static let columns = HelpList.rows([
    ("trials", "number of trials so far"),
    ("only POLICY", "trials that only this policy won"),
    ("difference", "win rate of the first policy minus that of the second"),
    ("ratio POLICY", "logarithm of the ratio for this policy, as explained below"),
  ])

  private static func run(_ arguments: Arguments) throws -> ExitStatus {
    let words = try words(arguments)
    let test = SequentialTest(
      difference: try arguments.fraction(.difference), alpha: try arguments.fraction(.alpha),
      beta: try arguments.fraction(.beta))
    let seed = try arguments.seed()
    let (unit, trials) = try arguments.trials()
    let playsAll = arguments.has(.allTrials)
    if playsAll, !arguments.has(.rounds), !arguments.has(.games) {
      throw arguments.badUsage("--all-trials also needs --rounds N or --games N")
    }
    let maxStates = try arguments.maxStates()
    let maxMoves = try arguments.maxMoves()
    let format = try arguments.choice(.tableFormat, as: TableFormat.self)
    let threads = try arguments.threads()
    let (levels, rules) = try arguments.batchLevels(
      try arguments.rules(), seed: seed, maxStates: maxStates, behind: 2)
    let players = try Players(words, for: levels, rules, arguments)
    let policies = players.policies
    var batch = Batch(
      levels: levels, policies: policies, unit: unit, trials: trials, rules: rules,
      maxMoves: maxMoves, seed: seed,
      stateLimit: maxStates)
    batch.comparesPolicies = true
    batch.outside = players.outside
    let settings = BatchSettings(batch)
    let isExact = policies.allSatisfy(settings.isExact)
    if isExact, let period = settings.period {
      let first = batch.trials.lowerBound
      batch.trials = first..<first + min(batch.trialCount, period)
    }
    let outputs = try OutputSet(arguments)
    defer { outputs.discard() }
    try outputs.open(
      .output, "table", schema: format.isRows ? CompareCSV.schema : nil,
      isJSONLines: format.isJSONLines, arguments)
    arguments.note("seed \(seed)\n")
    let progress = Progress(
      total: nil, unit: unit.rawValue, isQuiet: arguments.has(.quiet))
    defer { progress.finish() }
    let (end, looks) =
      isExact
      ? try playOnce(batch, threads: threads, test, progress)
      : try play(batch, threads: threads, test, toEnd: playsAll, progress)
    progress.finish()
    try players.end(arguments)

    let (table, result, last) = (outputs["table"], end.result, looks[looks.count - 1])
    switch format {
    case .csv, .jsonl:
      try table?.write(CompareCSV.header)
      for look in looks { try table?.write(CompareCSV.row(look, test, result)) }
    case .table:
      try table?.write(CompareTable.title(result, test))
      try table?.write(CompareTable.text(looks, result, width: table?.columns))
      try table?.write(
        CompareTable.interval(last, isPlanned: playsAll || last.decision == nil))
      try table?.write(CompareTable.verdict(last, result))
    }
    var facts = Manifest(arguments, result)
    facts.whole = nil
    try outputs.finish(facts)
    return last.decision == nil ? .unknown : .done
  }

  private static let policyNames = Policy.builtIn.map(\.name)

  /// The two players to compare, as given.
  private static func words(_ arguments: Arguments) throws(Failure) -> [String] {
    let words = arguments.operands.prefix(2).map { $0.text ?? "" }
    for word in words where !word.contains("=") && Policy(builtIn: word) == nil {
      throw arguments.badUsage(Arguments.notOne(word, of: policyNames))
    }
    guard words.count == 2 else { throw arguments.badUsage("name two policies to compare") }
    func name(_ word: String) -> Substring { word.prefix { $0 != "=" } }
    guard name(words[0]) != name(words[1]) else {
      throw arguments.badUsage("\(name(words[0])) is named twice: name two different policies")
    }
    return words
  }

  /// Plays each given level once, or the first ones up to the maximum number of trials.
  ///
  /// - Returns: The end of the batch and a single look.
  private static func playOnce(
    _ batch: Batch, threads: Int, _ test: SequentialTest, _ progress: Progress
  ) throws -> (BatchProgress, [CompareLook]) {
    do throws(SimulationError) {
      let end = try Simulator(batch, threads: threads).play(from: BatchProgress(batch)) { state in
        progress.update(state.trialCount)
        return true
      }
      let isWhole = end.result.settings.period == end.trialCount
      return (end, [CompareLook(exactly: end.pairs, isWhole: isWhole, test)])
    } catch {
      throw batch.failure(error)
    }
  }

  /// Plays until the test decides or, if wanted, all trials before a single look.
  ///
  /// - Returns: The end of the batch and the looks, at least one.
  private static func play(
    _ batch: Batch, threads: Int, _ test: SequentialTest, toEnd: Bool, _ progress: Progress
  ) throws -> (BatchProgress, [CompareLook]) {
    let looks = Monitor<[CompareLook]>([])
    do throws(SimulationError) {
      let end = try Simulator(batch, threads: threads).play(
        from: BatchProgress(batch),
        isEnough: { state in
          guard !toEnd else { return false }
          let look = CompareLook(state.pairs, test)
          looks.withLock { $0.append(look) }
          return look.decision != nil
        },
        watch: { state in
          progress.update(state.trialCount) {
            let ratios = test.ratios(state.pairs)
            return " · ratios "
              + zip(batch.policies, [ratios.first, ratios.second]).map {
                "\($0) \(signed($1))"
              }.joined(separator: ", ") + " (\(signed(test.lower)) to \(signed(test.upper)))"
          }
          return true
        })
      var seen = looks.withLock { $0 }
      if seen.last?.pairs != end.pairs { seen.append(CompareLook(end.pairs, test)) }
      return (end, seen)
    } catch {
      throw batch.failure(error)
    }
  }
}
