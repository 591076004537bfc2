import Testing

/// Any change of a text, status or file name that users see: only screens are tested elsewhere.
@Suite(.waits) struct TranscriptTests {
  @Test(arguments: Transcript.names) func transcript(name: String) throws {
    try Transcript(name: name).play()
  }
}
