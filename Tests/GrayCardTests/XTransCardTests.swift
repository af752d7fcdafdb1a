import Colorimetry
import GrayCard
import RawFrames
import TestSupport
import Testing
import WhiteBalance

/// A card on a sensor with Fujifilm's mosaic.
@Suite struct XTransCardTests {
  private static let truth = BayerValues(red: 2000.0, greenOnRedRow: 4000, greenOnBlueRow: 4000, blue: 2600)

  /// - Parameter slope: The share of the light that is lost from one side to the other.
  /// - Parameter areSpecksLeft: Whether the half with more light has dark specks.
  private func frame(slope: Double, colored: ColorMosaic? = nil, areSpecksLeft: Bool = false) throws -> RawFrame {
    let pattern = try #require(XTransPattern("GBGGRGRGRBGBGBGGRGGRGGBGBGBRGRGRGGBG"))
    let mosaic = ColorMosaic.xTrans(pattern)
    let format = try PixelFormat("Y16")
    var generator = SeededGenerator(seed: 16)
    let bytes = try FrameWriter.bytes(format, width: 198, height: 150) { column, row in
      let isSpeck = areSpecksLeft && column < 99 && column % 15 < 2 && row % 15 < 2
      let light = isSpeck ? 0.5 : 1 - slope * (Double(column) + 0.5) / 198
      let signal = Self.truth[mosaic.channel(column: column, row: row)] * light
      // The sum of four numbers from -1 to 1 is nearly normal, with a variance of 4 / 3.
      let noise = (0..<4).reduce(0.0) { sum, _ in sum + Double.random(in: -1...1, using: &generator) }
      return UInt16((256 + signal + noise * (0.3 * signal).squareRoot()).rounded())
    }
    return try RawFrame(
      format: format, width: 198, height: 150, bytes: bytes, levels: SampleLevels(black: 256, white: 16383),
      mosaic: colored ?? mosaic)
  }

  @Test(arguments: [0, 0.3]) func `the neutral is the card's, in even light and in light that falls off`(slope: Double)
    throws
  {
    let frame = try frame(slope: slope)
    for region in [Region(x: 0, y: 0, width: 198, height: 150), Region(x: 31, y: 17, width: 77, height: 101)] {
      let reading = try GrayCardEstimator().reading(of: frame, in: region)
      guard case .ok(let neutral) = reading.verdict else {
        Issue.record("\(reading.verdict)")
        continue
      }
      for (found, truth, error) in [
        (neutral.value.red / neutral.value.green, Self.truth.red / 4000, neutral.covariance[0, 0].squareRoot()),
        (neutral.value.blue / neutral.value.green, Self.truth.blue / 4000, neutral.covariance[2, 2].squareRoot()),
      ] {
        let share = error / neutral.value.green + neutral.covariance[1, 1].squareRoot() * truth / neutral.value.green
        #expect(Tolerance.cardInNoise.allows(abs(found - truth) / share), "\(found) of \(truth) ± \(share)")
      }
    }
  }

  @Test func `specks in a part of the card change neither its colour nor the error where light falls off`() throws {
    let whole = Region(x: 0, y: 0, width: 198, height: 150)
    let errors = try [false, true].map { areSpecksLeft in
      let reading = try GrayCardEstimator().reading(of: frame(slope: 0.3, areSpecksLeft: areSpecksLeft), in: whole)
      guard case .ok(let neutral) = reading.verdict else {
        Issue.record("\(reading.verdict)")
        return 0.0
      }
      let (found, error) = (neutral.value.red / neutral.value.green, neutral.covariance[0, 0].squareRoot())
      let share = error / neutral.value.green + neutral.covariance[1, 1].squareRoot() / neutral.value.green
      #expect(Tolerance.cardInNoise.allows(abs(found - Self.truth.red / 4000) / share), "\(found) ± \(share)")
      return share
    }
    #expect(errors[1] < 2 * errors[0], "\(errors)")
  }

  @Test func `dark frames of another mosaic than Bayer's are told as that, and not as monochrome`() throws {
    let frame = try frame(slope: 0)
    #expect(throws: GrayCardError.notBayer(frame.format.fourCC)) {
      try DarkFrameEstimator().verdict(on: FrameAverage(frame))
    }
  }

  @Test func `a mosaic taken in another phase is refused by its greens`() throws {
    let other = try #require(XTransPattern("BGGRGGGRBGBRBGGRGGRGGBGGGBRGRBRGGBGG"))
    let reading = try GrayCardEstimator().reading(
      of: frame(slope: 0, colored: .xTrans(other)), in: Region(x: 0, y: 0, width: 198, height: 150))
    guard case .refused(let refusals) = reading.verdict else {
      Issue.record("\(reading.verdict)")
      return
    }
    #expect(
      refusals.contains { $0.code == .greensDiffer || $0.code == .textured || $0.code == .tooNoisy }, "\(refusals)")
  }

  @Test func `a frame that is too small for a search is told the size for this mosaic`() throws {
    let pattern = try #require(XTransPattern("GBGGRGRGRBGBGBGGRGGRGGBGBGBRGRGRGGBG"))
    func search(side: Int) throws -> CardSearch {
      let format = try PixelFormat("Y16")
      let bytes = try FrameWriter.bytes(format, width: side, height: side) { _, _ in 2000 }
      return try CardFinder().search(
        RawFrame(format: format, width: side, height: side, bytes: bytes, mosaic: .xTrans(pattern)))
    }
    #expect(try search(side: 59) == .notFound(.frameTooSmall(leastSide: 60)))
    #expect(try search(side: 60) != .notFound(.frameTooSmall(leastSide: 60)))
  }

  @Test func `the card is found`() throws {
    guard case .found = try CardFinder().search(frame(slope: 0.1)) else {
      Issue.record("no card was found")
      return
    }
  }
}
