internal import Colorimetry
public import DeviceProfiles
internal import WhiteBalance

/// The white balance of a camera at the temperatures that people choose from, for raw developers.
///
///     let presets = try WhiteBalancePresets(profile)
///     try Data(presets.darktableJSON().utf8).write(to: URL(filePath: "wb_presets.json"))
public struct WhiteBalancePresets: Hashable, Sendable {
  /// The balance at one temperature, for a light on the Planckian locus.
  public struct Preset: Hashable, Sendable {
    /// The temperature, in kelvin.
    public let temperature: Double
    /// The gains and the light.
    public let balance: DeveloperBalance

    /// The name by which programs list it, such as `5000K`.
    public var name: String { "\(Int(temperature))K" }
  }

  /// The presets, from the lowest temperature.
  public let presets: [Preset]
  /// A warning where temperatures are outside of the calibrated range.
  public let warnings: [ExchangeWarning]
  private let profile: DeviceProfile

  /// The temperatures, in kelvin: most of those that darktable's own list of presets has.
  public static let temperatures: [Double] = [
    2500, 2700, 3000, 3300, 3600, 4000, 4500, 5000, 5500, 6000, 6500, 7500, 8500, 10_000,
  ]

  /// The temperatures that are taken, in kelvin: from the lowest that is computed to hotter than any light.
  private static let range = PlanckianLocus.lowestTemperature...1e6

  /// Makes the presets of a camera.
  ///
  /// - Parameters:
  ///   - profile: The camera.
  ///   - temperatures: The temperatures, in kelvin, 500 to 1 000 000.
  /// - Throws: ``ExchangeError`` where a temperature is out of range, or the camera would not see the light of a temperature.
  public init(
    _ profile: DeviceProfile, temperatures: [Double] = Self.temperatures
  ) throws(ExchangeError) {
    for temperature in temperatures where !Self.range.contains(temperature) {
      throw .presetTemperature(temperature, Self.range)
    }
    self.profile = profile
    do throws(WhiteBalanceError) {
      presets = try temperatures.sorted().map { temperature throws(WhiteBalanceError) in
        let light: Chromaticity
        let place = TemperatureAndTint(temperature: temperature, duv: 0)
        do throws(ColorimetryError) { light = try Chromaticity(place) } catch { throw .colorimetry(error) }
        let gains = try WhiteBalanceGains(neutralizing: profile.characterization.response(to: light))
        return Preset(temperature: temperature, balance: try DeveloperBalance(gains: gains, light: place))
      }
    } catch { throw .characterization(error) }
    let outside = temperatures.filter { temperature in
      profile.characterization.calibratedTemperatures.map { !$0.contains(temperature) } ?? false
    }
    warnings =
      outside.isEmpty
      ? []
      : [
        ExchangeWarning(
          code: .extrapolated,
          text: "outside of the calibrated lights, and extrapolated: "
            + outside.sorted().map { "\(Int($0)) K" }.joined(separator: ", "))
      ]
  }

  /// The presets in the form of darktable's `wb_presets.json`, whose list of models they can be added to.
  ///
  /// - Throws: ``ExchangeError/noModel`` where the profile does not name maker and model, by which darktable finds them.
  public func darktableJSON() throws(ExchangeError) -> String {
    guard let maker = profile.identity.manufacturer, !maker.isEmpty, !profile.identity.model.isEmpty else {
      throw .noModel
    }
    let rows = presets.map { preset in
      let gains = preset.balance.gains
      return """
                    { "name": "\(preset.name)", "channels": [ \(gains.red), 1, \(gains.blue), 0 ] }
        """
    }
    return """
      {
        "version": 1,
        "wb_presets": [
          {
            "maker": \(Self.quoted(maker)),
            "models": [
              {
                "model": \(Self.quoted(profile.identity.model)),
                "presets": [
      \(rows.joined(separator: ",\n"))
                ]
              }
            ]
          }
        ]
      }

      """
  }

  /// Text as JSON has it.
  private static func quoted(_ text: String) -> String {
    let letters = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\"", "\\": "\\\(scalar)"
      case "\0"..<" ": "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
      default: "\(scalar)"
      }
    }
    return "\"\(letters.joined())\""
  }
}
