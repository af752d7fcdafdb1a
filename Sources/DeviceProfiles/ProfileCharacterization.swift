public import Colorimetry
public import WhiteBalance

/// The kinds of characterization that a profile can hold.
///
/// A new kind is a type that conforms to `CharacterizationKind`, a case here and in `kind`, and its entries in
/// `ProfileDictionary`; `Docs/Contributing.md` names the other places.
public enum ProfileCharacterization: Hashable, Sendable {
  /// Matrices, blended by the temperature of the light.
  case matrices(MatrixCharacterization)
  /// A look-up table of an ICC profile.
  case lookUpTable(LookUpTableCharacterization)
  /// Matrices with a map that corrects the neutrals of lamps.
  case whiteMap(WhiteMapCharacterization)
  /// Gains at some temperatures, with a base matrix.
  case gainCurve(GainCurveCharacterization)
  /// A curve over temperature with matrices of colours, as libcamera has it.
  case temperatureCurve(TemperatureCurveCharacterization)

  /// The characterization itself.
  private var kind: any CharacterizationKind {
    switch self {
    case .matrices(let matrices): matrices
    case .lookUpTable(let table): table
    case .whiteMap(let map): map
    case .gainCurve(let curve): curve
    case .temperatureCurve(let curve): curve
    }
  }
}

extension ProfileCharacterization: DeviceCharacterization {
  /// The calibrated temperatures of the characterization, in kelvin, or `nil` where they are not known.
  public var calibratedTemperatures: ClosedRange<Double>? { kind.calibratedTemperatures }

  /// Returns the neutral of a light, from the characterization.
  ///
  /// - Throws: The errors of the characterization.
  public func response(to light: Chromaticity) throws(WhiteBalanceError) -> LinearRGB { try kind.response(to: light) }

  /// Returns the light that gives this neutral, from the characterization.
  ///
  /// - Throws: The errors of the characterization.
  public func light(forNeutral neutral: LinearRGB) throws(WhiteBalanceError) -> LightEstimate {
    try kind.light(forNeutral: neutral)
  }

  /// Returns the characterization that describes the device best under lights of a kind.
  ///
  /// - Parameter kind: The kind of the light.
  /// - Returns: A characterization of the same device. For a white map and daylight or filament lamps it is another one.
  public func specialized(for kind: LightKind) -> any DeviceCharacterization {
    self.kind.specialized(for: kind)
  }
}

extension ProfileCharacterization {
  /// Returns the matrix from CIE XYZ to the device's RGB for surfaces under a light, in a scale of its own.
  ///
  /// A pipeline develops a picture with its inverse, after it has found the light by ``light(forNeutral:)``:
  ///
  ///     let matrix = profile.characterization.colorMatrix(under: light)?.inverse
  ///
  /// The matrix gives the light about the neutral that was measured. Scale its rows to this neutral to keep gray
  /// exactly gray.
  ///
  /// - Parameter light: The chromaticity of the light.
  /// - Returns: The matrix, or `nil` for a look-up table and for curves that were not made with a camera's matrices. A
  ///   white map has matrices for colours that are better than those that it finds lights by.
  public func colorMatrix(under light: Chromaticity) -> Matrix3x3? { colors?.matrix(under: light) }

  /// The name of the kind, as people read it: "matrices", "look-up table", "white map", "gain curve" or
  /// "temperature curve".
  package var kindName: String { type(of: kind).kindName }

  /// The lights that the device was calibrated under.
  package var calibratedLights: [TemperatureAndTint] { kind.calibratedLights }

  /// The matrices that come nearest to the characterization, which other formats can hold; `nil` where it has none.
  package var matrices: MatrixCharacterization? { kind.nearestMatrices }

  /// The matrices that describe this device's colours; `nil` where it has none, or those of another device.
  package var colors: MatrixCharacterization? { kind.colorMatrices }

  /// Returns the characterization of a unit whose channels respond `factors` times as strongly as this one's.
  ///
  /// - Throws: ``WhiteBalanceError/invalidCharacterization(_:)`` where a channel's response times its factor is outside
  ///   of 1e-6 to 1e6, or, for a gain curve, not finite and above 0, or the kind cannot be scaled.
  package func scaled(by factors: LinearRGB) throws(WhiteBalanceError) -> ProfileCharacterization {
    try kind.characterization(scaledBy: factors)
  }
}
