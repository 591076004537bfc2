import Testing
import ZombiesCore
import ZombiesGenerator
import ZombiesTestBridge
import ZombiesTestSupport

/// Levels of every shape of up to 64 squares, drawn one by one and in batches, against the second
/// implementation of the drawing procedure. Only here does a fast draw fail that is wrong in few
/// shapes.
@Suite struct ShapeTests {
  @Test("Any placements, by number and by words", arguments: 0..<8)
  func everyShape(part: Int) throws {
    var (random, compared) = (NaiveRandom(seed: 0xD4A3 + UInt64(part)), 0)
    let shapes = NaiveShape.part(part)
    for shape in shapes {
      for _ in 0..<cases(3, long: 100) {
        let (family, seed) = (random.family(of: shape), random.next())
        let first = random.number() / 2
        let generator = LevelGenerator(try Family(family), seed: seed, selection: .any)
        let source = try LevelSource(generator)
        var batch = LevelBatch(frame: try require(source.frame), count: 5)
        try source.fill(&batch, from: first)
        let drawing = SecondDrawing(family: family, seed: seed)
        for place in 0..<5 {
          let index = first + UInt64(place)
          let code = drawing.placement(index, attempt: 0).code
          let isSame = try Level(batch[place]).code == code && source.level(at: index).code == code
          try require(isSame, "\(family)+any@\(seed)#\(index) is \(code)")
          compared += 1
        }
      }
    }
    tell(compared, "placements drawn")
    expectEqual(compared, shapes.count * 5 * cases(3, long: 100))
  }

  @Test("Solvable placements under all rules", arguments: 0..<8)
  func solvable(part: Int) throws {
    var (random, compared) = (NaiveRandom(seed: 0x501A + UInt64(part)), 0)
    for shape in NaiveShape.part(part) {
      for _ in 0..<cases(1, long: 20) {
        var family = random.family(of: shape)
        // The reference's search takes long in a room of many states.
        if family.lit || family.flashlights > 0 {
          family.zombies = min(family.zombies, shape.squareCount > 20 ? 0 : 1)
        }
        let (rules, seed) = (random.rules(), random.next())
        let first = random.number() / 2
        // If the first draws are unsolvable, the program would try to prove that all placements
        // are.
        let drawing = SecondDrawing(family: family, seed: seed)
        let expected = (first..<first + 3).compactMap { index in
          (0..<8).lazy.map { drawing.placement(index, attempt: $0) }.first {
            naiveSolve($0, rules).solvable
          }?.code
        }
        guard expected.count == 3 else { continue }
        let generator = LevelGenerator(try Family(family), seed: seed, rules: try Rules(rules))
        let source = try LevelSource(generator)
        var batch = LevelBatch(frame: try require(source.frame), count: 3)
        try source.fill(&batch, from: first)
        for (place, code) in expected.enumerated() {
          let index = first + UInt64(place)
          let isSame = try Level(batch[place]).code == code && source.level(at: index).code == code
          try require(isSame, "\(family)@\(seed)#\(index) \(rules) is \(code)")
          compared += 1
        }
      }
    }
    tell(compared, "solvable placements drawn")
    expect(compared > cases(exactly: 2, long: 100))
  }
}
