import ZombiesTool

// Pass the arguments as bytes, because a path need not be UTF-8. The first is the program's name.
Tool.main(
  CommandLine.unsafeArgv.withMemoryRebound(
    to: UnsafeMutablePointer<CChar>?.self, capacity: Int(CommandLine.argc)
  ) { words in
    (0..<Int(CommandLine.argc)).compactMap { index in
      words[index].map { word in
        var bytes: [UInt8] = []
        var place = 0
        while word[place] != 0 {
          bytes.append(UInt8(bitPattern: word[place]))
          place += 1
        }
        return bytes
      }
    }
  })
