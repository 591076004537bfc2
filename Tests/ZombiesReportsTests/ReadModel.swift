import Foundation
import Testing

/// A model as a test reads it from a text, line by line; every line must be understood.
struct ReadModel {
  /// The states that may be drawn, in order.
  var draws: [Int] = []
  /// The state after each move, by state and name of the move.
  var moves: [Int: [String: Int]] = [:]
  /// The observation of each state from 3 on.
  var observations: [Int: Int] = [:]
  /// The type in DRN.
  var type = ""

  struct Malformed: Error, CustomStringConvertible {
    let description: String
  }

  private static func lines(_ text: String) throws -> [Substring] {
    guard text.hasSuffix("\n") else { throw Malformed(description: "no newline at the end") }
    return text.dropLast().split(separator: "\n", omittingEmptySubsequences: false)
  }

  private static func number(_ text: some StringProtocol, below end: Int = .max) throws -> Int {
    guard let number = Int(text), "\(number)" == text, number >= 0, number < end else {
      throw Malformed(description: "'\(text)' is no number below \(end)")
    }
    return number
  }

  // MARK: CSV

  init(csv: String) throws {
    let lines = try Self.lines(csv)
    let names = lines[0].split(separator: ",").map(String.init)
    for line in lines.dropFirst() {
      let cells = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      guard cells.count == names.count else { throw Malformed(description: "\(line)") }
      let row = Dictionary(uniqueKeysWithValues: zip(names, cells))
      let (state, next) = (try Self.number(row["state"]!), try Self.number(row["next"]!))
      let isOver = ["won": next == 1, "caught": next == 2, "stuck": next == 2, "": next > 2]
      guard isOver[row["outcome"]!] == true else { throw Malformed(description: "\(line)") }
      if row["move"] == "draw" {
        guard state == 0, !row["level"]!.isEmpty else { throw Malformed(description: "\(line)") }
        draws.append(next)
      } else {
        guard state > 2, moves[state, default: [:]].updateValue(next, forKey: row["move"]!) == nil
        else { throw Malformed(description: "\(line)") }
        observations[state] = try Self.number(row["observation"]!)
      }
    }
    draws.sort()
  }

  // MARK: DRN

  /// Reads the format as Storm's parser does: header keys with their values in the next line, then states in
  /// order without gaps, their actions, and their transitions in ascending order.
  init(drn: String) throws {
    let head = try Self.match(
      drn,
      #/\/\/ .*\n@type: (POMDP|MDP)\n@parameters\n\n@reward_models\n\n@nr_states\n(\d+)\n@nr_choices\n(\d+)\n@model\n/#
    )
    type = String(head.1)
    let (states, choices) = try (Self.number(head.2), Self.number(head.3))
    var (state, actions, labels) = (-1, 0, [String: Int]())
    var (action, rest, last) = ("", 1.0, -1)
    /// Checks that the probabilities of an action add up to 1.
    func endAction() throws {
      guard abs(rest - 1) < 1e-12 else { throw Malformed(description: "\(state) \(action)") }
    }
    for line in try Self.lines(String(drn[head.0.endIndex...])) {
      if line.hasPrefix("state ") {
        try endAction()
        let seen = type == "POMDP"
        let words = line.split(separator: " ")
        guard try Self.number(words[1]) == state + 1 else {
          throw Malformed(description: "\(line)")
        }
        state += 1
        let observation = seen ? try Self.number(words[2].dropFirst().dropLast()) : 0
        if seen, state > 2 { observations[state] = observation }
        if seen, words[2] != "{\(observation)}" { throw Malformed(description: "\(line)") }
        for label in words.dropFirst(seen ? 3 : 2) { labels[String(label)] = state }
      } else if line.hasPrefix("\taction ") {
        try endAction()
        (action, rest, last) = (String(line.dropFirst("\taction ".count)), 0, -1)
        actions += 1
      } else {
        let words = line.split(separator: " ")
        guard line.hasPrefix("\t\t"), words.count == 3, words[1] == ":" else {
          throw Malformed(description: "\(line)")
        }
        let next = try Self.number(words[0].dropFirst(2), below: states)
        let parts = try words[2].split(separator: "/").map { try Self.number($0) }
        let probability = Double(parts[0]) / Double(parts.count == 2 ? parts[1] : 1)
        rest += probability
        if state == 0 { draws += Array(repeating: next, count: parts[0]) }
        let isEnd = (1...2).contains(state)
        guard next > last, state == 0 || probability == 1, !isEnd || next == state else {
          throw Malformed(description: "\(line)")
        }
        last = next
        if state > 2 { moves[state, default: [:]][action] = next }
      }
    }
    try endAction()
    guard state == states - 1, actions == choices, labels == ["init": 0, "won": 1, "lost": 2] else {
      throw Malformed(description: "\(states) states, \(choices) choices, labels \(labels)")
    }
  }

  private static func match<Output>(
    _ text: String, _ regex: Regex<Output>
  ) throws -> Regex<Output>.Match {
    guard let match = text.prefixMatch(of: regex) else { throw Malformed(description: text) }
    return match
  }

  // MARK: POMDP

  /// Reads the format by its grammar: a preamble of five entries, the start, then entries of T, O and R. A `*`
  /// stands for all.
  init(pomdp: String) throws {
    let text = pomdp.replacing(#/#.*\n/#, with: "")
    let head = try Self.match(
      text,
      #/discount: 1\.0\nvalues: reward\nstates: (\d+)\nactions: up down left right\nobservations: (\d+)\nstart include: 0\nR: \* : \* : 1 : \* 1\.0\nR: \* : 1 : 1 : \* 0\.0\n/#
    )
    let (states, most) = try (Self.number(head.1), Self.number(head.2))
    var rest: [Int: Double] = [:]
    for line in try Self.lines(String(text[head.0.endIndex...])) {
      // "T: ACTION : STATE : STATE PROBABILITY" or "O: ACTION : STATE : OBSERVATION PROBABILITY", with a point between
      // digits in each probability.
      let words = line.split(separator: " ", omittingEmptySubsequences: false)
      let decimals = words.last?.split(separator: ".", omittingEmptySubsequences: false) ?? []
      guard words.count == 7, words[2] == ":", words[4] == ":", decimals.count == 2,
        decimals.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isNumber) }),
        let probability = Double(words[6])
      else { throw Malformed(description: "\(line)") }
      let state = try Self.number(words[3], below: states)
      let next = try Self.number(words[5], below: words[0] == "T:" ? states : most)
      switch (words[0], words[1]) {
      case ("O:", "*") where probability == 1 && (state > 2 || next == state):
        if state > 2 { observations[state] = next }
      case ("T:", "*") where state == 0: draws.append(next)
      case ("T:", "*") where (1...2).contains(state) && next == state: break
      case ("T:", "up"), ("T:", "down"), ("T:", "left"), ("T:", "right"):
        guard state > 2 else { throw Malformed(description: "\(line)") }
        moves[state, default: [:]][String(words[1])] = next
      default: throw Malformed(description: "\(line)")
      }
      if words[0] == "T:" { rest[state, default: 0] += probability * (words[1] == "*" ? 4 : 1) }
    }
    guard rest.count == states, rest.values.allSatisfy({ abs($0 - 4) < 1e-9 }) else {
      throw Malformed(description: "probabilities \(rest)")
    }
  }

  // MARK: The best value

  /// The draws that the best play wins, by value iteration over what the player may believe: the states that are
  /// possible after what was seen. Equal states may come from several draws.
  func bestWins() -> Int {
    var numbers: [[Int]: Int] = [:]
    var beliefs: [[Int]] = []
    func number(_ states: [Int]) -> Int {
      if let known = numbers[states] { return known }
      numbers[states] = beliefs.count
      beliefs.append(states)
      return beliefs.count - 1
    }
    /// What is won at once, and the beliefs that are possible.
    func split(_ states: [Int]) -> (won: Int, beliefs: [Int]) {
      let alive = Dictionary(grouping: states.filter { $0 > 2 }) { observations[$0]! }
      return (states.count { $0 == 1 }, alive.values.map { number($0.sorted()) })
    }
    let start = split(draws)
    var choices: [[(won: Int, beliefs: [Int])]] = []
    while choices.count < beliefs.count {
      let states = beliefs[choices.count]
      choices.append(
        moves[states[0]]!.keys.sorted().map { move in split(states.map { moves[$0]![move]! }) })
    }
    // From below, so that walking in circles is worth nothing.
    var values = [Int](repeating: 0, count: beliefs.count)
    var hasChanged = true
    while hasChanged {
      hasChanged = false
      for belief in beliefs.indices.reversed() {
        let best = choices[belief].map { $0.won + $0.beliefs.reduce(0) { $0 + values[$1] } }.max()
        if let best, best > values[belief] { (values[belief], hasChanged) = (best, true) }
      }
    }
    return start.won + start.beliefs.reduce(0) { $0 + values[$1] }
  }
}
