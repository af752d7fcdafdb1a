public import Colorimetry
internal import NumericalMethods
public import WhiteBalance

/// The reason why readings of a chart or of cards give no characterization.
public enum CalibrationError: Error, Hashable, Sendable {
  /// The light has no temperature.
  case light(name: String, ColorimetryError)
  /// The reference has no patch.
  case noReference(String)
  /// Two patches of a file have the same name.
  case repeatedPatch(String, file: String)
  /// No reading has the name of a patch in the reference. The associated values are the first names of each.
  case noCommonPatch(readings: [String], reference: [String])
  /// All patches have the same reading.
  case sameReadings(LinearRGB, count: Int)
  /// Too few patches remain after bad ones are rejected.
  case tooFewPatches(usable: Int, needed: Int, excluded: [ExcludedPatch])
  /// A chart has more readings than are fitted.
  case tooManyPatches(Int, limit: Int)
  /// The usable patches are all gray or of one hue.
  case noSpreadOfColors(usable: Int)
  /// The grays of the reference of this name have this chroma, in CIELAB, under the light that it states, and the
  /// second one under another light.
  case referenceLight(String, chroma: Double, under: Chromaticity, Double)
  /// The readings do not determine the neutral, because a channel has no response to white.
  case noNeutral(LinearRGB)
  /// There is no card.
  case noCards
  /// The card's neutral or its errors are not finite or not above 0.
  case cardNeutral(String, LinearRGB)
  /// Cards of one light differ by so much that they cannot be of one light. The share is that of R/G or B/G.
  case cardsOfOneLightDiffer([String], share: Double)
  /// The base has no response to a card's light.
  case lightNotSeen(card: String, WhiteBalanceError)
  /// The card shows another light than stated, by more than the error of a characterization, in mired and Duv.
  case wrongLight(card: String, light: String, mired: Double, duv: Double)
  /// The card does not show a light with a temperature.
  case noLight(card: String, light: String)
  /// The lights of these two cards are exchanged. With each other's light, the cards fit the base or form a curve.
  case exchangedLights(String, String)
  /// The lights of these two cards cannot both be right: the curve of one finds the other's light so far off, in mired.
  case lightsDisagree(String, String, mired: Double, limit: Double)
  /// The device sees the lights of these two cards in another order than their temperatures, so that no curve goes
  /// through both. Each card has its R/B, which must be less for the higher temperature.
  case lightsOutOfOrder(hotter: String, Double, colder: String, Double)
  /// The unit differs too much from the base to be of the same model. The factors are those of its channels relative to
  /// the base, green 1.
  case notThisDevice(LinearRGB)
  /// Two lights of a curve are too close to determine a slope between them. Their distance is in mired.
  case lightsTooClose(String, String, mired: Double)
  /// The characterizations of the lights cannot be combined.
  case characterization(WhiteBalanceError)
  /// The calibration is refused for these reasons, so it makes no profile.
  case refused([CalibrationRefusal])
}

extension CalibrationError: CustomStringConvertible {
  /// A message with the value at fault and what would have been right.
  public var description: String {
    switch self {
    case .light(let name, let error):
      "the light \(name) cannot be calibrated for: \(error)"
    case .noReference(let name):
      "\(name) has no patch; a reference needs the colour of each"
    case .repeatedPatch(let patch, let file):
      "\(file) has the patch \(patch) more than once; each must be there once"
    case .noCommonPatch(let readings, let reference):
      "no reading has the name of a patch of the reference: the readings are \(Self.list(readings)), the reference has "
        + "\(Self.list(reference)); give the reference of this chart"
    case .sameReadings(let response, let count):
      "all \(count) patches read the same (\(response)); these are the wrong columns, or no chart was read"
    case .tooFewPatches(let usable, let needed, let excluded):
      "\(usable) usable patches are too few, \(needed) are needed and all of the chart is best; "
        + (excluded.isEmpty ? "read more of its patches" : "read more, or mend what is wrong with those left out")
        + excluded.map { "\n  \($0)" }.joined()
    case .tooManyPatches(let count, let limit):
      "\(count) patches are too many for a chart; at most \(limit) are fitted, so give the readings of one chart"
    case .noSpreadOfColors(let usable):
      "the \(usable) usable patches are grays or of one hue; a matrix needs patches of several hues"
    case .referenceLight(let name, let chroma, let light, let least):
      "the grays of the reference '\(name)' have a chroma of \(chroma.tenths) under the light that it states, and of "
        + "\(least.tenths) under x, y \(light.x.rounded(decimals: 4)), \(light.y.rounded(decimals: 4)): its XYZ are for "
        + "another light; correct its ILLUMINATION_NAME or WEIGHTING_FUNCTION"
    case .noNeutral(let neutral):
      "the patches tell no white of the device (\(neutral)); check the order of the channels and the black level"
    case .noCards: "no card; at least one under a known light is needed"
    case .cardNeutral(let card, let neutral):
      "\(card): the neutral (\(neutral)) must be finite and above 0, and so must the errors of two channels or more"
    case .cardsOfOneLightDiffer(let names, let share):
      "\(names.joined(separator: " and ")) are said to show one light and differ by \(share.percent) (limit "
        + "\(CardGroup.largestDifference.percent)); check which light belongs to which card"
    case .lightNotSeen(let card, let error): "\(card): the profile has no answer for its light: \(error)"
    case .wrongLight(let card, let light, let mired, let duv):
      "\(card) does not show \(light): the light that is found in it is off by \(mired.tenths) mired and Duv "
        + "\(duv.rounded(decimals: 4)); check which light belongs to which card, and the black level"
    case .noLight(let card, let light):
      "\(card) does not show \(light): by the other cards and the profile it shows no light with a temperature; check which "
        + "light belongs to which card"
    case .exchangedLights(let first, let second):
      "the lights of \(first) and \(second) are exchanged: the cards fit with the one's light for the other's; give "
        + "the lights in the order of the cards; if they already are, check the format's order of colours, because a wrong one "
        + "exchanges red and blue"
    case .lightsDisagree(let first, let second, let mired, let limit):
      "the lights of \(first) and \(second) cannot both be right: by the one, the other's is off by \(mired.rounded().whole) mired "
        + "(limit \(limit.rounded().whole)); check which light belongs to which card, the black "
        + "level, and whether the frames are raw"
    case .lightsOutOfOrder(let hotter, let hotterRatio, let colder, let colderRatio):
      "no curve goes through \(hotter) and \(colder): their R/B are \(hotterRatio.rounded(digits: 4)) and "
        + "\(colderRatio.rounded(digits: 4)), and the first must be less, because its light is said to have the higher "
        + "temperature; check which light belongs to which card, or leave one out, because cameras see some lamps in "
        + "another order"
    case .notThisDevice(let factors):
      "the cards are not of a unit of the profile's camera, or not of the lights given: red would be "
        + "\(factors.red.rounded(decimals: 2)) and blue \(factors.blue.rounded(decimals: 2)) times the profile's, and units of one "
        + "model differ by a few per cent; check which light each card was under, and that the profile is this camera's"
    case .lightsTooClose(let first, let second, let mired):
      "\(first) and \(second) are \(mired.tenths) mired apart; a curve needs lights at least "
        + "\(GainCurveCalibration.leastMired) mired apart; leave one out"
    case .characterization(let error):
      error.description
    case .refused(let refusals):
      "the calibration is refused and makes no profile: " + refusals.map(\.description).joined(separator: "; ")
    }
  }

  /// The kinds of reasons to refuse a calibration by cards. Scripts depend on the raw values.
  package enum CardsCode: String, FindingCode {
    /// A light is not the one that its card shows.
    case wrongLight = "wrong-light"
    /// The lights of two cards are exchanged.
    case exchangedLights = "exchanged-lights"
    /// The lights of two cards cannot both be right.
    case lightsDisagree = "lights-disagree"
    /// The device sees the lights of two cards in another order than their temperatures.
    case lightsOutOfOrder = "lights-out-of-order"
    /// Cards of one light differ.
    case cardsDiffer = "cards-differ"
    /// Two lights are too close for a slope between them.
    case closeLights = "close-lights"
    /// The cards are of another camera than the profile.
    case notThisCamera = "not-this-camera"

    /// The limit that would change the refusal. There is none.
    package var setting: LimitSetting<NoLimits>? { nil }
  }

  /// The reason to refuse the calibration because the cards contradict each other, their lights or the profile, or tell
  /// too little; `nil` for another error.
  package var ofCards: CardsCode? {
    switch self {
    case .wrongLight, .noLight, .lightNotSeen: .wrongLight
    case .exchangedLights: .exchangedLights
    case .lightsDisagree: .lightsDisagree
    case .lightsOutOfOrder: .lightsOutOfOrder
    case .cardsOfOneLightDiffer: .cardsDiffer
    case .lightsTooClose: .closeLights
    case .notThisDevice: .notThisCamera
    default: nil
    }
  }

  /// Whether a wrong light may be the cause.
  var isOfWrongLight: Bool { [.wrongLight, .notThisCamera].contains(ofCards) }

  private static func list(_ names: [String]) -> String {
    names.isEmpty ? "none" : names.prefix(4).joined(separator: ", ") + (names.count > 4 ? ", …" : "")
  }
}

/// A patch that the fit rejects, with the reason.
public struct ExcludedPatch: Hashable, Sendable {
  /// The reasons to reject a patch.
  public enum Reason: Hashable, Sendable {
    /// A channel is clipped.
    case clipped
    /// A channel is not above 0, or all are below a hundredth of the chart's lightest channel.
    case tooDark
    /// A channel or its standard error is not finite, or the error is negative.
    case notFinite
    /// The reference does not have the patch.
    case noReference
    /// The patch is darker than a tenth of white, and lighter in every channel than its reference, which is stray
    /// light. The value is the CIEDE2000 difference from the fit without it.
    case flared(difference: Double)
    /// The patch does not fit the others. The value is the CIEDE2000 difference from the fit without it.
    case offTheFit(difference: Double)

    /// The word for the reason in JSON. Scripts depend on it.
    package var code: String {
      switch self {
      case .clipped: "clipped"
      case .tooDark: "tooDark"
      case .notFinite: "notFinite"
      case .noReference: "noReference"
      case .flared: "flared"
      case .offTheFit: "offTheFit"
      }
    }

    /// The CIEDE2000 difference from the fit without the patch, where it is the reason.
    package var difference: Double? {
      switch self {
      case .clipped, .tooDark, .notFinite, .noReference: nil
      case .flared(let difference), .offTheFit(let difference): difference
      }
    }
  }

  /// The name of the patch.
  public let patch: String
  /// The reason why it is rejected.
  public let reason: Reason

  /// Creates a rejected patch.
  package init(patch: String, reason: Reason) {
    self.patch = patch
    self.reason = reason
  }
}

extension ExcludedPatch: CustomStringConvertible {
  /// The patch, the reason, and what to do.
  public var description: String {
    switch reason {
    case .clipped: "\(patch): clipped; expose less"
    case .tooDark: "\(patch): too dark; expose more, or check the black level"
    case .notFinite: "\(patch): its reading must be finite, and its standard error finite and at least 0"
    case .noReference: "\(patch): the reference does not have it"
    case .flared(let difference):
      "\(patch): flared, ΔE \(difference.tenths); keep stray light off the chart, or check the black level"
    case .offTheFit(let difference):
      "\(patch): ΔE \(difference.tenths) from what the others say; glare, a shadow, a dirty patch or a wrong name"
    }
  }
}
