import Colorimetry
import Foundation
import GrayCard
import RawFrames
import SpectralData
import TestSupport
import Testing
import WhiteBalance

/// Frames of real sensors.
@Suite struct RealFrameTests {
  static let graySteps = "raw/gray-steps_1920x1080_RG10.raw"
  static let colorChecker = "raw/colorchecker_2592x1536_GRBG.raw"

  static func frame(
    _ path: String, _ code: String, width: Int, height: Int, black: Double, white: Double
  ) throws -> RawFrame {
    try RawFrame(
      format: PixelFormat(code), width: width, height: height,
      bytes: SharedData.bytes(SharedData.folder.appending(path: path)), levels: SampleLevels(black: black, white: white)
    )
  }

  static func square(_ x: Int, _ y: Int, side: Int) -> Region {
    Region(x: x - side / 2, y: y - side / 2, width: side, height: side)
  }

  // MARK: - A chart of 36 gray steps

  /// The middles of the steps, from dark to light; the white paper behind them is partly clipped.
  static let steps = [
    (722, 114), (846, 114), (974, 114), (1100, 114), (600, 236), (724, 236), (848, 236), (974, 236), (1100, 236),
    (1226, 236), (480, 374), (600, 374), (480, 496), (600, 496), (484, 620), (606, 620), (488, 750), (610, 750),
    (1228, 352), (1352, 352), (1232, 476), (1358, 476), (1236, 604), (1360, 604), (1240, 730), (1364, 730), (614, 874),
    (740, 874), (864, 874),
  ]

  /// The lightest steps: samples of at least one channel are at the end of the sensor's range, 1020.
  static let clippedSteps = [(992, 874), (1120, 874), (1242, 874), (746, 990), (872, 990), (998, 990), (1122, 990)]

  @Test(.enabled(if: SharedData.has(graySteps), Comment(rawValue: SharedData.absence(of: graySteps))))
  func `every gray step that is not clipped is read, and every one that is clipped is refused`() throws {
    let frame = try Self.frame(Self.graySteps, "RG10", width: 1920, height: 1080, black: 0, white: 1023)
    for (x, y) in Self.steps {
      let reading = try GrayCardEstimator().reading(of: frame, in: Self.square(x, y, side: 60))
      guard case .ok(let neutral) = reading.verdict else {
        Issue.record("the step at \(x), \(y) was refused: \(reading.verdict)")
        continue
      }
      // Every step is gray in the light of the room, or a dark one with the flare of the lens on it.
      let gains = try MeasuredGains(neutralizing: neutral).value
      #expect(gains.green == 1 && (1.3...2.3).contains(gains.red) && (1.05...1.3).contains(gains.blue), "\(x), \(y)")
    }
    for (x, y) in Self.clippedSteps {
      let reading = try GrayCardEstimator().reading(of: frame, in: Self.square(x, y, side: 60))
      guard case .refused(let refusals) = reading.verdict else {
        Issue.record("the step at \(x), \(y) was read though it is clipped")
        continue
      }
      #expect(refusals.map(\.code) == [.clipped], "\(x), \(y)")
    }
  }

  // MARK: - The grays of a ColorChecker

  /// The neutral patches from white to the last but one, at y 1440. The black patch is left out: its blue is one step of
  /// the sensor above black.
  static let patches = [634, 714, 800, 886, 974]

  private func ratios(black: Double) throws -> [(red: Double, blue: Double)] {
    let frame = try Self.frame(Self.colorChecker, "GRBG", width: 2592, height: 1536, black: black, white: 255)
    return try Self.patches.map { x in
      let reading = try GrayCardEstimator().reading(of: frame, in: Self.square(x, 1440, side: 40))
      guard case .ok(let neutral) = reading.verdict else { throw Refused(verdict: reading.verdict) }
      return (neutral.value.red / neutral.value.green, neutral.value.blue / neutral.value.green)
    }
  }

  private struct Refused: Error { var verdict: GrayCardReading.Verdict }

  private static func spread(_ values: [Double]) -> Double {
    ((values.max() ?? .nan) - (values.min() ?? .nan)) / (values.reduce(0, +) / Double(values.count))
  }

  @Test(.enabled(if: SharedData.has(colorChecker), Comment(rawValue: SharedData.absence(of: colorChecker))))
  func `the grays of a chart have one colour with the black level taken off, and not without`() throws {
    let ratios = try ratios(black: 12.5)
    #expect(Tolerance.chartGrays.allows(Self.spread(ratios.map(\.red))))
    #expect(Tolerance.chartGrays.allows(Self.spread(ratios.map(\.blue))))
    let without = try self.ratios(black: 0)
    #expect(!Tolerance.chartGrays.allows(Self.spread(without.map(\.red))))
    #expect(!Tolerance.chartGrays.allows(Self.spread(without.map(\.blue))))
  }

  // MARK: - … and what the chart says of them

  /// By how much R/G and B/G of each gray of the chart differ from those of its white: the mean of the measured cameras
  /// and some lights, which agree to 1 %.
  private static func expectedRatios() throws -> [SIMD2<Double>] {
    let chart = try SpectralTable(SharedData.bytes(SharedData.folder.appending(path: chartSpectra)), of: .reflectance)
    let grays = try (19...24).map { try chart.column("\($0)").distribution }
    let cameras = try SharedData.files(in: "ssf", withExtension: "json").prefix(6).map {
      try SpectralSensitivities(fileBytes: SharedData.bytes($0))
    }
    let lights = [CIEIlluminant.a, .d65, .ledB3].map(\.distribution)
    var sums = grays.map { _ in SIMD2<Double>.zero }
    for camera in cameras {
      for light in lights {
        let ratios = grays.map { gray in
          let response = camera.response(to: light, reflectance: gray)
          return SIMD2(response.red / response.green, response.blue / response.green)
        }
        for (index, ratio) in ratios.enumerated() { sums[index] += ratio / ratios[0] }
      }
    }
    return sums.map { $0 / Double(cameras.count * lights.count) }
  }

  private static let chartSpectra = "chart/babelcolor_average_spectral.csv"

  /// How many stated errors the gray that is farthest from the white is away from it.
  private static func farthestGray(blackError: Double) throws -> Double {
    let frame = try RawFrame(
      format: PixelFormat("GRBG"), width: 2592, height: 1536,
      bytes: SharedData.bytes(SharedData.folder.appending(path: colorChecker)),
      levels: SampleLevels(black: 12.5, white: 255, blackError: blackError))
    let expected = try expectedRatios()
    try #require(expected.count == patches.count + 1)
    // R/G and B/G as the white would have them, and their relative errors.
    typealias Ratio = (value: Double, error: Double)
    let readings: [[Ratio]] = try zip(patches + [blackPatch], expected).map { x, expected in
      let reading = try GrayCardEstimator().reading(of: frame, in: square(x, 1440, side: 40))
      guard case .ok(let neutral) = reading.verdict else { throw Refused(verdict: reading.verdict) }
      let gains = try MeasuredGains(neutralizing: neutral)
      return [
        (1 / gains.value.red / expected[0], gains.standardError.red / gains.value.red),
        (1 / gains.value.blue / expected[1], gains.standardError.blue / gains.value.blue),
      ]
    }
    func distance(_ gray: Ratio, _ white: Ratio) -> Double {
      abs(gray.value / white.value - 1) / (gray.error * gray.error + white.error * white.error).squareRoot()
    }
    return readings.flatMap { zip($0, readings[0]).map(distance) }.max() ?? .infinity
  }

  /// Its blue is one or two steps of the sensor above black.
  static let blackPatch = 1060

  @Test(
    .enabled(if: SharedData.has(colorChecker), Comment(rawValue: SharedData.absence(of: colorChecker))),
    .enabled(if: SharedData.has(chartSpectra), Comment(rawValue: SharedData.absence(of: chartSpectra))))
  func `every gray of the chart is its white within the stated error, of a black level known to half a step`() throws {
    // 1 / sqrt(12) of a step.
    #expect(Tolerance.threeStandardErrors.allows(try Self.farthestGray(blackError: 0.29)))
    // The dark grays are blue by a quarter of a step of the black level, and the error of noise alone does not cover it.
    #expect(!Tolerance.threeStandardErrors.allows(try Self.farthestGray(blackError: 0)))
  }
}
