import ZombiesCore
import ZombiesGame

// A whole screen as lines: everything that a front end is given to show, but what was told, which stands above.

extension Screen {
  /// Everything on the screen.
  var shown: [String] {
    var lines = ["\(kind): \(heading)" + (title == heading ? "" : " (\(title))")]
    lines += notes.map { "note: " + $0 }
    lines.append(counters.map { $0.text }.joined(separator: "  "))
    switch content {
    case .room(let room):
      guard let box = message else {
        lines += room.shown(style)
        break
      }
      lines += ["*** \(box.headline)"] + box.reasons.map { "    " + $0 }
      lines += box.share.map { "share: " + $0 }
      if let stars = box.stars { lines.append("stars: \(stars.rawValue)") }
    case .help(let help):
      for line in help {
        switch line {
        case .heading(let text): lines.append("== " + text)
        case .text(let text), .signs(let text): lines.append(text)
        case .entry(let keys, let text): lines.append("  \(keys): \(text)")
        }
      }
    case .text(let log):
      lines += log.messages.dropLast(log.hidden).suffix(3) + ["command line: " + log.commandLine]
    case .panel(let panel): lines += panel.shown(style)
    }
    if !arrows.isEmpty { lines.append("arrows: " + arrows.map { $0.shown }.joined(separator: " ")) }
    lines.append("keys: " + controls.map { $0.shown }.joined(separator: " "))
    lines += caption.map { "caption: " + $0 }
    return lines + (status.isEmpty ? [] : ["status: " + status.joined(separator: "; ")])
  }

  /// The room with its notes and counters.
  var shownRoom: [String] {
    guard case .room(let room) = content else { return ["no room"] }
    return room.shown(style) + [counters.map { $0.text }.joined(separator: "  ")]
      + notes.map { "note: " + $0 }
  }
}

extension Screen.Control {
  /// The key and the label; a greyed control is in brackets.
  fileprivate var shown: String {
    let text = "\(keys.first?.name ?? "-") \(label)"
    return isEnabled ? "[\(text)]" : "(\(text))"
  }
}

extension RoomView {
  func shown(_ style: PictureStyle) -> [String] {
    (0..<size.rows).map { row in
      (0..<size.columns).map { column in
        let (symbol, mark) = self[Square(row: row, column: column)].symbols(style)
        return symbol + mark
      }.joined()
    }
  }
}

extension Panel {
  fileprivate func shown(_ style: PictureStyle) -> [String] {
    var lines = ["== \(title)" + (isWhiteOnBlack ? ", white on black" : "")] + self.lines
    for picture in rooms {
      lines += ["-- \(picture.name): \(picture.spoken)"] + picture.room.shown(style)
    }
    for row in rows {
      lines.append(
        "\(row.isCurrent ? ">" : " ") \(row.isEnabled ? row.text : "(\(row.text))")"
          + (row.detail.isEmpty ? "" : " | \(row.detail)")
          + (row.summary.isEmpty ? "" : " | \(row.summary)")
          + ([row.text, "\(row.text), \(row.detail)"].contains(row.spoken)
            ? "" : " | spoken: \(row.spoken)"))
      lines += row.room.map { $0.shown(style) } ?? []
    }
    return lines + (field.map { ["\($0.label): \($0.text)"] } ?? []) + notes
  }
}
