public import DeviceProfiles
public import DigitalNegatives
public import ProfileExchange
public import RawFrames
public import WhiteBalance

/// A still raw: the samples that a camera's file holds, what they mean, and what the file says of the camera.
///
/// LibRaw reads CR2, CR3, NEF, ARW, RAF, ORF, RW2, DNG of every compression and many others. It runs in a process of its own
/// with bounds on memory and time, so a damaged file is an error here, whatever it does to LibRaw.
///
///     let still = try StillRaw(bytes)
///     let measurement = try CardMeasurement(
///       of: try still.source(named: path), on: still.profile, appliedGains: still.appliedGains)
public struct StillRaw: Sendable {
  /// The arrangement of the samples.
  public enum Layout: Hashable, Sendable {
    /// One sample at each place, of the colour that a filter passes there.
    case mosaic(ColorMosaic)
    /// Red, green and blue at each place, as linear DNGs and sensors of layers have them.
    case planes
    /// One sample at each place, without a filter.
    case monochrome

    /// The number of samples at a place.
    public var samplesPerPixel: Int { self == .planes ? 3 : 1 }
  }

  /// The turn that brings the picture upright.
  public enum Orientation: Int, Hashable, Sendable {
    /// No turn.
    case upright = 0
    /// A half turn.
    case half = 180
    /// A quarter turn to the right.
    case right = 90
    /// A quarter turn to the left.
    case left = 270
  }

  /// The arrangement of the samples.
  public let layout: Layout
  /// The size of the whole sensor, in places.
  public let width, height: Int
  /// The samples of the whole sensor, row by row, as the file has them; those of a place lie side by side.
  public let samples: [UInt16]
  /// The part of the sensor that shows the picture.
  public let activeArea: Region
  /// The part that the camera's maker shows; ``activeArea`` where the file does not say.
  public let crop: Region
  /// The parts that no light reaches.
  public let maskedAreas: [Region]
  /// The turn that brings the picture upright.
  public let orientation: Orientation
  /// The black and white levels, in raw values.
  public let levels: SampleLevels
  /// The origin of the black level: the file, the masked areas, which count as dark frames, or assumed where a mosaic's DNG states none.
  public let blackOrigin: BlackOrigin
  /// The camera, where the file names it.
  public let identity: DeviceIdentity?
  /// The exposure.
  public let exposure: ExposureMetadata
  /// The camera's response to a white surface in the light that the camera balanced for, as the samples have it, largest channel 1; `nil`
  /// where the file does not say.
  public let asShotNeutral: LinearRGB?
  /// The camera's colours as the file states them, or as LibRaw knows them of the model; `nil` where neither does.
  public let profile: DeviceProfile?
  /// The gains that the camera has multiplied the samples by, as DNG's AnalogBalance states them: a neutral of the samples, divided by
  /// them, is the camera's own.
  public let appliedGains: WhiteBalanceGains
  /// The differences between the file's tags and what the profile can hold.
  public let profileWarnings: [ExchangeWarning]
  /// The largest memory that the decoding process had, in bytes. It includes what it shares with this process.
  package let decoderMemory: Int
}

// MARK: - As a frame

extension StillRaw {
  /// Returns the active area as a frame.
  ///
  /// Planes become a mosaic: each place gives one of its three samples. Linear files were computed from a mosaic, so the
  /// samples that are left out say nothing new, and a frame of all of them would show less noise than there is.
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

  /// The facts about its picture that the file states and ``frame()`` does not hold: a sentence each.
  var leftOutOfFrame: [String] {
    let shown = Region(x: crop.x - activeArea.x, y: crop.y - activeArea.y, width: crop.width, height: crop.height)
    let framing = PictureFraming(shown: shown, of: activeArea, turn: orientation.rawValue)
    let planes = "the file has red, green and blue at each place, and the frame one of the three"
    return (layout == .planes ? [planes] : []) + framing.leftOut
  }

  /// Returns the active area as a frame to measure.
  ///
  /// - Parameter name: The name of the source, such as the file's path.
  /// - Throws: ``/RawFrames/RawFrameError`` where the samples are more than a frame can have.
  public func source(named name: String? = nil) throws(RawFrameError) -> SourceFrame {
    SourceFrame(try frame(), name: name, blackOrigin: blackOrigin)
  }

  /// The order of the colours that are taken out of planes.
  private static let patternOfPlanes = BayerPattern.rggb

  /// Returns V4L2's code of words of 16 bits; X-Trans has none, and is described by the frame's mosaic alone.
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

extension BayerChannel {
  /// The place of the colour among red, green and blue.
  var plane: Int {
    switch self {
    case .red: 0
    case .greenOnRedRow, .greenOnBlueRow: 1
    case .blue: 2
    }
  }
}

// MARK: - The light

extension StillRaw {
  /// The temperature and tint of the light that the camera balanced for.
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
  /// the square of the f-number: E = constant · signal · N² / (t · S). One reading of a lux meter gives the constant. By
  /// ISO 12232 it is about 2100 lx s for a card of 18 % whose sensor saturates where the standard says.
  ///
  /// - Parameters:
  ///   - signal: The green of the card's neutral, as a share of the range from black to white.
  ///   - constant: The constant of the camera and the card, in lux seconds, above 0.
  /// - Returns: The illuminance in lux; `nil` unless duration, f-number and ISO are known.
  public func illuminance(ofCardWith signal: Double, constant: Double) -> Double? {
    exposure.illuminance(ofCardWith: signal, constant: constant)
  }
}
