internal import DigitalNegatives
public import FrameSources
internal import RawFrames

/// The raw file of a still camera as a source: its active area, levels, exposure, neutral and colours.
public struct StillSource: SingleFrameSource {
  /// The contents of the file.
  public let still: StillRaw
  public let frameInMemory: FrameInMemory

  /// Reads a still.
  ///
  /// - Throws: ``/FrameSources/FrameSourceError`` with ``/FrameSources/FrameSourceFault/contents(_:)`` where the file
  ///   is damaged, or is not a supported still, with ``/FrameSources/FrameSourceFault/frame(_:)`` where its samples are
  ///   more than a frame can have, or one of the errors of ``/FrameSources/SourceFile/bytes(limit:)``.
  public init(_ file: SourceFile) throws(FrameSourceError) {
    let bytes = try file.bytes()
    let still: StillRaw
    do throws(StillRawError) { still = try StillRaw(bytes) } catch {
      throw FrameSourceError(source: file.name, fault: error.fault)
    }
    try self.init(still, name: file.name)
  }

  /// Creates a source from a still.
  ///
  /// - Parameters:
  ///   - still: The still.
  ///   - name: The name of the source in messages.
  /// - Throws: ``/FrameSources/FrameSourceFault/frame(_:)`` where its samples are more than a frame can have.
  public init(_ still: StillRaw, name: String) throws(FrameSourceError) {
    self.still = still
    let frame: RawFrame
    do throws(RawFrameError) { frame = try still.frame() } catch {
      throw FrameSourceError(source: name, fault: .frame(error))
    }
    var facts = SourceFacts(
      levels: still.levels, blackOrigin: still.blackOrigin, exposure: still.exposure,
      asShotNeutral: still.asShotNeutral, profile: still.profile)
    (facts.appliedGains, facts.profileWarnings) = (still.appliedGains, still.profileWarnings)
    facts.device = still.identity
    (facts.notKept, facts.corrections) = (still.notKept, still.unusedTags.corrections)
    frameInMemory = FrameInMemory(frame, name: name, facts: facts)
  }
}

/// The reader of stills that uses LibRaw.
package struct StillRawReader: StillReader {
  /// Creates the reader.
  package init() {}

  package func source(of still: SourceFile) throws(FrameSourceError) -> any FrameSource { try StillSource(still) }

  package func source(ofNegative negative: SourceFile) throws(FrameSourceError) -> (any FrameSource)? {
    let bytes = try negative.bytes()
    let still: StillRaw
    do throws(StillRawError) { still = try StillRaw(bytes) } catch {
      if case .unknown = error { return nil }
      throw FrameSourceError(source: negative.name, fault: error.fault)
    }
    return try StillSource(still, name: negative.name)
  }
}

extension StillRawError {
  /// The fault of the source that the still was read from.
  fileprivate var fault: FrameSourceFault {
    if case .tags(let fault) = self { .tags(fault) } else { .contents(description) }
  }
}
