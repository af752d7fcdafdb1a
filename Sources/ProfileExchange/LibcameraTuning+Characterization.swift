internal import Colorimetry
public import DeviceProfiles
internal import NumericalMethods
public import WhiteBalance

extension LibcameraTuning {
  /// Returns the sensor as matrices, or as its curve where the file has no matrices, with a warning for everything that
  /// they express differently.
  ///
  /// - Throws: ``ExchangeError/characterization(_:)`` where the numbers form no characterization.
  public func characterization() throws(ExchangeError) -> (ProfileCharacterization, warnings: [ExchangeWarning]) {
    guard matrices.isEmpty else {
      let (own, warnings) = try matrixCharacterization()
      return (.matrices(own), warnings)
    }
    let points = curve.map {
      GainCurveCharacterization.Point(
        temperature: $0.temperature, redRatio: $0.red / redSensitivity, blueRatio: $0.blue / blueSensitivity)
    }
    let warning = ExchangeWarning(
      code: .noColors, text: "there is no rpi.ccm: lights beside the curve are seen as a typical camera would")
    do throws(WhiteBalanceError) { return (.gainCurve(try GainCurveCharacterization(points: points)), [warning]) } catch
    {
      throw .characterization(error)
    }
  }

  /// Returns the sensor as a matrix at each point of its curve. At the curve's temperatures, on the Planckian locus,
  /// its gains are the curve's.
  ///
  /// libcamera's image is sRGB = C(T) · diag(gains) · device, white-balanced to sRGB's D65. Let A(T) be the adaptation
  /// from D65 to a black body, S the matrix from sRGB to XYZ, and n(T) the neutral of the curve. Then the matrix from
  /// XYZ to the device is
  ///
  ///     M(T) = (A(T) · S · C(T) · diag(1 / n(T)))⁻¹
  ///
  /// It maps the black body's white to n(T), because the rows of C add up to 1. The file does not tell the distance of
  /// its lights from the locus.
  ///
  /// - Throws: ``ExchangeError/missingSection(_:needed:)`` where the file has no `rpi.ccm`, or
  ///   ``ExchangeError/characterization(_:)``.
  public func matrixCharacterization() throws(ExchangeError) -> (
    MatrixCharacterization, warnings: [ExchangeWarning]
  ) {
    guard !matrices.isEmpty else {
      throw .missingSection("ccms in rpi.ccm", needed: "the file does not say how the sensor sees colours")
    }
    var warnings: [ExchangeWarning] = []
    let offset = matrices.map { SRGB.largest($0.matrix * [1, 1, 1] - [1, 1, 1]) }.max() ?? 0
    if offset > Self.roundedRows {
      warnings.append(
        ExchangeWarning(
          code: .rowSums,
          text: "rows of rpi.ccm add up to 1 only within \(offset); they are scaled, so that white stays white"))
    }
    do throws(WhiteBalanceError) {
      var lights: [MatrixCharacterization.CalibratedLight] = []
      for point in curve { lights.append(try light(point)) }
      let unit = LinearRGB(red: 1 / redSensitivity, green: 1, blue: 1 / blueSensitivity)
      let characterization = try MatrixCharacterization(lights: lights, unitResponse: unit)
      if let warning = try betweenPoints(characterization) { warnings.append(warning) }
      return (characterization, warnings)
    } catch {
      throw .characterization(error)
    }
  }

  /// Returns a warning if the curve differs from the blended matrices in the middle between two points. libcamera
  /// interpolates its curve linearly in temperature, and this library blends matrices linearly in its reciprocal.
  private func betweenPoints(
    _ characterization: MatrixCharacterization
  ) throws(WhiteBalanceError) -> ExchangeWarning? {
    var largest = 0.0
    for (low, high) in zip(curve, curve.dropFirst()) {
      let middle = LinearRGB(
        red: (low.red + high.red) / (2 * redSensitivity), green: 1, blue: (low.blue + high.blue) / (2 * blueSensitivity)
      )
      guard let found = try characterization.light(causing: middle).temperatureAndTint else { continue }
      largest = max(largest, abs(found.mired - 2e6 / (low.temperature + high.temperature)))
    }
    guard largest > Self.statedMired else { return nil }
    return ExchangeWarning(
      code: .drift,
      text:
        "between the points of ct_curve libcamera is linear in temperature and this library in its reciprocal; they "
        + "differ by up to \(largest.tenths) mired there")
  }

  /// The difference, in mired, above which there is a warning. A smaller one is below what eyes see.
  private static let statedMired = 1.0

  private func light(_ point: CurvePoint) throws(WhiteBalanceError) -> MatrixCharacterization.CalibratedLight {
    let color = matrix(atTemperature: point.temperature)
    let white = color * [1, 1, 1]
    let keepsWhite = Matrix3x3(diagonal: 1 / white) * color
    let toXYZ = try SRGB.toXYZ(underTemperature: point.temperature)
    let neutral = SIMD3(point.red, 1, point.blue)
    return .init(
      temperature: point.temperature, matrix: (toXYZ * keepsWhite * Matrix3x3(diagonal: 1 / neutral)).inverse)
  }

  /// Returns C at a temperature. libcamera blends it linearly in temperature, and keeps it constant beyond the ends.
  func matrix(atTemperature temperature: Double) -> Matrix3x3 {
    guard let next = matrices.firstIndex(where: { temperature < $0.temperature }) else {
      return matrices[matrices.count - 1].matrix
    }
    guard next > 0 else { return matrices[0].matrix }
    let (low, high) = (matrices[next - 1], matrices[next])
    let weight = (temperature - low.temperature) / (high.temperature - low.temperature)
    return low.matrix * (1 - weight) + high.matrix * weight
  }

  /// The largest deviation of a row's sum from 1 due to rounding. The files have five decimals, and three entries may
  /// be off by half a unit.
  private static let roundedRows = 2e-5
}

/// The colour space of libcamera's image.
enum SRGB {
  /// The white of sRGB. Source: IEC 61966-2-1.
  static let white = Chromaticity(x: 0.3127, y: 0.3290)
  private static let primaries = [
    Chromaticity(x: 0.64, y: 0.33), Chromaticity(x: 0.30, y: 0.60), Chromaticity(x: 0.15, y: 0.06),
  ]

  /// The matrix from linear sRGB to XYZ under D65, with Y of white 1.
  static let toXYZ: Matrix3x3 = {
    let columns = primaries.map { vector(TristimulusValues($0)) }
    let unscaled = Matrix3x3(columns: columns[0], columns[1], columns[2])
    return unscaled * Matrix3x3(diagonal: unscaled.inverse * vector(TristimulusValues(white)))
  }()

  /// Returns the matrix from linear sRGB to XYZ under a black body, for an eye that adapts.
  static func toXYZ(underTemperature temperature: Double) throws(WhiteBalanceError) -> Matrix3x3 {
    do throws(ColorimetryError) {
      let light = try Chromaticity(TemperatureAndTint(temperature: temperature, duv: 0))
      return try ChromaticAdaptation.bradford.matrix(from: white, to: light) * toXYZ
    } catch {
      throw .colorimetry(error)
    }
  }

  static func vector(_ values: TristimulusValues) -> SIMD3<Double> { [values.x, values.y, values.z] }

  /// Returns the largest absolute value of the components.
  static func largest(_ vector: SIMD3<Double>) -> Double { max(abs(vector.x), abs(vector.y), abs(vector.z)) }
}
