internal import Colorimetry
public import WhiteBalance

extension DNGColorTags {
  /// Creates the tags for a characterization.
  ///
  /// They hold its matrices at one or two of the CIE's lights, those nearest to the ends of its range, with
  /// `unitResponse` multiplied into them. ForwardMatrix maps white-balanced RGB to XYZ under D50, and white to D50's
  /// white.
  ///
  /// - Parameters:
  ///   - characterization: The matrices to write.
  ///   - model: The name of the camera.
  ///   - copyright: The copyright of the profile.
  ///   - format: The format of the file that the tags are for, which errors name.
  ///   - hasThirdLight: Whether the light in the middle of three or more is written too, as in DNG 1.6. It is omitted
  ///     where another of the CIE's lights is nearest to it.
  /// - Throws: ``ExchangeError/characterization(_:)``, ``ExchangeError/notPrintable(field:)``, or
  ///   ``ExchangeError/unwritable(_:_:)`` where a matrix does not fit fractions.
  public init(
    _ characterization: MatrixCharacterization, model: String, copyright: String? = nil,
    format: ExchangeFormat = .dcp, hasThirdLight: Bool = false
  ) throws(ExchangeError) {
    self.model = model
    (profileName, self.copyright) = (model, copyright)
    (isCalibrationOfProfile, renderingTags) = (true, [])
    let ends = characterization.lights
    let hottest = DNGIlluminant.nearest(to: ends[0].temperature)
    let coldest = DNGIlluminant.nearest(to: ends[ends.count - 1].temperature)
    var standards = coldest.code == hottest.code ? [coldest] : [coldest, hottest]
    if hasThirdLight, let middle = characterization.middleLight.map({ DNGIlluminant.nearest(to: $0.temperature) }),
      !standards.contains(where: { $0.code == middle.code })
    {
      standards.append(middle)
    }
    let matrices = standards.map { characterization.matrix(atTemperature: $0.temperature) }
    do throws(WhiteBalanceError) {
      let scale = try Self.scale(of: matrices)
      lights = []
      for (standard, matrix) in zip(standards, matrices) {
        lights.append(try CalibratedLight(standard, matrix * scale))
      }
    } catch { throw .characterization(error) }
    try checkTexts()
    try checkNumbers(of: format)
  }

  /// Checks that no text has a null character, which would end it in the file.
  package func checkTexts() throws(ExchangeError) {
    let texts = [
      ("manufacturer", manufacturer), ("model", model), ("unit", serialNumber), ("profile's name", profileName),
      ("copyright", copyright),
    ]
    for (field, text) in texts where text?.unicodeScalars.contains("\0") == true { throw .notPrintable(field: field) }
  }

  /// Checks that every number fits its tag: matrices and channels fractions of 32 bits, illuminants 16 bits. A fraction
  /// is off by up to 5e-10, so matrices in a small unit would have other colours.
  ///
  /// Tags that were read may be of another type.
  package func checkNumbers(of format: ExchangeFormat) throws(ExchangeError) {
    let matrices = lights.flatMap { [$0.colorMatrix, $0.forwardMatrix, $0.cameraCalibration].compactMap(\.self) }
    for value in matrices.flatMap(\.entries) where !(abs(value) < Self.largestEntry) {
      throw .unwritable(format, "a matrix has \(value), and the fractions of a tag hold less than \(Self.largestEntry)")
    }
    for matrix in matrices {
      let largest = matrix.entries.map(abs).max() ?? 0
      guard largest >= Self.leastEntry else {
        throw .unwritable(
          format, "a matrix has entries of at most \(largest); fractions need one of at least \(Self.leastEntry)")
      }
      guard matrix.isInvertible else { throw .unwritable(format, "a matrix has no inverse, which its readers need") }
    }
    for code in lights.map(\.illuminant) where UInt16(exactly: code) == nil {
      throw .unwritable(format, "a light has the number \(code) in CalibrationIlluminant, which holds 0 to 65535")
    }
    for channels in [analogBalance, asShotNeutral].compactMap(\.self) where !Self.holds(channels) {
      throw .unwritable(format, "a neutral or a balance is \(channels), which the fractions of a tag do not hold")
    }
  }

  /// Returns the tags as a DNG camera profile (DCP).
  ///
  /// - Throws: ``ExchangeError/missingTag(_:needed:)`` where there is no light, ``ExchangeError/notPrintable(field:)``
  ///   for a text with a null character, ``ExchangeError/unwritable(_:_:)`` for a number that does not fit its tag.
  public func dcpBytes() throws(ExchangeError) -> [UInt8] {
    guard !lights.isEmpty else { throw Self.noLight }
    try checkTexts()
    try checkNumbers(of: .dcp)
    var writer = TagWriter()
    write(to: &writer)
    return writer.bytes(magic: "IIRC")
  }

  /// Writes all tags except the levels, which belong to the mosaic.
  package func write(to writer: inout TagWriter) {
    if let model {
      writer.set(.uniqueCameraModel, text: [manufacturer, model].compactMap(\.self).joined(separator: " "))
    }
    if let profileName { writer.set(.profileName, text: profileName) }
    if let copyright { writer.set(.profileCopyright, text: copyright) }
    writer.set(.profileCalibrationSignature, text: Self.calibrationSignature)
    writer.set(.profileEmbedPolicy, longs: Self.allowCopying)
    if let manufacturer { writer.set(.make, text: manufacturer) }
    if let serialNumber { writer.set(.cameraSerialNumber, text: serialNumber) }
    if let analogBalance {
      writer.set(
        .analogBalance, fractions: [analogBalance.red, analogBalance.green, analogBalance.blue], isSigned: false)
    }
    if let asShotNeutral {
      writer.set(
        .asShotNeutral, fractions: [asShotNeutral.red, asShotNeutral.green, asShotNeutral.blue], isSigned: false)
    }
    for (light, tags) in zip(lights, Self.numbered) {
      writer.set(tags.0, fractions: light.colorMatrix.entries)
      writer.set(tags.1, shorts: light.illuminant)
      if let white = light.writtenWhite { writer.set(tags.2, white: white) }
      if let forward = light.forwardMatrix { writer.set(tags.3, fractions: forward.entries) }
      if let calibration = light.cameraCalibration { writer.set(tags.4, fractions: calibration.entries) }
    }
    if lights.contains(where: { $0.cameraCalibration != nil }), isCalibrationOfProfile {
      writer.set(.cameraCalibrationSignature, text: Self.calibrationSignature)
    }
  }

  /// Returns the factor that makes the largest response to D50 1, or 1 where it is near that. Fractions are best for
  /// numbers of about 1. All matrices share the factor, because the blend of two lights depends on their relative
  /// scale.
  private static func scale(of matrices: [Matrix3x3]) throws(WhiteBalanceError) -> Double {
    let responses = matrices.map { $0 * TristimulusValues(.d50).vector }
    let largest = responses.map { $0.max() }.max() ?? 0
    guard largest > 0 else { throw .noPositiveResponse(.d50, LinearRGB(responses[0])) }
    return usualScale ~= largest ? 1 : 1 / largest
  }

  private static let usualScale = 0.25...4.0
  /// The limit of a matrix's entries. It is far above those of every camera, and a fraction of 32 bits still has four
  /// decimals there.
  private static let largestEntry = 32768.0

  /// The least that a matrix's largest entry may be. A fraction's error of 5e-10 is a millionth of it.
  private static let leastEntry = 5e-4

  /// Returns whether fractions can tell each channel from 0 and from the largest entry.
  package static func holds(_ channels: LinearRGB) -> Bool {
    [channels.red, channels.green, channels.blue].allSatisfy { (1 / largestEntry..<largestEntry).contains($0) }
  }

  /// The signature of this library's profiles. No other camera's CameraCalibration has it, so none is applied with
  /// them.
  private static let calibrationSignature = "WhiteBalance"
  /// The default of ProfileEmbedPolicy.
  private static let allowCopying = 0
}

extension MatrixCharacterization {
  /// The calibrated light that is nearest to the middle of the range, excluding the ends; `nil` for two lights.
  var middleLight: CalibratedLight? {
    let middle = (1e6 / lights[0].temperature + 1e6 / lights[lights.count - 1].temperature) / 2
    return lights.dropFirst().dropLast().min {
      abs(1e6 / $0.temperature - middle) < abs(1e6 / $1.temperature - middle)
    }
  }
}

extension DNGColorTags.CalibratedLight {
  /// Creates the tags of one light.
  ///
  /// - Parameter matrix: The matrix from XYZ to the device under the light.
  fileprivate init(_ standard: DNGIlluminant.Standard, _ matrix: Matrix3x3) throws(WhiteBalanceError) {
    illuminant = standard.code
    temperature = standard.temperature
    white = nil
    colorMatrix = matrix
    let white = TristimulusValues(standard.white).vector
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

  /// Whether ForwardMatrix is absent, or equals the one that this library derives from ColorMatrix.
  var isForwardMatrixDerived: Bool {
    guard let forwardMatrix else { return true }
    guard let standard = DNGIlluminant.standards.first(where: { $0.code == illuminant }),
      let made = try? DNGColorTags.CalibratedLight(standard, colorMatrix).forwardMatrix
    else { return false }
    return zip(forwardMatrix.entries, made.entries).allSatisfy { abs($0 - $1) <= Self.digitsOfFractions }
  }

  /// The largest difference between matrices that are written alike. Adobe's files have four decimals.
  private static let digitsOfFractions = 1e-4
}
