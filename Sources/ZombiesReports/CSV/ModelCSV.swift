import ZombiesAnalysis
import ZombiesCore
import ZombiesGenerator

/// A ``/ZombiesAnalysis/RoundModel`` as CSV: a row for each draw of a level, and for each move in
/// each state.
public enum ModelCSV {
  /// A class, because the closures of the columns would copy a large value for each cell.
  private final class Row: Sendable {
    let model: RoundModel
    let state, next: Int
    let move: Direction?
    let draw: RoundModel.Draw?
    let seen: RoundModel.Observation?

    init(
      _ model: RoundModel, _ state: Int, _ next: Int, _ move: Direction?, _ draw: RoundModel.Draw?
    ) {
      (self.model, self.state, self.next) = (model, state, next)
      (self.move, self.draw) = (move, draw)
      seen = model.observation(in: state)
    }

    /// The player's square; nil if it is not seen.
    var player: Square? {
      seen?.player.map { model.size.square(at: $0) }
    }
  }

  private static let table = CSVTable<Row>(
    "model", "the states of a family's or a level's rounds, and their moves (model)",
    key: ["state", "move", "next"]
  ) { columns in
    columns.integer("state", "number of the state; 0 before the level is drawn") { $0.state }
    columns.integer("observation", "number of what the player sees in the state") {
      $0.model.observationNumber(in: $0.state)
    }
    columns.integer("row", "row of the player, from 0; empty if unseen") { $0.player?.row }
    columns.integer("column", "column of the player, from 0; empty if unseen") {
      $0.player?.column
    }
    columns.boolean("lit", "whether the room is lit; empty if unseen") {
      $0.seen?.player == nil ? nil : $0.seen?.isLit
    }
    columns.integer("heard", "number of zombies heard; empty if there is nothing to hear") {
      $0.seen?.heard
    }
    columns.bytes(
      "seen", .text(pattern: "[Z#F][0-9]+:[0-9]+( [Z#F][0-9]+:[0-9]+)*"),
      "things seen: letter, row and column of each", mayBeEmpty: true
    ) { row, bytes in
      for (place, thing) in (row.seen?.things ?? []).enumerated() {
        let square = row.model.size.square(at: thing.square)
        if place > 0 { bytes.append(UInt8(ascii: " ")) }
        bytes.append(thing.thing.letter)
        bytes.append(number: square.row)
        bytes.append(UInt8(ascii: ":"))
        bytes.append(number: square.column)
      }
    }
    columns.word(
      "move", of: ["draw"] + Direction.allCases.map(\.word),
      "the move; draw: the level is drawn, each row being equally likely"
    ) { $0.move?.word ?? "draw" }
    columns.integer("next", from: 1, "number of the state after the move; 1 won, 2 lost") {
      $0.next
    }
    columns.bytes(
      "outcome", .word([Outcome.won, .caught, .stuck].map(\.name)),
      "how the round ends; empty if it goes on", mayBeEmpty: true
    ) { row, bytes in
      switch row.next {
      case RoundModel.won: bytes += Outcome.won.name.utf8
      case RoundModel.lost: bytes += (row.draw?.outcome ?? .caught).name.utf8
      default: break
      }
    }
    columns.bytes(
      "level", .text(pattern: levelPattern), "code of the level that is drawn; empty for a move",
      mayBeEmpty: true
    ) { row, bytes in
      row.draw.flatMap { row.model.level(of: $0) }?.appendCode(to: &bytes)
    }
    columns.reference { row in
      guard case .family(let family, _) = row.model.levels, let draw = row.draw else { return nil }
      return PlacementReference(family, number: draw.placement)?.description
    }
  }

  /// The columns.
  public static let schema = table.schema

  /// Appends the rows of a state as UTF-8. They must be written in the order of the states.
  public static func append(_ state: Int, of model: RoundModel, to bytes: inout [UInt8]) {
    func append(_ next: Int, _ move: Direction? = nil, draw: RoundModel.Draw? = nil) {
      table.append(Row(model, state, next, move, draw), to: &bytes)
    }
    switch state {
    case RoundModel.begin: for draw in model.draws { append(draw.state, draw: draw) }
    case RoundModel.won, RoundModel.lost: break
    default:
      for move in Direction.allCases {
        if let next = model.result(of: move, in: state) { append(next, move) }
      }
    }
  }
}
