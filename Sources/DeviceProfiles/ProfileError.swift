public import RawFrames
public import WhiteBalance

/// The reason why a profile cannot be read or written.
public enum ProfileError: Error, Hashable, Sendable {
  // MARK: The file
  /// The file has fewer bytes than the smallest profile.
  case tooShort(byteCount: Int)
  /// The file is not an ICC profile. The signature is bytes 36 to 39 of the header, as text.
  case notAProfile(signature: String)
  /// The file is of another kind, which the text names.
  case anotherKind(String)
  /// The file has fewer bytes than its header declares.
  case truncated(byteCount: Int, declared: Int)
  /// The tag table is damaged, in the way that the text tells.
  case damagedTagTable(String)
  /// The dictionary is damaged, in the way that the text tells.
  case damagedDictionary(String)
  /// The profile's ID, bytes 84 to 99, is neither zero nor the checksum of its bytes.
  case checksumMismatch
  /// The profile is of a version other than 2 and 4.
  case unsupportedVersion(major: Int)
  /// The profile is of a class that does not describe a camera.
  case unsupportedClass(String)
  /// The device's colour space is not RGB.
  case unsupportedColorSpace(String)
  /// The connection space is neither XYZ nor Lab.
  case unsupportedConnectionSpace(String)
  /// The profile has neither colorants nor a table from the device to the connection space.
  case noColorimetry
  /// LittleCMS failed, with its own code and text.
  case littleCMS(code: Int, text: String)

  // MARK: Its contents
  /// The dictionary was written by a newer version of this library.
  case newerDictionary(version: Int, supported: Int)
  /// The dictionary lacks the entry with this key.
  case missingEntry(String)
  /// The dictionary has the entry with this key more than once.
  case repeatedEntry(String)
  /// The dictionary has an entry with this key that does not belong there.
  case unknownEntry(String)
  /// The value of an entry is not what it must be.
  case invalidEntry(key: String, value: String, expected: String)
  /// The colorimetry of the tags cannot be used, for the reason in the text.
  case unusableColorimetry(String)
  /// The numbers form no characterization.
  case characterization(WhiteBalanceError)
  /// The black and white levels cannot be used.
  case levels(RawFrameError)

  // MARK: Writing
  /// The model of the device is empty.
  case emptyModel
  /// A text contains a null character.
  case unwritableText(field: String)
  /// A look-up table's file, which is kept as it is, is of another version than the one asked for.
  case unwritableVersion(Int, ofTable: Int)
  /// A colorant is too large for the standard tags.
  case unwritableColorant(Double)
  /// The file that was made could not be read again, for the reason in the text, and was discarded.
  case notReadBack(String)
  /// The fields form no date in the calendar from 1900 to 9999.
  case invalidDate(String)
}

extension ProfileError {
  /// The size of the smallest ICC profile, in bytes: a header of 128 bytes and the number of tags.
  package static let smallestICCProfile = 132
}

extension ProfileError: CustomStringConvertible {
  /// A message with the value at fault and what would have been right.
  public var description: String {
    switch self {
    case .tooShort(let byteCount):
      "\(byteCount) bytes are too few for an ICC profile, which has at least \(Self.smallestICCProfile)"
    case .notAProfile(let signature):
      "not an ICC profile: bytes 36 to 39 are '\(signature)', not 'acsp'"
    case .anotherKind(let kind):
      "this is \(kind), not an ICC profile"
    case .truncated(let byteCount, let declared):
      "the profile is cut short: its header declares \(declared) bytes, and there are \(byteCount)"
    case .damagedTagTable(let fault):
      "the profile's tag table is damaged: \(fault)"
    case .damagedDictionary(let fault):
      "the profile's dictionary (tag 'meta') is damaged: \(fault)"
    case .checksumMismatch:
      "the profile's ID (bytes 84 to 99) is not the checksum of its bytes: the file was damaged, or edited without a "
        + "new ID; an ID of zeros is not checked"
    case .unsupportedVersion(let major):
      "an ICC profile of version \(major) cannot be read; versions 2 and 4 can"
    case .unsupportedClass(let signature):
      "a profile of class '\(signature)' does not describe a camera; the class must be input ('scnr'), display ('mntr') "
        + "or colour space ('spac')"
    case .unsupportedColorSpace(let signature):
      "a profile of a device in '\(signature)' cannot be used; the device must be 'RGB '"
    case .unsupportedConnectionSpace(let signature):
      "a profile that connects to '\(signature)' cannot be used; it must connect to 'XYZ ' or 'Lab '"
    case .noColorimetry:
      "the profile has no red, green and blue colorants with their tone curves, and no table A2B0; it needs one of the two"
    case .littleCMS(let code, let text):
      "LittleCMS: \(text) (code \(code))"
    case .newerDictionary(let version, let supported):
      "the profile was written by a newer version of this library (dictionary version \(version)); this one reads "
        + "version \(supported)"
    case .missingEntry(let key):
      "the profile's dictionary has no entry '\(key)'"
    case .repeatedEntry(let key):
      "the profile's dictionary has more than one entry '\(key)'"
    case .unknownEntry(let key):
      "the profile's dictionary has an entry '\(key)' that does not belong there"
    case .invalidEntry(let key, let value, let expected):
      "the dictionary entry '\(key)' is '\(Self.excerpt(of: value))'; it must be \(expected)"
    case .unusableColorimetry(let fault):
      "the profile's colorimetry cannot be used: \(fault)"
    case .characterization(let error): error.description
    case .levels(let error): error.description
    case .emptyModel:
      "a profile needs the model of its device; the name must not be empty"
    case .unwritableVersion(let version, let own):
      "a look-up table stays in its own file, of ICC version \(own); it cannot be written as version \(version)"
    case .unwritableText(let field):
      "the \(field) contains a null character, which an ICC profile cannot hold"
    case .unwritableColorant(let value):
      "the standard tags cannot hold a colorant of \(value); it must lie between -32768 and 32768"
    case .notReadBack(let reason):
      "the profile cannot be written: its file could not be read again: \(reason)"
    case .invalidDate(let date):
      "\(date) is not a date; it must be in the calendar, from the year 1900 to 9999"
    }
  }

  /// Returns a value, or the beginning of a long one: an entry may hold a table of thousands of numbers.
  private static func excerpt(of value: String) -> String {
    let start = value.prefix(longestExcerpt)
    return start.endIndex == value.endIndex ? value : "\(start)…"
  }

  /// In characters: a few numbers, which a line of a terminal holds.
  private static let longestExcerpt = 60
}
