internal import Colorimetry
public import DeviceProfiles
internal import RawFrames
internal import WhiteBalance

/// A profile as another program's file, and what of the profile that file does not hold.
public struct ExportedProfile: Hashable, Sendable {
  public let bytes: [UInt8]
  public let warnings: [ExchangeWarning]

  /// - Parameters:
  ///   - copyright: of a DCP; without it the file says nothing of that.
  ///   - target: of a tuning file, the image processor.
  public init(
    _ profile: DeviceProfile, as format: ExchangeFormat, copyright: String? = nil,
    target: String = LibcameraTuning.targets[0]
  ) throws(ExchangeError) {
    switch format {
    case .icc:
      do throws(ProfileError) { bytes = try profile.iccBytes() } catch { throw .profile(error) }
      warnings = profile.lossInStandardTags
    case .dcp: (bytes, warnings) = try profile.dcp(copyright: copyright)
    case .libcamera: (bytes, warnings) = try profile.tuning(target: target)
    case .dng: throw .notWritten(.dng)
    }
  }
}

extension DeviceProfile {
  /// What other readers of ICC profiles do not see: the dictionary.
  fileprivate var lossInStandardTags: [ExchangeWarning] {
    guard case .lookUpTable = characterization else {
      return [
        ExchangeWarning(
          code: .oneLight,
          text:
            "other programs read the standard tags alone: one light, the nearest to D50, rounded to 1.5e-5; the rest is "
            + "in the dictionary, which this library reads back to the same bits")
      ]
    }
    return []
  }

  fileprivate func dcp(copyright: String?) throws(ExchangeError) -> ([UInt8], [ExchangeWarning]) {
    guard let matrices = characterization.matrices else {
      throw .unwritable(.dcp, "it is a look-up table, and a DCP needs matrices from XYZ")
    }
    let tags = try DNGColorTags(matrices, model: identity.modelName, copyright: copyright)
    var warnings: [ExchangeWarning] = []
    if matrices.unitResponse.isNotOne {
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
          code: .noColors, text: "the profile knows gains alone; the DCP's colours are a typical camera's"))
    }
    let kept = tags.lights.compactMap(\.temperature)
    let own = matrices.lights.map(\.temperature)
    if own.count > kept.count {
      warnings.append(
        ExchangeWarning(
          code: .lightsLeftOut,
          text: "of \(own.count) calibrated lights, \(own.map(\.description).joined(separator: ", ")) K, the DCP has "
            + "\(kept.count): \(kept.map(\.description).joined(separator: ", ")) K"))
    }
    let ends = [own[own.count - 1], own[0]]
    for (from, to) in zip(ends, kept.count == 1 ? kept + kept : kept)
    where from != to && (own.count > 1 || from == ends[0]) {
      let text = "the light of \(from) K is written as DNG's light of \(to) K"
      if !warnings.contains(where: { $0.text == text }) {
        warnings.append(ExchangeWarning(code: .lightMoved, text: text))
      }
    }
    warnings += drift(to: try tags.characterization().0) + lost(except: [])
    return (tags.dcpBytes(), warnings)
  }

  fileprivate func tuning(target: String) throws(ExchangeError) -> ([UInt8], [ExchangeWarning]) {
    var warnings: [ExchangeWarning] = []
    let matrices = characterization.colors
    let known = characterization.calibratedTemperatures.flatMap { $0.lowerBound < $0.upperBound ? $0 : nil }
    let usual = Temperatures.usual
    let range =
      known.map { $0.clamped(to: usual).lowerBound < $0.clamped(to: usual).upperBound ? $0.clamped(to: usual) : usual }
      ?? usual
    if known == nil {
      warnings.append(
        ExchangeWarning(
          code: .extrapolated,
          text:
            "the profile has one light or an unknown range; the curve from \(range.lowerBound) to \(range.upperBound) K "
            + "extrapolates"))
    }
    let lights = characterization.matrices?.lights.map(\.temperature).filter(\.isFinite) ?? []
    let own = lights.count > 1 ? lights : []
    var tuning = try LibcameraTuning(
      characterization, matrices: matrices, temperatures: Temperatures.curve(over: range, with: own), target: target)
    if let levels {
      let black = levels.black.all.reduce(0, +) / 4
      tuning.blackLevel = black / ((levels.white.all.max() ?? 0) + 1) * LibcameraTuning.levelScale
      if Set(levels.black.all).count > 1 || Set(levels.white.all).count > 1 {
        warnings.append(
          ExchangeWarning(code: .levels, text: "the levels differ between channels; rpi.black_level is their mean"))
      }
    }
    if matrices == nil {
      warnings.append(
        ExchangeWarning(code: .noColors, text: "the profile has no matrix of colours; there is no rpi.ccm"))
    }
    let sections = ["rpi.awb", matrices.map { _ in "rpi.ccm" }, tuning.blackLevel.map { _ in "rpi.black_level" }]
    warnings.append(
      ExchangeWarning(
        code: .sections,
        text:
          "the file has \(sections.compactMap(\.self).joined(separator: ", ")) alone; lens shading, noise, sharpness, "
          + "exposure and the rest must come from another"))
    if matrices != nil { warnings += drift(to: try tuning.matrixCharacterization().0) }
    warnings += lost(except: levels == nil ? [] : [.levels])
    return (Array(tuning.json.utf8), warnings)
  }

  /// The fields that only this library's profiles have.
  private func lost(except kept: Set<ExchangeWarning.Code>) -> [ExchangeWarning] {
    var lost = [balanceWarning.map { ExchangeWarning(code: .balancedRGB, text: $0) }].compactMap(\.self)
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

  /// How far off the lights are that `copy` finds, over black bodies in the calibrated range.
  private func drift(to copy: MatrixCharacterization) -> [ExchangeWarning] {
    let range = characterization.calibratedTemperatures?.clamped(to: Temperatures.usual) ?? Temperatures.usual
    let mireds = (0...Temperatures.steps).map { step in
      let (low, high) = (1e6 / range.upperBound, 1e6 / range.lowerBound)
      return low + (high - low) * Double(step) / Double(Temperatures.steps)
    }
    var largest = (mired: 0.0, duv: 0.0)
    for mired in mireds {
      guard let light = try? Chromaticity(TemperatureAndTint(temperature: 1e6 / mired, duv: 0)),
        let found = try? copy.light(causing: characterization.response(to: light)).temperatureAndTint
      else { continue }
      largest = (max(largest.mired, abs(found.mired - mired)), max(largest.duv, abs(found.duv)))
    }
    guard largest.mired > Temperatures.statedMired || largest.duv > Temperatures.statedDuv else { return [] }
    return [
      ExchangeWarning(
        code: .drift,
        text: "between its lights the file's lights are off by up to \(rounded(largest.mired)) mired and Duv "
          + "\((largest.duv * 1e5).rounded() / 1e5)")
    ]
  }
}

/// The temperatures of a curve.
private enum Temperatures {
  /// In kelvin, about what libcamera's own files cover.
  static let usual = 2500.0...10000.0
  static let steps = 20
  /// In mired, the largest step, and how near to a calibrated light none is added.
  private static let step = 25.0
  private static let nearest = 8.0
  static let statedMired = 0.05
  static let statedDuv = 5e-5

  /// The calibrated lights, the ends of `range`, and even steps between them.
  static func curve(over range: ClosedRange<Double>, with own: [Double]) -> [Double] {
    let (low, high) = (1e6 / range.upperBound, 1e6 / range.lowerBound)
    let count = max(1, ((high - low) / step).rounded(.up))
    let even = (0...Int(count)).map { 1e6 / (high - (high - low) * Double($0) / count) }
    let added = even.filter { temperature in
      !own.contains { abs(1e6 / $0 - 1e6 / temperature) < nearest }
    }
    return (own + added).sorted()
  }
}

extension ProfileCharacterization {
  /// The part that other formats know; `nil` of a table.
  fileprivate var matrices: MatrixCharacterization? {
    switch self {
    case .matrices(let matrices): matrices
    case .whiteMap(let map): map.matrices
    case .gainCurve(let curve): curve.matrices
    case .lookUpTable: nil
    }
  }

  /// The matrices that know this device's colours: a curve's are a typical camera's, scaled.
  fileprivate var colors: MatrixCharacterization? {
    if case .gainCurve = self { nil } else { matrices }
  }
}

extension LinearRGB {
  fileprivate var isNotOne: Bool { red != 1 || green != 1 || blue != 1 }
}

extension DeviceIdentity {
  /// Manufacturer and model.
  fileprivate var modelName: String { [manufacturer, model].compactMap(\.self).joined(separator: " ") }
}
