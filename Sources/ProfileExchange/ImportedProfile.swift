public import DeviceProfiles
internal import RawFrames
internal import WhiteBalance

/// A profile from another program's file, with warnings about what it does not hold.
public struct ImportedProfile: Hashable, Sendable {
  /// The format of the file.
  public let format: ExchangeFormat
  /// The profile.
  public let profile: DeviceProfile
  /// A warning for everything in the file that the profile does not hold or expresses differently.
  public let warnings: [ExchangeWarning]

  /// Reads another program's file.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of the file.
  ///   - format: The format of the file; `nil` detects it.
  ///   - model: The name of the device; `nil` takes the file's.
  ///   - bits: The number of bits of the sensor's samples, 1 to 16. A tuning file's black level is for 16 bits, and is
  ///     omitted without it.
  /// - Throws: ``ExchangeError`` where the file cannot be read, or there are no samples of `bits`.
  public init(
    _ bytes: [UInt8], format: ExchangeFormat? = nil, model: String? = nil, bits: Int? = nil
  ) throws(ExchangeError) {
    if let bits, !Self.sampleBits.contains(bits) { throw .sampleBits(bits, Self.sampleBits) }
    if let format { self.format = format } else { self.format = try ExchangeFormat(detecting: bytes) }
    switch self.format {
    case .dcp, .dng:
      (profile, warnings) = try DNGColorTags(bytes).deviceProfile(model: model)
    case .libcamera:
      (profile, warnings) = try LibcameraTuning(bytes).deviceProfile(model: model, bits: bits)
    }
  }

  /// The numbers of bits that a sensor's samples may have. A tuning file's levels are of the largest.
  package static let sampleBits = 1...16
}

extension DNGColorTags {
  fileprivate func deviceProfile(model name: String?) throws(ExchangeError) -> (DeviceProfile, [ExchangeWarning]) {
    guard let model = name ?? model else { throw .noModel }
    var (matrices, warnings) = try characterization()
    if !renderingTags.isEmpty {
      warnings.append(
        ExchangeWarning(
          code: .rendering,
          text: "\(renderingTags.joined(separator: ", ")): these render colours after white balance, and are not kept"))
    }
    if hasFurtherProfiles {
      warnings.append(
        ExchangeWarning(
          code: .furtherProfiles, text: "\(DNGTag.extraCameraProfiles.name): further profiles of the file are not read")
      )
    }
    if isBlackEstimated {
      warnings.append(
        ExchangeWarning(
          code: .levels, text: "the black level was estimated from the frame, so the levels are not kept"))
    }
    if let levelsFault {
      warnings.append(ExchangeWarning(code: .levels, text: "\(levelsFault), so the levels are not kept"))
    }
    if let otherMaker {
      warnings.append(
        ExchangeWarning(
          code: .identity,
          text:
            "Make, '\(otherMaker)', is not kept: UniqueCameraModel, '\(self.model ?? "")', is the camera's whole name"))
    }
    let source = ["DNG's colour tags", profileName.map { "profile '\($0)'" }, copyright].compactMap(\.self)
    let profile = DeviceProfile(
      identity: DeviceIdentity(manufacturer: manufacturer, model: model, unit: serialNumber),
      characterization: .matrices(matrices), levels: isBlackEstimated ? nil : levels,
      provenance: source.joined(separator: ", "))
    return (profile, warnings)
  }
}

extension LibcameraTuning {
  fileprivate func deviceProfile(
    model: String?, bits: Int?
  ) throws(ExchangeError) -> (DeviceProfile, [ExchangeWarning]) {
    guard let model else { throw .noModel }
    var (characterization, warnings) = try characterization()
    if !otherSections.isEmpty {
      warnings.append(
        ExchangeWarning(
          code: .sections, text: "not kept, because they are not about white: \(otherSections.joined(separator: ", "))")
      )
    }
    if !steering.isEmpty {
      warnings.append(
        ExchangeWarning(
          code: .steering,
          text: "not kept, because they steer libcamera and say nothing of the sensor: "
            + steering.joined(separator: ", ")))
    }
    if let secondCurve {
      warnings.append(
        ExchangeWarning(code: .secondCurve, text: "\(secondCurve) has a ct_curve of its own, which is not read"))
    }
    var levels: SampleLevels?
    if let blackLevels, let bits {
      let scale = Double(1 << bits) / Self.levelScale
      do throws(RawFrameError) {
        levels = try SampleLevels(
          black: BayerValues(
            red: blackLevels.red * scale, greenOnRedRow: blackLevels.green * scale,
            greenOnBlueRow: blackLevels.green * scale, blue: blackLevels.blue * scale),
          white: BayerValues(repeating: Double(1 << bits - 1)))
      } catch { throw .levels(error) }
    } else if let blackLevels {
      let levels =
        Set([blackLevels.red, blackLevels.green, blackLevels.blue]).count == 1
        ? "\(blackLevels.green)" : "\(blackLevels.red), \(blackLevels.green), \(blackLevels.blue)"
      warnings.append(
        ExchangeWarning(
          code: .levels,
          text: "the black level, \(levels) of 16 bits, is not kept; give the bits of the sensor's samples"))
    } else if bits != nil {
      warnings.append(
        ExchangeWarning(code: .levels, text: "the file has no rpi.black_level, so the bits of the samples say nothing"))
    }
    let profile = DeviceProfile(
      identity: DeviceIdentity(model: model), characterization: .temperatureCurve(characterization), levels: levels,
      provenance: "tuning file of libcamera" + (target.isEmpty ? "" : " for \(target)"))
    return (profile, warnings)
  }

  /// The scale of rpi.black_level, which is for samples of 16 bits.
  static let levelScale = 65536.0
  /// The black level that libcamera takes where a file has none. Source: as for ``TuningFields/blackLevels(_:)``.
  static let assumedLevel = 4096.0
}
