import Colorimetry
import TestSupport
import Testing

@Suite struct SpectralDistributionTests {
  @Test func `values are linear between samples and 0 outside them`() throws {
    let spectrum = try SpectralDistribution(wavelengths: [400, 410, 450], values: [1, 3, -1])
    #expect([399.9, 400, 405, 410, 420, 450, 450.1].map(spectrum.value) == [0, 1, 2, 3, 2, -1, 0])
    #expect(spectrum.value(at: .nan) == 0)
  }

  @Test func `a walk along the nanometres gives what single look-ups give`() throws {
    let spectrum = try SpectralDistribution(wavelengths: [400.5, 401.5, 403, 403.25, 406], values: [1, 2, 4, 8, 16])
    #expect(spectrum.values(atNanometers: 398...408) == (398...408).map { spectrum.value(at: Double($0)) })
    #expect(spectrum.values(atNanometers: 404...405) == [404, 405].map(spectrum.value))
    #expect(spectrum.values(atNanometers: 300...302) == [0, 0, 0])
  }

  /// Lines of mercury lie between whole nanometres.
  @Test(arguments: [546, 546.1, 546.25, 546.5, 546.99], [0.05, 0.2, 0.6])
  func `a line that is narrower than a nanometre keeps its power and its place`(line: Double, width: Double) throws {
    // A triangle of unit power.
    let spectrum = try SpectralDistribution(
      wavelengths: (-50...50).map { line + Double($0) * width }, values: (-50...50).map { $0 == 0 ? 1 / width : 0 })
    let values = spectrum.values(atNanometers: 380...780)
    let sum = values.reduce(0, +)
    let middle = zip(380...780, values).reduce(0) { $0 + Double($1.0) * $1.1 } / sum
    #expect(Tolerance.narrowLine.allows(largest(abs(sum - 1), abs(middle / line - 1))), "\(sum) at \(middle)")
  }

  @Test func `a spectrum with fine samples on straight lines is what it is with coarse ones`() throws {
    let coarse = try SpectralDistribution(wavelengths: [380, 500, 780], values: [1, 4, 2])
    let wavelengths = Array(stride(from: 380, through: 780, by: 0.25))
    let fine = try SpectralDistribution(wavelengths: wavelengths, values: wavelengths.map(coarse.value))
    for nanometer in [381, 400, 499, 501, 640, 779] {
      let miss = fine.values(atNanometers: nanometer...nanometer)[0] - coarse.value(at: Double(nanometer))
      #expect(Tolerance.narrowLine.allows(abs(miss)), "\(nanometer) nm: \(miss)")
    }
  }

  @Test func `a single sample is a distribution`() throws {
    let line = try SpectralDistribution(wavelengths: [546.1], values: [2])
    #expect(line.value(at: 546.1) == 2)
    #expect(line.value(at: 546) == 0)
  }

  @Test func `equal steps are the wavelengths they stand for`() throws {
    let uniform = try SpectralDistribution(firstWavelength: 380, step: 5, values: [1, 2, 3])
    #expect(try uniform == SpectralDistribution(wavelengths: [380, 385, 390], values: [1, 2, 3]))
  }

  @Test func `samples that are no spectrum are refused by name`() {
    func refuses(_ wavelengths: [Double], _ values: [Double], _ error: SpectralDistributionError) {
      #expect(throws: error) { try SpectralDistribution(wavelengths: wavelengths, values: values) }
    }
    refuses([], [], .noSamples)
    refuses([400, 410], [1], .differentCounts(wavelengths: 2, values: 1))
    refuses([0, 410], [1, 1], .wavelength(0))
    refuses([-400], [1], .wavelength(-400))
    refuses([400, .infinity], [1, 1], .wavelength(.infinity))
    refuses([400, 400], [1, 1], .notAscending(400, 400))
    refuses([410, 400], [1, 1], .notAscending(410, 400))
    refuses([400, 410], [1, .infinity], .notFinite(.infinity, wavelength: 410))
    #expect(throws: SpectralDistributionError.notAscending(400, 400)) {
      try SpectralDistribution(firstWavelength: 400, step: 0, values: [1, 1])
    }
  }

  @Test func `a wavelength or a value that is not a number is refused`() {
    #expect(throws: SpectralDistributionError.self) { try SpectralDistribution(wavelengths: [.nan], values: [1]) }
    #expect(throws: SpectralDistributionError.self) { try SpectralDistribution(wavelengths: [400], values: [.nan]) }
  }
}
