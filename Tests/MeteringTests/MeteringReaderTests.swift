import Colorimetry
import GrayCard
import Metering
import RawFrames
import RealModule
import SensorSimulation
import TestSupport
import Testing
import WhiteBalance

@Suite struct MeteringReaderTests {
  private static let (width, height) = (128, 96)

  /// A card with stripes, blurred by a bell of this width in samples.
  private static func shot(blur: Double, exposure: Double = 0.4) throws -> SimulatedShot {
    let sensor = try SimulatedSensor(
      .canon5DMarkII(), format: PixelFormat("RG12"), levels: SampleLevels(black: 256, white: 4095), fullWell: 30_000,
      readNoise: 5)
    let card = try SpectralDistribution(wavelengths: [360, 830], values: [0.5, 0.5])
    // The first harmonic of stripes of 20 samples, which a bell makes fainter.
    let depth = 0.4 * Double.exp(-2 * .pi * .pi * blur * blur / 400)
    let scene = SimulatedScene(card: card, under: CIEIlluminant.d65.distribution).dimmed { column, _ in
      1 + depth * Double.cos(2 * .pi * Double(column) / 20)
    }
    return try SimulatedShot(of: scene, by: sensor, width: width, height: height, exposure: exposure)
  }

  @Test(arguments: MeteringMode.allCases) func `sharpness falls with blur`(mode: MeteringMode) throws {
    let reader = MeteringReader(mode: mode)
    let values = try [0.0, 2, 4, 8, 16].map { blur in
      try #require(reader.sharpness(of: Self.shot(blur: blur).frame(seed: 1)))
    }
    #expect(values == values.sorted(by: >))
    // Half of the squared depth: 0.08.
    if mode == .uniform { #expect(Tolerance.sharpnessOfStripes.allows(abs(values[0] - 0.08)), "\(values[0])") }
    #expect(values[4] < 0.005)
  }

  @Test func `sharpness is no brightness`() throws {
    let reader = MeteringReader(mode: .uniform)
    let bright = try #require(reader.sharpness(of: Self.shot(blur: 3, exposure: 0.5).frame(seed: 1)))
    let dim = try #require(reader.sharpness(of: Self.shot(blur: 3, exposure: 0.1).frame(seed: 2)))
    #expect(Tolerance.sharpnessInNoise.allows(abs(dim / bright - 1)))
  }

  @Test func `a frame's level is that of its brightest channel, and its clipping that of the one that clips most`()
    throws
  {
    let levels = try SampleLevels(black: 256, white: 4096 - 256)
    // Signals of a quarter, a half and an eighth of the range; half of red's samples are clipped in the second frame.
    func frame(clippedColumns: Int) throws -> MeteringFrame {
      let bytes = try FrameWriter.bytes(PixelFormat("RG12"), width: 64, height: 64) { column, row in
        switch BayerPattern.rggb.channel(column: column, row: row) {
        case .red: column < clippedColumns ? 4095 : 256 + 896
        case .greenOnRedRow, .greenOnBlueRow: 256 + 1792
        case .blue: 256 + 448
        }
      }
      let raw = try RawFrame(format: PixelFormat("RG12"), width: 64, height: 64, bytes: bytes, levels: levels)
      return MeteringFrame(
        try MeteringReader(mode: .uniform).measurement(of: SourceFrame(raw)).reading, levels: levels, time: 0,
        sequence: 0)
    }
    #expect(try frame(clippedColumns: 0).level == 0.5)
    #expect(try frame(clippedColumns: 0).clippedShare == 0)
    #expect(try frame(clippedColumns: 32).clippedShare == 0.5)
  }

  @Test func `sharpness is none where there is no light or no colour`() throws {
    let levels = try SampleLevels(black: 256, white: 4095)
    let dark = try RawFrame(
      format: PixelFormat("RG12"), width: 64, height: 64, bytes: Array(repeating: 0, count: 2 * 64 * 64), levels: levels
    )
    #expect(MeteringReader().sharpness(of: dark) == nil)
    let gray = try RawFrame(
      format: PixelFormat("Y12 "), width: 64, height: 64, bytes: Array(repeating: 1, count: 2 * 64 * 64))
    #expect(MeteringReader().sharpness(of: gray) == nil)
    #expect(throws: GrayCardError.self) { try MeteringReader().measurement(of: SourceFrame(gray)) }
  }

  @Test func `the card is read in the region of the mode`() throws {
    let frame = try Self.shot(blur: 100).frame(seed: 3)
    for mode in MeteringMode.allCases {
      let point = try MeteringPoint(x: 0.25, y: 0.5)
      let measurement = try MeteringReader(mode: mode, point: point).measurement(of: SourceFrame(frame))
      #expect(measurement.reading.region == mode.region(about: point, width: Self.width, height: Self.height))
      #expect(measurement.regionSource.rawValue == mode.rawValue)
    }
  }

  @Test func `a card at a wrong black level is refused`() throws {
    func codes(_ black: Double) throws -> [CardRefusal.Code] {
      let source = SourceFrame(try PedestalCard.frame(black: black))
      let reader = MeteringReader()
      guard case .refused(let reasons) = try reader.measurement(of: source).verdict else { return [] }
      return reasons.map(\.code)
    }
    #expect(try codes(PedestalCard.black) == [] && codes(PedestalCard.wrongBlack) == [.blackLevel])
  }

  @Test(arguments: [true, false]) func `the detail of a large frame is that of its middle`(isWide: Bool) throws {
    let (width, height) = isWide ? (1536, 32) : (32, 1536)
    func sharpness(_ detail: Range<Int>) throws -> Double {
      let bytes = try FrameWriter.bytes(PixelFormat("RG12"), width: width, height: height) { column, row in
        let place = isWide ? column : row
        return detail.contains(place) && place / 4 % 2 == 0 ? 3000 : 1000
      }
      let frame = try RawFrame(
        format: PixelFormat("RG12"), width: width, height: height, bytes: bytes,
        levels: SampleLevels(black: 256, white: 4095))
      return try #require(MeteringReader(mode: .uniform).sharpness(of: frame))
    }
    #expect(try sharpness(512..<1024) > 0.1)
    #expect(try sharpness(0..<512) == 0 && sharpness(1024..<1536) == 0)
  }
}
