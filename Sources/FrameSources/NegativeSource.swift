public import DigitalNegatives
internal import ProfileExchange
internal import RawFrames

/// A DNG as a source: its mosaic, levels, exposure, neutral and colours.
public struct NegativeSource: FrameSource {
  /// Everything that the file holds.
  public let negative: DigitalNegative
  private let source: FrameInMemory

  public var name: String { source.name }
  public var layout: FrameLayout { source.layout }
  public var facts: SourceFacts { source.facts }

  /// Reads a DNG.
  ///
  /// - Throws: ``FrameSourceFault/tags(_:)`` with the tag where the file says what is not read, such as a compression.
  public init(_ file: SourceFile) throws(FrameSourceError) {
    let bytes = try file.bytes()
    do throws(ExchangeError) {
      negative = try DigitalNegative(dngBytes: bytes)
      let profile = try ImportedProfile(bytes, format: .dng, model: negative.colors.model ?? "unknown").profile
      source = FrameInMemory(
        negative.frame, name: file.name,
        facts: SourceFacts(
          levels: negative.frame.levels, blackOrigin: .file, exposure: negative.exposure,
          asShotNeutral: negative.asShotNeutral, profile: profile))
    } catch { throw FrameSourceError(file.name, .tags(error)) }
  }

  public func reader(of frames: FrameSelection) throws(FrameSourceError) -> any FrameReader {
    try source.reader(of: frames)
  }
}
