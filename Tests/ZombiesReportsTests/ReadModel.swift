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
    var lines = try Self.lines(drn)[...]
    var (states, choices, seen) = (0, 0, Set<Substring>())
    header: while let line = lines.popFirst() {
      if line.isEmpty || line.hasPrefix("//") { continue }
      guard seen.insert(line.prefix { $0 != ":" }).inserted else {
        throw Malformed(description: "\(line) twice")
      }
      switch line.prefix(while: { $0 != ":" }) {
      case "@type": type = String(line.dropFirst("@type: ".count))
      case "@parameters", "@reward_models":
        guard lines.popFirst() == "" else { throw Malformed(description: "\(line)") }
      case "@nr_states": states = try Self.number(lines.popFirst() ?? "")
      case "@nr_choices": choices = try Self.number(lines.popFirst() ?? "")
      case "@model": break header
      default: throw Malformed(description: "\(line)")
      }
    }
    guard ["POMDP", "MDP"].contains(type), seen.count == 6 else {
      throw Malformed(description: "header \(seen)")
    }
    var (state, action, rest, last) = (-1, "", 1.0, -1)
    var (labels, actions) = ([String: Int](), 0)
    /// Checks that the probabilities of an action add up to 1.
    func endAction() throws {
      guard abs(rest - 1) < 1e-12 else { throw Malformed(description: "\(state) \(action)") }
    }
    for line in lines {
      if line.hasPrefix("state ") {
        try endAction()
        var words = line.split(separator: " ").map(String.init)[...]
        words.removeFirst()
        guard try Self.number(words.removeFirst()) == state + 1 else {
          throw Malformed(description: "\(line)")
        }
        state += 1
        if type == "POMDP" {
          let word = words.removeFirst()
          guard word.hasPrefix("{"), word.hasSuffix("}") else {
            throw Malformed(description: "\(line)")
          }
          let seen = try Self.number(word.dropFirst().dropLast())
          if state > 2 { observations[state] = seen }
        }
        for label in words { labels[label] = state }
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
        guard next > last else { throw Malformed(description: "\(line): not ascending") }
        last = next
        let parts = try words[2].split(separator: "/").map { try Self.number($0) }
        let probability = Double(parts[0]) / Double(parts.count == 2 ? parts[1] : 1)
        rest += probability
        switch state {
        case 0: draws += Array(repeating: next, count: parts[0])
        case 1, 2: guard next == state else { throw Malformed(description: "\(line)") }
        default:
          guard probability == 1 else { throw Malformed(description: "\(line)") }
          moves[state, default: [:]][action] = next
        }
      }
    }
    try endAction()
    guard state == states - 1, actions == choices, labels == ["init": 0, "won": 1, "lost": 2] else {
      throw Malformed(description: "\(states) states, \(choices) choices, labels \(labels)")
    }
  }

  // MARK: POMDP

  /// Reads the format by its grammar: a preamble of five entries, the start, then entries of T, O and R. A `*`
  /// stands for all.
  init(pomdp: String) throws {
    var preamble: [String: [String]] = [:]
    var rewards: [[String]] = []
    var rest: [Int: Double] = [:]
    for line in try Self.lines(pomdp) {
      let line = line.prefix { $0 != "#" }
      if line.isEmpty { continue }
      let parts = line.split(separator: ":").map {
        $0.split(separator: " ").map(String.init)
      }
      guard let key = parts.first?.joined(separator: " ") else { continue }
      func bad() -> Malformed { Malformed(description: "\(line)") }
      switch key {
      case "discount", "values", "states", "actions", "observations", "start include":
        guard parts.count == 2, preamble.updateValue(parts[1], forKey: key) == nil else {
          throw bad()
        }
      case "T":
        // T: <action> : <state> : <state> <probability>
        guard preamble.count == 6, parts.count == 4, parts[1].count == 1, parts[2].count == 1,
          parts[3].count == 2, let probability = Self.probability(parts[3][1])
        else { throw bad() }
        let end = try Self.number(preamble["states"]![0])
        let state = try Self.number(parts[2][0], below: end)
        let next = try Self.number(parts[3][0], below: end)
        let action = parts[1][0]
        let isAny = action == "*"
        guard isAny || preamble["actions"]!.contains(action), isAny == (state < 3) else {
          throw bad()
        }
        rest[state, default: 0] += probability * (isAny ? 4 : 1)
        switch state {
        case 0: draws.append(next)
        case 1, 2: guard next == state else { throw bad() }
        default: moves[state, default: [:]][action] = next
        }
      case "O":
        // O: <action> : <state> : <observation> <probability>
        guard preamble.count == 6, parts.count == 4, parts[1] == ["*"], parts[2].count == 1,
          parts[3].count == 2, Self.probability(parts[3][1]) == 1
        else { throw bad() }
        let state = try Self.number(
          parts[2][0], below: try Self.number(preamble["states"]![0]))
        let seen = try Self.number(
          parts[3][0], below: try Self.number(preamble["observations"]![0]))
        if state > 2 {
          observations[state] = seen
        } else if seen != state {
          throw bad()
        }
      case "R": rewards.append(parts.dropFirst().flatMap { $0 })
      default: throw bad()
      }
    }
    let states = try Self.number(preamble["states"]![0])
    guard preamble["discount"] == ["1.0"], preamble["values"] == ["reward"],
      preamble["actions"] == ["up", "down", "left", "right"], preamble["start include"] == ["0"],
      rewards == [["*", "*", "1", "*", "1.0"], ["*", "1", "1", "*", "0.0"]],
      rest.count == states, rest.values.allSatisfy({ abs($0 - 4) < 1e-9 })
    else { throw Malformed(description: "\(preamble), \(rewards)") }
  }

  /// A number with a digit before and after the point.
  private static func probability(_ text: String) -> Double? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isNumber) }) else {
      return nil
    }
    return Double(text)
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
