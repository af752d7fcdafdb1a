internal import SensorSimulation

/// The random numbers of tests: the same for the same seed on every machine.
public struct SeededGenerator: RandomNumberGenerator {
  private var noise: NoiseGenerator

  public init(seed: UInt64) {
    noise = NoiseGenerator(seed: seed)
  }

  public mutating func next() -> UInt64 { noise.next() }

  /// Uniform in 0..<1.
  public mutating func uniform() -> Double { noise.uniform() }

  /// Normal with mean 0 and standard deviation 1.
  public mutating func normal() -> Double { noise.normal() }
}
