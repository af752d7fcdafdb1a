import CameraControl
import GrayCard
import Synchronization
import TestSupport
import Testing

@testable import CameraPages

/// The frames that a card of a calibration is the mean of.
@Suite(.serialized, .hangLimit) struct CardsOfAScreenTests {
  @Test func `a card is held for no longer than a reading may take`() async throws {
    let counts = Mutex<[Int?]>([])
    try await ScreenUnderTest { options in
      options.profileFile = { _ in [1] }
      options.readingTime = .zero
      options.calibrationPage = { made in
        guard case .gainCurve(let cards, _) = made.origin else { return "no cards" }
        counts.withLock { $0 = cards.map { $0.measurement.record.frame?.count } }
        return ""
      }
    }.run { test in
      try await test.send(#"{"do":"add-card","illuminant":"D65"}"#)
      try await test.send(#"{"do":"make-profile","from":"cards"}"#)
      // A frame alone is not told as a mean.
      #expect(counts.withLock(\.self).allSatisfy { $0 ?? 1 == 1 } && counts.withLock(\.self).count == 1)
    }
  }

  @Test func `frames with other gains are not in the mean of a card`() async throws {
    let counts = Mutex<[Int?]>([])
    try await ScreenUnderTest { options in
      options.profileFile = { _ in [1] }
      options.readingTime = .seconds(3600)
      options.calibrationPage = { made in
        guard case .gainCurve(let cards, _) = made.origin else { return "no cards" }
        counts.withLock { $0 = cards.map { $0.measurement.record.frame?.count } }
        return ""
      }
    }.run { test in
      let camera = test.screen.camera
      let moving = Task {
        for red in 0... {
          _ = try await camera.nextFrame()
          try camera.setWhiteBalanceModeLocked(
            with: .init(redGain: 2 + Float(red % 2), greenGain: 1, blueGain: 1), completionHandler: nil)
        }
      }
      try await test.send(#"{"do":"add-card","illuminant":"D65"}"#)
      moving.cancel()
      try await test.send(#"{"do":"make-profile","from":"cards"}"#)
      #expect(counts.withLock(\.self).allSatisfy { $0 ?? 1 < 16 } && counts.withLock(\.self).count == 1)
    }
  }
}
