import ZombiesCore
import ZombiesGenerator
import ZombiesGrading
import ZombiesSolver

/// A place for making levels (<doc:TheWorkshop>): the level being edited, its analysis, and a list of
/// saved levels.
///
///     var workshop = Workshop()
///     try workshop.perform(.put(.zombie, Square(row: 1, column: 2)))
///     print(workshop.survey.verdict)
///     try workshop.undo()
///
/// It is a value that always contains a valid level. An edit either produces another valid level, or
/// is refused with a sentence and changes nothing.
public struct Workshop: Hashable, Sendable {
  /// The state being edited, which undo restores.
  public struct Draft: Hashable, Sendable {
    /// The level.
    public var level: Level
    /// The rules in force.
    public var rules: Rules
    /// Its name; nil for none.
    public var name: String?
    /// The name of its world.
    public var world: String

    /// Creates a draft.
    public init(
      _ level: Level, rules: Rules = .standard, name: String? = nil,
      world: String = Workshop.worldName
    ) {
      self.level = level
      self.rules = rules
      self.name = name
      self.world = world
    }
  }

  /// The reason why an edit is refused, as a sentence.
  public struct Refusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// The sentence.
    public let description: String

    init(_ description: String) { self.description = description }

    static let noPast = Refusal("There is nothing to undo.")
    static let noFuture = Refusal("There is nothing to redo.")
  }

  /// A change of the draft.
  public enum Edit: Hashable, Sendable {
    /// Puts a thing on a square, replacing any zombie, block or flashlight there, or clears the
    /// square. The start and the signpost exist only once, so they move to the square.
    case put(Thing?, Square)
    /// Changes the sides. Rows are added or removed at the bottom, columns at the right.
    case resize(rows: Int, columns: Int)
    /// Makes the room lit or dark.
    case light(Bool)
    /// Changes the rules.
    case rules(Rules)
    /// Changes the name of the level; nil removes it.
    case name(String?)
    /// Changes the world of the level; nil for ``Workshop/worldName``.
    case world(String?)
    /// Removes all zombies, blocks and flashlights.
    case clear
    /// Replaces the level with one in any text form: a code, a picture, a seed reference or a
    /// ``Workshop/link``.
    case paste(String)
    /// Opens a saved level, by its index.
    case takeUp(Int)
  }

  /// The maximum number of saved levels.
  public static let mostKept = 1000

  /// The maximum number of levels to draw in search of one of a grade.
  public static let mostDraws = 200

  /// The maximum number of states for the longer search. The limit at each change is ``stateLimit``.
  public static let patientStateLimit = StateGraph.defaultStateLimit

  /// The maximum number of squares of a room that is explored at each change.
  public static let mostSquaresAtOnce = 4096

  /// The name of the world of a level, unless another one is given.
  public static let worldName = "Workshop"

  /// The message if there are no saved levels.
  static let noneKept = "There are no saved levels."

  /// The level being edited, with its rules, name and world.
  public private(set) var draft: Draft

  /// The analysis of the level.
  public private(set) var survey: LevelReport

  /// The saved levels, grouped by world.
  public var kept: [KeptLevel] { keptLevels.levels }

  /// The saved levels as a list that outlives the session.
  private var keptLevels = KeptLevels()

  /// The seed for generated levels.
  public let seed: UInt64

  /// The maximum number of states to explore at each change.
  public let stateLimit: Int

  /// The index of the next level to draw.
  private(set) var nextIndex: UInt64 = 0

  private(set) var past: [Draft] = []
  private(set) var future: [Draft] = []

  /// Creates a workshop with a level on the bench.
  public init(
    _ draft: Draft, seed: UInt64 = 0, stateLimit: Int = defaultStateLimit
  ) {
    self.draft = draft
    self.seed = seed
    self.stateLimit = stateLimit
    survey = Self.survey(of: draft, stateLimit: stateLimit)
  }

  /// The default limit on states at each change, which takes a few hundredths of a second.
  public static let defaultStateLimit = 50_000

  /// Analyzes a draft.
  private static func survey(of draft: Draft, stateLimit: Int) -> LevelReport {
    Grader(draft.rules, stateLimit: stateLimit).briefReport(
      draft.level, [.grade, .solution, .lostSquares, .reach])
  }

  /// Creates a workshop with an empty dark room of 5 by 5 squares, with start and signpost in opposite
  /// corners.
  public init(seed: UInt64 = 0) {
    guard let level = try? Level(code: "S4/5/5/5/4P") else {
      preconditionFailure("the code of an empty room must be valid")
    }
    self.init(Draft(level), seed: seed)
  }

  /// The level's code.
  public var code: String { draft.level.code }

  /// The level as a link.
  public var link: String {
    Self.linkPrefix + code + draft.rules.inLink(isLit: draft.level.isLit)
  }

  static let linkPrefix = "workshop/"

  // MARK: Editing

  /// Whether an edit can be undone.
  public var canUndo: Bool { !past.isEmpty }

  /// Whether an undone edit can be redone.
  public var canRedo: Bool { !future.isEmpty }

  /// Edits the draft.
  ///
  /// - Throws: ``Refusal``, without changing anything.
  public mutating func perform(_ edit: Edit) throws(Refusal) {
    let next = try changed(by: edit)
    past.append(draft)
    future = []
    take(next)
  }

  /// Undoes the last edit.
  ///
  /// - Throws: ``Refusal`` if there is none.
  public mutating func undo() throws(Refusal) {
    guard let former = past.popLast() else { throw .noPast }
    future.append(draft)
    take(former)
  }

  /// Redoes the last undone edit.
  ///
  /// - Throws: ``Refusal`` if there is none.
  public mutating func redo() throws(Refusal) {
    guard let next = future.popLast() else { throw .noFuture }
    past.append(draft)
    take(next)
  }

  private mutating func take(_ next: Draft) {
    let isKnown = next.level == draft.level && next.rules == draft.rules
    draft = next
    if !isKnown {
      // A large room is analyzed later, so that each change takes effect at once.
      survey =
        draft.level.size.squareCount > Self.mostSquaresAtOnce
        ? LevelReport() : Self.survey(of: draft, stateLimit: stateLimit)
    }
  }

  /// Continues with the level and the changes of an earlier session.
  mutating func takeUp(_ draft: Draft, past: [Draft], future: [Draft], nextIndex: UInt64) {
    (self.past, self.future, self.nextIndex) = (past, future, nextIndex)
    take(draft)
  }

  /// The draft after an edit that must change it.
  ///
  /// - Throws: ``Refusal`` if the edit is invalid or changes nothing.
  func changed(by edit: Edit) throws(Refusal) -> Draft {
    let next = try draft(after: edit)
    guard next != draft else { throw Refusal("Nothing changed.") }
    return next
  }

  /// The draft after an edit.
  ///
  /// - Throws: ``Refusal`` if the edit is invalid.
  public func draft(after edit: Edit) throws(Refusal) -> Draft {
    var next = draft
    switch edit {
    case .put(let thing, let square): next.level = try draft.level.putting(thing, on: square)
    case .resize(let rows, let columns): next.level = try draft.level.resized(rows, columns)
    case .light(let isLit): next.level = draft.level.removing(isLit: isLit) { _, _ in false }
    case .rules(let rules): next.rules = rules
    case .name(let name):
      if let name { try Self.check(name) }
      next.name = name
    case .world(let name):
      if let name { try Self.check(name) }
      next.world = name ?? Self.worldName
    case .clear:
      guard draft.level.thingCount > 0 else { throw Refusal("The room is already empty.") }
      next.level = draft.level.removing { _, _ in true }
    case .paste(let text):
      let level = try Self.pasted(text)
      (next.level, next.name) = (level.level, level.name)
      next.rules = level.rules ?? draft.rules
    case .takeUp(let place):
      guard kept.indices.contains(place) else { throw noKept(place) }
      let level = kept[place]
      next = Draft(level.level, rules: level.rules, name: level.name, world: level.world)
    }
    return next
  }

  private static func check(_ name: String) throws(Refusal) {
    guard Campaign.isName(name) else {
      throw Refusal(
        "'\(shownText(name, atMost: 40))' cannot be a name: expected 1 to \(LevelNote.longestName) bytes, without a space at either end."
      )
    }
  }

  /// The seed reference in a pasted text, if drawing its level takes a while.
  ///
  /// - Throws: ``Refusal`` if the text is not a level.
  static func slowReference(in text: String) throws(Refusal) -> SeedReference? {
    var slow: SeedReference?
    _ = try pasted(text) { (reference) throws(GenerationError) in
      if let level = try reference.level(isPatient: false) { return level }
      slow = reference
      return Level(emptyRoom: reference.family.size)
    }
    return slow
  }

  /// The level in a text, with its name and its rules, if the text says them.
  ///
  /// - Parameter draw: Draws the level of a seed reference; nil if the reader does.
  private static func pasted(
    _ text: String, draw: ((SeedReference) throws(GenerationError) -> Level)? = nil
  ) throws(Refusal) -> (level: Level, name: String?, rules: Rules?) {
    // In the address of a page, a link begins with '#'. So does the picture of a block.
    var form = text.utf8.starts(with: "#\(linkPrefix)".utf8) ? text.dropFirst() : text[...]
    var linked: Rules?
    if form.utf8.starts(with: linkPrefix.utf8) {
      form = form.dropFirst(linkPrefix.utf8.count)
      if let sign = form.utf8.firstIndex(of: UInt8(ascii: "?")) {
        let rules = form[form.utf8.index(after: sign)...]
        do throws(LevelError) { linked = try NamedRules(inLink: rules).rules } catch {
          throw Refusal("Not a level: \(error.problem).")
        }
        form = form[..<sign]
      }
    }
    // A terminal ends each pasted line with a carriage return.
    let bytes = Array(form.utf8).map { $0 == 0x0D ? 0x0A : $0 }
    var reader = LevelReader(String(decoding: bytes, as: UTF8.self), draw: draw)
    do throws(LevelError) {
      let entry = try reader.onlyEntry()
      return (entry.level, entry.name, linked ?? entry.rules?.rules)
    } catch {
      throw Refusal("Not a level: \(error).")
    }
  }

  // MARK: Levels from a family

  /// Draws the next solvable level of a family under the rules of the draft, with a grade if one is
  /// given.
  ///
  /// - Returns: The level's seed reference; nil if the rules are not the default ones.
  /// - Throws: ``Refusal`` if there is no such level among the next ``mostDraws``. The next call
  ///   draws other levels.
  public mutating func generate(
    _ family: Family, grade: Grade? = nil
  ) throws(Refusal) -> SeedReference? {
    let rules = draft.rules
    let grader = Grader(rules, stateLimit: Self.defaultStateLimit)
    do throws(GenerationError) {
      let source = try LevelSource(
        LevelGenerator(
          family, seed: seed, rules: rules, drawLimit: 10_000,
          stateLimit: Self.patientStateLimit))
      for _ in 0..<Self.mostDraws {
        let index = nextIndex
        let level = try source.level(at: index)
        nextIndex &+= 1
        if let grade, grader.briefReport(level, .grade).grade != grade { continue }
        if level == draft.level { continue }
        past.append(draft)
        future = []
        take(Draft(level, rules: rules, world: draft.world))
        return rules.withoutHearing == .standard
          ? SeedReference(family, seed: seed, index: index) : nil
      }
    } catch {
      throw Refusal(error.told(of: family))
    }
    throw Refusal(
      grade.map {
        "None of \(Self.mostDraws) levels drawn from \(family) is \($0). Generate again to try others."
      } ?? "This is the only level of \(family).")
  }

  // MARK: Saved levels

  /// Saves the level with its name, its world and its rules.
  ///
  /// - Throws: ``Refusal`` if it is already saved like this, or if the list is full.
  public mutating func keep() throws(Refusal) {
    let level = KeptLevel(
      draft.level, name: draft.name, world: draft.world, rules: draft.rules)
    if let place = kept.firstIndex(where: { $0.key == level.key }) {
      guard kept[place] != level else {
        throw Refusal("The level is already saved as number \(place + 1).")
      }
    } else if kept.count >= Self.mostKept {
      throw Refusal("The list is full: it has \(Self.mostKept) levels. Remove one first.")
    }
    keptLevels.add(level)
  }

  /// Removes a saved level, by its index.
  ///
  /// - Throws: ``Refusal`` if there is no such level.
  public mutating func removeKept(_ place: Int) throws(Refusal) {
    guard kept.indices.contains(place) else { throw noKept(place) }
    replaceKept(kept[..<place] + kept[(place + 1)...])
  }

  /// Replaces the list of saved levels.
  mutating func replaceKept(_ levels: some Sequence<KeptLevel>) {
    keptLevels = KeptLevels(levels)
  }

  private func noKept(_ place: Int) -> Refusal {
    Refusal(
      kept.isEmpty
        ? Self.noneKept
        : "There is no saved level \(place &+ 1): the list has \(counted(kept.count, "level")).")
  }

  /// The saved levels as a file that every command reads (<doc:WorldsAndProgress>, 2.1); nil if there
  /// are none.
  public var file: String? { kept.isEmpty ? nil : keptLevels.text }

  // MARK: Analysis

  /// The squares of the solution from start to signpost; empty if there is no solution.
  public var solutionPath: [Square] { survey.solution?.squares(from: draft.level.start) ?? [] }

  /// Whether a longer search may complete the analysis.
  public var isUnsure: Bool {
    survey.stateLimit < Self.patientStateLimit
      && (survey.lostSquares == nil || survey.verdict == .unsolvable && survey.reach == nil)
  }

  /// Analyzes the level again, with a higher limit.
  public mutating func lookLonger() {
    guard isUnsure else { return }
    survey = longerSurvey
  }

  /// The analysis that ``lookLonger()`` makes.
  var longerSurvey: LevelReport {
    Self.survey(of: draft, stateLimit: Self.patientStateLimit)
  }

  /// Stores the analysis of a longer search.
  mutating func take(_ survey: LevelReport) { self.survey = survey }
}

// MARK: Changes of a level

extension Level {
  /// The thing on a square; nil for floor.
  public func thing(on square: Square) -> Thing? {
    Thing.allCases.first { squares(of: $0).contains(square) }
  }

  /// The level with a thing on a square, or with nothing on it.
  fileprivate func putting(_ thing: Thing?, on square: Square) throws(Workshop.Refusal) -> Level {
    guard size.contains(square) else {
      throw Workshop.Refusal(
        "There is no \(square.place): the room is \(size.rows) by \(size.columns).")
    }
    let former = self.thing(on: square)
    guard former != thing else {
      throw Workshop.Refusal(
        thing.map { "\($0.nounWithArticle.capitalisedASCII) is already on \(square.place)." }
          ?? "There is nothing on \(square.place).")
    }
    if let former, former.isSingle {
      throw Workshop.Refusal(
        "\(former.nounWithArticle.capitalisedASCII) is on \(square.place). "
          + "Put it on another square first."
      )
    }
    func others(_ squares: [Square], _ kind: Thing) -> [Square] {
      squares.filter { $0 != square } + (kind == thing ? [square] : [])
    }
    do throws(LevelError) {
      return try Level(
        size: size, start: thing == .start ? square : start,
        signpost: thing == .signpost ? square : signpost, zombies: others(zombies, .zombie),
        blocks: others(blocks, .block), flashlights: others(flashlights, .flashlight),
        isLit: isLit)
    } catch {
      throw Workshop.Refusal("Not a level: \(error).")
    }
  }

  /// The level with other sides. Things outside the new room are removed, but the start and the
  /// signpost move to the nearest square. A start in the bottom right corner stays in that corner.
  fileprivate func resized(_ rows: Int, _ columns: Int) throws(Workshop.Refusal) -> Level {
    let size: RoomSize
    do throws(RangeError) { size = try RoomSize(rows: rows, columns: columns) } catch {
      throw Workshop.Refusal("Invalid size: \(error).")
    }
    func nearest(_ square: Square) -> Square {
      Square(row: min(square.row, rows - 1), column: min(square.column, columns - 1))
    }
    let start = self.start == self.size.bottomRight ? size.bottomRight : nearest(self.start)
    let signpost = nearest(self.signpost)
    guard start != signpost else {
      throw Workshop.Refusal("The start and the signpost would be on the same square.")
    }
    func inside(_ squares: [Square]) -> [Square] {
      squares.filter { size.contains($0) && $0 != start && $0 != signpost }
    }
    do throws(LevelError) {
      return try Level(
        size: size, start: start, signpost: signpost, zombies: inside(zombies),
        blocks: inside(blocks), flashlights: inside(flashlights), isLit: isLit)
    } catch {
      throw Workshop.Refusal("Not a level: \(error).")
    }
  }
}

extension Workshop {
  /// The things that can be put on a square, starting with those that may occur several times.
  package static let things = Thing.several + [.start, .signpost]
}
