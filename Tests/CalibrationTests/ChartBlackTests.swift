import Calibration
import Colorimetry
import GrayCard
import RawFrames
import SensorSimulation
import TestSupport
import Testing
import WhiteBalance

/// The black level of a chart's frame.
@Suite struct ChartBlackTests {
  private static let (side, names) = (40, SimulatedChart.reference.patches.map(\.name))
  private static let corners = [(0.0, 0.0), (240, 0), (240, 160), (0, 160)].map { ChartFrame.Point(x: $0.0, y: $0.1) }

  /// A ColorChecker that fills the frame.
  private static func frame(
    _ camera: SpectralSensitivities, under light: SpectralDistribution, black: Double, bits: Int,
    readNoise: Double = 3, seed: UInt64
  ) throws -> RawFrame {
    let sensor = try SimulatedSensor(
      camera, format: PixelFormat("RG\(bits)"),
      levels: SampleLevels(black: black, white: Double(1 << bits) - 1), fullWell: 20_000, readNoise: readNoise)
    let patches = SimulatedChart.reference.patches.compactMap { patch -> SpectralDistribution? in
      guard case .reflectance(let reflectance) = patch.color else { return nil }
      return reflectance
    }
    let gray = try SpectralDistribution(wavelengths: [360, 830], values: [0.18, 0.18])
    let scene = SimulatedScene(card: gray, under: light).placing(patches) { column, row in
      row / side * 6 + column / side
    }
    return try SimulatedShot(of: scene, by: sensor, width: 6 * side, height: 4 * side, exposure: 0.17)
      .frame(seed: seed)
  }

  private static func judged(_ frame: RawFrame, black: Double?) throws -> PatchedFrame {
    let chart = try ChartFrame(corners: corners, columns: 6, rows: 4)
    let range = SampleLevels(fullRangeOf: frame.format)
    let levels = try black.map { try SampleLevels(black: $0, white: range.white.red) } ?? range
    return try PatchedFrame(
      SourceFrame(frame.replacingLevels(levels), blackOrigin: black == nil ? .assumed : .option),
      patches: chart.insides(in: frame))
  }

  private static let lamps: [CIEIlluminant] = [.a, .d65, .ledB3, .fl2, .ledB5]

  @Test func `a chart's pedestal that nobody told is estimated within its error, or refused`() throws {
    var (accepted, errors) = (0, [Double]())
    for (index, camera) in try SpectralSensitivities.measured().enumerated() {
      for (bits, black) in [(10, 16.0), (10, 120), (12, 64), (12, 800)] {
        let frame = try Self.frame(
          camera, under: Self.lamps[index % Self.lamps.count].distribution, black: black, bits: bits,
          seed: UInt64(index))
        let judged = try Self.judged(frame, black: nil)
        guard judged.refusal == nil else {
          #expect(judged.refusal?.code == .blackUnknown)
          continue
        }
        accepted += 1
        #expect(judged.source.blackOrigin == .estimated && judged.warnings.map(\.code) == ["black-estimated"])
        let levels = judged.source.levels
        errors.append(abs(levels.black.red - black) / levels.blackError.red)
      }
    }
    #expect(accepted > 80, "\(accepted)")
    #expect(errors.allSatisfy { Tolerance.estimatedBlack.allows($0) }, "\(errors.max() ?? 0)")
  }

  @Test func `a chart at a black level that its frame contradicts is refused, and at its own is not`() throws {
    let frame = try Self.frame(
      .canon5DMarkII(), under: CIEIlluminant.d65.distribution, black: 64, bits: 10, seed: 7)
    let right = try Self.judged(frame, black: 64)
    #expect(right.refusal == nil && right.warnings.isEmpty && right.source.blackOrigin == .option)
    for black in [0.0, 30, 100] {
      let wrong = try Self.judged(frame, black: black)
      #expect(wrong.refusal?.code == .blackLevel && wrong.source.levels.black.red == black, "\(black)")
    }
  }

  /// A clipped patch has no colour of which a pedestal could take a part, and is the lightest.
  @Test func `a clipped patch does not hide a wrong black level of a chart`() throws {
    let whole = try Self.frame(
      .canon5DMarkII(), under: CIEIlluminant.d65.distribution, black: 64, bits: 10, seed: 7)
    var samples: [UInt16] = []
    for row in 0..<whole.height {
      var line: [UInt16] = []
      whole.readSamples(row: row, columns: 0..<whole.width, into: &line)
      if row < Self.side { line.replaceSubrange(0..<Self.side, with: repeatElement(1023, count: Self.side)) }
      samples += line
    }
    let clipped = try RawFrame(
      format: whole.format, width: whole.width, height: whole.height, samples: samples, levels: whole.levels)
    #expect(try Self.judged(clipped, black: 0).refusal?.code == .blackLevel)
    #expect(try Self.judged(clipped, black: 64).refusal == nil)
  }

  @Test func `a dim chart that is cut off at raw value 0 is refused for the black that nobody told`() throws {
    let frame = try Self.frame(
      .canon5DMarkII(), under: CIEIlluminant.d65.distribution, black: 0, bits: 10, readNoise: 8000, seed: 7)
    #expect(try Self.judged(frame, black: nil).refusal?.code == .blackUnknown)
  }

  /// The chart's own noise drowns the least of its light.
  @Test func `a noisy chart with black that nobody told is refused with the way out`() throws {
    let frame = try Self.frame(
      .canon5DMarkII(), under: CIEIlluminant.d65.distribution, black: 64, bits: 10, readNoise: 60, seed: 7)
    let refusal = try Self.judged(frame, black: nil).refusal
    #expect(refusal?.code == .blackUnknown && refusal?.description.contains("dark frames") == true)
  }
}
