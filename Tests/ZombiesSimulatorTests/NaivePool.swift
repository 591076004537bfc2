import Testing
import ZombiesCore
import ZombiesGenerator
import ZombiesSimulator
import ZombiesTestBridge
import ZombiesTestSupport

/// What a pool writes for one slot.
struct SlotOutput: Equatable, CustomStringConvertible {
  var squares: [UInt8] = []
  var lit: UInt8 = 0
  var heard: UInt16 = 0
  var reward: Float = 0
  var terminated: UInt8 = 0
  var truncated: UInt8 = 0
  var mask: UInt8 = 0
  var outcome = UInt8.max

  var description: String {
    "\(squares) lit \(lit) heard \(heard) reward \(reward) ended \(terminated) \(truncated) "
      + "mask \(mask) outcome \(outcome)"
  }

  init() {}

  /// Reads a slot's part of a pool's output.
  init(_ output: PoolOutput, _ slot: Int, squares count: Int) {
    squares = (0..<count).map { output.squares[slot * count + $0] }
    (lit, heard) = (output.lit[slot], output.heard[slot])
    (reward, mask) = (output.rewards[slot], output.masks[slot])
    (terminated, truncated) = (output.terminated[slot], output.truncated[slot])
    outcome = output.outcomes[slot]
  }
}

/// A pool in its plainest form: an array of naive rounds.
struct NaivePool {
  /// One slot.
  struct Slot {
    var round: NaiveRound
    var number: UInt64
    /// The number of moves, legal or not.
    var moves = 0
    var isReported = false
    var isOutOfMoves = false

    init(_ level: NaiveLevel, _ rules: NaiveRules, number: UInt64) {
      round = NaiveRound(level, rules)
      self.number = number
    }

    /// The raw value of the outcome: won, caught, stuck, out of moves.
    var outcome: UInt8? {
      switch round.outcome {
      case .won: 0
      case .caught: 1
      case .stuck: 2
      default: isOutOfMoves ? 3 : nil
      }
    }
  }

  let generator: LevelGenerator
  let rules: NaiveRules
  let moveLimit: Int
  let autoreset: RoundPool.Autoreset
  var slots: [Slot] = []
  /// The last observation of each round that the last step ended.
  var last: [Int: SlotOutput] = [:]

  init(_ generator: LevelGenerator, slots count: Int, _ settings: RoundPool.Settings) throws {
    self.generator = generator
    rules = try NaiveRules(generator.rules)
    moveLimit = settings.maxMoves ?? 4 * generator.family.size.squareCount
    autoreset = settings.autoreset
    for slot in 0..<count { slots.append(try begun(UInt64(slot))) }
  }

  private func begun(_ number: UInt64) throws -> Slot {
    let level = try generator.level(at: number)
    return Slot(try require(NaiveLevel(level)), rules, number: number)
  }

  /// What the player of a slot sees now.
  func observation(_ index: Int) -> SlotOutput {
    let slot = slots[index]
    var output = SlotOutput()
    let (round, level) = (slot.round, slot.round.level)
    for square in 0..<level.squareCount {
      let isNear = round.room.distance(square, round.player) <= 1
      var value: UInt8 = round.lit || isNear ? 1 : 0
      if value == 1 {
        if level.blocks.contains(square) { value = 3 }
        if level.flashlights.contains(square) { value = 5 }
        if round.zombies.contains(square) { value = 4 }
      }
      if square == level.signpost { value = 6 }
      if square == round.player { value = 7 }
      output.squares.append(value)
    }
    output.lit = round.lit ? 1 : 0
    output.heard = UInt16(round.heard ?? 0)
    for move in 0..<4 where slot.outcome != nil || round.isLegal(move) { output.mask |= 1 << move }
    return output
  }

  /// Makes a move in each slot.
  mutating func step(_ moves: [UInt8]) throws -> [SlotOutput] {
    last = [:]
    var outputs: [SlotOutput] = []
    for (index, move) in moves.enumerated() {
      if slots[index].isReported, autoreset != .disabled {
        slots[index] = try begun(slots[index].number + UInt64(slots.count))
        outputs.append(observation(index))
        continue
      }
      if slots[index].outcome == nil {
        slots[index].moves += 1
        if slots[index].round.isLegal(Int(move)) { slots[index].round.move(Int(move)) }
        if slots[index].moves >= moveLimit { slots[index].isOutOfMoves = true }
      }
      let outcome = slots[index].outcome
      var output = observation(index)
      if let outcome {
        output.reward = outcome == 0 && !slots[index].isReported ? 1 : 0
        (output.terminated, output.truncated) = outcome < 3 ? (1, 0) : (0, 1)
        output.outcome = outcome
        slots[index].isReported = true
        if autoreset == .sameStep {
          last[index] = output
          slots[index] = try begun(slots[index].number + UInt64(slots.count))
          let next = observation(index)
          (output.squares, output.lit, output.heard) = (next.squares, next.lit, next.heard)
          output.mask = next.mask
        }
      }
      outputs.append(output)
    }
    return outputs
  }
}

extension RoundPool {
  /// The state of a slot.
  func state(of slot: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0xAA, count: stateSize)
    bytes.withUnsafeMutableBytes {
      if let address = $0.baseAddress { copyState(of: slot, to: address) }
    }
    return bytes
  }

  /// Sets the state of a slot.
  func set(_ slot: Int, to state: [UInt8]) throws {
    try state.withUnsafeBytes { bytes in
      if let address = bytes.baseAddress { try setState(of: slot, to: address) }
    }
  }
}
