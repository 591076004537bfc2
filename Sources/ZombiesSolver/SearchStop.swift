/// The wish to stop long searches, of a program that uses the library.
///
/// A search that sees it gives up, as at a limit. Its results must not be used then.
package enum SearchStop {
  #if hasFeature(Embedded)
    /// Whether the searches of the calling thread have to stop.
    package static var isWanted: Bool { false }
  #else
    /// Tells whether the searches of the calling thread have to stop, and tells so until they have ended. Nil
    /// if they never have to. To be set before the first search.
    nonisolated(unsafe) package static var ask: (@Sendable () -> Bool)?

    /// Whether the searches of the calling thread have to stop.
    package static var isWanted: Bool { ask?() ?? false }
  #endif
}
