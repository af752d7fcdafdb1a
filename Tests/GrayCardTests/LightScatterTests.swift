import Colorimetry
import Foundation
import RawFrames
import TestSupport
import Testing
import WhiteBalance

@testable import GrayCard

/// The mean of frames whose light changes its colour between them.
@Suite struct LightScatterTests {
  private static let count = 8
  /// A black level of half of green's signal, which would hide half of a change that counted it.
  private static let black = 512

  /// The mean of frames, red and blue of each of which are multiplied by a random factor of this relative spread.
  ///
  /// - Parameter together: Whether red rises by as much as blue falls, as where a lamp becomes warmer.
  private static func reading(
    _ generator: inout SeededGenerator, red: Double, blue: Double, count: Int = count, together: Bool = false,
    in region: Region = Region(x: 0, y: 0, width: 64, height: 64)
  ) throws -> MeasuredNeutral {
    var average: FrameAverage?
    for _ in 0..<count {
      let (first, second) = (generator.normal(), generator.normal())
      let factors = (red: 1 + red * first, blue: 1 + blue * (together ? -first : second))
      let (format, size) = (try PixelFormat("RG12"), 64)
      let samples = (0..<size * size).map { index -> UInt16 in
        let (column, row) = (index % size, index / size)
        let signal =
          switch BayerPattern.rggb.channel(column: column, row: row) {
          case .red: 600 * factors.red
          case .greenOnRedRow, .greenOnBlueRow: 1000.0
          case .blue: 500 * factors.blue
          }
        return UInt16((Double(black) + signal + 8 * generator.normal()).rounded())
      }
      let frame = try RawFrame(
        format: format, width: size, height: size, samples: samples,
        levels: SampleLevels(black: Double(black), white: 4095))
      if average == nil { average = FrameAverage(frame) } else { try average?.add(frame) }
    }
    let frames = try #require(average)
    return try GrayCardEstimatorTests.neutral(
      BlackLevelEvidenceTests.judged(frames.mean(), average: frames, in: region))
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

  /// A card of a twentieth of the frame, off the parts' corners.
  @Test func `a small card states the scatter too`() throws {
    var generator = SeededGenerator(seed: 73)
    let small = Region(x: 21, y: 21, width: 24, height: 24)
    let errors = Self.errors(try Self.reading(&generator, red: 0.05, blue: 0.05, in: small))
    // Five per cent over the root of eight, known by seven degrees of freedom.
    for error in [errors.x, errors.y] { #expect((0.008...0.035).contains(error), "\(error)") }
  }

  @Test func `where red rises as blue falls, their ratio has the sum of both errors`() throws {
    var generator = SeededGenerator(seed: 74)
    let neutral = try Self.reading(&generator, red: 0.05, blue: 0.05, together: true)
    let errors = Self.errors(neutral)
    let value = neutral.value
    let covariance = neutral.covariance[0, 2] / (value.red * value.blue)
    let ofRatio =
      (neutral.covariance[0, 0] / (value.red * value.red) + neutral.covariance[2, 2] / (value.blue * value.blue)
      - 2 * covariance).squareRoot()
    #expect((0.97...1.001).contains(ofRatio / (errors.x + errors.y)), "\(ofRatio) \(errors)")
  }

  @Test(arguments: [(2, 1.3), (8, 1.08)]) func `a steady light is as sure by several frames as their noise says`(
    count: Int, most: Double
  )
    throws
  {
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
    for ratio in [stated.x / expected.x, stated.y / expected.y] { #expect((0.98...most).contains(ratio), "\(ratio)") }
  }

  /// Green's samples change by an amount from the first frame to the second, half of them up and half of them down.
  @Test(arguments: [0, 100] as [UInt16])
  func `two frames whose red over green differs add a quarter of the difference's square, without what noise explains`(
    amount: UInt16
  ) throws {
    let side = 16
    func frame(red: UInt16, _ amount: UInt16) throws -> RawFrame {
      try GrayCardEstimatorTests.frame(
        "RG12", width: side, height: side, black: BayerValues(repeating: 0), white: BayerValues(repeating: 4095)
      ) { channel, column, row in
        switch channel {
        case .red: red
        case .blue: 500
        case .greenOnRedRow, .greenOnBlueRow: (column / 2 + row / 2) % 2 == 0 ? 1000 + amount : 1000 - amount
        }
      }
    }
    var frames = FrameAverage(try frame(red: 600, 0))
    try frames.add(frame(red: 660, amount))
    let region = Region(x: 0, y: 0, width: side, height: side)
    let noise = frames.temporalNoise(in: region)
    let ofGreen = try [noise.greenOnRedRow, noise.greenOnBlueRow].map { try #require($0).variance }
    #expect(ofGreen[0] == ofGreen[1] && (ofGreen[0] > 0) == (amount > 0))
    let difference = log(660.0 / 600)
    // Half of all samples are green.
    let ofMean = ofGreen[0] / Double(side * side / 2) / (1000 * 1000)
    let explained = (1 + Significance.explainedErrors * 2.0.squareRoot()) * ofMean
    let unit = MeasuredNeutral(
      value: LinearRGB(red: 1, green: 1, blue: 1), standardError: LinearRGB(red: 0, green: 0, blue: 0))
    let added = try #require(LightScatter(of: frames, in: region)).added(to: unit).covariance
    let expected = (difference * difference / 2 - explained) / 2
    #expect(Tolerance.sampleSums.allows(abs(added[0, 0] / expected - 1)), "\(added[0, 0]) of \(expected)")
    #expect(added[2, 2] == 0 && added[0, 2] == 0)
  }
}
