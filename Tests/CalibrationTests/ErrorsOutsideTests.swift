import Calibration
import Colorimetry
import Foundation
import TestSupport
import Testing
import WhiteBalance

/// The stated errors of profiles on lights outside of their own, on cameras that the growth of the errors was not
/// learnt from. `Tests/Benchmarks/run stated-errors outside` has all cameras, and each kind of light by its distance.
@Suite struct ErrorsOutsideTests {
  /// The cameras of odd number. The growth was learnt on those of even number.
  private static let cameras = Result {
    try SpectralSensitivities.measured().enumerated().filter { !$0.offset.isMultiple(of: 2) }.map(\.element)
  }

  /// Black bodies from 1000 to 20 000 K.
  private static let blackBodies = Result {
    try stride(from: 50.0, through: 1000, by: 10).map { mired in
      (
        kind: LightKind.incandescent,
        light: try LightPopulation.Light(name: "\(mired) mired", spectrum: .planck(temperature: 1e6 / mired))
      )
    }
  }

  /// How far off lights outside of a profile's own are found, in stated errors.
  private struct Errors {
    var mired: [Double] = []
    var duv: [Double] = []

    mutating func add(
      _ lights: [(kind: LightKind, light: LightPopulation.Light)], seenBy camera: SpectralSensitivities,
      foundBy characterization: some DeviceCharacterization, _ uncertainty: CharacterizationUncertainty
    ) throws {
      for (kind, light) in lights {
        let response = camera.response(to: light.spectrum)
        let truth = light.temperatureAndTint
        let best = characterization.specialized(for: kind)
        guard response.isPositive, let found = try best.light(forNeutral: response).temperatureAndTint,
          let distance = characterization.miredOutside(found), distance > ErrorsOutsideTests.near
        else { continue }
        let stated = uncertainty.errors(at: found, kind: kind, miredOutside: distance)
        mired.append(abs(found.mired - truth.mired) / stated.mired)
        duv.append(abs(found.duv - stated.duvBias - truth.duv) / stated.duv)
      }
    }

    func expect(_ name: String) throws {
      #expect(mired.count > 50, "\(name): \(mired.count) lights")
      for (quantity, errors) in [("mired", mired), ("Duv", duv)] {
        func share(_ limit: Double) -> Double {
          Double(errors.count { $0 <= limit }) / Double(errors.count)
        }
        let text: Comment = "\(name), \(quantity): \(share(1)) within one stated error, \(share(2)) within two"
        if ProcessInfo.processInfo.environment["WHITEBALANCE_PROPERTY_REPORT"] != nil { print(text) }
        #expect(Tolerance.outsideWithinOneError.allows(0.683 - share(1)), text)
        #expect(Tolerance.outsideWithinTwoErrors.allows(0.954 - share(2)), text)
        let worst = try #require(errors.largest())
        #expect(Tolerance.largestOutside.allows(worst), "\(name), \(quantity): \(worst)")
      }
      // The stated errors must not be far larger than those found. In Duv black bodies are nearer than is stated.
      let share = Double(mired.count { $0 <= 1 }) / Double(mired.count)
      #expect(Tolerance.outsideBeyondOneError.allows(share - 0.683), "\(name): \(share) within one stated error")
    }
  }

  /// The Duv of lights that are white enough to be asked for.
  private static let white = -0.03...0.03

  /// The distance in mired below which the errors inside of a profile's lights are most of the stated ones.
  private static let near = 20.0

  @Test func `black bodies colder than a white map has learnt are found within the errors that it states`() throws {
    var errors = Errors()
    for camera in try Self.cameras.get() {
      let calibration = try WhiteMapCalibration(camera, lights: .standard())
      try errors.add(
        Self.blackBodies.get(), seenBy: camera, foundBy: calibration.characterization,
        calibration.uncertainty(of: camera))
    }
    try errors.expect("white maps")
  }

  @Test func `lamps behind filters warmer than a white map has learnt are found within the errors that it states`()
    throws
  {
    let lamps = MeasuredLamps.all().flatMap { lamp in
      [150.0, 300, 450].compactMap { mired in
        (try? LightPopulation.Light(
          name: lamp.light.name, spectrum: Self.filtered(lamp.light.spectrum, by: mired)))
          .map { (kind: lamp.kind, light: $0) }
      }
    }.filter { Self.white.contains($0.light.temperatureAndTint.duv) }
    var errors = Errors()
    for camera in try Self.cameras.get() {
      let calibration = try WhiteMapCalibration(camera, lights: .standard())
      try errors.add(
        lamps, seenBy: camera, foundBy: calibration.characterization, calibration.uncertainty(of: camera))
    }
    try errors.expect("white maps, lamps behind filters")
  }

  @Test(arguments: [[CIEIlluminant.a], [.d50], [.d65], [.a, .d65], [.a, .d50], [.d50, .d65]])
  func `black bodies and lamps outside of a chart's lights are found within the errors that its profile states`(
    charts: [CIEIlluminant]
  ) throws {
    let lamps = MeasuredLamps.all().map { (kind: $0.kind, light: $0.light) }
    for (name, lights) in [("black bodies", try Self.blackBodies.get()), ("lamps", lamps)] {
      var errors = Errors()
      for camera in try Self.cameras.get() {
        let calibration = try ChartCalibration(
          charts.map {
            try SimulatedChart(CalibrationLight(name: $0.rawValue, spectrum: $0.distribution), on: camera).fit()
          })
        try errors.add(lights, seenBy: camera, foundBy: calibration.characterization, calibration.uncertainty)
      }
      try errors.expect("\(charts.map(\.rawValue)), \(name)")
    }
  }

  /// Returns a light behind a filter that makes every black body warmer by `mired`: by Wien's law, its density is
  /// linear in the reciprocal wavelength.
  private static func filtered(_ light: SpectralDistribution, by mired: Double) throws -> SpectralDistribution {
    let (constant, middle) = (1.4388e7, 560.0)
    let wavelengths = Array(stride(from: 380.0, through: 780, by: 5))
    return try SpectralDistribution(
      wavelengths: wavelengths,
      values: wavelengths.map { light.value(at: $0) * exp(-constant * mired * 1e-6 * (1 / $0 - 1 / middle)) })
  }
}
