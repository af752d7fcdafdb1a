/// A device's description of itself.
public struct CaptureDeviceIdentity: Hashable, Sendable {
  /// The name of the driver.
  public let driver: String
  /// The name of the product, for people to read.
  public let card: String
  /// The place where the device is plugged in, which distinguishes two devices of the same kind.
  public let bus: String
  /// The version of the driver or, with Linux's drivers, of the kernel, such as `6.1.170`.
  public let driverVersion: String

  /// Creates a description.
  ///
  /// - Parameters:
  ///   - driver: The name of the driver.
  ///   - card: The name of the product.
  ///   - bus: The place where the device is plugged in.
  ///   - driverVersion: The version of the driver.
  public init(driver: String, card: String, bus: String, driverVersion: String) {
    (self.driver, self.card, self.bus, self.driverVersion) = (driver, card, bus, driverVersion)
  }
}
