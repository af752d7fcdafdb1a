import Foundation
import GrayCard
import RawFrames
import TestSupport
import Testing
import WhiteBalance

@Suite struct CardFinderTests {
  /// One scene of each surround takes seconds in debug; `WHITEBALANCE_PROPERTY_COUNT=1000` and a release build make it
  /// the sweep of Docs/Accuracy.md.
  static let sceneCount =
    ProcessInfo.processInfo.environment["WHITEBALANCE_PROPERTY_COUNT"].flatMap(Int.init)
    ?? CardScene.Surround.allCases.count

  static func finder(withProfile: Bool) throws -> CardFinder {
    CardFinder(plausibility: withProfile ? NeutralPlausibility(on: try CardScene.characterization()) : .ofAnyCamera)
  }

  // MARK: - Simulated scenes

  @Test func `what is found is the card, and at least half of it`() throws {
    let finders = try [true, false].map { (withProfile: $0, finder: try Self.finder(withProfile: $0)) }
    var missed: [Bool: [String]] = [:]
    var mistaken: [Bool: [String]] = [:]
    for seed in 1...Self.sceneCount {
      let scene = try CardScene(seed: UInt64(seed))
      let frame = try scene.frame()
      for (withProfile, finder) in finders {
        let search = try finder.search(frame)
        guard case .found(let region) = search else {
          missed[withProfile, default: []].append("\(search) in \(scene)")
          continue
        }
        let overlap = scene.overlap(region)
        if overlap.ofRegion < 0.95 {
          mistaken[withProfile, default: []].append("\(region) in \(scene)")
        } else if overlap.ofCard < 0.5 {
          missed[withProfile, default: []].append("\(region), \(overlap.ofCard) of the card, in \(scene)")
        }
      }
    }
    for (withProfile, _) in finders {
      let (missed, mistaken) = (missed[withProfile] ?? [], mistaken[withProfile] ?? [])
      let count = Double(Self.sceneCount)
      #expect(Tolerance.missedCards.allows(Double(missed.count) / count), "\(missed.joined(separator: "\n"))")
      #expect(Tolerance.mistakenCards.allows(Double(mistaken.count) / count), "\(mistaken.joined(separator: "\n"))")
      if Self.sceneCount > 100 {
        print("profile: \(withProfile); of \(count) scenes \(missed.count) missed, \(mistaken.count) mistaken")
      }
    }
  }

  @Test(arguments: [101, 102]) func `where no card is, none is found`(seed: UInt64) throws {
    let scene = try CardScene(seed: seed, surround: .clutter, hasCard: false)
    #expect(try CardFinder().search(scene.frame()) == .notFound(.nothingUniform))
  }

  @Test func `a green wall is not neutral in any light`() throws {
    var scene = try CardScene(seed: 103, surround: .greenWall, hasCard: false)
    scene.fillsWithWall = true
    for withProfile in [true, false] {
      #expect(try Self.finder(withProfile: withProfile).search(scene.frame()) == .notFound(.nothingNeutral))
    }
  }

  // MARK: - Made frames

  /// A card with 1 % noise.
  static func noisyFrame(
    _ width: Int, _ height: Int, level: (_ channel: BayerChannel, _ column: Int, _ row: Int) -> Double
  ) throws -> RawFrame {
    var generator = SeededGenerator(seed: 31)
    return try GrayCardEstimatorTests.frame(
      "RG12", width: width, height: height, black: BayerValues(repeating: 0), white: BayerValues(repeating: 4095)
    ) { channel, column, row in
      let value = level(channel, column, row) * (1 + 0.01 * generator.normal())
      return UInt16(min(value.rounded(), 4095))
    }
  }

  private static func neutral(_ channel: BayerChannel) -> Double {
    switch channel {
    case .red: 1000
    case .greenOnRedRow, .greenOnBlueRow: 2000
    case .blue: 1400
    }
  }

  @Test func `a card that fills the frame is found whole, though its light falls off by half`() throws {
    let frame = try Self.noisyFrame(160, 120) { channel, column, row in
      Self.neutral(channel) * (1 - Double(column + row) / 560)
    }
    #expect(try CardFinder().search(frame) == .found(Region(x: 0, y: 0, width: 160, height: 120)))
  }

  @Test func `a tile with a hot sample does not break a card`() throws {
    let frame = try Self.noisyFrame(160, 120) { channel, column, row in
      column == 81 && row == 60 ? 4095 : Self.neutral(channel)
    }
    #expect(try CardFinder().search(frame) == .found(Region(x: 0, y: 0, width: 160, height: 120)))
  }

  @Test func `the border of a card is left out by a tile`() throws {
    let frame = try Self.noisyFrame(160, 120) { channel, column, row in
      Self.neutral(channel) * ((36..<120).contains(column) && row >= 20 ? 1 : (column + row) % 4 < 2 ? 0.2 : 0.5)
    }
    // Tiles of 8 samples: whole ones start at 40 and 24, and end at 120.
    #expect(try CardFinder().search(frame) == .found(Region(x: 48, y: 32, width: 64, height: 88)))
  }

  @Test func `two cards of different colour are not one`() throws {
    let frame = try Self.noisyFrame(160, 120) { channel, column, _ in
      Self.neutral(channel) * (column >= 96 && channel == .red ? 1.1 : 1)
    }
    #expect(try CardFinder().search(frame) == .found(Region(x: 0, y: 0, width: 88, height: 120)))
  }

  @Test(arguments: [1.1, 1 / 1.1]) func `a surface that differs in blue alone, either way, is not the card`(
    factor: Double
  ) throws {
    let frame = try Self.noisyFrame(160, 120) { channel, column, _ in
      Self.neutral(channel) * (column >= 96 && channel == .blue ? factor : 1)
    }
    #expect(try CardFinder().search(frame) == .found(Region(x: 0, y: 0, width: 88, height: 120)))
  }

  @Test func `a patch that saturates below the white level is not the card`() throws {
    let frame = try Self.noisyFrame(160, 120) { channel, column, _ in
      Self.neutral(channel) * (column < 96 ? 2.1 : 1)
    }
    let cut = try GrayCardEstimatorTests.frame(
      "RG12", width: 160, height: 120, black: BayerValues(repeating: 0), white: BayerValues(repeating: 4095)
    ) { _, column, row in
      let place = 2 * (160 * row + column)
      return min(UInt16(frame.bytes[place]) | UInt16(frame.bytes[place + 1]) << 8, 4080)
    }
    #expect(try CardFinder().search(cut) == .found(Region(x: 104, y: 0, width: 56, height: 120)))
  }

  @Test(arguments: [0.0, 30, 4095]) func `of a black, dark or clipped frame nothing is found`(level: Double) throws {
    let frame = try Self.noisyFrame(160, 120) { _, _, _ in level }
    #expect(try CardFinder().search(frame) == .notFound(.badlyExposed))
  }

  @Test(arguments: [(1, 1), (16, 16), (39, 200), (200, 39)]) func `a tiny frame has no card`(
    width: Int, height: Int
  ) throws {
    let frame = try Self.noisyFrame(width, height) { channel, _, _ in Self.neutral(channel) }
    #expect(try CardFinder().search(frame) == .notFound(.frameTooSmall(leastSide: 40)))
  }

  @Test func `a strip is searched in smaller tiles`() throws {
    let frame = try Self.noisyFrame(2000, 48) { channel, _, _ in Self.neutral(channel) }
    #expect(try CardFinder().search(frame) == .found(Region(x: 0, y: 0, width: 2000, height: 48)))
  }

  @Test func `a monochrome frame has no card`() throws {
    let format = try PixelFormat("Y10")
    let frame = try RawFrame(format: format, width: 4, height: 4, bytes: Array(repeating: 0, count: 32))
    #expect(throws: GrayCardError.monochrome(format.fourCC)) { try CardFinder().search(frame) }
  }

  // MARK: - Real frames

  @Test func `on a chart of gray steps the part of the paper that is not clipped is found`() throws {
    let frame = try RealFrameTests.graySteps()
    guard case .found(let region) = try CardFinder().search(frame) else {
      Issue.record("nothing was found")
      return
    }
    // Where the paper is, between the frame's black side and the steps.
    #expect(region.x > 100 && region.x + region.width < 210 && region.y > 155 && region.y + region.height < 415)
    let gains = try MeasuredGains(
      neutralizing: GrayCardEstimatorTests.neutral(GrayCardEstimator().reading(of: frame, in: region))
    ).value
    // The range of the gray steps: see RealFrameTests.
    #expect(gains.green == 1 && (1.3...2.3).contains(gains.red) && (1.05...1.3).contains(gains.blue), "\(gains)")
  }

  @Test func `beside a large sheet of green paper the white wall is found`() throws {
    let frame = try RealFrameTests.room()
    guard case .found(let region) = try CardFinder().search(frame) else {
      Issue.record("nothing was found")
      return
    }
    let estimator = GrayCardEstimator()
    let wall = try GrayCardEstimatorTests.neutral(estimator.reading(of: frame, in: region)).value
    let patch = try GrayCardEstimatorTests.neutral(
      estimator.reading(of: RealFrameTests.colorChecker(), in: RealFrameTests.square(62, 336, side: 40))
    ).value
    #expect(Tolerance.paintedWall.allows(abs(wall.red / wall.green * patch.green / patch.red - 1)))
    #expect(Tolerance.paintedWall.allows(abs(wall.blue / wall.green * patch.green / patch.blue - 1)))
  }
}
