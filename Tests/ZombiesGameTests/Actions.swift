import ZombiesCore
import ZombiesGame

extension Action {
  /// Every action, with each kind of argument. The last one ends the game.
  static let all: [Action] =
    Direction.allCases.map { .move($0) } + [
      .dismiss, .look, .listen(nil), .listen(Square(row: 1, column: 1)), .undo, .restart, .hint,
      .showMe, .proceed, .stop, .newRound, .share, .skip, .firstSteps, .day(nil),
      .day(Day(year: 2026, month: 11, day: 22)), .day(Day(year: 2026, month: 12, day: 1)),
      .close, .previous, .next, .change(forward: true), .change(forward: false), .erase, .enter,
      .scroll(older: true), .scroll(older: false), .set(.remembers(false)), .type("up"),
      .play(NamedLevel(Campaign.standard.worlds[0].levels[0].level, name: "named")),
      .point(0), .point(1), .point(7), .choose, .back, .buy, .seat("Eve"), .add, .remove, .sitOut,
      .plays([.up, .left]), .plays([]), .edit(.redo), .edit(.keep), .edit(.remove(0)),
      .edit(.remove(9)),
      .aim(Square(row: 1, column: 1)), .aim(Square(row: 4, column: 99)), .put(.zombie), .put(nil),
      .edit(.clear), .edit(.put(.block, Square(row: 2, column: 0))), .edit(.paste("Q")),
      .edit(.resize(rows: 4, columns: 6)), .edit(.takeUp(0)), .generate(.block, .gentle),
    ] + Page.allCases.map { .open($0) } + Mode.allCases.map { .visit($0) }
    + Button.allCases.map { .button($0) } + [.leave]
}
