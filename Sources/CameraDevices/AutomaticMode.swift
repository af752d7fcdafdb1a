/// A mode in which a device sets something by itself, with the name that the tool has for it.
package enum AutomaticMode: String, CaseIterable, Sendable {
  case whiteBalance = "white-balance"
  case exposure, focus
}

/// The entries of the exposure mode's menu. Source: Linux kernel documentation, "Camera Control Reference".
package enum ExposureMenu {
  /// Both are automatic; that only the duration is.
  private static let automatic: [Int64] = [0, 3]
  /// Both are manual; that only the duration is.
  private static let manual: [Int64] = [1, 2]

  /// Returns the first entry of the device whose duration is automatic.
  package static func automatic(of control: CaptureControl) -> Int64? { automatic.first { control.menu[$0] != nil } }

  /// Returns the first entry of the device whose duration is manual.
  package static func manual(of control: CaptureControl) -> Int64? { manual.first { control.menu[$0] != nil } }

  /// Returns whether an entry leaves the duration to whoever sets it.
  package static func isManual(_ entry: Int64) -> Bool { manual.contains(entry) }
}

extension CameraBackend {
  /// Switches an automatic mode of the device on.
  package func switchOn(_ mode: AutomaticMode) throws(CameraDeviceError) {
    switch mode {
    case .whiteBalance: try set(.autoWhiteBalance, to: 1)
    case .exposure:
      guard let control = try control(.autoExposure), let automatic = ExposureMenu.automatic(of: control) else {
        throw CameraDeviceError(device: name, fault: .noControl(.autoExposure))
      }
      try set(.autoExposure, to: automatic)
    case .focus: try set(.continuousAutoFocus, to: 1)
    }
  }
}
