internal import JSONText

/// The reason why a text is not a table of spectra.
public struct SpectralDataError: Error, Hashable, Sendable {
  /// The position of a fault.
  public enum Place: Hashable, Sendable {
    /// The fault is of the whole file.
    case file
    /// The fault is in this line, counted from 1.
    case line(Int)
    /// The fault is in this line and column, both counted from 1. In a table with a line for each wavelength, the
    /// wavelength is column 1.
    case field(line: Int, column: Int)
    /// The fault is at this line and column, both counted from 1. The column counts characters.
    case character(line: Int, column: Int)
    /// The fault is in the row of a JSON object of wavelengths with this key.
    case key(String)
  }

  /// The kinds of faults.
  public enum Fault: Hashable, Sendable {
    /// The file has a zero byte, as UTF-16 has, so it is not read as text.
    case notText
    /// The file has more combining marks in a row than any language.
    case endlessMarks
    /// The JSON is not as expected.
    case notJSON(String)
    /// The XML is not as expected.
    case notXML(String)
    /// The file ends before this text.
    case cutShort(String)
    /// The file has no value of this keyword.
    case noKeyword(String)
    /// Values cannot be relative to this number.
    case norm(Double)
    /// The file states another quantity than the one requested.
    case otherQuantity(String, SpectralQuantity)
    /// The line has another number of fields than the heading.
    case fieldCount(Int, expected: Int)
    /// The row has about twice as many fields as the heading, as numbers with decimal commas have.
    case decimalCommas(Int, expected: Int)
    /// A second table of the same spectrum ends at another wavelength. The values are in nanometres.
    case endsEarly(Double, other: Double)
    /// A meter's table ends before those of all meters do. The values are in nanometres.
    case endsBefore(Double, least: Double)
    /// Rows of a table are missing: the distance of a row to the one before is larger than the step of the others.
    ///
    /// The values are the two wavelengths and the step, in nanometres.
    case rowsMissing(Double, after: Double, step: Double)
    /// A line has more bytes than this.
    case tooLong(Int)
    /// The file has more rows than this.
    case tooManyRows(Int)
    /// The file has more values than this.
    case tooManyValues(Int)
    /// The table has more spectra than this.
    case tooManySpectra(Int)
    /// The file has no rows.
    case noRows
    /// The file has only one wavelength.
    case oneRow
    /// The row has another number of values than the first.
    case valueCount(Int, expected: Int)
    /// A file of Argyll's has this number of columns, and another number of bands.
    case columnCount(Int, bands: Int)
    /// A file of Argyll's has this number of values, which are no whole spectra of its bands.
    case bandCount(values: Int, bands: Double)
    /// A file of Argyll's has this number of spectra, and states another.
    case setCount(Int, stated: Int)
    /// The wavelength has no value.
    case noValues
    /// The field is not a number.
    case notANumber(String)
    /// The number is not finite.
    case notFinite(String)
    /// The value is impossible for the quantity.
    case impossible(Double, SpectralQuantity)
    /// The wavelength, in nanometres, is not above 0 or is beyond 1e6.
    case wavelength(Double)
    /// The wavelength, in nanometres, is less than the one before.
    case notAscending(Double, after: Double)
    /// The wavelength, in nanometres, is repeated.
    case repeatedWavelength(Double)
    /// No wavelength of the table is visible. The values are its ends, in nanometres.
    case notVisible(from: Double, to: Double)
    /// The spectrum with this number, counted from 1, is 0 everywhere.
    case zeroSpectrum(Int)
    /// The file does not have the three spectra of sensitivities.
    case notThreeChannels(Int)
    /// The table has several spectra, and none was named.
    case severalSpectra(Int)
    /// No spectrum has this name or number.
    case noSuchSpectrum(String, names: [String], count: Int)
  }

  /// The position of the fault.
  public let place: Place
  /// The kind of fault.
  public let fault: Fault

  /// Creates an error from its position and kind.
  package init(_ place: Place, _ fault: Fault) {
    self.place = place
    self.fault = fault
  }
}

extension Double {
  /// Reads a finite number.
  ///
  /// - Parameter place: The position of the text, for the error.
  /// - Throws: ``SpectralDataError`` at `place` where the text is not a number, or not a finite one.
  init(_ text: String, at place: SpectralDataError.Place) throws(SpectralDataError) {
    guard let number = Double(text) else { throw SpectralDataError(place, .notANumber(text)) }
    guard number.isFinite else { throw SpectralDataError(place, .notFinite(text)) }
    self = number
  }
}

extension SpectralDataError: CustomStringConvertible {
  /// The position and the fault, with what would have been right.
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
  /// The number of characters of a wrong text that a message repeats.
  static let shownLength = 40

  /// A message with the value at fault and what would have been right.
  public var description: String {
    switch self {
    case .notText:
      "this is not a text in UTF-8, because it has a zero byte; give a text file, or save the text in UTF-8"
    case .endlessMarks: "a text with more than \(mostCombiningMarks) combining marks in a row; no language has as many"
    case .notJSON(let reason): "\(reason), in JSON as rawtoaces has it"
    case .notXML(let reason): "\(reason), in XML as IES TM-27 has it"
    case .cutShort(let end): "the file ends before '\(end)'; it is cut short"
    case .noKeyword(let keyword): "there is no \(keyword), which a file of Argyll's spectra has"
    case .norm(let norm): "a SPECTRAL_NORM of \(norm); it must be above 0, such as 100"
    case .otherQuantity(let found, let quantity):
      "the values are of '\(found.prefix(Self.shownLength))'; they must be of \(quantity.rawValue)"
    case .fieldCount(let count, let expected): "\(count) fields under a heading of \(expected)"
    case .decimalCommas(let count, let expected):
      "\(count) fields under a heading of \(expected); a decimal separator must be a point"
    case .endsEarly(let end, let other):
      "the table ends at \(end) nm, and another of the same spectrum at \(other) nm; the file is cut short"
    case .endsBefore(let end, let least):
      "the table ends at \(end) nm, and those of meters at \(least) nm or beyond; the file is cut short"
    case .rowsMissing(let wavelength, let previous, let step):
      "\(wavelength) nm follows \(previous) nm in a table in steps of \(step) nm; rows are missing"
    case .tooLong(let limit): "a line of more than \(limit) bytes"
    case .tooManyRows(let limit): "more than \(limit) rows"
    case .tooManyValues(let limit): "more than \(limit) values"
    case .tooManySpectra(let limit): "more than \(limit) spectra"
    case .noRows: "there are no values; each row must be a wavelength in nm and its values"
    case .oneRow: "there is only one wavelength; a spectrum must have at least two"
    case .valueCount(let count, let expected):
      "a wavelength with \(count) values where the first has \(expected); every row must have as many"
    case .columnCount(let count, let bands):
      "\(count) columns of data where SPECTRAL_BANDS is \(bands); the columns must be the bands alone"
    case .bandCount(let count, let bands):
      "\(count) values and a SPECTRAL_BANDS of \(bands); each spectrum must have a value for each band, 2 or more"
    case .setCount(let count, let stated):
      "NUMBER_OF_SETS is \(stated) and the data has \(count); the file must be whole"
    case .noValues: "a wavelength without a value; each row must be a wavelength in nm and its values"
    case .notANumber(let text):
      "'\(text.prefix(Self.shownLength))' is not a number such as 0.25 (decimal point; wavelengths alone may have their unit, nm)"
    case .notFinite(let text): "'\(text.prefix(Self.shownLength))' is not finite; it must be an ordinary number"
    case .impossible(let value, let quantity):
      value < 0
        ? "a \(quantity.rawValue) of \(value); it must be at least 0. Small values below 0 are the instrument's noise; write 0 "
          + "in their place"
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
      "no spectrum is called '\(label.prefix(Self.shownLength))'; it must be \(count == 1 ? "1" : "a number from 1 to \(count)")"
        + (names.isEmpty ? "" : ", or one of: " + names.prefix(Self.shownNames).joined(separator: ", "))
        + (names.count > Self.shownNames ? ", …" : "")
    }
  }

  private static let shownNames = 10
}
