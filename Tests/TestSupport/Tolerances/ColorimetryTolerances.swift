// MARK: - Published figures

extension Tolerance {
  public static let publishedChromaticity = Tolerance(
    6e-5, "x, y", cause: "CIE 15 prints four decimals, LED-V1 and FL3.13 rounded from sums on another grid")
  public static let lampAtOneNanometer = Tolerance(
    6e-5, "x, y", cause: "tables of lamps at 5 nm have two decimals, which LED-RGB1 shows most")
  public static let equalEnergy = Tolerance(
    5e-5, "x, y", cause: "the sums of the CIE's colour-matching functions agree to four digits")
  public static let publishedDaylightX = Tolerance(
    1.5e-5, "x", cause: "CIE 15 prints five decimals, summed from spectra with rounded factors")
  public static let daylightHalves = Tolerance(2e-6, "x", cause: "CIE 15 prints xD's cubics with five digits")
  public static let publishedIlluminantTable = Tolerance(
    1e-3, "of 100 at 560 nm", cause: "CIE's tables of A, D50 and D65 print six digits, at 5 nm and again at 1 nm")
  public static let roundedDaylightFactors = Tolerance(
    0.02, "of 100 at 560 nm", cause: "CIE's tables of D50 and D65 take M1 and M2 rounded to three decimals")
  public static let daylightComponents = Tolerance(
    2.5e-4, "x, y", cause: "S0, S1, S2 print two decimals, xD a cubic of six digits")
  public static let fiveDecimals = Tolerance(5e-6, "of the figure", cause: "the figure is printed with five decimals")
  public static let sixDecimals = Tolerance(5e-7, "of the figure", cause: "the figure is printed with six decimals")
  public static let sevenDecimals = Tolerance(
    1e-7, "of the figure", cause: "the figure is printed with seven decimals, and its argument with as few digits")
  public static let eightDecimals = Tolerance(1e-8, "of the figure", cause: "the figure is printed with eight decimals")
  public static let tenDecimals = Tolerance(1e-10, "of the figure", cause: "the figure is printed with ten decimals")
  public static let publishedRadiationConstant = Tolerance(
    1e-8, "nm MK", cause: "CODATA 2018 prints c2 with ten digits")
}

// MARK: - Temperature and Duv

extension Tolerance {
  public static let publishedTemperature = Tolerance(1e-9, "K", cause: "the table prints 15 digits")
  public static let publishedDuv = Tolerance(5e-15, "Duv", cause: "the table prints 12 digits of a Duv up to 0.005")
  public static let oracleTemperature = Tolerance(
    5e-14, "of the temperature", cause: "rounding of u and v to double, 5e-15 of T, grows beside the evolute")
  public static let oracleDuv = Tolerance(4e-16, "Duv", cause: "roundings of sums of numbers up to 0.4")
  public static let oracleUniform = Tolerance(4e-16, "u, v", cause: "roundings of sums of numbers up to 0.5")
  public static let oracleChromaticity = Tolerance(
    4e-15, "of x, y", cause: "the projection from u, v to x, y has a small denominator far above the locus")
  public static let mired = Tolerance(
    1e-10, "mired", cause: "sums to 1e-15 of u, v, where the locus moves by 1e-4 in a mired, doubled beside the evolute"
  )
  public static let duv = Tolerance(2e-15, "Duv", cause: "471 products summed in double precision")
  public static let temperatureAtLowestDuv = Tolerance(
    1e-11, "of the temperature",
    cause: "at the lowest Duv isotherms nearly meet, and rounding moves the nearest point far")
  public static let endOfLocus = Tolerance(
    1e-6, "mired", cause: "a nearest point this close to an end may be that end or not, by rounding")
  public static let anyNearestMired = Tolerance(
    1e-8, "of the larger of the mired and 1", cause: "far from the locus the nearest point hardly depends on the place")
  public static let equallyNear = Tolerance(
    1e-9, "u, v", cause: "two points of the locus may be as near as each other, to the rounding of distances up to 10")
  public static let relabelledTemperature = Tolerance(
    1e-15, "of the temperature", cause: "one multiplication by the ratio of two constants")
}

// MARK: - Published methods, against the definition

extension Tolerance {
  public static let robertsonTemperature = Tolerance(
    5e-3, "of the temperature", cause: "isotherms 10 mired apart, printed with five digits, at 50 000 K")
  public static let robertsonDuv = Tolerance(
    1.1e-4, "Duv", cause: "the chord between isotherms up to 25 mired apart lies below the locus")
  public static let robertsonRoundTrip = Tolerance(
    1e-3, "mired", cause: "there a blend of directions, back a blend of distances")
  public static let ohnoTemperature = Tolerance(1.3, "K", cause: "steps of 1 %, at 20 000 K")
  public static let ohnoTriangle = Tolerance(
    5.5e-5, "of the temperature", cause: "the triangle's bias of 4e-5 to 1.1e-4 is corrected by a constant")
  public static let ohnoDuv = Tolerance(
    1.1e-4, "Duv", cause: "a parabola over steps of 1 %, where it begins, at 1080 K")
  public static let mcCamyFromAToD65 = Tolerance(10.5, "K", cause: "a cubic, at 3600 K")
  public static let mcCamyRange = Tolerance(0.03, "of the temperature", cause: "a cubic, at 12 000 K")
  public static let hernandezAndresDaylight = Tolerance(
    3e-3, "of the temperature", cause: "a sum of exponentials, fitted to measured skies, at 25 000 K")
  public static let hernandezAndresLocus = Tolerance(
    0.02, "of the temperature", cause: "the fit's end at 3000 K and its second set of constants, at 100 000 K")
  public static let kangChromaticity = Tolerance(6e-4, "x, y", cause: "cubics, at 2600 K")
  public static let kangJoints = Tolerance(7e-5, "x, y", cause: "the jump of x at 4000 K in the published cubics")
  public static let krystekUniform = Tolerance(1.1e-4, "u, v", cause: "quotients of quadratics")
  public static let isothermMired = Tolerance(
    1e-9, "mired", cause: "a step of 1e-15 inwards, where isotherms lie 6e-5 of u apart in 10 mired, and rounding")
  public static let isothermDuv = Tolerance(1e-14, "Duv", cause: "a few roundings of u and v")
  public static let publishedIsothermPoint = Tolerance(1e-14, "u, v", cause: "the figures are printed with 15 decimals")
  public static let littleCMSDigits = Tolerance(0.005, "K", cause: "LittleCMS's answer is noted with two decimals")
  public static let dngTemperature = Tolerance(
    1e-12, "of the temperature", cause: "the same interpolation, its sums in another order")
  public static let dngTint = Tolerance(1e-10, "tint", cause: "3000 times a distance of u and v, in another order")
  public static let ohnoDuvNearLocus = Tolerance(
    0.1, "of the Duv", cause: "steps of 1 % leave 1e-5 of Duv, and the smallest that is asked for is 1e-4")
  public static let methodsAtD65 = Tolerance(5, "K", cause: "Robertson's isotherms of five digits, near D65")
  public static let methodsAtD65Duv = Tolerance(
    5e-5, "Duv", cause: "Robertson's chord lies below the locus, near D65")
}

// MARK: - Appearance

extension Tolerance {
  public static let publishedDifference = Tolerance(5e-5, "ΔE", cause: "the table prints four decimals")
  public static let difference = Tolerance(1e-12, "ΔE", cause: "rounding, of coordinates up to 500")
  public static let labRoundTrip = Tolerance(1e-12, "of a white of 100", cause: "a cube root and a cube")
  public static let adaptation = Tolerance(1e-13, "of Y", cause: "a matrix and its inverse, condition below 10")
  public static let blackLightness = Tolerance(1e-14, "L*", cause: "116 x 16/116 less 16, each rounded")
  public static let lightnessOfTenDigits = Tolerance(
    1e-8, "L*", cause: "Y is given with ten decimals, and L* changes by 120 times as much")
  public static let publishedBradford = Tolerance(
    6e-8, "of an entry", cause: "the matrix is printed with seven decimals")
  public static let coneSums = Tolerance(
    1.01e-4, "of 1", cause: "Bradford's first row is printed with a sum of 1.0001, the cones' with 1.00001")
}

// MARK: - Tints of other programs

extension Tolerance {
  public static let programTemperature = Tolerance(
    1e-12, "of the temperature", cause: "blue against red to 1e-14, which hardly rises with temperature at the hot end")
  public static let programTint = Tolerance(
    1e-12, "of the tint", cause: "x and y to 1e-16, in which little is green at the far end of the tints")
  public static let programChromaticity = Tolerance(
    1e-13, "x, y", cause: "temperature to the last bits, a matrix and its inverse")
  public static let baseLightSums = Tolerance(
    1e-13, "of the ratio", cause: "471 products summed in double precision, and a small Z as 1 - x - y")
  public static let darktableSums = Tolerance(
    2.2e-4, "of the temperature", cause: "darktable sums from 380 to 780 nm at 5 nm, at 25 000 K")
  public static let darktableSumsTint = Tolerance(
    6e-5, "of the tint", cause: "darktable sums from 380 to 780 nm at 5 nm, at 4000 K")
  public static let rawTherapeeMatrix = Tolerance(
    2e-7, "of the ratio", cause: "RawTherapee's matrix has seven decimals")
  public static let narrowLine = Tolerance(
    2e-12, "of the power", cause: "wavelengths near 550 nm, rounded to 1e-13 nm, of a line that is 0.05 nm wide")
}
