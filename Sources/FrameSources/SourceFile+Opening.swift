internal import DigitalNegatives
internal import ProfileExchange

/// A reader of the raw files of still cameras, which links what it reads them by. `StillRaws` has one.
package protocol StillReader: Sendable {
  /// Opens a still.
  func source(of still: SourceFile) throws(FrameSourceError) -> any FrameSource

  /// Opens a DNG that our own reader does not read, or in which it finds no levels.
  ///
  /// - Returns: `nil` where this reader does not know the file either.
  func source(ofNegative negative: SourceFile) throws(FrameSourceError) -> (any FrameSource)?
}

extension SourceKind {
  /// The kind in words, for a file that says itself what it holds; `nil` for samples alone.
  package var selfDescribed: String? {
    switch self {
    case .negative: "a DNG"
    case .still(let name): "a still (\(name))"
    case .samples: nil
    }
  }
}

extension SourceFile {
  /// Opens the file as a source: the one place where a kind of file is given its reader.
  ///
  /// - Parameters:
  ///   - kind: The kind of the file.
  ///   - stills: The reader of stills.
  ///   - layout: The layout of samples. It is asked for where the file does not say itself what it holds.
  package func source(
    _ kind: SourceKind, stills: some StillReader, layout: () throws -> FrameLayout
  ) throws -> any FrameSource {
    switch kind {
    case .negative: try negative(stills)
    case .still: try stills.source(of: self)
    case .samples: RawFileSource(self, layout: try layout())
    }
  }

  /// Opens a DNG: by our own reader, and where that does not read its kind, or finds no levels, by that of stills.
  private func negative(_ stills: some StillReader) throws(FrameSourceError) -> any FrameSource {
    let fault: FrameSourceError
    do throws(FrameSourceError) {
      let own = try NegativeSource(self)
      guard own.negative.colors.levels == nil else { return own }
      // A still reader's fault does not matter for a file that our own has read.
      return (try? stills.source(of: self)) ?? own
    } catch { fault = error }
    guard case .tags(let tags) = fault.fault else { throw fault }
    if case .invalidTag(DNGTag.compression.name, let value, _) = tags { return try compressed(stills, value) }
    // Our own reader's words are better for a file that no reader knows.
    guard let other = try stills.source(ofNegative: self) else { throw fault }
    return other
  }

  /// Opens a DNG whose samples our own reader finds compressed. The reader of stills knows most compressions, so its words tell why
  /// one cannot be read.
  private func compressed(
    _ stills: some StillReader, _ compression: String
  ) throws(FrameSourceError) -> any FrameSource {
    do throws(FrameSourceError) { return try stills.source(of: self) } catch {
      guard case .contents(let words) = error.fault else { throw error }
      throw FrameSourceError(name, .contents("\(words); its compression is \(compression)"))
    }
  }
}
