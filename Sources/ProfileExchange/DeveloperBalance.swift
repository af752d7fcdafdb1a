public import Colorimetry
public import WhiteBalance

/// The white balance of a raw file in the forms of raw developers' sidecars.
///
///     let balance = try DeveloperBalance(gains: card.gains.value, light: card.light?.uncorrected)
///     try Data(balance.xmp.utf8).write(to: URL(filePath: "card.dng.xmp"))
public struct DeveloperBalance: Hashable, Sendable {
  /// The gains that make the card neutral, green 1.
  public let gains: WhiteBalanceGains
  /// The light as the camera's matrices find it, where it is known. Developers turn it into gains by these matrices.
  public let light: TemperatureAndTint?

  /// Creates the balance of a measurement.
  ///
  /// - Parameters:
  ///   - gains: The gains of the raw samples, in any scale.
  ///   - light: The light, or `nil` where the camera is not known.
  /// - Throws: ``/WhiteBalance/WhiteBalanceError`` for gains that are not positive numbers, and for a temperature and
  ///   tint that no light has.
  public init(gains: WhiteBalanceGains, light: TemperatureAndTint? = nil) throws(WhiteBalanceError) {
    _ = try gains.neutral()
    if let light { do throws(ColorimetryError) { _ = try Chromaticity(light) } catch { throw .colorimetry(error) } }
    self.gains = WhiteBalanceGains(red: gains.red / gains.green, green: 1, blue: gains.blue / gains.green)
    self.light = light
  }
}

// MARK: - XMP

extension DeveloperBalance {
  /// An XMP sidecar with the balance for Camera Raw and darktable.
  ///
  /// Camera Raw has the temperature in whole kelvin and the tint as a whole number, on the scale of the DNG SDK
  /// (``/Colorimetry/Robertson1968/robertson1968DNG``), which is up to 27 K off near 3100 K. They are absent where the
  /// light is not known, or beyond Camera Raw's ranges of 2000 to 50 000 K and of a tint of -150 to 150. darktable has
  /// the gains, in version 3 of its module `temperature`, and no other module of its history.
  ///
  /// Source of the form: sidecars that darktable 4.2 writes, and Adobe, XMP Specification Part 2 (the properties of
  /// camera raw).
  public var xmp: String {
    var cameraRaw = ""
    if let light = lightForCameraRaw {
      let tint = Int(light.tint.rounded())
      cameraRaw = """

            crs:HasSettings="True"
            crs:WhiteBalance="Custom"
            crs:Temperature="\(Int(light.temperature.rounded()))"
            crs:Tint="\(tint > 0 ? "+" : "")\(tint)"
        """
    }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <x:xmpmeta xmlns:x="adobe:ns:meta/">
       <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description rdf:about=""
          xmlns:crs="http://ns.adobe.com/camera-raw-settings/1.0/"
          xmlns:darktable="http://darktable.sf.net/"\(cameraRaw)
          darktable:xmp_version="5"
          darktable:raw_params="0"
          darktable:auto_presets_applied="1"
          darktable:history_end="1"
          darktable:iop_order_version="2">
         <darktable:history>
          <rdf:Seq>
           <rdf:li darktable:num="0" darktable:operation="temperature" darktable:enabled="1"
            darktable:modversion="3" darktable:params="\(darktableParameters)"
            darktable:multi_name="" darktable:multi_priority="0"/>
          </rdf:Seq>
         </darktable:history>
        </rdf:Description>
       </rdf:RDF>
      </x:xmpmeta>

      """
  }

  /// The light on Camera Raw's scale, or `nil` where it is not known or Camera Raw has no numbers for it.
  private var lightForCameraRaw: TemperatureAndTint? {
    guard let light, let chromaticity = try? Chromaticity(light),
      let onItsScale = try? TemperatureAndTint(chromaticity, by: .robertson1968DNG),
      Self.temperatures.contains(onItsScale.temperature), Self.tints.contains(onItsScale.tint.rounded())
    else { return nil }
    return onItsScale
  }

  /// The temperatures of Camera Raw, in kelvin, and its tints:
  /// `crs:Temperature` and `crs:Tint` of Adobe's XMP specification.
  private static let temperatures = 2000.0...50_000
  private static let tints = -150.0...150

  /// Red, green, blue and a second green as numbers of 32 bits, least byte first, in hexadecimal digits.
  private var darktableParameters: String {
    [gains.red, gains.green, gains.blue, 1].map { gain in
      let bits = Float(gain).bitPattern
      return (0..<4).map { byte in
        let digits = String(UInt8(truncatingIfNeeded: bits >> (8 * byte)), radix: 16)
        return digits.count < 2 ? "0" + digits : digits
      }.joined()
    }.joined()
  }
}
