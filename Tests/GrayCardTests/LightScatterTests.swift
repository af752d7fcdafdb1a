import Colorimetry
import Foundation
import GrayCard
import RawFrames
import TestSupport
import Testing
import WhiteBalance

/// The mean of frames whose light changes its colour between them.
@Suite struct LightScatterTests {
  private static let count = 8

  /// The mean of frames, red and blue of each of which are multiplied by a random factor of this relative spread.
  private static func reading(
    _ generator: inout SeededGenerator, red: Double, blue: Double, count: Int = count
  ) throws -> MeasuredNeutral {
    var average: FrameAverage?
    for _ in 0..<count {
      let factors = (red: 1 + red * generator.normal(), blue: 1 + blue * generator.normal())
      let (format, size) = (try PixelFormat("RG12"), 64)
      let samples = (0..<size * size).map { index -> UInt16 in
        let (column, row) = (index % size, index / size)
        let signal =
          switch BayerPattern.rggb.channel(column: column, row: row) {
          case .red: 600 * factors.red
          case .greenOnRedRow, .greenOnBlueRow: 1000.0
          case .blue: 500 * factors.blue
          }
        return UInt16((64 + signal + 8 * generator.normal()).rounded())
      }
      let frame = try RawFrame(
        format: format, width: size, height: size, samples: samples, levels: SampleLevels(black: 64, white: 4095))
      if average == nil { average = FrameAverage(frame) } else { try average?.add(frame) }
    }
    let frames = try #require(average)
    let whole = Region(x: 0, y: 0, width: 64, height: 64)
    return try GrayCardEstimatorTests.neutral(BlackLevelEvidenceTests.judged(frames.mean(), average: frames, in: whole))
  }

  private static func ratios(_ neutral: MeasuredNeutral) -> SIMD2<Double> {
    SIMD2(log(neutral.value.red / neutral.value.green), log(neutral.value.blue / neutral.value.green))
  }

  private static func errors(_ neutral: MeasuredNeutral) -> SIMD2<Double> {
    let (value, covariance) = (neutral.value, neutral.covariance)
    func variance(_ channel: Int, _ signal: Double) -> Double {
      covariance[channel, channel] / (signal * signal) + covariance[1, 1] / (value.green * value.green)
        - 2 * covariance[channel, 1] / (signal * value.green)
    }
    return SIMD2(variance(0, value.red), variance(2, value.blue)).squareRoot()
  }

  /// Eight frames tell the scatter by seven degrees of freedom, for which Student's mean square is 7/5.
  @Test(arguments: [(0.02, 0.0), (0, 0.05), (0.05, 0.05)])
  func `a mean of frames whose light changes is off by its errors`(red: Double, blue: Double) throws {
    var generator = SeededGenerator(seed: 71)
    var squares = SIMD2<Double>.zero
    let runs = 40
    for _ in 0..<runs {
      let neutral = try Self.reading(&generator, red: red, blue: blue)
      let distance = Self.ratios(neutral) - SIMD2(log(0.6), log(0.5))
      squares += distance * distance / (Self.errors(neutral) * Self.errors(neutral))
    }
    let square = squares / Double(runs)
    for (square, spread) in [(square.x, red), (square.y, blue)] {
      #expect((spread > 0 ? 0.6...2.3 : 0.3...1.6).contains(square), "\(square)")
    }
  }

  @Test(arguments: [2, 8]) func `a steady light is as sure by several frames as their noise says`(count: Int) throws {
    var generator = SeededGenerator(seed: 72)
    var squares = SIMD2<Double>.zero
    let runs = 20
    for _ in 0..<runs {
      let errors = Self.errors(try Self.reading(&generator, red: 0, blue: 0, count: count))
      squares += errors * errors
    }
    let stated = (squares / Double(runs)).squareRoot()
    // 1024 samples of red and of blue, and 2048 of green, with noise of 8 and the rounding of samples.
    let noise = (8.0 * 8.0 + 1.0 / 12) / Double(count) / 1024
    let expected = SIMD2(
      noise / (600 * 600) + noise / 2 / (1000 * 1000), noise / (500 * 500) + noise / 2 / (1000 * 1000)
    ).squareRoot()
    for ratio in [stated.x / expected.x, stated.y / expected.y] { #expect((1...1.35).contains(ratio), "\(ratio)") }
  }
}
