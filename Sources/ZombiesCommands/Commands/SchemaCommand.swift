import ZombiesReports

/// `zombies schema`: what the columns of the CSV files mean.
enum SchemaCommand {
  static let command: Command = Command(
    name: "schema",
    summary: "describe the columns of the CSV files that the program writes",
    operands: Operands(usage: "[NAME ...]", others: .word(names)),
    details: """
      Prints the columns of each CSV as a Frictionless Table Schema, which other programs read: a
      JSON object of schemas by name, or with one NAME that schema alone. The names are:

      \(nameList)
      """,
    options: [[.output]],
    example: (
      "zombies schema squares | head -n 4",
      """
      {
        "$schema": "https://datapackage.org/profiles/2.0/tableschema.json",
        "title": "where players stood, and where they were caught (--squares-csv)",
        "fields": [
      """
    ),
    run: run)

  private static let names = TableSchema.all.map(\.name)

  private static let nameList = TableSchema.all.map { schema in
    "  \(schema.name)" + String(repeating: " ", count: 12 - schema.name.count) + schema.summary
  }.joined(separator: "\n")

  private static func run(_ arguments: Arguments) throws -> ExitStatus {
    var schemas: [TableSchema] = []
    for operand in arguments.operands {
      let name = operand.text ?? ""
      guard let schema = TableSchema.all.first(where: { $0.name == name }) else {
        throw arguments.badUsage(Arguments.notOne(name, of: names))
      }
      schemas.append(schema)
    }
    let json: JSON
    if schemas.count == 1 {
      json = schemas[0].json
    } else {
      json = .object(
        (schemas.isEmpty ? TableSchema.all : schemas).map { (name: $0.name, value: $0.json) })
    }
    let output = try arguments.output()
    defer { output.discard() }
    try output.write(json.text)
    try output.finish()
    return .done
  }
}
