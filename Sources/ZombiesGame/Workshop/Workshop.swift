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
///     try workshop.perform(.undo)
///
/// It is a value that always contains a valid level. An edit either produces another valid level, or
/// is refused with a sentence and changes nothing.
public struct Workshop: Equatable {
  /// A level with everything that is saved with it.
  public struct Draft: Hashable, Sendable {
    /// The level.
    public var level: Level
    /// The rules in force.
    public var rules = Rules.standard
    /// Its name; nil for none.
    public var name: String?
    /// The name of its world.
    public var world = Workshop.worldName

    /// The code of the level.
    public var code: String { level.code }

    /// The name, if it has one, and the code.
    public var title: String { (name.map { "\($0): " } ?? "") + code }
  }

  /// A change of the draft or of the saved levels.
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
    /// ``Workshop/link``. A reference whose level takes a while to draw becomes ``Workshop/wanted``.
    case paste(String)
    /// Undoes the last change of the draft.
    case undo
    /// Redoes the last undone change.
    case redo
    /// Saves the level with its name, its world and its rules.
    case keep
    /// Opens a saved level, by its index.
    case takeUp(Int)
    /// Removes a saved level, by its index.
    case remove(Int)
  }

  /// A search for a level, which may take a moment.
  public enum Wanted: Hashable, Sendable {
    /// A level of a family, with a grade if one is given.
    case family(Family, Grade?)
    /// The level of a seed reference.
    case reference(SeedReference)
  }

  /// The maximum number of saved levels.
  public static let mostKept = 1000

  /// The maximum number of levels to draw in search of one of a grade.
  public static let mostDraws = 200

  /// The default limit on states at each change, which takes a few hundredths of a second.
  public static let defaultStateLimit = 50_000

  /// The maximum number of states for the longer search.
  public static let patientStateLimit = StateGraph.defaultStateLimit

  /// The maximum number of squares of a room that is explored at each change.
  public static let mostSquaresAtOnce = 4096

  /// The name of the world of a level, unless another one is given.
  public static let worldName = "Workshop"

  static let linkPrefix = "workshop/"

  /// The drafts, each a change of the one before.
  private var drafts: [Draft]

  /// The index of the draft on the bench.
  private var present = 0

  /// The level being edited, with its rules, name and world.
  public var draft: Draft { drafts[present] }

  /// The drafts that undo restores, the earliest first.
  var past: ArraySlice<Draft> { drafts[..<present] }

  /// The drafts that redo restores, the latest first.
  var future: [Draft] { drafts[(present + 1)...].reversed() }

  /// The square of the cursor.
  public internal(set) var cursor: Square

  /// The analysis of the level.
  public internal(set) var survey = LevelReport()

  /// The saved levels, grouped by world, as a list that outlives the session. Its text is a file that every
  /// command reads (<doc:WorldsAndProgress>, 2.1).
  public internal(set) var list = KeptLevels()

  /// The saved levels when the session last received the stored list.
  var former = KeptLevels()

  /// The level that is searched for; nil for none.
  public internal(set) var wanted: Wanted?

  /// The level whose longer search failed, so that it is not tried again.
  var abandoned: Draft?

  /// The seed for generated levels.
  public let seed: UInt64

  /// The index of the next level to draw.
  private(set) var nextIndex: UInt64 = 0

  /// The maximum number of states to explore at each change.
  private let stateLimit: Int

  /// Creates a workshop with a level on the bench: by default an empty dark room of 5 by 5 squares, with
  /// start and signpost in opposite corners.
  public init(
    _ level: Level? = nil, rules: Rules = .standard, seed: UInt64 = 0,
    stateLimit: Int = defaultStateLimit
  ) {
    let level = level ?? Level(emptyRoom: Family.classic.size)
    (drafts, cursor) = ([Draft(level: level, rules: rules)], level.start)
    (self.seed, self.stateLimit) = (seed, stateLimit)
    analyze()
  }

  /// The saved levels, grouped by world.
  public var kept: [Draft] { list.levels }

  /// The level as a link.
  public var link: String {
    Self.linkPrefix + draft.code + draft.rules.inLink(isLit: draft.level.isLit)
  }

  // MARK: Editing

  /// Edits the level or the saved levels.
  ///
  /// - Throws: ``Refusal``, without changing anything.
  public mutating func perform(_ edit: Edit) throws(Refusal) {
    let former = draft
    self = try after(edit)
    if draft.level != former.level || draft.rules != former.rules { analyze() }
  }

  /// The reason why an edit is refused; nil if it is allowed.
  public func refusal(of edit: Edit) -> Refusal? {
    do throws(Refusal) { _ = try after(edit) } catch { return error }
    return nil
  }

  /// The workshop after an edit, with the analysis of the level before.
  private func after(_ edit: Edit) throws(Refusal) -> Workshop {
    var (next, draft) = (self, draft)
    next.wanted = nil
    switch edit {
    case .put(let thing, let square):
      draft.level = try draft.level.putting(thing, on: square)
      next.cursor = square
    case .resize(let rows, let columns): draft.level = try draft.level.resized(rows, columns)
    case .light(let isLit): draft.level = draft.level.removing(isLit: isLit) { _, _ in false }
    case .rules(let rules): draft.rules = rules
    case .name(let name): draft.name = try name.map(Self.checked)
    case .world(let name): draft.world = try name.map(Self.checked) ?? Self.worldName
    case .clear:
      guard draft.level.thingCount > 0 else { throw Refusal("The room is already empty.") }
      draft.level = draft.level.removing { _, _ in true }
    case .paste(let text):
      if let slow = try draft.paste(text) {
        next.wanted = .reference(slow)
        return next
      }
    case .takeUp(let place): draft = try saved(place)
    case .undo, .redo:
      next.present += edit == .undo ? -1 : 1
      guard drafts.indices.contains(next.present) else {
        throw Refusal("There is nothing to \(edit == .undo ? "undo" : "redo").")
      }
      return next
    case .keep:
      let place = kept.firstIndex { $0.isSame(as: draft) }
      if let place, kept[place] == draft {
        throw Refusal("The level is already saved as number \(place + 1).")
      }
      guard place != nil || kept.count < Self.mostKept else {
        throw Refusal("The list is full: it has \(Self.mostKept) levels. Remove one first.")
      }
      next.list.add(draft)
      return next
    case .remove(let place):
      _ = try saved(place)
      next.list.levels.remove(at: place)
      return next
    }
    guard draft != self.draft else { throw .nothingChanged }
    next.add(draft)
    return next
  }

  private static func checked(_ name: String) throws(Refusal) -> String {
    guard Campaign.isName(name) else {
      throw Refusal(
        "'\(shownText(name, atMost: 40))' cannot be a name: expected 1 to \(LevelNote.longestName) bytes, without a space at either end."
      )
    }
    return name
  }

  private func saved(_ place: Int) throws(Refusal) -> Draft {
    if kept.isEmpty { throw .noneKept }
    guard kept.indices.contains(place) else {
      throw Refusal(
        "There is no saved level \(place &+ 1): the list has \(counted(kept.count, "level")).")
    }
    return kept[place]
  }

  /// Puts a changed draft on the bench.
  private mutating func add(_ draft: Draft) {
    drafts = past + [self.draft, draft]
    present += 1
  }

  /// Continues with the level and the changes of an earlier session.
  mutating func takeUp(_ kept: KeptSession.Bench) {
    (drafts, present) = (kept.past + [kept.draft] + kept.future.reversed(), kept.past.count)
    (cursor, nextIndex) = (kept.cursor, kept.nextIndex)
    analyze()
  }

  // MARK: Levels from a family

  /// Draws the next solvable level of a family under the rules of the draft, with a grade if one is
  /// given.
  ///
  /// - Returns: The level's seed reference; nil if the rules are not the default ones.
  /// - Throws: ``Refusal`` if there is no such level among the next ``mostDraws``. The next call
  ///   draws other levels.
  mutating func generate(_ family: Family, _ grade: Grade?) throws(Refusal) -> SeedReference? {
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
        add(Draft(level: level, rules: rules, world: draft.world))
        analyze()
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

  // MARK: Analysis

  /// The squares of the solution from start to signpost; empty if there is no solution.
  public var solutionPath: [Square] { survey.solution?.squares(from: draft.level.start) ?? [] }

  /// Whether a longer search may complete the analysis.
  public var isUnsure: Bool {
    survey.stateLimit < Self.patientStateLimit
      && (survey.lostSquares == nil || survey.verdict == .unsolvable && survey.reach == nil)
  }

  /// Analyzes the level again, with a higher limit.
  public mutating func lookLonger() { if isUnsure { survey = longerSurvey } }

  /// The analysis that ``lookLonger()`` makes.
  var longerSurvey: LevelReport { report(within: Self.patientStateLimit) }

  private func report(within stateLimit: Int) -> LevelReport {
    Grader(draft.rules, stateLimit: stateLimit).briefReport(
      draft.level, [.grade, .solution, .lostSquares, .reach])
  }

  /// Analyzes a new level, and moves the cursor into it.
  private mutating func analyze() {
    let size = draft.level.size
    cursor.row = min(cursor.row, size.rows - 1)
    cursor.column = min(cursor.column, size.columns - 1)
    // A large room is analyzed later, so that each change takes effect at once.
    survey = size.squareCount > Self.mostSquaresAtOnce ? LevelReport() : report(within: stateLimit)
  }
}

extension Refusal {
  static let nothingChanged = Refusal("Nothing changed.")
  static let noneKept = Refusal("There are no saved levels.")
}

// MARK: Changes of a level

extension Workshop.Draft {
  /// Whether another draft has the same level and rules, whatever its name and world.
  func isSame(as other: Self) -> Bool { level == other.level && rules == other.rules }

  /// Replaces the level by the one in a text, with its name, and with its rules if the text says them.
  ///
  /// - Returns: The seed reference in the text, if drawing its level takes a while; nil otherwise.
  fileprivate mutating func paste(_ text: String) throws(Refusal) -> SeedReference? {
    var (form, linked): (String, Rules?) = (text, nil)
    // In the address of a page, a link begins with '#'. So does the picture of a block.
    if let link = text.behind("#" + Workshop.linkPrefix) ?? text.behind(Workshop.linkPrefix) {
      do throws(Refusal) { (form, linked) = try Address.parted(link) } catch {
        throw Refusal(error.description)
      }
    }
    // A terminal ends each pasted line with a carriage return.
    let bytes = form.utf8.map { $0 == 0x0D ? 0x0A : $0 }
    var slow: SeedReference?
    var reader = LevelReader(String(decoding: bytes, as: UTF8.self)) {
      (reference) throws(GenerationError) in
      if let level = try reference.level(isPatient: false) { return level }
      slow = reference
      return Level(emptyRoom: reference.family.size)
    }
    do throws(LevelError) {
      let entry = try reader.onlyEntry()
      (level, name) = (entry.level, entry.name)
      rules = linked ?? entry.rules?.rules ?? rules
    } catch {
      throw Refusal("Not a level: \(error).")
    }
    return slow
  }
}

extension Level {
  /// The thing on a square; nil for floor.
  public func thing(on square: Square) -> Thing? {
    Thing.allCases.first { squares(of: $0).contains(square) }
  }

  /// The level with a thing on a square, or with nothing on it.
  fileprivate func putting(_ thing: Thing?, on square: Square) throws(Refusal) -> Level {
    guard size.contains(square) else {
      throw Refusal(
        "There is no \(square.place): the room is \(size.rows) by \(size.columns).")
    }
    let former = self.thing(on: square)
    guard former != thing else {
      throw Refusal(
        thing.map { "\($0.nounWithArticle.capitalisedASCII) is already on \(square.place)." }
          ?? "There is nothing on \(square.place).")
    }
    if let former, former.isSingle {
      throw Refusal(
        "\(former.nounWithArticle.capitalisedASCII) is on \(square.place). "
          + "Put it on another square first.")
    }
    return with(
      size, start: thing == .start ? square : start,
      signpost: thing == .signpost ? square : signpost
    ) { squares(of: $0).filter { $0 != square } + ($0 == thing ? [square] : []) }
  }

  /// The level with other sides. Things outside the new room are removed, but the start and the
  /// signpost move to the nearest square. A start in the bottom right corner stays in that corner.
  fileprivate func resized(_ rows: Int, _ columns: Int) throws(Refusal) -> Level {
    let size: RoomSize
    do throws(RangeError) { size = try RoomSize(rows: rows, columns: columns) } catch {
      throw Refusal("Invalid size: \(error).")
    }
    func nearest(_ square: Square) -> Square {
      Square(row: min(square.row, rows - 1), column: min(square.column, columns - 1))
    }
    let start = self.start == self.size.bottomRight ? size.bottomRight : nearest(self.start)
    let signpost = nearest(self.signpost)
    guard start != signpost else {
      throw Refusal("The start and the signpost would be on the same square.")
    }
    return with(size, start: start, signpost: signpost) {
      squares(of: $0).filter { size.contains($0) && $0 != start && $0 != signpost }
    }
  }

  /// The level with other parts, which are valid.
  private func with(
    _ size: RoomSize, start: Square, signpost: Square, things: (Thing) -> [Square]
  ) -> Level {
    Level(
      unchecked: size, start: start, signpost: signpost, zombies: things(.zombie).sorted(),
      blocks: things(.block).sorted(), flashlights: things(.flashlight).sorted(), isLit: isLit)
  }
}

extension Workshop {
  /// The things that can be put on a square, starting with those that may occur several times.
  package static let things = Thing.several + [.start, .signpost]
}
