import Colorimetry
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
