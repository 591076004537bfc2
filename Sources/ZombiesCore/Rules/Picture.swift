// The picture of the current round.

extension Round {
  /// The current room, with the player at P. Set `asPlayerSees` to hide what the player cannot see.
  ///
  /// A zombie that has caught the player is shown instead of the player on the square they share.
  public func picture(_ style: PictureStyle = .letters, asPlayerSees: Bool = false) -> String {
    let sight = Sight(self)
    return (0..<level.size.rows).map { row in
      (0..<level.size.columns).map { column in
        let square = Square(row: row, column: column)
        if asPlayerSees, !sight.sees(square), square != level.signpost { return style.unseen }
        return style.symbol(symbol(at: square))
      }.joined()
    }.joined(separator: "\n")
  }

  /// The thing to show on a square.
  private func symbol(at square: Square) -> Thing? {
    square == player && !zombies.contains(square) ? .start : thing(at: square)
  }
}

extension Round: CustomDebugStringConvertible {
  /// The current room, followed by the number of moves, the light and the outcome.
  public var debugDescription: String {
    "\(picture())\nmove \(moves), \(isLit ? "lit" : "dark")"
      + (outcome.map { ", \($0.name)" } ?? "") + "\n"
  }
}

extension Level: CustomDebugStringConvertible {
  /// The picture with the code below it.
  public var debugDescription: String { "\(picture())\n\(code)\n" }
}
