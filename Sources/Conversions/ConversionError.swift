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
  /// No light has these u and v.
  case notReal(UniformChromaticity)
  case colorimetry(ColorimetryError)
  case whiteBalance(WhiteBalanceError)
}

extension ConversionError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .fieldCount(let count, let form):
      "\(count) \(count == 1 ? "field" : "fields") where \(form.countText) are needed: \(form.names.joined(separator: " "))"
    case .notANumber(let field, let name): "\(name) must be a number, not '\(field)'"
    case .noDevice: "gains mean a light only on a calibrated device"
    case .tintOfLocus(let tint, let method):
      "\(method.rawValue) covers one curve and takes no tint; give the temperature without the tint of \(tint)"
    // These limits are those of x and y. Where v is too large, v′ was probably meant.
    case .notReal(let light):
      "no light has \(light); u must be at least 0, v above 0, and u + 10 v at most 4; v is 2/3 of v′ of CIE 1976"
    case .colorimetry(let error): error.description
    case .whiteBalance(let error): error.description
    }
  }
}
