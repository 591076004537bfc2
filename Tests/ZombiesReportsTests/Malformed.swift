/// The first fault of SVG, or of HTML as the toolkit writes it, or nil if it is well-formed: tags
/// are closed in order, values are in quotes, only known references begin with `&`, and there is no
/// control character.
func malformed(_ text: String) -> String? {
  if let control = text.unicodeScalars.first(where: { isForbidden($0) }) {
    return "control \(control.value)"
  }
  var rest = text[...]
  var open: [Substring] = []
  while let begin = rest.firstIndex(of: "<") {
    if let wrong = wrongReference(rest[..<begin]) { return wrong }
    guard let end = rest[begin...].firstIndex(of: ">") else { return "'\(rest.suffix(40))'" }
    let tag = rest[rest.index(after: begin)..<end]
    rest = rest[rest.index(after: end)...]
    if tag == "!DOCTYPE html" { continue }
    if tag.hasPrefix("/") {
      guard open.popLast() == tag.dropFirst() else { return "<\(tag)>" }
      continue
    }
    let name = tag.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }
    guard name.first?.isLetter == true, attributesAreWhole(tag.dropFirst(name.count)) else {
      return "<\(tag)>"
    }
    if !tag.hasSuffix("/"), !["br", "meta", "link"].contains(name) { open.append(name) }
  }
  return wrongReference(rest) ?? open.first.map { "<\($0)> is not closed" }
}

private func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0x0A: false
  case 0..<0x20, 0x7F..<0xA0, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFFFE, 0xFFFF: true
  default: false
  }
}

private func wrongReference(_ text: Substring) -> String? {
  for part in text.split(separator: "&", omittingEmptySubsequences: false).dropFirst() {
    let known = ["lt;", "gt;", "amp;", "quot;", "#9;", "#10;"]
    if !known.contains(where: { part.hasPrefix($0) }) { return "&\(part.prefix(20))" }
  }
  return nil
}

/// Whether attributes are names with values in double quotes. Only HTML has names without a value.
private func attributesAreWhole(_ text: Substring) -> Bool {
  var rest = text.hasSuffix("/") ? text.dropLast() : text
  while true {
    rest = rest.drop { $0 == " " || $0 == "\n" }
    if rest.isEmpty { return true }
    let name = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "-:".contains($0)) }
    rest = rest.dropFirst(name.count)
    guard !name.isEmpty else { return false }
    guard rest.first == "=" else { continue }
    rest = rest.dropFirst()
    guard rest.first == "\"", let end = rest.dropFirst().firstIndex(of: "\"") else { return false }
    let value = rest[..<end]
    guard !value.contains("<"), wrongReference(value) == nil else { return false }
    rest = rest[rest.index(after: end)...]
    guard rest.isEmpty || rest.first == " " || rest.first == "\n" else { return false }
  }
}
