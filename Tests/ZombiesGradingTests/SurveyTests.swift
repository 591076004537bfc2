import Testing
import ZombiesCore
import ZombiesGrading
import ZombiesSolver
import ZombiesTestBridge
import ZombiesTestSupport

/// The survey of a level after each change in the workshop, against the solver, the grader and
/// plain rounds: only here are the lost squares compared.
@Suite struct SurveyTests {
  /// The survey that the workshop makes at each change.
  private static func survey(
    _ level: Level, _ rules: Rules = .standard, stateLimit: Int = 50_000
  ) -> LevelReport {
    Grader(rules, stateLimit: stateLimit).report(level, [.grade, .solution, .lostSquares, .reach])
  }

  /// The faults of a survey, or nil.
  static func complaint(_ level: NaiveLevel, _ rules: NaiveRules) throws -> String? {
    let (form, formRules) = (try Level(level), try Rules(rules))
    let survey = Self.survey(form, formRules)
    var problems: [String] = []
    let solved = Solver(rules: formRules).solve(form)
    if survey.verdict != solved.verdict { problems.append("\(survey.verdict)") }
    if survey.solution != solved.solution {
      problems.append("\(String(describing: survey.solution))")
    }
    let graded = Grader(formRules).report(form, .grade)
    if survey.points != graded.points || survey.shortestSolutions != graded.shortestSolutions {
      problems.append("\(survey), expected \(graded)")
    }
    // The path, by playing it.
    var round = NaiveRound(level, rules)
    var way = solved.solution == nil ? [] : [round.player]
    for move in solved.solution?.moves ?? [] {
      round.move(Int(move.rawValue))
      way.append(round.player)
    }
    let squares = survey.solution?.squares(from: form.start) ?? []
    if squares.map(form.size.index) != way { problems.append("path \(squares)") }
    // The squares on which no reachable state can be won.
    var space = NaiveStateSpace(level, rules)
    let graph = NaiveGraph(level, rules)
    for state in graph.successors.indices {
      for way in 0..<4 { _ = space.successor(of: state, by: way) }
    }
    let winning = graph.states(reaching: [NaiveStateSpace.won])
    let met = Set(space.outcomeAtStart == .stuck ? [level.start] : space.rounds.map(\.player))
    let hopeful = Set(winning.map { space.rounds[$0].player })
    let lost = met.subtracting(hopeful).sorted()
    if survey.lostSquares?.map(form.size.index) != lost {
      problems.append("lost \(String(describing: survey.lostSquares)), expected \(lost)")
    }
    if let dead = survey.deadStates, let count = survey.reachableStates {
      if survey.par != nil, survey.deadPerMille != dead * 1000 / count {
        problems.append("dead \(dead)")
      }
    } else if survey.deadPerMille != nil {
      problems.append("dead states are not counted")
    }
    let reach = solved.verdict == .unsolvable ? try Reach(form, rules: formRules) : nil
    if survey.reach != reach { problems.append("reach") }
    return problems.isEmpty ? nil : "\(level) \(rules): \(problems.joined(separator: "; "))"
  }

  @Test func whatIsSurveyedIsWhatIsAskedAlone() throws {
    try expectNil(firstComplaint(maxThings: 7, wide: 0, Self.complaint))
  }

  @Test func wideRooms() throws {
    for code in ["S10/11/5F1Z3/1Z9/11/10P", "S65/66/65P", "S64Z/66/65P", "66/S31#33/33#32/32#32P"] {
      let level = try require(NaiveLevel(code: code))
      let failure = try Self.complaint(level, .standard)
      expectNil(failure)
    }
  }

  /// Beyond the limit the survey claims nothing, or only the result of a shorter search.
  @Test func whatIsNotKnownIsSaidToBeSo() throws {
    let level = try Level("S6Z/8/2Z5/3#4/8/8/8/7P+lit")
    let known = Self.survey(level, stateLimit: 1_000_000)
    expect(known.verdict != .gaveUp && known.lostSquares != nil)
    let unknown = Self.survey(level, stateLimit: 3)
    expect(unknown.verdict == .gaveUp && unknown.lostSquares == nil && unknown.reach == nil)
    expect(unknown.solution == nil && unknown.grade == nil && unknown.stateLimit == 3)
    for limit in [100, 1_000, 5_000, 20_000] {
      let survey = Self.survey(level, stateLimit: limit)
      if survey.verdict != .gaveUp { expectEqual(survey.verdict, known.verdict, "\(limit)") }
      if let solution = survey.solution { expectEqual(solution, known.solution, "\(limit)") }
      if let lost = survey.lostSquares { expectEqual(lost, known.lostSquares, "\(limit)") }
    }
    // The limit means the same if nothing moves.
    let still = try Level("S4/5/2Z2/5/4P")
    expectEqual(Self.survey(still, stateLimit: 1).verdict, .gaveUp)
    expectEqual(Solver(stateLimit: 1).solve(still).verdict, .gaveUp)
    let dark = Self.survey(still, stateLimit: 25)
    expect(dark.verdict == .solvable && dark.lostSquares == [] && dark.deadPerMille == 0)
  }
}
