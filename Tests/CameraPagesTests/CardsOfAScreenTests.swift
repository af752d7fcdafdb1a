import CameraControl
import GrayCard
import Synchronization
import TestSupport
import Testing

@testable import CameraPages

/// Tests of the frames that a card of a calibration is the mean of.
@Suite(.serialized, .hangLimit) struct CardsOfAScreenTests {
  /// Adds cards to a calibration and makes a profile of them.
  ///
  /// - Returns: The number of frames of each card; 1 where the page does not tell of a mean.
  private func frameCounts(
    readingTime: Duration, _ add: @escaping @Sendable (ScreenUnderTest) async throws -> Void
  ) async throws -> [Int] {
    let counts = Mutex<[Int]>([])
    try await ScreenUnderTest { options in
      options.profileFile = { _ in [1] }
      options.readingTime = readingTime
      options.calibrationPage = { made in
        guard case .gainCurve(let cards, _) = made.origin else { return "no cards" }
        counts.withLock { $0 = cards.map { $0.measurement.record.frame?.count ?? 1 } }
        return ""
      }
    }.run { test in
      try await add(test)
      try await test.send(#"{"do":"make-profile","from":"cards"}"#)
    }
    return counts.withLock(\.self)
  }

  /// A limit that no wait reaches. The simulated clock runs faster than the tasks that wait for its frames.
  private static let anyTime = Duration.seconds(3600)

  @Test(arguments: [("daylight:6500", 6500.0), ("2856", 2856)])
  func `a card of a calibration is the mean of sixteen frames, under a light by its temperature too`(
    light: String, temperature: Double
  ) async throws {
    let counts = try await frameCounts(readingTime: Self.anyTime) { test in
      try await test.send(#"{"do":"add-card","illuminant":"\#(light)"}"#)
      let card = try await test.state { $0["calibration"]?["cards"]?.count == 1 }["calibration"]?["cards"]?[0]
      let found = try #require(card?["temperature"]?.number)
      // Daylight's own formulas of the temperature are within a kelvin or two.
      #expect(Tolerance.temperatureOfSimulation.allows(abs(found - temperature)), "\(found)")
    }
    #expect(counts == [16])
  }

  @Test func `a card is held for no longer than a reading may take`() async throws {
    let counts = try await frameCounts(readingTime: .zero) { test in
      try await test.send(#"{"do":"add-card","illuminant":"D65"}"#)
    }
    #expect(counts == [1])
  }

  @Test func `frames with other gains are not in the mean of a card`() async throws {
    let counts = try await frameCounts(readingTime: Self.anyTime) { test in
      let camera = test.screen.camera
      let (begun, continuation) = AsyncStream.makeStream(of: Void.self)
      // Each tenth frame sets other gains, before anyone else has it.
      let frames = Mutex(0)
      let moving = Task {
        try await camera.nextFrame(within: Self.anyTime) { _ in
          let count = frames.withLock { count in
            count += 1
            return count
          }
          if count.isMultiple(of: 10) {
            try? camera.setWhiteBalanceModeLocked(
              with: .init(redGain: 2 + Float(count / 10 % 2), greenGain: 1, blueGain: 1), completionHandler: nil)
          }
          continuation.yield()
          return false
        }
      }
      for await _ in begun { break }
      try await test.send(#"{"do":"add-card","illuminant":"D65"}"#)
      moving.cancel()
    }
    #expect(counts.count == 1 && counts.allSatisfy { $0 < 16 }, "\(counts)")
  }
}
