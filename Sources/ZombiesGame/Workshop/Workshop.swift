import ZombiesCore
import ZombiesGenerator
import ZombiesGrading
import ZombiesSolver

/// Where levels are made (<doc:TheWorkshop>): a level that is edited, what is known of it, and a list of
/// levels that are kept.
///
///     var workshop = Workshop()
///     try workshop.perform(.put(.zombie, Square(row: 1, column: 2)))
///     print(workshop.survey.verdict)
///     try workshop.undo()
///
/// It is a value, and what it holds is always a level: an edit makes another one of it, or is refused with
/// a sentence and changes nothing.
public struct Workshop: Hashable, Sendable {
  /// What is edited, and what undo brings back.
  public struct Draft: Hashable, Sendable {
    /// The level.
    public var level: Level
    /// The rules by which it is judged and played.
    public var rules: Rules
    /// Its name; nil for none.
    public var name: String?
    /// The world that it is kept in.
    public var world: String

    /// A draft.
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

  /// Why an edit is refused, in a sentence.
  public struct Refusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// The sentence.
    public let description: String

    init(_ description: String) { self.description = description }

    static let noPast = Refusal("There is no edit to take back.")
    static let noFuture = Refusal("No edit was taken back.")
  }

  /// A change of the draft.
  public enum Edit: Hashable, Sendable {
    /// Puts a thing on a square, in place of what stands there, or clears the square. There is one start
    /// and one signpost, which move to the square.
    case put(Thing?, Square)
    /// Changes the sides. Rows are added or taken away at the bottom, columns at the right.
    case resize(rows: Int, columns: Int)
    /// Makes the room lit or dark.
    case light(Bool)
    /// Changes the rules.
    case rules(Rules)
    /// Gives the level a name, or takes it away.
    case name(String?)
    /// Says which world the level is kept in; nil for ``Workshop/worldName``.
    case world(String?)
    /// Takes all zombies, blocks and flashlights out.
    case clear
    /// Takes a level in any text form in place of this one: a code, a picture, a seed reference, or what
    /// ``Workshop/link`` says.
    case paste(String)
    /// Takes up a kept level, by its place from 0.
    case takeUp(Int)
  }

  /// The most levels that are kept.
  public static let mostKept = 1000

  /// The most levels that are drawn to find one of a grade.
  public static let mostDraws = 200

  /// The maximum number of states that are explored when there is time for it; at each change, it is
  /// ``stateLimit``.
  public static let patientStateLimit = StateGraph.defaultStateLimit

  /// The most squares of a room that is explored at each change.
  public static let mostSquaresAtOnce = 4096

  /// The name of the world that levels are kept in unless another one is named.
  public static let worldName = "Workshop"

  /// What is edited.
  public private(set) var draft: Draft

  /// What is known of the level.
  public private(set) var survey: LevelReport

  /// The levels that are kept, world by world.
  public var kept: [KeptLevel] { keptLevels.levels }

  /// The same as a list that outlives the session.
  private var keptLevels = KeptLevels()

  /// The seed from which levels are drawn.
  public let seed: UInt64

  /// The maximum number of states that are explored at each change.
  public let stateLimit: Int

  /// The index of the next level that is drawn.
  private var nextIndex: UInt64 = 0

  private var past: [Draft] = []
  private var future: [Draft] = []

  /// A workshop with a level on the bench.
  public init(
    _ draft: Draft, seed: UInt64 = 0, stateLimit: Int = defaultStateLimit
  ) {
    self.draft = draft
    self.seed = seed
    self.stateLimit = stateLimit
    survey = Self.survey(of: draft, stateLimit: stateLimit)
  }

  /// The default limit on states at each change: what can be explored in some hundredths of a second.
  public static let defaultStateLimit = 50_000

  /// What is told of a draft.
  private static func survey(of draft: Draft, stateLimit: Int) -> LevelReport {
    Grader(draft.rules, stateLimit: stateLimit).report(
      draft.level, [.grade, .solution, .lostSquares, .reach])
  }

  /// A workshop with an empty dark room of five by five, the start in one corner and the signpost in the
  /// other.
  public init(seed: UInt64 = 0) {
    guard let level = try? Level(code: "S4/5/5/5/4P") else {
      preconditionFailure("the code of an empty room is a level's")
    }
    self.init(Draft(level), seed: seed)
  }

  /// The level's code.
  public var code: String { draft.level.code }

  /// The level's name in a link.
  public var link: String { Self.linkPrefix + code }

  static let linkPrefix = "workshop/"

  // MARK: Editing

  /// Whether an edit can be undone.
  public var canUndo: Bool { !past.isEmpty }

  /// Whether an edit that was undone can be made again.
  public var canRedo: Bool { !future.isEmpty }

  /// Edits the draft.
  ///
  /// - Throws: ``Refusal``; nothing has changed then.
  public mutating func perform(_ edit: Edit) throws(Refusal) {
    let next = try changed(by: edit)
    past.append(draft)
    future = []
    take(next)
  }

  /// Takes the last edit back.
  ///
  /// - Throws: ``Refusal`` if there is none.
  public mutating func undo() throws(Refusal) {
    guard let former = past.popLast() else { throw .noPast }
    future.append(draft)
    take(former)
  }

  /// Makes the edit again that was taken back last.
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
      // Of a large room, everything is found out later, so that each change is done at once.
      survey =
        draft.level.size.squareCount > Self.mostSquaresAtOnce
        ? LevelReport() : Self.survey(of: draft, stateLimit: stateLimit)
    }
  }

  /// The draft that an edit makes, which is another one.
  ///
  /// - Throws: ``Refusal`` if it makes none, or the same.
  func changed(by edit: Edit) throws(Refusal) -> Draft {
    let next = try draft(after: edit)
    guard next != draft else { throw Refusal("That is as it is already.") }
    return next
  }

  /// The draft that an edit makes.
  ///
  /// - Throws: ``Refusal`` if it makes none.
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
      guard draft.level.thingCount > 0 else { throw Refusal("The room is empty already.") }
      next.level = draft.level.removing { _, _ in true }
    case .paste(let text): (next.level, next.name) = try Self.pasted(text)
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
        "'\(shownText(name, atMost: 40))' is not a name: expected 1 to \(LevelNote.longestName) bytes, without a blank at either end."
      )
    }
  }

  /// The reference in a text that is pasted, if its level takes a while to draw.
  ///
  /// - Throws: ``Refusal`` if the text is no level.
  static func slowReference(in text: String) throws(Refusal) -> SeedReference? {
    var slow: SeedReference?
    _ = try pasted(text) { (reference) throws(GenerationError) in
      if let level = try reference.level(isPatient: false) { return level }
      slow = reference
      return Level(emptyRoom: reference.family.size)
    }
    return slow
  }

  /// The level that a text is, and its name.
  ///
  /// - Parameter draw: Who draws the level of a reference; nil for the reader.
  private static func pasted(
    _ text: String, draw: ((SeedReference) throws(GenerationError) -> Level)? = nil
  ) throws(Refusal) -> (Level, String?) {
    var form = text[...]
    if form.utf8.starts(with: linkPrefix.utf8) {
      form = form.dropFirst(linkPrefix.utf8.count)
    }
    // A terminal ends the lines that are pasted by a carriage return.
    let bytes = Array(form.utf8).map { $0 == 0x0D ? 0x0A : $0 }
    var reader = LevelReader(String(decoding: bytes, as: UTF8.self), draw: draw)
    do throws(LevelError) {
      guard let entry = try reader.next() else {
        throw LevelError(
          "expected a level: a code, a seed reference or a picture",
          at: TextPosition(line: 1, column: 1))
      }
      if let other = try reader.next() {
        throw LevelError(
          "expected one level, but a second one begins here",
          at: TextPosition(line: other.line, column: 1))
      }
      return (entry.level, entry.name)
    } catch {
      throw Refusal("No level: \(error).")
    }
  }

  // MARK: Levels from a family

  /// Draws the next solvable level of a family under the rules of the draft, of a grade if one is given.
  ///
  /// - Returns: The level's seed reference; nil under other rules than the default ones.
  /// - Throws: ``Refusal`` if there is no such level among the next ``mostDraws``; the next time, others
  ///   are drawn.
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
        if let grade, grader.report(level, .grade).grade != grade { continue }
        if level == draft.level { continue }
        past.append(draft)
        future = []
        take(Draft(level, rules: rules, world: draft.world))
        return rules == .standard ? SeedReference(family, seed: seed, index: index) : nil
      }
    } catch {
      throw Refusal(error.told(of: family))
    }
    throw Refusal(
      grade.map {
        "None of the \(Self.mostDraws) levels of \(family) that were drawn is \($0). Generate again for others."
      } ?? "This is the only level of \(family).")
  }

  // MARK: Kept levels

  /// Keeps the level with its name, its world and its rules.
  ///
  /// - Throws: ``Refusal`` if it is kept so already, or if too many are.
  public mutating func keep() throws(Refusal) {
    let level = KeptLevel(
      draft.level, name: draft.name, world: draft.world, rules: draft.rules)
    if let place = kept.firstIndex(where: { $0.key == level.key }) {
      guard kept[place] != level else {
        throw Refusal("It is kept already, as number \(place + 1).")
      }
    } else if kept.count >= Self.mostKept {
      throw Refusal("\(Self.mostKept) levels are kept, and no more can be.")
    }
    keptLevels.add(level)
  }

  /// Removes a kept level, by its place from 0.
  ///
  /// - Throws: ``Refusal`` if there is none.
  public mutating func removeKept(_ place: Int) throws(Refusal) {
    guard kept.indices.contains(place) else { throw noKept(place) }
    replaceKept(kept[..<place] + kept[(place + 1)...])
  }

  /// Takes another list in place of the one that is kept.
  mutating func replaceKept(_ levels: some Sequence<KeptLevel>) {
    keptLevels = KeptLevels(levels)
  }

  private func noKept(_ place: Int) -> Refusal {
    Refusal(
      kept.isEmpty
        ? "No level is kept."
        : "There is no kept level \(place &+ 1): \(counted(kept.count, "is", "are")) kept.")
  }

  /// The kept levels as a file that every command reads (<doc:WorldsAndProgress>, 2.1); nil if none are
  /// kept.
  public var file: String? { kept.isEmpty ? nil : keptLevels.text }

  // MARK: What is known

  /// The squares of the solution, from the start to the signpost; empty if there is none.
  public var way: [Square] { survey.solution?.squares(from: draft.level.start) ?? [] }

  /// Whether something is not known of the level that a longer search may find out.
  public var isUnsure: Bool {
    survey.stateLimit < Self.patientStateLimit
      && (survey.lostSquares == nil || survey.verdict == .unsolvable && survey.reach == nil)
  }

  /// Explores the level once more, with more patience.
  public mutating func lookLonger() {
    guard isUnsure else { return }
    survey = longerSurvey
  }

  /// What ``lookLonger()`` finds out.
  var longerSurvey: LevelReport {
    Self.survey(of: draft, stateLimit: Self.patientStateLimit)
  }

  /// Takes what a longer search has found out about the level.
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
        thing.map { "\($0.nounWithArticle.capitalisedASCII) is on \(square.place) already." }
          ?? "Nothing is on \(square.place).")
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
      throw Workshop.Refusal("No level: \(error).")
    }
  }

  /// The level with other sides. What stood outside of them is gone, but for the start and the signpost,
  /// which come to the nearest square; and a start in the bottom right corner stays in that corner.
  fileprivate func resized(_ rows: Int, _ columns: Int) throws(Workshop.Refusal) -> Level {
    let size: RoomSize
    do throws(RangeError) { size = try RoomSize(rows: rows, columns: columns) } catch {
      throw Workshop.Refusal("No room: \(error).")
    }
    func nearest(_ square: Square) -> Square {
      Square(row: min(square.row, rows - 1), column: min(square.column, columns - 1))
    }
    let start = self.start == self.size.bottomRight ? size.bottomRight : nearest(self.start)
    let signpost = nearest(self.signpost)
    guard start != signpost else {
      throw Workshop.Refusal("The start and the signpost would be on one square.")
    }
    func inside(_ squares: [Square]) -> [Square] {
      squares.filter { size.contains($0) && $0 != start && $0 != signpost }
    }
    do throws(LevelError) {
      return try Level(
        size: size, start: start, signpost: signpost, zombies: inside(zombies),
        blocks: inside(blocks), flashlights: inside(flashlights), isLit: isLit)
    } catch {
      throw Workshop.Refusal("No level: \(error).")
    }
  }
}

extension Workshop {
  /// What can be put on a square, those first of which there may be several.
  package static let things = Thing.several + [.start, .signpost]
}
