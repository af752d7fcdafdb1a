internal import CameraDevices

/// The activity of a device by itself with its frames.
struct DeviceActivity: Hashable, Sendable {
  /// Whether its automatic white balance is on.
  var balancesWhite: Bool
  /// Whether its sensor makes a picture in place of what it sees.
  let showsPattern: Bool
  /// Whether it tells the gains that its automatic balance has come to.
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

  /// Returns whether its gains are followed from frame to frame.
  func isFollowed(in mode: Camera.WhiteBalanceMode) -> Bool { balancesWhite && tellsGains && mode != .locked }

  /// Returns what keeps its frames from being measured.
  func intrusion(in mode: Camera.WhiteBalanceMode) -> Camera.Intrusion? {
    if balancesWhite, !isFollowed(in: mode) { return .automaticWhiteBalance }
    return showsPattern ? .testPattern : nil
  }
}

extension Camera.State {
  /// Whether the device's own automatic balance does what was asked for.
  var followsDevice: Bool { activity.isFollowed(in: whiteBalanceMode) }

  var intrusion: Camera.Intrusion? { activity.intrusion(in: whiteBalanceMode) }

  /// The reason why no frames come that can be measured, where that is known.
  var noFrameCause: NoFrameCause? { intrusion.map(NoFrameCause.intrusion) ?? damage.map(NoFrameCause.damaged) }

  /// Whether the device may have other settings than those noted last.
  var isUnknown: Bool { isUnread || isBeingMeasured || intrusion != nil }
}
