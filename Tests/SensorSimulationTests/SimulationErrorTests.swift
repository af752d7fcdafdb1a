import RawFrames
import SensorSimulation
import TestSupport
import Testing
import WhiteBalance

@Suite struct SimulationErrorTests {
  @Test func `what is no sensor is refused with its value`() throws {
    let monochrome = try PixelFormat("Y10")
    #expect(throws: SimulationError.noColors(monochrome.fourCC)) {
      try Simulation.sensor("Y10", white: 1000)
    }
    for fullWell in [0, -1, 0.5, .nan, .infinity, 1e10] {
      let error = try #require(throws: SimulationError.self) { try Simulation.sensor(fullWell: fullWell) }
      #expect("\(error)".hasPrefix("a full well of \(fullWell) electrons"))
    }
    for noise in [-1, .nan, .infinity, 1e10] {
      let error = try #require(throws: SimulationError.self) { try Simulation.sensor(readNoise: noise) }
      #expect("\(error)".hasPrefix("a read noise of \(noise) electrons"))
    }
    let format = try PixelFormat("RG12")
    #expect(throws: SimulationError.frame(.whiteAboveFormat(white: 4096, maximum: 4095, format: format.fourCC))) {
      try Simulation.sensor(white: 4096)
    }
  }

  @Test func `what is no pattern and no vignetting is refused`() throws {
    for share in [-0.1, 1.1, .nan] {
      let error = try #require(throws: SimulationError.self) { try FixedPattern(responseNonUniformity: share) }
      #expect("\(error)".hasPrefix("a non-uniformity of \(share)"))
    }
    for (hot, dead) in [(-0.1, 0.0), (0, -0.1), (0.6, 0.5), (.nan, 0), (0, .nan), (2, 0)] {
      #expect(throws: SimulationError.self) { try FixedPattern(hot: hot, dead: dead) }
    }
    for loss in [-0.1, 1, .nan, 7] {
      #expect(throws: SimulationError.self) { try Vignetting(red: 0, green: loss, blue: 0) }
    }
  }

  @Test func `what is no shot is refused`() throws {
    let sensor = try Simulation.sensor()
    for exposure in [0, -1, .nan, .infinity] {
      let error = try #require(throws: SimulationError.self) {
        try SimulatedShot(of: Simulation.card(), by: sensor, width: 2, height: 2, exposure: exposure)
      }
      #expect("\(error)".hasPrefix("an exposure of \(exposure)"))
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
