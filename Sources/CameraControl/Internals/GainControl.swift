package import CameraDevices
internal import Colorimetry
internal import DeviceProfiles
internal import RawFrames
internal import WhiteBalance

/// The controls by which a device applies gains, and the meaning of their units.
struct GainControl: Sendable {
  private indirect enum Actuator {
    case balance(red: CaptureControl, blue: CaptureControl, BalanceCalibration)
    /// The calibration is `nil` where the device has no profile, which alone tells the gains of a temperature.
    case temperature(CaptureControl, BalanceCalibration?)
    /// No control is set. The device applies the gains to which the controls of `untouched` happen to be set.
    case software(untouched: Actuator?)
  }

  private let actuator: Actuator
  /// The value of a balance control whose unit is not known, as a text, where it is not the control's default. The
  /// gains of the device are not known then.
  let unknownSetting: String?
  /// The device's automatic balance; `nil` where it has none.
  private let automatic: CaptureControl?
  /// Whether the device's automatic balance can be switched.
  private var isAutomaticSettable: Bool { automatic?.isReadOnly == false }

  var method: BalanceMethod {
    switch actuator {
    case .balance: .balanceControls
    case .temperature: .temperatureControl
    case .software: .software
    }
  }

  /// Whether the device's own automatic balance is used, which requires that the device reports its gains.
  var usesDeviceAutomatic: Bool { isAutomaticSettable && method == .balanceControls }

  /// Whether the gains that the device applies are known. Those of a temperature control need a profile, or a
  /// calibration in the options.
  var knowsGains: Bool {
    switch actuator {
    case .temperature(_, nil), .software(untouched: .temperature(_, nil)): false
    default: unknownSetting == nil
    }
  }

  /// Finds the controls. `characterization` is `nil` where the device has no profile.
  init(
    _ device: any CameraBackend, _ characterization: ProfileCharacterization?, _ options: CameraOptions
  ) throws(CameraDeviceError) {
    automatic = try device.control(.autoWhiteBalance)
    actuator = try Self.actuator(device, characterization, options)
    if case .software(untouched: nil) = actuator {
      unknownSetting = try Self.unknownSetting(device)
    } else {
      unknownSetting = nil
    }
  }

  private static func unknownSetting(_ device: any CameraBackend) throws(CameraDeviceError) -> String? {
    for id in [ControlID.redBalance, .blueBalance] {
      guard let control = try device.settableNumber(id) else { continue }
      let value = try device.value(of: id)
      if value != control.defaultValue {
        return "'\(id.name)' is \(value), and which gain that is is not known; set it to its default of "
          + "\(control.defaultValue) and open the camera again, or give the camera's calibration in its options"
      }
    }
    return nil
  }

  private static func actuator(
    _ device: any CameraBackend, _ characterization: ProfileCharacterization?, _ options: CameraOptions
  ) throws(CameraDeviceError) -> Actuator {
    let wanted = options.balanceMethod
    if wanted == .software {
      var unforced = options
      unforced.balanceMethod = nil
      let found = try actuator(device, characterization, unforced)
      if case .software = found { return found }
      return .software(untouched: found)
    }
    if wanted == nil || wanted == .balanceControls {
      let (red, blue) = (try device.settableNumber(.redBalance), try device.settableNumber(.blueBalance))
      if let red, let blue, let calibration = options.calibration ?? BalanceCalibration(assuming: red, blue) {
        return .balance(red: red, blue: blue, calibration)
      }
      if wanted != nil {
        throw missing(red == nil ? .redBalance : .blueBalance, isThere: red != nil && blue != nil, device)
      }
    }
    if wanted == nil || wanted == .temperatureControl {
      let control = try device.settableNumber(.whiteBalanceTemperature)
      if let control {
        guard let characterization else { return .temperature(control, options.calibration) }
        if let calibration = options.calibration ?? BalanceCalibration(assuming: control, characterization) {
          return .temperature(control, calibration)
        }
      }
      if wanted != nil { throw missing(.whiteBalanceTemperature, isThere: control != nil, device) }
    }
    return .software(untouched: nil)
  }

  /// Returns the error for a method that the device does not have, or whose unit is not known.
  private static func missing(_ id: ControlID, isThere: Bool, _ device: any CameraBackend) -> CameraDeviceError {
    guard isThere else { return CameraDeviceError(device: device.name, fault: .noControl(id)) }
    return CameraDeviceError(
      device: device.name,
      fault: .refused(
        "which gains the values of '\(id.name)' are is not known; give the camera's calibration in its options"))
  }

  /// Returns the largest gain that every channel can have.
  func maximumGain(_ range: GainRange) -> Double {
    guard case .balance(let red, let blue, let calibration) = actuator else { return range.maximum }
    let reached = min(
      calibration.red.largestGain(within: red.range), calibration.blue.largestGain(within: blue.range))
    return max(min(reached, range.maximum), range.minimum)
  }

  /// The controls whose values stand for gains; `nil` where there are none.
  var calibrated: [CaptureControl]? {
    switch actuator {
    case .balance(let red, let blue, _): [red, blue]
    case .temperature(let control, _): [control]
    case .software: nil
    }
  }

  /// Returns the gains of a temperature control at one of its values; 1 each where they are not known.
  func gains(at kelvin: Int64) -> WhiteBalanceGains {
    guard case .temperature(_, let calibration?) = actuator else {
      return .unity
    }
    return calibration.gains(red: kelvin, blue: kelvin)
  }

  // MARK: - On the device

  /// Whether the device balances white by itself, by a control that can be switched or only read.
  func isAutomatic(_ device: any CameraBackend) throws(CameraDeviceError) -> Bool {
    guard let automatic else { return false }
    return try device.value(of: automatic.id) != 0
  }

  /// Switches the device's automatic balance.
  ///
  /// - Throws: ``CameraDeviceError`` where the device fails, or where its automatic balance cannot be switched off.
  func setAutomatic(_ isOn: Bool, _ device: any CameraBackend) throws(CameraDeviceError) {
    if !isOn, !isAutomaticSettable, try isAutomatic(device) {
      throw CameraDeviceError(
        device: device.name, fault: .refused("its automatic white balance is on, and the camera cannot switch it off"))
    }
    guard isAutomaticSettable, try isAutomatic(device) != isOn else { return }
    try device.set(.autoWhiteBalance, to: isOn ? 1 : 0)
    // After that, uvcvideo may answer the first request from its cache, with the old value.
    if isOn { _ = try appliedGains(device) }
  }

  /// Returns the gains that the device applies now, as its driver reports them; 1 each where they are not known.
  func appliedGains(_ device: any CameraBackend) throws(CameraDeviceError) -> WhiteBalanceGains {
    try Self.appliedGains(device, by: actuator)
  }

  private static func appliedGains(
    _ device: any CameraBackend, by actuator: Actuator
  ) throws(CameraDeviceError) -> WhiteBalanceGains {
    switch actuator {
    case .balance(let red, let blue, let calibration):
      return calibration.gains(red: try device.value(of: red.id), blue: try device.value(of: blue.id))
    case .temperature(let control, let calibration?):
      let kelvin = try device.value(of: control.id)
      return calibration.gains(red: kelvin, blue: kelvin)
    case .software(let untouched?):
      return try appliedGains(device, by: untouched)
    case .temperature(_, nil), .software(untouched: nil):
      return .unity
    }
  }

  /// Sets the device to the gains nearest to `gains`, and switches its automatic balance off.
  func apply(
    _ gains: WhiteBalanceGains, _ device: any CameraBackend
  ) throws(CameraDeviceError) -> WhiteBalanceOutcome {
    // This comes first, because a manual value is inactive while automatic balance is on.
    try setAutomatic(false, device)
    switch actuator {
    case .balance(let red, let blue, let calibration):
      let asked = [
        red.legalValue(near: calibration.red.value(for: gains.red / gains.green)),
        blue.legalValue(near: calibration.blue.value(for: gains.blue / gains.green)),
      ]
      let done = try device.setAll([red.id: asked[0], blue.id: asked[1]])
      return WhiteBalanceOutcome(
        gains, applied: calibration.gains(red: done[0], blue: done[1]),
        settings: [
          .init(control: red.id, asked: asked[0], done: done[0]),
          .init(control: blue.id, asked: asked[1], done: done[1]),
        ])
    case .temperature(let control, let calibration?):
      let asked = calibration.nearestTemperature(to: gains, control)
      let done = try device.set(control.id, to: asked)
      return WhiteBalanceOutcome(
        gains, applied: calibration.gains(red: done, blue: done),
        settings: [.init(control: control.id, asked: asked, done: done)])
    case .temperature(_, nil), .software:
      return WhiteBalanceOutcome(gains, applied: try appliedGains(device), settings: [])
    }
  }
}

extension WhiteBalanceOutcome {
  init(_ asked: WhiteBalanceGains, applied: WhiteBalanceGains, settings: [Setting]) {
    self.asked = asked
    self.applied = applied
    self.settings = settings
    software = asked.divided(by: applied)
  }
}

extension BalanceCalibration {
  /// Creates a calibration in which the default value is a gain of 1 and gains are proportional to values.
  ///
  /// It is `nil` where the controls cannot mean that.
  init?(assuming red: CaptureControl, _ blue: CaptureControl) {
    guard let red = BalanceCurve(proportional: red), let blue = BalanceCurve(proportional: blue) else { return nil }
    self.init(red: red, blue: blue)
  }

  /// Creates a calibration with the correct gains for each temperature, computed from the device's response to light.
  ///
  /// It is `nil` where there are no such gains.
  init?(assuming control: CaptureControl, _ characterization: ProfileCharacterization) {
    let (low, high) = (Double(control.range.lowerBound), Double(control.range.upperBound))
    guard low >= PlanckianLocus.lowestTemperature, high > low else { return nil }
    // The steps are even in mired, in which gains are nearly straight lines.
    let kelvins = (0...Self.steps).map { step in
      1 / (1 / low + (1 / high - 1 / low) * Double(step) / Double(Self.steps))
    }
    var (red, blue): ([BalanceCurve.Point], [BalanceCurve.Point]) = ([], [])
    for kelvin in kelvins {
      guard let gains = try? characterization.gains(for: TemperatureAndTint(temperature: kelvin, tint: 0)) else {
        return nil
      }
      red.append(.init(value: kelvin, gain: gains.red / gains.green))
      blue.append(.init(value: kelvin, gain: gains.blue / gains.green))
    }
    guard let red = try? BalanceCurve(red), let blue = try? BalanceCurve(blue) else { return nil }
    self.init(red: red, blue: blue)
  }

  private static let steps = 64

  /// Returns the gains at two values. The gain of green is 1.
  func gains(red: Int64, blue: Int64) -> WhiteBalanceGains {
    // A driver may report a value far beyond its range.
    WhiteBalanceGains(
      red: max(self.red.gain(at: Double(red)), Self.leastGain), green: 1,
      blue: max(self.blue.gain(at: Double(blue)), Self.leastGain))
  }

  /// A gain that is smaller than any device has, and above 0, so that one can divide by it.
  private static let leastGain = 1e-3

  /// Returns the legal temperature whose gains have the ratios nearest to those of `gains`.
  func nearestTemperature(to gains: WhiteBalanceGains, _ control: CaptureControl) -> Int64 {
    func distance(_ kelvin: Int64) -> Double {
      let own = self.gains(red: kelvin, blue: kelvin)
      let (red, blue) = (own.red * gains.green / gains.red - 1, own.blue * gains.green / gains.blue - 1)
      return red * red + blue * blue
    }
    let (low, high) = (Double(control.range.lowerBound), Double(control.range.upperBound))
    let candidates = (0...Self.candidates).map { step in
      control.legalValue(near: low + (high - low) * Double(step) / Double(Self.candidates))
    }
    return candidates.min { distance($0) < distance($1) } ?? control.defaultValue
  }

  /// The number of candidates: steps of 5 K over 10 000 K.
  private static let candidates = 2000
}

extension BalanceCurve {
  fileprivate init?(proportional control: CaptureControl) {
    let (low, high) = (Double(max(control.range.lowerBound, 1)), Double(control.range.upperBound))
    let one = Double(control.defaultValue)
    guard one > 0,
      let curve = try? BalanceCurve([.init(value: low, gain: low / one), .init(value: high, gain: high / one)])
    else { return nil }
    self = curve
  }

  func largestGain(within range: ClosedRange<Int64>) -> Double {
    max(gain(at: Double(range.lowerBound)), gain(at: Double(range.upperBound)))
  }
}

extension CaptureControl {
  /// The legal value nearest to `value`, which may be any number.
  func legalValue(near value: Double) -> Int64 {
    guard value.isFinite else { return nearestLegalValue(to: value > 0 ? .max : .min) }
    return nearestLegalValue(to: Int64(exactly: value.rounded()) ?? (value > 0 ? .max : .min))
  }
}

extension BalanceMethod {
  /// Finds the method by which a device applies gains from its controls.
  package init(of device: any CameraBackend) throws(CameraDeviceError) {
    self = try GainControl(device, nil, CameraOptions()).method
  }
}
