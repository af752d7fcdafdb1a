internal import DeviceProfiles
public import DigitalNegatives
internal import ProfileExchange
internal import RawFrames

/// A DNG as a source: its mosaic, levels, exposure, neutral and colours.
public struct NegativeSource: SingleFrameSource {
  /// The contents of the file.
  public let negative: DigitalNegative
  public let frameInMemory: FrameInMemory

  /// Reads a DNG.
  ///
  /// - Throws: ``FrameSourceError`` with ``FrameSourceFault/tags(_:)``, which names the tag of a feature that is not
  ///   supported, such as a compression, or one of the errors of ``SourceFile/bytes(limit:)``.
  public init(_ file: SourceFile) throws(FrameSourceError) {
    let bytes = try file.bytes()
    do throws(ExchangeError) {
      negative = try DigitalNegative(dngBytes: bytes)
      let colors = negative.colors
      let imported =
        colors.lights.isEmpty
        ? nil
        : try ImportedProfile(bytes, format: .dng, model: colors.model ?? DeviceIdentity.unknownModel)
      var facts = SourceFacts(
        levels: negative.frame.levels, blackOrigin: negative.blackOrigin, exposure: negative.exposure,
        asShotNeutral: colors.asShotNeutral(on: imported?.profile), profile: imported?.profile)
      facts.profileWarnings = imported?.warnings ?? []
      if imported == nil, let model = colors.model {
        facts.device = DeviceIdentity(manufacturer: colors.manufacturer, model: model, unit: colors.serialNumber)
      }
      facts.appliedGains = colors.appliedGains
      facts.notKept = negative.framing.notKept + negative.unusedTags.notKept
      facts.corrections = negative.unusedTags.corrections
      frameInMemory = FrameInMemory(negative.frame, name: file.name, facts: facts)
    } catch { throw FrameSourceError(file.name, .tags(error)) }
  }
}
