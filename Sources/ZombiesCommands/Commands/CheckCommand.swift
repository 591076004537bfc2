import ZombiesCore
import ZombiesFiles
import ZombiesReports
import ZombiesSolver
import ZombiesSystem

/// `zombies check`: whether certificates prove their claims.
package enum CheckCommand {
  package static let command: Command = Command(
    name: "check",
    summary: "check the proofs that 'zombies solve --certificate' writes",
    operands: .files,
    details: """
      Makes every move from every state of a certificate by the rules alone, without a search. This
      proves the claim of the certificate. For a solvable level, the claim is par, the solution and
      the number of shortest solutions. For an unsolvable level, the claim is that no reachable
      state has a winning move. A FILE named - is standard input.

      A certificate names its rules, and proves nothing about other rules. Each line names the rules
      if they are not the default ones. Without rule options, check accepts certificates for any
      rules. With one or more of them, it accepts certificates for exactly these rules, and options
      that are not given have their defaults: --catching-distance 1 accepts the default rules only.
      A certificate for other rules counts as a proof that fails.

      The exit status is 0 if every claim is proved; 1 if a proof fails or is for other rules; 2 if
      no proof fails, but the solver gave up on a level; and 65 if a file is damaged or is not a
      certificate. With --format csv, each certificate has a row, with the reason if its claim is
      not proved. A certificate is held in memory and takes up to 32 bytes for each state and 12 for
      each moving zombie.
      """,
    options: [[.textFormat], Option.ruleOptions, [.output, .manifest, .quiet]],
    example: (
      "zombies solve SP S#/#P --certificate - -o /dev/null | zombies check -",
      """
      standard input:1: proved: solvable, par 1, 1 shortest solution, 1 state: SP
      standard input:11: proved: unsolvable, 1 state: S#/#P
      """
    ),
    run: run)

  private static func run(_ arguments: Arguments) throws -> ExitStatus {
    guard !arguments.operands.isEmpty else {
      throw arguments.badUsage(
        "no file: name certificates written by 'zombies solve --certificate', or - for standard input"
      )
    }
    let rules = arguments.first(of: Option.ruleOptions) != nil ? try arguments.rules() : nil
    let format = try arguments.choice(.textFormat, as: TextFormat.self)
    let outputs = try OutputSet(arguments)
    defer { outputs.discard() }
    let output = try outputs.openMain(
      "findings", schema: format.isRows ? CheckCSV.schema : nil, isJSONLines: format.isJSONLines,
      arguments)
    let progress = Progress(
      total: nil, unit: "states", isQuiet: arguments.isQuiet, beside: output)
    defer { progress.finish() }
    if format.isRows { try output.write(CheckCSV.header) }
    var check = Check(rules: rules, format: format, output: output, progress: progress)
    do {
      for operand in arguments.operands {
        try check.file(InputFile(FilePath(bytes: operand.bytes), for: arguments.inputs))
      }
    } catch let failure as Failure where check.count > 0 {
      progress.finish()
      // Write the findings on the certificates before the bad one.
      try? output.flush()
      throw failure
    }
    progress.finish()
    try outputs.finish(Manifest(arguments))
    return check.status
  }
}

/// The state of a check.
private struct Check {
  /// The required rules of the certificates; nil for any.
  let rules: Rules?
  let format: TextFormat
  let output: OutputFile
  let progress: Progress

  /// The exit status after the findings so far.
  private(set) var status = ExitStatus.done

  /// The number of certificates checked so far.
  private(set) var count = 0
  /// The number of their states.
  private var states: UInt64 = 0

  init(rules: Rules?, format: TextFormat, output: OutputFile, progress: Progress) {
    (self.rules, self.format, self.output, self.progress) = (rules, format, output, progress)
  }

  /// Checks the certificates of a file.
  mutating func file(_ file: InputFile) throws {
    var reader = CertificateReader { file.read() }
    let before = count
    while let entry = try Self.next(&reader, of: file) {
      let finding = finding(on: entry.certificate)
      switch finding {
      case .proved: break
      case .nothingClaimed: if status == .done { status = .unknown }
      case .flawed, .otherRules: status = .no
      }
      count += 1
      states += UInt64(entry.certificate.states.count)
      try progress.makeWay(for: output) {
        try output.write { append(entry, of: file.name, finding, to: &$0) }
      }
    }
    if count == before {
      throw Failure.badData(
        "\(file.name): no certificate found, expected '\(CertificateFile.magic)'")
    }
  }

  private static func next(
    _ reader: inout CertificateReader, of file: InputFile
  ) throws(Failure) -> CertificateReader.Entry? {
    let entry: CertificateReader.Entry?
    do throws(CertificateError) { entry = try reader.next() } catch {
      throw file.failure ?? .badData("\(file.name), \(error)")
    }
    if let failure = file.failure { throw failure }
    return entry
  }

  /// Checks a certificate.
  private func finding(on certificate: Certificate) -> CheckFinding {
    if let rules, rules.withoutHearing != certificate.rules { return .otherRules(rules) }
    if certificate.claim == .gaveUp { return .nothingClaimed }
    let (progress, begun) = (progress, states)
    do throws(Certificate.Flaw) {
      try certificate.validate { count in progress.update(begun + UInt64(count)) }
      return .proved
    } catch {
      return .flawed(error.description)
    }
  }

  /// Appends a finding as a line.
  private func append(
    _ entry: CertificateReader.Entry, of file: String, _ finding: CheckFinding,
    to bytes: inout [UInt8]
  ) {
    let source = LevelOrigin.line(entry.line, of: file)
    switch format {
    case .csv, .jsonl:
      CheckCSV.append(entry.code, entry.certificate, finding, source: source, to: &bytes)
    case .text:
      let words = Self.words(finding, on: entry.certificate)
      for part in [source.description, ": ", words, ": ", entry.code, "\n"] { bytes += part.utf8 }
    }
  }

  /// A finding in words.
  private static func words(_ finding: CheckFinding, on certificate: Certificate) -> String {
    let named = RulesText.suffix(of: certificate.rules)
    switch finding {
    case .proved: return "proved: \(SolveText.verdict(certificate.solved))\(named)"
    case .nothingClaimed: return "gave up, nothing is proved\(named)"
    case .flawed(let flaw): return "not proved: \(flaw)\(named)"
    case .otherRules(let rules):
      return "not proved under \(RulesText.name(of: rules)): the certificate was made under "
        + RulesText.name(of: certificate.rules)
    }
  }
}
