// A table of 5 nm gives the power of an emission line to the sample at the line. A straight line to its neighbours
// would spread that power over 10 nm, and moves the published x and y of lamps by up to 0.0003. So a line stays at its
// wavelength, and a cubic through the rest (R. Keys 1981, "Cubic convolution interpolation for digital image
// processing", doi:10.1109/TASSP.1981.1163711, a = -1/2) keeps the sums over the observer.
extension SpectralDistribution {
  /// Creates the spectrum of a lamp at 1 nm from its table at 5 nm.
  ///
  /// - Parameters:
  ///   - table: The power at each wavelength, 0 or more.
  ///   - firstWavelength: The first wavelength in nanometres.
  init(lampTable table: [Double], firstWavelength: Int) {
    let step = 5
    let continuum = Self.continuum(of: table)
    var values = (0...(table.count - 1) * step).map { place -> Double in
      let (sample, part) = place.quotientAndRemainder(dividingBy: step)
      return Self.cubic(continuum, after: sample, at: Double(part) / Double(step))
    }
    for sample in table.indices {
      // All power of the line, which the table spreads over a step, is at one wavelength.
      values[sample * step] += Double(step) * (table[sample] - continuum[sample])
    }
    self.init(table: values, firstWavelength: firstWavelength)
  }

  /// Returns `table` without its emission lines. A sample above the sum of its neighbours is a line on top of their
  /// mean.
  private static func continuum(of table: [Double]) -> [Double] {
    var continuum = table
    for sample in table.indices.dropFirst().dropLast() {
      let neighbors = table[sample - 1] + table[sample + 1]
      if table[sample] > neighbors { continuum[sample] = neighbors / 2 }
    }
    return continuum
  }

  /// Returns the cubic between `sample` and the next one, 0 where it is negative. Beyond its ends the table is
  /// constant.
  private static func cubic(_ table: [Double], after sample: Int, at t: Double) -> Double {
    func value(_ offset: Int) -> Double { table[min(max(sample + offset, 0), table.count - 1)] }
    let (a, b, c, d) = (value(-1), value(0), value(1), value(2))
    let slope = (c - a) / 2
    let nextSlope = (d - b) / 2
    let third = 2 * (b - c) + slope + nextSlope
    let second = 3 * (c - b) - 2 * slope - nextSlope
    return max(0, b + t * (slope + t * (second + t * third)))
  }
}
