import ZombiesCore
import ZombiesGame
import ZombiesTestBridge
import ZombiesTestSupport

extension Question {
  fileprivate var texts: [String] { answers.map(\.text) }

  fileprivate func accepts(_ text: String) -> Bool { answer(.typed(text)) != nil }
}

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
    let answers = question.texts
    if Set(answers.map { $0.lowercased() }).count != answers.count { return "equal answers" }
    let areSeveralValid = question.isClosed && question.answers.count(where: { $0.isValid }) > 1
    if question.spoken.contains(where: { $0.hasPrefix("Several ") }) != areSeveralValid {
      return "several"
    }
    let proved: [Bool]?
    switch question.kind {
    case .firstMoves: proved = firstMoves(question)
    case .rooms: proved = rooms(question)
    case .nextStep: proved = nextStep(question)
    case .policies: proved = policies(question)
    case .par: return par(question)
    case .solution: return solution(question)
    case .own: return "a kind that is not generated"
    }
    guard let proved else { return "cannot be read" }
    let accepted = answers.indices.map { question.answer(.cursor($0)) != nil }
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
    guard Set(question.texts) == Set(start.legalMoves().map { words[$0] }) else { return nil }
    return question.texts.map { answer in
      var round = start
      round.move(words.firstIndex(of: answer)!)
      if round.outcome != nil { return round.outcome == .won }
      let position = NaiveLevel(
        rows: level.rows, columns: level.columns, start: round.player, signpost: level.signpost,
        zombies: round.zombies, blocks: level.blocks, lit: true)
      return naiveSolve(position, rules).solvable
    }
  }

  private func rooms(_ question: Question) -> [Bool]? {
    let levels = question.rooms.compactMap { NaiveLevel($0) }
    guard levels.count == question.answers.count, (3...4).contains(levels.count),
      question.texts == Array(["Room A", "Room B", "Room C", "Room D"].prefix(levels.count)),
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
        of: #/You move (\w+)\. Where does the (marked )?zombie go\?/#),
      let move = ["up", "down", "left", "right"].firstIndex(of: String(asked.1)),
      (asked.2 != nil) == (level.zombies.count > 1 && question.marked != nil)
    else { return nil }
    let round = NaiveRound(level, rules)
    let zombie =
      question.marked.map { $0.row * level.columns + $0.column } ?? level.zombies.first ?? -1
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
    return question.texts.map { $0 == way }
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
    let words = ["U": "Up", "D": "down", "L": "left", "R": "RIGHT"]
    let long = solution.compactMap { words[String($0)] }.joined(separator: " ")
    for text in [solution, spaced, long, " \(long.replacing(" ", with: "; ")). "] {
      if !question.accepts(text) { return "\(text) refused" }
    }
    for text in ["", solution + "X", solution.dropLast() + "1", "\(long)s"]
    where question.accepts(text) {
      return "\(text) accepted"
    }
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
    guard question.answers.count == 3, question.texts.contains("both equally often"),
      let family = Self.family(question)
    else { return nil }
    var rates: [Double?] = []
    for answer in question.texts {
      let name = String(answer.prefix { $0 != ":" })
      rates.append(name == "both equally often" ? nil : rate(name, family))
    }
    let known = rates.compactMap { $0 }
    // The difference must be well above rounding errors; whole levels differ by much more.
    guard known.count == 2, abs(known[0] - known[1]) > 1e-9 else { return nil }
    return rates.map { $0 == known.max() }
  }

  /// The family that a question describes.
  private static func family(_ question: Question) -> NaiveFamily? {
    guard
      let asked = question.prompt[1].wholeMatch(
        of: #/The rooms are (\d+) by (\d+) and (dark|lit), with (.*)\./#)
    else { return nil }
    var name = "\(asked.1)x\(asked.2)"
    for (noun, letter) in [("zombie", "z"), ("block", "b"), ("flashlight", "f")] {
      let count = asked.4.matches(of: #/(\d+) ([a-z]+?)s?\b/#).first { $0.2 == noun }?.1
      if let count { name += "\(letter)\(count)" }
    }
    return NaiveFamily(name: name + (asked.3 == "lit" ? "+lit" : ""))
  }

  /// The square that words such as "2 up and 1 left" mean.
  private static func square(_ words: String, from square: Int, in level: NaiveLevel) -> Int? {
    var (row, column) = (square / level.columns, square % level.columns)
    for part in words.matches(of: #/(\d+) (up|down|left|right)/#) {
      guard let count = Int(part.1) else { return nil }
      switch part.2 {
      case "up": row -= count
      case "down": row += count
      case "left": column -= count
      default: column += count
      }
    }
    guard (0..<level.rows).contains(row), (0..<level.columns).contains(column) else { return nil }
    return row * level.columns + column
  }

  // MARK: Reasons

  /// Why the sentence after "Right: ", or the path drawn with it, is wrong; nil if all are right.
  mutating func complaintAboutReasons(_ question: Question) -> String? {
    var replies: [Question.Reply] = question.answers.indices.map { .cursor($0) }
    switch question.form {
    case .closed: break
    case .open: replies = question.texts.map { .typed($0) } + [.typed("0")]
    case .moves:
      guard let level = level(question), let solution = naiveSolve(level, rules).solution else {
        return "no solution"
      }
      replies = [.typed(solution), .typed(solution.lowercased()), .typed(solution + "U")]
    }
    for reply in replies {
      let isRight =
        switch reply {
        case .cursor(let answer): question.answers[answer].isValid
        case .typed(let text): question.accepts(text)
        }
      guard let reason = question.answer(reply)?.reason else {
        if isRight { return "no reason for \(reply)" }
        continue
      }
      guard isRight, reason.sentence.hasPrefix("Right: "), reason.sentence.hasSuffix(".") else {
        return "\(reply): \(reason.sentence)"
      }
      if let complaint = complaint(reason, reply, question) { return "\(reason): \(complaint)" }
    }
    return nil
  }

  private mutating func complaint(
    _ reason: Question.Reason, _ reply: Question.Reply, _ question: Question
  ) -> String? {
    let numbers = reason.sentence.matches(of: #/\d+/#).compactMap { Int($0.0) }
    let rooms = question.rooms.compactMap { NaiveLevel($0) }
    let level = reason.room.map { rooms[$0] }
    let path = level.map { level in reason.path.map { $0.row * level.columns + $0.column } } ?? []
    let moves = zip(path, path.dropFirst()).map { here, next -> Character in
      next == here + 1 ? "R" : next == here - 1 ? "L" : next > here ? "D" : "U"
    }
    switch question.kind {
    case .firstMoves, .rooms, .par, .solution:
      guard let level, path.first == level.start, wins(moves, level) else { return "no such path" }
      let solved = naiveSolve(level, rules)
      let sentence = reason.sentence
      switch (question.kind, reply) {
      case (.firstMoves, .cursor(let answer)):
        guard String(moves[0]) == question.texts[answer].prefix(1).uppercased() else {
          return "another first move"
        }
        if path.count == 2 { return sentence.contains("the signpost is") ? nil : "not there" }
        return numbers == [moves.count] ? nil : "\(moves.count) moves"
      case (.rooms, .cursor(let answer)):
        return reason.room == answer && sentence.contains(question.texts[answer])
          && numbers == [moves.count] ? nil : "another room"
      case (.par, _):
        return numbers == [moves.count] && solved.par == moves.count ? nil : "not the shortest"
      default:
        let count = solved.shortestSolutions ?? 0
        let told = count == 1 ? "the only path of" : "one of \(count) paths of"
        return moves.count == solved.par && sentence.contains("\(told) \(moves.count) move")
          ? nil : "\(count) solutions"
      }
    case .nextStep:
      guard let level,
        let move = ["up", "down", "left", "right"].firstIndex(
          of: String(question.prompt[0].split { " .".contains($0) }[2])),
        let zombie = path.first, case .cursor(let answer) = reply
      else { return "cannot be read" }
      let round = NaiveRound(level, rules)
      let player = round.room.neighbours[4 * level.start + move]
      let turn = level.zombies.firstIndex(of: zombie) ?? -1
      let chased = round.room.chaseTurns(zombies: level.zombies, player: player, rules: rules)
      guard turn >= 0, path.last == chased[turn] else { return "another end" }
      if (path.count == 1) != (question.texts[answer] == "it stays") { return "stays" }
      let (rows, columns) = (
        player / level.columns - zombie / level.columns,
        player % level.columns - zombie % level.columns
      )
      let sentence = reason.sentence
      if let line = sentence.firstMatch(of: #/you are in its (row|column), so it comes (\w+)\./#) {
        return (line.1 == "row" ? rows : columns) == 0 && path.count == 2
          && line.2 == question.texts[answer] ? nil : "not straight"
      }
      guard let far = sentence.firstMatch(of: #/you are (.*) of it, and (.*)\./#) else {
        if path.count == 1 { return sentence.contains("is shut.") ? nil : "no reason to stay" }
        return rules.speed > 1 && numbers == [path.count - 1] ? nil : "no reason"
      }
      guard Self.square(String(far.1), from: zombie, in: level) == player else { return "far" }
      let isVertical = moves[0] == "U" || moves[0] == "D"
      let tried =
        switch rules.chase {
        case .vertical: true
        case .horizontal: false
        case .longest: abs(rows) >= abs(columns)
        }
      if sentence.contains("both are equal")
        != (rules.chase == .longest && abs(rows) == abs(columns))
      {
        return "both are equal"
      }
      guard sentence.contains("but that square is shut") else {
        return isVertical == tried ? nil : "another first choice"
      }
      // The square of the first choice is a block, the signpost or another zombie.
      let first =
        tried
        ? zombie + (rows < 0 ? -level.columns : level.columns) : zombie + (columns < 0 ? -1 : 1)
      let others = level.zombies.indices.filter { $0 != turn }.flatMap {
        [level.zombies[$0], chased[$0]]
      }
      return isVertical != tried
        && (level.blocks.contains(first) || first == level.signpost || others.contains(first))
        ? nil : "not shut"
    case .policies:
      guard let family = Self.family(question) else { return "no family" }
      let parts = reason.sentence.matches(of: #/([a-z]+)(?: wins)? (about )?(\d+) of (\d+)/#)
      guard parts.count == 2, case .cursor(let answer) = reply,
        question.texts[answer].hasPrefix("\(parts[0].1):")
      else { return "cannot be read" }
      var all = 0
      let rules = rules
      family.forEachPlacement { if naiveSolve($0, rules).solvable { all += 1 } }
      for part in parts {
        guard let count = Double(part.3), let of = Double(part.4) else { return "no numbers" }
        let share = rate(String(part.1), family) / Double(all)
        let error = part.2 == nil ? 1e-9 : 0.5 / of + 1e-9
        if abs(count / of - share) > error || part.2 == nil && Int(of) != all { return "\(share)" }
      }
      return nil
    case .own: return "not generated"
    }
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
