internal import DeviceProfiles
internal import Metering
internal import WhiteBalance

/// The changes that a meter makes on a camera.
extension Camera {
  /// The quantities that the camera can set.
  ///
  /// White balance is among them where the frames have colours, because gains that the device does not apply are
  /// attached to its frames.
  var meteredQuantities: Set<MeteringQuantity> {
    guard isColor else { return [] }
    var quantities: Set<MeteringQuantity> = [.whiteBalance]
    if isExposureModeSupported(.custom) { quantities.insert(.exposure) }
    if isLockingFocusWithCustomLensPositionSupported { quantities.insert(.focus) }
    return quantities
  }

  /// Switches automatic modes off. The values stay as they are.
  func takeOver(_ quantities: Set<MeteringQuantity>) throws(CameraError) {
    try lockForConfiguration()
    defer { unlockForConfiguration() }
    if quantities.contains(.exposure) { try setExposureMode(.locked) }
    if quantities.contains(.focus) { try setFocusMode(.locked) }
    if quantities.contains(.whiteBalance) { try setWhiteBalanceMode(.locked) }
  }

  func perform(_ actions: MeteringActions) throws(CameraError) {
    try lockForConfiguration()
    defer { unlockForConfiguration() }
    if let stops = actions.exposureChange { try changeExposure(byStops: stops) }
    if let position = actions.lensPosition { try setFocusModeLocked(lensPosition: Float(position)) }
    if let gains = actions.gains { try setWhiteBalanceModeLocked(with: legal(gains)) }
  }

  /// Returns legal gains. Gains beyond the camera's range become those of the nearest light within it. Where no profile
  /// tells which light that is, each is clamped.
  private func legal(_ gains: LinearGains) -> WhiteBalanceGains {
    let range = try? GainRange(maximum: Double(maxWhiteBalanceGain))
    let fitted = range.flatMap { try? knownProfile?.characterization.fitted(gains, to: $0, by: .nearestLight) }
    return clamped(WhiteBalanceGains(fitted?.gains ?? gains))
  }
}
