package import Colorimetry
package import WhiteBalance

/// The reason why one conversion has no result.
package enum ConversionError: Error, Hashable {
  case fieldCount(Int, ConversionForm)
  case notANumber(String, name: String)
  /// Gains were given without a calibrated device.
  case noDevice
  /// A tint was given to a method that knows only one curve.
  case tintOfLocus(Double, PublishedMethod)
  case colorimetry(ColorimetryError)
  case whiteBalance(WhiteBalanceError)
}

extension ConversionError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .fieldCount(let count, let form):
      "\(count) fields where \(form.countText) are needed: \(form.names.joined(separator: " "))"
    case .notANumber(let field, let name): "'\(field)' is not a number; \(name) must be one"
    case .noDevice: "gains mean a light only on a calibrated device"
    case .tintOfLocus(let tint, let method):
      "a tint of \(tint): \(method.rawValue) is of one curve and has no tint; give the kelvin alone"
    case .colorimetry(let error): error.description
    case .whiteBalance(let error): error.description
    }
  }
}
