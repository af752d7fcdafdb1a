internal import Colorimetry
package import DeviceProfiles
package import WhiteBalance

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
  package init(
    _ characterization: ProfileCharacterization, matrices colors: MatrixCharacterization?, temperatures: [Double],
    target: String = LibcameraTuning.targets[0]
  ) throws(ExchangeError) {
    var unit = colors?.unitResponse ?? LinearRGB(red: 1, green: 1, blue: 1)
    if case .temperatureCurve(let own) = characterization { unit = own.unitResponse }
    (redSensitivity, blueSensitivity) = (unit.green / unit.red, unit.green / unit.blue)
    (self.target, otherSections, steering) = (target, [], [])
    (curve, matrices) = ([], [])
    if case .temperatureCurve(let own) = characterization {
      // A curve that came from libcamera is written unchanged.
      guard 3 * own.points.count <= Self.longestList else {
        throw .unwritable(
          .libcamera,
          "its curve has \(own.points.count) points, and libcamera reads \(Self.longestList / 3)")
      }
      curve = own.points.map { CurvePoint(temperature: $0.temperature, red: $0.redRatio, blue: $0.blueRatio) }
      matrices = own.colors.map { ColorMatrix(temperature: $0.temperature, matrix: $0.matrix) }
      (transversePositive, transverseNegative) = searched(characterization, unit)
      return
    }
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
    (transversePositive, transverseNegative) = searched(characterization, unit)
  }

  /// Returns the distances of lamps from the curve: towards more red and blue, and towards less.
  ///
  /// libcamera measures the distance across the curve in ratios to green of the canonical sensor. Source:
  /// `AwbBayes::fineSearch` (src/ipa/rpi/controller/rpi/awb_bayes.cpp).
  private func searched(
    _ characterization: ProfileCharacterization, _ unit: LinearRGB
  ) -> (positive: Double, negative: Double) {
    var (positive, negative) = (Self.leastTransverse, Self.leastTransverse)
    for (low, high) in zip(curve, curve.dropFirst()) {
      let along = SIMD2(high.red - low.red, high.blue - low.blue)
      let length = (along * along).sum().squareRoot()
      guard length > 0 else { continue }
      let across = SIMD2(along.y, -along.x) / length
      for (point, duv) in [(low, Self.lampDuv), (low, -Self.lampDuv), (high, Self.lampDuv), (high, -Self.lampDuv)] {
        guard let lamp = try? Self.point(characterization, unit, point.temperature, duv: duv) else { continue }
        let distance = (SIMD2(lamp.red - point.red, lamp.blue - point.blue) * across).sum()
        positive = max(positive, distance)
        negative = max(negative, -distance)
      }
    }
    return (Self.shown(positive), Self.shown(negative))
  }

  /// The Duv of white lamps, on either side of the locus. Source: ANSI C78.377, tolerance of nominal temperatures.
  private static let lampDuv = 0.006
  /// libcamera's default for both limits.
  private static let leastTransverse = 0.01
  /// Returns a limit with five decimals, as in libcamera's own files.
  private static func shown(_ limit: Double) -> Double { (limit * 1e5).rounded(.up) / 1e5 }

  /// The image processors of Raspberry Pi 4 and earlier, and of Raspberry Pi 5.
  package static let targets = ["bcm2835", "pisp"]

  private static func point(
    _ characterization: ProfileCharacterization, _ unit: LinearRGB, _ temperature: Double, duv: Double = 0
  ) throws -> CurvePoint {
    let light = try Chromaticity(TemperatureAndTint(temperature: temperature, duv: duv))
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
  static func whole(_ level: Double) -> Int {
    level > 0 ? Int(min(level, largestLevel).rounded()) : 0
  }

  /// The longest list that libcamera reads. Source: `YamlParserContext::parseDictionaryOrList`
  /// (src/libcamera/yaml_parser.cpp), which stops at the 2000th event.
  static let longestList = 1999

  /// The largest black level that libcamera reads, an integer of 16 bits.
  static let largestLevel = 65535.0

  // MARK: - Members

  /// A member of a section: its name, and its value as JSON, every line after the first indented by four spaces more
  /// than the name.
  typealias Member = (name: String, value: String)

  /// The members of `rpi.awb` that describe the sensor.
  var whiteMembers: [Member] {
    let rows = curve.map { "    " + [$0.temperature, $0.red, $0.blue].map(\.description).joined(separator: ", ") }
    var members: [Member] = [
      ("ct_curve", "[\n" + rows.joined(separator: ",\n") + "\n]"),
      ("sensitivity_r", "\(redSensitivity)"), ("sensitivity_b", "\(blueSensitivity)"),
    ]
    if let transversePositive { members.append(("transverse_pos", "\(transversePositive)")) }
    if let transverseNegative { members.append(("transverse_neg", "\(transverseNegative)")) }
    return members
  }

  /// The members that `rpi.awb` needs beside its curve: one mode over the whole curve, and a prior that prefers no
  /// light.
  var searchMembers: [Member] {
    let (low, high) = (curve[0].temperature, curve[curve.count - 1].temperature)
    return [
      ("priors", "[ { \"lux\": 0, \"prior\": [ \(low), 1.0, \(high), 1.0 ] } ]"),
      ("modes", "{ \"auto\": { \"lo\": \(low), \"hi\": \(high) } }"), ("bayes", "1"),
    ]
  }

  /// The members of `rpi.ccm`; none where the colours are not known.
  var colorMembers: [Member] {
    guard !matrices.isEmpty else { return [] }
    let ccms = matrices.map { color in
      "    {\n        \"ct\": \(color.temperature),\n        \"ccm\": "
        + Self.text(color.matrix).replacing("\n", with: "\n        ") + "\n    }"
    }
    return [("ccms", "[\n" + ccms.joined(separator: ",\n") + "\n]")]
  }

  /// A matrix as a list of its nine entries.
  static func text(_ matrix: Matrix3x3) -> String {
    let entries = matrix.entries.map(\.description)
    let rows = stride(from: 0, to: 9, by: 3).map { "    " + entries[$0..<$0 + 3].joined(separator: ", ") }
    return "[\n" + rows.joined(separator: ",\n") + "\n]"
  }

  /// The members of `rpi.black_level`; none where the levels are not known.
  var blackMembers: [Member] { blackMembers(forEach: false) }

  /// Returns the members of `rpi.black_level`; none where the levels are not known.
  ///
  /// - Parameter isForEach: Whether each channel has its own level, even if they are equal.
  func blackMembers(forEach isForEach: Bool) -> [Member] {
    guard let blackLevels else { return [] }
    let (red, green, blue) = (
      Self.whole(blackLevels.red), Self.whole(blackLevels.green), Self.whole(blackLevels.blue)
    )
    let common: [Member] = [("black_level", "\(green)")]
    guard isForEach || red != green || blue != green else { return common }
    return common + [("black_level_r", "\(red)"), ("black_level_g", "\(green)"), ("black_level_b", "\(blue)")]
  }

  /// The tuning file with these sections only.
  package var json: String {
    let sections: [(name: String, members: [Member])] = [
      ("rpi.black_level", blackMembers), ("rpi.awb", searchMembers + whiteMembers), ("rpi.ccm", colorMembers),
    ]
    let texts = sections.filter { !$0.members.isEmpty }.map {
      "        " + Self.algorithm($0.name, $0.members).replacing("\n", with: "\n        ")
    }
    return """
      {
          "version": 2.0,
          "target": \(target.quotedAsJSON),
          "algorithms": [
      \(texts.joined(separator: ",\n"))
          ]
      }

      """
  }

  /// An entry of the list of algorithms.
  static func algorithm(_ name: String, _ members: [Member]) -> String {
    let lines = members.map {
      "        \"\($0.name)\": " + $0.value.replacing("\n", with: "\n        ")
    }
    return "{\n    \"\(name)\": {\n" + lines.joined(separator: ",\n") + "\n    }\n}"
  }
}
