/// A quantity by wavelength, known at samples: the power of a light, the reflectance of a surface, the sensitivity of a
/// sensor's channel.
///
/// It is linear between neighbouring samples and 0 outside them. A spectrum measured over part of the visible range is
/// therefore taken to be dark beyond it; to hold the last value instead, add a sample.
public struct SpectralDistribution: Hashable, Sendable {
  /// In nanometres, ascending; the steps may differ.
  public let wavelengths: [Double]

  /// One for each wavelength, in any unit. They may be negative, as in a difference.
  public let values: [Double]

  /// - Parameters:
  ///   - wavelengths: in nanometres, above 0 and ascending; at least one.
  ///   - values: one for each wavelength.
  /// - Throws: ``SpectralDistributionError``.
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

  /// In nanometres. Far infrared, and still short enough to be walked through nanometre by nanometre.
  private static let longestWavelength = 1e6

  /// Samples at equal steps.
  ///
  /// - Parameters:
  ///   - firstWavelength: in nanometres, above 0.
  ///   - step: in nanometres, above 0.
  /// - Throws: ``SpectralDistributionError``.
  public init(firstWavelength: Double, step: Double, values: [Double]) throws(SpectralDistributionError) {
    try self.init(wavelengths: values.indices.map { firstWavelength + step * Double($0) }, values: values)
  }

  /// A table of this module: whole wavelengths, finite values.
  init(table values: [Double], firstWavelength: Int, step: Int = 1) {
    wavelengths = values.indices.map { Double(firstWavelength + step * $0) }
    self.values = values
  }

  /// The value at `wavelength`, in nanometres: linear between samples, 0 outside them.
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

  /// The values at every nanometre of `range`: linear between samples, 0 outside them.
  public func values(atNanometers range: ClosedRange<Int>) -> [Double] {
    var sample = 0
    return range.map { nanometer in
      let wavelength = Double(nanometer)
      guard wavelength >= wavelengths[0], wavelength <= wavelengths[wavelengths.count - 1] else { return 0 }
      while sample + 1 < wavelengths.count, wavelengths[sample + 1] <= wavelength { sample += 1 }
      return value(at: wavelength, after: sample)
    }
  }

  /// The value at a wavelength from that of a sample to that of the next one.
  private func value(at wavelength: Double, after sample: Int) -> Double {
    let place = wavelength - wavelengths[sample]
    guard place > 0 else { return values[sample] }
    let weight = place / (wavelengths[sample + 1] - wavelengths[sample])
    return values[sample] * (1 - weight) + values[sample + 1] * weight
  }
}

/// Why samples are no spectral distribution.
public enum SpectralDistributionError: Error, Hashable, Sendable {
  case noSamples
  case differentCounts(wavelengths: Int, values: Int)
  /// A wavelength that is not above 0, or not in the range of light.
  case wavelength(Double)
  /// Two neighbouring wavelengths of which the second is not the greater.
  case notAscending(Double, Double)
  case notFinite(Double, wavelength: Double)
}

extension SpectralDistributionError: CustomStringConvertible {
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
