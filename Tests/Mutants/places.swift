// Lists the places of Swift files where Tests/Mutants/run can change one thing, with the toolchain's own parser:
//
//     places FILE...    a line of JSON for each place
//
// A place has the file, the kind of change, a range of bytes, the range's text with both forms (SWITCH stands for the
// question whether the change is active), and the changed text alone, for people.

import SwiftOperators
import SwiftParser
import SwiftSyntax

#if canImport(Musl)
  import Musl
#else
  import Glibc
#endif

let opposites = [
  "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "&&": "||", "||": "&&",
]

final class Finder: SyntaxVisitor {
  let file: String

  init(_ file: String) {
    self.file = file
    super.init(viewMode: .sourceAccurate)
  }

  func add(_ kind: String, _ node: some SyntaxProtocol, _ changed: String, form: String? = nil) {
    let old = node.trimmedDescription
    let line = [
      "file": file, "kind": kind, "changed": changed,
      "form": form ?? "(SWITCH ? (\(changed)) : (\(old)))",
      "begin": String(node.positionAfterSkippingLeadingTrivia.utf8Offset),
      "end": String(node.endPositionBeforeTrailingTrivia.utf8Offset),
    ]
    print(
      "{"
        + line.sorted { $0.key < $1.key }.map { "\(quoted($0)): \(quoted($1))" }.joined(
          separator: ", ") + "}")
  }

  func quoted(_ text: String) -> String {
    "\""
      + text.unicodeScalars.map { one in
        switch one {
        case "\"": "\\\""
        case "\\": "\\\\"
        case "\n": "\\n"
        default: String(one)
        }
      }.joined() + "\""
  }

  override func visit(_ node: InfixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
    let sign = node.operator.trimmedDescription
    guard let other = opposites[sign] else { return .visitChildren }
    let changed =
      "\(node.leftOperand.trimmedDescription) \(other) \(node.rightOperand.trimmedDescription)"
    add(["&&", "||"].contains(sign) ? "condition" : "comparison", node, changed)
    return .visitChildren
  }

  override func visit(_ node: IntegerLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    if let value = Int(node.literal.text.filter { $0 != "_" }) {
      add("constant", node, String(value + 1))
      if value > 0 { add("constant", node, String(value - 1)) }
    }
    return .skipChildren
  }

  override func visit(_ node: BooleanLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    add("constant", node, node.literal.text == "true" ? "false" : "true")
    return .skipChildren
  }

  override func visit(_ node: ConditionElementSyntax) -> SyntaxVisitorContinueKind {
    if case .expression(let condition) = node.condition, !isComparison(condition) {
      add("condition", condition, "!(\(condition.trimmedDescription))")
    }
    return .visitChildren
  }

  override func visit(_ node: TernaryExprSyntax) -> SyntaxVisitorContinueKind {
    if !isComparison(node.condition) {
      add("condition", node.condition, "!(\(node.condition.trimmedDescription))")
    }
    return .visitChildren
  }

  override func visit(_ node: WhereClauseSyntax) -> SyntaxVisitorContinueKind {
    if !isComparison(node.condition) {
      add("condition", node.condition, "!(\(node.condition.trimmedDescription))")
    }
    return .visitChildren
  }

  /// Such conditions change as comparisons.
  func isComparison(_ condition: ExprSyntax) -> Bool {
    condition.as(InfixOperatorExprSyntax.self).map {
      opposites[$0.operator.trimmedDescription] != nil
    } ?? false
  }

  override func visit(_ node: CodeBlockItemSyntax) -> SyntaxVisitorContinueKind {
    let statement: Syntax
    switch node.item {
    case .expr(let one): statement = Syntax(one)
    case .stmt(let one): statement = Syntax(one)
    default: return .visitChildren
    }
    // A `break` that is a whole case of a switch only says that there is nothing to do.
    let isCase = node.parent?.parent?.is(SwitchCaseSyntax.self) == true
    var isRemovable =
      statement.is(ContinueStmtSyntax.self) || statement.is(BreakStmtSyntax.self) && !isCase
    if let infix = statement.as(InfixOperatorExprSyntax.self) {
      isRemovable =
        infix.operator.is(AssignmentExprSyntax.self)
        || infix.operator.trimmedDescription.hasSuffix("=")
    }
    // A body that consists of one expression has it as its value.
    if let items = node.parent?.as(CodeBlockItemListSyntax.self), items.count > 1 {
      let call = statement.as(TryExprSyntax.self)?.expression ?? statement.as(ExprSyntax.self)
      isRemovable =
        isRemovable || call?.as(FunctionCallExprSyntax.self).map { !isUnseen($0) } == true
    }
    if isRemovable {
      add("removal", statement, "", form: "if !SWITCH { \(statement.trimmedDescription) }")
    }
    return .visitChildren
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if isUnseen(node) { return .skipChildren }
    // The order of these arguments does not matter.
    let isSymmetric = ["min", "max"].contains(node.calledExpression.trimmedDescription)
    let arguments = isSymmetric ? [] : Array(node.arguments)
    for (first, second) in zip(arguments, arguments.dropFirst()) {
      let (one, other) = (first.expression, second.expression)
      guard one.trimmedDescription != other.trimmedDescription, isAlike(one, other) else {
        continue
      }
      let text = Array(node.trimmedDescription.utf8)
      let base = node.positionAfterSkippingLeadingTrivia.utf8Offset
      func bytes(_ node: ExprSyntax) -> Range<Int> {
        node.positionAfterSkippingLeadingTrivia.utf8Offset - base..<node
          .endPositionBeforeTrailingTrivia.utf8Offset - base
      }
      let (a, b) = (bytes(one), bytes(other))
      let changed =
        text[..<a.lowerBound] + text[b] + text[a.upperBound..<b.lowerBound] + text[a]
        + text[b.upperBound...]
      add("exchange", node, String(decoding: changed, as: UTF8.self))
    }
    return .visitChildren
  }

  /// Calls that a release build leaves out, or that change only the speed.
  func isUnseen(_ call: FunctionCallExprSyntax) -> Bool {
    let name = call.calledExpression.trimmedDescription
    return ["assert", "precondition"].contains(name)
      || ["reserveCapacity", "deallocate", "deinitialize"].contains(where: name.hasSuffix)
  }

  /// Whether two arguments may have one type: names or numbers. The compiler refuses the others.
  func isAlike(_ one: ExprSyntax, _ other: ExprSyntax) -> Bool {
    func isPlain(_ one: ExprSyntax) -> Bool {
      one.is(DeclReferenceExprSyntax.self) || one.is(MemberAccessExprSyntax.self)
        || one.is(IntegerLiteralExprSyntax.self) || one.is(InfixOperatorExprSyntax.self)
    }
    return isPlain(one) && isPlain(other)
  }

  // Nothing of these is part of what runs.
  override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: EnumCaseElementSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}

for path in CommandLine.arguments.dropFirst() {
  guard let file = fopen(path, "rb") else {
    perror(path)
    exit(1)
  }
  var bytes: [UInt8] = []
  while case let byte = getc(file), byte >= 0 { bytes.append(UInt8(byte)) }
  fclose(file)
  let tree = Parser.parse(source: String(decoding: bytes, as: UTF8.self))
  let folded = OperatorTable.standardOperators.foldAll(tree) { _ in }
  Finder(path).walk(folded)
}
