/// The text of the error that a closure throws, or "no error".
func thrown(_ body: () throws -> Void) -> String {
  do {
    try body()
    return "no error"
  } catch { return "\(error)" }
}
