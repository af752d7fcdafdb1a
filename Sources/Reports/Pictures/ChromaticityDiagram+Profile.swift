import Colorimetry
package import DeviceProfiles
package import Diagrams
import WhiteBalance

extension ChromaticityDiagram.Series {
  /// The lights that a device was calibrated at, and the edge of those that its gains can make neutral.
  package init(_ profile: DeviceProfile, file: String) {
    let points = profile.characterization.calibratedLights.compactMap { place in
      (try? Chromaticity(place)).map { ChromaticityDiagram.Point($0, label: "\(fixed(place.temperature, 0)) K") }
    }
    self.init(
      name: "\(profile.identity) (\(file)), gains 1 to \(fixed(profile.gainRange.maximum, 1))", points: points,
      outline: Self.legalLights(of: profile))
  }

  /// `nil` where gains belong to no light.
  private static func legalLights(of profile: DeviceProfile) -> [Chromaticity?] {
    profile.gainRange.edge(steps: stepsOfEdge).map { gains in
      guard let light = try? profile.characterization.chromaticity(for: gains), light.isReal else { return nil }
      return light
    }
  }

  /// The points of each side, which bends little: by a unit of the drawing or two.
  private static let stepsOfEdge = 48
}
