public import DeviceProfiles
public import DigitalNegatives
public import ProfileExchange
public import RawFrames
public import WhiteBalance

/// A still raw: the samples of a camera's file, their meaning, and the file's facts about the camera.
///
/// LibRaw reads CR2, CR3, NEF, ARW, RAF, ORF, RW2, DNG with every compression and many other formats. It runs in a
/// separate process with a limit on time and, on Linux, on memory. A damaged file causes an error here,
/// even if LibRaw crashes.
///
///     let still = try StillRaw(bytes)
///     let measurement = try CardMeasurement(
///       of: try still.source(named: path), on: still.profile, appliedGains: still.appliedGains)
public struct StillRaw: Sendable {
  /// The arrangement of the samples.
  public enum Layout: Hashable, Sendable {
    /// Each place has one sample, of the colour of its filter.
    case mosaic(ColorMosaic)
    /// Each place has red, green and blue, as in linear DNGs and in sensors with layers.
    case planes
    /// Each place has one sample without a filter.
    case monochrome

    /// The number of samples at a place.
    public var samplesPerPixel: Int { self == .planes ? 3 : 1 }
  }

  /// The clockwise rotation that makes the picture upright. The raw value is in degrees.
  public enum Orientation: Int, Hashable, Sendable {
    /// The picture needs no rotation.
    case upright = 0
    /// The picture needs half a turn.
    case half = 180
    /// The picture needs a quarter turn clockwise.
    case right = 90
    /// The picture needs a quarter turn counterclockwise.
    case left = 270
  }

  /// The arrangement of the samples.
  public let layout: Layout
  /// The size of the whole sensor, in places.
  public let width, height: Int
  /// The samples of the whole sensor, row by row, as in the file. The samples of one place are adjacent.
  public let samples: [UInt16]
  /// The part of the sensor with the picture.
  public let activeArea: Region
  /// The part that the camera's maker shows, or ``activeArea`` where the file states none.
  public let crop: Region
  /// The parts of the sensor that are shielded from light.
  public let maskedAreas: [Region]
  /// The rotation that makes the picture upright.
  public let orientation: Orientation
  /// The black and white levels, in raw values.
  public let levels: SampleLevels
  /// The origin of the black level.
  ///
  /// It is the file, or the masked samples. It is assumed where the DNG of a mosaic states
  /// none, and where a file without a level has masked areas that are not dark.
  public let blackOrigin: BlackOrigin
  /// The camera, where the file names it.
  public let identity: DeviceIdentity?
  /// The exposure.
  public let exposure: ExposureMetadata
  /// The camera's response to a white surface in the light that it balanced for, in these samples, largest channel 1.
  ///
  /// It is `nil` where the file does not state it.
  public let asShotNeutral: LinearRGB?
  /// The camera's colours from the file, or those that LibRaw knows for its model; `nil` without either.
  public let profile: DeviceProfile?
  /// The gains that the camera has multiplied the samples by, such as DNG's AnalogBalance.
  ///
  /// A neutral of the samples divided by these gains is the camera's own response.
  public let appliedGains: WhiteBalanceGains
  /// The differences between the file's tags and what the profile can hold.
  public let profileWarnings: [ExchangeWarning]
  /// The tags of a DNG about its samples that are not used.
  package let unusedTags: UnusedTags
  /// The largest memory of the decoding process, in bytes, including the memory that it shares with this process.
  package let decoderMemory: Int
}

// MARK: - As a frame

extension StillRaw {
  /// Returns the active area as a frame.
  ///
  /// Planes become a mosaic with one of the three samples of each place. Linear files were computed from a mosaic, so
  /// the other samples add no information, and with them the frame would seem less noisy than it is.
  ///
  /// - Throws: ``/RawFrames/RawFrameError`` where the samples are more than a frame can have.
  public func frame() throws(RawFrameError) -> RawFrame {
    let area = activeArea
    let mosaic: ColorMosaic? =
      switch layout {
      case .mosaic(let mosaic): mosaic
      case .planes: .bayer(Self.patternOfPlanes)
      case .monochrome: nil
      }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(2 * area.width * area.height)
    for row in 0..<area.height {
      let start = (area.y + row) * width + area.x
      for column in 0..<area.width {
        let sample =
          layout == .planes
          ? samples[3 * (start + column) + Self.patternOfPlanes.channel(column: column, row: row).plane]
          : samples[start + column]
        bytes.append(UInt8(truncatingIfNeeded: sample))
        bytes.append(UInt8(sample >> 8))
      }
    }
    return try RawFrame(
      format: PixelFormat(Self.formatCode(mosaic)), width: area.width, height: area.height, bytes: bytes,
      levels: levels, mosaic: mosaic)
  }

  /// The facts about picture and samples that the file states and ``frame()`` does not show, one sentence each.
  var notKept: [String] {
    let shown = Region(x: crop.x - activeArea.x, y: crop.y - activeArea.y, width: crop.width, height: crop.height)
    let framing = PictureFraming(shown: shown, of: activeArea, turn: orientation.rawValue)
    let planes = "the file has red, green and blue at each place, and the frame one of the three"
    return (layout == .planes ? [planes] : []) + framing.notKept + unusedTags.notKept
  }

  /// Returns the active area as a frame to measure.
  ///
  /// - Parameter name: The name of the source, such as the file's path.
  /// - Throws: ``/RawFrames/RawFrameError`` where the samples are more than a frame can have.
  public func source(named name: String? = nil) throws(RawFrameError) -> SourceFrame {
    SourceFrame(try frame(), name: name, blackOrigin: blackOrigin)
  }

  /// The Bayer pattern of the mosaic that is taken from planes.
  private static let patternOfPlanes = BayerPattern.rggb

  /// Returns V4L2's code for 16-bit words. There is none for X-Trans, which only the frame's mosaic describes.
  private static func formatCode(_ mosaic: ColorMosaic?) -> String {
    switch mosaic {
    case .bayer(.bggr): "BYR2"
    case .bayer(.gbrg): "GB16"
    case .bayer(.grbg): "GR16"
    case .bayer(.rggb): "RG16"
    case .xTrans, nil: "Y16"
    }
  }
}

// MARK: - The light

extension StillRaw {
  /// Returns the temperature and tint of the light that the camera balanced for.
  ///
  /// - Parameter profile: The camera's colours; `nil` for the file's own.
  /// - Returns: The light; `nil` where the neutral or the colours are not known.
  /// - Throws: ``/WhiteBalance/WhiteBalanceError`` where no light gives the neutral.
  public func asShotLight(on profile: DeviceProfile? = nil) throws(WhiteBalanceError) -> LightEstimate? {
    guard let neutral = asShotNeutral, let profile = profile ?? self.profile else { return nil }
    return try profile.characterization.light(forNeutral: neutral.divided(by: appliedGains))
  }

  /// Returns the illuminance on a card, estimated from its signal and the exposure.
  ///
  /// The signal of a surface is proportional to the light on it, the exposure time and the sensitivity, and falls with
  /// the square of the f-number: E = constant · signal · N² / (t · S). One reading of a lux meter gives the constant.
  /// By ISO 12232 it is about 2100 lx s for a card of 18 % whose sensor saturates where the standard says.
  ///
  /// - Parameters:
  ///   - signal: The green of the card's neutral, as a share of the range from black to white.
  ///   - constant: The constant of the camera and the card, in lux seconds, above 0.
  /// - Returns: The illuminance in lux; `nil` unless duration, f-number and ISO are known.
  public func illuminance(ofCardWith signal: Double, constant: Double) -> Double? {
    exposure.illuminance(ofCardWith: signal, constant: constant)
  }
}
