import ZombiesReports
import ZombiesSystem

/// `zombies schema`: the meaning of the columns of the CSV files.
package enum SchemaCommand {
  package static let command: Command = Command(
    name: "schema",
    summary: "describe the columns of the CSV files",
    operands: Operands(usage: "[NAME ...]", others: .word(names)),
    details: """
      Prints a Frictionless Table Schema, a format that other programs read. With one NAME, prints the
      schema of that CSV. Otherwise, prints a JSON object of schemas by name. The names are:

      \(HelpList.schemas)
      """,
    options: [[.output]],
    writes: .json,
    example: (
      "zombies schema squares | head -n 4",
      """
      {
        "$schema": "https://datapackage.org/profiles/2.0/tableschema.json",
        "title": "visits and captures of each square (--squares-csv)",
        "fields": [
      """
    ),
    run: run)

  private static let names = TableSchema.all.map(\.name)

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
