import Colorimetry
import RawFrames
import SensorSimulation
import TestSupport
import Testing
import WhiteBalance

@testable import GrayCard

@Suite struct ShadedStripTests {
  /// As thin as a tile, which has neither rows nor columns beside it.
  private static let strips = [
    Region(x: 0, y: 0, width: 160, height: 8), Region(x: 0, y: 0, width: 8, height: 160),
    Region(x: 0, y: 0, width: 32, height: 8), Region(x: 0, y: 0, width: 8, height: 32),
    // The last tile is narrower, and its middle nearer.
    Region(x: 0, y: 0, width: 37, height: 8), Region(x: 0, y: 0, width: 8, height: 37),
    Region(x: 0, y: 0, width: 34, height: 8), Region(x: 0, y: 0, width: 8, height: 34),
  ]

  @Test func `the slope of a smooth surface is that of its quadratic, at every value`() throws {
    let (across, down) = ([0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.125], [0.5, 1.5, 2.5, 3.5, 4.25])
    func place(_ index: Int) -> (x: Double, y: Double) { (across[index % across.count], down[index / across.count]) }
    let values = (0..<across.count * down.count).map { index in
      let (x, y) = place(index)
      return 1 + 0.02 * x - 0.03 * y + 0.004 * x * x + 0.001 * x * y - 0.005 * y * y
    }
    let surface = try #require(SmoothSurface(fitting: values, across: across, down: down))
    for (index, slope) in surface.slopes.enumerated() {
      let (x, y) = place(index)
      #expect(Tolerance.rounding.allows(abs(slope.x - (0.02 + 0.008 * x + 0.001 * y))), "\(x), \(y): \(slope)")
      #expect(Tolerance.rounding.allows(abs(slope.y - (-0.03 + 0.001 * x - 0.01 * y))), "\(x), \(y): \(slope)")
    }
  }

  @Test(arguments: strips, [-1.0 / 3, 1.0 / 3])
  func `light that falls off along a strip is neither colour nor noise`(strip: Region, rise: Double) throws {
    let length = Double(max(strip.width, strip.height))
    let response = BayerValues(red: 0.25, greenOnRedRow: 0.5, greenOnBlueRow: 0.5, blue: 0.3)
    let format = try PixelFormat("RG16")
    let pattern = try #require(format.bayerPattern)
    let bytes = try FrameWriter.bytes(format, width: strip.width, height: strip.height) { column, row in
      let light = 1 + rise * (Double(strip.width > strip.height ? column : row) / length - 0.5)
      return UInt16((response[pattern.channel(column: column, row: row)] * light * 65535).rounded())
    }
    let frame = try RawFrame(format: format, width: strip.width, height: strip.height, bytes: bytes)
    let reading = try GrayCardEstimator().reading(of: frame, in: strip)
    let neutral = try GrayCardEstimatorTests.neutral(reading).value
    #expect(Tolerance.shadedStrip.allows(abs(neutral.red / neutral.green / 0.5 - 1)))
    #expect(Tolerance.shadedStrip.allows(abs(neutral.blue / neutral.green / 0.6 - 1)))
    // Shading alone is a deviation of a tenth on a strip that falls off by a third.
    #expect(reading.channels.all.allSatisfy { $0.standardDeviation / $0.signal < 0.01 })
  }

  /// Beyond a loss of half, a quadratic surface is a tenth off in the corners.
  @Test(arguments: [0.4, 0.55, 0.7])
  func `a card that fills the frame is all card, however much the lens takes from the corners`(loss: Double) throws {
    let shot = try SimulatedShot(
      of: SimulatedScene(card: BlackLevelEvidenceTests.flat(0.18), under: CIEIlluminant.d65.distribution),
      by: SimulatedSensor(
        .canon5DMarkII(), format: PixelFormat("RG10"), levels: SampleLevels(black: 64, white: 1023), fullWell: 20_000,
        readNoise: 3),
      width: 320, height: 240, exposure: 0.5, vignetting: Vignetting(cornerLoss: loss))
    let reading = try GrayCardEstimator().reading(
      of: shot.frame(seed: 3), in: Region(x: 0, y: 0, width: 320, height: 240))
    #expect(reading.leftOutShare == 0)
  }
}
