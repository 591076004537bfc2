import Testing
import ZombiesCore
import ZombiesGenerator
import ZombiesTestBridge
import ZombiesTestSupport

/// Levels of every shape of up to 64 squares, drawn one by one and many at a time, beside the second
/// implementation of the drawing.
@Suite struct ShapeTests {
  @Test("Any placements, by number and by words", arguments: 0..<8)
  func everyShape(part: Int) throws {
    var (random, compared) = (NaiveRandom(seed: 0xD4A3 + UInt64(part)), 0)
    for shape in NaiveShape.part(part) {
      for _ in 0..<cases(3, long: 100) {
        let (family, seed) = (random.family(of: shape), random.next())
        let first = random.number() / 2
        let generator = LevelGenerator(try Family(family), seed: seed, selection: .any)
        let source = try LevelSource(generator)
        var batch = LevelBatch(frame: try #require(source.frame), count: 5)
        try source.fill(&batch, from: first)
        let drawing = SecondDrawing(family: family, seed: seed)
        for place in 0..<5 {
          let index = first + UInt64(place)
          let code = drawing.placement(index, attempt: 0).code
          let isSame = try Level(batch[place]).code == code && source.level(at: index).code == code
          try #require(isSame, "\(family)+any@\(seed)#\(index) is \(code)")
          compared += 1
        }
      }
    }
    #expect(compared >= 21 * 5 * cases(3, long: 100))
  }

  @Test("Solvable placements under all rules", arguments: 0..<8)
  func solvable(part: Int) throws {
    var (random, compared) = (NaiveRandom(seed: 0x501A + UInt64(part)), 0)
    for shape in NaiveShape.part(part) {
      for _ in 0..<cases(1, long: 20) {
        var family = random.family(of: shape)
        // The reference's search takes long in a room of many states.
        if family.lit || family.flashlights > 0 { family.zombies = min(family.zombies, 1) }
        let (rules, seed) = (random.rules(), random.next())
        let first = random.number() / 2
        let generator = LevelGenerator(
          try Family(family), seed: seed, rules: try Rules(rules), drawLimit: 40)
        let source = try LevelSource(generator)
        var batch = LevelBatch(frame: try #require(source.frame), count: 3)
        // Nothing is solvable, or hardly anything.
        do throws(GenerationError) { try source.fill(&batch, from: first) } catch { continue }
        let drawing = SecondDrawing(family: family, seed: seed)
        for place in 0..<3 {
          let index = first + UInt64(place)
          let expected = drawing.solvable(index) { naiveSolve($0, rules).solvable }.level.code
          let isSame =
            try Level(batch[place]).code == expected && source.level(at: index).code == expected
          try #require(isSame, "\(family)@\(seed)#\(index) \(rules) is \(expected)")
          compared += 1
        }
      }
    }
    #expect(compared > 20 * cases(1, long: 20))
  }
}
