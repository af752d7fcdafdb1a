import DeviceProfiles
import RawFrames
import Testing
import WhiteBalance

/// The complete text of every error of DeviceProfiles. Other tests compare the errors themselves.
@Suite struct MessagesTests {
  @Test(arguments: [
    (ProfileError.tooShort(byteCount: 127), "127 bytes are too few for an ICC profile, which has at least 132"),
    (.notAProfile(signature: "aaaa"), "not an ICC profile: bytes 36 to 39 are 'aaaa', not 'acsp'"),
    (.anotherKind("a TIFF or DNG file"), "this is a TIFF or DNG file, not an ICC profile"),
    (
      .truncated(byteCount: 10, declared: 20),
      "the profile is cut short: its header declares 20 bytes, and there are 10"
    ),
    (.damagedTagTable("tag 'rXYZ' is there twice"), "the profile's tag table is damaged: tag 'rXYZ' is there twice"),
    (
      .damagedDictionary("the name in record 1 is empty"),
      "the profile's dictionary (tag 'meta') is damaged: the name in record 1 is empty"
    ),
    (
      .checksumMismatch,
      "the profile's ID (bytes 84 to 99) is not the checksum of its bytes: the file was damaged, or edited without a new "
        + "ID; an ID of zeros is not checked"
    ),
    (.unsupportedVersion(major: 5), "an ICC profile of version 5 cannot be read; versions 2 and 4 can"),
    (
      .unsupportedClass("prtr"),
      "a profile of class 'prtr' does not describe a camera; the class must be input ('scnr'), display ('mntr') or colour "
        + "space ('spac')"
    ),
    (.unsupportedColorSpace("CMYK"), "a profile of a device in 'CMYK' cannot be used; the device must be 'RGB '"),
    (
      .unsupportedConnectionSpace("RGB "),
      "a profile that connects to 'RGB ' cannot be used; it must connect to 'XYZ ' or 'Lab '"
    ),
    (
      .noColorimetry,
      "the profile has no red, green and blue colorants with their tone curves, and no table A2B0; it needs one of the two"
    ),
    (.littleCMS(code: 3, text: "could not"), "LittleCMS: could not (code 3)"),
    (
      .newerDictionary(version: 2, supported: 1),
      "the profile was written by a newer version of this library (dictionary version 2); this one reads version 1"
    ),
    (.missingEntry("WhiteBalance.Model"), "the profile's dictionary has no entry 'WhiteBalance.Model'"),
    (.repeatedEntry("WhiteBalance.Model"), "the profile's dictionary has more than one entry 'WhiteBalance.Model'"),
    (
      .unknownEntry("WhiteBalance.Lens"),
      "the profile's dictionary has an entry 'WhiteBalance.Lens' that does not belong there"
    ),
    (
      .invalidEntry(key: "WhiteBalance.Version", value: "one", expected: "a whole number of at least 1"),
      "the dictionary entry 'WhiteBalance.Version' is 'one'; it must be a whole number of at least 1"
    ),
    (
      .invalidEntry(key: "Key", value: String(repeating: "1 ", count: 30) + "x", expected: "numbers"),
      "the dictionary entry 'Key' is '\(String(repeating: "1 ", count: 30))…'; it must be numbers"
    ),
    (
      .invalidEntry(key: "Key", value: String(repeating: "1 ", count: 29) + "x", expected: "numbers"),
      "the dictionary entry 'Key' is '\(String(repeating: "1 ", count: 29))x'; it must be numbers"
    ),
    (
      .unusableColorimetry("its chromatic adaptation matrix has no inverse"),
      "the profile's colorimetry cannot be used: its chromatic adaptation matrix has no inverse"
    ),
    (.characterization(.invalidMaximumGain(0.5)), WhiteBalanceError.invalidMaximumGain(0.5).description),
    (.levels(.invalidLevels(black: 9, white: 8)), RawFrameError.invalidLevels(black: 9, white: 8).description),
    (.emptyModel, "a profile needs the model of its device; the name must not be empty"),
    (
      .unwritableVersion(2, ofTable: 4),
      "a look-up table stays in its own file, of ICC version 4; it cannot be written as version 2"
    ),
    (.unwritableText(field: "unit"), "the unit contains a null character, which an ICC profile cannot hold"),
    (
      .unwritableColorant(40000),
      "the standard tags cannot hold a colorant of 40000.0; it must lie between -32768 and 32768"
    ),
    (
      .notReadBack("why"), "the profile cannot be written: its file could not be read again: why"
    ),
    (
      .invalidDate("1800-01-01"), "1800-01-01 is not a date; it must be in the calendar, from the year 1900 to 9999"
    ),
  ])
  func `an error says the value and what would be right`(error: ProfileError, text: String) {
    #expect(error.description == text)
  }
}
