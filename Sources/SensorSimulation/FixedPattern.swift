/// What differs from sample to sample of one sensor, and is the same in each of its frames.
public struct FixedPattern: Hashable, Sendable {
  /// The standard deviation of the samples' responses, as a share of their mean: EMVA 1288's PRNU.
  public let responseNonUniformity: Double
  /// The share of samples that are always at the white level, and of those that are always at the black level.
  public let hot, dead: Double
  /// Which specimen of the sensor it is.
  public let unit: UInt64

  public static let none = FixedPattern()

  private init() {
    (responseNonUniformity, hot, dead, unit) = (0, 0, 0, 0)
  }

  /// - Throws: ``SimulationError/responseNonUniformity(_:)`` outside 0 to 1, and
  ///   ``SimulationError/defects(hot:dead:)`` unless the shares are 0 or more and their sum is at most 1.
  public init(
    responseNonUniformity: Double = 0, hot: Double = 0, dead: Double = 0, unit: UInt64 = 0
  ) throws(SimulationError) {
    guard (0...1).contains(responseNonUniformity) else { throw .responseNonUniformity(responseNonUniformity) }
    guard hot >= 0, dead >= 0, hot + dead <= 1 else { throw .defects(hot: hot, dead: dead) }
    (self.responseNonUniformity, self.hot, self.dead, self.unit) = (responseNonUniformity, hot, dead, unit)
  }

  var isNone: Bool { responseNonUniformity == 0 && hot == 0 && dead == 0 }

  enum Sample {
    /// Its response as a share of the mean one.
    case good(Double)
    case hot, dead
  }

  /// - Parameter index: of the sample in the frame.
  func sample(_ index: Int) -> Sample {
    var generator = NoiseGenerator(seed: unit, index: index)
    let lot = generator.uniform()
    if lot < hot { return .hot }
    if lot < hot + dead { return .dead }
    return .good(responseNonUniformity > 0 ? 1 + responseNonUniformity * generator.normal() : 1)
  }
}
