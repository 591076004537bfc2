import ZombiesCore

/// What is written into a file, as far as the ending of its name can say it.
enum FileContents: String {
  case svg = "SVG"
  case html = "HTML"
  case csv = "CSV"
  case jsonLines = "JSON lines"
  case json = "JSON"
  case text = "text"

  /// What the files are that have an ending; nil for an ending that says nothing.
  private static func name(ofEnding ending: String) -> String? {
    switch ending {
    case "svg": svg.rawValue
    case "html", "htm": html.rawValue
    case "csv": csv.rawValue
    case "jsonl", "ndjson": jsonLines.rawValue
    case "json": json.rawValue
    case "png", "gif", "webp", "avif", "bmp", "ico", "pdf", "eps", "tsv", "xls", "xlsx":
      ending.uppercased()
    case "jpg", "jpeg": "JPEG"
    case "tif", "tiff": "TIFF"
    default: nil
    }
  }

  /// The word for what a path's ending promises, if that is not what is written.
  func contradicted(by path: FilePath) -> String? {
    let name = path.rawText.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return nil }
    let promised = Self.name(ofEnding: name[name.index(after: dot)...].lowercased())
    return promised == rawValue ? nil : promised
  }
}

extension FileContents {
  /// What a command writes whose option `--format` has a value.
  fileprivate init(format: String) {
    switch format {
    case "csv": self = .csv
    case "jsonl": self = .jsonLines
    case "svg": self = .svg
    case "html": self = .html
    default: self = .text
    }
  }
}

extension Arguments {
  /// Checks that the name of the main output does not promise another format than the one that is written.
  ///
  /// - Throws: ``Failure`` with status 64.
  func checkEnding() throws(Failure) {
    guard takes(.output), let path = path(.output) else { return }
    let formats = command.options.first { $0.name == "--format" }
    let words = formats?.value?.words ?? []
    let fitting = words.first { FileContents(format: $0).contradicted(by: path) == nil }
    var contents = command.writes
    if let formats, let word = try text(formats) {
      contents = FileContents(format: word)
    } else if let fitting {
      // Without a default, the ending chooses the format.
      contents = FileContents(format: fitting)
    }
    guard let promised = contents.contradicted(by: path) else { return }
    // A format that is named is meant, unless the ending is of one that the command never writes.
    if let formats, has(formats), fitting != nil { return }
    let advice =
      fitting.map { "use --format \($0), or another name" }
      ?? (words.isEmpty
        ? "use a name that ends in .\(contents.rawValue.lowercased())"
        : "\(command.name) writes \(listed(words, "or")) (--format)")
    throw badValue(
      .output, "'\(path.text)' would contain \(contents.rawValue), not \(promised); \(advice)")
  }
}
