import Colorimetry
import FrameSources
import GrayCard
import ProfileExchange
import RawFrames
import StillRaws
import TestSupport
import Testing
import WhiteBalance

/// The levels of a DNG that LibRaw decodes are those of its tags. Source: DNG specification 1.7, chapter 5.
@Suite struct StatedLevelsTests {
  /// The rows and columns of the active area of `StillRawTests.negative`.
  private static let (rows, columns) = (72, 80)

  private static func fractions(_ values: [Int]) -> TagFileBuilder.Value { .fractions(values.map { ($0, 2) }) }

  /// The level of each sample is written out, channel by channel.
  @Test(arguments: [false, true])
  func `a black level that changes by row and column is its mean, with its spread as error`(
    isPatterned: Bool
  ) throws {
    let ofRows = (0..<Self.rows).map { 3 * $0 - 100 }
    let ofColumns = (0..<Self.columns).map { $0 % 7 - 3 }
    let pattern = isPatterned ? [200, 300, 310, 240] : [64, 64, 64, 64]
    let bytes = StillRawTests.negative([
      (50713, .shorts([2, 2])), (50714, .shorts(pattern)), (50715, Self.fractions(ofColumns)),
      (50716, Self.fractions(ofRows)),
    ])
    let still = try StillRaw(bytes)
    var levels = BayerValues(repeating: [Double]())
    for row in 0..<Self.rows {
      for column in 0..<Self.columns {
        let level = Double(pattern[row % 2 * 2 + column % 2]) + Double(ofRows[row] + ofColumns[column]) / 2
        levels[BayerPattern.gbrg.channel(column: column, row: row)].append(level)
      }
    }
    for channel in BayerChannel.allCases {
      let count = Double(levels[channel].count)
      let mean = levels[channel].reduce(0, +) / count
      let variance = levels[channel].reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / count
      #expect(Tolerance.rounding.allows(abs(still.levels.black[channel] / mean - 1)), "\(channel)")
      let error = still.levels.blackError[channel]
      // A column's change repeats every seven columns, and not quite evenly in the columns of a channel.
      #expect(Tolerance.spreadOfBlack.allows(abs(error / variance.squareRoot() - 1)), "\(channel): \(error)")
    }
    #expect(still.blackOrigin == .file)
    let source = try StillRawReader().source(of: SourceFile(bytes: bytes, name: "x.dng"))
    #expect(source.facts.notKept.contains { $0.contains("BlackLevelDeltaH") })
  }

  @Test(arguments: [(0, 16), (1, 16), (0, 17), (1, 17)])
  func `a pattern of black levels begins at the corner of the active area, odd or even`(
    corner: (top: Int, left: Int)
  ) throws {
    let still = try StillRaw(
      StillRawTests.negative([
        (50713, .shorts([2, 2])), (50714, .shorts([200, 300, 310, 240])),
        (50829, .shorts([corner.top, corner.left, 72, 96])),
      ]))
    #expect(
      still.levels.black == BayerValues(red: 310, greenOnRedRow: 240, greenOnBlueRow: 200, blue: 300))
  }

  @Test(
    arguments: [
      [(50714, .shorts([100, 120, 130, 140]))], [(50714, .shorts([100, 120]))],
      [(50713, .shorts([2, 2])), (50714, .shorts([100, 120, 130]))],
      [(50713, .shorts([0, 2])), (50714, .shorts([100, 120]))],
      [(50716, .fractions(Array(repeating: (1, 1), count: 71)))],
      [(50715, .fractions(Array(repeating: (1, 1), count: 81)))],
    ] as [[(Int, TagFileBuilder.Value)]])
  func `a black level with another count of numbers than its pattern or area is an error with the tag`(
    tags: [(Int, TagFileBuilder.Value)]
  ) throws {
    let error = #expect(throws: StillRawError.self) { try StillRaw(StillRawTests.negative(tags)) }
    guard case .tags(.invalidTag(let name, _, _)) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(name.hasPrefix("BlackLevel"))
  }

  private struct Refused: Error { let verdict: CardMeasurement.Verdict }

  /// The samples of one file, once with white levels that differ. Each plane reaches from 0 to 1 in the file's colours.
  @Test func `the planes of a linear DNG are shares of their own ranges`() throws {
    var bytes = try Still.named("linear-16").bytes()
    let alike = try StillRaw(bytes)
    // WhiteLevel: three numbers of 32 bits, all 4095.
    let white: [UInt8] = [0xff, 0x0f, 0, 0, 0xff, 0x0f, 0, 0, 0xff, 0x0f, 0, 0]
    let place = try #require(bytes.firstRange(of: white)).lowerBound
    bytes.replaceSubrange(place..<place + 12, with: [0, 0x0d, 0, 0, 0, 0x0e, 0, 0, 0, 0x0f, 0, 0])
    let still = try StillRaw(bytes)
    func native(_ still: StillRaw) throws -> LinearRGB {
      let source = try still.source()
      let whole = Region(x: 0, y: 0, width: source.frame.width, height: source.frame.height)
      let card = try CardMeasurement(of: source, in: .region(whole), appliedGains: still.appliedGains)
      guard case .ok(let measured) = card.verdict else { throw Refused(verdict: card.verdict) }
      return try measured.gains.value.neutral()
    }
    let (before, after) = (try native(alike), try native(still))
    let ranges = BayerValues<Double> { still.levels.white[$0] - still.levels.black[$0] }
    for (found, expected) in [
      (after.red / after.green, before.red / before.green * ranges.greenOnRedRow / ranges.red),
      (after.blue / after.green, before.blue / before.green * ranges.greenOnRedRow / ranges.blue),
    ] { #expect(Tolerance.rounding.allows(abs(found / expected - 1)), "\(found) \(expected)") }
    // The neutral as shot is that of the file, whatever the samples' ranges are.
    let (first, second) = (
      try #require(alike.asShotNeutral).divided(by: alike.appliedGains),
      try #require(still.asShotNeutral).divided(by: still.appliedGains)
    )
    #expect(Tolerance.rounding.allows(abs(first.red / first.green / (second.red / second.green) - 1)))
    #expect(Tolerance.rounding.allows(abs(first.blue / first.green / (second.blue / second.green) - 1)))
  }
}
