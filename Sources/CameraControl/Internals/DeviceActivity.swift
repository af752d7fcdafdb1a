internal import CameraDevices

/// The things that a device does by itself and that affect its frames.
struct DeviceActivity: Hashable, Sendable {
  /// Whether its automatic white balance is on.
  var balancesWhite: Bool
  /// Whether the sensor sends a test pattern.
  let showsPattern: Bool
  /// Whether the device reports the gains of its automatic balance.
  private let tellsGains: Bool

  init(_ device: any CameraBackend, _ balance: GainControl) throws(CameraDeviceError) {
    balancesWhite = try balance.isAutomatic(device)
    showsPattern = try Self.showsPattern(device)
    tellsGains = balance.usesDeviceAutomatic
  }

  static func showsPattern(_ device: any CameraBackend) throws(CameraDeviceError) -> Bool {
    guard try device.control(.testPattern) != nil else { return false }
    return try device.value(of: .testPattern) != 0
  }

  /// Returns whether the device's gains are followed from frame to frame.
  func isFollowed(in mode: Camera.WhiteBalanceMode) -> Bool { balancesWhite && tellsGains && mode != .locked }

  /// Returns the reason why frames cannot be measured, or `nil` where they can.
  func intrusion(in mode: Camera.WhiteBalanceMode) -> Camera.Intrusion? {
    if balancesWhite, !isFollowed(in: mode) { return .automaticWhiteBalance }
    return showsPattern ? .testPattern : nil
  }
}

extension Camera.State {
  /// Whether the device's own automatic balance is on at the caller's request.
  var followsDevice: Bool { activity.isFollowed(in: whiteBalanceMode) }

  var intrusion: Camera.Intrusion? { activity.intrusion(in: whiteBalanceMode) }

  /// The reason why no frame can be measured, where it is known.
  var noFrameCause: NoFrameCause? { intrusion.map(NoFrameCause.intrusion) ?? trouble }

  /// Whether the device's settings may differ from those noted last.
  var isUnknown: Bool { isUnread || isBeingMeasured || intrusion != nil }
}
