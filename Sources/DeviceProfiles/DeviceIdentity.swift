internal import RawFrames

/// The name of the device that a profile describes.
public struct DeviceIdentity: Codable, Hashable, Sendable {
  /// The manufacturer, or `nil` where it is not known.
  public var manufacturer: String? { didSet { model = Self.withoutMaker(model, manufacturer) } }
  /// The model, without its maker's name before it.
  public var model: String { didSet { model = Self.withoutMaker(model, manufacturer) } }
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
    self.model = Self.withoutMaker(model, manufacturer)
    self.unit = unit
  }

  /// Reads an identity.
  ///
  /// - Throws: `DecodingError` for anything else.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      manufacturer: try container.decodeIfPresent(String.self, forKey: .manufacturer),
      model: try container.decode(String.self, forKey: .model),
      unit: try container.decodeIfPresent(String.self, forKey: .unit))
  }

  /// Returns a model without its maker's name, however often it stands before it.
  private static func withoutMaker(_ model: String, _ manufacturer: String?) -> String {
    guard let manufacturer, !manufacturer.isEmpty else { return model }
    var name = model[...]
    while name.prefix(manufacturer.count).lowercased() == manufacturer.lowercased() {
      let rest = name.dropFirst(manufacturer.count)
      let next = rest.drop { $0 == " " }
      guard rest.first == " ", !next.isEmpty else { break }
      name = next
    }
    return String(name)
  }

  /// The model of a device that nobody has named.
  package static let unnamedModel = "camera"
  /// The model of a device whose file does not name it.
  package static let unknownModel = "unknown"

  /// Whether ``model`` is the name of a device, and not one that stands in for a missing name.
  package var isNamed: Bool { ![Self.unnamedModel, Self.unknownModel].contains(model) }

  /// Returns whether both are names of one model. Either may have its maker's name before the model's.
  package func isOfModel(of other: DeviceIdentity) -> Bool {
    let models = [model, other.model].map { $0.lowercased() }.sorted { $0.count < $1.count }
    return models[0] == models[1] || models[1].hasSuffix(" " + models[0])
  }

  /// Returns whether both are named and differ, by the model or by the unit of one model.
  package func isOther(than other: DeviceIdentity) -> Bool {
    guard isNamed, other.isNamed else { return false }
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
  /// The manufacturer and model, and the unit where there is one, such as `Canon EOS R5 unit 1234`.
  public var description: String {
    let name = [manufacturer, model].compactMap(\.self).joined(separator: " ")
    return (unit.map { "\(name) unit \($0)" } ?? name).printable()
  }
}
