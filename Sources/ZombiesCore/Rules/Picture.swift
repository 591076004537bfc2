// The picture of a round in progress.

extension Round {
  /// The room as it is now, with the player at P; on request, what the player cannot see is dark.
  ///
  /// A zombie on the player's square is drawn instead of the player once it has caught the player.
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

  /// What is drawn on a square.
  private func symbol(at square: Square) -> Thing? {
    square == player && !zombies.contains(square) ? .start : thing(at: square)
  }
}

extension Round: CustomDebugStringConvertible {
  /// The room as it is now; below it the moves made, the light, and how the round ended.
  public var debugDescription: String {
    "\(picture())\nmove \(moves), \(isLit ? "lit" : "dark")"
      + (outcome.map { ", \($0.name)" } ?? "") + "\n"
  }
}

extension Level: CustomDebugStringConvertible {
  /// The picture with the code below it.
  public var debugDescription: String { "\(picture())\n\(code)\n" }
}
