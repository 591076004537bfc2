// A program in another package, with its own player: the player that the README shows, which comes
// before these lines when they are compiled. The program plays a batch with it and `edge` on
// several threads, compares the two, writes the rounds, plays them again in its own loop, and
// finally measures the cost of a move.
//
// The exit status is 0 if all numbers agree. The cost is printed but not judged.

import ZombiesKit

func check(_ isRight: Bool, _ what: @autoclosure () -> String) {
  if !isRight { fatalError(what()) }
}

let levels = LevelGenerator(try Family("flashlight"), seed: 5)
let rounds = CommandLine.arguments.count > 1 ? UInt64(CommandLine.arguments[1]) ?? 0 : 100_000
var batch = Batch(levels, policies: [.edge, shy], trials: 0..<rounds)
batch.comparesPolicies = true

// The bytes are the same with any number of threads.
final class Rows: @unchecked Sendable {
  var bytes = Array(RoundsCSV.header.utf8) + [UInt8(ascii: "\n")]
  var records: [RoundRecord] = []
}
var first: (rows: [UInt8], progress: BatchProgress)?
var records: [RoundRecord] = []
for threads in [1, 2, 7] {
  let rows = Rows()
  let end = try Simulator(batch, threads: threads).play(
    from: BatchProgress(batch),
    onRounds: { records in
      for record in records { RoundsCSV.append(record, to: &rows.bytes) }
      rows.records += records
      return UInt64(rows.bytes.count)
    })
  if let first {
    check(rows.bytes == first.rows && end == first.progress, "\(threads) threads differ")
  } else {
    first = (rows.bytes, end)
    records = rows.records
  }
}
guard let (_, end) = first else { fatalError("nothing was played") }

// The same player in a loop over rounds, and the pairs of wins.
var pairs = PairCounts()
var tally = Tally()
for trial in 0..<rounds {
  var (player, round, path) = (Shy(), Round(levels[trial]), [Direction]())
  while round.outcome == nil, round.moves < 100 {
    let move = player.choose(Sight(round))
    try round.move(move)
    path.append(move)
  }
  let outcome = round.outcome ?? .outOfMoves
  tally.count(outcome, moves: path.count)
  let record = records[2 * Int(trial) + 1]
  check(
    record.policy == shy && record.trial == trial && record.outcome == outcome
      && record.path == path, "trial \(trial) is \(record), but \(outcome) \(path) in a loop")
  pairs.count(first: records[2 * Int(trial)].outcome == .won, second: outcome == .won)
}
check(end.result[shy] == tally, "the tally differs from that of the loop")
check(end.pairs == pairs, "the pairs differ from those of the loop")
print(
  "\(rounds) rounds of edge and of shy agree on 1, 2 and 7 threads, and with a loop over rounds")

let test = SequentialTest(difference: 0.01)
print("the better policy: \(test.decision(end.pairs).map { "\($0)" } ?? "undecided")")
let text = TallyFile.text(SavedTally(end.result))
check(text.contains("policies edge,shy"), "the tally does not name its policies")

// Questions with one-line answers: whether a level can be won, everything about it, a round, a
// proof, and the reason why there is no answer.
let level = levels[0]
let solver = Solver()
let report = Grader().report(level)
check(level.isSolvable && solver.verdict(level) == .solvable, "\(level.code) cannot be won")
check(report.solution == level.solution && report.par == solver.decide(level).par, "\(report)")
check(report.grade != nil && report.everyThingMatters != nil, "\(report) has no grade")
let round = try shy.play(level, seed: 5)
check(round.outcome == records[1].outcome && round.moves == records[1].path, "\(round)")
try solver.certify(level).certificate.validate()
do throws(ExplorationError) {
  _ = try StateGraph(level, stateLimit: 1)
  check(false, "no error at the limit on states")
} catch {
  check(error == .tooManyStates(limit: 1), "\(error)")
}
do throws(SimulationError) {
  _ = try Simulator(Batch(LevelList(), policies: [shy], trials: 0..<1))
  check(false, "no error of a batch without levels")
} catch {
  check(error == .noLevels, "\(error)")
}
print("a report, a round, a proof and the errors are correct")

// The cost of a move: a copy of the toolkit's `edge`, compiled here, against the toolkit's own.
struct MyEdge: Player {
  var blocks = Bitboard()

  mutating func choose(_ sight: Sight) -> Direction {
    guard let sight = sight.small else { return sight.legalMoves.first ?? .up }
    blocks |= sight.blocks
    let room = sight.room
    let here = Bitboard(square: sight.player)
    let open = room.all - (blocks | sight.zombies)
    var front = Bitboard(square: sight.signpost) & open
    var rest = open - front
    var steps = DirectionSet()
    while !front.isEmpty {
      let next = room.neighbours(front)
      if next.intersects(here) {
        for direction in Direction.allCases where room.moved(here, direction).intersects(front) {
          steps.insert(direction)
        }
        break
      }
      front = next & rest
      rest -= front
    }
    let order: [Direction] = [.up, .left, .down, .right]
    return steps.first(in: order) ?? sight.legalMoves.first(in: order) ?? .up
  }
}

let mine = try Policy("my-edge", playsInOneWay: true) { _ in MyEdge() }
let clock = ContinuousClock()
func time(_ policy: Policy, _ levels: LevelList) throws -> (Duration, Tally) {
  let batch = Batch(levels, policies: [policy], trials: 0..<4 * rounds)
  var tally = Tally()
  let time = try clock.measure { tally = try Simulator(batch).run().tallies[0] }
  return (time, tally)
}
// Given levels, so that only the playing is timed.
let list = LevelList(Array(LevelGenerator(try Family("8x8z1b6"), seed: 1).prefix(500)))
var ratios: [Double] = []
for _ in 0..<9 {
  let (theirs, expected) = try time(.edge, list)
  let (ours, tally) = try time(mine, list)
  check(tally == expected, "edge compiled here plays differently")
  ratios.append(ours / theirs)
}
ratios.sort()
print("cost per round of edge compiled here against the toolkit's: \(ratios[4]), of \(ratios)")
