internal import Colorimetry
internal import DigitalNegatives
internal import ProfileExchange
internal import RawFrames
internal import WhiteBalance

/// The tags of a DNG about its samples and its light, in full precision.
///
/// LibRaw rounds to whole numbers and single precision, and takes the masked samples for the black level even if a tag
/// states one.
struct NegativeTags {
  /// The tags of the camera and its light. Their lights are none in the DNG of a sensor without colours.
  let colors: DNGColorTags
  /// The black level; `nil` where none is given.
  ///
  /// It belongs to the samples as LibRaw gives them, behind LinearizationTable. Source:
  /// DNG specification 1.7, chapter 5.
  let black: BlackLevels?
  /// Whether a tag states a black level of any kind.
  let statesBlack: Bool
  /// The tags about its samples that are not used.
  let unused: UnusedTags
  /// The part of the active area that the file's maker shows; `nil` where it is not given in whole samples.
  let crop: Region?

  /// Whether the file says how its camera sees colour.
  var hasColors: Bool { !colors.lights.isEmpty }

  /// The gains that the camera has multiplied the samples by; `nil` where the file says neither these nor its colours.
  var appliedGains: WhiteBalanceGains? { hasColors || colors.analogBalance != nil ? colors.appliedGains : nil }

  /// Reads the tags of a file.
  ///
  /// - Throws: ``ExchangeError`` with the tag whose value is wrong.
  init(_ bytes: [UInt8]) throws(ExchangeError) {
    let main = try TagFile(bytes).firstDirectory()
    colors = try DNGColorTags(bytes, needsColors: false)
    let raw = try main.rawDirectory() ?? main
    try main.checkLossyTiles()
    statesBlack = raw.has(.blackLevel)
    black = try raw.blackLevels()
    crop = raw.defaultCrop
    unused = UnusedTags(main: main, raw: raw)
  }
}
