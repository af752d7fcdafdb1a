public import Metering

/// The reason why a scan, a lock or a point was refused or did not complete.
public enum CameraMeterError: Error, Hashable, Sendable {
  /// The camera failed, is not running, or is unplugged.
  case camera(CameraError)
  /// The request is not valid.
  case metering(MeteringError)
  /// The device has no control for these quantities, or its format has no colours.
  case notSupported([MeteringQuantity])
  /// No preview of the camera has this name.
  case unknownSurface(String, known: [String])
  /// The quantities that did not converge, each with its reason. The rest is locked.
  case notConverged([MeteringQuantity: MeteringReason])
  /// The waiting task was cancelled.
  case cancelled
  /// Another scan replaced this one, or some of its quantities were locked or unlocked meanwhile.
  case superseded
}

extension CameraMeterError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .camera(let error): error.description
    case .metering(let error): error.description
    case .notSupported(let quantities):
      "the camera cannot be set in \(quantities.map(\.name).joined(separator: ", ")); leave it out, or do not ask for an "
        + "error"
    case .notConverged(let reasons):
      "the scan did not converge: "
        + MeteringQuantity.allCases.compactMap { quantity in reasons[quantity].map { "\(quantity.name), \($0)" } }
        .joined(separator: "; ")
    case .unknownSurface(let name, let known):
      "no preview is called '\(name)'; there is \(known.joined(separator: ", "))"
    case .cancelled: "the scan was cancelled"
    case .superseded: "another scan, a lock or an unlock took the place of this one"
    }
  }
}

extension MeteringQuantity {
  fileprivate var name: String {
    switch self {
    case .exposure: "exposure"
    case .focus: "focus"
    case .whiteBalance: "white balance"
    }
  }
}
