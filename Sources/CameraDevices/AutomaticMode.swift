/// A mode in which a device sets something by itself. The raw value is the name in the command-line tool.
package enum AutomaticMode: String, CaseIterable, Sendable {
  case whiteBalance = "white-balance"
  case exposure, focus
}

/// The entries of the exposure mode's menu. Source: Linux kernel documentation, "Camera Control Reference".
package enum ExposureMenu {
  /// The entries with an automatic duration: both are automatic, or only the duration is.
  private static let automatic: [Int64] = [0, 3]
  /// The entries with a manual duration: both are manual, or only the duration is.
  private static let manual: [Int64] = [standardManual, 2]

  /// The entry in which the duration and the aperture are manual.
  package static let standardManual: Int64 = 1

  /// Returns the first entry of the device whose duration is automatic.
  package static func automatic(of control: CaptureControl) -> Int64? { automatic.first { control.menu[$0] != nil } }

  /// Returns the first entry of the device whose duration is manual.
  package static func manual(of control: CaptureControl) -> Int64? { manual.first { control.menu[$0] != nil } }

  /// Returns whether the duration is manual in an entry.
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
