import ZombiesCore
import ZombiesGrading
import ZombiesReports
import ZombiesSystem

extension Option {
  static let grades = Option(
    name: "--grade",
    value: Value(
      name: "G[:N][,G[:N]...]", kind: .text, words: Grade.allCases.map(\.rawValue), isList: true),
    summary: "keep levels of these grades: "
      + listed(Grade.allCases.map(\.rawValue), "or"),
    note:
      "With a number for each grade, as in gentle:4,hard:2, generate that many of each and omit "
      + "--count",
    group: .filter)
}

/// The grades that `zombies generate` keeps, and how many levels of each.
struct GradeQuotas: Sendable {
  /// A grade, the number of levels wanted, and the number kept so far.
  private struct Quota {
    let grade: Grade
    /// Nil for any number.
    let wanted: UInt64?
    var kept: UInt64 = 0

    var isFull: Bool { wanted.map { kept >= $0 } ?? false }
  }

  private var quotas: [Quota] = []

  /// The total number of levels wanted; nil if no numbers are given.
  let total: UInt64?

  /// Reads the option; nil if it is not given.
  init?(_ arguments: Arguments) throws(Failure) {
    guard let text = try arguments.text(.grades) else { return nil }
    func bad(_ problem: String) -> Failure { arguments.badValue(.grades, problem) }
    for item in arguments.items(text) {
      let parts = item.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard let grade = Grade(rawValue: String(parts[0])) else {
        throw bad(Arguments.notOne(String(parts[0]), of: Grade.allCases.map(\.rawValue)))
      }
      var wanted: UInt64?
      if parts.count == 2 {
        wanted = largeDecimal(String(parts[1]))
        guard let wanted, wanted > 0 else {
          throw bad(
            "'\(item)': '\(parts[1])' is not a whole number from "
              + Option.Value.text(of: 1...UInt64.max))
        }
      }
      if wanted != nil, quotas.contains(where: { $0.grade == grade }) {
        throw bad("\(grade) is named twice")
      }
      quotas.append(Quota(grade: grade, wanted: wanted))
    }
    let numbers = quotas.compactMap(\.wanted)
    guard numbers.count == quotas.count || numbers.isEmpty else {
      throw bad("expected a number for each grade, as in gentle:4,hard:2, or for none")
    }
    if numbers.isEmpty {
      total = nil
      return
    }
    var sum: UInt64 = 0
    for number in numbers {
      let (next, overflow) = sum.addingReportingOverflow(number)
      if overflow { throw bad("the numbers add up to 2^64 or more") }
      sum = next
    }
    total = sum
  }

  /// Whether no more levels are wanted.
  var isFull: Bool { total != nil && quotas.allSatisfy(\.isFull) }

  /// Whether another level of a grade is wanted.
  func want(_ grade: Grade) -> Bool { quotas.contains { $0.grade == grade && !$0.isFull } }

  /// Counts a level that is kept.
  mutating func keep(_ grade: Grade) {
    guard let index = quotas.firstIndex(where: { $0.grade == grade }) else { return }
    quotas[index].kept += 1
  }

  /// The levels still missing, as in "2 of 4 hard and 0 of 1 fiendish levels"; nil without numbers.
  var missing: String? {
    guard total != nil else { return nil }
    let parts = quotas.filter { !$0.isFull }.map {
      "\(grouped($0.kept)) of \(grouped($0.wanted ?? 0)) \($0.grade)"
    }
    return listed(parts) + " levels"
  }
}
