public import Colorimetry
public import WhiteBalance

extension Draws {
  /// A temperature of 1000 to 100 000 K; rarely an end of it, or infinite.
  public mutating func temperature(in range: ClosedRange<Double> = 1000...100_000) -> Double {
    logarithmicNumber(in: range, edges: range.upperBound == 100_000 ? [.infinity] : [])
  }

  /// A point of the diagram by temperature and Duv. Below 3000 K no light may have it.
  public mutating func temperatureAndTint(
    in temperatures: ClosedRange<Double> = 1000...100_000, duv: ClosedRange<Double> = -0.05...0.05
  ) -> TemperatureAndTint {
    TemperatureAndTint(temperature: temperature(in: temperatures), duv: number(in: duv, edges: [0]))
  }

  /// A chromaticity that some light could have, as far as the signs of X, Y and Z tell.
  public mutating func realChromaticity() -> Chromaticity {
    let y = number(in: 0.001...0.999)
    return Chromaticity(x: number(in: 0...1) * (1 - y), y: y)
  }

  /// Gains in `range`, at least one of them at its minimum.
  public mutating func legalGains(in range: GainRange = .standard) -> WhiteBalanceGains {
    var gains = (0..<3).map { _ in number(in: range.minimum...range.maximum) }
    gains[Int(choice(below: 3))] = range.minimum
    return WhiteBalanceGains(red: gains[0], green: gains[1], blue: gains[2])
  }

  /// A scale by which the same thing may be measured: 1e-6 to 1e6.
  public mutating func scale() -> Double { logarithmicNumber(in: 1e-6...1e6, edges: [1]) }
}
