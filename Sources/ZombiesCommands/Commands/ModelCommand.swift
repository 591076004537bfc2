import ZombiesAnalysis
import ZombiesCore
import ZombiesFiles
import ZombiesGenerator
import ZombiesReports
import ZombiesSystem

extension Option {
  fileprivate static let view = word(
    "--view", "WHOSE", RoundModel.View.self, default: .player, "what the player sees",
    note: "player is what the rules say; all is the whole room; none is nothing, and the player "
      + "does not notice illegal moves")
  fileprivate static let format = format(
    ModelCommand.Format.self, default: .drn,
    note: "drn is for Storm, pomdp for the solvers of pomdp.org")
  fileprivate static let modelStates = count(
    "--max-states", 1...UInt64(1 << 29), default: UInt64(RoundModel.defaultStateLimit),
    "refuse a model with more states, or a family with more placements",
    note: "A state takes 50 to 250 bytes in rooms of up to 64 squares")
}

/// `zombies model`: the rounds of a family or of a level as an explicit model.
package enum ModelCommand {
  fileprivate enum Format: String, OutputFormat {
    case drn, pomdp, csv, jsonl
  }

  package static let command: Command = Command(
    name: "model",
    summary: "write the states of a family or a level for exact solvers",
    operands: Operands(usage: "[FAMILY | LEVEL | FILE]", first: [.level]),
    details: """
      Writes a partially observable Markov decision process: the states of all rounds, the moves,
      and what the player sees. The level is hidden. It is drawn from the placements of a family, all
      equally likely, or it is a single level: a code, a reference, or a file with one level. Moves
      have no chances. The best probability to reach the state "won" is that of the best play for a
      player who sees as much as --view says:

      \(views)

      States and observations have numbers from 0. State 0 is before the draw, 1 is won, and 2 is
      lost: caught or stuck. Every other state is the player's square, the things' squares and the
      light. Equal states are one state, and rounds have no limit on moves. In drn and csv, a state
      has the moves that are legal; in pomdp it has all four, and an illegal one changes nothing.
      \(numbers) 'zombies schema model' describes the columns of csv.

      The number of states is known before anything is written, and is shown on stderr. A model with
      more than --max-states is refused.
      """,
    options: [
      [.levels, .view, .format, .modelStates], Option.familyOptions, Option.ruleOptions,
      [.output, .manifest, .quiet],
    ],
    example: (
      "zombies model 3x3z1 --levels any --format csv | head -n 9 | cut -d, -f1,2,8-",
      """
      state,observation,move,next,outcome,level,reference
      0,0,draw,3,,S1Z/3/2P,3x3z1#0
      0,0,draw,8,,S2/1Z1/2P,3x3z1#1
      0,0,draw,9,,S2/3/Z1P,3x3z1#2
      3,3,up,2,caught,,
      3,3,left,4,,,
      4,4,up,5,,,
      4,4,left,6,,,
      4,4,right,3,,,
      """
    ),
    run: run)

  private static let views = HelpList.rows([
    ("player", "what 'optimal' wins (zombies analyze)"),
    ("all", "what 'clairvoyant' wins: the solvable levels"),
    ("none", "what the best list of moves wins, chosen before the round"),
  ])

  private static let numbers =
    "Probabilities are exact fractions in drn, and have 18 decimals in pomdp."

  private static func run(_ arguments: Arguments) throws -> ExitStatus {
    let (levels, rules) = try levels(arguments)
    let view = try arguments.choice(.view, as: RoundModel.View.self)
    let format = try arguments.choice(.format, as: Format.self)
    let stateLimit: Int = try arguments.number(.modelStates)
    let outputs = try OutputSet(arguments)
    defer { outputs.discard() }
    let output = try outputs.openMain(
      "model", schema: format.isRows ? ModelCSV.schema : nil, isJSONLines: format.isJSONLines,
      arguments)
    let model = try model(levels, rules, view, stateLimit, arguments)
    arguments.note(
      "\(ModelText.levels(of: model)): \(grouped(model.stateCount, "state")), "
        + "\(grouped(model.choiceCount, "choice")), "
        + "\(grouped(model.observationCount, "observation"))\n")
    switch format {
    case .drn: try output.write(DRNText.head(of: model))
    case .pomdp: try output.write(CassandraText.head(of: model))
    case .csv, .jsonl: try output.write(ModelCSV.schema.header)
    }
    for state in 0..<model.stateCount {
      try output.write { bytes in
        switch format {
        case .drn: DRNText.append(state, of: model, to: &bytes)
        case .pomdp: CassandraText.append(state, of: model, to: &bytes)
        case .csv, .jsonl: ModelCSV.append(state, of: model, to: &bytes)
        }
      }
    }
    try outputs.finish(Manifest(arguments, settings: settings(of: model)))
    return .done
  }

  /// The levels of the operand or of the family options, and their rules.
  private static func levels(
    _ arguments: Arguments
  ) throws(Failure) -> (RoundModel.Levels, Rules) {
    let rules = try arguments.rules()
    guard arguments.operands.count < 2 else {
      throw arguments.badUsage(
        "expected one FAMILY or LEVEL, found \(arguments.operands.count)")
    }
    let selection = try arguments.choice(.levels, as: LevelSelection.self)
    guard let operand = arguments.operands.first else {
      return (.family(try arguments.family(), selection), rules)
    }
    if let name = operand.text, let family = try? Family(name) {
      if let option = arguments.first(of: Option.familyOptions) {
        throw arguments.badUsage("\(option.name) cannot be combined with the family \(name)")
      }
      return (.family(family, selection), rules)
    }
    if let option = arguments.first(of: Option.familyOptions + [.levels]) {
      throw arguments.badUsage("\(option.name) is for families and cannot be combined with a level")
    }
    var input = try LevelInput(arguments)
    let entry = try input.onlyEntry()
    return (.level(entry.level), try arguments.rules(of: entry, else: rules))
  }

  private static func model(
    _ levels: RoundModel.Levels, _ rules: Rules, _ view: RoundModel.View, _ stateLimit: Int,
    _ arguments: Arguments
  ) throws(Failure) -> RoundModel {
    let progress = Progress(total: nil, unit: "states", isQuiet: arguments.isQuiet)
    defer { progress.finish() }
    do throws(RoundModelError) {
      return try RoundModel(levels, rules: rules, view: view, stateLimit: stateLimit) {
        progress.update(UInt64($0))
      }
    } catch {
      switch error {
      case .tooManyPlacements, .tooManyStates: throw arguments.badUsage("\(error) (--max-states)")
      case .noPlacement: throw arguments.badUsage("\(error)")
      case .noneSolvable, .gaveUp: throw .badData("\(error)")
      }
    }
  }

  private static func settings(of model: RoundModel) -> [(key: String, value: String)] {
    let levels =
      switch model.levels {
      case .family(let family, let selection):
        [("family", family.name), ("levels", selection.rawValue)]
      case .level(let level): [("level", level.code)]
      }
    return levels + [("view", model.view.rawValue), ("rules", model.rules.line)]
  }
}
