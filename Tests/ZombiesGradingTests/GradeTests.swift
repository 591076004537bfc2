import Testing
import ZombiesAnalysis
import ZombiesCore
import ZombiesGrading
import ZombiesTestSupport

/// Grades never change unnoticed: only here are the points and the grades of some levels fixed.
@Suite struct GradeTests {
  @Test func boundsAreFixed() {
    let grades = (0...14).map { Grade(score: $0).rawValue }
    let expected =
      ["gentle", "easy", "medium", "hard"].flatMap { [$0, $0, $0] } + [
        "fiendish", "fiendish", "fiendish",
      ]
    expectEqual(grades, expected)
    expect(Grade(score: .max) == .fiendish && Grade(score: -1) == .gentle)
    expect(Grade.allCases == Grade.allCases.sorted() && Grade.gentle < .fiendish)
  }

  @Test func pointsAreFixed() {
    func score(_ excess: Int, _ dead: Int, _ loses: Bool, _ ways: UInt64) -> Int {
      Grade.score(
        excessMoves: excess, deadPerMille: dead, directWayLoses: loses, shortestSolutions: ways)
    }
    expectEqual([0, 2, 10].map { score($0, 0, false, 8) }, [0, 2, 10])
    expectEqual([0, 99, 100, 999, 1000].map { score(0, $0, false, 8) }, [0, 0, 1, 9, 10])
    expectEqual([false, true].map { score(0, 0, $0, 8) }, [0, 2])
    expectEqual([1, 2, 3, 4, 7, 8, .max].map { score(0, 0, false, $0) }, [3, 2, 2, 1, 1, 0, 0])
    expectEqual(score(4, 250, true, 3), 10)
  }

  @Test(arguments: [
    ("classic@42#7", "gentle"), ("block@1#0", "gentle"), ("flashlight@1#0", "easy"),
    ("flashlight@0#4", "medium"), ("flashlight@0#45", "hard"), ("5x5z1b1f1@1#0", "easy"),
    ("6x6z1b5+lit@42#7", "gentle"), ("6x6z1b5+lit@0#123", "fiendish"),
    ("5x5z1b2+lit@0#24", "fiendish"), ("6x6z2b3+lit@0#1", "hard"), ("8x8z1b6+lit@0#0", "medium"),
    ("9x9z1b8f1@0#3", "gentle"), ("9x9z1b8f1@0#63", "hard"),
  ])
  func gradesOfLevels(reference: String, grade: String) throws {
    let level = try Level(anyForm: reference)
    expectEqual(Grader().report(level, .grade).grade?.rawValue, grade, "\(reference)")
  }
}
