import Colorimetry
import WhiteBalance

extension DeviceProfile {
  /// A placeholder profile for a camera without one, for work in which colours do not matter.
  package static var unknown: DeviceProfile {
    let matrix = Matrix3x3(diagonal: [1, 1, 1])
    do throws(WhiteBalanceError) {
      return DeviceProfile(
        identity: DeviceIdentity(model: "unknown"),
        characterization: .matrices(
          try MatrixCharacterization(lights: [.init(temperature: 6500, matrix: matrix)])), provenance: "unknown")
    } catch { preconditionFailure("one matrix that has an inverse is a characterization: \(error)") }
  }
}
