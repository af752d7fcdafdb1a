/// An illuminant of the CIE, with the CIE's name as its raw value.
///
/// Source: CIE S 014-2 defines A; CIE 15:2018 defines daylight and lists the lamps. Data/README.md tells where the
/// numbers are from.
public enum CIEIlluminant: String, CaseIterable, Codable, Hashable, Sendable {
  /// Illuminant A: incandescent light.
  case a = "A"
  /// Illuminant D50: daylight at 5003 K.
  case d50 = "D50"
  /// Illuminant D65: daylight at 6504 K.
  case d65 = "D65"
  /// Fluorescent lamp FL1, standard.
  case fl1 = "FL1"
  /// Fluorescent lamp FL2, standard.
  case fl2 = "FL2"
  /// Fluorescent lamp FL3, standard.
  case fl3 = "FL3"
  /// Fluorescent lamp FL4, standard.
  case fl4 = "FL4"
  /// Fluorescent lamp FL5, standard.
  case fl5 = "FL5"
  /// Fluorescent lamp FL6, standard.
  case fl6 = "FL6"
  /// Fluorescent lamp FL7, broad-band.
  case fl7 = "FL7"
  /// Fluorescent lamp FL8, broad-band.
  case fl8 = "FL8"
  /// Fluorescent lamp FL9, broad-band.
  case fl9 = "FL9"
  /// Fluorescent lamp FL10, narrow-band.
  case fl10 = "FL10"
  /// Fluorescent lamp FL11, narrow-band.
  case fl11 = "FL11"
  /// Fluorescent lamp FL12, narrow-band.
  case fl12 = "FL12"
  /// Fluorescent lamp FL3.1, halophosphate.
  case fl3point1 = "FL3.1"
  /// Fluorescent lamp FL3.2, halophosphate.
  case fl3point2 = "FL3.2"
  /// Fluorescent lamp FL3.3, halophosphate.
  case fl3point3 = "FL3.3"
  /// Fluorescent lamp FL3.4, deluxe.
  case fl3point4 = "FL3.4"
  /// Fluorescent lamp FL3.5, deluxe.
  case fl3point5 = "FL3.5"
  /// Fluorescent lamp FL3.6, deluxe.
  case fl3point6 = "FL3.6"
  /// Fluorescent lamp FL3.7, three-band.
  case fl3point7 = "FL3.7"
  /// Fluorescent lamp FL3.8, three-band.
  case fl3point8 = "FL3.8"
  /// Fluorescent lamp FL3.9, three-band.
  case fl3point9 = "FL3.9"
  /// Fluorescent lamp FL3.10, three-band.
  case fl3point10 = "FL3.10"
  /// Fluorescent lamp FL3.11, three-band.
  case fl3point11 = "FL3.11"
  /// Fluorescent lamp FL3.12, multi-band.
  case fl3point12 = "FL3.12"
  /// Fluorescent lamp FL3.13, multi-band.
  case fl3point13 = "FL3.13"
  /// Fluorescent lamp FL3.14, multi-band.
  case fl3point14 = "FL3.14"
  /// Fluorescent lamp FL3.15, a daylight simulator.
  case fl3point15 = "FL3.15"
  /// White LED B1: a blue LED with phosphor.
  case ledB1 = "LED-B1"
  /// White LED B2: a blue LED with phosphor.
  case ledB2 = "LED-B2"
  /// White LED B3: a blue LED with phosphor.
  case ledB3 = "LED-B3"
  /// White LED B4: a blue LED with phosphor.
  case ledB4 = "LED-B4"
  /// White LED B5: a blue LED with phosphor.
  case ledB5 = "LED-B5"
  /// White LED BH1: a blue LED with phosphor, mixed with a red LED.
  case ledBH1 = "LED-BH1"
  /// White LED RGB1: three primaries.
  case ledRGB1 = "LED-RGB1"
  /// White LED V1: a violet LED with phosphor.
  case ledV1 = "LED-V1"
  /// White LED V2: a violet LED with phosphor.
  case ledV2 = "LED-V2"

  /// The relative power of the illuminant.
  ///
  /// The spectra of A, D50 and D65 reach from 300 to 830 nm and are 100 at 560 nm. Those of the lamps reach from 380
  /// to 780 nm on the scale of the CIE's tables. The tables have steps of 5 nm, and the distribution has steps of 1
  /// nm. It keeps the power of each emission line at the line's wavelength, and interpolates the rest by a cubic. The
  /// chromaticity is within 6e-5 of the published one.
  public var distribution: SpectralDistribution {
    switch self {
    // CIE S 014-2 defines A by Planck's law at 2848 K with c2 = 1.435e-2 m K.
    case .a: .planck(mired: 1e6 / 2848, secondRadiationConstant: 14.35)
    // The CIE makes the tables of D50 and D65 with the factors of S1 and S2 rounded to three decimals.
    case .d50: .daylight(factors: [1, -1.039, 0.363])
    case .d65: .daylight(factors: [1, -0.295, -0.689])
    case .fl1: lamp(CIEIlluminantTables.fl1)
    case .fl2: lamp(CIEIlluminantTables.fl2)
    case .fl3: lamp(CIEIlluminantTables.fl3)
    case .fl4: lamp(CIEIlluminantTables.fl4)
    case .fl5: lamp(CIEIlluminantTables.fl5)
    case .fl6: lamp(CIEIlluminantTables.fl6)
    case .fl7: lamp(CIEIlluminantTables.fl7)
    case .fl8: lamp(CIEIlluminantTables.fl8)
    case .fl9: lamp(CIEIlluminantTables.fl9)
    case .fl10: lamp(CIEIlluminantTables.fl10)
    case .fl11: lamp(CIEIlluminantTables.fl11)
    case .fl12: lamp(CIEIlluminantTables.fl12)
    case .fl3point1: lamp(CIEIlluminantTables.fl3point1)
    case .fl3point2: lamp(CIEIlluminantTables.fl3point2)
    case .fl3point3: lamp(CIEIlluminantTables.fl3point3)
    case .fl3point4: lamp(CIEIlluminantTables.fl3point4)
    case .fl3point5: lamp(CIEIlluminantTables.fl3point5)
    case .fl3point6: lamp(CIEIlluminantTables.fl3point6)
    case .fl3point7: lamp(CIEIlluminantTables.fl3point7)
    case .fl3point8: lamp(CIEIlluminantTables.fl3point8)
    case .fl3point9: lamp(CIEIlluminantTables.fl3point9)
    case .fl3point10: lamp(CIEIlluminantTables.fl3point10)
    case .fl3point11: lamp(CIEIlluminantTables.fl3point11)
    case .fl3point12: lamp(CIEIlluminantTables.fl3point12)
    case .fl3point13: lamp(CIEIlluminantTables.fl3point13)
    case .fl3point14: lamp(CIEIlluminantTables.fl3point14)
    case .fl3point15: lamp(CIEIlluminantTables.fl3point15)
    case .ledB1: lamp(CIEIlluminantTables.ledB1)
    case .ledB2: lamp(CIEIlluminantTables.ledB2)
    case .ledB3: lamp(CIEIlluminantTables.ledB3)
    case .ledB4: lamp(CIEIlluminantTables.ledB4)
    case .ledB5: lamp(CIEIlluminantTables.ledB5)
    case .ledBH1: lamp(CIEIlluminantTables.ledBH1)
    case .ledRGB1: lamp(CIEIlluminantTables.ledRGB1)
    case .ledV1: lamp(CIEIlluminantTables.ledV1)
    case .ledV2: lamp(CIEIlluminantTables.ledV2)
    }
  }

  private func lamp(_ table: [Double]) -> SpectralDistribution {
    SpectralDistribution(lampTable: table, firstWavelength: CIEIlluminantTables.firstLampWavelength)
  }
}
