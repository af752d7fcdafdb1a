internal import DigitalNegatives
internal import ProfileExchange

/// A reader of still cameras' raw files. It is a protocol so that only `StillRaws` links the libraries that it needs.
package protocol StillReader: Sendable {
  /// Opens a still.
  func source(of still: SourceFile) throws(FrameSourceError) -> any FrameSource

  /// Opens a DNG that this module's own reader does not support, or in which it finds no levels.
  ///
  /// - Returns: `nil` where this reader does not know the file either.
  func source(ofNegative negative: SourceFile) throws(FrameSourceError) -> (any FrameSource)?
}

extension SourceKind {
  /// The kind of a file that describes its own contents, as text; `nil` for samples alone.
  package var selfDescribed: String? {
    switch self {
    case .negative: "a DNG"
    case .still(let name): "a still (\(name))"
    case .samples: nil
    }
  }
}

extension SourceFile {
  /// Opens the file as a source. This is the only place where a kind of file gets its reader.
  ///
  /// - Parameters:
  ///   - kind: The kind of the file.
  ///   - stills: The reader of stills.
  ///   - layout: A function that returns the layout of samples, called where the file does not state it.
  package func source(
    _ kind: SourceKind, stills: some StillReader, layout: () throws -> FrameLayout
  ) throws -> any FrameSource {
    switch kind {
    case .negative: try negative(stills)
    case .still: try stills.source(of: self)
    case .samples: RawFileSource(self, layout: try layout())
    }
  }

  /// Opens a DNG with this module's own reader, or with that of stills where the own one does not support it or finds
  /// no levels.
  ///
  /// A tag with a wrong value is the file's fault, which the other reader would only pass over.
  private func negative(_ stills: some StillReader) throws(FrameSourceError) -> any FrameSource {
    let fault: FrameSourceError
    do throws(FrameSourceError) {
      let own = try NegativeSource(self)
      guard own.negative.colors.levels == nil else { return own }
      // An error of the still reader does not matter for a file that the own reader has read.
      return (try? stills.source(of: self)) ?? own
    } catch { fault = error }
    switch fault.fault {
    case .tags(.unsupportedTag(DNGTag.compression.name, let value, _)): return try compressed(stills, value)
    // LibRaw does not refuse these files. It numbers the planes by CFAPlaneColor and keeps the letters RGB, so that
    // red would be read as blue. It ignores DNGBackwardVersion.
    case .tags(.unsupportedTag(DNGTag.cfaPlaneColor.name, _, _)),
      .tags(.unsupportedTag(DNGTag.dngBackwardVersion.name, _, _)):
      throw fault
    case .tags(.unsupportedTag): break
    default: throw fault
    }
    // For a file that no reader knows, the own reader's error is the better one.
    guard let other = try stills.source(ofNegative: self) else { throw fault }
    return other
  }

  /// Opens a DNG with compressed samples. The reader of stills knows most compressions, so its error is the better one.
  private func compressed(
    _ stills: some StillReader, _ compression: String
  ) throws(FrameSourceError) -> any FrameSource {
    do throws(FrameSourceError) { return try stills.source(of: self) } catch {
      guard case .contents(let words) = error.fault else { throw error }
      throw FrameSourceError(name, .contents("\(words); its compression is \(compression)"))
    }
  }
}
