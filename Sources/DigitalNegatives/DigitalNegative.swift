public import DeviceProfiles
public import ProfileExchange
public import RawFrames
public import WhiteBalance

/// A frame as a DNG holds it: samples, levels, how its camera sees colour, its neutral and its exposure.
///
/// ``dngBytes()`` writes what raw developers open, and ``init(dngBytes:)`` reads it back. Source: Adobe, Digital Negative
/// Specification 1.7.
///
/// This product includes DNG technology under license by Adobe.
public struct DigitalNegative: Hashable, Sendable {
  /// With a Bayer pattern.
  public let frame: RawFrame
  public let colors: DNGColorTags
  public let exposure: ExposureMetadata

  /// What the camera reads of a white surface, largest channel 1; `nil` where it is not known.
  public var asShotNeutral: LinearRGB? { colors.asShotNeutral }

  /// A frame of the device that `profile` is of, with what of both a DNG does not hold.
  ///
  /// - Parameters:
  ///   - asShotNeutral: in any scale; the neutral of the light that the frame was taken under, as the samples have it.
  ///   - analogBalance: what the camera has multiplied the samples with, if it has.
  /// - Throws: ``ExchangeError/unwritable(_:_:)`` of a frame without colours, of a profile that is a look-up table, or of
  ///   numbers that no fraction holds.
  public static func made(
    of frame: RawFrame, by profile: DeviceProfile, asShotNeutral: LinearRGB? = nil,
    analogBalance: WhiteBalanceGains? = nil, exposure: ExposureMetadata = .unknown
  ) throws(ExchangeError) -> (negative: DigitalNegative, warnings: [ExchangeWarning]) {
    guard frame.format.bayerPattern != nil else {
      throw .unwritable(.dng, "format \(frame.format.fourCC) has no colours, and a DNG's matrices are for three")
    }
    var (colors, warnings) = try profile.colorTags(of: .dng)
    if let asShotNeutral {
      let largest = max(asShotNeutral.red, asShotNeutral.green, asShotNeutral.blue)
      let neutral = LinearRGB(
        red: asShotNeutral.red / largest, green: asShotNeutral.green / largest, blue: asShotNeutral.blue / largest)
      guard asShotNeutral.isPositive, DNGColorTags.holds(neutral) else {
        throw .unwritable(.dng, "the neutral is \(asShotNeutral); each channel must be above 0 and hold in a fraction")
      }
      colors.asShotNeutral = neutral
    }
    if let gains = analogBalance, gains != WhiteBalanceGains(red: 1, green: 1, blue: 1) {
      let balance = LinearRGB(red: gains.red, green: gains.green, blue: gains.blue)
      guard DNGColorTags.holds(balance) else {
        throw .unwritable(.dng, "the camera's gains are \(balance), and fractions do not hold them")
      }
      colors.analogBalance = balance
    }
    let levels: SampleLevels
    do throws(RawFrameError) {
      levels = try frame.levels.ofDNG
      let kept = try frame.replacingLevels(levels)
      colors.levels = levels
      let negative = DigitalNegative(frame: kept, colors: colors, exposure: exposure)
      return (negative, warnings + frame.lossInDNG + exposure.lossInDNG)
    } catch { throw .levels(error) }
  }

  init(frame: RawFrame, colors: DNGColorTags, exposure: ExposureMetadata) {
    (self.frame, self.colors, self.exposure) = (frame, colors, exposure)
  }
}

extension SampleLevels {
  /// A DNG has one white level for all channels, in whole numbers: the least, so that none counts as light that is clipped.
  fileprivate var ofDNG: SampleLevels {
    get throws(RawFrameError) {
      try SampleLevels(black: black, white: BayerValues(repeating: (white.all.min() ?? 0).rounded(.up)))
    }
  }

}

extension RawFrame {
  fileprivate var lossInDNG: [ExchangeWarning] {
    let (white, blackError) = (levels.white, levels.blackError)
    var lost: [ExchangeWarning] = []
    if rounding != nil {
      lost.append(
        ExchangeWarning(code: .average, text: "that the frame is a mean, and how it was rounded, is not kept"))
    }
    if Set(white.all).count > 1 {
      lost.append(
        ExchangeWarning(
          code: .levels,
          text: "the white level differs between channels; the DNG has the least, \(white.all.min() ?? 0)")
      )
    }
    if blackError.all.contains(where: { $0 != 0 }) {
      lost.append(ExchangeWarning(code: .levels, text: "the black level's standard error is not kept"))
    }
    return lost
  }
}
