import GrayCard
import RawFrames
import RealModule
import TestSupport
import Testing
import WhiteBalance

@Suite struct LineNoiseTests {
  private static let signal = BayerValues(red: 60.0, greenOnRedRow: 150, greenOnBlueRow: 150, blue: 90)

  /// An error of R/G or B/G, as a natural logarithm, and the variance that is stated for it.
  private struct Miss {
    let error, variance: Double
    /// The error, in stated errors.
    var distance: Double { error / variance.squareRoot() }
  }

  /// The errors of R/G and B/G of cards.
  ///
  /// - Parameters:
  ///   - rows: The noise of rows, and of columns, in raw values. That of a sample is 3.
  ///   - shading: The share of light that the card loses from the top to the bottom.
  ///   - size: The size of the card, in samples.
  ///   - scale: The factor on all raw values, noise included.
  ///   - weighting: The weights of the card's places.
  ///   - hasSpecks: Whether one sample in 997 is as bright as a hot one.
  private static func misses(
    rows: Double, columns: Double, shading: Double, size: (width: Int, height: Int) = (128, 96),
    hasSpecks: Bool = false, scale: Double = 1, weighting: Weighting = .uniform
  ) throws -> [Miss] {
    var generator = SeededGenerator(seed: 41)
    let (width, height) = size
    return try (0..<200).flatMap { _ in
      let ofRows = (0..<height).map { _ in rows * generator.normal() }
      let ofColumns = (0..<width).map { _ in columns * generator.normal() }
      let frame = try GrayCardEstimatorTests.frame(
        scale == 1 ? "RG10" : "RG12", width: width, height: height, black: BayerValues(repeating: 64),
        white: BayerValues(repeating: 1023 * scale)
      ) { channel, column, row in
        let light = 1 + shading * (0.5 - Double(row) / Double(height))
        let noise = ofRows[row] + ofColumns[column] + 3 * generator.normal()
        if hasSpecks && (column * 31 + row * 17) % 997 == 0 { return 600 }
        return UInt16((64 + scale * (signal[channel] * light + noise)).rounded())
      }
      let reading = try GrayCardEstimator().reading(
        of: frame, in: Region(x: 0, y: 0, width: width, height: height), weighting: weighting)
      let neutral = try GrayCardEstimatorTests.neutral(reading)
      return [0, 2].map { channel in
        let value = neutral.value.vector
        var slope: SIMD3<Double> = [0, -1 / value[1], 0]
        slope[channel] = 1 / value[channel]
        let truth = channel == 0 ? signal.red / signal.greenOnRedRow : signal.blue / signal.greenOnRedRow
        let error = Double.log(value[channel] / value[1] / truth)
        return Miss(error: error, variance: neutral.covariance(of: slope, slope))
      }
    }
  }

  /// A strip has few lines of tiles in one direction, and a small card in both.
  @Test(
    arguments: [
      (400, 24, 0.7, 0, false), (24, 400, 0, 0.7, false), (240, 48, 0.7, 0, false), (32, 32, 1.4, 1.4, false),
      (24, 24, 0.7, 0, false), (24, 24, 0, 0, false), (400, 24, 0, 0, true),
    ] as [(Int, Int, Double, Double, Bool)])
  func `noise that few rows or columns share is in the error of the card`(
    width: Int, height: Int, rows: Double, columns: Double, hasSpecks: Bool
  ) throws {
    let distances = try Self.misses(
      rows: rows, columns: columns, shading: 0.1, size: (width, height), hasSpecks: hasSpecks
    ).map(\.distance)
    let squares = distances.reduce(0) { $0 + $1 * $1 } / Double(distances.count)
    #expect(Tolerance.squaresWithFewLines.allows(squares - 1), "\(squares)")
    #expect(squares > 0.6, "\(squares)")
  }

  /// The noise is far above the steps of the raw values, so it would also be found as a variation of colour.
  @Test func `noise of rows is counted once, by the weights of the rows`() throws {
    func misses(_ weighting: Weighting) throws -> [Miss] {
      try Self.misses(rows: 4, columns: 0, shading: 0, scale: 4, weighting: weighting)
    }
    let (uniform, centered) = (try misses(.uniform), try misses(.centered))
    for misses in [uniform, centered] {
      let squares = misses.reduce(0) { $0 + $1.distance * $1.distance } / Double(misses.count)
      #expect(Tolerance.squaresWithLines.allows(abs(squares - 1)), "\(squares)")
    }
    // Twelve lines of tiles whose weights rise to the middle have the noise of nine.
    let weights = [1.0, 3, 5, 7, 9, 11, 11, 9, 7, 5, 3, 1]
    let sum = weights.reduce(0, +)
    let expected = 12 * weights.reduce(0) { $0 + $1 * $1 } / (sum * sum)
    let ratio = centered.reduce(0) { $0 + $1.variance } / uniform.reduce(0) { $0 + $1.variance }
    #expect(Tolerance.varianceOfWeightedLines.allows(abs(ratio / expected - 1)), "\(ratio), \(expected)")
  }

  @Test(arguments: [(0.0, 0.0, 0.3), (0.5, 0, 0), (0, 0.5, 0.3), (0.7, 0.7, 0.3)])
  func `noise that rows or columns share is in the error of the card`(
    rows: Double, columns: Double, shading: Double
  ) throws {
    let distances = try Self.misses(rows: rows, columns: columns, shading: shading).map(\.distance)
    func share(_ limit: Double) -> Double { Double(distances.count { abs($0) <= limit }) / Double(distances.count) }
    let squares = distances.reduce(0) { $0 + $1 * $1 } / Double(distances.count)
    #expect(Tolerance.coverageWithLines.allows(0.68 - share(1)), "\(share(1))")
    #expect(Tolerance.coverageWithLines.allows(0.95 - share(2)), "\(share(2))")
    #expect(squares > 0.6, "\(squares)")
  }
}
