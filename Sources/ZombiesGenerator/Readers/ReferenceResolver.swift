import ZombiesCore

/// Generates the levels of seed references, and reuses the tables of the last family.
struct ReferenceResolver {
  /// The caller's function that draws the levels; nil if the resolver draws them itself.
  var draw: ((SeedReference) throws(GenerationError) -> Level)?

  /// The source of the last level, and the reference of its level 0.
  private var source: (first: SeedReference, levels: LevelSource)?

  /// The beginning of the last reference that named a level, its canonical form, and the family.
  private var last: (prefix: Substring, canonical: String, family: Family)?

  /// A reference in its canonical form, if a text is one and a level is of its family; nil otherwise.
  ///
  /// The level of a seed reference is not drawn again, so it may have been changed since it was made.
  mutating func reference(_ text: Substring, of level: Level) -> String? {
    #if hasFeature(Embedded)
      // The page has no room for what it does not show.
      return nil
    #else
      guard let sign = text.utf8.lastIndex(of: UInt8(ascii: "#")) else { return nil }
      // Most references differ from the one before only in their number.
      if let last, text.utf8[...sign].elementsEqual(last.prefix.utf8),
        UInt64(canonicalDigits: text.utf8[text.utf8.index(after: sign)...]) != nil
      {
        return last.family.contains(level)
          ? last.canonical + text[text.index(after: sign)...] : nil
      }
      if let placement = try? PlacementReference(text) {
        return placement == PlacementReference(of: level) ? placement.description : nil
      }
      guard let reference = try? SeedReference(text), reference.family.contains(level) else {
        return nil
      }
      last = (text[...sign], reference.prefix, reference.family)
      return reference.description
    #endif
  }

  /// The level of a seed reference.
  mutating func level(_ text: Substring, at origin: TextPosition) throws(LevelError) -> Level {
    let reference: SeedReference
    do throws(NameError) { reference = try SeedReference(text) } catch {
      throw LevelError(error, at: origin)
    }
    do throws(GenerationError) {
      if let draw { return try draw(reference) }
      var first = reference
      first.index = 0
      if let source, source.first == first {
        return try source.levels.level(at: reference.index)
      }
      let levels = try LevelSource(
        LevelGenerator(first.family, seed: first.seed, selection: first.selection))
      source = (first, levels)
      return try levels.level(at: reference.index)
    } catch {
      throw LevelError("\(reference): \(error)", at: origin)
    }
  }
}
