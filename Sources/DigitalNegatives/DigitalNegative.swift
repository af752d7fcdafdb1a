public import DeviceProfiles
public import ProfileExchange
public import RawFrames
public import WhiteBalance

/// A frame with the contents of a DNG: samples, levels, the camera's colours, its neutral and its exposure.
///
/// ``dngBytes()`` writes a file that raw developers open, and ``init(dngBytes:)`` reads it back. Source: Adobe, Digital
/// Negative Specification 1.7.
///
/// This product includes DNG technology under license by Adobe.
public struct DigitalNegative: Hashable, Sendable {
  /// Returns whether a path is that of a DNG by its name.
  package static func isName(_ path: String) -> Bool { path.lowercased().hasSuffix(".dng") }

  /// The frame, which has a Bayer pattern.
  public let frame: RawFrame
  /// The camera's colours and levels, as DNG's tags have them.
  public let colors: DNGColorTags
  /// The exposure of the frame.
  public let exposure: ExposureMetadata
  /// The place of the picture in the frame.
  package var framing = PictureFraming.whole
  /// The tags about its samples that the frame does not have.
  package var unusedTags = UnusedTags.none
  /// The origin of the frame's black level: the file, assumed where no tag states it, or estimated where this library
  /// wrote a level that nobody knew.
  ///
  /// DNG's default of 0 also applies to a file whose writer forgot the tag.
  public package(set) var blackOrigin = BlackOrigin.file

  /// Returns the frame to measure, with the origin of its black level.
  ///
  /// - Parameter name: The name of the source, such as the file's path.
  public func source(named name: String? = nil) -> SourceFrame {
    SourceFrame(frame, name: name, blackOrigin: blackOrigin)
  }

  /// The camera's response to a white surface, largest channel 1; `nil` where it is not known.
  public var asShotNeutral: LinearRGB? { colors.asShotNeutral }

  /// Combines a frame with the profile of its device, with warnings about what a DNG does not hold.
  ///
  /// - Parameters:
  ///   - frame: A frame with a Bayer pattern.
  ///   - profile: The profile of the device that took the frame.
  ///   - asShotNeutral: The neutral of the light of the frame in its samples, in any scale.
  ///   - analogBalance: The gains that the camera has multiplied the samples by, if any.
  ///   - exposure: The exposure of the frame.
  ///   - blackOrigin: The origin of the frame's black level. The file says only whether the level was estimated from
  ///     the frame itself.
  /// - Returns: The negative, and a warning for everything that a DNG does not hold.
  /// - Throws: ``/ProfileExchange/ExchangeError/unwritable(_:_:)`` where the frame has no colours, the profile is a
  ///   look-up table, or a number does not fit a fraction.
  public static func made(
    of frame: RawFrame, by profile: DeviceProfile, asShotNeutral: LinearRGB? = nil,
    analogBalance: WhiteBalanceGains? = nil, exposure: ExposureMetadata = .unknown, blackOrigin: BlackOrigin = .file
  ) throws(ExchangeError) -> (negative: DigitalNegative, warnings: [ExchangeWarning]) {
    if case .xTrans = frame.mosaic {
      throw .unwritable(.dng, "the frame's filters are X-Trans, and a DNG is written here of a Bayer mosaic alone")
    }
    guard frame.mosaic != nil else {
      throw .unwritable(.dng, "format \(frame.format.fourCC) has no colours, and a DNG's matrices are for three")
    }
    var (colors, warnings) = try profile.colorTags(of: .dng)
    if let asShotNeutral {
      let neutral = LinearRGB(asShotNeutral.vector / asShotNeutral.vector.max())
      guard asShotNeutral.isPositive, DNGColorTags.holds(neutral) else {
        throw .unwritable(.dng, "the neutral is \(asShotNeutral); each channel must be above 0 and hold in a fraction")
      }
      colors.asShotNeutral = neutral
    }
    if let gains = analogBalance, gains != .unity {
      let balance = LinearRGB(gains.vector)
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
      var negative = DigitalNegative(frame: kept, colors: colors, exposure: exposure.writable)
      if blackOrigin == .estimated { negative.blackOrigin = .estimated }
      return (negative, warnings + frame.lossInDNG + exposure.lossInDNG)
    } catch { throw .levels(error) }
  }

  init(frame: RawFrame, colors: DNGColorTags, exposure: ExposureMetadata) {
    (self.frame, self.colors, self.exposure) = (frame, colors, exposure)
  }
}

extension SampleLevels {
  /// The levels in DNG's form: one whole white level for all channels. Black levels keep their fractions.
  ///
  /// The white level is the lowest of the channels, so that no clipped sample counts as light.
  fileprivate var ofDNG: SampleLevels {
    get throws(RawFrameError) {
      try SampleLevels(
        black: black, white: BayerValues(repeating: (white.all.min() ?? 0).rounded(.up)), blackError: blackError,
        sharedBlackError: sharedBlackError)
    }
  }
}

extension RawFrame {
  fileprivate var lossInDNG: [ExchangeWarning] {
    let (white, blackError) = (levels.white, levels.blackError)
    let kept = (white.all.min() ?? 0).rounded(.up)
    var lost: [ExchangeWarning] = []
    if rounding != nil {
      lost.append(
        ExchangeWarning(code: .average, text: "that the frame is a mean, and how it was rounded, is not kept"))
    }
    if Set(white.all).count > 1 {
      lost.append(
        ExchangeWarning(
          code: .levels,
          text: "the white level differs between channels; the DNG has the least, \(kept)")
      )
    } else if white.red != kept {
      lost.append(
        ExchangeWarning(
          code: .levels,
          text: "the white level, \(white.red), is no whole number; the DNG has \(kept)"))
    }
    if blackError.all.contains(where: { $0 != 0 }) {
      lost.append(
        ExchangeWarning(
          code: .levels,
          text:
            "DNG has no tag for the black level's standard error: it is in DNGPrivateData, which this library reads back"
        ))
    }
    return lost
  }
}
