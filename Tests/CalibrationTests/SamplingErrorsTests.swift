import Calibration
import Colorimetry
import TestSupport
import Testing
import WhiteBalance

/// Profiles of sensitivities that are cut or coarse, judged by what the whole camera sees.
@Suite struct SamplingErrorsTests {
  /// A part of a table of sensitivities.
  struct Part: Sendable, CustomStringConvertible {
    var range = 380.0...780.0
    var step = 5.0

    var description: String { "\(range.lowerBound) to \(range.upperBound) nm, every \(step) nm" }

    func sensitivities(of camera: SpectralSensitivities) throws -> SpectralSensitivities {
      let wavelengths = Array(stride(from: range.lowerBound, through: range.upperBound, by: step))
      func part(_ channel: SpectralDistribution) throws -> SpectralDistribution {
        try SpectralDistribution(wavelengths: wavelengths, values: wavelengths.map(channel.value(at:)))
      }
      return try SpectralSensitivities(red: part(camera.red), green: part(camera.green), blue: part(camera.blue))
    }
  }

  private static let lights = Result {
    try [2300.0, 2500, 2856, 3200].map { (LightKind.incandescent, try SpectralDistribution.planck(temperature: $0)) }
      + [4500.0, 5500, 6500, 7500, 9000].map { (.daylight, try .daylight(temperature: $0)) }
  }

  @Test(arguments: [
    Part(range: 400...680, step: 10), Part(range: 400...700, step: 10), Part(range: 390...690), Part(step: 10),
    Part(step: 20), Part(step: 40),
  ])
  func `filament lamps and daylight are found within the errors that a part of the sensitivities states`(
    part: Part
  ) throws {
    var (mired, duv): ([LightKind: [Double]], [LightKind: [Double]]) = ([:], [:])
    for camera in try SpectralSensitivities.measured() {
      let sensitivities = try part.sensitivities(of: camera)
      let calibration = try WhiteMapCalibration(sensitivities, lights: .standard())
      let uncertainty = try calibration.uncertainty(of: sensitivities)
      for (kind, light) in try Self.lights.get() {
        let truth = try LightPopulation.Light(name: "light", spectrum: light).temperatureAndTint
        let found = try #require(
          calibration.characterization.specialized(for: kind).light(forNeutral: camera.response(to: light))
            .temperatureAndTint)
        let stated = uncertainty.errors(at: found, kind: kind)
        mired[kind, default: []].append(abs(found.mired - truth.mired) / stated.mired)
        duv[kind, default: []].append(abs(found.duv - truth.duv) / stated.duv)
      }
    }
    for (name, errors) in [("mired", mired), ("Duv", duv)] {
      for (kind, ratios) in errors {
        let rms = (ratios.map { $0 * $0 }.reduce(0, +) / Double(ratios.count)).squareRoot()
        #expect(Tolerance.statedOfPart.allows(rms), "\(part), \(kind), \(name): \(rms)")
      }
    }
  }
}
