import Synchronization
import ZombiesCore
import ZombiesGenerator
import ZombiesPolicies
import ZombiesReports
import ZombiesSimulator

/// A tally of any number of equal rounds, added up by doubling.
public func tally(_ outcome: Outcome, moves: Int, count: UInt64) -> Tally {
  var one = Tally()
  one.count(outcome, moves: moves)
  var sum = Tally()
  for bit in 0..<64 {
    if count >> bit & 1 == 1 { sum += one }
    if count >> bit > 1 {
      let twice = one
      one += twice
    }
  }
  return sum
}

/// The sum of tallies.
public func sum(_ tallies: Tally...) -> Tally {
  tallies.reduce(into: Tally()) { $0 += $1 }
}

/// A batch of a family's first trials.
public func batch(
  _ policies: [Policy] = [.random], unit: Batch.Unit = .rounds, trials: Range<UInt64> = 0..<1
) -> Batch {
  Batch(
    LevelGenerator(.classic, seed: 7), policies: policies, unit: unit, trials: trials)
}

/// The only row of the table of one policy, by column.
public func row(_ tally: Tally, unit: Batch.Unit = .rounds) -> [String: String] {
  let text = SimulateCSV.text(BatchResult(batch(unit: unit), [tally]))
  let lines = text.split(separator: "\n").map { line in
    line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
  }
  return Dictionary(uniqueKeysWithValues: zip(lines[0], lines[1]))
}

/// The result of a batch, with its rounds as rows of CSV.
public struct PlayedBatch {
  public let rows: [String]
  public let result: BatchResult

  public init(_ batch: Batch) throws {
    let bytes = Mutex<[UInt8]>([])
    result = try Simulator(batch).run(onRounds: { records in
      bytes.withLock { bytes in for record in records { RoundsCSV.append(record, to: &bytes) } }
      return true
    })
    rows = String(decoding: bytes.withLock { $0 }, as: UTF8.self).split(separator: "\n")
      .map(String.init)
  }
}
