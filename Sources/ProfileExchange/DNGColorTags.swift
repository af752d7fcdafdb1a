public import Colorimetry
public import RawFrames
public import WhiteBalance

/// The description of a camera's colours in a DNG or a DCP: the tags of chapter 6 of the specification, and the levels
/// of a DNG. Source: Adobe, Digital Negative Specification 1.7.
///
/// This product includes DNG technology under license by Adobe.
public struct DNGColorTags: Hashable, Sendable {
  /// The tags for one light, which share a number: ColorMatrix1, CameraCalibration1 and so on.
  public struct CalibratedLight: Hashable, Sendable {
    /// CalibrationIlluminant, the number of the light source in EXIF; 0 is unknown.
    public var illuminant: Int
    /// The temperature of the light, in kelvin, or `nil` where it is not known.
    public var temperature: Double?
    /// The chromaticity of the light in IlluminantData, for a light that has no number of its own (255); `nil` where
    /// the file does not state it.
    public internal(set) var white: Chromaticity?

    /// The chromaticity that IlluminantData is written with, if the light still has no number of its own.
    package var writtenWhite: Chromaticity? { illuminant == DNGIlluminant.other ? white : nil }
    /// ColorMatrix, from XYZ to the reference camera.
    public var colorMatrix: Matrix3x3
    /// ForwardMatrix, from white-balanced device RGB to XYZ under D50.
    public var forwardMatrix: Matrix3x3?
    /// CameraCalibration, from the reference camera to this unit.
    public var cameraCalibration: Matrix3x3?
  }

  /// The model. It is the tag Model where UniqueCameraModel is absent or equals Make and Model; otherwise it is
  /// UniqueCameraModel without Make at its start.
  public var model: String?
  /// The manufacturer (Make); `nil` where the file has none, and where UniqueCameraModel does not begin with it.
  public var manufacturer: String?
  /// The tag Make of a file whose UniqueCameraModel does not begin with it.
  var otherMaker: String?
  /// CameraSerialNumber.
  public var serialNumber: String?
  /// ProfileName.
  public var profileName: String?
  /// ProfileCopyright.
  public var copyright: String?
  /// The tags for each light, one to three.
  public var lights: [CalibratedLight]
  /// AnalogBalance, the gains that the camera has multiplied the samples by.
  public var analogBalance: LinearRGB?
  /// AsShotNeutral, the neutral of the frame in a DNG.
  public var asShotNeutral: LinearRGB?
  /// AsShotWhiteXY, the chromaticity of the light as shot, for a file that gives it instead of a neutral.
  var asShotWhite: Chromaticity?
  /// The black and white levels of a DNG, or `nil` where it has none for the four channels.
  public var levels: SampleLevels?
  /// Whether CameraCalibration was made for this profile, which is so if the two signatures agree.
  package var isCalibrationOfProfile: Bool
  /// Whether the black level among ``levels`` was estimated from the frame, so that no profile keeps it.
  package var isBlackEstimated = false
  /// The reason why ``levels`` has none of the file's, as a clause; `nil` where there is none.
  var levelsFault: String?
  /// The names of the tags present that render colours, which are not used.
  var renderingTags: [String]
  /// Whether the file has further profiles of its camera, which are not read.
  var hasFurtherProfiles = false

  /// The tags of each light: ColorMatrix, CalibrationIlluminant, IlluminantData, ForwardMatrix and CameraCalibration.
  static let numbered: [(DNGTag, DNGTag, DNGTag, DNGTag, DNGTag)] = [
    (.colorMatrix1, .calibrationIlluminant1, .illuminantData1, .forwardMatrix1, .cameraCalibration1),
    (.colorMatrix2, .calibrationIlluminant2, .illuminantData2, .forwardMatrix2, .cameraCalibration2),
    (.colorMatrix3, .calibrationIlluminant3, .illuminantData3, .forwardMatrix3, .cameraCalibration3),
  ]
}

// MARK: - Reading

extension DNGColorTags {
  /// Reads the tags of a DNG or a DCP.
  ///
  /// - Throws: ``ExchangeError/missingTag(_:needed:)`` where there is no ColorMatrix1, or another ``ExchangeError``
  ///   where the file is damaged.
  public init(_ bytes: [UInt8]) throws(ExchangeError) { try self.init(bytes, needsColors: true) }

  /// Reads the tags of a DNG, also of one without a colour matrix, as of a sensor without colours. It has no ``lights``
  /// then, and what its other tags do not state in red, green and blue is absent.
  package init(_ bytes: [UInt8], needsColors: Bool) throws(ExchangeError) {
    let file = try TagFile(bytes)
    let tags = try file.firstDirectory()
    let hasColors = tags.has(.colorMatrix1)
    guard hasColors || !needsColors else {
      throw .missingTag(
        DNGTag.colorMatrix1.name,
        needed: "without it a \(file.kind == .profile ? "DCP" : "DNG") does not say how its camera sees colour")
    }
    lights = []
    for (color, illuminant, data, forward, calibration) in hasColors ? Self.numbered : [] {
      guard let colorMatrix = try tags.matrix(color) else { continue }
      let code = try tags.numbers(illuminant, count: 1, expected: "one number of a light source")?[0] ?? 0
      guard code >= 0, code <= 65535 else {
        throw .invalidTag(illuminant.name, value: "\(code)", expected: "the number of a light source, 0 to 65535")
      }
      let stated = Int(code) == DNGIlluminant.other ? try tags.light(data) : nil
      lights.append(
        CalibratedLight(
          illuminant: Int(code), temperature: stated?.temperature ?? DNGIlluminant.temperatures[Int(code)],
          white: stated?.white, colorMatrix: colorMatrix, forwardMatrix: try tags.matrix(forward),
          cameraCalibration: try tags.matrix(calibration)))
    }
    // A fault in a name is not a fault of the colours.
    func name(_ tag: DNGTag) -> String? { (try? tags.text(tag)) ?? nil }
    (manufacturer, model) = (name(.make), name(.model))
    // A program finds a profile by UniqueCameraModel, so this name stays whole: as maker and model where it begins with
    // the maker.
    if let unique = name(.uniqueCameraModel), unique != [manufacturer, model].compactMap(\.self).joined(separator: " ")
    {
      if let maker = manufacturer, unique.hasPrefix(maker + " ") {
        model = String(unique.dropFirst(maker.count + 1))
      } else {
        (otherMaker, manufacturer, model) = (manufacturer, nil, unique)
      }
    }
    serialNumber = name(.cameraSerialNumber)
    profileName = name(.profileName)
    copyright = name(.profileCopyright)
    analogBalance = hasColors ? try tags.channels(.analogBalance) : try? tags.channels(.analogBalance)
    asShotNeutral = hasColors ? try tags.channels(.asShotNeutral) : try? tags.channels(.asShotNeutral)
    let place = (try? tags.numbers(.asShotWhiteXY)) ?? []
    asShotWhite = place.count == 2 ? Chromaticity(x: place[0], y: place[1]) : nil
    isCalibrationOfProfile =
      try tags.text(.cameraCalibrationSignature) == tags.text(.profileCalibrationSignature)
    let raw = try tags.rawDirectory()
    levelsFault = try raw?.levelsFault()
    let stated = levelsFault == nil ? try raw?.levels() : nil
    let completed = stated.map(DNGPrivateFields(tags).completed)
    (levels, isBlackEstimated) = (completed?.levels, completed?.isEstimated ?? false)
    let rendering: [DNGTag] = [
      .profileHueSatMapDims, .profileLookTableDims, .profileToneCurve, .profileGainTableMap, .profileGainTableMap2,
      .rgbTables, .baselineExposureOffset, .defaultBlackRender,
    ]
    hasFurtherProfiles = tags.has(.extraCameraProfiles)
    renderingTags =
      rendering.filter(tags.has).map(\.name) + (lights.allSatisfy(\.isForwardMatrixDerived) ? [] : ["ForwardMatrix"])
  }
}

extension TagDirectory {
  /// Returns the reason why one black level for each channel does not describe the samples; `nil` where it does.
  fileprivate func levelsFault() throws(ExchangeError) -> String? {
    if has(.linearizationTable) { return "\(DNGTag.linearizationTable.name) bends the samples" }
    return try blackLevelVaries().map { "\($0.name) changes the black level from place to place" }
  }

  fileprivate func matrix(_ tag: DNGTag) throws(ExchangeError) -> Matrix3x3? {
    let expected = "the 9 numbers of a matrix for red, green and blue"
    guard let m = try numbers(tag, count: 9, expected: expected) else { return nil }
    return Matrix3x3(rows: [m[0], m[1], m[2]], [m[3], m[4], m[5]], [m[6], m[7], m[8]])
  }

  fileprivate func channels(_ tag: DNGTag) throws(ExchangeError) -> LinearRGB? {
    let expected = "3 numbers, for red, green and blue, above 0"
    guard let values = try numbers(tag, count: 3, expected: expected) else { return nil }
    let channels = LinearRGB(red: values[0], green: values[1], blue: values[2])
    guard channels.isPositive else { throw .invalidTag(tag.name, value: "\(channels)", expected: expected) }
    return channels
  }

  /// Returns the light in IlluminantData where it holds a chromaticity: a 16-bit 0, and x and y as fractions.
  fileprivate func light(_ tag: DNGTag) throws(ExchangeError) -> (white: Chromaticity, temperature: Double)? {
    guard let range = try bytes(tag) else { return nil }
    let (value, expected) = ("\(range.count) bytes of another kind", "the 18 bytes of a chromaticity, or more")
    guard range.count < 2 || file.number(at: range.lowerBound, size: 2) == 0 else {
      // DNG 1.6 allows a spectrum as well.
      throw .unsupportedTag(tag.name, value: value, expected: expected)
    }
    guard range.count >= 18 else { throw .invalidTag(tag.name, value: value, expected: expected) }
    func number(_ index: Int) -> Double { Double(file.number(at: range.lowerBound + 2 + 4 * index, size: 4)) }
    let white = Chromaticity(x: number(0) / number(1), y: number(2) / number(3))
    do throws(ColorimetryError) { return (white, try TemperatureAndTint(white).temperature) } catch {
      throw .invalidTag(tag.name, value: "\(white)", expected: "a light with a temperature: \(error)")
    }
  }
}
