import ZombiesCore

@testable import ZombiesGame

/// Every action, with each kind of what it is applied to.
enum Actions {
  static let all: [Action] =
    Direction.allCases.map { .move($0) } + [
      .dismiss, .look, .undo, .restart, .hint, .showMe, .proceed, .stop, .newRound, .share, .skip,
      .close, .previous, .next, .change(forward: true), .change(forward: false), .erase, .enter,
      .scroll(older: true), .scroll(older: false), .leave, .set(.remembers(false)), .type("up"),
      .play(NamedLevel(FirstSteps.attempt(0).level, name: "named")),
    ] + Action.Page.allCases.map { .open($0) }
}
