import ZombiesCore
import ZombiesGenerator
import ZombiesReports

/// Writes levels one after another in a text form that the program reads again, with their worlds, rules,
/// names and references.
struct LevelText {
  /// The text form of each level; nil for codes.
  let style: PictureStyle?

  /// Whether a code has the level's reference behind it. A picture has it above.
  var showsReferences = true

  /// The rules in force at the end of the text so far; nil to name those of the first level in any case.
  private var rules: Rules?

  /// The name of the world at the end of the text so far; nil if there is none.
  private var world: String?

  init(_ style: PictureStyle?, showsReferences: Bool = true, namesRules: Bool = false) {
    (self.style, self.showsReferences) = (style, showsReferences)
    rules = namesRules ? nil : .standard
  }

  /// The text of the next level.
  ///
  /// - Parameters:
  ///   - rules: Its rules. A line names them if they differ from those of the level before.
  ///   - world: Its world; nil for that of the level before. A line names it if it is another one.
  ///   - paint: Colours the picture or the code.
  mutating func text(
    of level: Level, _ title: LevelTitle, _ rules: Rules, world: LevelReader.World? = nil,
    paint: (String) -> String = { $0 }
  ) -> String {
    var text = ""
    if let world, world.name != self.world {
      text += "; world: \(world.name)\n" + (world.lock.map { "; unlock: \($0.inWords)\n" } ?? "")
      // The rules begin anew with a world.
      (self.world, self.rules) = (world.name, .standard)
    }
    if rules != self.rules {
      text += "; rules: \(NamedRules(changesOf: rules))\n"
      self.rules = rules
    }
    if let name = title.name { text += "; level: \(name)\n" }
    let reference = showsReferences ? title.reference : nil
    // A reader does not take a picture of one row for a picture.
    guard let style, level.size.rows > 1 else {
      let code = level.code
      // A reader takes a code without a digit, a slash or a plus sign for a row of a picture.
      let isLikeARow = !code.utf8.contains { byte in
        byte == UInt8(ascii: "/") || byte == UInt8(ascii: "+") || byte.decimalDigit != nil
      }
      text += paint(code) + (reference.map { " ; \($0)" } ?? "")
      return text + (isLikeARow || style != nil ? "\n\n" : "\n")
    }
    if let reference { text += "; \(reference)\n" }
    return text + paint(level.picture(style)) + "\n\n"
  }
}

extension WorldLock {
  /// The condition as a file of levels says it.
  fileprivate var inWords: String {
    switch self {
    case .all: "all"
    case .stars(let count): "stars \(count)"
    case .coins(let price): "coins \(price)"
    }
  }
}
