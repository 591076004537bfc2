import ZombiesCore
import ZombiesGenerator
import ZombiesGrading

// The workshop in a session: the cursor on the level, the edits, and trying the level.

extension Session {
  mutating func goToWorkshop() {
    place = .workshop
    tell(WorkshopTeller(bench).about)
  }

  // MARK: Allowed actions

  /// The effect of an action in the workshop.
  func deedInWorkshop(_ action: Action) -> Deed {
    let (size, wanted) = (bench.draft.level.size, bench.wanted)
    switch action {
    case .move(let direction):
      guard let square = size.exit(from: bench.cursor, direction) else { return .roomEnds }
      return .does { $0.aim(square) }
    case .aim(let square): return size.contains(square) ? .does { $0.aim(square) } : .roomEnds
    case .put(let thing): return deed(of: .put(thing, bench.cursor))
    // A pasted text may not be a level, so pasting is always allowed and explains what is wrong.
    case .edit(.paste(let text)): return .does { $0.edit(.paste(text)) }
    case .edit(let edit): return deed(of: edit)
    case .undo: return deed(of: .undo)
    case .generate(let family, let grade):
      return .does {
        $0.bench.wanted = .family(family, grade)
        $0.announce(["Looking for a level of \(family)\(grade.map { " that is \($0)" } ?? "")."])
      }
    case .proceed where wanted != nil || bench.isUnsure: return .does { $0.find(wanted) }
    case .choose: return .does { $0.tryLevel() }
    case .share: return .does { $0.announce(WorkshopTeller($0.bench).code) }
    default: return .meaningless
    }
  }

  private func deed(of edit: Workshop.Edit) -> Deed {
    if let refusal = bench.refusal(of: edit) { return .refused(refusal.description) }
    return .does { $0.edit(edit) }
  }

  // MARK: Performing actions

  private mutating func aim(_ square: Square) {
    bench.cursor = square
    let thing = bench.draft.level.thing(on: square)
    tell(["\(square.place.capitalisedASCII): \(thing?.nounWithArticle ?? "floor")."])
  }

  /// Replaces the level on the bench before the workshop is entered, without a message. Returns the
  /// reason if that fails, or a note if the level is still being searched for.
  mutating func lay(_ text: String) -> String? {
    do throws(Refusal) {
      // Only a link may say rules behind the level.
      try bench.perform(.paste(Workshop.linkPrefix + text))
      return bench.wanted == nil ? nil : WorkshopTeller.looking
    } catch {
      return error == .nothingChanged ? nil : error.description
    }
  }

  /// Edits the level or the saved levels, and says what has changed, or why nothing has.
  private mutating func edit(_ edit: Workshop.Edit) {
    do throws(Refusal) { try bench.perform(edit) } catch {
      return announce([error.description])
    }
    let teller = WorkshopTeller(bench)
    if let news = teller.news(of: edit) { return announce([news]) }
    let verb: String? =
      switch edit {
      case .undo: "Undone"
      case .redo: "Redone"
      case .takeUp: "Opened"
      default: nil
      }
    tell((verb.map { ["\($0): \(bench.draft.code)."] } ?? []) + teller.answer)
  }

  /// Finds the level that is searched for, or continues the analysis of the level on the bench.
  private mutating func find(_ wanted: Workshop.Wanted?) {
    switch wanted {
    case .family(let family, let grade):
      do throws(Refusal) {
        let reference = try bench.generate(family, grade)
        announce(["A level of \(family)" + (reference.map { ": \($0)." } ?? ".")])
        tell(WorkshopTeller(bench).about)
      } catch {
        announce([error.description])
      }
    case .reference(let reference):
      do throws(GenerationError) {
        guard let level = try reference.level(isPatient: true) else { return }
        edit(.paste(level.code))
      } catch {
        announce([error.told(of: reference.family)])
      }
    case nil:
      bench.lookLonger()
      tell(WorkshopTeller(bench).answer)
    }
  }

  /// Plays the level as practice.
  private mutating func tryLevel() {
    let draft = bench.draft
    // A level without a hearing distance of its own follows the player's settings.
    let rules =
      draft.rules.hearingDistance > 0
      ? draft.rules : draft.rules.hearing(within: settings.rules.hearingDistance)
    start(
      Attempt(NamedLevel(draft.level, name: draft.name ?? draft.code), rules: rules, at: .trial),
      counts: false)
  }

  /// Asks the front end to write the saved levels to a file.
  mutating func want(file name: String) {
    guard !bench.kept.isEmpty else { return tell([Refusal.noneKept.description]) }
    wantedFile = WantedFile(
      name: name, text: bench.list.text, contents: counted(bench.kept.count, "level"))
  }

  /// The panel of the workshop.
  var workshopPanel: Panel {
    let (level, teller) = (bench.draft.level, WorkshopTeller(bench))
    var signs: [Square: RoomView.Cell.Sign] = [:]
    for square in bench.survey.lostSquares ?? [] { signs[square] = .lost }
    for square in bench.solutionPath { signs[square] = .way }
    signs[bench.cursor] = .cursor
    var panel = Panel("Workshop · " + teller.heading)
    panel.lines = [bench.draft.title] + teller.rules
    panel.rooms = [
      Panel.Picture(
        name: "", room: RoomView(picture: level, signs: signs), spoken: level.spoken,
        cursor: bench.cursor)
    ]
    panel.notes = teller.answer
    return panel
  }
}
