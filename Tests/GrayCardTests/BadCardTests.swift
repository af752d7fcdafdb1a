import Colorimetry
import GrayCard
import RawFrames
import SensorSimulation
import TestSupport
import Testing
import WhiteBalance

/// Nothing wrong is accepted: each bad card is refused, or its answer is as near to the truth as it states.
@Suite struct BadCardTests {
  static let seeds: Range<UInt64> = 1..<11

  @Test(arguments: BadCard.all) func `a bad card is refused, or read as truly as is stated`(card: BadCard) throws {
    for camera in CardCamera.all {
      let camera = try camera.get()
      var scores = CardScores()
      for seed in Self.seeds {
        let photograph = try card.photograph(camera, seed)
        let reading = try GrayCardEstimator().reading(of: photograph.frame, in: photograph.region)
        try scores.add(reading, truth: photograph.truth)
      }
      #expect(scores.agree, "\(camera): of \(scores.answerCount) answers one is off by \(scores.worst) standard errors")
      switch card.demand {
      case .refused(let codes):
        #expect(scores.answerCount == 0, "\(camera)")
        for reasons in scores.refusals {
          #expect(!Set(reasons).isDisjoint(with: codes), "\(camera): \(reasons)")
        }
      case .isTrue: #expect(scores.refusals == [], "\(camera)")
      case .refusedOrTrue: break
      }
    }
  }

  @Test(arguments: [("laser", 532), ("low-pressure sodium lamp", 589.3), ("red LED", 660), ("blue LED", 450)])
  func `light of one colour is refused, on a device that is known`(name: String, wavelength: Double) throws {
    for camera in CardCamera.all {
      let camera = try camera.get()
      let scene = SimulatedScene(card: try .gray(0.4), under: try .line(wavelength))
      let reading = try GrayCardEstimator().reading(
        of: camera.shot(of: scene).frame(seed: 1), in: Region(x: 0, y: 0, width: BadCard.side, height: BadCard.side))
      let codes = GrayCardEstimatorTests.refusals(reading.judged(on: camera.characterization)).map(\.code)
      #expect(!Set(codes).isDisjoint(with: [.notALight, .tooWarm, .tooDark]), "\(camera): \(codes)")
    }
  }

  @Test func `an order of colours that leaves the greens alike is refused on a device that is known`() throws {
    // Under this light red is as strong as blue, so that they pass for greens.
    let camera = try CardCamera.all[0].get()
    let lights = try stride(from: 3500.0, through: 9000, by: 100).map {
      try SpectralDistribution.planck(temperature: $0)
    }
    let light = try #require(
      lights.min { first, second in
        func imbalance(_ light: SpectralDistribution) -> Double {
          let response = camera.sensor.sensitivities.response(to: light)
          return abs(response.red / response.blue - 1)
        }
        return imbalance(first) < imbalance(second)
      })
    let frame = try camera.shot(of: SimulatedScene(card: .gray(0.4), under: light)).frame(seed: 1)
    let misread = try RawFrame(
      format: PixelFormat("BA12"), width: frame.width, height: frame.height, bytes: frame.bytes, levels: frame.levels)
    let reading = try GrayCardEstimator().reading(
      of: misread, in: Region(x: 0, y: 0, width: BadCard.side, height: BadCard.side))
    #expect(GrayCardEstimatorTests.refusals(reading) == [])
    #expect(GrayCardEstimatorTests.refusals(reading.judged(on: camera.characterization)).map(\.code) == [.notALight])
  }
}
