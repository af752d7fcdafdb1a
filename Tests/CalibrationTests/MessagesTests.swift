import Calibration
import Colorimetry
import GrayCard
import RawFrames
import TestSupport
import Testing
import WhiteBalance

/// The complete text of every error, refusal and warning of Calibration. Other tests compare the values or their
/// codes.
@Suite struct MessagesTests {
  /// Scripts tell refusals apart by these.
  @Test func `each refusal of cards together has its code, and another error has none`() {
    let light = LinearRGB(red: 1, green: 1, blue: 1)
    let codes: [(CalibrationError, String?)] = [
      (.wrongLight(card: "a", light: "A", mired: 60, duv: 0), "wrong-light"),
      (.noLight(card: "a", light: "A"), "wrong-light"), (.lightNotSeen(card: "a", .noLight(light)), "wrong-light"),
      (.exchangedLights("a", "b"), "exchanged-lights"),
      (.lightsDisagree("a", "b", mired: 90, limit: 85), "lights-disagree"),
      (.lightsOutOfOrder(hotter: "a", 2, colder: "b", 1), "lights-out-of-order"),
      (.cardsOfOneLightDiffer(["a", "b"], share: 1), "cards-differ"),
      (.lightsTooClose("a", "b", mired: 1), "close-lights"), (.notThisDevice(light), "not-this-camera"),
      (.noCards, nil),
    ]
    for (error, code) in codes { #expect(error.ofCards?.rawValue == code, "\(error)") }
  }

  typealias Message = any CustomStringConvertible & Sendable

  @Test(arguments: errors + tables + files)
  func `an error says the value and what would be right`(error: Message, text: String) {
    #expect(error.description == text)
  }

  @Test(arguments: refusals)
  func `a refusal says the value, its limit and what to do`(refusal: CalibrationRefusal, text: String) {
    #expect(refusal.description == text)
  }

  @Test(arguments: warnings)
  func `a warning says what was found, and its code for scripts`(
    warning: CalibrationWarning, code: CalibrationWarning.Code, text: String
  ) {
    #expect(warning.description == text)
    #expect(warning.code == code)
  }

  @Test func `every code has its text here`() {
    #expect(Set(Self.refusals.map(\.0.code)) == Set(CalibrationRefusal.Code.allCases))
    #expect(Set(Self.warnings.map(\.1)) == Set(CalibrationWarning.Code.allCases))
  }

  static let neutral = LinearRGB(red: 0.25, green: 0.5, blue: 0.75)

  static let errors: [(Message, String)] = [
    (
      CalibrationError.light(name: "laser", .temperatureOutOfRange(1)),
      "the light laser cannot be calibrated for: \(ColorimetryError.temperatureOutOfRange(1))"
    ),
    (
      CalibrationError.refused([CalibrationRefusal(code: .difference, value: 9.7, limit: 6)]),
      "the calibration is refused and makes no profile: \(CalibrationRefusal(code: .difference, value: 9.7, limit: 6))"
    ),
    (CalibrationError.noReference("x.cie"), "x.cie has no patch; a reference needs the colour of each"),
    (
      CalibrationError.repeatedPatch("A3", file: "x.ti3"),
      "x.ti3 has the patch A3 more than once; each must be there once"
    ),
    (
      CalibrationError.noCommonPatch(readings: ["1", "2", "3", "4", "5"], reference: []),
      "no reading has the name of a patch of the reference: the readings are 1, 2, 3, 4, …, the reference has none; give "
        + "the reference of this chart"
    ),
    (
      CalibrationError.sameReadings(neutral, count: 24),
      "all 24 patches read the same (R 0.25, G 0.5, B 0.75); these are the wrong columns, or no chart was read"
    ),
    (
      CalibrationError.referenceLight("x.cie", chroma: 19.26, under: Chromaticity(x: 0.31271, y: 0.32902), 0.84),
      "the grays of the reference 'x.cie' have a chroma of 19.3 under the light that it states, and of 0.8 under x, y "
        + "0.3127, 0.329: its XYZ are for another light; correct its ILLUMINATION_NAME or WEIGHTING_FUNCTION"
    ),
    (
      CalibrationError.tooFewPatches(usable: 3, needed: 6, excluded: []),
      "3 usable patches are too few, 6 are needed and all of the chart is best; read more of its patches"
    ),
    (
      CalibrationError.tooFewPatches(
        usable: 3, needed: 6,
        excluded: [ExcludedPatch(patch: "A1", reason: .clipped), ExcludedPatch(patch: "D6", reason: .tooDark)]),
      "3 usable patches are too few, 6 are needed and all of the chart is best; read more, or mend what is wrong with "
        + "those left out\n  A1: clipped; expose less\n  D6: too dark; expose more, or check the black level"
    ),
    (
      CalibrationError.tooManyPatches(2016, limit: 2000),
      "2016 patches are too many for a chart; at most 2000 are fitted, so give the readings of one chart"
    ),
    (
      CalibrationError.noSpreadOfColors(usable: 6),
      "the 6 usable patches are grays or of one hue; a matrix needs patches of several hues"
    ),
    (
      CalibrationError.noNeutral(neutral),
      "the patches tell no white of the device (R 0.25, G 0.5, B 0.75); check the order of the channels and the black "
        + "level"
    ),
    (CalibrationError.noCards, "no card; at least one under a known light is needed"),
    (
      CalibrationError.cardNeutral("a.raw", neutral),
      "a.raw: the neutral (R 0.25, G 0.5, B 0.75) must be finite and above 0, and so must the errors of two channels or more"
    ),
    (
      CalibrationError.lightNotSeen(card: "a.raw", .noLight(neutral)),
      "a.raw: the profile has no answer for its light: \(WhiteBalanceError.noLight(neutral))"
    ),
    (
      CalibrationError.wrongLight(card: "a.raw", light: "D65", mired: -200.04, duv: 0.012345),
      "a.raw does not show D65: the light that is found in it is off by -200.0 mired and Duv 0.0123; check which light "
        + "belongs to which card, and the black level"
    ),
    (
      CalibrationError.lightsDisagree("a.raw", "b.raw", mired: 110.6, limit: 85),
      "the lights of a.raw and b.raw cannot both be right: by the one, the other's is off by 111 mired (limit 85); check which "
        + "light belongs to which card, the black level, and whether the frames are raw"
    ),
    (
      CalibrationError.notThisDevice(LinearRGB(red: 1.614, green: 1, blue: 0.5)),
      "the cards are not of a unit of the profile's camera, or not of the lights given: red would be 1.61 and blue 0.5 "
        + "times the profile's, and units of one model differ by a few per cent; check which light each card was under, and "
        + "that the profile is this camera's"
    ),
    (
      CalibrationError.noLight(card: "a.raw", light: "D65"),
      "a.raw does not show D65: by the other cards and the profile it shows no light with a temperature; check which light "
        + "belongs to which card"
    ),
    (
      CalibrationError.cardsOfOneLightDiffer(["a.raw", "b.raw"], share: 0.965),
      "a.raw and b.raw are said to show one light and differ by 96.5 % (limit 10.0 %); check which light belongs to which "
        + "card"
    ),
    (
      CalibrationError.exchangedLights("a.raw", "b.raw"),
      "the lights of a.raw and b.raw are exchanged: the cards fit with the one's light for the other's; give the "
        + "lights in the order of the cards; if they already are, check the format's order of colours, because a wrong one exchanges "
        + "red and blue"
    ),
    (
      CalibrationError.lightsOutOfOrder(hotter: "b.raw", 1.26189, colder: "a.raw", 1.25),
      "no curve goes through b.raw and a.raw: their R/B are 1.262 and 1.25, and the first must be less, because its light "
        + "is said to have the higher temperature; check which light belongs to which card, or leave one out, because "
        + "cameras see some lamps in another order"
    ),
    (
      CalibrationError.lightsTooClose("D65", "6400", mired: 2.46),
      "D65 and 6400 are 2.5 mired apart; a curve needs lights at least 5.0 mired apart; leave one out"
    ),
    (
      CalibrationError.characterization(.noLight(neutral)), WhiteBalanceError.noLight(neutral).description
    ),
    (ExcludedPatch(patch: "A1", reason: .clipped), "A1: clipped; expose less"),
    (ExcludedPatch(patch: "A1", reason: .tooDark), "A1: too dark; expose more, or check the black level"),
    (ExcludedPatch(patch: "A1", reason: .noReference), "A1: the reference does not have it"),
    (
      ExcludedPatch(patch: "A1", reason: .notFinite),
      "A1: its reading must be finite, and its standard error finite and at least 0"
    ),
    (
      ExcludedPatch(patch: "D6", reason: .flared(difference: 7.26)),
      "D6: flared, ΔE 7.3; keep stray light off the chart, or check the black level"
    ),
    (
      ExcludedPatch(patch: "B2", reason: .offTheFit(difference: 30)),
      "B2: ΔE 30.0 from what the others say; glare, a shadow, a dirty patch or a wrong name"
    ),
    (
      SensitivityError.notCovered(380...555, needed: 400...680),
      "the sensitivities are from 380.0 to 555.0 nm; they must reach from 400 to 680 nm, with 0 where the device sees nothing"
    ),
    (
      SensitivityError.blindChannel(LinearRGB(red: 1, green: 2, blue: 0)),
      "a channel gives nothing under daylight (R 1.0, G 2.0, B 0.0); the columns must be the sensitivities of red, "
        + "green and blue, after the wavelength"
    ),
    (
      SensitivityError.channelOrder,
      "under a filament lamp, red must be stronger against green, and green against blue, than in daylight, as on every "
        + "camera; the columns must be red, green and blue in this order after the wavelength, or have these names"
    ),
    (
      SensitivityError.outOfRange(1.23e300),
      "the values are out of range: the response to daylight is 1.23e+300, and must be 1e-100 to 1e+100; scale them all "
        + "alike"
    ),
    (
      SensitivityError.alikeChannels,
      "red, green and blue are alike, or one is a mixture of the others, and tell no colours apart; the columns must be "
        + "the sensitivities of three different channels, after the wavelength"
    ),
    (
      SensitivityError.tooFewReferenceLights(2, needed: 10),
      "the device sees 2 black bodies and daylights of different warmth in all of its channels; it must see at least 10"
    ),
    (SensitivityError.spectrum(.noSamples), SpectralDistributionError.noSamples.description),
    (SensitivityError.characterization(.noLight(neutral)), WhiteBalanceError.noLight(neutral).description),
  ]

  static let tables: [(Message, String)] = [
    (
      ChartTableError.noPatches(file: "x.ti3"),
      "x.ti3: no patches; the table needs rows with a SAMPLE_ID, SAMPLE_LOC or SAMPLE_NAME"
    ),
    (
      ChartTableError.notACamera(file: "x.ti3", deviceClass: "DISPLAY"),
      "x.ti3: readings of a device of class DISPLAY; a camera's are INPUT"
    ),
    (
      ChartTableError.missingFields(["RGB_G", "RGB_B"], file: "x.ti3", has: ["SAMPLE_ID", "RGB_R"]),
      "x.ti3: no column RGB_G, RGB_B; the table has SAMPLE_ID, RGB_R"
    ),
    (
      ChartTableError.missingFields(["RGB_B"], file: "x.ti3", has: (1...13).map { "\($0)" }),
      "x.ti3: no column RGB_B; the table has 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, …"
    ),
    (
      ChartTableError.notANumber(String(repeating: "x", count: 50), field: "RGB_G", patch: "B2", file: "x.ti3"),
      "x.ti3, patch B2: RGB_G is '\(String(repeating: "x", count: 40))'; it must be a number"
    ),
    (
      ChartTableError.spectrum(file: "x.cie", .noSamples), "x.cie: \(SpectralDistributionError.noSamples)"
    ),
    (
      ChartTableError.negativeReflectance(-0.25, field: "SPEC_400", patch: "B2", file: "x.cie"),
      "x.cie, patch B2: SPEC_400 is -0.25; a reflectance must be at least 0"
    ),
    (
      ChartTableError.lightness(0.97, file: "x.cie"),
      "x.cie: the lightest patch has a LAB_L of 0.97; L*, a* and b* must be on the scale where white is 100, not 1"
    ),
    (
      ChartTableError.statedLight(
        keyword: "WEIGHTING_FUNCTION", value: "OBSERVER, 10 degree", expected: "the observer of 2 degrees, CIE 1931",
        file: "x.cie"),
      "x.cie: WEIGHTING_FUNCTION is 'OBSERVER, 10 degree'; it must be the observer of 2 degrees, CIE 1931"
    ),
    (ChartTableError.reference(.noCards), CalibrationError.noCards.description),
    (
      ChartFrameError.corners([(0.0, 0.0), (240, 160), (240, 0), (0.5, 160)].map { ChartFrame.Point(x: $0, y: $1) }),
      "the corners 0.0,0.0 240.0,160.0 240.0,0.0 0.5,160.0 are no chart; they must go around it: top left, top right, "
        + "bottom right, bottom left"
    ),
    (
      ChartFrameError.patchCount(24, names: 1), "the grid has 24 patches, and the reference 1"
    ),
    (
      ChartFrameError.outsideFrame(patch: "A4", width: 240, height: 160),
      "patch A4 is not inside the frame of 240 x 160 samples; check the corners"
    ),
    (
      ChartFrameError.noGrid(reference: "wheel.cie"),
      "wheel.cie names no grid, such as A1 to D6, so that corners do not tell its patches"
    ),
    (
      ChartFrameError.greensDiffer(share: 0.578),
      "the greens differ by 57.8 % (limit 10.0 %); check the order of the format's colours, its width and its stride"
    ),
    (
      ChartFrameError.patchTooSmall(patch: "A1", samples: 1, needed: 8),
      "patch A1 has 1 samples of a channel, and 8 are needed; fill more of the frame with the chart"
    ),
    (
      ChartFrameError.invalidGains(WhiteBalanceGains(red: 0, green: 1, blue: 2)),
      "\(GrayCardError.invalidGains(WhiteBalanceGains(red: 0, green: 1, blue: 2)))"
    ),
  ]

  static let files: [(Message, String)] =
    [
      (CGATSError.Fault.notText, "this is not a text in UTF-8; CGATS (.ti3, .cie) is needed"),
      (.endlessMarks, "a text with more than 30 combining marks in a row; no language has as many"),
      (.noTable, "no table; CGATS has its rows between BEGIN_DATA and END_DATA"),
      (.unterminatedText, "a text in quotes does not end"),
      (.tooMany("rows", limit: 9), "more than 9 rows"),
      (.noFields, "BEGIN_DATA before any field is named between BEGIN_DATA_FORMAT and END_DATA_FORMAT"),
      (.noData, "fields are named and no rows follow; the file is cut short"),
      (.repeatedField("RGB_R"), "the field RGB_R is named twice"),
      (.valueCount(3, fields: 4), "a row has 3 values; 4 fields are named"),
      (.rowCount(1, declared: "2"), "the table has 1 rows and declares NUMBER_OF_SETS 2"),
      (.noEnd("BEGIN_DATA"), "BEGIN_DATA does not end; the file is cut short"),
      (.endWithoutBeginning("END_DATA"), "END_DATA ends what did not begin"),
    ].flatMap { fault, text -> [(Message, String)] in
      [(CGATSError(line: nil, fault), text), (CGATSError(line: 12, fault), "line 12: " + text)]
    }

  @Test func `a frame without colours is named by its format`() throws {
    let code = try PixelFormat("GREY").fourCC
    #expect(
      ChartFrameError.monochrome(code).description == "a frame of GREY has no colours; a chart needs a Bayer format")
  }

  static let refusals: [(CalibrationRefusal, String)] = [
    (
      CalibrationRefusal(code: .difference, value: 12.34, limit: 6),
      "the colours do not fit: a mean ΔE of 12.3 (limit 6.0); check the chart, the order of its patches and of the "
        + "channels, the reference, the black level, and the light"
    ),
    (
      CalibrationRefusal(code: .difference, value: .infinity, limit: 6),
      "the patches do not determine a matrix without one of them, so what it makes of other colours is not known; read "
        + "more patches of several hues"
    ),
    (
      CalibrationRefusal(code: .illConditioned, value: .infinity, limit: 50),
      "the channels do not tell X, Y and Z apart: no matrix leads back from them; check that the readings are raw, and "
        + "the columns of the reference"
    ),
    (
      CalibrationRefusal(code: .exchangedChannels, value: .nan, limit: -0.1),
      "the channels and X, Y and Z cannot be told apart; check the order of red, green and blue, and of the reference's "
        + "X, Y and Z"
    ),
    (
      CalibrationRefusal(code: .balanceAlone, value: 56.55, limit: 30),
      "with white balance alone the colours are off by a mean ΔE of 56.6 (limit 30.0), which no raw camera is; check the "
        + "reference's columns and light, and that the readings are raw and of this chart"
    ),
    (
      CalibrationRefusal(code: .exchangedChannels, value: -0.74, limit: -0.1),
      "red, green and blue seem exchanged: red should lead in X, green in Y and blue in Z, and the least lead is -0.74 "
        + "(limit -0.1); check the order of red, green and blue, and of the reference's X, Y and Z"
    ),
    (
      CalibrationRefusal(code: .referenceScale, value: 0.009, limit: 0.2),
      "the reference's lightest patch has 0.9 % of the light of white (limit 20.0 %); check the scale of its XYZ, which is "
        + "100 for white"
    ),
    (
      CalibrationRefusal(code: .leftOut, value: 0.3, limit: 0.25),
      "30.0 % of the patches are off what the others say (limit 25.0 %); check the chart's corners, its reference, and "
        + "even light on it"
    ),
    (
      CalibrationRefusal(code: .illConditioned, value: 123.45, limit: 50),
      "noise grows 123.5 times on its way to XYZ (limit 50.0): the channels hardly differ; check that the readings are raw"
    ),
    (
      CalibrationRefusal(code: .offBlack, value: -0.0625, limit: 0.03),
      "by its grays the chart's black gives -6.3 % of white (limit 3.0 %); check the black level, and keep stray light "
        + "off the chart"
    ),
    (
      CalibrationRefusal(code: .notLinear, value: .infinity, limit: 0.1),
      "the grays are not in proportion to their light: some of them respond no more than black does; check the chart's "
        + "corners or the order of the readings, and that the readings are raw, without gamma or a tone curve"
    ),
    (
      CalibrationRefusal(code: .notLinear, value: 0.1234, limit: 0.1),
      "the grays are not in proportion to their light: their exponent is off by 0.123 (limit 0.1); check that the readings are "
        + "raw, without gamma or a tone curve, and even light on the chart"
    ),
    (
      CalibrationRefusal(code: .unusualWhite, value: 196, limit: 120),
      "cameras have such a white under a light of a lower temperature, 196.0 mired from the one given (limit 120.0); check "
        + "the light, whether the readings are raw, and the order of the channels"
    ),
    (
      CalibrationRefusal(code: .unusualWhite, value: -196, limit: 120),
      "cameras have such a white under a light of a higher temperature, 196.0 mired from the one given (limit 120.0); check "
        + "the light, whether the readings are raw, and the order of the channels"
    ),
    (
      CalibrationRefusal(code: .lightsDisagree, value: 75, limit: 50),
      "a light is 75.0 mired from where the other lights' charts find it (limit 50.0); check which light belongs to "
        + "which chart"
    ),
    (
      CalibrationRefusal(code: .lightsDisagree, value: .infinity, limit: 50),
      "the charts under the other lights find no real light for one of the charts; check which light belongs to which "
        + "chart, and the charts themselves"
    ),
    (
      CalibrationRefusal(code: .mired, value: -207, limit: 30),
      "the light is found off by -207.0 mired (limit 30.0); the profile is not of this camera, or the light is not the "
        + "one given"
    ),
    (
      CalibrationRefusal(code: .mired, value: .infinity, limit: 30),
      "no light with a temperature is found; the profile is not of this camera, or the readings are not raw"
    ),
    (
      CalibrationRefusal(code: .duv, value: 0.01234, limit: 0.01),
      "the light is found off by a Duv of 0.01234 (limit 0.01); the profile is not of this camera, or the light is not "
        + "the one given"
    ),
  ]

  static let warnings: [(CalibrationWarning, CalibrationWarning.Code, String)] =
    [
      (
        .turned(.flipped), .turned,
        "the chart was read mirrored and upside down; its patches were put in order"
      ),
      (
        .turnedCorners(elongation: 2.25, columns: 6, rows: 4), .turnedCorners,
        "between these corners, patches of 6 columns and 4 rows are 2.3 times as long in one direction as in the other "
          + "(limit 1.5); check that the corners are top left, top right, bottom right and bottom left of the chart, in "
          + "this order"
      ),
      (
        .noGrayPatch, .noGrayPatch,
        "no patch is near gray, so the white is what the colours say of it; read a chart with grays for a better one"
      ),
      (.missingPatches(["A3", "D2"]), .missingPatches, "not read: A3, D2"),
      (
        .fewPatches(9, limit: 12), .fewPatches,
        "only 9 patches were fitted; a chart of 24 says more of colours between them"
      ),
      (
        .adaptedReference(from: Chromaticity(x: 0.34567, y: 0.35851)), .adaptedReference,
        "the reference's colours are under a light of x 0.3457, y 0.3585 and were adapted to this one; a spectral "
          + "reference, or one measured under this light, is exact"
      ),
      (
        .assumedSpectrum(temperature: 5003.4), .assumedSpectrum,
        "the light's spectrum is not known, and daylight or a black body of 5003 K was taken for it; under a lamp, give its "
          + "spectrum"
      ),
      (
        .largeDifference(4.56, limit: 4), .largeDifference,
        "the mean difference of ΔE 4.6 is large (limit 4.0): check the light, the reference, even light on the chart and the "
          + "black level"
      ),
      (
        .illConditioned(23.4, limit: 20), .illConditioned,
        "noise grows 23.4 times on its way to XYZ, because the readings' channels hardly differ; check that they are raw"
      ),
      (
        .oneLight(temperature: 6503.4), .oneLight,
        "one light, 6503 K: the device is taken to respond under others as under this one; add a light far from it"
      ),
      (
        .closeLights(5000, 5500.4, mired: 18.2), .closeLights,
        "the lights of 5000 K and 5500 K are 18 mired apart: beyond them this extrapolates; choose lights at least 100 mired "
          + "apart"
      ),
      (
        .onePoint(temperature: 2856), .onePoint,
        "one light, 2856 K: at every other temperature this is a typical camera, scaled to agree at this one; add a card "
          + "under a light far from it"
      ),
      (
        .uncheckedBase(temperature: 2856, lightCount: 3), .uncheckedBase,
        "the profile errs alike on these 3 lights: whether it fits this unit elsewhere was not checked; add a card under a light "
          + "of another kind, or far from them"
      ),
      (
        .uncheckedBase(temperature: 2856, lightCount: 1), .uncheckedBase,
        "one light, 2856 K: whether the profile fits this unit elsewhere was not checked; add a card under a light far from "
          + "it"
      ),
      (
        .cardsDisagree(chiSquare: 45.67, limit: 14.1), .cardsDisagree,
        "the cards disagree by more than their errors: chi-square 45.7 (limit 14.1); the profile does not fit this unit, or a "
          + "light is not the one that was given"
      ),
      (
        .cardsOfOneLightDiffer(["a.raw", "b.raw"], share: 0.0234), .cardsOfOneLightDiffer,
        "a.raw and b.raw show one light and differ by 2.3 %, more than their noise: the light, the card or stray light "
          + "changed between them"
      ),
      (
        .farFromBase(share: 0.2, limit: 0.1), .farFromBase,
        "this unit differs from the profile's camera by 20.0 %; units of one model differ by a few per cent: check the light and the "
          + "profile"
      ),
      (
        .offBlack(share: 0.0123, limit: 0.005), .offBlack,
        "by its grays the chart's black gives 1.2 % of white (limit 0.5 %): stray light is on it, or the black level is not "
          + "right"
      ),
      (
        .balancedReadings, .balancedReadings,
        "red, green and blue of white are alike, as in a developed picture and in no sensor's own values: give readings of raw "
          + "values, or the profile finds wrong lights in raw frames"
      ),
      (
        .unusualWhite(mired: -90, limit: 80), .unusualWhite,
        "cameras have such a white under a light of a higher temperature, 90 mired from the one given (limit 80): check the light, whether the "
          + "readings are raw, and the order of the channels"
      ),
      (
        .unusualWhite(mired: 90, limit: 80), .unusualWhite,
        "cameras have such a white under a light of a lower temperature, 90 mired from the one given (limit 80): check the light, whether the "
          + "readings are raw, and the order of the channels"
      ),
      (
        .unusualWhite(mired: 90, limit: 60, card: "a.raw"), .unusualWhite,
        "a.raw: cameras have such a white under a light of a lower temperature, 90 mired from the one given (limit 60): check the light, "
          + "whether the readings are raw, and the order of the channels"
      ),
      (
        .lightsDisagree(mired: 33.3, limit: 25, names: ["a.raw", "b.raw"]), .lightsDisagree,
        "a.raw and b.raw: a light is 33 mired from where the other lights find it (limit 25): check which light belongs to which reading; "
          + "some lamps do this too"
      ),
      (
        .leftOut(share: 0.125, limit: 0.1), .leftOut,
        "12.5 % of the patches are off what the others say (limit 10.0 %): check the chart's place, its reference and the "
          + "light on it"
      ),
      (
        .beyondUncertainty(4.56, limit: 3), .beyondUncertainty,
        "the light is found off by 4.6 of the standard errors that the profile states (limit 3.0): it errs more than it says, "
          + "or the light is not quite the one given"
      ),
      (
        .beyondUncertainty(.infinity, limit: 3), .beyondUncertainty,
        "the profile states that it does not err at all on this light, and the light is found off: it errs more than it says, "
          + "or the light is not quite the one given"
      ),
    ] + assumed

  private static let assumed: [(CalibrationWarning, CalibrationWarning.Code, String)] = {
    guard let uncertainty = try? CharacterizationUncertainty(mired: 6, duv: 0.003) else { return [] }
    return [
      (
        .assumedUncertainty(uncertainty), .assumedUncertainty,
        "the profile states no uncertainty; that of matrices by kind of light was taken, over lamps 6.0 mired and Duv 0.003"
      )
    ]
  }()
}
