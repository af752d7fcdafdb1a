/// An illuminant of the CIE, by the CIE's name.
///
/// Source: CIE 15:2018 (the lamps), CIE S 014-2 (A, D50, D65); see Data/README.md.
public enum CIEIlluminant: String, CaseIterable, Hashable, Sendable {
  /// Incandescent light.
  case a = "A"
  /// Daylight at 5003 K.
  case d50 = "D50"
  /// Daylight at 6504 K.
  case d65 = "D65"
  /// Fluorescent lamps: FL1 to FL6 standard, FL7 to FL9 broad-band, FL10 to FL12 narrow-band.
  case fl1 = "FL1"
  case fl2 = "FL2"
  case fl3 = "FL3"
  case fl4 = "FL4"
  case fl5 = "FL5"
  case fl6 = "FL6"
  case fl7 = "FL7"
  case fl8 = "FL8"
  case fl9 = "FL9"
  case fl10 = "FL10"
  case fl11 = "FL11"
  case fl12 = "FL12"
  /// The newer fluorescent lamps: FL3.1 to FL3.3 halophosphate, FL3.4 to FL3.6 deluxe, FL3.7 to FL3.11 three-band,
  /// FL3.12 to FL3.14 multi-band, FL3.15 a daylight simulator.
  case fl3point1 = "FL3.1"
  case fl3point2 = "FL3.2"
  case fl3point3 = "FL3.3"
  case fl3point4 = "FL3.4"
  case fl3point5 = "FL3.5"
  case fl3point6 = "FL3.6"
  case fl3point7 = "FL3.7"
  case fl3point8 = "FL3.8"
  case fl3point9 = "FL3.9"
  case fl3point10 = "FL3.10"
  case fl3point11 = "FL3.11"
  case fl3point12 = "FL3.12"
  case fl3point13 = "FL3.13"
  case fl3point14 = "FL3.14"
  case fl3point15 = "FL3.15"
  /// White LEDs: B a blue one with phosphor, BH with red added, RGB three primaries, V a violet one with phosphor.
  case ledB1 = "LED-B1"
  case ledB2 = "LED-B2"
  case ledB3 = "LED-B3"
  case ledB4 = "LED-B4"
  case ledB5 = "LED-B5"
  case ledBH1 = "LED-BH1"
  case ledRGB1 = "LED-RGB1"
  case ledV1 = "LED-V1"
  case ledV2 = "LED-V2"

  /// Relative power: A, D50 and D65 from 300 to 830 nm, 100 at 560 nm; the lamps from 380 to 780 nm at 1 nm, in the
  /// scale of their tables.
  public var distribution: SpectralDistribution {
    switch self {
    // Source: CIE S 014-2: Planck's law at 2848 K with c2 = 1.435e-2 m K.
    case .a: .planck(mired: 1e6 / 2848, secondRadiationConstant: 14.35)
    case .d50: daylight(CIEIlluminantTables.d50)
    case .d65: daylight(CIEIlluminantTables.d65)
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

  private func daylight(_ table: [Double]) -> SpectralDistribution {
    SpectralDistribution(table: table, firstWavelength: CIEIlluminantTables.firstDaylightWavelength, step: 5)
  }

  private func lamp(_ table: [Double]) -> SpectralDistribution {
    SpectralDistribution(table: table, firstWavelength: CIEIlluminantTables.firstLampWavelength)
  }
}
