import ZombiesCore

/// The progress of an unfinished sweep: the rows of the finished settings and the tally of the current
/// setting.
package struct SavedSweep: Hashable, Sendable {
  /// The identity of the sweep: a hash of its settings and trials.
  package var grid: String
  /// The number of finished settings.
  package var done: UInt64
  /// The rows of the finished settings.
  package var rows: String
  /// The results so far of the next setting; nil if that setting has not begun.
  package var tally: SavedTally?

  /// Creates the progress of a sweep.
  package init(grid: String, done: UInt64, rows: String, tally: SavedTally? = nil) {
    self.grid = grid
    self.done = done
    self.rows = rows
    self.tally = tally
  }
}

/// The checkpoint of a sweep as text: `grid`, `done`, each row after `row `, then a complete tally file
/// (``TallyFile``), and the hash of all that.
package enum SweepFile {
  /// The first line of the file.
  package static let magic = "zombies-sweep 1"

  /// The text of a sweep.
  package static func text(_ saved: SavedSweep) -> String {
    var text = "\(magic)\ngrid \(saved.grid)\ndone \(saved.done)\n"
    for row in saved.rows.split(separator: "\n") { text += "row \(row)\n" }
    if let tally = saved.tally { text += TallyFile.text(tally) }
    return Seal.text(text)
  }

  /// Reads the checkpoint of a sweep.
  ///
  /// - Throws: ``TallyError`` if the file was not written by ``text(_:)``.
  package static func read(_ bytes: [UInt8]) throws(TallyError) -> SavedSweep {
    let text = String(decoding: try Seal.open(bytes, magic: magic), as: UTF8.self)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    guard lines.count >= 3, lines[1].hasPrefix("grid "), lines[2].hasPrefix("done "),
      let done = UInt64(canonicalDigits: lines[2].dropFirst(5).utf8)
    else { throw TallyError(line: 2, problem: "expected 'grid' and 'done'") }
    let rows = lines.dropFirst(3).prefix { $0.hasPrefix("row ") }
    let rest = lines[rows.endIndex...]
    var tally: SavedTally?
    if !rest.isEmpty {
      do throws(TallyError) {
        tally = try TallyFile.read(Array((rest.joined(separator: "\n") + "\n").utf8))
      } catch {
        throw TallyError(line: error.line + rows.endIndex, problem: error.problem)
      }
    }
    let saved = SavedSweep(
      grid: String(lines[1].dropFirst(5)), done: done,
      rows: rows.map { $0.dropFirst(4) + "\n" }.joined(), tally: tally)
    // The same contents in another form were written by another program.
    guard Self.text(saved).utf8.elementsEqual(bytes) else {
      throw TallyError(
        line: 2, problem: "expected lines of 'grid', 'done' and 'row' as zombies writes them")
    }
    return saved
  }
}
