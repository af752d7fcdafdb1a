internal import CameraDevices
internal import RealModule
internal import WhiteBalance

/// The controls of a simulated camera, with the names and units of a UVC camera's.
enum SimulatedControls {
  /// The value of red and blue balance at a gain of 1.
  static let unitBalance = 256.0
  /// The value of the least gain.
  private static let unitGain = 16.0
  /// The exposure at which a setup's brightness is stated, in units of 100 µs.
  private static let standardExposure = 100.0

  /// The values of the exposure, in units of 100 µs. They end at the interval between frames.
  private static let exposureRange: ClosedRange<Int64> = 1...333

  private static let manualExposure: Int64 = 1
  private static let automaticExposure: Int64 = 3

  static let all: [CaptureControl] = [
    CaptureControl(
      id: .autoWhiteBalance, name: "White Balance, Automatic", kind: .boolean, range: 0...1, defaultValue: 0),
    CaptureControl(id: .redBalance, name: "Red Balance", kind: .integer, range: 256...1024, defaultValue: 256),
    CaptureControl(id: .blueBalance, name: "Blue Balance", kind: .integer, range: 256...1024, defaultValue: 256),
    CaptureControl(id: .gain, name: "Gain", kind: .integer, range: 16...256, defaultValue: 16, flags: .volatile),
    CaptureControl(
      id: .autoExposure, name: "Auto Exposure", kind: .menu, range: 0...3, defaultValue: manualExposure,
      menu: [manualExposure: .name("Manual Mode"), automaticExposure: .name("Aperture Priority Mode")]),
    CaptureControl(
      id: .exposureAbsolute, name: "Exposure Time, Absolute", kind: .integer, range: exposureRange, defaultValue: 100,
      flags: .volatile),
    CaptureControl(id: .focusAbsolute, name: "Focus, Absolute", kind: .integer, range: 0...1023, defaultValue: 512),
    CaptureControl(
      id: .continuousAutoFocus, name: "Focus, Automatic Continuous", kind: .boolean, range: 0...1, defaultValue: 0),
  ]

  static let defaults = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0.defaultValue) })

  /// Returns a control in its present state. A manual value is inactive while its automatic mode is on.
  static func now(_ control: CaptureControl, _ values: [ControlID: Int64]) -> CaptureControl {
    let isInactive =
      switch control.id {
      case .redBalance, .blueBalance: values[.autoWhiteBalance] == 1
      case .exposureAbsolute, .gain: values[.autoExposure] == automaticExposure
      case .focusAbsolute: values[.continuousAutoFocus] == 1
      default: false
      }
    var present = control
    if isInactive { present.flags.insert(.inactive) }
    return present
  }

  // MARK: - What the values do

  /// Returns the exposure as a factor on that of the standard exposure.
  static func exposure(_ values: [ControlID: Int64]) -> Double {
    number(.exposureAbsolute, values) / standardExposure
  }

  /// The exposures that the camera has, as factors on the standard exposure.
  static let exposures =
    Double(exposureRange.lowerBound) / standardExposure...Double(exposureRange.upperBound) / standardExposure

  /// Returns the factors on the raw values.
  static func amplification(_ values: [ControlID: Int64]) -> LinearRGB {
    let gain = number(.gain, values) / unitGain
    return LinearRGB(
      red: gain * number(.redBalance, values) / unitBalance, green: gain,
      blue: gain * number(.blueBalance, values) / unitBalance)
  }

  /// The sharpness of the card, 1 at the best: halved where the lens is off by ``halfContrast``, as the rig's camera
  /// has it.
  static func sharpness(_ values: [ControlID: Int64], cardPosition: Float) -> Double {
    let defocus = (number(.focusAbsolute, values) - focus(cardPosition)) / halfContrast
    return 1 / (1 + defocus * defocus)
  }

  private static let halfContrast = 60.0

  /// Returns the value of a lens position. Larger values are nearer.
  private static func focus(_ position: Float) -> Double { 1023 * Double(1 - position) }

  private static func number(_ id: ControlID, _ values: [ControlID: Int64]) -> Double { Double(values[id] ?? 0) }

  // MARK: - Automatic modes

  /// Returns the values for the next frame. Each automatic mode that is on moves half of the way to the right value for
  /// the card.
  ///
  /// - Parameters:
  ///   - gains: The gains that make the card neutral.
  ///   - signal: The card's brightest channel at the standard exposure.
  static func adjusted(
    _ values: [ControlID: Int64], gains: WhiteBalanceGains?, signal: Double, cardPosition: Float
  ) -> [ControlID: Int64] {
    var next = values
    if values[.autoWhiteBalance] == 1, let gains {
      move(.redBalance, to: unitBalance * gains.red / gains.green, &next)
      move(.blueBalance, to: unitBalance * gains.blue / gains.green, &next)
    }
    if values[.autoExposure] == automaticExposure {
      let wanted = automaticTarget / signal * standardExposure
      move(.exposureAbsolute, to: wanted, &next)
      move(.gain, to: unitGain * wanted / longestExposure, &next)
    }
    if values[.continuousAutoFocus] == 1 { move(.focusAbsolute, to: focus(cardPosition), &next) }
    return next
  }

  /// The signal to which the automatic exposure brings the card's brightest channel.
  private static let automaticTarget = 0.4
  private static let longestExposure = Double(exposureRange.upperBound)

  private static func move(_ id: ControlID, to target: Double, _ values: inout [ControlID: Int64]) {
    guard let control = all.first(where: { $0.id == id }), let value = values[id] else { return }
    let goal = control.legalValue(near: target)
    let half = (Double(value) + Double(goal)) / 2
    values[id] = control.legalValue(near: goal > value ? half.rounded(.up) : half.rounded(.down))
  }
}
