import ZombiesCore
import ZombiesPlatform
import ZombiesSimulator

/// The terminal and its environment: messages, width, environment variables and time.
package enum Terminal {
  /// Writes a message to stderr. A failure is ignored, because there is nowhere else to report it.
  package static func say(_ text: String) {
    let bytes = Array(text.utf8)
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes { systemWrite(2, $0.baseAddress, $0.count) }
      // Same: no write is of no byte.
      if count > 0 {
        written += count
      } else if errno != EINTR {
        return
      }
    }
  }

  /// The value of an environment variable.
  package static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// The seconds since a fixed point in time.
  package static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  /// The allowed numbers of threads.
  package static let threads = 1...1024

  /// The number of processors that the program may use, limited to the range of ``threads``.
  package static var cores: Int { min(usableCoreCount, threads.upperBound) }

  /// The columns of the terminal of a descriptor; nil if it is not a terminal.
  ///
  /// `COLUMNS` takes precedence over the terminal, because the user may have set it on purpose.
  package static func columns(of descriptor: Int32) -> Int? {
    guard isatty(descriptor) == 1 else { return nil }
    if let columns = environment("COLUMNS").flatMap(decimal), columns > 0 {
      return Int(clamping: columns)
    }
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Opens descriptors 0 to 2 if the caller has closed them, so that no other file gets their numbers.
  /// Reading from them or writing to them still fails.
  package static func reserveStandardDescriptors() {
    for descriptor in Int32(0)...2 where fcntl(descriptor, F_GETFD) < 0 {
      let opened = systemOpen(FilePath("/dev/null"), descriptor == 0 ? O_WRONLY : O_RDONLY)
      if opened >= 0, opened != descriptor {
        dup2(opened, descriptor)
        close(opened)
      }
    }
  }
}

/// When to colour pictures (`--color`).
package enum ColorChoice: String, CaseIterable {
  case auto, always, never

  /// Whether to colour an output. `NO_COLOR` takes precedence over `CLICOLOR_FORCE`, and both take
  /// precedence over the kind of output.
  package func isOn(for output: OutputFile) -> Bool {
    switch self {
    case .always: return true
    case .never: return false
    case .auto:
      if Terminal.environment("NO_COLOR").map({ !$0.isEmpty }) ?? false { return false }
      if let force = Terminal.environment("CLICOLOR_FORCE"), !force.isEmpty, force != "0" {
        return true
      }
      return output.isTerminal && Terminal.environment("TERM") != "dumb"
    }
  }
}

/// Colours the symbols of pictures in letters.
package struct Palette {
  package let isOn: Bool

  package init(isOn: Bool) { self.isOn = isOn }

  /// A symbol in the colour of its thing, or in that of arrows if there is no thing.
  package func paint(_ symbol: String, _ thing: Thing?) -> String {
    guard isOn else { return symbol }
    return "\u{1B}[\(thing.map(Self.code) ?? "36")m\(symbol)\u{1B}[0m"
  }

  /// The parameters of the control sequence that colours a thing.
  package static func code(of thing: Thing) -> String {
    switch thing {
    case .signpost: "1;32"
    case .start: "1;36"
    case .zombie: "1;31"
    case .block: "33"
    case .flashlight: "1;33"
    }
  }

  /// A picture in letters, with each thing in its colour.
  package func paint(_ picture: String) -> String {
    guard isOn else { return picture }
    return picture.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.hasPrefix(";")
        ? String(line)
        : line.map { character in
          let thing = character.asciiValue.flatMap(Thing.init(letter:))
          return thing.map { paint(String(character), $0) } ?? String(character)
        }.joined()
    }.joined(separator: "\n")
  }
}
