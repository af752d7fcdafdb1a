import Colorimetry
package import DeviceProfiles
package import Diagrams
import WhiteBalance

extension ChromaticityDiagram.Series {
  /// Creates a diagram of the lights that a device was calibrated at, and the boundary of those that its gains can
  /// balance.
  package init(_ profile: DeviceProfile, file: String) {
    let points = profile.characterization.calibratedLights.compactMap { place in
      (try? Chromaticity(place)).map { ChromaticityDiagram.Point($0, label: "\(fixed(place.temperature, 0)) K") }
    }
    self.init(
      name: "\(profile.identity) (\(file)), gains 1 to \(fixed(profile.gainRange.maximum, 1))", points: points,
      outline: Self.legalLights(of: profile))
  }

  /// Returns the boundary of the lights. A point is `nil` where its gains belong to no chromaticity. The diagram leaves
  /// out what is no colour.
  private static func legalLights(of profile: DeviceProfile) -> [Chromaticity?] {
    profile.gainRange.edge(steps: stepsOfEdge).map { try? profile.characterization.chromaticity(for: $0) }
  }

  /// The number of points on each side of the boundary, which bends by one or two units of the drawing.
  private static let stepsOfEdge = 48
}
