import ZombiesPage

// Reads events, one per line, passes each to the page's session, and prints each answer as a line.
// In an event, `\n` is a line feed, and a backslash before any other character is dropped. Other
// lines are commands:
//
//     !new          starts a new session; the answer is an empty line
//     !time         prints the nanoseconds spent on events since then
//     !QUESTION     is answered by Deciding.swift, followed by a tab and the nanoseconds it took

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

func nanoseconds(_ time: Duration) -> Int64 {
  let (seconds, attoseconds) = time.components
  return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
}

var lines = Lines()
var session = PageSession()
var spent = Duration.zero
while let line = lines.next() {
  var answer = ""
  let start = ContinuousClock.now
  if line.elementsEqual("!new".utf8) {
    (session, spent) = (PageSession(), .zero)
  } else if line.elementsEqual("!time".utf8) {
    answer = "\(nanoseconds(spent))"
  } else if line.first == UInt8(ascii: "!") {
    answer = answered(event(line.dropFirst()))
    answer += "\t\(nanoseconds(ContinuousClock.now - start))"
  } else {
    answer = session.handle(event(line))
    spent += ContinuousClock.now - start
  }
  var bytes = Array(answer.utf8)
  bytes.append(0x0A)
  fwrite(bytes, 1, bytes.count, stdout)
  fflush(stdout)
}
