internal import Colorimetry
package import DeviceProfiles
internal import NumericalMethods
internal import WhiteBalance

extension DeviceProfile {
  /// Returns the tags of a DCP or a DNG, with a warning for everything in the profile that they do not hold.
  ///
  /// A DCP describes a model, so the unit's own response is multiplied into its matrices. A DNG describes one unit.
  package func colorTags(
    of format: ExchangeFormat, copyright: String? = nil
  ) throws(ExchangeError) -> (DNGColorTags, [ExchangeWarning]) {
    let name = format.rawValue.uppercased()
    guard let matrices = characterization.matrices else {
      throw .unwritable(format, "the profile is a look-up table, and a \(name) needs matrices from XYZ")
    }
    let tags =
      try format == .dng
      ? unitTags(of: matrices) : DNGColorTags(matrices, model: identity.modelName, copyright: copyright)
    var warnings: [ExchangeWarning] = []
    if matrices.unitResponse.isNotOne, format == .dcp {
      warnings.append(
        ExchangeWarning(
          code: .unitResponse,
          text:
            "this unit's own response (\(matrices.unitResponse)) is multiplied into the matrices: the DCP is of this unit"
        ))
    }
    if characterization.colors == nil {
      warnings.append(
        ExchangeWarning(
          code: .noColors, text: "the profile knows gains alone; the \(name)'s colours are a typical camera's"))
    }
    let kept = tags.lights.compactMap(\.temperature)
    let own = matrices.lights.map(\.temperature)
    if own.count > kept.count {
      warnings.append(
        ExchangeWarning(
          code: .lightsLeftOut,
          text:
            "of \(own.count) calibrated lights, \(own.map { "\($0.rounded(decimals: 1))" }.joined(separator: ", ")) K, the \(name) has "
            + "\(kept.count): \(kept.map(\.description).joined(separator: ", ")) K"))
    }
    let ends = own.count > 1 ? [matrices.lights[own.count - 1], matrices.lights[0]] : matrices.lights
    for (from, to) in zip(
      ends + [matrices.middleLight].compactMap(\.self), tags.lights.count == 1 ? tags.lights + tags.lights : tags.lights
    ) {
      guard let text = Self.moved(from, to), !warnings.contains(where: { $0.text == text }) else { continue }
      warnings.append(ExchangeWarning(code: .lightMoved, text: text))
    }
    let (copy, told) = try tags.characterization()
    warnings += told.filter { $0.code == .threeLights }
    warnings += drift(to: copy)
    return (tags, warnings + lost(except: format == .dng ? [.levels, .identity] : []))
  }

  /// Returns the text of a warning about a calibrated light that becomes one of DNG's numbered lights, or `nil` where
  /// it stays.
  private static func moved(
    _ from: MatrixCharacterization.CalibratedLight, _ light: DNGColorTags.CalibratedLight
  ) -> String? {
    guard let to = light.temperature else { return nil }
    let duv = DNGIlluminant.duv(of: light.illuminant) ?? 0
    let isBeside = from.duv.map { abs($0 - duv) >= movedDuv } ?? false
    guard from.temperature != to || isBeside else { return nil }
    func place(_ duv: Double?) -> String { isBeside ? ", Duv \((duv ?? 0).rounded(decimals: 4))," : "" }
    return "the light of \(from.temperature.rounded(decimals: 1)) K\(place(from.duv)) is written as DNG's light of "
      + "\(to) K" + (isBeside ? ", Duv \(duv.rounded(decimals: 4))" : "")
  }

  /// The least change of a light's Duv that is reported. Half of it does not show in four decimals.
  private static let movedDuv = 0.0005

  private func unitTags(of matrices: MatrixCharacterization) throws(ExchangeError) -> DNGColorTags {
    let model: MatrixCharacterization
    do throws(WhiteBalanceError) { model = try MatrixCharacterization(lights: matrices.lights) } catch {
      throw .characterization(error)
    }
    var tags = try DNGColorTags(model, model: identity.model, format: .dng, hasThirdLight: true)
    (tags.manufacturer, tags.serialNumber) = (identity.manufacturer, identity.unit)
    try tags.checkTexts()
    guard !identity.model.isEmpty else { throw .noModel }
    if matrices.unitResponse.isNotOne {
      guard DNGColorTags.holds(matrices.unitResponse) else {
        throw .unwritable(.dng, "the unit's own response is \(matrices.unitResponse), and fractions do not hold it")
      }
      let unit = matrices.unitResponse
      for index in tags.lights.indices {
        tags.lights[index].cameraCalibration = Matrix3x3(diagonal: [unit.red, unit.green, unit.blue])
      }
    }
    return tags
  }

  /// Returns a warning for each field that only this library's profiles have.
  func lost(except kept: Set<ExchangeWarning.Code>) -> [ExchangeWarning] {
    var lost = [ExchangeWarning(balanceOf: self)].compactMap(\.self)
    if case .whiteMap = characterization {
      lost.append(
        ExchangeWarning(
          code: .whiteMap,
          text: "the white map is not kept: under LEDs and fluorescent lamps the answer is the matrices'"))
    }
    if levels != nil { lost.append(ExchangeWarning(code: .levels, text: "the black and white levels are not kept")) }
    if uncertainty != nil { lost.append(ExchangeWarning(code: .uncertainty, text: "the uncertainty is not kept")) }
    if gainRange != .standard {
      lost.append(ExchangeWarning(code: .gainRange, text: "the largest gain, \(gainRange.maximum), is not kept"))
    }
    if identity.unit != nil {
      lost.append(ExchangeWarning(code: .identity, text: "the name of the unit is not kept"))
    }
    lost.append(ExchangeWarning(code: .provenance, text: "the provenance is not kept: \(provenance)"))
    return lost.filter { !kept.contains($0.code) }
  }

  /// Returns a warning if `copy`, the profile of the file, finds other lights than the profile for black bodies from
  /// the lowest temperature of both to the highest, and for the profile's own lights.
  ///
  /// Between two neighbouring lights a difference has one maximum. The lights that an export adds are at
  /// least 8 mired apart; calibrated lights may be nearer. So steps of one mired, together with the calibrated
  /// lights, show each maximum to the digits of the message.
  func drift(to copy: some DeviceCharacterization) -> [ExchangeWarning] {
    let both = [copy.calibratedTemperatures, characterization.calibratedTemperatures].compactMap(\.self)
    let known = (both.map(\.lowerBound).min() ?? 0)...(both.map(\.upperBound).max() ?? 0)
    let range = (known.lowerBound < known.upperBound ? known : Temperatures.usual)
      .clamped(to: PlanckianLocus.lowestTemperature...(.infinity))
    let (low, high) = (1e6 / range.upperBound, 1e6 / range.lowerBound)
    let own = characterization.matrices?.lights.map(\.light) ?? []
    let places = Array(stride(from: low, to: high, by: 1)) + own.map(\.mired) + [high]
    var largest = (mired: 0.0, duv: 0.0)
    for light in places.map({ TemperatureAndTint(temperature: 1e6 / $0, duv: 0) }) + own {
      guard let chromaticity = try? Chromaticity(light),
        let found = try? copy.light(forNeutral: characterization.response(to: chromaticity)).temperatureAndTint
      else { continue }
      largest = (max(largest.mired, abs(found.mired - light.mired)), max(largest.duv, abs(found.duv - light.duv)))
    }
    guard largest.mired > Temperatures.driftMired || largest.duv > Temperatures.driftDuv else { return [] }
    return [
      ExchangeWarning(
        code: .drift,
        text:
          "on black bodies of \(range.lowerBound.tenths) to \(range.upperBound.tenths) K"
          + "\(own.isEmpty ? "" : " and the calibrated lights") the file's lights are off by up to "
          + "\(largest.mired.fixed(decimals: 1)) mired and Duv \(largest.duv.fixed(decimals: 5))")
    ]
  }
}

extension LinearRGB {
  fileprivate var isNotOne: Bool { red != 1 || green != 1 || blue != 1 }
}

extension DeviceIdentity {
  /// The manufacturer and model.
  fileprivate var modelName: String { [manufacturer, model].compactMap(\.self).joined(separator: " ") }
}
