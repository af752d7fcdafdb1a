/// Why a text is no table of spectra.
public struct SpectralDataError: Error, Hashable, Sendable {
  /// Where the fault is.
  public enum Place: Hashable, Sendable {
    case file
    case line(Int)
    /// Both counted from 1; the wavelength is column 1.
    case field(line: Int, column: Int)
    /// Both counted from 1, the column in characters.
    case character(line: Int, column: Int)
    /// Of a JSON object of wavelengths, the row with this key.
    case key(String)
  }

  public enum Fault: Hashable, Sendable {
    case notText
    case notJSON(String)
    case noRows
    case oneRow
    /// A row with another number of values than the first.
    case valueCount(Int, expected: Int)
    case noValues
    case notANumber(String)
    case notFinite(String)
    case impossible(Double, SpectralQuantity)
    case wavelength(Double)
    case notAscending(Double, after: Double)
    case repeatedWavelength(Double)
    /// No wavelength of the table is visible; its ends.
    case notVisible(from: Double, to: Double)
    /// Its number, counted from 1.
    case zeroSpectrum(Int)
    /// Sensitivities are three spectra.
    case notThreeChannels(Int)
    /// The table has several spectra, and none was named.
    case severalSpectra(Int)
    case noSuchSpectrum(String, names: [String], count: Int)
  }

  public let place: Place
  public let fault: Fault

  public init(_ place: Place, _ fault: Fault) {
    self.place = place
    self.fault = fault
  }
}

extension SpectralDataError: CustomStringConvertible {
  public var description: String {
    switch place {
    case .file: "\(fault)"
    case .line(let line): "line \(line): \(fault)"
    case .field(let line, let column), .character(let line, let column): "line \(line), column \(column): \(fault)"
    case .key(let key): "at wavelength '\(key.prefix(Fault.shownLength))': \(fault)"
    }
  }
}

extension SpectralDataError.Fault: CustomStringConvertible {
  /// Characters of a wrong text that a message repeats.
  static let shownLength = 40

  public var description: String {
    switch self {
    case .notText: "this is not a text in UTF-8"
    case .notJSON(let reason): "\(reason), in JSON as rawtoaces has it"
    case .noRows: "there are no values; each row must be a wavelength in nm and its values"
    case .oneRow: "there is only one wavelength; a spectrum must have at least two"
    case .valueCount(let count, let expected):
      "a wavelength with \(count) values where the first has \(expected); every row must have as many"
    case .noValues: "a wavelength without a value; each row must be a wavelength in nm and its values"
    case .notANumber(let text):
      "'\(text.prefix(Self.shownLength))' is not a number such as 0.25 (decimal point, no unit)"
    case .notFinite(let text): "'\(text.prefix(Self.shownLength))' is not finite; it must be an ordinary number"
    case .impossible(let value, let quantity):
      value < 0
        ? "a \(quantity.rawValue) of \(value); it must be at least 0"
        : "a \(quantity.rawValue) of \(value); it must be a share, at most \(quantity.range.upperBound), not per cent"
    case .wavelength(let wavelength): "a wavelength of \(wavelength) nm; it must be above 0 and at most 1e6"
    case .notAscending(let wavelength, let previous):
      "a wavelength of \(wavelength) nm follows one of \(previous) nm; wavelengths must ascend"
    case .repeatedWavelength(let wavelength): "a second row for \(wavelength) nm; each wavelength may have one"
    case .notVisible(let from, let to):
      "the wavelengths go from \(from) to \(to); some must be visible, \(SpectralTable.visible.lowerBound) to "
        + "\(SpectralTable.visible.upperBound), in nanometres"
    case .zeroSpectrum(let number):
      "spectrum \(number) is 0 at every wavelength; it must have a value above 0"
    case .notThreeChannels(let count):
      "the file has \(count) \(count == 1 ? "spectrum" : "spectra"); sensitivities must be three: red, green and blue"
    case .severalSpectra(let count):
      "the file has \(count) spectra; say which, by its number (1 to \(count)) or its name"
    case .noSuchSpectrum(let label, let names, let count):
      "no spectrum is called '\(label.prefix(Self.shownLength))'; it must be a number from 1 to \(count)"
        + (names.isEmpty ? "" : ", or one of: " + names.prefix(Self.shownNames).joined(separator: ", "))
        + (names.count > Self.shownNames ? ", …" : "")
    }
  }

  private static let shownNames = 10
}
