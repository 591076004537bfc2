import ZombiesCore
import ZombiesGame

/// Every action, with each kind of argument.
enum Actions {
  static let all: [Action] =
    Direction.allCases.map { .move($0) } + [
      .dismiss, .look, .listen(nil), .listen(Square(row: 1, column: 1)), .undo, .restart, .hint,
      .showMe, .proceed, .stop, .newRound, .share, .skip, .firstSteps, .day(nil),
      .day(Day(year: 2026, month: 11, day: 22)), .day(Day(year: 2026, month: 12, day: 1)),
      .close, .previous, .next, .change(forward: true), .change(forward: false), .erase, .enter,
      .scroll(older: true), .scroll(older: false), .leave, .set(.remembers(false)), .type("up"),
      .play(NamedLevel(Campaign.standard.worlds[0].levels[0].level, name: "named")),
      .point(0), .point(1), .point(7), .choose, .back, .buy, .seat("Eve"), .add, .remove, .sitOut,
      .plays([.up, .left]), .plays([]), .redo, .keep, .removeKept(0), .removeKept(9),
      .aim(Square(row: 1, column: 1)), .aim(Square(row: 4, column: 99)), .put(.zombie), .put(nil),
      .edit(.clear), .edit(.put(.block, Square(row: 2, column: 0))), .edit(.paste("Q")),
      .edit(.resize(rows: 4, columns: 6)), .edit(.takeUp(0)), .generate(.block, .gentle),
    ] + Action.Page.allCases.map { .open($0) } + Mode.allCases.map { .visit($0) }
    + Action.Button.allCases.map { .button($0) }
}

extension Action {
  /// An action without its argument.
  enum Kind: String, CaseIterable, Hashable, Sendable {
    case up, down, left, right, dismiss, look, undo, restart, hint, showMe, proceed, stop, newRound
    case play, share, skip, openHelp, openSettings, openText, close, previous, next, changeForward
    case changeBack, set, type, erase, enter, scrollOlder, scrollNewer, leave
    case openMenu, visitRounds, visitWorlds, visitQuestions, visitBoard, point, choose, back, buy
    case seat, add, remove, start, end, reset, sitOut, plays
    case firstSteps, day, visitDaily
    case visitWorkshop, visitOriginal, listen, aim, put, edit, redo, generate, keep, removeKept
  }

  /// The kind of an action.
  var kind: Kind {
    switch self {
    case .move(.up): .up
    case .move(.down): .down
    case .move(.left): .left
    case .move(.right): .right
    case .dismiss: .dismiss
    case .look: .look
    case .undo: .undo
    case .restart: .restart
    case .hint: .hint
    case .showMe: .showMe
    case .proceed: .proceed
    case .stop: .stop
    case .newRound: .newRound
    case .play, .draw: .play
    case .share: .share
    case .skip: .skip
    case .firstSteps: .firstSteps
    case .day: .day
    case .visit(.daily): .visitDaily
    case .open(.help): .openHelp
    case .open(.settings): .openSettings
    case .open(.text): .openText
    case .close: .close
    case .previous: .previous
    case .next: .next
    case .change(let forward): forward ? .changeForward : .changeBack
    case .set: .set
    case .type: .type
    case .erase: .erase
    case .enter: .enter
    case .scroll(let older): older ? .scrollOlder : .scrollNewer
    case .leave: .leave
    case .open(.menu): .openMenu
    case .visit(.original): .visitOriginal
    case .visit(.rounds): .visitRounds
    case .listen: .listen
    case .visit(.worlds): .visitWorlds
    case .visit(.questions): .visitQuestions
    case .visit(.board): .visitBoard
    case .visit(.workshop): .visitWorkshop
    case .point: .point
    case .choose: .choose
    case .back: .back
    case .buy: .buy
    case .seat: .seat
    case .add: .add
    case .remove: .remove
    case .button(.start): .start
    case .button(.end): .end
    case .button(.reset): .reset
    case .sitOut: .sitOut
    case .plays: .plays
    case .aim: .aim
    case .put: .put
    case .edit: .edit
    case .redo: .redo
    case .generate: .generate
    case .keep: .keep
    case .removeKept: .removeKept
    }
  }
}
