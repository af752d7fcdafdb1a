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
  /// Many cameras put their maker's name before the model's, as in "Canon EOS 5D Mark II" of "Canon". Such a model is
  /// kept without it, so that ``description`` has it once.
  ///
  /// - Parameters:
  ///   - manufacturer: The manufacturer, or `nil` where it is not known.
  ///   - model: The model.
  ///   - unit: The serial number, or another name, of the one unit that was measured.
  public init(manufacturer: String? = nil, model: String, unit: String? = nil) {
    self.manufacturer = manufacturer
    let words = model.split(separator: " ", maxSplits: 1)
    let repeats = words.count == 2 && words[0].lowercased() == manufacturer?.lowercased()
    self.model = repeats ? String(words[1]) : model
    self.unit = unit
  }

  /// The model of a device that nobody has named.
  package static let unnamedModel = "camera"

  /// Returns whether both are names of one model. Either may have its maker's name before the model's.
  package func isOfModel(of other: DeviceIdentity) -> Bool {
    let models = [model, other.model].map { $0.lowercased() }.sorted { $0.count < $1.count }
    return models[0] == models[1] || models[1].hasSuffix(" " + models[0])
  }

  /// Returns whether both are named and differ, by the model or by the unit of one model.
  package func isOther(than other: DeviceIdentity) -> Bool {
    let unnamed = [Self.unnamedModel, DeviceProfile.unknown.identity.model]
    guard !unnamed.contains(model), !unnamed.contains(other.model) else { return false }
    guard isOfModel(of: other) else { return true }
    return unit != nil && other.unit != nil && unit != other.unit
  }

  /// Returns the identity with other names where they are given.
  package func named(manufacturer: String?, model: String?, unit: String? = nil) -> DeviceIdentity {
    DeviceIdentity(
      manufacturer: manufacturer ?? self.manufacturer, model: model ?? self.model, unit: unit ?? self.unit)
  }
}

extension DeviceIdentity: CustomStringConvertible {
  /// The manufacturer and model, with the unit in brackets where there is one.
  public var description: String {
    let name = [manufacturer, model].compactMap(\.self).joined(separator: " ")
    return unit.map { "\(name) (\($0))" } ?? name
  }
}
