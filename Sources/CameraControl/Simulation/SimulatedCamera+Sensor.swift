internal import CameraDevices
internal import Colorimetry
public import DeviceProfiles
internal import RawFrames
internal import WhiteBalance

extension SimulatedCamera {
  /// The profile of the default sensor. It is exact for every light.
  public static var profile: DeviceProfile {
    do throws(WhiteBalanceError) {
      return DeviceProfile(
        identity: DeviceIdentity(model: "Simulated Camera"),
        characterization: .matrices(
          try MatrixCharacterization(lights: [.init(temperature: 5000, matrix: matrix)])),
        levels: frameLevels, provenance: "by definition: the sensor's sensitivities are sums of the CIE's observer")
    } catch { preconditionFailure("a matrix with an inverse is a characterization: \(error)") }
  }

  /// The matrix of the typical camera with a stronger green, as most sensors have it, so that the gains for daylight
  /// exceed 1.
  private static let matrix = Matrix3x3(diagonal: [0.5, 1, 0.65]) * TypicalCamera.matrix

  /// The sensitivities for which the matrix is exact. They are sums of the colour-matching functions (Luther's
  /// condition).
  static var sensitivities: SpectralSensitivities {
    let rows = CIE1931Observer.colorMatching.map { matrix * $0 }
    func channel(_ index: Int) -> SpectralDistribution {
      do throws(SpectralDistributionError) {
        return try SpectralDistribution(
          firstWavelength: Double(CIE1931Observer.firstWavelength), step: 1, values: rows.map { $0[index] })
      } catch { preconditionFailure("the observer's table is in order: \(error)") }
    }
    return SpectralSensitivities(red: channel(0), green: channel(1), blue: channel(2))
  }

  static var format: PixelFormat {
    do throws(RawFrameError) { return try PixelFormat("RG10") } catch { preconditionFailure("\(error)") }
  }

  /// The levels of frames. Black is a sixteenth of the range, as in most sensors of 10 bits.
  static var frameLevels: SampleLevels {
    do throws(RawFrameError) { return try SampleLevels(black: 64, white: 1023) } catch {
      preconditionFailure("\(error)")
    }
  }

  // The numbers are in electrons, and typical of small pixels.
  static let fullWell = 5000.0
  static let readNoise = 3.0

  static let frameRate: UInt32 = 30
  static let interval = Duration.seconds(1) / 30
  /// The number of whole frames between the one in which a control is set and the first that shows the change.
  static let pipeline = 1
}
