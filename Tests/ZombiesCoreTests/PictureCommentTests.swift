import Testing
import ZombiesCore
import ZombiesTestSupport

/// Only here does a picture have two comments, in all places and in both orders.
@Suite struct PictureCommentTests {
  @Test("`; lit` lights a room wherever the other comments are")
  func litAmongOthers() throws {
    for other in [";", "; a lit room", ";; lit", "; unlit"] {
      for first in 0...2 {
        for second in 0...3 {
          for (comment, isLit) in [("; lit", true), ("; level 7", false)] {
            var lines = ["S.", ".P"]
            lines.insert(comment, at: first)
            lines.insert(other, at: second)
            let text = lines.joined(separator: "\n")
            let expected = try Level("S1/1P" + (isLit ? "+lit" : ""))
            try expectEqual(Level(picture: text), expected, "\(lines)")
            try expectEqual(Level(text), expected, "\(lines)")
          }
        }
      }
    }
  }
}
