internal import Colorimetry
public import DeviceProfiles
internal import NumericalMethods
internal import RawFrames
internal import WhiteBalance

/// A profile as another program's file, with warnings about what that file does not hold.
public struct ExportedProfile: Hashable, Sendable {
  /// The bytes of the file.
  public let bytes: [UInt8]
  /// A warning for everything in the profile that the file does not hold or expresses differently.
  public let warnings: [ExchangeWarning]

  /// Writes a profile as another program's file.
  ///
  /// - Parameters:
  ///   - profile: The profile.
  ///   - format: The format of the file, other than ``ExchangeFormat/dng``.
  ///   - copyright: The copyright of a DCP; `nil` omits it.
  ///   - target: The image processor that a tuning file names: `bcm2835` (Raspberry Pi 4 and earlier), `pisp`
  ///     (Raspberry Pi 5), or another that reads such files; `nil` is `bcm2835`.
  ///   - bits: The number of bits of the sensor's samples, 1 to 16, for a tuning file's black level; `nil` takes the
  ///     fewest that hold the white level.
  ///   - existing: A tuning file whose white balance, colours and black level are replaced while every other byte
  ///     stays; `nil` makes a file of these sections alone.
  /// - Throws: ``ExchangeError`` where the format is not written, or cannot express the profile. A file that
  ///   ``ImportedProfile`` would refuse is never written.
  public init(
    _ profile: DeviceProfile, as format: ExchangeFormat, copyright: String? = nil, target: String? = nil,
    bits: Int? = nil, into existing: [UInt8]? = nil
  ) throws(ExchangeError) {
    switch format {
    case .dcp: (bytes, warnings) = try profile.dcp(copyright: copyright)
    case .libcamera: (bytes, warnings) = try profile.tuning(target: target, bits: bits, into: existing)
    case .dng: throw .notWritten(.dng)
    }
    try Self.check(bytes, format)
  }

  /// Writes the white balance of a camera for darktable, in the form of its `wb_presets.json`.
  ///
  /// - Throws: ``ExchangeError`` where the profile does not name maker and model, or the camera would not see a light.
  package init(darktablePresetsOf profile: DeviceProfile) throws(ExchangeError) {
    let presets = try WhiteBalancePresets(profile)
    (bytes, warnings) = (Array(try presets.darktableJSON().utf8), presets.warnings)
  }

  /// Writes RawTherapee's processing profile for the camera under a black body.
  ///
  /// - Parameters:
  ///   - profile: The profile of the camera, which the DNGs have the colours of.
  ///   - temperature: The black body's temperature, in kelvin.
  /// - Throws: ``ExchangeError``, as ``DeviceProfiles/DeviceProfile/rawTherapeeProfile(temperature:)`` does.
  package init(rawTherapeeProfileOf profile: DeviceProfile, temperature: Double) throws(ExchangeError) {
    let (text, warnings) = try profile.rawTherapeeProfile(temperature: temperature)
    (bytes, self.warnings) = (Array(text.utf8), warnings)
  }

  /// Throws for a file that could not be imported again.
  ///
  /// The numbers of an unusual profile may be too large for another format, or may not be monotone along a curve.
  private static func check(_ bytes: [UInt8], _ format: ExchangeFormat) throws(ExchangeError) {
    do throws(ExchangeError) { _ = try ImportedProfile(bytes, format: format, model: "any") } catch {
      throw .unwritable(format, "it could not be read again: \(error)")
    }
  }
}

extension DeviceProfile {
  fileprivate func dcp(copyright: String?) throws(ExchangeError) -> ([UInt8], [ExchangeWarning]) {
    let (tags, warnings) = try colorTags(of: .dcp, copyright: copyright)
    return (try tags.dcpBytes(), warnings)
  }

  fileprivate func tuning(
    target: String?, bits: Int?, into existing: [UInt8]?
  ) throws(ExchangeError) -> ([UInt8], [ExchangeWarning]) {
    var warnings: [ExchangeWarning] = []
    let matrices = characterization.colors
    let known = characterization.calibratedTemperatures.flatMap { $0.lowerBound < $0.upperBound ? $0 : nil }
    let usual = Temperatures.usual
    let range =
      known.map { $0.clamped(to: usual).lowerBound < $0.clamped(to: usual).upperBound ? $0.clamped(to: usual) : usual }
      ?? usual
    if case .temperatureCurve = characterization {
      // It is written unchanged.
    } else if known == nil {
      warnings.append(
        ExchangeWarning(
          code: .extrapolated,
          text:
            "the profile has one light or an unknown range; the curve from \(range.lowerBound) to \(range.upperBound) K "
            + "extrapolates"))
    } else if let known, range.lowerBound < known.lowerBound || range.upperBound > known.upperBound {
      warnings.append(
        ExchangeWarning(
          code: .extrapolated,
          text:
            "the profile's lights are from \(known.lowerBound.tenths) to \(known.upperBound.tenths) K; the curve goes on to "
            + "\(range.lowerBound) to \(range.upperBound) K, and extrapolates"))
    }
    let lights = characterization.matrices?.lights.map(\.temperature).filter(\.isFinite) ?? []
    let own = lights.count > 1 ? lights : []
    var tuning = try LibcameraTuning(
      characterization, matrices: matrices, temperatures: Temperatures.curve(over: range, with: own),
      target: target ?? LibcameraTuning.targets[0])
    if let bits, !ImportedProfile.sampleBits.contains(bits) { throw .sampleBits(bits, ImportedProfile.sampleBits) }
    let end = levels?.white.all.max() ?? 0
    // libcamera's scale of black levels ends at 16 bits.
    let levels = levels.flatMap { end <= LibcameraTuning.levelScale ? $0 : nil }
    if let levels {
      let (black, white) = (levels.black, levels.white)
      // The white level may be below the largest value, or be the number of values.
      let fewest = ImportedProfile.sampleBits.first { end <= Double(1 << $0) } ?? ImportedProfile.sampleBits.upperBound
      let bits = bits ?? fewest
      let range = fewest...ImportedProfile.sampleBits.upperBound
      guard range.contains(bits) else { throw .sampleBits(bits, range) }
      if end != Double(1 << bits - 1) {
        warnings.append(
          ExchangeWarning(
            code: .levels,
            text: "the white level, \(end), is not kept; the black level is written for samples of \(bits) bits"))
      }
      let scale = LibcameraTuning.levelScale / Double(1 << bits)
      tuning.blackLevels = LinearRGB(
        red: black.red * scale, green: (black.greenOnRedRow + black.greenOnBlueRow) / 2 * scale,
        blue: black.blue * scale)
      if black.greenOnRedRow != black.greenOnBlueRow || Set(white.all).count > 1 {
        warnings.append(
          ExchangeWarning(
            code: .levels,
            text:
              "the levels of the two greens, or the white levels, differ; rpi.black_level has a level each for red, "
              + "green and blue"))
      }
    }
    if matrices == nil {
      warnings.append(
        ExchangeWarning(
          code: .noColors,
          text: existing == nil
            ? "the profile has no matrix of colours; there is no rpi.ccm"
            : "the profile has no matrix of colours; the file's own rpi.ccm stays, which may be another sensor's"))
    }
    if existing != nil, levels == nil {
      let cause = self.levels == nil ? "the profile has no levels" : "the profile's levels are above those of 16 bits"
      warnings.append(
        ExchangeWarning(
          code: .levels, text: "\(cause); the file's own rpi.black_level stays, which may be another sensor's"))
    }
    if existing == nil, levels == nil, self.levels == nil {
      let assumed = Int(LibcameraTuning.assumedLevel)
      warnings.append(
        ExchangeWarning(
          code: .levels,
          text: "the profile has no levels, so there is no rpi.black_level; libcamera then takes \(assumed) of "
            + "\(Int(LibcameraTuning.levelScale))"))
    }
    if let existing {
      warnings += [try tuning.addedSections(to: existing), try tuning.modesBeyond(existing)].compactMap(\.self)
    } else {
      let sections = ["rpi.awb", matrices.map { _ in "rpi.ccm" }, tuning.blackLevels.map { _ in "rpi.black_level" }]
      warnings.append(
        ExchangeWarning(
          code: .sections,
          text:
            "the file has \(sections.compactMap(\.self).joined(separator: ", ")) alone; lens shading, noise, sharpness, "
            + "exposure and the rest must come from another"))
    }
    warnings += drift(to: try tuning.characterization().0)
    if let maker = identity.manufacturer {
      warnings.append(
        ExchangeWarning(
          code: .identity,
          text: "the camera's names, \(maker) and \(identity.model), are not kept; name the file by its sensor"))
    }
    warnings += lost(except: levels == nil ? [] : [.levels])
    return (try existing.map(tuning.merged) ?? Array(tuning.json.utf8), warnings)
  }
}

/// The temperatures at which curves and differences are computed.
enum Temperatures {
  /// The range of temperatures, in kelvin, about that of libcamera's own files.
  static let usual = 2500.0...10000.0
  /// The largest step of a curve, and the distance to a calibrated light within which no point is added, in mired.
  private static let step = 25.0
  private static let nearest = 8.0
  /// The least differences of lights that are reported: half a unit of the last decimal in the message.
  static let driftMired = 0.05
  static let driftDuv = 5e-5

  /// Returns the calibrated lights, the ends of `range`, and even steps between them.
  static func curve(over range: ClosedRange<Double>, with own: [Double]) -> [Double] {
    let (low, high) = (1e6 / range.upperBound, 1e6 / range.lowerBound)
    let count = max(1, ((high - low) / step).rounded(.up))
    // Rounding removes digits of a light's temperature that are due to arithmetic.
    let own = own.map { ($0 * 1000).rounded() / 1000 }
    // Whole kelvin are easier to read. A kelvin is less than a tenth of a mired here.
    let even = (0...Int(count)).map { (1e6 / (high - (high - low) * Double($0) / count)).rounded() }
    let added = even.filter { temperature in
      !own.contains { abs(1e6 / $0 - 1e6 / temperature) < nearest }
    }
    return (own + added).sorted()
  }
}
