import SpectralData
import Testing

/// The complete text of every error of SpectralData. Other tests compare the errors themselves.
@Suite struct MessagesTests {
  typealias Fault = SpectralDataError.Fault

  @Test(arguments: [
    (
      Fault.notText,
      "this is not a text in UTF-8, because it has a zero byte; give a text file, or save the text in UTF-8"
    ),
    (.endlessMarks, "a text with more than 30 combining marks in a row; no language has as many"),
    (.tooLong(9), "a line of more than 9 bytes"),
    (.tooManyRows(9), "more than 9 rows"),
    (.tooManySpectra(9), "more than 9 spectra"),
    (.notJSON("a text where a number must be"), "a text where a number must be, in JSON as rawtoaces has it"),
    (.notXML("'</a>' closes nothing that is open"), "'</a>' closes nothing that is open, in XML as IES TM-27 has it"),
    (.cutShort("END_DATA"), "the file ends before 'END_DATA'; it is cut short"),
    (.noKeyword("SPECTRAL_BANDS"), "there is no SPECTRAL_BANDS, which a file of Argyll's spectra has"),
    (.otherQuantity("reflectance", .power), "the values are of 'reflectance'; they must be of power"),
    (.fieldCount(3, expected: 4), "3 fields under a heading of 4"),
    (.decimalCommas(3, expected: 2), "3 fields under a heading of 2; a decimal separator must be a point"),
    (
      .endsEarly(500, other: 780),
      "the table ends at 500.0 nm, and another of the same spectrum at 780.0 nm; the file is cut short"
    ),
    (
      .endsBefore(560, least: 730),
      "the table ends at 560.0 nm, and those of meters at 730.0 nm or beyond; the file is cut short"
    ),
    (
      .rowsMissing(600, after: 499, step: 1),
      "600.0 nm follows 499.0 nm in a table in steps of 1.0 nm; rows are missing"
    ),
    (.tooManyValues(9), "more than 9 values"),
    (
      .columnCount(402, bands: 401),
      "402 columns of data where SPECTRAL_BANDS is 401; the columns must be the bands alone"
    ),
    (
      .bandCount(values: 4, bands: 5),
      "4 values and a SPECTRAL_BANDS of 5.0; each spectrum must have a value for each band, 2 or more"
    ), (.setCount(1, stated: 3), "NUMBER_OF_SETS is 3 and the data has 1; the file must be whole"),
    (.noRows, "there are no values; each row must be a wavelength in nm and its values"),
    (.oneRow, "there is only one wavelength; a spectrum must have at least two"),
    (
      .valueCount(2, expected: 1),
      "a wavelength with 2 values where the first has 1; every row must have as many"
    ),
    (.noValues, "a wavelength without a value; each row must be a wavelength in nm and its values"),
    (
      .notANumber("0,5"),
      "'0,5' is not a number such as 0.25 (decimal point; wavelengths alone may have their unit, nm)"
    ),
    (.notFinite("1e999"), "'1e999' is not finite; it must be an ordinary number"),
    (
      .impossible(-0.25, .power),
      "a power of -0.25; it must be at least 0. Small values below 0 are the instrument's noise; write 0 in their place"
    ),
    (.impossible(18, .reflectance), "a reflectance of 18.0; it must be a share, at most 2.0, not per cent"),
    (.norm(0), "a SPECTRAL_NORM of 0.0; it must be above 0, such as 100"),
    (.wavelength(-5), "a wavelength of -5.0 nm; it must be above 0 and at most 1e6"),
    (.notAscending(400, after: 500), "a wavelength of 400.0 nm follows one of 500.0 nm; wavelengths must ascend"),
    (.repeatedWavelength(500), "a second row for 500.0 nm; each wavelength may have one"),
    (
      .notVisible(from: 0.38, to: 0.78),
      "the wavelengths go from 0.38 to 0.78; some must be visible, 380.0 to 780.0, in nanometres"
    ),
    (.zeroSpectrum(2), "spectrum 2 is 0 at every wavelength; it must have a value above 0"),
    (.notThreeChannels(1), "the file has 1 spectrum; sensitivities must be three: red, green and blue"),
    (.notThreeChannels(2), "the file has 2 spectra; sensitivities must be three: red, green and blue"),
    (.severalSpectra(3), "the file has 3 spectra; say which, by its number (1 to 3) or its name"),
    (
      .noSuchSpectrum("cool", names: ["warm", "2"], count: 2),
      "no spectrum is called 'cool'; it must be a number from 1 to 2, or one of: warm, 2"
    ),
    (.noSuchSpectrum("cool", names: ["warm"], count: 1), "no spectrum is called 'cool'; it must be 1, or one of: warm"),
    (
      .noSuchSpectrum("0", names: (1...11).map { "lamp \($0)" }, count: 11),
      "no spectrum is called '0'; it must be a number from 1 to 11, or one of: lamp 1, lamp 2, lamp 3, lamp 4, lamp 5, "
        + "lamp 6, lamp 7, lamp 8, lamp 9, lamp 10, …"
    ),
  ])
  func `a fault says the value and what would be right`(fault: Fault, text: String) {
    #expect(fault.description == text)
  }

  @Test(arguments: [
    (SpectralDataError.Place.file, ""), (.line(3), "line 3: "), (.field(line: 3, column: 2), "line 3, column 2: "),
    (.character(line: 3, column: 46), "line 3, column 46: "), (.key("380"), "at wavelength '380': "),
  ])
  func `an error begins with its place`(place: SpectralDataError.Place, text: String) {
    #expect(SpectralDataError(place, .oneRow).description == "\(text)\(Fault.oneRow)")
  }
}
