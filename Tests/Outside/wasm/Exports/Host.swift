// The interface between host and module: the host asks for memory, writes a text into it, and gets
// an answer, which is also a text. All texts are UTF-8.

/// Allocates memory for a text of the host.
@_expose(wasm, "allocate") @_cdecl("allocate")
public func allocate(_ count: Int32) -> UnsafeMutablePointer<UInt8> {
  UnsafeMutablePointer<UInt8>.allocate(capacity: max(1, Int(count)))
}

/// Frees the memory of a text or an answer.
@_expose(wasm, "release") @_cdecl("release")
public func release(_ text: UnsafeMutablePointer<UInt8>) { text.deallocate() }

/// Answers a question. The answer is four bytes with the length of its text, lowest byte first, and
/// then the text. The host frees both.
@_expose(wasm, "answer") @_cdecl("answer")
public func answer(
  _ question: UnsafePointer<UInt8>, _ count: Int32
) -> UnsafeMutablePointer<UInt8> {
  let bytes = UnsafeBufferPointer(start: question, count: Int(count))
  let answer = Array(answered(String(decoding: bytes, as: UTF8.self)).utf8)
  let text = allocate(Int32(answer.count + 4))
  for place in 0..<4 {
    text[place] = UInt8(truncatingIfNeeded: answer.count >> (8 * place))
  }
  for (place, byte) in answer.enumerated() { text[4 + place] = byte }
  return text
}
