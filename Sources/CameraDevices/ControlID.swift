/// The number of a control.
///
/// Every backend uses the numbers of Linux's Video4Linux. A device may have controls beyond those named here.
public struct ControlID: RawRepresentable, Hashable, Sendable {
  /// The number.
  public let rawValue: UInt32

  /// Creates the number of a control.
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

  /// The brightness of the picture, in the driver's own unit.
  public static let brightness = Self(user, 0)
  /// Whether the device balances white by itself.
  public static let autoWhiteBalance = Self(user, 12)
  /// The balance of red, in the driver's own unit.
  public static let redBalance = Self(user, 14)
  /// The balance of blue, in the driver's own unit.
  public static let blueBalance = Self(user, 15)
  /// The exposure, in lines.
  ///
  /// The exposure is a duration where the device also has ``pixelRate`` and ``horizontalBlanking``. A line then takes
  /// (frame width + horizontal blanking) / pixel rate seconds. A backend whose exposures are in another unit than 100
  /// µs (``exposureAbsolute``) can state its unit by these controls. For microseconds, the pixel rate is a million
  /// times the width, and the blanking is 0.
  public static let exposure = Self(user, 17)
  /// Whether the device sets its gain by itself.
  public static let autoGain = Self(user, 18)
  /// The gain, in the driver's own unit.
  ///
  /// The codes of a range that begins above 0 are taken to be proportional to the gain, and the least code to be a gain
  /// of 1, unless the camera's options have another law.
  public static let gain = Self(user, 19)
  /// Whether columns are read in reverse order.
  public static let horizontalFlip = Self(user, 20)
  /// Whether rows are read in reverse order.
  public static let verticalFlip = Self(user, 21)
  /// The temperature that white is balanced for, in kelvin.
  public static let whiteBalanceTemperature = Self(user, 26)

  /// The exposure mode, a menu: 0 auto, 1 manual, 2 shutter priority, 3 aperture priority.
  public static let autoExposure = Self(camera, 1)
  /// The exposure time, in units of 100 µs.
  public static let exposureAbsolute = Self(camera, 2)
  /// The position of the lens, in the driver's own unit.
  public static let focusAbsolute = Self(camera, 10)
  /// Whether the device focuses continuously.
  public static let continuousAutoFocus = Self(camera, 12)
  /// The sensitivity, a menu of numbers in thousandths of ISO.
  public static let isoSensitivity = Self(camera, 23)
  /// A button that focuses once.
  public static let autoFocusStart = Self(camera, 28)
  /// A button that ends the search that ``autoFocusStart`` began.
  public static let autoFocusStop = Self(camera, 29)
  /// The state of focusing, as bits: 0 idle, 1 busy, 2 reached, 4 failed.
  public static let autoFocusStatus = Self(camera, 30)

  /// The blanking after a frame, in lines.
  public static let verticalBlanking = Self(imageSource, 1)
  /// The blanking after a line, in pixels.
  public static let horizontalBlanking = Self(imageSource, 2)
  /// The gain before the converter, in the driver's own unit.
  ///
  /// Its codes have the law of ``CameraBackend/sensor``. Where that has none, they mean the same as those of ``gain``.
  public static let analogueGain = Self(imageSource, 3)

  /// The frequency of the bus between the sensor and its receiver, a menu of numbers.
  package static let linkFrequency = Self(imageProcessing, 1)
  /// The number of pixels read each second.
  public static let pixelRate = Self(imageProcessing, 2)
  /// The test pattern that the sensor sends instead of a picture, a menu: 0 is none.
  public static let testPattern = Self(imageProcessing, 3)
  /// The gain behind the converter, in the driver's own unit.
  public static let digitalGain = Self(imageProcessing, 5)
}

extension ControlID {
  /// The name, such as `red balance`, or the number of a control without a name here.
  package var name: String { Self.names[self] ?? description }

  /// The controls with a name here, in the order of their numbers.
  package static let known = names.keys.sorted { $0.rawValue < $1.rawValue }

  private static let names: [Self: String] = [
    .brightness: "brightness", .autoWhiteBalance: "automatic white balance", .redBalance: "red balance",
    .blueBalance: "blue balance", .exposure: "exposure", .autoGain: "automatic gain", .gain: "gain",
    .horizontalFlip: "horizontal flip", .verticalFlip: "vertical flip",
    .whiteBalanceTemperature: "white balance temperature", .autoExposure: "automatic exposure",
    .exposureAbsolute: "exposure time", .focusAbsolute: "lens position", .continuousAutoFocus: "continuous focus",
    .isoSensitivity: "ISO sensitivity", .autoFocusStart: "single focus", .autoFocusStop: "end of single focus",
    .autoFocusStatus: "focus status",
    .verticalBlanking: "vertical blanking", .horizontalBlanking: "horizontal blanking",
    .analogueGain: "analogue gain", .linkFrequency: "link frequency", .pixelRate: "pixel rate",
    .testPattern: "test pattern",
    .digitalGain: "digital gain",
  ]
}

extension ControlID: CustomStringConvertible {
  /// The number as text, such as `0x0098090c`.
  public var description: String {
    let digits = String(rawValue, radix: 16)
    return "0x" + String(repeating: "0", count: 8 - digits.count) + digits
  }
}
