import ZombiesCore
import ZombiesGenerator
import ZombiesGrading
import ZombiesSolver

// The workshop in a session: the cursor on the level, the edits, and trying the level.

extension Session {
  /// The level on the bench, and the cursor.
  struct Bench: Equatable {
    var workshop: Workshop
    var cursor: Square

    /// The saved levels when the session last received the stored list.
    var former: KeptLevels

    /// The search for a level, which may take a moment; nil if there is none.
    var wanted: Wanted?

    /// The level whose longer search failed, so that it is not tried again.
    var abandoned: Workshop.Draft?

    /// A search for a level.
    enum Wanted: Equatable {
      /// A level of a family, with a grade if one is given.
      case family(Family, Grade?)
      /// The level of a seed reference.
      case reference(SeedReference)
    }

    /// The initial bench: an empty room under the rules of the session.
    init(_ setup: Setup) {
      let level = Workshop().draft.level
      workshop = Workshop(
        Workshop.Draft(level, rules: setup.settings.rules.withoutHearing), seed: setup.seed)
      cursor = level.start
      former = setup.keptLevels
      workshop.replaceKept(former.levels)
    }

    var level: Level { workshop.draft.level }

    /// Moves the cursor back into the room.
    mutating func keepCursorInside() {
      cursor = Square(
        row: min(cursor.row, level.size.rows - 1),
        column: min(cursor.column, level.size.columns - 1))
    }
  }

  mutating func goToWorkshop() {
    place = .workshop
    tell(benchWords)
  }

  // MARK: Allowed actions

  /// The effect of an action in the workshop.
  func deedInWorkshop(_ action: Action) -> Deed {
    let deed = deedAtBench(action)
    switch action {
    case .open, .leave, .visit: return deed
    // Any other action ends or stops a search.
    default: return deed.after { $0.bench.wanted = nil }
    }
  }

  private func deedAtBench(_ action: Action) -> Deed {
    let (workshop, size, wanted) = (bench.workshop, bench.level.size, bench.wanted)
    switch action {
    case .move(let direction):
      guard let square = size.exit(from: bench.cursor, direction) else { return .roomEnds }
      return .does { $0.aim(square) }
    case .aim(let square): return size.contains(square) ? .does { $0.aim(square) } : .roomEnds
    case .put(let thing): return deed(of: .put(thing, bench.cursor))
    // A pasted text may not be a level, so pasting is always allowed and explains what is wrong.
    case .edit(.paste(let text)): return .does { $0.paste(text) }
    case .edit(let edit): return deed(of: edit)
    case .undo:
      guard workshop.canUndo else { return .refused(Workshop.Refusal.noPast.description) }
      return .does {
        $0.change("Undone") { bench throws(Workshop.Refusal) in try bench.undo() }
      }
    case .redo:
      guard workshop.canRedo else { return .refused(Workshop.Refusal.noFuture.description) }
      return .does {
        $0.change("Redone") { bench throws(Workshop.Refusal) in try bench.redo() }
      }
    case .keep:
      return deed { bench throws(Workshop.Refusal) in
        try bench.keep()
        let isLost = bench.survey.verdict == .unsolvable
        return "Saved. The list has \(counted(bench.kept.count, "level"))."
          + (isLost ? " This level cannot be won." : "")
      }
    case .removeKept(let place):
      return deed { bench throws(Workshop.Refusal) in
        try bench.removeKept(place)
        return "Removed saved level \(place + 1)."
      }
    case .generate(let family, let grade):
      return .does {
        $0.bench.wanted = .family(family, grade)
        $0.announce(["Looking for a level of \(family)\(grade.map { " that is \($0)" } ?? "")."])
      }
    case .proceed where wanted != nil || workshop.isUnsure: return .does { $0.goOn(wanted) }
    case .choose: return .does { $0.tryLevel() }
    case .share: return .does { $0.announce($0.benchCode) }
    case .open(let page): return .opens(page)
    case .visit(let mode): return .visits(mode, if: mode != .workshop)
    case .leave: return .leaves
    default: return .meaningless
    }
  }

  private func deed(of edit: Workshop.Edit) -> Deed {
    do throws(Workshop.Refusal) { _ = try bench.workshop.changed(by: edit) } catch {
      return .refused(error.description)
    }
    return .does { $0.edit(edit) }
  }

  /// Changes the list of saved levels.
  ///
  /// - Parameter body: The change, which returns the message.
  private func deed(
    _ body: (inout Workshop) throws(Workshop.Refusal) -> String
  ) -> Deed {
    var workshop = bench.workshop
    do throws(Workshop.Refusal) {
      let sentence = try body(&workshop)
      return .does { [workshop] in
        $0.bench.workshop = workshop
        $0.announce([sentence])
      }
    } catch {
      return .refused(error.description)
    }
  }

  // MARK: Performing actions

  /// Continues the search for a level, or the analysis of the level on the bench.
  private mutating func goOn(_ wanted: Bench.Wanted?) {
    switch wanted {
    case .family(let family, let grade): generate(family, grade)
    case .reference(let reference): fetch(reference)
    case nil:
      bench.workshop.lookLonger()
      tell(WorkshopTeller(bench.workshop).answer)
    }
  }

  private mutating func aim(_ square: Square) {
    bench.cursor = square
    let thing = bench.level.thing(on: square)
    tell(["\(square.place.capitalisedASCII): \(thing?.nounWithArticle ?? "floor")."])
  }

  /// Replaces the level on the bench before the workshop is entered, without a message. Returns the
  /// reason if that fails, or a note if the level is still being searched for.
  mutating func lay(_ text: String) -> String? {
    // Only a link may say rules behind the level.
    let text = Workshop.linkPrefix + text
    do throws(Workshop.Refusal) {
      bench.wanted = try Workshop.slowReference(in: text).map { .reference($0) }
      if bench.wanted != nil { return "Looking for the level." }
      let former = bench.workshop.draft
      if try bench.workshop.draft(after: .paste(text)) == former { return nil }
      try bench.workshop.perform(.paste(text))
      bench.keepCursorInside()
      return nil
    } catch {
      return error.description
    }
  }

  private mutating func edit(_ edit: Workshop.Edit) {
    var what: String?
    switch edit {
    case .name(let name):
      try? bench.workshop.perform(edit)
      announce([name.map { "The level is called \($0)." } ?? "The level no longer has a name."])
      return
    case .world:
      try? bench.workshop.perform(edit)
      announce(["The level is now in the world \(bench.workshop.draft.world)."])
      return
    case .put(_, let square): bench.cursor = square
    case .takeUp: what = "Opened"
    case .resize, .light, .rules, .clear, .paste: break
    }
    change(what) { bench throws(Workshop.Refusal) in try bench.perform(edit) }
  }

  private mutating func paste(_ text: String) {
    do throws(Workshop.Refusal) {
      if let slow = try Workshop.slowReference(in: text) {
        bench.wanted = .reference(slow)
        announce(["Looking for the level."])
      } else {
        edit(.paste(text))
      }
    } catch {
      announce([error.description])
    }
  }

  /// Changes the level and shows its analysis, or the reason why nothing changed.
  ///
  /// - Parameter what: The word before the code, if the level is not the one just typed.
  private mutating func change(
    _ what: String? = nil, _ body: (inout Workshop) throws(Workshop.Refusal) -> Void
  ) {
    do throws(Workshop.Refusal) {
      try body(&bench.workshop)
      bench.keepCursorInside()
      tell(
        (what.map { ["\($0): \(bench.workshop.code)."] } ?? [])
          + WorkshopTeller(bench.workshop).answer)
    } catch {
      announce([error.description])
    }
  }

  private mutating func generate(_ family: Family, _ grade: Grade?) {
    do throws(Workshop.Refusal) {
      let reference = try bench.workshop.generate(family, grade: grade)
      bench.keepCursorInside()
      announce(["A level of \(family)" + (reference.map { ": \($0)." } ?? ".")])
      tell(benchWords)
    } catch {
      announce([error.description])
    }
  }

  private mutating func fetch(_ reference: SeedReference) {
    do throws(GenerationError) {
      guard let level = try reference.level(isPatient: true) else { return }
      paste(level.code)
    } catch {
      announce([error.told(of: reference.family)])
    }
  }

  /// Plays the level as practice.
  private mutating func tryLevel() {
    let draft = bench.workshop.draft
    // A level without a hearing distance of its own follows the player's settings.
    let rules =
      draft.rules.hearingDistance > 0
      ? draft.rules : draft.rules.hearing(within: settings.rules.hearingDistance)
    start(
      Attempt(
        NamedLevel(draft.level, name: draft.name ?? draft.level.code), rules: rules, at: .trial),
      counts: false)
  }

  // MARK: Messages

  /// The level on the bench in words, with its analysis.
  var benchWords: [String] {
    let draft = bench.workshop.draft
    return [
      "The workshop: \(draft.name.map { "\($0), " } ?? "")\(draft.level.code).",
      draft.level.spoken,
    ] + benchRules + WorkshopTeller(bench.workshop).answer
  }

  /// The rules and the world of the level, if they are not the default ones.
  private var benchRules: [String] {
    let draft = bench.workshop.draft
    let rules = draft.rules
    var sentences: [String] = []
    if rules != .standard {
      let named = Rules.Variant.allCases.filter {
        $0 != .hearingDistance || rules.hearingDistance > 0
      }
      let parts = named.map {
        "\(Setting.Kind($0).name) \(rules.value(of: $0))"
      }
      sentences.append("Rules: \(parts.joined(separator: ", ")).")
    }
    if draft.world != Workshop.worldName { sentences.append("World: \(draft.world).") }
    return sentences
  }

  /// The level's name, code and link.
  var benchCode: [String] {
    (bench.workshop.draft.name.map { ["Name: \($0)"] } ?? [])
      + ["Code: \(bench.workshop.code)", "Link: #\(bench.workshop.link)"]
  }

  /// The numbered list of saved levels.
  var keptList: [String] {
    let kept = bench.workshop.kept
    if kept.isEmpty { return [Workshop.noneKept] }
    return kept.enumerated().map { place, level in
      "\(place + 1). " + (level.name.map { "\($0): " } ?? "") + level.code
        + (level.world == Workshop.worldName ? "" : ", in \(level.world)")
    }
  }

  /// Asks the front end to write the saved levels to a file.
  mutating func want(file name: String) {
    guard let text = bench.workshop.file else {
      tell([Workshop.noneKept])
      return
    }
    wantedFile = WantedFile(
      name: name, text: text, contents: counted(bench.workshop.kept.count, "level"))
  }

  /// The file of saved levels, line by line.
  var keptFile: [String] {
    guard let file = bench.workshop.file else { return [Workshop.noneKept] }
    var lines = file.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
    if lines.last == "" { lines.removeLast() }
    return lines
  }

  /// The panel of the workshop.
  var workshopPanel: Panel {
    let workshop = bench.workshop
    let survey = workshop.survey
    var signs: [Square: RoomView.Cell.Sign] = [:]
    for square in survey.lostSquares ?? [] { signs[square] = .lost }
    for square in workshop.solutionPath { signs[square] = .way }
    signs[bench.cursor] = .cursor
    var panel = Panel("Workshop · " + WorkshopTeller(workshop).heading)
    panel.lines = [(workshop.draft.name.map { "\($0): " } ?? "") + workshop.code] + benchRules
    panel.rooms = [
      Panel.Picture(
        name: "", room: RoomView(picture: bench.level, signs: signs), spoken: bench.level.spoken,
        cursor: bench.cursor)
    ]
    panel.notes = WorkshopTeller(workshop).answer
    return panel
  }
}
