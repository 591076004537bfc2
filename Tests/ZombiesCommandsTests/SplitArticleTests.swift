import Foundation
import Testing
import ZombiesAnalysis
import ZombiesCore
import ZombiesTestSupport

/// Parts of levels that differ from those of the article "How are levels divided into parts?".
@Suite(.waits) struct SplitArticleTests {
  @Test(.enabled(if: hasPython, "python3 is not installed"))
  func theSecondImplementationFindsTheSameParts() throws {
    let page = try require(Page.all.first { $0.name == "HowLevelsAreDivided.md" })
    let parts = page.text.components(separatedBy: "<!-- a second implementation -->\n```python\n")
    try require(parts.count == 2)
    let program = try require(parts[1].components(separatedBy: "\n```").first)
    let folder = try TemporaryFolder()
    try folder.write(program + "\n", to: "part.py")
    // Rooms of all shapes, corridors, and rooms of more than 64 squares.
    var random = NaiveRandom(seed: 36)
    let larger = [(9, 9), (3, 30), (66, 1)].map { NaiveShape(rows: $0.0, columns: $0.1) }
    let codes = (NaiveShape.all + larger).map { random.level(of: $0).code }
    try folder.write(codes.joined(separator: "\n") + "\n", to: "levels.txt")
    let text = "train=0.5,test=0.25,check=0.249999999,rest=0.000000001"
    let split = try LevelSplit(text)
    let run = try shell("python3 part.py \(text) < levels.txt", in: folder)
    let names = try codes.map { split.parts[split.part(of: try Level($0))].name }
    let printed: [String] = run.output.split(separator: "\n").map { String($0) }
    expectEqual(printed, names, "\(run.errors)")
    expectEqual(Set(names).count, 3)
  }
}
