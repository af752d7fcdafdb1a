internal import Colorimetry
package import DeviceProfiles
public import WhiteBalance

extension DNGColorTags {
  /// The error of tags without a light, for which colours are not defined.
  static var noLight: ExchangeError {
    .missingTag("ColorMatrix1", needed: "colours need the matrix of one light at least")
  }

  /// The gains of ``analogBalance``; 1 where the tag is absent. They belong to one file's samples, and not to a
  /// profile.
  package var appliedGains: WhiteBalanceGains { analogBalance.map { WhiteBalanceGains($0.vector) } ?? .unity }

  /// Returns the neutral as shot, in the samples of the file: AsShotNeutral, or the response to AsShotWhiteXY with the
  /// largest channel 1.
  ///
  /// - Parameter profile: The profile of the camera. Without it AsShotWhiteXY tells no neutral.
  package func asShotNeutral(on profile: DeviceProfile?) -> LinearRGB? {
    if let asShotNeutral { return asShotNeutral }
    guard let asShotWhite, let response = try? profile?.characterization.response(to: asShotWhite) else { return nil }
    let neutral = response.vector * appliedGains.vector
    return LinearRGB(neutral / neutral.max())
  }

  /// Returns the camera as matrices, with a warning for everything in the tags that they express differently.
  ///
  /// The matrix from XYZ to the camera is CameraCalibration · ColorMatrix. DNG multiplies by AnalogBalance too; here a
  /// neutral of the file is divided by it instead, because it belongs to one file's samples. For two lights the blend
  /// is DNG's own, linear in reciprocal temperature. Of two lights that cannot be blended so, because one has no
  /// temperature or both have the same, the first matrix alone is used, as by Adobe's DNG SDK.
  ///
  /// - Throws: ``ExchangeError`` where there is no light, one of three has no temperature,
  ///   or the matrices cannot be used.
  public func characterization() throws(ExchangeError) -> (MatrixCharacterization, warnings: [ExchangeWarning]) {
    var warnings: [ExchangeWarning] = []
    if lights.count > 2 {
      warnings.append(
        ExchangeWarning(
          code: .threeLights,
          text: "DNG weighs three lights by their distance in temperature and tint; here neighbours are blended in "
            + "reciprocal temperature, so between the lights white differs"))
    }
    let gains = appliedGains
    if gains != .unity {
      warnings.append(
        ExchangeWarning(
          code: .analogBalance,
          text: "AnalogBalance, \(gains.red), \(gains.green), \(gains.blue), is the gains of this file's samples, and "
            + "is not in the profile; where the file is measured, they are taken out"))
    }
    guard !self.lights.isEmpty else { throw Self.noLight }
    let (lights, temperatures) = try blended(&warnings)
    var calibrations = lights.map { $0.cameraCalibration ?? .identity }
    if !isCalibrationOfProfile, calibrations.contains(where: { $0 != .identity }) {
      warnings.append(
        ExchangeWarning(
          code: .calibrationIgnored,
          text: "CameraCalibration is for another profile (its signature is not the profile's), and is not used"))
      calibrations = lights.map { _ in .identity }
    }
    var unit = LinearRGB(red: 1, green: 1, blue: 1)
    let common = calibrations[0]
    let diagonal = SIMD3(common[0, 0], common[1, 1], common[2, 2])
    if calibrations.allSatisfy({ $0 == common }), common == Matrix3x3(diagonal: diagonal) {
      unit = LinearRGB(diagonal)
      calibrations = lights.map { _ in .identity }
    } else {
      let exact = calibrations.allSatisfy { $0 == common }
      warnings.append(
        ExchangeWarning(
          code: .calibrationFolded,
          text: "CameraCalibration is not one factor a channel; it is multiplied into the matrices"
            + (exact ? "" : ", and as it differs between the lights, white between them differs a little from DNG's")))
    }
    var calibrated: [MatrixCharacterization.CalibratedLight] = []
    for (index, light) in lights.enumerated() {
      let matrix = calibrations[index] == .identity ? light.colorMatrix : calibrations[index] * light.colorMatrix
      // A Duv belongs to the light's own temperature.
      let duv = light.temperature == temperatures[index] ? light.duv : nil
      calibrated.append(.init(temperature: temperatures[index], duv: duv, matrix: matrix))
    }
    do throws(WhiteBalanceError) {
      return (try MatrixCharacterization(lights: calibrated, unitResponse: unit), warnings)
    } catch {
      throw .characterization(error)
    }
  }

  /// Returns the lights to blend with their temperatures. Where one or two of them tell no temperature, it returns the
  /// first alone.
  private func blended(
    _ warnings: inout [ExchangeWarning]
  ) throws(ExchangeError) -> (lights: [CalibratedLight], temperatures: [Double]) {
    let known = lights.compactMap(\.temperature)
    if known.count == lights.count, lights.count != 2 || known[0] != known[1] { return (lights, known) }
    if lights.count > 2, let index = lights.firstIndex(where: { $0.temperature == nil }) {
      throw .unsupportedTag(
        "CalibrationIlluminant\(index + 1)", value: "\(lights[index].illuminant)",
        expected: "a light with a temperature, such as 17 (A) or 21 (D65), because matrices are blended by it")
    }
    let first = "CalibrationIlluminant1 is \(lights[0].illuminant)"
    let text =
      lights.count == 1
      ? "\(first), a light without a temperature; the one matrix"
      : "\(first) and CalibrationIlluminant2 is \(lights[1].illuminant), lights without two temperatures to blend by; "
        + "ColorMatrix1"
    warnings.append(
      ExchangeWarning(
        code: .unknownLight,
        text: "\(text) holds for all lights, and is entered at \(Self.temperatureOfUnknown) K"))
    return ([lights[0]], [Self.temperatureOfUnknown])
  }

  /// The temperature, in kelvin, of a matrix that holds for all lights: that of D50, DNG's connection space.
  private static let temperatureOfUnknown = 5000.0
}

extension DNGColorTags.CalibratedLight {
  /// The Duv of the light where its chromaticity is known, from IlluminantData or as one of the CIE's illuminants.
  fileprivate var duv: Double? {
    guard illuminant == DNGIlluminant.other else { return DNGIlluminant.duv(of: illuminant) }
    return white.flatMap { try? TemperatureAndTint($0).duv }
  }
}
