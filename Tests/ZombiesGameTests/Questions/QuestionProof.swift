import ZombiesCore
import ZombiesGame
import ZombiesTestBridge
import ZombiesTestSupport

/// Proves generated questions by the naive reference implementation, using only what a player reads
/// and sees.
struct QuestionProof {
  /// The rules in force.
  var rules = NaiveRules.standard

  private var random = NaiveRandom(seed: 3)

  /// The wins of a policy in the solvable levels of a family, for which several questions may ask.
  private var wins: [Key: Double] = [:]

  private struct Key: Hashable {
    let policy, family: String
    let rules: NaiveRules
  }

  /// Why a question is wrong; nil if it is right.
  mutating func complaint(_ question: Question) -> String? {
    let answers = question.answers
    if Set(answers.map { $0.lowercased() }).count != answers.count { return "equal answers" }
    if case .closed(_, let valid) = question.form {
      if valid != valid.sorted() || Set(valid).count != valid.count { return "order" }
      if (question.severalAreValid != nil) != (valid.count > 1) { return "several" }
    }
    let proved: [Bool]?
    switch question.kind {
    case .firstMoves: proved = firstMoves(question)
    case .rooms: proved = rooms(question)
    case .nextStep: proved = nextStep(question)
    case .policies: proved = policies(question)
    case .safeSquares: proved = safeSquares(question)
    case .par: return par(question)
    case .solution: return solution(question)
    case .own: return "a kind that is not generated"
    }
    guard let proved else { return "cannot be read" }
    let accepted = answers.indices.map { question.accepts(answer: $0) }
    if proved != accepted { return "proved \(proved), accepted \(accepted)" }
    return proved.contains(true) && proved.contains(false) ? nil : "all answers are alike"
  }

  private func level(_ question: Question) -> NaiveLevel? {
    question.rooms.count == 1 ? NaiveLevel(question.rooms[0]) : nil
  }

  private func firstMoves(_ question: Question) -> [Bool]? {
    guard let level = level(question), level.lit else { return nil }
    let start = NaiveRound(level, rules)
    let words = ["up", "down", "left", "right"]
    guard Set(question.answers) == Set(start.legalMoves().map { words[$0] }) else { return nil }
    return question.answers.map { answer in
      var round = start
      round.move(words.firstIndex(of: answer)!)
      if round.outcome != nil { return round.outcome == .won }
      let position = NaiveLevel(
        rows: level.rows, columns: level.columns, start: round.player, signpost: level.signpost,
        zombies: round.zombies, blocks: level.blocks, lit: true)
      return naiveSolve(position, rules).solvable
    }
  }

  /// Whether each square survives in all placements that look and sound like the room on the walk.
  private func safeSquares(_ question: Question) -> [Bool]? {
    guard let level = level(question), !level.lit, let walk = question.walk,
      let asked = question.prompt[0].firstMatch(of: #/zombies are within (\d+) steps/#),
      let distance = Int(asked.1)
    else { return nil }
    var rules = rules
    rules.hearingDistance = distance
    let steps = NaiveSteps(naivePlacements(like: level), rules, empty: level)
    let visited = Set(walk.squares.map { $0.row * level.columns + $0.column })
    let possible = steps.placements(agreeingWith: level, on: visited)
    let squares = question.answers.compactMap { answer -> Int? in
      guard let place = answer.wholeMatch(of: #/row (\d+), column (\d+)/#),
        let row = Int(place.1), let column = Int(place.2)
      else { return nil }
      return (row - 1) * level.columns + column - 1
    }
    let next = steps.nextSquares(visited: visited, possible: possible)
    guard squares.count == question.answers.count, squares.sorted() == next else { return nil }
    return squares.map { square in
      possible.allSatisfy { steps.step(onto: square, in: $0).isSurvived }
    }
  }

  private func rooms(_ question: Question) -> [Bool]? {
    let levels = question.rooms.compactMap { NaiveLevel($0) }
    guard levels.count == question.answers.count, (3...4).contains(levels.count),
      question.answers == Array(["Room A", "Room B", "Room C", "Room D"].prefix(levels.count)),
      Set(levels).count == levels.count
    else { return nil }
    // All rooms are of one family, so that wrong answers do not stand out.
    let kinds = levels.map {
      [
        $0.rows, $0.columns, $0.zombies.count, $0.blocks.count, $0.flashlights.count,
        $0.lit ? 1 : 0,
      ]
    }
    guard Set(kinds).count == 1 else { return nil }
    return levels.map { naiveSolve($0, rules).solvable }
  }

  private func nextStep(_ question: Question) -> [Bool]? {
    guard let level = level(question), level.lit,
      let asked = question.prompt[0].wholeMatch(
        of: #/You move (\w+)\. Where does the zombie on row (\d+), column (\d+) go\?/#),
      let move = ["up", "down", "left", "right"].firstIndex(of: String(asked.1)),
      let row = Int(asked.2), let column = Int(asked.3)
    else { return nil }
    let round = NaiveRound(level, rules)
    let zombie = (row - 1) * level.columns + column - 1
    guard round.isLegal(move), let turn = level.zombies.firstIndex(of: zombie) else { return nil }
    let player = round.room.neighbours[4 * level.start + move]
    // The move must not end the round before the zombies move.
    guard player != level.signpost,
      !round.room.isCaught(player: player, zombies: level.zombies, rules: rules)
    else { return nil }
    let target = round.room.chaseTurns(zombies: level.zombies, player: player, rules: rules)[turn]
    let rows = target / level.columns - zombie / level.columns
    let columns = target % level.columns - zombie % level.columns
    var parts: [(Int, String)] = []
    if rows != 0 { parts.append((abs(rows), rows < 0 ? "up" : "down")) }
    if columns != 0 { parts.append((abs(columns), columns < 0 ? "left" : "right")) }
    let way =
      target == zombie
      ? "it stays"
      : abs(rows) + abs(columns) == 1
        ? parts[0].1 : parts.map { "\($0.0) \($0.1)" }.joined(separator: " and ")
    return question.answers.map { $0 == way }
  }

  private func par(_ question: Question) -> String? {
    guard let level = level(question), let par = naiveSolve(level, rules).par else { return "none" }
    for number in 0...200 {
      for text in ["\(number)", "\(number) moves"] where question.accepts(text) != (number == par) {
        return "\(text), par \(par)"
      }
    }
    return nil
  }

  private mutating func solution(_ question: Question) -> String? {
    guard let level = level(question), let solution = naiveSolve(level, rules).solution,
      question.prompt[0].contains(", \(solution.count).")
    else { return "none" }
    let spaced = solution.lowercased().map { String($0) }.joined(separator: ", ")
    if !question.accepts(solution) || !question.accepts(spaced) { return "\(solution) refused" }
    // A sequence is accepted exactly if it wins in that few moves. The attempts exchange two moves,
    // insert a move, or are random.
    for attempt in 0..<20 {
      var moves = Array(solution)
      switch attempt % 4 {
      case 0, 1: moves.swapAt(random.below(moves.count), random.below(moves.count))
      case 2: moves = moves.map { _ in random.one(of: ["U", "D", "L", "R"]) }
      default: moves.insert(random.one(of: moves), at: random.below(moves.count))
      }
      if question.accepts(String(moves)) != (moves.count == solution.count && wins(moves, level)) {
        return "\(String(moves)), solution \(solution)"
      }
    }
    return nil
  }

  private func wins(_ moves: [Character], _ level: NaiveLevel) -> Bool {
    var round = NaiveRound(level, rules)
    for move in moves {
      let direction = naiveDirectionLetters.firstIndex(of: String(move))!
      guard round.outcome == nil, round.isLegal(direction) else { return false }
      round.move(direction)
    }
    return round.outcome == .won
  }

  private mutating func policies(_ question: Question) -> [Bool]? {
    guard question.answers.count == 3, question.answers.contains("both equally often"),
      let asked = question.prompt[0].wholeMatch(
        of: #/Which policy wins more often in (\S+), over all its solvable levels\?/#),
      let family = NaiveFamily(name: String(asked.1))
    else { return nil }
    var rates: [Double?] = []
    for answer in question.answers {
      let name = String(answer.prefix { $0 != ":" })
      rates.append(name == "both equally often" ? nil : rate(name, family))
    }
    let known = rates.compactMap { $0 }
    // The difference must be well above rounding errors; whole levels differ by much more.
    guard known.count == 2, abs(known[0] - known[1]) > 1e-9 else { return nil }
    return rates.map { $0 == known.max() }
  }

  /// The expected number of wins of a policy in the solvable placements of a family.
  private mutating func rate(_ policy: String, _ family: NaiveFamily) -> Double {
    let key = Key(policy: policy, family: family.name, rules: rules)
    if let known = wins[key] { return known }
    var sum = 0.0
    family.forEachPlacement { level in
      guard naiveSolve(level, rules).solvable else { return }
      let maxMoves = 4 * level.squareCount
      if let planned = NaivePolicy(rawValue: policy) {
        sum += naivePlay(planned, level, rules, maxMoves: maxMoves).outcome == .won ? 1 : 0
      } else if policy == "random" {
        sum += naiveExactRandom(level, rules, maxMoves: maxMoves).won
      } else {
        sum = .nan
      }
    }
    wins[key] = sum
    return sum
  }
}
