/// A mode in which a device sets something by itself, with the name that the tool has for it.
package enum AutomaticMode: String, CaseIterable, Sendable {
  case whiteBalance = "white-balance"
  case exposure, focus
}

extension CameraBackend {
  /// Switches an automatic mode of the device on.
  package func switchOn(_ mode: AutomaticMode) throws(CameraDeviceError) {
    switch mode {
    case .whiteBalance: try set(.autoWhiteBalance, to: 1)
    case .exposure:
      // Not every driver has the first entry of V4L2's menu, which sets duration and aperture.
      let (automatic, aperturePriority): (Int64, Int64) = (0, 3)
      try set(.autoExposure, to: control(.autoExposure)?.menu[automatic] != nil ? automatic : aperturePriority)
    case .focus: try set(.continuousAutoFocus, to: 1)
    }
  }
}
