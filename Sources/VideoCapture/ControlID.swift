#if os(Linux)
  internal import CVideo4Linux

  /// Which of V4L2's controls. Drivers may have others than those that have a name here.
  public struct ControlID: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) {
      self.rawValue = rawValue
    }

    private init(_ base: UInt32, _ offset: UInt32) {
      rawValue = base | 0x900 + offset
    }

    // Numbers and meanings: Linux kernel documentation, "User Controls", "Camera Control Reference", "Image Source
    // Control Reference" and "Image Process Control Reference".
    private static let user: UInt32 = 0x0098_0000
    private static let camera: UInt32 = 0x009a_0000
    private static let imageSource: UInt32 = 0x009e_0000
    private static let imageProcessing: UInt32 = 0x009f_0000

    public static let brightness = Self(user, 0)
    public static let autoWhiteBalance = Self(user, 12)
    /// A button: balances once.
    public static let doWhiteBalance = Self(user, 13)
    public static let redBalance = Self(user, 14)
    public static let blueBalance = Self(user, 15)
    /// In lines or in the driver's own unit; see ``exposureAbsolute``.
    public static let exposure = Self(user, 17)
    public static let autoGain = Self(user, 18)
    public static let gain = Self(user, 19)
    /// In kelvin.
    public static let whiteBalanceTemperature = Self(user, 26)

    /// A menu: 0 auto, 1 manual, 2 shutter priority, 3 aperture priority.
    public static let autoExposure = Self(camera, 1)
    /// In units of 100 µs.
    public static let exposureAbsolute = Self(camera, 2)
    /// Whether the frame rate may vary with exposure.
    public static let exposureAutoPriority = Self(camera, 3)
    public static let focusAbsolute = Self(camera, 10)
    public static let continuousAutoFocus = Self(camera, 12)
    /// A menu of numbers, in thousandths of EV.
    public static let autoExposureBias = Self(camera, 19)
    /// A menu of numbers, in thousandths of ISO.
    public static let isoSensitivity = Self(camera, 23)
    /// A menu: 0 manual, 1 auto.
    public static let autoISOSensitivity = Self(camera, 24)
    /// Buttons: focuses once, and stops to.
    public static let autoFocusStart = Self(camera, 28)
    public static let autoFocusStop = Self(camera, 29)
    /// Bits: 0 idle, 1 busy, 2 reached, 4 failed.
    public static let autoFocusStatus = Self(camera, 30)

    /// In lines, behind the last of the picture.
    public static let verticalBlanking = Self(imageSource, 1)
    /// In pixels, behind the last of a line.
    public static let horizontalBlanking = Self(imageSource, 2)
    public static let analogueGain = Self(imageSource, 3)

    /// In pixels a second.
    public static let pixelRate = Self(imageProcessing, 2)
    public static let digitalGain = Self(imageProcessing, 5)
  }

  extension ControlID: CustomStringConvertible {
    /// For instance `0x0098090c`.
    public var description: String {
      let digits = String(rawValue, radix: 16)
      return "0x" + String(repeating: "0", count: 8 - digits.count) + digits
    }
  }
#endif
