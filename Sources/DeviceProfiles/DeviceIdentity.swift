/// Which device a profile is of.
public struct DeviceIdentity: Hashable, Sendable {
  public var manufacturer: String?
  public var model: String
  /// The serial number, or another name, of the one unit that was measured; absent where the profile is of the model.
  public var unit: String?

  public init(manufacturer: String? = nil, model: String, unit: String? = nil) {
    self.manufacturer = manufacturer
    self.model = model
    self.unit = unit
  }
}

extension DeviceIdentity: CustomStringConvertible {
  /// Manufacturer and model, and the unit where there is one.
  public var description: String {
    let name = [manufacturer, model].compactMap(\.self).joined(separator: " ")
    return unit.map { "\(name) (\($0))" } ?? name
  }
}
