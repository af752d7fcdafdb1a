internal import Colorimetry
public import DeviceProfiles
internal import NumericalMethods
internal import WhiteBalance

/// The white balance of a camera at the usual temperatures, for raw developers.
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

    /// The name in lists of presets, such as `5000K`.
    public var name: String { "\(Int(temperature.rounded()))K" }
  }

  /// The presets, from the lowest temperature.
  public let presets: [Preset]
  /// Warnings where the profile's RGB is balanced already, and where temperatures are outside of the calibrated range.
  public let warnings: [ExchangeWarning]
  private let profile: DeviceProfile

  /// The temperatures, in kelvin: most of those in darktable's own list of presets.
  public static let temperatures: [Double] = [
    2500, 2700, 3000, 3300, 3600, 4000, 4500, 5000, 5500, 6000, 6500, 7500, 8500, 10_000,
  ]

  /// The legal temperatures, in kelvin: from the lowest that can be computed to hotter than any light.
  private static let range = PlanckianLocus.lowestTemperature...1e6

  /// Creates the presets of a camera.
  ///
  /// - Parameters:
  ///   - profile: The profile of the camera.
  ///   - temperatures: The temperatures, in kelvin, 500 to 1 000 000.
  /// - Throws: ``ExchangeError`` where a temperature is out of range, or the camera would not see a light.
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
    let calibrated = profile.characterization.calibratedTemperatures
    let outside = temperatures.filter { temperature in calibrated.map { !$0.contains(temperature) } ?? false }
    func list(_ temperatures: [Double]) -> String {
      temperatures.sorted().map { "\($0.rounded().whole) K" }.joined(separator: ", ")
    }
    var warnings = [ExchangeWarning(balanceOf: profile)].compactMap(\.self)
    if let calibrated, !outside.isEmpty {
      let isOneLight = calibrated.lowerBound == calibrated.upperBound
      let words =
        isOneLight
        ? "calibrated under one light of \(list([calibrated.lowerBound])), and extrapolated to others: "
        : "outside of the calibrated lights, and extrapolated: "
      warnings.append(ExchangeWarning(code: .extrapolated, text: words + list(outside)))
    }
    self.warnings = warnings
  }

  /// Returns the presets in the form of darktable's `wb_presets.json`. They can be added to its list of models.
  ///
  /// - Throws: ``ExchangeError/presetName(missing:)`` where the profile lacks maker or model, which darktable needs to
  ///   find them.
  public func darktableJSON() throws(ExchangeError) -> String {
    let identity = profile.identity
    guard let maker = identity.manufacturer, !maker.isEmpty else { throw .presetName(missing: "maker") }
    guard !identity.model.isEmpty else { throw .presetName(missing: "model") }
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
            "maker": \(maker.quotedAsJSON),
            "models": [
              {
                "model": \(identity.model.quotedAsJSON),
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
}
