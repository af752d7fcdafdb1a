/// Every format as a constant, named by its V4L2 code: in small letters where the code is all capitals, else as it is
/// written. So `RG10` is ``PixelFormat/rg10`` and `pRAA` is ``PixelFormat/pRAA``.
extension PixelFormat {
  /// `BA81`: BGGR, 8 bits, a byte each.
  public static let ba81 = known("BA81")
  /// `GBRG`: GBRG, 8 bits, a byte each.
  public static let gbrg = known("GBRG")
  /// `GRBG`: GRBG, 8 bits, a byte each.
  public static let grbg = known("GRBG")
  /// `RGGB`: RGGB, 8 bits, a byte each.
  public static let rggb = known("RGGB")
  /// `BG10`: BGGR, 10 bits in little-endian words.
  public static let bg10 = known("BG10")
  /// `GB10`: GBRG, 10 bits in little-endian words.
  public static let gb10 = known("GB10")
  /// `BA10`: GRBG, 10 bits in little-endian words.
  public static let ba10 = known("BA10")
  /// `RG10`: RGGB, 10 bits in little-endian words.
  public static let rg10 = known("RG10")
  /// `pBAA`: BGGR, 10 bits, packed by MIPI.
  public static let pBAA = known("pBAA")
  /// `pGAA`: GBRG, 10 bits, packed by MIPI.
  public static let pGAA = known("pGAA")
  /// `pgAA`: GRBG, 10 bits, packed by MIPI.
  public static let pgAA = known("pgAA")
  /// `pRAA`: RGGB, 10 bits, packed by MIPI.
  public static let pRAA = known("pRAA")
  /// `BG12`: BGGR, 12 bits in little-endian words.
  public static let bg12 = known("BG12")
  /// `GB12`: GBRG, 12 bits in little-endian words.
  public static let gb12 = known("GB12")
  /// `BA12`: GRBG, 12 bits in little-endian words.
  public static let ba12 = known("BA12")
  /// `RG12`: RGGB, 12 bits in little-endian words.
  public static let rg12 = known("RG12")
  /// `pBCC`: BGGR, 12 bits, packed by MIPI.
  public static let pBCC = known("pBCC")
  /// `pGCC`: GBRG, 12 bits, packed by MIPI.
  public static let pGCC = known("pGCC")
  /// `pgCC`: GRBG, 12 bits, packed by MIPI.
  public static let pgCC = known("pgCC")
  /// `pRCC`: RGGB, 12 bits, packed by MIPI.
  public static let pRCC = known("pRCC")
  /// `BG14`: BGGR, 14 bits in little-endian words.
  public static let bg14 = known("BG14")
  /// `GB14`: GBRG, 14 bits in little-endian words.
  public static let gb14 = known("GB14")
  /// `GR14`: GRBG, 14 bits in little-endian words.
  public static let gr14 = known("GR14")
  /// `RG14`: RGGB, 14 bits in little-endian words.
  public static let rg14 = known("RG14")
  /// `pBEE`: BGGR, 14 bits, packed by MIPI.
  public static let pBEE = known("pBEE")
  /// `pGEE`: GBRG, 14 bits, packed by MIPI.
  public static let pGEE = known("pGEE")
  /// `pgEE`: GRBG, 14 bits, packed by MIPI.
  public static let pgEE = known("pgEE")
  /// `pREE`: RGGB, 14 bits, packed by MIPI.
  public static let pREE = known("pREE")
  /// `BYR2`: BGGR, 16 bits in little-endian words.
  public static let byr2 = known("BYR2")
  /// `GB16`: GBRG, 16 bits in little-endian words.
  public static let gb16 = known("GB16")
  /// `GR16`: GRBG, 16 bits in little-endian words.
  public static let gr16 = known("GR16")
  /// `RG16`: RGGB, 16 bits in little-endian words.
  public static let rg16 = known("RG16")
  /// `ip3b`: BGGR, 10 bits, packed by Intel's IPU3.
  public static let ip3b = known("ip3b")
  /// `ip3g`: GBRG, 10 bits, packed by Intel's IPU3.
  public static let ip3g = known("ip3g")
  /// `ip3G`: GRBG, 10 bits, packed by Intel's IPU3.
  public static let ip3G = known("ip3G")
  /// `ip3r`: RGGB, 10 bits, packed by Intel's IPU3.
  public static let ip3r = known("ip3r")
  /// `GREY`: no colours, 8 bits, a byte each.
  public static let grey = known("GREY")
  /// `Y10`: no colours, 10 bits in little-endian words.
  public static let y10 = known("Y10")
  /// `Y12`: no colours, 12 bits in little-endian words.
  public static let y12 = known("Y12")
  /// `Y14`: no colours, 14 bits in little-endian words.
  public static let y14 = known("Y14")
  /// `Y16`: no colours, 16 bits in little-endian words.
  public static let y16 = known("Y16")
  /// `Y10P`: no colours, 10 bits, packed by MIPI.
  public static let y10p = known("Y10P")
  /// `Y12P`: no colours, 12 bits, packed by MIPI.
  public static let y12p = known("Y12P")
  /// `Y14P`: no colours, 14 bits, packed by MIPI.
  public static let y14p = known("Y14P")

  private static func known(_ code: String) -> PixelFormat {
    do { return try PixelFormat(code) } catch { preconditionFailure("\(error)") }
  }
}

extension PixelFormat: CustomStringConvertible {
  /// The format's V4L2 code, such as `RG10`.
  public var description: String { fourCC.description }
}
