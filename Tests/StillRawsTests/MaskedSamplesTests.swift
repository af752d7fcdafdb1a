import RawFrames
import TestSupport
import Testing

@testable import StillRaws

/// Masked samples of a sensor of 12 bits, 300 x 200, along its left and its top.
@Suite struct MaskedSamplesTests {
  private static let (width, height, white) = (300, 200, 4095.0)
  private static let areas = [Region(x: 0, y: 0, width: 16, height: 200), Region(x: 16, y: 0, width: 284, height: 12)]

  /// Returns the samples of a sensor without light.
  private static func samples(
    seed: UInt64 = 1, level: Double = 200.3, noise: Double = 3, rows: Double = 0, columns: Double = 0,
    added: (_ column: Int, _ row: Int) -> Double = { _, _ in 0 }
  ) -> [UInt16] {
    var generator = SeededGenerator(seed: seed)
    let ofColumns = (0..<width).map { _ in columns * generator.normal() }
    return (0..<height).flatMap { row in
      let ofRow = rows * generator.normal()
      return (0..<width).map { column in
        let value = level + ofRow + ofColumns[column] + noise * generator.normal() + added(column, row)
        return UInt16(max(value.rounded(), 0))
      }
    }
  }

  private static func masked(
    _ samples: [UInt16], unlike stated: BayerValues<Double> = BayerValues(repeating: 0)
  ) -> MaskedSamples? {
    MaskedSamples(
      samples, width: width, in: areas, activeArea: Region(x: 16, y: 12, width: 284, height: 188),
      layout: .mosaic(.bayer(.rggb)), white: BayerValues(repeating: white), unlike: stated)
  }

  @Test func `each channel has its own level, wherever the active area begins`() throws {
    let levels = BayerValues { 200 + 10 * Double($0.rawValue) }
    for (x, y) in [(16, 12), (17, 12), (16, 11), (17, 11)] {
      let samples = Self.samples(level: 0, noise: 0) { column, row in
        levels[BayerPattern.rggb.channel(column: column + x % 2, row: row + y % 2)]
      }
      let active = Region(x: x, y: y, width: 200, height: 100)
      let found = try #require(
        MaskedSamples(
          samples, width: Self.width, in: [Region(x: 0, y: 0, width: 16, height: 200)], activeArea: active,
          layout: .mosaic(.bayer(.rggb)), white: BayerValues(repeating: Self.white),
          unlike: BayerValues(repeating: 0)))
      #expect(found.black == levels, "\(x), \(y)")
    }
  }

  /// Returns the root of the mean square of red's error, in those stated.
  private static func scatter(_ samples: (_ seed: UInt64) -> [UInt16]) throws -> Double {
    let squares = try (1...UInt64(60)).map { seed in
      let found = try #require(masked(samples(seed)))
      let errors = (found.black.red - 200.3) / found.error.red
      return errors * errors
    }
    return (squares.reduce(0, +) / Double(squares.count)).squareRoot()
  }

  @Test func `the stated error is that of noise`() throws {
    #expect(Tolerance.maskedScatter.allows(abs(try Self.scatter { Self.samples(seed: $0) } - 1)))
  }

  @Test func `the stated error has the pattern of rows and columns in it`() throws {
    #expect(Tolerance.maskedScatter.allows(abs(try Self.scatter { Self.samples(seed: $0, rows: 2) } - 1)))
    #expect(Tolerance.maskedScatter.allows(abs(try Self.scatter { Self.samples(seed: $0, columns: 2) } - 1)))
  }

  @Test func `samples without noise have the error of rounding`() throws {
    let found = try #require(Self.masked(Self.samples(noise: 0)))
    #expect(found.black.red == 200 && found.error.red == SampleRounding.variance.squareRoot())
  }

  @Test func `shading from end to end is in the error`() throws {
    let found = try #require(Self.masked(Self.samples { _, row in 6 * (Double(row) / 200 - 0.5) }))
    // An even ramp of 6 has a standard deviation of 6 / √12.
    #expect(Tolerance.maskedScatter.allows(abs(found.error.red / (6 / 12.0.squareRoot()) - 1)))
  }

  @Test func `samples of a sensor that is not dark tell no black level`() throws {
    func areDark(_ samples: [UInt16]) throws -> Bool { try #require(Self.masked(samples)).areDark }
    #expect(try areDark(Self.samples()))
    #expect(try !areDark(Self.samples(level: 2)), "cut off at 0")
    #expect(try !areDark(Self.samples(level: 1000)), "bright")
    #expect(try !areDark(Self.samples { column, row in (7 * column + 11 * row) % 37 < 1 ? 300 : 0 }), "hot")
    #expect(try !areDark(Self.samples { _, row in row < 50 ? 20 : 0 }), "uneven")
    #expect(try !areDark(Self.samples { column, row in column & row & 1 == 1 ? 40 : 0 }), "lit in one colour")
  }

  @Test func `a few hot samples do not move the level`() throws {
    let clean = try #require(Self.masked(Self.samples()))
    let samples = Self.samples { column, row in (7 * column + 11 * row) % 307 < 1 ? 3000 : 0 }
    // LibRaw states the mean of all masked samples of a colour, without its fraction.
    let stated = BayerValues { channel in
      let all = Self.areas.flatMap { area in
        (area.y..<area.y + area.height).flatMap { row in
          (area.x..<area.x + area.width).filter { BayerPattern.rggb.channel(column: $0, row: row) == channel }
            .map { Double(samples[row * Self.width + $0]) }
        }
      }
      return (all.reduce(0, +) / Double(all.count)).rounded(.down)
    }
    let found = try #require(Self.masked(samples, unlike: stated))
    #expect(found.areDark && abs(found.black.red - clean.black.red) < clean.error.red)
  }
}
