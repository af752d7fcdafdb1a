internal import Colorimetry
public import DeviceProfiles
public import WhiteBalance

extension LibcameraTuning {
  /// Creates the curve of a characterization along the Planckian locus, and its matrices of colours if it has any.
  ///
  /// - Parameters:
  ///   - characterization: The response of the device to light.
  ///   - colors: The matrices that describe the device's colours, or `nil` where there are none. Their unit response
  ///     becomes the sensitivities.
  ///   - temperatures: The temperatures of the curve, in kelvin. Those at which the device does not respond are
  ///     omitted.
  ///   - target: The image processor, one of ``targets``.
  /// - Throws: ``ExchangeError/unwritable(_:_:)`` where the device responds to fewer than two of the temperatures, or
  ///   ``ExchangeError/characterization(_:)``.
  public init(
    _ characterization: ProfileCharacterization, matrices colors: MatrixCharacterization?, temperatures: [Double],
    target: String = LibcameraTuning.targets[0]
  ) throws(ExchangeError) {
    let unit = colors?.unitResponse ?? LinearRGB(red: 1, green: 1, blue: 1)
    (redSensitivity, blueSensitivity) = (unit.green / unit.red, unit.green / unit.blue)
    (self.target, otherSections, blackLevel) = (target, [], nil)
    (curve, matrices) = ([], [])
    for temperature in temperatures.sorted() {
      guard let point = try? Self.point(characterization, unit, temperature) else { continue }
      curve.append(point)
      if let matrix = colors?.matrix(atTemperature: temperature) {
        matrices.append(try Self.colorMatrix(matrix, temperature))
      }
    }
    guard curve.count >= 2 else {
      throw .unwritable(.libcamera, "the device responds to fewer than two of the temperatures of the curve")
    }
  }

  /// The image processors of Raspberry Pi 4 and earlier, and of Raspberry Pi 5.
  public static let targets = ["bcm2835", "pisp"]

  private static func point(
    _ characterization: ProfileCharacterization, _ unit: LinearRGB, _ temperature: Double
  ) throws -> CurvePoint {
    let light = try Chromaticity(TemperatureAndTint(temperature: temperature, duv: 0))
    let response = try characterization.response(to: light)
    return CurvePoint(
      temperature: temperature, red: response.red / unit.red / (response.green / unit.green),
      blue: response.blue / unit.blue / (response.green / unit.green))
  }

  /// Returns the matrix from white-balanced device RGB to sRGB. It is the inverse of the conversion in
  /// ``characterization()``.
  private static func colorMatrix(_ matrix: Matrix3x3, _ temperature: Double) throws(ExchangeError) -> ColorMatrix {
    do throws(WhiteBalanceError) {
      let fromXYZ = try SRGB.toXYZ(underTemperature: temperature).inverse
      let unbalanced = fromXYZ * matrix.inverse
      return ColorMatrix(
        temperature: temperature, matrix: unbalanced * Matrix3x3(diagonal: unbalanced.inverse * [1, 1, 1]))
    } catch { throw .characterization(error) }
  }

  /// Returns a black level as the whole number that libcamera reads, between the ends of its scale.
  private static func whole(_ level: Double) -> Int {
    level > 0 ? Int(min(level, levelScale).rounded()) : 0
  }

  /// The tuning file with these sections only.
  ///
  /// `rpi.awb` has, besides its curve, one mode over the whole curve and a prior that prefers no light, which it
  /// requires.
  public var json: String {
    let (low, high) = (curve[0].temperature, curve[curve.count - 1].temperature)
    func list(_ rows: [[Double]], _ indent: String) -> String {
      rows.map { indent + $0.map(\.description).joined(separator: ", ") }.joined(separator: ",\n")
    }
    var sections: [String] = []
    if let blackLevel {
      sections.append(
        """
                { "rpi.black_level": { "black_level": \(Self.whole(blackLevel)) } }
        """)
    }
    sections.append(
      """
              {
                  "rpi.awb": {
                      "priors": [ { "lux": 0, "prior": [ \(low), 1.0, \(high), 1.0 ] } ],
                      "modes": { "auto": { "lo": \(low), "hi": \(high) } },
                      "bayes": 1,
                      "sensitivity_r": \(redSensitivity),
                      "sensitivity_b": \(blueSensitivity),
                      "ct_curve": [
      \(list(curve.map { [$0.temperature, $0.red, $0.blue] }, "                    "))
                      ]
                  }
              }
      """)
    if !matrices.isEmpty {
      let ccms = matrices.map { color in
        let entries = color.matrix.entries
        let rows = [Array(entries[0..<3]), Array(entries[3..<6]), Array(entries[6..<9])]
        return """
                              {
                                  "ct": \(color.temperature),
                                  "ccm": [
          \(list(rows, "                                "))
                                  ]
                              }
          """
      }
      sections.append(
        """
                {
                    "rpi.ccm": {
                        "ccms": [
        \(ccms.joined(separator: ",\n"))
                        ]
                    }
                }
        """)
    }
    return """
      {
          "version": 2.0,
          "target": "\(target)",
          "algorithms": [
      \(sections.joined(separator: ",\n"))
          ]
      }

      """
  }
}
