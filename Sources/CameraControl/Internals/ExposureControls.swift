internal import CameraDevices

/// The device's controls of exposure, and the meaning of their units.
struct ExposureControls: Sendable {
  /// A control, with the quantity that its values stand for.
  struct Scaled: Sendable {
    /// The meaning of a control's values.
    enum Scale: Sendable {
      /// The quantity is the value times `unit`, plus `offset`.
      case proportional(unit: Double, offset: Double = 0)
      /// The values are codes of a sensor's gain, with this law.
      case sensor(ImageSensor.GainLaw)
    }

    let control: CaptureControl
    let scale: Scale
    /// The factor of every quantity that another control adds.
    var factor = 1.0

    var range: ClosedRange<Double> {
      var least = control.range.lowerBound
      // A duration or a gain of 0 makes no picture.
      let makesNone = if case .proportional = scale { true } else { quantity(of: least) <= 0 }
      if makesNone, least <= 0 { least = least % control.step + control.step }
      let lowest = quantity(of: least)
      return lowest...max(quantity(of: max(control.range.upperBound, least)), lowest)
    }

    func quantity(of value: Int64) -> Double {
      switch scale {
      case .proportional(let unit, let offset): factor * (Double(value) * unit + offset)
      case .sensor(let law): factor * law.gain(of: Double(value))
      }
    }

    func value(for quantity: Double) -> Int64 {
      let wanted = min(max(quantity, range.lowerBound), range.upperBound)
      switch scale {
      case .proportional(let unit, let offset): return control.legalValue(near: (wanted / factor - offset) / unit)
      case .sensor(let law):
        // The codes next to the exact one are compared too, because gains are not evenly spaced.
        let code = law.code(of: wanted / factor)
        let beside = [code.rounded(.down), code.rounded(.up)].map { control.legalValue(near: $0) }
        return beside.min { abs(self.quantity(of: $0) - wanted) < abs(self.quantity(of: $1) - wanted) } ?? beside[0]
      }
    }
  }

  /// The duration of the exposure, in seconds.
  let duration: Scaled?
  /// The gain as a factor, by the law of its codes where that is known, and otherwise 1 at the least code.
  ///
  /// The digital gain of a sensor is part of it, and is left as it is, because it adds no signal, only noise.
  let gain: Scaled?
  private let automatic: (on: Int64, off: Int64)?
  /// Whether the device exposes by itself for good, so that nothing else can set its exposure.
  let isAlwaysAutomatic: Bool
  /// Whether a gain whose unit is known has an automatic mode of its own, which some devices have beside that of the
  /// exposure.
  private let hasAutomaticGain: Bool

  /// - Parameter law: The gain of each code; `nil` for what is known of the sensor.
  init(_ device: any CameraBackend, width: Int, law: ImageSensor.GainLaw? = nil) throws(CameraDeviceError) {
    duration = try Self.duration(device, width: width)
    var gain = try Self.gain(device, law ?? device.sensor?.gainLaw, among: law == nil ? [.analogueGain] : Self.gains)
    for id in Self.gains.reversed() where gain == nil {
      // V4L2 does not define the unit of a gain. Most UVC cameras have proportional gains. A range that includes 0
      // cannot be proportional.
      guard let control = try device.settableNumber(id), control.range.lowerBound > 0 else { continue }
      gain = Scaled(control: control, scale: .proportional(unit: 1 / Double(control.range.lowerBound)))
    }
    gain?.factor = try Self.digitalGain(device)
    let automaticGain = try device.control(.autoGain)
    // No caller can set a gain that the device always sets by itself.
    if let automaticGain, automaticGain.isReadOnly, try device.value(of: .autoGain) != 0 { gain = nil }
    self.gain = gain
    hasAutomaticGain = automaticGain.map { !$0.isReadOnly && !$0.isWriteOnly } ?? false
    (automatic, isAlwaysAutomatic) = try Self.automatic(device)
  }

  /// Sources: Linux kernel documentation, "Camera Control Reference" for the unit of 100 µs; "Writing camera sensor
  /// drivers" for lines of width + blanking pixels at the pixel rate.
  private static func duration(_ device: any CameraBackend, width: Int) throws(CameraDeviceError) -> Scaled? {
    if let control = try device.settableNumber(.exposureAbsolute) {
      return Scaled(control: control, scale: .proportional(unit: 1e-4))
    }
    guard let control = try device.settableNumber(.exposure),
      try device.control(.pixelRate) != nil, try device.control(.horizontalBlanking) != nil
    else { return nil }
    let rate = try device.value(of: .pixelRate)
    let blanking = try device.value(of: .horizontalBlanking)
    guard rate > 0, blanking >= 0 else { return nil }
    let line = (Double(width) + Double(blanking)) / Double(rate)
    guard line <= longestLine else { return nil }
    return Scaled(control: control, scale: .proportional(unit: line, offset: device.sensor?.exposureOffset ?? 0))
  }

  /// The controls of gain: a sensor's analogue gain, and a gain of unknown kind.
  private static let gains: [ControlID] = [.analogueGain, .gain]

  /// Returns the control whose codes are a gain, whether their law is known or not.
  static func gainControl(_ device: any CameraBackend) throws(CameraDeviceError) -> CaptureControl? {
    for id in gains { if let control = try device.settableNumber(id) { return control } }
    return nil
  }

  /// Returns the gain by a known law.
  private static func gain(
    _ device: any CameraBackend, _ law: ImageSensor.GainLaw?, among ids: [ControlID]
  ) throws(CameraDeviceError) -> Scaled? {
    guard let law else { return nil }
    for id in ids {
      if let control = try device.settableNumber(id) { return Scaled(control: control, scale: .sensor(law)) }
    }
    return nil
  }

  /// Returns the digital gain of a known sensor, or 1. Its least value
  /// is a gain of 1 where that is the driver's default.
  private static func digitalGain(_ device: any CameraBackend) throws(CameraDeviceError) -> Double {
    guard device.sensor?.gainLaw != nil, let control = try device.control(.digitalGain), control.kind == .integer,
      !control.isWriteOnly, control.range.lowerBound > 0, control.defaultValue == control.range.lowerBound
    else { return 1 }
    // A driver may answer any number.
    return max(Double(try device.value(of: .digitalGain)) / Double(control.range.lowerBound), 1)
  }

  /// The longest duration of a line, in seconds.
  ///
  /// No frame has longer lines, and the largest number of lines in a control still makes a valid duration.
  private static let longestLine = 1.0

  /// Returns the entries of the exposure's mode where it can be set, or where the device exposes by itself for good,
  /// and whether it does so for good.
  ///
  /// A device without a manual entry refuses the standard one, and so says why its exposure cannot be set.
  private static func automatic(
    _ device: any CameraBackend
  ) throws(CameraDeviceError) -> (mode: (on: Int64, off: Int64)?, isAlways: Bool) {
    guard let control = try device.control(.autoExposure), control.kind == .menu, !control.isWriteOnly,
      let on = ExposureMenu.automatic(of: control)
    else { return (nil, false) }
    let off = ExposureMenu.manual(of: control)
    let isFixed = off == nil || control.isReadOnly
    if isFixed, try ExposureMenu.isManual(device.value(of: .autoExposure)) { return (nil, false) }
    return ((on, off ?? ExposureMenu.standardManual), isFixed)
  }

  var hasAutomatic: Bool { automatic != nil }

  func isAutomatic(_ device: any CameraBackend) throws(CameraDeviceError) -> Bool {
    guard automatic != nil else { return false }
    return try !ExposureMenu.isManual(device.value(of: .autoExposure))
  }

  func isGainAutomatic(_ device: any CameraBackend) throws(CameraDeviceError) -> Bool {
    guard hasAutomaticGain else { return false }
    return try device.value(of: .autoGain) != 0
  }

  /// Switches automatic exposure on or off, and automatic gain with it: a gain is part of the exposure.
  func setAutomatic(_ isOn: Bool, _ device: any CameraBackend) throws(CameraDeviceError) {
    if let automatic, try isAutomatic(device) != isOn {
      try device.set(.autoExposure, to: isOn ? automatic.on : automatic.off)
    }
    if hasAutomaticGain, try isGainAutomatic(device) != isOn { try device.set(.autoGain, to: isOn ? 1 : 0) }
  }

  /// Returns the device's present values. During automatic exposure or gain, values that its driver merely remembers
  /// are left out.
  func current(_ device: any CameraBackend, baseISO: Double) throws(CameraDeviceError) -> FrameExposure {
    var exposure = FrameExposure()
    let (isAutomatic, isGainAutomatic) = (try isAutomatic(device), try isGainAutomatic(device))
    if let duration, !isAutomatic || duration.control.isVolatile {
      exposure.duration = duration.quantity(of: try device.value(of: duration.control.id))
    }
    if let gain, !(isAutomatic || isGainAutomatic) || gain.control.isVolatile {
      let factor = try gain.quantity(of: device.value(of: gain.control.id))
      exposure.gain = factor
      exposure.iso = factor * baseISO
    }
    return exposure
  }

  /// Sets the given values, and switches automatic exposure off.
  func apply(_ wanted: FrameExposure, _ device: any CameraBackend) throws(CameraDeviceError) {
    try setAutomatic(false, device)
    let duration = wanted.duration.flatMap { seconds in self.duration.map { ($0.control.id, $0.value(for: seconds)) }
    }
    let gain = wanted.gain.flatMap { factor in self.gain.map { ($0.control.id, $0.value(for: factor)) } }
    switch (duration, gain) {
    // One request sets both, so that no frame has only one of them.
    case (let duration?, let gain?): try device.set([duration.0: duration.1, gain.0: gain.1])
    case (let single?, nil), (nil, let single?): try device.set(single.0, to: single.1)
    case (nil, nil): break
    }
  }

  // MARK: - Products of duration and gain

  /// The range of duration times gain; `nil` where the device has no control of either, or always sets them by itself.
  var range: ClosedRange<Double>? {
    guard !isAlwaysAutomatic, duration != nil || gain != nil else { return nil }
    let (durations, gains) = (duration?.range ?? 1...1, gain?.range ?? 1...1)
    return durations.lowerBound * gains.lowerBound...durations.upperBound * gains.upperBound
  }

  /// Returns duration times gain, without the one that the device has no control of.
  ///
  /// It is `nil` where a value is not known, as during automatic exposure whose values the driver does not report.
  func product(_ exposure: FrameExposure) -> Double? {
    guard let seconds = duration == nil ? 1 : exposure.duration, let factor = gain == nil ? 1 : exposure.gain else {
      return nil
    }
    return seconds * factor
  }

  /// The relative error of a duration in seconds.
  static let rounding = 1e-9

  /// Returns the duration and the gain whose product is nearest to `product`.
  ///
  /// The duration grows first, up to `longest`, because gain amplifies noise.
  func split(_ product: Double, longest: Double) -> FrameExposure {
    var exposure = FrameExposure()
    var rest = product
    if let duration {
      let limit = max(min(duration.range.upperBound, longest), duration.range.lowerBound)
      let least = gain?.range.lowerBound ?? 1
      let seconds = min(max(product / least, duration.range.lowerBound), limit)
      var value = duration.value(for: seconds)
      // The gain makes up for what the device's steps leave, but not for a duration that is too long.
      if let gain, duration.quantity(of: value) > seconds * (1 + Self.rounding) {
        let shorter = duration.control.legalValue(near: Double(value) - Double(duration.control.step))
        if duration.quantity(of: shorter) * gain.range.upperBound >= product { value = shorter }
      }
      exposure.duration = duration.quantity(of: value)
      rest = product / (exposure.duration ?? 1)
    }
    if let gain { exposure.gain = min(max(rest, gain.range.lowerBound), gain.range.upperBound) }
    return exposure
  }

  /// Returns an exposure that was split, with its gain on the device's steps.
  func onSteps(_ exposure: FrameExposure) -> FrameExposure {
    var exposure = exposure
    if let gain, let factor = exposure.gain {
      exposure.gain = gain.quantity(of: gain.value(for: factor))
    }
    return exposure
  }
}
