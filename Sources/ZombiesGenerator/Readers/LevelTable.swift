import ZombiesCore
import ZombiesText

/// The columns of a CSV with a column of levels (RFC 4180; <doc:/ZombiesCore/TextForms>, "Files").
struct LevelTable {
  /// The name of the column with the levels.
  private static let name = "level"

  /// What a column has.
  private enum Column {
    case level, name, reference
    /// The value of a variant of the rules; and its default, as bytes.
    case rule(Rules.Variant, [UInt8])
    case other

    var isNeeded: Bool { if case .other = self { false } else { true } }
  }

  private let columns: [Column]

  /// What is read of a row.
  struct Row {
    /// The lines of the level's cell.
    var level: [PictureLine] = []
    /// The level's name; nil if it has none.
    var name: String?
    /// The cell of the reference; nil without one.
    var reference: Substring?
    /// The rules; nil if no column says them, or if they are the default ones.
    var rules: NamedRules?
  }

  /// Reads a header; nil if the line is not a header.
  ///
  /// - Throws: ``LevelError`` if a header has no column of levels, or more than one, or no commas.
  init?(header: PictureLine) throws(LevelError) {
    if header.content.utf8.prefix(4).map({ $0 | 0x20 }).elementsEqual("sep=".utf8) {
      throw header.error("a line for spreadsheets; remove it, because the header must come first")
    }
    for (separator, name) in [(UInt8(ascii: ";"), "semicolons"), (0x09, "tabs")] {
      // The beginning is enough, and a long line would take memory.
      let cells = header.content.utf8.prefix(1000).split(separator: separator).map { cell in
        cell.filter { $0 != 0x20 && $0 != UInt8(ascii: "\"") }
      }
      // What is no name may be a code or a reference, and 'level' its comment.
      if cells.count > 1, cells[0].allSatisfy(Self.isOfNames),
        cells[0].contains(where: Self.isSmallLetter),
        cells.contains(where: { $0.elementsEqual(Self.name.utf8) })
      {
        throw header.error("the columns are separated by \(name), expected commas")
      }
    }
    var (cursor, names) = (CSVCursor(header), [Substring]())
    do throws(LevelError) {
      repeat {
        names.append(try cursor.cell { () throws(LevelError) in nil }?.text ?? "")
      } while try cursor.skipComma()
    } catch {
      return nil
    }
    let count = names.count { $0 == Self.name }
    if count == 0 {
      guard names.count > 1, names.allSatisfy({ $0.utf8.allSatisfy(Self.isOfNames) }),
        names.contains(where: { $0.utf8.contains(where: Self.isSmallLetter) })
      else { return nil }
      throw header.error("the CSV header has no column '\(Self.name)'")
    }
    guard count == 1 else {
      throw header.error("\(count) columns named '\(Self.name)', expected 1")
    }
    columns = names.map { name in
      switch name {
      case Self.name: return .level
      case "name": return .name
      case "reference": return .reference
      default:
        let variant = Rules.Variant.allCases.first { name == $0.name(joinedBy: "_") }
        guard let variant else { return .other }
        return .rule(variant, Array(Rules.standard.value(of: variant).utf8))
      }
    }
  }

  private static func isSmallLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) }

  private static func isOfNames(_ byte: UInt8) -> Bool {
    byte.decimalDigit != nil || isSmallLetter(byte | 0x20) || "_- ".utf8.contains(byte)
  }

  /// The row that begins on a given line.
  ///
  /// - Parameters:
  ///   - line: The first line of the row.
  ///   - next: Reads the next line, for a quoted cell that spans lines; nil at the end.
  /// - Throws: ``LevelError`` if the row and the header have different numbers of cells, or if a rule does
  ///   not have the value in its column.
  func row(
    _ line: PictureLine, next: () throws(LevelError) -> PictureLine?
  ) throws(LevelError) -> Row {
    var (cursor, row, count) = (CSVCursor(line), Row(), 0)
    var rules = Rules.standard
    repeat {
      let column = count < columns.count ? columns[count] : .other
      let found = try cursor.cell(isNeeded: column.isNeeded, next)
      count += 1
      guard let cell = found else { continue }
      switch column {
      case .level: row.level = cell.lines
      case .name:
        if let content = cell.text {
          let text = FormulaGuard.text(ofCell: content)
          if Self.isName(text) { row.name = String(text) }
        }
      case .reference: row.reference = cell.text
      case .rule(let variant, let standard):
        guard let text = cell.text, !text.utf8.elementsEqual(standard) else { break }
        guard let changed = rules.changing(variant, to: text) else {
          throw line.error(
            "expected \(variant.name(joinedBy: "_")) \(variant.values), found '\(text.prefix(40))'")
        }
        rules = changed
      case .other: break
      }
    } while try cursor.skipComma()
    guard count == columns.count else {
      throw LevelError(
        "a row of \(counted(count, "cell")), expected \(columns.count) as in the header",
        at: cursor.position)
    }
    if rules != .standard { row.rules = NamedRules(changesOf: rules) }
    return row
  }

  /// Whether a text is valid as a level's name, as in `; level: NAME`. Other texts are ignored.
  private static func isName(_ text: Substring) -> Bool {
    (1...LevelNote.longestName).contains(text.utf8.count)
      && String(text).steeringCharacter == nil
  }
}
