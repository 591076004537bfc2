// The questions of the test, with answers in the format of the program's CSV.

import ZombiesCore
import ZombiesGame
import ZombiesGenerator
import ZombiesGrading
import ZombiesPolicies
import ZombiesSolver

/// The reason why a question has no answer.
struct Problem: Error {
  let text: String

  init(_ text: String) { self.text = text }
}

/// Answers a question, or returns "error: " and the reason.
func answered(_ question: String) -> String {
  do throws(Problem) {
    guard let space = question.utf8.firstIndex(of: UInt8(ascii: " ")) else {
      throw Problem("no question")
    }
    let subject = String(question[question.utf8.index(after: space)...])
    if question.utf8.starts(with: "read ".utf8) { return try levels(in: subject) }
    var words = Words(question)
    switch try words.next() {
    case "draw": return try draw(&words)
    case "reference": return try reference(subject)
    case "solve": return try solve(&words)
    case "play": return try play(&words)
    case "grade": return try grade(&words)
    case "talk": return try talk(&words)
    case "analyze": return try analyze(&words)
    case "product": return text(of: try words.wideNumber() &* words.wideNumber())
    case "shifts":
      let (number, count) = (try words.wideNumber(), try words.number())
      return text(of: number << count) + " " + text(of: number >> count)
    case "quotient":
      let (dividend, divisor) = (try words.wideNumber(), try words.wideNumber())
      return text(of: divisor == 0 ? 0 : dividend / divisor)
    default: throw Problem("no such question")
    }
  } catch {
    return "error: " + error.text
  }
}

/// The words of a question.
private struct Words {
  private var rest: [String]

  init(_ text: String) { rest = text.split(separator: " ").reversed().map { String($0) } }

  mutating func next() throws(Problem) -> String {
    guard let word = rest.popLast() else { throw Problem("a word is missing") }
    return word
  }

  mutating func number() throws(Problem) -> UInt64 {
    guard let number = UInt64(try next()) else { throw Problem("no number") }
    return number
  }

  /// A number of 128 bits, read as its upper and its lower half.
  mutating func wideNumber() throws(Problem) -> UInt128 {
    let high = try number()
    return UInt128(high) << 64 | UInt128(try number())
  }

  mutating func family() throws(Problem) -> Family {
    let name = try next()
    do throws(NameError) { return try Family(name) } catch { throw Problem(error.description) }
  }

  mutating func level() throws(Problem) -> Level {
    let code = try next()
    do throws(LevelError) { return try Level(code: code) } catch {
      throw Problem(error.description)
    }
  }

  mutating func rules() throws(Problem) -> Rules {
    let (distance, chase, speed) = (try number(), try next(), try number())
    guard let chase = Rules.ChaseAxis(rawValue: chase),
      let rules = try? Rules(
        catchingDistance: Int(clamping: distance), chase: chase, zombieSpeed: Int(clamping: speed))
    else { throw Problem("no such rules") }
    return rules
  }
}

/// The two halves of a number of 128 bits. The runtime does its arithmetic.
private func text(of number: UInt128) -> String {
  "\(UInt64(truncatingIfNeeded: number >> 64)) \(UInt64(truncatingIfNeeded: number))"
}

// MARK: Levels

/// The current generator, kept for the next level with the same settings.
nonisolated(unsafe) private var source: (settings: String, source: LevelSource)?

/// "draw FAMILY solvable|any SEED INDEX RULES": the level's code.
private func draw(_ words: inout Words) throws(Problem) -> String {
  let (family, selection) = (try words.family(), LevelSelection(rawValue: try words.next()))
  let (seed, index, rules) = (try words.number(), try words.number(), try words.rules())
  guard let selection else { throw Problem("no such levels") }
  let settings = "\(family) \(selection.rawValue) \(seed) \(rules.text)"
  do throws(GenerationError) {
    let known: LevelSource
    if let source, source.settings == settings {
      known = source.source
    } else {
      known = try LevelSource(
        LevelGenerator(family, seed: seed, rules: rules, selection: selection))
      source = (settings, known)
    }
    return try known.level(at: index).code
  } catch {
    throw Problem(error.description)
  }
}

/// "reference TEXT": the code of the level that a seed reference names.
private func reference(_ text: String) throws(Problem) -> String {
  let reference: SeedReference
  do throws(NameError) { reference = try SeedReference(text) } catch {
    throw Problem(error.description)
  }
  let generator = LevelGenerator(
    reference.family, seed: reference.seed, selection: reference.selection)
  do throws(GenerationError) { return try generator.level(at: reference.index).code } catch {
    throw Problem("\(reference): \(error)")
  }
}

/// "read TEXT": the codes of the levels of a file, one per line.
private func levels(in text: String) throws(Problem) -> String {
  var reader = LevelReader(text)
  var codes: [String] = []
  do throws(LevelError) {
    while let entry = try reader.next() { codes.append(entry.level.code) }
  } catch {
    throw Problem(error.description)
  }
  return codes.joined(separator: "\n")
}

extension Rules {
  fileprivate var text: String { "\(catchingDistance) \(chase.rawValue) \(zombieSpeed)" }
}

// MARK: Solving and playing

/// "solve CODE LIMIT RULES": the columns verdict to states of `solve --format csv`; a limit of 0
/// means the solver's default.
private func solve(_ words: inout Words) throws(Problem) -> String {
  let (level, limit, rules) = (try words.level(), try words.number(), try words.rules())
  let solver = Solver(rules: rules, stateLimit: limit == 0 ? nil : Int(clamping: limit))
  let solved = solver.solve(level)
  guard let solution = solved.solution else {
    return "\(solved.verdict.rawValue),,,,\(solved.states)"
  }
  return "\(solved.verdict.rawValue),\(solution.par),\(solution.moves.letters),"
    + "\(solution.shortestCount),\(solved.states)"
}

/// The plan that `optimal` follows, kept for the next level of the same family.
nonisolated(unsafe) private var plan: (settings: String, player: BlindPlayer)?

/// "play POLICY CODE SEED TRIAL RULES": the columns outcome, moves and path of `simulate
/// --rounds-csv`.
private func play(_ words: inout Words) throws(Problem) -> String {
  let (name, level) = (try words.next(), try words.level())
  let (seed, trial, rules) = (try words.number(), try words.number(), try words.rules())
  guard let policy = Policy(builtIn: name) else { throw Problem("no such policy") }
  var path: [Direction]? = []
  do throws(PolicyError) {
    var player = try player(of: policy, level, RoundKey(seed: seed, trial: trial), rules)
    let limit = 4 * level.size.squareCount
    var round = AnyRound(level, rules: rules)
    try round.play(&player, of: policy, moveLimit: limit, path: &path)
    let moves = path ?? []
    return "\((round.outcome ?? .outOfMoves).name),\(moves.count),\(moves.letters)"
  } catch {
    throw Problem(error.description)
  }
}

private func player(
  of policy: Policy, _ level: Level, _ key: RoundKey, _ rules: Rules
) throws(PolicyError) -> AnyPlayer {
  guard policy == .optimal else {
    let start = RoundStart(policy, size: level.size, rules: rules, key: key)
    return try policy.player(in: level, start, solver: Solver(rules: rules))
  }
  do throws(PlanError) {
    guard let family = Family(of: level) else { throw .notOfAFamily(level) }
    let settings = "\(family) \(rules.text)"
    if let plan, plan.settings == settings { return AnyPlayer(plan.player) }
    let player = try BlindPlayer(family, rules: rules)
    plan = (settings, player)
    return AnyPlayer(player)
  } catch {
    throw .noPlan(error)
  }
}

// MARK: Grading

/// "grade CODE RULES": the columns of `solve --difficulty --format csv` that are not computed from
/// others, with the probability in units of 10⁻⁹; then the grade again, as computed for many
/// levels.
private func grade(_ words: inout Words) throws(Problem) -> String {
  let (level, rules) = (try words.level(), try words.rules())
  let difficulty = Grader(rules).report(level)
  let graded = Grader(rules).report(level, .grade)
  return [
    text(difficulty.excessMoves), text(difficulty.reachableStates), text(difficulty.deadStates),
    text(difficulty.longestForcedRun), text(difficulty.directWayLoses),
    difficulty.levelOfThingsThatMatter?.code ?? "", text(difficulty.everyThingMatters),
    text(difficulty.randomWinProbability.map { billionths($0) }),
    difficulty.grade?.rawValue ?? "", graded.grade?.rawValue ?? "",
  ].joined(separator: ",")
}

/// A share in units of 10⁻⁹, rounded half up.
private func billionths(_ share: Double) -> UInt64 {
  let whole = UInt64(share * 1e9)
  return share * 1e9 - Double(whole) < 0.5 ? whole : whole + 1
}

private func text(_ value: (some CustomStringConvertible)?) -> String {
  value.map { $0.description } ?? ""
}

/// "analyze FAMILY RULES": for each policy, over all placements and over the solvable ones, the
/// columns policy to won of `analyze --format csv`, and its values as fractions.
private func analyze(_ words: inout Words) throws(Problem) -> String {
  let (family, rules) = (try words.family(), try words.rules())
  do throws(AnalysisError) {
    let analysis = try FamilyAnalysis(
      of: FamilyAnalysis.Settings(family, rules: rules, policies: Policy.builtIn))
    let rows = analysis.policies.map { row in
      let values = [
        row.won, row.caught, row.stuck, row.outOfMoves, row.neverEnding, row.meanMoves,
        row.gameWon, row.gameMeanMoves,
      ]
      return "\(row.policy),\(row.levels.rawValue),\(row.placements),\(text(row.wins)),"
        + values.map { value in
          value.map { "\($0.numerator)/\($0.denominator)" } ?? ""
        }.joined(separator: ",")
    }
    return rows.joined(separator: "\n")
  } catch {
    throw Problem(error.description)
  }
}

// MARK: A game

/// "talk FAMILY SEED LINE,LINE,…": a game by typed commands, with `_` for a blank in a line; the
/// output of the text screen.
private func talk(_ words: inout Words) throws(Problem) -> String {
  var setup = Session.Setup(Settings(.family(try words.family())), seed: try words.number())
  setup.textScreen = .piped
  var session: Session
  do throws(GenerationError) { session = try Session(setup) } catch {
    throw Problem(error.description)
  }
  var text = ""
  var printed = 0
  func tell() {
    for message in session.log.messages.suffix(session.log.count - printed) {
      text += message + "\n"
    }
    printed = session.log.count
  }
  tell()
  let lines = try words.next().split(separator: ",").map { String($0) } + ["quit"]
  for line in lines where !session.isOver {
    session.perform(
      .type(String(line.map { (character: Character) in character == "_" ? " " : character })))
    session.perform(.enter)
    while session.awaits != nil { session.perform(.proceed) }
    tell()
  }
  return text
}
