/// A quantity as a function of wavelength, known at samples: the power of a light, the reflectance of a surface, or the
/// sensitivity of a sensor's channel.
///
/// It is linear between neighbouring samples, and 0 outside them. A spectrum measured over a part of the visible range
/// therefore counts as dark beyond it; to hold the last value instead, add a sample.
public struct SpectralDistribution: Hashable, Sendable {
  /// The wavelengths of the samples in nanometres, ascending. The steps may differ.
  public let wavelengths: [Double]

  /// The values of the samples, one for each wavelength, in any unit. They may be negative, as in a difference.
  public let values: [Double]

  /// Creates a distribution from its samples.
  ///
  /// - Parameters:
  ///   - wavelengths: The wavelengths in nanometres, above 0 and ascending. There must be at least one.
  ///   - values: The values, one for each wavelength.
  /// - Throws: ``SpectralDistributionError`` where the samples break these rules.
  public init(wavelengths: [Double], values: [Double]) throws(SpectralDistributionError) {
    guard !wavelengths.isEmpty else { throw .noSamples }
    guard wavelengths.count == values.count else {
      throw .differentCounts(wavelengths: wavelengths.count, values: values.count)
    }
    for (index, wavelength) in wavelengths.enumerated() {
      guard wavelength > 0, wavelength <= Self.longestWavelength else { throw .wavelength(wavelength) }
      guard index == 0 || wavelengths[index - 1] < wavelength else {
        throw .notAscending(wavelengths[index - 1], wavelength)
      }
      guard values[index].isFinite else { throw .notFinite(values[index], wavelength: wavelength) }
    }
    self.wavelengths = wavelengths
    self.values = values
  }

  /// The longest wavelength, in nanometres. It is far infrared, and a loop over all nanometres up to it is still short.
  package static let longestWavelength = 1e6

  /// Creates a distribution from samples at equal steps.
  ///
  /// - Parameters:
  ///   - firstWavelength: The first wavelength in nanometres, above 0.
  ///   - step: The step in nanometres, above 0.
  ///   - values: The values, one for each wavelength.
  /// - Throws: ``SpectralDistributionError`` where the samples break these rules.
  public init(firstWavelength: Double, step: Double, values: [Double]) throws(SpectralDistributionError) {
    try self.init(wavelengths: values.indices.map { firstWavelength + step * Double($0) }, values: values)
  }

  /// Creates a distribution from a table of this module, which has whole wavelengths and finite values.
  init(table values: [Double], firstWavelength: Int, step: Int = 1) {
    wavelengths = values.indices.map { Double(firstWavelength + step * $0) }
    self.values = values
  }

  /// Returns the value at `wavelength`, in nanometres. It is linear between samples, and 0 outside them.
  public func value(at wavelength: Double) -> Double {
    guard let first = wavelengths.first, let last = wavelengths.last, first <= wavelength, wavelength <= last else {
      return 0
    }
    var (low, high) = (0, wavelengths.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if wavelengths[middle] <= wavelength { low = middle } else { high = middle }
    }
    return value(at: wavelength, after: low)
  }

  /// Returns the values at every nanometre of `range`. They are linear between samples, and 0 outside them.
  ///
  /// Where most samples are finer than a nanometre, the values are means around each nanometre. They keep the power of
  /// a narrow line that lies between whole nanometres. Coarser samples are those of a smooth spectrum, or of a broader
  /// slit, and are summed as published tables are.
  package func values(atNanometers range: ClosedRange<Int>) -> [Double] {
    let fineCount = zip(wavelengths, wavelengths.dropFirst()).count { $1 - $0 < Self.wholeStep }
    if 2 * fineCount > wavelengths.count - 1 { return means(aroundNanometers: range) }
    var sample = 0
    return range.map { nanometer in
      let wavelength = Double(nanometer)
      guard wavelength >= wavelengths[0], wavelength <= wavelengths[wavelengths.count - 1] else { return 0 }
      while sample + 1 < wavelengths.count, wavelengths[sample + 1] <= wavelength { sample += 1 }
      return value(at: wavelength, after: sample)
    }
  }

  /// One nanometre, reduced by more than the rounding error of sums of steps.
  private static let wholeStep = 1 - 1e-6

  /// Returns the means around every nanometre of `range`, weighted by a triangle that falls to 0 at the neighbours.
  private func means(aroundNanometers range: ClosedRange<Int>) -> [Double] {
    var first = 0
    return range.map { nanometer in
      let middle = Double(nanometer)
      while first + 1 < wavelengths.count, wavelengths[first + 1] <= middle - 1 { first += 1 }
      func weighted(_ wavelength: Double, _ sample: Int) -> Double {
        (1 - abs(wavelength - middle)) * value(at: wavelength, after: sample)
      }
      var mean = 0.0
      var sample = first
      while sample + 1 < wavelengths.count, wavelengths[sample] < middle + 1 {
        // Value and weight are both linear on either side of the middle, so Simpson's rule is exact there.
        for (lower, upper) in [(middle - 1, middle), (middle, middle + 1)] {
          let (start, end) = (max(wavelengths[sample], lower), min(wavelengths[sample + 1], upper))
          guard start < end else { continue }
          let ends = weighted(start, sample) + weighted(end, sample)
          mean += (end - start) / 6 * (ends + 4 * weighted((start + end) / 2, sample))
        }
        sample += 1
      }
      return mean
    }
  }

  /// Returns the value at a wavelength between a sample and the next one.
  private func value(at wavelength: Double, after sample: Int) -> Double {
    let place = wavelength - wavelengths[sample]
    guard place > 0 else { return values[sample] }
    let weight = place / (wavelengths[sample + 1] - wavelengths[sample])
    return values[sample] * (1 - weight) + values[sample + 1] * weight
  }
}

/// The reason why samples do not form a spectral distribution.
public enum SpectralDistributionError: Error, Hashable, Sendable {
  /// There is no sample.
  case noSamples
  /// There are not as many values as wavelengths.
  case differentCounts(wavelengths: Int, values: Int)
  /// The wavelength, in nanometres, is not above 0 or is beyond 1e6.
  case wavelength(Double)
  /// The second of two neighbouring wavelengths, in nanometres, is not the greater.
  case notAscending(Double, Double)
  /// The value at a wavelength, in nanometres, is not finite.
  case notFinite(Double, wavelength: Double)
}

extension SpectralDistributionError: CustomStringConvertible {
  /// A message with the value at fault and what would have been right.
  public var description: String {
    switch self {
    case .noSamples:
      "the spectrum has no samples; it must have at least one"
    case .differentCounts(let wavelengths, let values):
      "the spectrum has \(wavelengths) wavelengths and \(values) values; it must have as many of each"
    case .wavelength(let wavelength):
      "a wavelength of \(wavelength) nm; it must be above 0 and at most 1e6"
    case .notAscending(let first, let second):
      "a wavelength of \(second) nm follows one of \(first) nm; wavelengths must ascend"
    case .notFinite(let value, let wavelength):
      "the value at \(wavelength) nm is \(value); it must be finite"
    }
  }
}
