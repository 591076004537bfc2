import Testing
import ZombiesCore
import ZombiesSolver
import ZombiesTestSupport

/// The checker replays a solution with the plain rules: only here must it say what is wrong with
/// other moves.
@Suite struct SolutionCheckerTests {
  /// The checker's complaint about some moves, or nil if they win.
  private func failure(
    _ moves: String, _ code: String, _ rules: Rules = .standard
  ) throws -> SolutionChecker.Failure? {
    let level = try Level(code)
    let directions = moves.utf8.compactMap { Direction(letter: $0) }
    do throws(SolutionChecker.Failure) {
      try SolutionChecker.check(directions, of: level, rules: rules)
      return nil
    } catch {
      return error
    }
  }

  private func square(_ row: Int, _ column: Int) -> Square { Square(row: row, column: column) }

  @Test("Winning moves pass, even with detours")
  func winningMoves() throws {
    #expect(try failure("LL", "S1P") == nil)
    #expect(try failure("RLLL", "S1P1") == nil)
    #expect(try failure("UULL", "S2/1#1/1ZP", Rules(catchingDistance: 0)) == nil)
    #expect(try failure("L", "ZSP+lit") == nil)
  }

  @Test("Too few moves are unfinished")
  func tooFewMoves() throws {
    #expect(try failure("", "S1P") == .unfinished)
    #expect(try failure("L", "S1P") == .unfinished)
    #expect(try failure("LRLRLR", "S1P") == .unfinished)
  }

  @Test("The error of an illegal move gives its number, from 1")
  func illegalMoves() throws {
    #expect(try failure("R", "S1P") == .illegal(move: 1, .leavesRoom(.right, from: square(0, 2))))
    #expect(try failure("LUL", "S1P") == .illegal(move: 2, .leavesRoom(.up, from: square(0, 1))))
    #expect(try failure("LL", "S#1P") == .illegal(move: 2, .blocked(.left, from: square(0, 2))))
  }

  @Test("Moves after the winning one are an error")
  func movesAfterWinning() throws {
    #expect(try failure("LLR", "S1P") == .ended(.won, move: 2))
    #expect(try failure("LLLL", "S1P") == .ended(.won, move: 2))
  }

  @Test("A player who is caught or stuck does not win, before the first move or later")
  func caughtOrStuck() throws {
    #expect(try failure("LL", "S1PZ") == .ended(.caught, move: 0))
    #expect(try failure("", "S1PZ") == .ended(.caught, move: 0))
    #expect(try failure("", "S#P") == .ended(.stuck, move: 0))
    #expect(try failure("L", "S#P") == .ended(.stuck, move: 0))
    #expect(try failure("LLLL", "SZ2P") == .ended(.caught, move: 2))
    #expect(try failure("LL", "S2P/Z3+lit") == .ended(.caught, move: 2))
  }

  @Test("The checker uses the given rules")
  func rules() throws {
    let near = try Rules(catchingDistance: 0)
    #expect(try failure("LL", "S1P/1Z1") == .ended(.caught, move: 1))
    #expect(try failure("LL", "S1P/1Z1", near) == nil)
    let fast = try Rules(zombieSpeed: 5)
    #expect(try failure("LLL", "S2P4Z+lit") == nil)
    #expect(try failure("LLL", "S2P4Z+lit", fast) == .ended(.caught, move: 1))
  }

  @Test("Of 20,000 levels in the longer form, each solution passes, and no proper part of one does")
  func solutionsAndTheirParts() {
    let seed: UInt64 = 0xC4EC
    var random = NaiveRandom(seed: seed)
    var (solved, failure) = (0, String?.none)
    for _ in 0..<cases(exactly: 500, long: 20_000) where failure == nil {
      let naive = random.level(maxRows: 6, maxColumns: 6, maxThings: 5)
      let rules = Rules(random.rules())
      guard let level = try? Level(naive.code),
        let moves = Solver(rules: rules).solve(level).solution?.moves
      else { continue }
      solved += 1
      func passes(_ moves: [Direction]) -> Bool {
        (try? SolutionChecker.check(moves, of: level, rules: rules)) != nil
      }
      let place = random.below(moves.count)
      var without = moves
      without.remove(at: place)
      // One move less is less than par, and one more comes after the end.
      if !passes(moves) || passes(without) || passes(moves + [.up])
        || passes(Array(moves.prefix(place)))
      {
        failure = "\(naive.code) \(rules) \(moves.letters), position \(place)"
      }
    }
    #expect(failure == nil, "seed \(seed)")
    #expect(solved > cases(exactly: 250, long: 5000))
  }
}
