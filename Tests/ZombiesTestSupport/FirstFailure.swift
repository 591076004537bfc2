/// The complaint about the first failing case, or nil if all pass. This allows one `#expect` for
/// thousands of cases.
public func firstFailure<Cases: Sequence>(
  of cases: Cases, _ complaint: (Cases.Element) throws -> String?
) rethrows -> String? {
  for element in cases {
    if let failure = try complaint(element) { return failure }
  }
  return nil
}
