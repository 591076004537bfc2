import Foundation
import Testing
import ZombiesTestSupport

/// A small validator that checks a CSV against its Frictionless Table Schema.
struct TableValidator {
  /// A column: its name, its type and its constraints.
  struct Field {
    let name: String
    let type: String
    let constraints: [String: Any]
    let pattern: NSRegularExpression?
  }

  let fields: [Field]
  let primaryKey: [String]
  let missingValues: [String]

  init(_ schema: [String: Any]) throws {
    fields = try (try #require(schema["fields"] as? [[String: Any]])).map { field in
      let constraints = field["constraints"] as? [String: Any] ?? [:]
      return Field(
        name: try #require(field["name"] as? String), type: try #require(field["type"] as? String),
        constraints: constraints,
        pattern: try (constraints["pattern"] as? String).map {
          try NSRegularExpression(pattern: "^(?:\($0))\\z")
        })
    }
    primaryKey = schema["primaryKey"] as? [String] ?? []
    missingValues = schema["missingValues"] as? [String] ?? [""]
  }

  /// The faults of a CSV; empty if there are none.
  func problems(of csv: String) -> [String] {
    guard csv.hasSuffix("\n") else { return ["no newline at the end"] }
    let lines = csv.dropLast().split(separator: "\n", omittingEmptySubsequences: false)
    let names = fields.map(\.name)
    guard Self.cells(of: lines[0]) == names else { return ["the header is \(lines[0])"] }
    var problems: [String] = []
    var keys: Set<[String]> = []
    for (number, line) in lines.enumerated().dropFirst() {
      guard let cells = Self.cells(of: line), cells.count == fields.count, !line.contains("\r")
      else {
        problems.append("line \(number + 1) has too many cells, too few, or bad quotes: \(line)")
        continue
      }
      for (field, cell) in zip(fields, cells) {
        if let problem = problem(of: cell, field) {
          problems.append("line \(number + 1), \(field.name) '\(cell)': \(problem)")
        }
      }
      if !primaryKey.isEmpty {
        let key = primaryKey.map { name in names.firstIndex(of: name).map { cells[$0] } ?? "" }
        if !keys.insert(key).inserted { problems.append("line \(number + 1): \(key) twice") }
      }
    }
    return problems
  }

  /// The cells of a row as in RFC 4180, but in one line; nil if a quote is misplaced.
  private static func cells(of line: Substring) -> [String]? {
    var cells = [""]
    var (isQuoted, isOver) = (false, false)
    var rest = line
    while let character = rest.popFirst() {
      if isQuoted {
        if character != "\"" {
          cells[cells.count - 1].append(character)
        } else if rest.first == "\"" {
          cells[cells.count - 1].append(rest.removeFirst())
        } else {
          (isQuoted, isOver) = (false, true)
        }
      } else if character == "," {
        cells.append("")
        isOver = false
      } else if character == "\"", cells.last == "", !isOver {
        isQuoted = true
      } else if character == "\"" || isOver {
        return nil
      } else {
        cells[cells.count - 1].append(character)
      }
    }
    return isQuoted ? nil : cells
  }

  /// Whether a cell is `-?[0-9]+` or else `-?[0-9]+(\.[0-9]+)?`. A regular expression would be
  /// compiled for each cell.
  private static func isNumber(_ cell: String, isWhole: Bool) -> Bool {
    var bytes = Array(cell.utf8)
    if bytes.first == UInt8(ascii: "-") { bytes.removeFirst() }
    let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count <= (isWhole ? 1 : 2)
      && parts.allSatisfy { part in
        !part.isEmpty && part.allSatisfy { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
      }
  }

  private func problem(of cell: String, _ field: Field) -> String? {
    if missingValues.contains(cell) {
      return field.constraints["required"] as? Bool == true ? "is required" : nil
    }
    let isOfType =
      switch field.type {
      case "integer": Self.isNumber(cell, isWhole: true)
      case "number": Self.isNumber(cell, isWhole: false)
      case "boolean": ["true", "false"].contains(cell)
      case "string": true
      default: false
      }
    if !isOfType { return "is no \(field.type)" }
    if let least = field.constraints["minimum"] as? NSNumber, Double(cell)! < least.doubleValue {
      return "is below \(least)"
    }
    if let most = field.constraints["maximum"] as? NSNumber, Double(cell)! > most.doubleValue {
      return "is above \(most)"
    }
    if let words = field.constraints["enum"] as? [String], !words.contains(cell) {
      return "is none of \(words)"
    }
    let whole = NSRange(cell.startIndex..., in: cell)
    if let pattern = field.pattern, pattern.firstMatch(in: cell, range: whole)?.range != whole {
      return "does not match \(pattern.pattern)"
    }
    return nil
  }
}

/// `zombies schema`: every CSV that the program writes matches its schema.
@Suite(.waits) struct SchemaTests {
  static let names = [
    "generate", "solve", "difficulty", "levels", "verify", "check", "simulate", "sweep", "by-level",
    "rounds", "record", "squares", "compare", "analyze", "pars", "model", "census", "census-levels",
    "census-difficulty", "hardest", "probe", "worlds", "stars", "plays", "correlations",
  ]

  private static func schema(_ name: String) throws -> [String: Any] {
    try #require(try object(all.get())[name] as? [String: Any])
  }

  /// The object with all schemas, which most tests need.
  private static let all = Result { try zombies("schema") }

  private static func object(_ run: Finished) throws -> NSDictionary {
    #expect(run.ending == .exit(0) && run.errors == "", "\(run)")
    let json = try JSONSerialization.jsonObject(with: Data(run.outputBytes))
    return try #require(json as? NSDictionary)
  }

  /// Shell lines that print a CSV.
  static let files: [(schema: String, line: String)] = [
    ("generate", "zombies generate --count 9 --format csv"),
    ("generate", "zombies generate --family 6x4z1b2f1+lit --levels any --count 40 --format csv"),
    ("generate", "zombies generate --family block --catching-distance 0 --count 9 --format csv"),
    ("generate", "zombies generate --family 1x9 --first 18446744073709551615 --format csv"),
    (
      "levels",
      "zombies levels --format csv SP S#/#P SZ/1P S4/5/Z1#2/2F2/4P classic@42#7 classic#57"
    ),
    ("solve", "zombies solve --format csv SP S#/#P SZ/1P S4/5/Z1#2/2F2/4P classic@42#7"),
    ("solve", "zombies solve --format csv --max-states 3 8x8z4+any@0#0 8x8z3f1@0#1 SP"),
    (
      "solve",
      "zombies solve --format csv --chase vertical --zombie-speed 16 --catching-distance 0 "
        + "S4/5/2Z2/5/4P+lit 1024x1024z9@0#0"
    ),
    ("solve", "zombies solve --format csv S4/5/Z1#2/2F2/4P SZ/1P --zombie-speed 1..16:5,2"),
    ("difficulty", "zombies solve --format csv --difficulty S4/5/Z1#2/2F2/4P SP S#/#P SZ/1P"),
    (
      "difficulty",
      "zombies solve --format csv --difficulty --max-states 3 8x8z4+any@0#0 9x9z2b9f1@0#1 S#P"
    ),
    ("solve", "echo SP > 'a, \"b\".txt'; zombies solve --format csv --input 'a, \"b\".txt' SP"),
    ("verify", "zombies verify --format csv SP S#/#P classic@42#7"),
    (
      "verify",
      "zombies verify --format csv --max-states 1 --chase vertical --zombie-speed 16 "
        + "--catching-distance 0 S4/5/2Z2/5/4P+lit SP S#/#P"
    ),
    (
      "check",
      "zombies solve classic@42#7 S#/#P --certificate - -o t | zombies check --format csv -"
    ),
    (
      "check",
      "zombies solve --max-states 1 --zombie-speed 2 S4/5/2Z2/5/4P+lit SP --certificate c -o t; "
        + "zombies check --format csv c --chase vertical; zombies check --format csv c | tail -n 2"
    ),
    ("simulate", "zombies simulate --rounds 40 --format csv"),
    ("simulate", "zombies simulate --games 40 --family flashlight --format csv"),
    ("simulate", "zombies simulate --rounds 1 --format csv SP"),
    ("simulate", "zombies simulate --rounds 40 --format csv SP S4/5/2Z2/5/4P S#/#P SZ/1P"),
    ("simulate", "zombies simulate --games 3 --shard 1/9 --format csv --seed 18446744073709551615"),
    ("simulate", "zombies simulate --rounds 3 --shard 9/9 --format csv --first 1e19"),
    (
      "simulate",
      "zombies simulate --family 5x6z1b2f1+lit --levels any --rounds 20 --format csv --chase "
        + "vertical --zombie-speed 3 --catching-distance 0 --max-moves 5"
    ),
    ("simulate", "zombies simulate --until-width 0.3 --policy edge --format csv"),
    ("simulate", "zombies sweep --size 3..4 --zombies 0,1 --lit --rounds 9"),
    ("simulate", "zombies sweep --family 1x2z1,classic --chase longest,vertical --games 9"),
    ("simulate", "zombies simulate --rounds 9 --tally - -o t | zombies merge - --format csv"),
    (
      "simulate",
      "zombies simulate --games 9 --shard 2/4 SP S4/5/2Z2/5/4P --tally - -o t "
        + "| zombies merge --partial - --format csv"
    ),
    ("simulate", "zombies sweep SP S4/5/2Z2/5/4P S#/#P --chase longest,vertical --rounds 9"),
    ("sweep", "zombies sweep --exact --family 1x2z1,classic,9x9z9 --policy edge --games 9"),
    ("sweep", "zombies sweep --exact --hearing-distance 0..2 --rounds 9"),
    (
      "by-level",
      "zombies simulate --by-level SP S4/5/2Z2/5/4P+lit classic@42#7 S#/#P --rounds 40 --format csv"
    ),
    ("by-level", "zombies simulate --by-level SP SZ/1P --rounds 1 --max-moves 3 --format csv"),
    ("rounds", "zombies simulate --rounds 40 --rounds-csv - -o t"),
    ("rounds", "zombies simulate --games 40 --family flashlight --rounds-csv - -o t"),
    ("rounds", "zombies simulate --games 40 SP S#/#P SZ/1P S4/5/2Z2/5/4P+lit --rounds-csv - -o t"),
    ("rounds", "zombies simulate --rounds 2 --shard 1/3 --rounds-csv - -o t"),
    (
      "rounds",
      "zombies simulate --rounds 9 --shard 1/2 --rounds-csv 1 -o t; "
        + "zombies simulate --rounds 9 --shard 2/2 --rounds-csv 2 -o t; zombies merge 2 1"
    ),
    (
      "record",
      "printf 'left\\nnext\\nleft\\n' | zombies play --text SP SZ/1P --record - -o t"
    ),
    (
      "record",
      "printf 'board\\nstart\\nnext\\nleft\\nnext\\nnext\\nleft\\nquit\\n' "
        + "| zombies play --text SP --players Ann,x.y-z_2 --record - -o t"
    ),
    ("squares", "zombies simulate --rounds 40 --squares-csv - -o t"),
    ("squares", "zombies simulate --games 40 --family 1x7 --squares-csv - -o t"),
    ("squares", "zombies simulate --rounds 2 --shard 1/3 --squares-csv - -o t"),
    (
      "squares",
      "zombies simulate --rounds 9 --tally 1 --squares-csv s -o t; zombies merge 1 "
        + "--squares-csv - -o t"
    ),
    ("compare", "zombies compare edge random --family block --format csv"),
    ("compare", "zombies compare beeline edge --rounds 250 --format csv"),
    ("compare", "zombies compare random clairvoyant --games 9 --format csv SP S4/5/2Z2/5/4P"),
    (
      "compare",
      "zombies compare random edge --first 1e18 --levels any --lit --zombie-speed 2 --format csv"
    ),
    ("analyze", "zombies analyze --family 3x4z1b1 --format csv"),
    ("analyze", "zombies analyze --family 5x4z1b1+lit --max-moves unlimited --format csv"),
    ("analyze", "zombies analyze --family 3x3z3 --check 3 --chase vertical --format csv"),
    ("analyze", "zombies analyze --family 4x5z1f1 --check 20 --catching-distance 0 --format csv"),
    ("pars", "zombies analyze --family 3x4z1b1 --pars-csv - -o t"),
    ("pars", "zombies analyze --family 4x4z1b2+lit --zombie-speed 2 --pars-csv - -o t"),
    ("model", "zombies model 4x4z1f1 --hearing-distance 2 --format csv"),
    ("model", "zombies model 3x4z1b1+lit --levels any --view all --format csv"),
    ("model", "zombies model S2/1Z1/2P --view none --format csv"),
    ("census", "zombies census --format csv"),
    ("census", "zombies census --family 4x4z2 --lit --max-states 9 --format csv"),
    ("census", "zombies census --family 4x4z1f1 --tally - -o t | zombies merge - --format csv"),
    ("census-levels", "zombies census --family 4x4z2 --lit --max-states 9 --levels-csv - -o t"),
    (
      "census-levels",
      "for i in 1 2; do zombies census --shard $i/2 --levels-csv $i -o t; done; zombies merge 2 1"
    ),
    ("census-difficulty", "zombies census --family 3x4z1b1f1 --difficulty --levels-csv - -o t"),
    ("census-difficulty", "zombies census --hearing-distance 2 --difficulty --levels-csv - -o t"),
    ("probe", "zombies probe 3x4z1b1#3 --hearing-distance 2 --format csv"),
    ("probe", "zombies probe S1P S4/5/Z1#2/2F2/4P --zombie-speed 2 --format csv"),
    ("hardest", "zombies census --family 4x3z1b1 --lit --chase vertical --top-csv - -o t"),
    ("hardest", "zombies hardest --family 1x9 --format csv"),
    ("worlds", "zombies worlds --format csv"),
    (
      "worlds",
      "zombies worlds --chase vertical --zombie-speed 3 --catching-distance 0 --format csv"
    ),
    (
      "worlds",
      "printf '; world: A\\nSP\\nS2/2Z/2P\\n; world: B\\n; unlock: coins 2\\n8x8z3f1@0#1\\n' "
        + "| zombies worlds - --max-states 9 --format csv"
    ),
    (
      "stars",
      "printf '; world: A\\nSP\\n; level: b\\nS2/2Z/2P\\n; world: B\\n; unlock: stars 2\\n"
        + "S4/5/3Z1/1#3/4P\\n\(isLong ? "8x8z4@0#0\\n" : "")S4/5/Z1#2/5/4P+lit\\n' "
        + "| zombies worlds - --stars --format csv"
    ),
    ("plays", played + "--format csv"), ("correlations", played + "--correlations-csv - -o t"),
  ]

  private static let played =
    "printf '; world: A\nSP\nS4/5/5/2Z2/4P\nS4/5/Z1#2/5/4P+lit\n' > c; "
    + "zombies simulate SP S4/5/5/2Z2/4P -n 9 -q --rounds-csv r -o t; zombies worlds c --plays r "

  /// The first file of each schema and every twelfth of all; all files in the long form.
  private static let someFiles = files.enumerated().filter { place, file in
    isLong || place % 12 == 0 || files.firstIndex { $0.schema == file.schema } == place
  }.map(\.element)

  @Test(arguments: someFiles)
  func filesAreAsTheirSchemaSays(schema: String, line: String) throws {
    let run = try shell(line, in: try TemporaryFolder())
    let problems = try TableValidator(try Self.schema(schema)).problems(of: run.output)
    #expect(problems.isEmpty, "\(problems.prefix(5).joined(separator: "\n"))\n\(run)")
    let isEmptyShard = line.contains("--shard 1/3") && schema == "rounds"
    #expect((run.lines.count > 1) != isEmptyShard, "\(run)")
  }

  /// The validator finds a fault in any cell, in the header or in the rows. Every fourth schema is
  /// tried; all in the long form.
  @Test(arguments: sampled(names, every: 4))
  func wrongFilesAreNot(name: String) throws {
    let validator = try TableValidator(try Self.schema(name))
    let line = try #require(Self.files.first { $0.schema == name }).line
    let csv = try shell(line, in: try TemporaryFolder()).output
    // The header and a few rows; all in the long form.
    let lines = csv.split(separator: "\n").prefix(isLong ? .max : 3).map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    func text(_ lines: [[String]]) -> String {
      lines.map { $0.joined(separator: ",") + "\n" }.joined()
    }
    #expect(validator.problems(of: text(lines)).isEmpty)
    for (place, field) in validator.fields.enumerated() {
      func expectProblem(_ row: Int, _ cell: String) {
        var changed = lines
        changed[row][place] = cell
        #expect(!validator.problems(of: text(changed)).isEmpty, "\(name), \(field.name): '\(cell)'")
      }
      expectProblem(0, field.name + "s")
      // Any text can be a name.
      if field.constraints["pattern"] as? String != ".+" { expectProblem(1, "!") }
      expectProblem(1, "\n")
      if field.constraints["required"] as? Bool == true { expectProblem(1, "") }
      let wrong = [
        "integer": ["1.5", "-1", "1e3", " 1", "0x1"], "number": ["nan", "1e3", ".5", "inf"],
      ]
      for cell in wrong[field.type] ?? [] { expectProblem(1, cell) }
      if field.constraints["maximum"] != nil { expectProblem(1, "1.000000001") }
      if field.constraints["minimum"] != nil { expectProblem(1, "-0.5") }
      if field.constraints["enum"] != nil { expectProblem(1, "Random") }
      var (short, long) = (lines, lines)
      short[1].remove(at: place)
      long[1].insert("1", at: place)
      #expect(!validator.problems(of: text(short)).isEmpty)
      #expect(!validator.problems(of: text(long)).isEmpty)
    }
    if !validator.primaryKey.isEmpty {
      #expect(!validator.problems(of: text(lines + [lines[1]])).isEmpty, "a repeated row")
    }
    #expect(!validator.problems(of: String(csv.dropLast())).isEmpty)
  }

  /// The schemas use only properties of Table Schema, each for a type that has it.
  @Test(arguments: names)
  func schemasAreTableSchemas(name: String) throws {
    let schema = try Self.schema(name)
    #expect(
      Set(schema.keys).isSubset(of: ["$schema", "title", "fields", "missingValues", "primaryKey"]))
    #expect(schema["$schema"] as? String == "https://datapackage.org/profiles/2.0/tableschema.json")
    let known: [String: Set<String>] = [
      "string": ["required", "enum", "pattern"], "boolean": ["required"],
      "integer": ["required", "minimum", "maximum"], "number": ["required", "minimum", "maximum"],
    ]
    let fields = try #require(schema["fields"] as? [[String: Any]])
    let names = fields.compactMap { $0["name"] as? String }
    #expect(names.count == fields.count && Set(names).count == names.count)
    for field in fields {
      #expect(Set(field.keys) == ["name", "type", "description", "constraints"], "\(field)")
      #expect((field["description"] as? String)?.isEmpty == false, "\(field)")
      let type = try #require(field["type"] as? String)
      let constraints = try #require(field["constraints"] as? [String: Any])
      #expect(known[type].map { Set(constraints.keys).isSubset(of: $0) } == true, "\(field)")
      #expect(constraints["required"] is Bool, "\(field)")
    }
    let key = schema["primaryKey"] as? [String] ?? []
    #expect(Set(key).isSubset(of: names))
    // A key is never empty.
    for field in fields where key.contains(field["name"] as? String ?? "") {
      let constraints = field["constraints"] as? [String: Any]
      #expect(constraints?["required"] as? Bool == true, "\(field)")
    }
  }

  /// Without a name, and with several: an object with them, in order.
  @Test func allOfThem() throws {
    let object = try Self.object(Self.all.get())
    #expect(Set(object.allKeys.compactMap { $0 as? String }) == Set(Self.names))
    for name in sampled(Self.names, every: 8) {
      #expect(try object[name] as? NSDictionary == Self.object(zombies("schema", name)), "\(name)")
    }
    let pair = try Self.object(zombies("schema", "squares", "rounds"))
    #expect(Set(pair.allKeys.compactMap { $0 as? String }) == ["squares", "rounds"])
    let folder = try TemporaryFolder()
    try shellDone("zombies schema -o f rounds", in: folder)
    #expect(try folder.read("f") == zombies("schema", "rounds").output)
  }

  @Test(arguments: ["round", "table", "", "Rounds", "--format csv"])
  func badUsage(words: String) throws {
    let run = try shell("zombies schema \(words.isEmpty ? "''" : words)")
    #expect(run.ending == .exit(64) && run.output == "", "\(run)")
    #expect(run.errors.hasPrefix("Error: "), "\(run)")
  }
}
