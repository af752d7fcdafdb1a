import Colorimetry
import Foundation
import GrayCard
import RawFrames
import SpectralData
import TestSupport
import Testing
import WhiteBalance

/// Frames of real sensors. `Tests/ReferenceData/README.md` tells how they were made smaller.
@Suite struct RealFrameTests {
  /// A chart of 36 gray steps: each second row and column of Bayer quads of a frame of 1920 x 1080.
  static func graySteps() throws -> RawFrame {
    try frame(
      "gray-steps_960x540_pRAA.raw", "pRAA", width: 960, height: 540, levels: SampleLevels(black: 0, white: 1023))
  }

  /// A room with a ColorChecker: each fourth row and column of Bayer quads of a frame of 2592 x 1536.
  static func room() throws -> RawFrame {
    try frame("room_648x384_GRBG.raw", "GRBG", width: 648, height: 384, levels: SampleLevels(black: 12.5, white: 255))
  }

  /// The part of the same frame, whole, where the ColorChecker is.
  static func colorChecker(black: Double = 12.5, blackError: Double = 0) throws -> RawFrame {
    try frame(
      "colorchecker_552x400_GRBG.raw", "GRBG", width: 552, height: 400,
      levels: SampleLevels(black: black, white: 255, blackError: blackError))
  }

  private static func frame(
    _ name: String, _ code: String, width: Int, height: Int, levels: SampleLevels
  ) throws -> RawFrame {
    try RawFrame(
      format: PixelFormat(code), width: width, height: height, bytes: ReferenceData.bytes("frames/\(name)"),
      levels: levels)
  }

  static func square(_ x: Int, _ y: Int, side: Int) -> Region {
    Region(x: x - side / 2, y: y - side / 2, width: side, height: side)
  }

  // MARK: - A chart of 36 gray steps

  /// The middles of the steps, from dark to light; the white paper behind them is partly clipped.
  static let steps = [
    (361, 57), (423, 57), (487, 57), (550, 57), (300, 126), (362, 118), (424, 118), (487, 118), (550, 118),
    (613, 118), (240, 187), (300, 187), (240, 248), (300, 248), (242, 310), (303, 310), (244, 375), (305, 375),
    (614, 176), (676, 176), (616, 238), (679, 238), (618, 302), (680, 302), (620, 365), (682, 365), (307, 437),
    (370, 437), (432, 437), (496, 437),
  ]

  /// The lightest steps: samples of at least one channel are at the end of the sensor's range, 1020.
  static let clippedSteps = [(560, 437), (621, 437), (373, 495), (436, 495), (499, 495), (561, 495)]

  @Test func `every gray step that is not clipped is read, and every one that is clipped is refused`() throws {
    let frame = try Self.graySteps()
    for (x, y) in Self.steps {
      let reading = try GrayCardEstimator().reading(of: frame, in: Self.square(x, y, side: 30))
      guard case .ok(let neutral) = reading.verdict else {
        Issue.record("the step at \(x), \(y) was refused: \(reading.verdict)")
        continue
      }
      // Every step is gray in the light of the room, or a dark one with the flare of the lens on it.
      let gains = try MeasuredGains(neutralizing: neutral).value
      #expect(gains.green == 1 && (1.3...2.3).contains(gains.red) && (1.05...1.3).contains(gains.blue), "\(x), \(y)")
    }
    for (x, y) in Self.clippedSteps {
      let reading = try GrayCardEstimator().reading(of: frame, in: Self.square(x, y, side: 30))
      guard case .refused(let refusals) = reading.verdict else {
        Issue.record("the step at \(x), \(y) was read though it is clipped")
        continue
      }
      #expect(refusals.map(\.code) == [.clipped], "\(x), \(y)")
    }
  }

  // MARK: - The grays of a ColorChecker

  /// The neutral patches from white to the last but one, at y 336. The black patch is left out: its blue is one step of
  /// the sensor above black.
  static let patches = [62, 142, 228, 314, 402]

  private func ratios(black: Double) throws -> [(red: Double, blue: Double)] {
    let frame = try Self.colorChecker(black: black)
    return try Self.patches.map { x in
      let reading = try GrayCardEstimator().reading(of: frame, in: Self.square(x, 336, side: 40))
      guard case .ok(let neutral) = reading.verdict else { throw Refused(verdict: reading.verdict) }
      return (neutral.value.red / neutral.value.green, neutral.value.blue / neutral.value.green)
    }
  }

  private struct Refused: Error { var verdict: GrayCardReading.Verdict }

  private static func spread(_ values: [Double]) -> Double {
    ((values.max() ?? .nan) - (values.min() ?? .nan)) / (values.reduce(0, +) / Double(values.count))
  }

  @Test func `the grays of a chart have one colour with the black level taken off, and not without`() throws {
    let ratios = try ratios(black: 12.5)
    #expect(Tolerance.chartGrays.allows(Self.spread(ratios.map(\.red))))
    #expect(Tolerance.chartGrays.allows(Self.spread(ratios.map(\.blue))))
    let without = try self.ratios(black: 0)
    #expect(!Tolerance.chartGrays.allows(Self.spread(without.map(\.red))))
    #expect(!Tolerance.chartGrays.allows(Self.spread(without.map(\.blue))))
  }

  // MARK: - … and what the chart says of them

  /// The ratios of R/G and B/G of each gray of the chart to those of its white: the mean of the measured cameras
  /// and some lights, which agree to 1 %.
  private static func expectedRatios() throws -> [SIMD2<Double>] {
    let chart = try SpectralTable(ReferenceData.bytes(repositoryRoot.appending(path: chartSpectra)), of: .reflectance)
    let grays = try (19...24).map { try chart.column("\($0)").distribution }
    let cameras = try SpectralSensitivities.measured().prefix(6)
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

  private static let chartSpectra = "Data/charts/ColorChecker24_BabelColor_average_10nm.csv"

  /// How many stated errors the gray that is farthest from the white is away from it.
  private static func farthestGray(blackError: Double) throws -> Double {
    let frame = try colorChecker(blackError: blackError)
    let expected = try expectedRatios()
    try #require(expected.count == patches.count + 1)
    // R/G and B/G as the white would have them, and their relative errors.
    typealias Ratio = (value: Double, error: Double)
    let readings: [[Ratio]] = try zip(patches + [blackPatch], expected).map { x, expected in
      let reading = try GrayCardEstimator().reading(of: frame, in: square(x, 336, side: 40))
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
    return readings.flatMap { zip($0, readings[0]).map(distance) }.largest() ?? .infinity
  }

  /// Its blue is one or two steps of the sensor above black.
  static let blackPatch = 488

  @Test
  func `every gray of the chart is its white within the stated error, of a black level known to half a step`() throws {
    // 1 / sqrt(12) of a step.
    #expect(Tolerance.threeStandardErrors.allows(try Self.farthestGray(blackError: 0.29)))
    // The dark grays are blue by a quarter of a step of the black level,
    // and the error of noise alone does not cover it.
    #expect(!Tolerance.threeStandardErrors.allows(try Self.farthestGray(blackError: 0)))
  }
}
