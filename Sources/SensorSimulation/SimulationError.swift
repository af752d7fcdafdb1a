public import RawFrames
public import WhiteBalance

/// The reason why a sensor or a shot cannot be simulated.
public enum SimulationError: Error, Hashable, Sendable {
  /// The format is that of a monochrome sensor.
  case noColors(FourCC)
  /// The full well, in electrons, is out of range.
  case fullWell(Double)
  /// The read noise, in electrons, is out of range.
  case readNoise(Double)
  /// The exposure is not above 0, not finite, or too large to compute with.
  case exposure(Double)
  /// The loss of light in the corner is not a share from 0 to below 1.
  case vignetting(Double)
  /// The non-uniformity of the response is not a share from 0 to 1.
  case responseNonUniformity(Double)
  /// The shares of hot and dead samples are negative, or their sum is above 1.
  case defects(hot: Double, dead: Double)
  /// The sensor's response to the card under the first light is 0 in all channels, not finite, or too small to expose
  /// for.
  case noResponse(LinearRGB)
  /// The frame's size or levels cannot be used.
  case frame(RawFrameError)
}

extension SimulationError: CustomStringConvertible {
  /// A message with the value at fault and what would have been right.
  public var description: String {
    switch self {
    case .noColors(let format): "format \(format) has no colours; it must be one with a Bayer pattern, such as RG10"
    case .fullWell(let electrons):
      "a full well of \(electrons) electrons; it must be at least 1 and at most \(SimulatedSensor.fullWells.upperBound)"
    case .readNoise(let electrons):
      "a read noise of \(electrons) electrons; it must be at least 0 and at most \(SimulatedSensor.fullWells.upperBound)"
    case .exposure(let exposure):
      "an exposure of \(exposure); it must be a share of the range from black to white, above 0 and not too large to compute with"
    case .vignetting(let loss):
      "a loss of \(loss) at the corner; it must be a share of the light, 0 or more and below 1"
    case .responseNonUniformity(let share):
      "a non-uniformity of \(share); it must be a share of the response, 0 or more and at most 1"
    case .defects(let hot, let dead):
      "shares of \(hot) hot and \(dead) dead samples; each must be 0 or more, and both together at most 1"
    case .noResponse(let response):
      "the sensor's response to the card under the light is \(response); one channel must respond, and all be finite"
    case .frame(let error): error.description
    }
  }
}
