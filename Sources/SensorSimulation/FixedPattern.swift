/// The differences between the samples of one sensor that are the same in all of its frames.
public struct FixedPattern: Hashable, Sendable {
  /// The standard deviation of the samples' responses, as a share of their mean: EMVA 1288's PRNU.
  public let responseNonUniformity: Double
  /// The share of samples that are always at the white level, and the share that are always at the black level.
  public let hot, dead: Double
  /// The number of the sensor's specimen. Each has its own pattern.
  public let unit: UInt64

  /// The pattern of a perfect sensor, without differences.
  public static let none = FixedPattern()

  private init() {
    (responseNonUniformity, hot, dead, unit) = (0, 0, 0, 0)
  }

  /// Creates a pattern.
  ///
  /// - Parameters:
  ///   - responseNonUniformity: The standard deviation of the samples' responses, as a share of their mean, 0 to 1.
  ///   - hot: The share of samples that are always at the white level.
  ///   - dead: The share of samples that are always at the black level.
  ///   - unit: The number of the sensor's specimen.
  /// - Throws: ``SimulationError/responseNonUniformity(_:)``, or ``SimulationError/defects(hot:dead:)`` unless both
  ///   shares are 0 or more and their sum is at most 1.
  public init(
    responseNonUniformity: Double = 0, hot: Double = 0, dead: Double = 0, unit: UInt64 = 0
  ) throws(SimulationError) {
    guard (0...1).contains(responseNonUniformity) else { throw .responseNonUniformity(responseNonUniformity) }
    guard hot >= 0, dead >= 0, hot + dead <= 1 else { throw .defects(hot: hot, dead: dead) }
    (self.responseNonUniformity, self.hot, self.dead, self.unit) = (responseNonUniformity, hot, dead, unit)
  }

  var isNone: Bool { responseNonUniformity == 0 && hot == 0 && dead == 0 }

  enum Sample {
    /// The sample's response as a share of the mean response.
    case good(Double)
    case hot, dead
  }

  /// Returns the property of a sample.
  ///
  /// - Parameter index: The index of the sample in the frame.
  func sample(_ index: Int) -> Sample {
    var generator = NoiseGenerator(seed: unit, index: index)
    let lot = generator.uniform()
    if lot < hot { return .hot }
    if lot < hot + dead { return .dead }
    return .good(responseNonUniformity > 0 ? 1 + responseNonUniformity * generator.normal() : 1)
  }
}
