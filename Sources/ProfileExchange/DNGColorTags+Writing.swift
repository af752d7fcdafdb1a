internal import Colorimetry
public import WhiteBalance

extension DNGColorTags {
  /// The tags for a DCP of `characterization`, with what they say otherwise: its matrices at one or two of the CIE's lights
  /// that are nearest to the ends of its range, `unitResponse` multiplied into them.
  ///
  /// ForwardMatrix takes white-balanced RGB to XYZ under D50, and white to D50's white.
  ///
  /// - Throws: ``ExchangeError/characterization(_:)``, ``ExchangeError/notPrintable(field:)``.
  public init(
    _ characterization: MatrixCharacterization, model: String, copyright: String? = nil
  ) throws(ExchangeError) {
    for (field, text) in [("model", model), ("copyright", copyright ?? "")] where text.unicodeScalars.contains("\0") {
      throw .notPrintable(field: field)
    }
    self.model = model
    (profileName, self.copyright) = (model, copyright)
    (isCalibrationOfProfile, renderingTags) = (true, [])
    let ends = characterization.lights
    let hottest = DNGIlluminant.nearest(to: ends[0].temperature)
    let coldest = DNGIlluminant.nearest(to: ends[ends.count - 1].temperature)
    lights = []
    for standard in coldest.code == hottest.code ? [coldest] : [coldest, hottest] {
      do throws(WhiteBalanceError) {
        lights.append(try CalibratedLight(standard, characterization.matrix(atTemperature: standard.temperature)))
      } catch { throw .characterization(error) }
    }
  }

  /// A camera profile as a file.
  public func dcpBytes() -> [UInt8] {
    var writer = TagWriter()
    if let model { writer.set(.uniqueCameraModel, text: model) }
    if let profileName { writer.set(.profileName, text: profileName) }
    if let copyright { writer.set(.profileCopyright, text: copyright) }
    writer.set(.profileCalibrationSignature, text: Self.calibrationSignature)
    writer.set(.profileEmbedPolicy, long: Self.allowCopying)
    let numbered: [(DNGTag, DNGTag, DNGTag)] = [
      (.colorMatrix1, .calibrationIlluminant1, .forwardMatrix1),
      (.colorMatrix2, .calibrationIlluminant2, .forwardMatrix2),
      (.colorMatrix3, .calibrationIlluminant3, .forwardMatrix3),
    ]
    for (light, tags) in zip(lights, numbered) {
      writer.set(tags.0, fractions: light.colorMatrix.entries)
      writer.set(tags.1, short: light.illuminant)
      if let forward = light.forwardMatrix { writer.set(tags.2, fractions: forward.entries) }
    }
    return writer.bytes(magic: "IIRC")
  }

  /// No camera's CameraCalibration is made for this profile, and none must be applied with it: none has this name.
  private static let calibrationSignature = "WhiteBalance"
  /// ProfileEmbedPolicy's default.
  private static let allowCopying = 0
}

extension DNGColorTags.CalibratedLight {
  /// - Parameter matrix: XYZ to device under the light, in any scale.
  fileprivate init(_ standard: DNGIlluminant.Standard, _ matrix: Matrix3x3) throws(WhiteBalanceError) {
    illuminant = standard.code
    temperature = standard.temperature
    colorMatrix = try Self.scaled(matrix)
    let white = SRGB.vector(TristimulusValues(standard.white))
    let response = LinearRGB(colorMatrix * white)
    guard response.isPositive else { throw .noPositiveResponse(standard.white, response) }
    do throws(ColorimetryError) {
      let toD50 = try ChromaticAdaptation.bradford.matrix(from: standard.white, to: .d50)
      let forward = toD50 * colorMatrix.inverse * Matrix3x3(diagonal: colorMatrix * white)
      // DNG's D50 is ICC's, which has one digit less.
      let target = SIMD3(0.9642, 1, 0.8249)
      forwardMatrix = Matrix3x3(diagonal: target / (forward * [1, 1, 1])) * forward
    } catch { throw .colorimetry(error) }
    cameraCalibration = nil
  }

  /// The same with its largest response to D50 at 1, where it is far from that: fractions hold numbers of about 1 best.
  private static func scaled(_ matrix: Matrix3x3) throws(WhiteBalanceError) -> Matrix3x3 {
    let response = matrix * SRGB.vector(TristimulusValues(.d50))
    guard !(usualScale ~= response.max()) else { return matrix }
    guard response.max() > 0 else { throw .noPositiveResponse(.d50, LinearRGB(response)) }
    return matrix * (1 / response.max())
  }

  private static let usualScale = 0.25...4.0
}
