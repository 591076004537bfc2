import ZombiesCore
import ZombiesGenerator
import ZombiesSolver

// The module and the native program are timed with the same code: this file is part of both.

/// Answers "decide FAMILY SEED COUNT": the number of solvable levels among those drawn from all
/// placements, and the sum of their pars.
func answered(_ question: String) -> String {
  let words = question.split(separator: " ").map { String($0) }
  guard words.count == 4, words[0] == "decide", let family = try? Family(words[1]),
    let seed = UInt64(words[2]), let count = Int(words[3])
  else { return "not understood" }
  let solver = Solver()
  var levels = LevelGenerator(family, seed: seed, selection: .any).makeIterator()
  var (won, pars) = (0, 0)
  for _ in 0..<count {
    guard let level = levels.next() else { return "no level" }
    let decision = solver.decide(level)
    if case .solvable = decision.verdict {
      won += 1
      pars += decision.par ?? 0
    }
  }
  return "\(won) \(pars)"
}
