import ZombiesAnalysis
import ZombiesPlatform
import ZombiesSystem

/// The use of a file on the command line.
package enum FileUse: Sendable {
  case input, output, checkpoint
}

/// The files that a command line names.
///
/// Every command compares them before it opens any of them. So no input is ever an output or the unfinished
/// part of an output, and no two outputs are the same file.
package struct NamedFiles {
  /// A file, and the option or argument that names it.
  private struct Named {
    /// "--output", or "argument 2".
    let label: String
    let path: FilePath

    /// "--output 'levels.txt'", or "standard output".
    var text: String { path.text == "-" ? label : "\(label) '\(path.text)'" }
  }

  /// A path that a run may write to because of an output.
  private struct Claim {
    let output: Named
    let path: FilePath
    /// The path's relation to the output, as in "is the same file as" --output 'x'.
    let role: Role
  }

  /// The relation of a path to an output.
  private enum Role: String {
    case target = "is the same file as"
    case part = "has the name of the unfinished file of"
    case note = "has the name of the file that stores the place of the checkpoint for"
  }

  private let command: String
  private var inputs: [Named] = []
  private var outputs: [Named] = []
  private var checkpoints: [Named] = []

  /// Whether the command writes to standard output because `--output` is not given.
  private let hasDefaultOutput: Bool

  /// Collects the files of a command line.
  package init(_ arguments: Arguments, of command: Command) {
    self.command = command.name
    hasDefaultOutput = arguments.takes(.output) && !arguments.has(.output)
    for (index, operand) in arguments.operands.enumerated() {
      switch command.operands.kind(at: index) {
      case .file:
        inputs.append(Named(label: "argument \(index + 1)", path: FilePath(bytes: operand.bytes)))
      case .level where operand.isStandardInput:
        inputs.append(Named(label: "standard input", path: FilePath("-")))
      case .level where LevelInput.isFile(operand):
        inputs.append(Named(label: "argument \(index + 1)", path: FilePath(bytes: operand.bytes)))
      case .level, .page, .words, .nothing: break
      }
    }
    let hasInput = arguments.takes(.input) && arguments.has(.input)
    if command.operands.readsInput, arguments.operands.isEmpty, !hasInput, isatty(0) == 0 {
      inputs.append(Named(label: "standard input", path: FilePath("-")))
    }
    for option in command.options {
      for path in Self.paths(option, arguments) { add(path, of: option) }
    }
  }

  /// The files of an option: several if an output is the pattern of their names and the names are known.
  private static func paths(_ option: Option, _ arguments: Arguments) -> [FilePath] {
    let paths = arguments.paths(option)
    guard option.name == Option.output.name, arguments.takes(.split), arguments.has(.split),
      let pattern = try? arguments.splitPattern(), let split = try? arguments.split()
    else { return paths }
    return split.parts.map { pattern.path($0.name) }
  }

  private mutating func add(_ path: FilePath, of option: Option) {
    let isStandard = option.file == .input && path.text == "-"
    let named = Named(label: isStandard ? "standard input" : option.name, path: path)
    switch option.file {
    case .input: inputs.append(named)
    // The main output comes first, wherever its option is in the help.
    case .output where option.name == Option.output.name: outputs.insert(named, at: 0)
    case .output: outputs.append(named)
    case .checkpoint: checkpoints.append(named)
    case nil: break
    }
  }

  /// All named files, and all operands, because an operand may be a file of levels.
  package static func paths(_ arguments: Arguments) -> [FilePath] {
    let files = NamedFiles(arguments, of: arguments.command)
    return (files.inputs + files.outputs + files.checkpoints).map(\.path)
      + arguments.operands.map { FilePath(bytes: $0.bytes) }
  }

  /// Checks that a main output whose name is known only now is no input and no other output.
  ///
  /// - Throws: ``Failure`` with status 64.
  func check(another output: FilePath) throws(Failure) {
    var later = self
    later.outputs.removeAll { $0.label == Option.output.name }
    later.outputs.insert(Named(label: Option.output.name, path: output), at: 0)
    let claims = try later.claims()
    for input in inputs { try later.check(input, against: claims) }
  }

  /// Checks that the files do not conflict with each other.
  ///
  /// - Throws: ``Failure`` with status 64 if they do, 66 if an input that has the path of an output does
  ///   not exist.
  package func check() throws(Failure) {
    try checkStandardOutput()
    for checkpoint in checkpoints where !checkpoint.path.isReplaced {
      if let status = fileStatus(checkpoint.path), status.st_mode & S_IFMT == S_IFDIR { continue }
      // The file is opened for reading and for writing, and opening a pipe would block forever.
      throw .badUsage(
        "\(checkpoint.label): '\(checkpoint.path.text)' is not a regular file", in: command)
    }
    let claims = try claims()
    for input in inputs { try check(input, against: claims) }
  }

  private func checkStandardOutput() throws(Failure) {
    var onStandardOutput = outputs.filter(\.path.isStandardOutput).map(\.label)
    if hasDefaultOutput { onStandardOutput.insert("--output", at: 0) }
    guard onStandardOutput.count < 2 else {
      throw .badUsage(
        "\(onStandardOutput[1]): at most one output can be standard output. "
          + "Use --output FILE for the main output.", in: command)
    }
  }

  /// All paths that outputs may be written to, each once.
  private func claims() throws(Failure) -> [[UInt8]: Claim] {
    var claims: [[UInt8]: Claim] = [:]
    for output in outputs + checkpoints where output.path.isReplaced {
      let part = (output.path.resolvingLinks() ?? output.path).appending(".part")
      let own = [
        Claim(output: output, path: output.path, role: .target),
        Claim(output: output, path: part, role: .part),
        Claim(output: output, path: CheckpointNote(of: part).path, role: .note),
      ]
      // A file and its own part are never the same file. They only seem to be while another run renames the
      // part to the file, because the next part may get the inode number of the file that was replaced.
      let others = claims
      for claim in own {
        let identity = claim.path.identity
        claims[identity] = claim
        guard let other = others[identity] else { continue }
        let (first, second) = claim.role == .target ? (claim, other) : (other, claim)
        throw .badUsage(
          "\(first.output.text) \(second.role.rawValue) \(second.output.text)", in: command)
      }
    }
    for output in outputs {
      guard let descriptor = output.path.descriptor, let status = fileStatus(descriptor),
        status.isRegular
      else { continue }
      let named = claims.values.filter { status.isSameFile(as: fileStatus($0.path)) }
        .min { $0.path.bytes.count < $1.path.bytes.count }
      if let named {
        throw .badUsage(
          "\(output.text) \(named.role.rawValue) \(named.output.text)", in: command)
      }
    }
    return claims
  }

  private func check(_ input: Named, against claims: [[UInt8]: Claim]) throws(Failure) {
    let isStandardInput = input.path.text == "-"
    let status = isStandardInput ? fileStatus(0) : fileStatus(input.path)
    let code = errno
    if !isStandardInput, let claim = claims[input.path.identity] {
      guard status != nil else { throw .system(.noInput, "cannot open '\(input.path.text)'", code) }
      throw clash(input, claim)
    }
    guard let status, status.isRegular else { return }
    if isStandardInput {
      // The name of a file that is already open is unknown.
      let claim = claims.values.filter { status.isSameFile(as: fileStatus($0.path)) }
        .min { $0.path.bytes.count < $1.path.bytes.count }
      if let claim { throw clash(input, claim) }
    }
    // An open descriptor is written to directly, and the input would grow while it is read.
    for output in outputs {
      guard let descriptor = output.path.descriptor,
        status.isSameFile(as: fileStatus(descriptor))
      else { continue }
      throw clash(input, Claim(output: output, path: output.path, role: .target))
    }
    if hasDefaultOutput, status.isSameFile(as: fileStatus(1)) {
      let output = Named(label: "standard output", path: FilePath("-"))
      throw clash(input, Claim(output: output, path: output.path, role: .target))
    }
  }

  private func clash(_ input: Named, _ claim: Claim) -> Failure {
    .badUsage(
      "\(input.text) \(claim.role.rawValue) \(claim.output.text), and an input is never overwritten",
      in: command)
  }
}
