import ZombiesPage

// Reads events, one per line, passes each to the page's session, and prints each answer as a line.
// In an event, `\n` is a line feed, and a backslash before any other character is dropped. The line
// `!new` starts a new session; the answer is an empty line.

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  @preconcurrency import Glibc
#endif

/// The lines of standard input, as bytes. (`readLine` would also remove carriage returns.)
struct Lines {
  private var bytes: [UInt8] = []
  private var place = 0
  private var searched = 0

  mutating func next() -> ArraySlice<UInt8>? {
    while true {
      if let end = bytes[searched...].firstIndex(of: 0x0A) {
        let line = bytes[place..<end]
        place = end + 1
        searched = place
        return line
      }
      bytes.removeSubrange(..<place)
      place = 0
      searched = bytes.count
      let more = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
        count = max(0, read(0, buffer.baseAddress, 1 << 16))
      }
      if more.isEmpty { return nil }
      bytes += more
    }
  }
}

/// The event in a line.
func event(_ line: ArraySlice<UInt8>) -> String {
  var bytes: [UInt8] = []
  var isEscaped = false
  for byte in line {
    if isEscaped {
      bytes.append(byte == UInt8(ascii: "n") ? 0x0A : byte)
      isEscaped = false
    } else if byte == UInt8(ascii: "\\") {
      isEscaped = true
    } else {
      bytes.append(byte)
    }
  }
  return String(decoding: bytes, as: UTF8.self)
}

var lines = Lines()
var session = PageSession()
while let line = lines.next() {
  var answer = ""
  if line.elementsEqual("!new".utf8) {
    session = PageSession()
  } else {
    answer = session.handle(event(line))
  }
  var bytes = Array(answer.utf8)
  bytes.append(0x0A)
  fwrite(bytes, 1, bytes.count, stdout)
  fflush(stdout)
}
