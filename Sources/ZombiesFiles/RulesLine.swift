import ZombiesCore

// Rules in the form used by files that are read back, such as "1 longest 1".
extension Rules {
  /// Catching distance, chase and zombie speed, separated by blanks.
  package var line: String { "\(catchingDistance) \(chase.rawValue) \(zombieSpeed)" }

  /// Reads the text of ``line``; nil for anything else.
  init?(line: String) {
    let words = line.split(separator: " ", omittingEmptySubsequences: false)
    let numbers = [words.first, words.last].map { word in
      word.flatMap { UInt64(canonicalDigits: $0.utf8) }.flatMap { Int(exactly: $0) }
    }
    guard words.count == 3, let distance = numbers[0], let speed = numbers[1],
      let chase = ChaseAxis(rawValue: String(words[1])),
      let rules = try? Rules(catchingDistance: distance, chase: chase, zombieSpeed: speed)
    else { return nil }
    self = rules
  }
}
