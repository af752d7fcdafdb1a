import RawFrames
import SensorSimulation
import TestSupport
import Testing
import WhiteBalance

@Suite struct SimulationErrorTests {
  /// Compares errors by their text, because an error that holds NaN is not equal to itself.
  private func expect(
    _ error: SimulationError, sourceLocation: SourceLocation = #_sourceLocation, from body: () throws -> Void
  ) {
    let thrown = #expect(throws: SimulationError.self, sourceLocation: sourceLocation, performing: body)
    #expect(thrown?.description == error.description, sourceLocation: sourceLocation)
  }

  @Test func `what is no sensor is refused with its value`() throws {
    let monochrome = try PixelFormat("Y10")
    #expect(throws: SimulationError.noColors(monochrome.fourCC)) {
      try Simulation.sensor("Y10", white: 1000)
    }
    for fullWell in [0, -1, 0.5, .nan, .infinity, 1e10] {
      expect(.fullWell(fullWell)) { _ = try Simulation.sensor(fullWell: fullWell) }
    }
    for noise in [-1, .nan, .infinity, 1e10] {
      expect(.readNoise(noise)) { _ = try Simulation.sensor(readNoise: noise) }
    }
    let format = try PixelFormat("RG12")
    #expect(throws: SimulationError.frame(.whiteAboveFormat(white: 4096, maximum: 4095, format: format.fourCC))) {
      try Simulation.sensor(white: 4096)
    }
  }

  @Test func `what is no pattern and no vignetting is refused`() {
    for share in [-0.1, 1.1, .nan] {
      expect(.responseNonUniformity(share)) { _ = try FixedPattern(responseNonUniformity: share) }
    }
    for (hot, dead) in [(-0.1, 0.0), (0, -0.1), (0.6, 0.5), (.nan, 0), (0, .nan), (2, 0)] {
      expect(.defects(hot: hot, dead: dead)) { _ = try FixedPattern(hot: hot, dead: dead) }
    }
    for loss in [-0.1, 1, .nan, 7] {
      expect(.vignetting(loss)) { _ = try Vignetting(red: 0, green: loss, blue: 0) }
    }
  }

  @Test func `what is no shot is refused`() throws {
    let sensor = try Simulation.sensor()
    for exposure in [0, -1, 1e306, .nan, .infinity] {
      expect(.exposure(exposure)) {
        _ = try SimulatedShot(of: Simulation.card(), by: sensor, width: 2, height: 2, exposure: exposure)
      }
    }
    // So weak a light needs a factor that no number is.
    for power in [Double.leastNonzeroMagnitude, .leastNormalMagnitude] {
      let error = #expect(throws: SimulationError.self) {
        try SimulatedShot(
          of: SimulatedScene(card: Simulation.flat(1), under: Simulation.flat(power)), by: sensor, width: 2, height: 2,
          exposure: 1e6)
      }
      guard case .noResponse? = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
    }
    #expect(throws: SimulationError.noResponse(LinearRGB(red: 0, green: 0, blue: 0))) {
      try SimulatedShot(
        of: SimulatedScene(card: Simulation.flat(0), under: Simulation.flat(1)), by: sensor, width: 2, height: 2,
        exposure: 0.5)
    }
    #expect(throws: SimulationError.noResponse(LinearRGB(red: -471, green: -471, blue: -471))) {
      try SimulatedShot(
        of: SimulatedScene(card: Simulation.flat(1), under: Simulation.flat(-1)), by: sensor, width: 2, height: 2,
        exposure: 0.5)
    }
    for (width, height) in [(0, 2), (2, 0), (-1, 2), (Int.max, 2), (2, Int.max)] {
      #expect(throws: SimulationError.frame(.invalidSize(width: width, height: height))) {
        try SimulatedShot(inTheDark: sensor, width: width, height: height)
      }
    }
    #expect(throws: SimulationError.frame(.strideTooShort(bytesPerRow: 3, needed: 4, width: 2))) {
      try SimulatedShot(inTheDark: sensor, width: 2, height: 2, bytesPerRow: 3)
    }
  }
}
