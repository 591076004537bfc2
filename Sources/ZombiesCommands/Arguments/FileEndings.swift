import ZombiesCore
import ZombiesSystem

/// What is written into a file, as far as the ending of its name can say it.
package enum FileContents: String {
  case svg = "SVG"
  case html = "HTML"
  case csv = "CSV"
  case jsonLines = "JSON lines"
  case json = "JSON"
  case text = "text"
  case drn = "DRN"
  case pomdp = "POMDP"

  /// What a command writes whose option `--format` has a value.
  init(format: String) {
    switch format {
    case "csv": self = .csv
    case "jsonl": self = .jsonLines
    case "svg": self = .svg
    case "html": self = .html
    case "drn": self = .drn
    case "pomdp": self = .pomdp
    default: self = .text
    }
  }

  /// What an option writes that has no other format; nil for what another program writes.
  fileprivate init?(of option: Option) {
    switch option.name {
    case Option.playerLog.name: return nil
    case "--html": self = .html
    case "--manifest": self = .json
    case "--record": self = .csv
    case let name where name.hasSuffix("-csv"): self = .csv
    default: self = .text
    }
  }

  /// The word for what the ending of a path promises; nil for an ending that says nothing.
  static func promised(by path: FilePath) -> String? {
    let name = path.rawText.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return nil }
    let ending = name[name.index(after: dot)...].lowercased()
    switch ending {
    case "svg": return svg.rawValue
    case "html", "htm": return html.rawValue
    case "csv": return csv.rawValue
    case "jsonl", "ndjson": return jsonLines.rawValue
    case "json": return json.rawValue
    case "drn": return drn.rawValue
    case "pomdp": return pomdp.rawValue
    case "jpg", "jpeg": return "JPEG"
    case "tif", "tiff": return "TIFF"
    case "gz", "tgz", "bz2", "xz", "zst", "zip", "7z", "tar": return "an archive (.\(ending))"
    case "png", "gif", "webp", "avif", "bmp", "ico", "pdf", "eps", "tsv", "xls", "xlsx", "ods",
      "parquet", "xml", "yaml", "yml":
      return ending.uppercased()
    default: return nil
    }
  }
}

extension Arguments {
  /// The value of `--format` that the name of the main output chooses; nil if it chooses none.
  var formatOfEnding: String? {
    guard takes(.output), let path = path(.output), let promised = FileContents.promised(by: path)
    else { return nil }
    return formats.first { FileContents(format: $0).rawValue == promised }
  }

  /// The values of `--format`; none without the option.
  private var formats: [String] {
    command.options.first { $0.name == Option.tableFormat.name }?.value?.words ?? []
  }

  /// Checks that the names of the outputs do not promise other formats than those that are written.
  ///
  /// - Throws: ``Failure`` with status 64.
  package func checkEnding() throws(Failure) {
    for option in given where option.file == .output && option.name != Option.output.name {
      if let contents = FileContents(of: option) { try checkEnding(of: option, contents) }
    }
    if !takes(.output) { return }
    guard let format = formats.isEmpty ? nil : try text(.tableFormat) else {
      return try checkEnding(of: .output, command.writes)
    }
    let advice =
      formatOfEnding.map { "use --format \($0), or another name" }
      ?? "\(command.name) writes \(listed(formats, "or")) (--format)"
    try checkEnding(of: .output, FileContents(format: format), advice)
  }

  /// Checks the name of an output.
  ///
  /// - Throws: ``Failure`` with status 64.
  func checkEnding(
    of option: Option, _ contents: FileContents, _ advice: String? = nil
  ) throws(Failure) {
    guard let path = path(option), let promised = FileContents.promised(by: path),
      promised != contents.rawValue
    else { return }
    let usual = contents == .jsonLines ? "jsonl" : contents == .text ? "txt" : contents.rawValue
    throw badValue(
      option,
      "'\(path.text)' would contain \(contents.rawValue), not \(promised); "
        + (advice ?? "use a name that ends in .\(usual.lowercased())"))
  }
}
