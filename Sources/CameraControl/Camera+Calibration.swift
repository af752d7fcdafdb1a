internal import CameraDevices
internal import Metering
internal import RawFrames
internal import RealModule
internal import Synchronization
internal import WhiteBalance

extension Camera {
  /// Measures what the units of the device's balance controls do. The settings are restored, even after an error.
  ///
  /// The camera steps through the controls in front of an even gray surface under a steady light. The default values of
  /// the red and blue controls count as a gain of 1, so the frames for the profile must be taken at the defaults. The
  /// gains of a temperature control at its default are those of the profile for that temperature. The black level must
  /// be known (``CameraOptions/levels``): a pedestal that is taken for light makes the measured gains too small.
  ///
  /// - Parameter steps: The number of values of each control, from end to end; at least 3.
  /// - Returns: A calibration for ``CameraOptions/calibration``. This camera does not use it.
  /// - Throws: ``CameraError/Reason/calibration(_:)`` where there is nothing to calibrate, the light is not steady, or
  ///   the surface is clipped or dark at too many steps; ``CameraError/Reason/notRunning``;
  ///   ``CameraError/Reason/occupied`` while a bracket or another measurement goes on; ``CameraError/Reason/cancelled``
  ///   as soon as the task is cancelled.
  public func calibratedBalance(steps: Int = 9) async throws(CameraError) -> BalanceCalibration {
    try checkRunning()
    guard let controls = balance.calibrated else { throw error(.calibration(.noControl)) }
    return try await restoringSettings(of: .whiteBalance) { () async throws(CameraError) in
      try await stepped(controls, steps: max(steps, BalanceSteps.least))
    }
  }

  private func stepped(_ controls: [CaptureControl], steps: Int) async throws(CameraError) -> BalanceCalibration {
    let defaults = controls.map(\.defaultValue)
    let before = try await ratios(controls, defaults)
    guard let redBefore = before.red, let blueBefore = before.blue else { throw error(.calibration(.noRatios)) }
    let scale = balance.assumedGains(atDefaultsOf: controls)
    var (red, blue): ([BalanceCurve.Point], [BalanceCurve.Point]) = ([], [])
    for step in 0..<steps {
      let values = controls.map { BalanceSteps.value(step, of: steps, $0) }
      let measured = try await ratios(controls, values)
      // On a control with few values, several steps may fall on the same value.
      if let ratio = measured.red, red.last?.value != Double(values[0]) {
        red.append(.init(value: Double(values[0]), gain: ratio / redBefore * scale.red))
      }
      if let ratio = measured.blue, blue.last?.value != Double(values[values.count - 1]) {
        blue.append(.init(value: Double(values[values.count - 1]), gain: ratio / blueBefore * scale.blue))
      }
    }
    let after = try await ratios(controls, defaults)
    guard let redAfter = after.red, let blueAfter = after.blue else { throw error(.calibration(.noRatios)) }
    let (redDrift, blueDrift) = (redAfter / redBefore, blueAfter / blueBefore)
    let drift = abs(redDrift - 1) > abs(blueDrift - 1) ? redDrift : blueDrift
    guard abs(drift - 1) <= BalanceSteps.largestDrift else { throw error(.calibration(.unsteady(drift))) }
    guard min(red.count, blue.count) >= BalanceSteps.least else {
      throw error(.calibration(.exposure(usable: min(red.count, blue.count))))
    }
    do throws(BalanceCalibrationFault) {
      return BalanceCalibration(red: try BalanceCurve(red), blue: try BalanceCurve(blue))
    } catch { throw self.error(.calibration(error)) }
  }

  /// Returns red and blue relative to green in the middle of the frame, with the controls at `values`.
  ///
  /// A channel that is clipped or dark is `nil`.
  private func ratios(
    _ controls: [CaptureControl], _ values: [Int64]
  ) async throws(CameraError) -> (red: Double?, blue: Double?) {
    _ = try await timestamp { completion throws(CameraError) in
      let waits = try setToMeasure(whiteBalanceMode: .locked, completion) { device throws(CameraDeviceError) in
        try balance.setAutomatic(false, device)
        if controls.count > 1 {
          try device.set([controls[0].id: values[0], controls[1].id: values[1]])
        } else {
          try device.set(controls[0].id, to: values[0])
        }
      }
      if !waits { completion(.success(nil)) }
    }
    var (red, blue, count): (Double?, Double?, Int) = (0, 0, 0)
    while count < BalanceSteps.frames {
      let frame = try await nextFrame(within: frameLimit) { _ in true }.frame
      let ratios = BalanceSteps.ratios(of: frame)
      red = red.flatMap { sum in ratios.red.map { sum + $0 } }
      blue = blue.flatMap { sum in ratios.blue.map { sum + $0 } }
      count += 1
    }
    return (red.map { $0 / Double(count) }, blue.map { $0 / Double(count) })
  }
}

/// The steps through a balance control.
private enum BalanceSteps {
  /// Two points make a line, and the third shows whether the curve is one.
  static let least = 3
  /// The number of frames whose mean is a ratio.
  static let frames = 4
  /// The largest change of the light's colour, as a share. Lamps that have warmed up vary by a few tenths of a percent.
  static let largestDrift = 0.01
  /// The share of clipped samples beyond which a channel has no ratio,
  /// and the share of the range below which it has none.
  private static let clippedShare = 1e-3
  private static let darkestShare = 0.005

  /// Returns the value of a step. Values grow by equal factors, as gains do, from the least above 0 to the largest.
  static func value(_ step: Int, of count: Int, _ control: CaptureControl) -> Int64 {
    let (low, high) = (Double(max(control.range.lowerBound, 1)), Double(control.range.upperBound))
    guard high > low else { return control.range.upperBound }
    return control.legalValue(near: low * .pow(high / low, Double(step) / Double(count - 1)))
  }

  static func ratios(of frame: RawFrame) -> (red: Double?, blue: Double?) {
    let region = Region(centerOf: frame)
    guard frame.format.bayerPattern != nil, region.width > 1, region.height > 1 else { return (nil, nil) }
    let total = frame.moments(in: region)
    func signal(_ channel: BayerChannel) -> Double? {
      let moments = total[channel]
      let signal = moments.mean - frame.levels.black[channel]
      let range = frame.levels.range(of: channel)
      let isClipped = Double(moments.clippedCount) > clippedShare * Double(moments.count)
      return isClipped || signal < darkestShare * range ? nil : signal
    }
    guard let first = signal(.greenOnRedRow), let second = signal(.greenOnBlueRow) else { return (nil, nil) }
    let green = (first + second) / 2
    return (signal(.red).map { $0 / green }, signal(.blue).map { $0 / green })
  }
}

extension GainControl {
  /// Returns the gains assumed at the controls' defaults.
  ///
  /// They are those of the present calibration for a temperature control,
  /// and 1 for other controls and where there is none.
  fileprivate func assumedGains(atDefaultsOf controls: [CaptureControl]) -> LinearGains {
    guard method == .temperatureControl else { return LinearGains(red: 1, green: 1, blue: 1) }
    return gains(at: controls[0].defaultValue)
  }
}
