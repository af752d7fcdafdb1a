import RawFrames
import SensorSimulation
import Testing
import WhiteBalance

/// The complete text of every error of SensorSimulation. Other tests compare the errors themselves.
@Suite struct MessagesTests {
  @Test(arguments: [
    (
      SimulationError.fullWell(0.5),
      "a full well of 0.5 electrons; it must be at least 1 and at most 1000000000.0"
    ),
    (.readNoise(-1), "a read noise of -1.0 electrons; it must be at least 0 and at most 1000000000.0"),
    (
      .exposure(0),
      "an exposure of 0.0; it must be a share of the range from black to white, above 0 and not too large to compute with"
    ),
    (.vignetting(1), "a loss of 1.0 at the corner; it must be a share of the light, 0 or more and below 1"),
    (
      .responseNonUniformity(1.5),
      "a non-uniformity of 1.5; it must be a share of the response, 0 or more and at most 1"
    ),
    (
      .defects(hot: 0.75, dead: 0.5),
      "shares of 0.75 hot and 0.5 dead samples; each must be 0 or more, and both together at most 1"
    ),
    (
      .noResponse(LinearRGB(red: 0, green: 0, blue: 0)),
      "the sensor's response to the card under the light is R 0.0, G 0.0, B 0.0; one channel must respond, and all be "
        + "finite"
    ),
    (
      .frame(.invalidSize(width: 0, height: 2)), RawFrameError.invalidSize(width: 0, height: 2).description
    ),
  ])
  func `an error says the value and what would be right`(error: SimulationError, text: String) {
    #expect(error.description == text)
  }

  @Test func `a format without colours is named`() throws {
    let format = try PixelFormat("Y10").fourCC
    #expect(
      SimulationError.noColors(format).description
        == "format Y10 has no colours; it must be one with a Bayer pattern, such as RG10")
  }
}
