import ZombiesCore
import ZombiesFiles
import ZombiesReports
import ZombiesSolver

/// `zombies check`: whether certificates prove what they claim.
enum CheckCommand {
  static let command = Command(
    name: "check",
    summary: "check the proofs that 'zombies solve --certificate' writes",
    operands: "FILE ...",
    operandsAreFiles: true,
    details: """
      Makes every move from every state of the certificates by the plain rules, without any
      search. Proved is all that a certificate claims: of a solvable level par, the solution
      and the number of shortest ones; of an unsolvable one that no state can be reached from
      which a move wins. FILE is - for standard input.

      A certificate tells the rules that it was made under, and proves nothing under others:
      in each line they are named where they are not the default ones. Without rule options
      certificates of any rules are checked. With one or more of them a certificate has to be
      of just these rules, those not given being the default, as --catching-distance 1 asks
      for the default rules; another one is refused as a proof that does not hold.

      Exit status 0 when every claim is proved; 1 when a proof does not hold, or is of other
      rules than those asked for; 2 when all hold, but the solver had given up on a level;
      65 when a file is damaged or no certificate. CertificateFile.swift tells the format. A
      certificate is held in memory, in up to 32 bytes a state and 12 a zombie that moves; it
      has no more states than 'zombies solve' writes.
      """,
    options: Option.rules + [.output, .quiet],
    example: (
      "zombies solve S3/1F2/3Z/P3 S#/#P --certificate - -o /dev/null | zombies check -",
      """
      standard input:1: proved: solvable, par 3, 1 shortest solution, 6 states: S3/1F2/3Z/P3
      standard input:16: proved: unsolvable, 1 state: S#/#P
      """
    ),
    run: run)

  private static func run(_ arguments: Arguments) throws -> ExitStatus {
    guard !arguments.operands.isEmpty else {
      throw arguments.badUsage(
        "no file: give certificates of 'zombies solve --certificate', - for standard input")
    }
    let rules = Option.rules.contains { arguments.has($0.name) } ? try arguments.rules() : nil
    let output = try arguments.output()
    defer { output.discard() }
    let progress = Progress(
      total: nil, unit: "states", isQuiet: arguments.isQuiet, beside: output)
    defer { progress.finish() }
    var status = ExitStatus.done
    var done: UInt64 = 0
    do {
      for operand in arguments.operands {
        let file = try InputFile(FilePath(bytes: operand.bytes))
        try check(file, rules, &status, &done, output, progress)
      }
    } catch let failure as Failure {
      progress.finish()
      // What was checked before the bad place stands.
      try? output.flush()
      throw failure
    }
    progress.finish()
    try output.finish()
    return status
  }

  /// Checks the certificates of a file.
  ///
  /// - Parameter rules: The rules that they have to be of; nil for any.
  private static func check(
    _ file: InputFile, _ rules: Rules?, _ status: inout ExitStatus, _ done: inout UInt64,
    _ output: OutputFile,
    _ progress: Progress
  ) throws {
    var reader = CertificateReader { file.read() }
    var isEmpty = true
    while let entry = try next(&reader, of: file) {
      isEmpty = false
      let begun = done
      let decision = decision(entry.certificate, rules, &status) { count in
        progress.update(begun + UInt64(count))
      }
      done += UInt64(entry.certificate.states.count)
      try progress.makeWay(for: output) {
        try output.write(
          "\(file.name):\(entry.line): \(decision): \(entry.certificate.level.code)\n")
      }
    }
    if isEmpty {
      throw Failure.badData(
        "\(file.name): no certificate in it, expected '\(CertificateFile.magic)'")
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

  /// What is found of a certificate, in a phrase.
  private static func decision(
    _ certificate: Certificate, _ rules: Rules?, _ status: inout ExitStatus,
    _ watch: (Int) -> Void
  ) -> String {
    let named = RulesText.suffix(of: certificate.rules)
    if let rules, rules != certificate.rules {
      status = .no
      return "not proved under \(RulesText.name(of: rules)): the certificate was made under "
        + RulesText.name(of: certificate.rules)
    }
    if certificate.claim == .gaveUp {
      if status == .done { status = .unknown }
      return "gave up, nothing is proved" + named
    }
    do throws(CertificateChecker.Flaw) {
      try CertificateChecker.check(certificate, watch: watch)
      return "proved: \(SolveText.verdict(certificate.solved))\(named)"
    } catch {
      status = .no
      return "not proved: \(error)\(named)"
    }
  }
}
