/// The name of the device that a profile describes.
public struct DeviceIdentity: Codable, Hashable, Sendable {
  /// The manufacturer, or `nil` where it is not known.
  public var manufacturer: String?
  /// The model.
  public var model: String
  /// The serial number, or another name, of the one unit that was measured; `nil` for a profile of the model.
  public var unit: String?

  /// Creates an identity.
  ///
  /// - Parameters:
  ///   - manufacturer: The manufacturer, or `nil` where it is not known.
  ///   - model: The model.
  ///   - unit: The serial number, or another name, of the one unit that was measured.
  public init(manufacturer: String? = nil, model: String, unit: String? = nil) {
    self.manufacturer = manufacturer
    self.model = model
    self.unit = unit
  }
}

extension DeviceIdentity: CustomStringConvertible {
  /// The manufacturer and model, with the unit in brackets where there is one.
  public var description: String {
    let name = [manufacturer, model].compactMap(\.self).joined(separator: " ")
    return unit.map { "\(name) (\($0))" } ?? name
  }
}
