package import Colorimetry
internal import JSONText
package import WhiteBalance

/// The parts of a libcamera tuning file for Raspberry Pi that describe white: the curve of `rpi.awb`, the matrices of
/// `rpi.ccm`, and `rpi.black_level`. Source: libcamera, src/ipa/rpi/controller/rpi (BSD-2-Clause), files of version
/// 2.0.
///
/// libcamera reads the file as YAML, so commas before closing brackets and comments from `#` on are accepted.
package struct LibcameraTuning: Hashable, Sendable {
  /// The neutral of a light on the canonical sensor.
  package struct CurvePoint: Hashable, Sendable {
    /// The temperature of the light, in kelvin.
    package var temperature: Double
    /// The ratios of red and of blue to green.
    package var red, blue: Double
  }
  /// A colour correction matrix for one light.
  package struct ColorMatrix: Hashable, Sendable {
    /// The temperature of the light, in kelvin.
    package var temperature: Double
    /// The matrix from white-balanced device RGB to linear sRGB. Its rows add up to 1.
    package var matrix: Matrix3x3
  }

  /// The image processor: `bcm2835` or `pisp`.
  package var target: String
  /// The points of the curve by rising temperature, at least two.
  package var curve: [CurvePoint]
  /// The factors that turn this sensor's red and blue into those of the canonical sensor.
  package var redSensitivity, blueSensitivity: Double
  /// The matrices by rising temperature; empty where the file has no `rpi.ccm`.
  package var matrices: [ColorMatrix]
  /// The distance beside the curve within which libcamera searches for a light, in ratios to green: towards more red
  /// and blue, and towards less. Where they are `nil`, libcamera uses 0.01.
  package var transversePositive, transverseNegative: Double?
  /// The black levels of red, green and blue for samples of 16 bits, or `nil` where the file has none.
  package var blackLevels: LinearRGB?
  /// The names of the sections that are not about white balance.
  var otherSections: [String]
  /// The other members of the sections about white, such as `modes of rpi.awb`. They are parameters of libcamera and
  /// not facts about the sensor.
  package var steering: [String]
  /// The section whose curve was not read because another section has one too, or `nil`.
  package var secondCurve: String?
}

// MARK: - Reading

extension LibcameraTuning {
  /// Reads a tuning file.
  ///
  /// - Throws: ``ExchangeError/json(line:column:fault:)``, or ``ExchangeError/missingSection(_:needed:)`` where the
  ///   sensor has no curve.
  package init(_ bytes: [UInt8]) throws(ExchangeError) {
    try self.init(TuningDocument(bytes))
  }

  init(_ document: TuningDocument) throws(ExchangeError) {
    let (file, sections) = (document.file, document.sections)
    target = try file.root["target"].map(file.text) ?? ""
    let candidates = Self.whiteSections.filter { sections[$0]?["ct_curve"] != nil }
    var enabled: [String] = []
    for name in candidates where try sections[name]?["enabled"].map(file.truth) ?? true { enabled.append(name) }
    guard let name = enabled.first ?? candidates.first, let awb = sections[name], let points = awb["ct_curve"] else {
      throw .missingSection(
        "ct_curve",
        needed:
          "rpi.awb needs one; the sensor is monochrome or not calibrated, and the file does not say how it sees white")
    }
    secondCurve = candidates.first { $0 != name }
    curve = try file.curve(points)
    redSensitivity = try awb["sensitivity_r"].map(file.positive) ?? 1
    blueSensitivity = try awb["sensitivity_b"].map(file.positive) ?? 1
    transversePositive = try awb["transverse_pos"].map(file.positive)
    transverseNegative = try awb["transverse_neg"].map(file.positive)
    matrices = try sections["rpi.ccm"]?["ccms"].map(file.matrices) ?? []
    blackLevels = try sections["rpi.black_level"].map(file.blackLevels)
    let white = Self.whiteSections + ["rpi.ccm", "rpi.black_level"]
    otherSections = sections.keys.filter { !white.contains($0) }.sorted()
    steering = [name, "rpi.ccm"].flatMap { name in
      (sections[name]?.names ?? []).filter { !Self.readNames.contains($0) }.map { "\($0) of \(name)" }
    }
  }

  static let version = 2.0
  /// The largest file that is read, in bytes.
  package static let largestSize = JSONReader.largestSize
  /// The sections that libcamera can take its white balance from,
  /// of which the first that is enabled counts, or the first.
  static let whiteSections = ["rpi.awb", "rpi.nn.awb"]
  /// The names of the members that are read, without the limits across the curve, which a profile does not hold.
  private static let readNames: Set = ["ct_curve", "sensitivity_r", "sensitivity_b", "ccms", "enabled"]
}

/// A tuning file as JSON, with its sections by their names.
struct TuningDocument {
  let file: TuningFields
  let list: JSONValue
  let sections: [String: JSONValue]

  init(_ bytes: [UInt8]) throws(ExchangeError) {
    file = try TuningFields(bytes, dialect: .yaml) { ExchangeError($0) }
    let root = file.root
    // Other JSON has a version too. Tuning files before 2.0 have the sections themselves in place of the list.
    if root["algorithms"] != nil || root.names.contains(where: { $0.hasPrefix("rpi.") }) {
      guard let version = root["version"] else {
        throw .missingSection("version", needed: "tuning files are of version 2.0")
      }
      guard try file.number(version) == LibcameraTuning.version else {
        throw file.error("version \(version.kind); only \(LibcameraTuning.version) is read", version)
      }
    }
    guard let list = root["algorithms"] else {
      throw .missingSection("algorithms", needed: "this is no tuning file of libcamera for Raspberry Pi")
    }
    self.list = list
    var sections: [String: JSONValue] = [:]
    for entry in try file.list(list) {
      guard case .object(let members) = entry.content else {
        throw file.error("\(entry.kind) where an algorithm's object must be", entry)
      }
      for member in members where sections.updateValue(member.value, forKey: member.name) != nil {
        throw file.error("a second section '\(member.name)'", member.value)
      }
    }
    self.sections = sections
  }
}

extension TuningDocument {
  /// The curve of a section; `nil` where it has none that can be read.
  func curve(of section: String) -> [LibcameraTuning.CurvePoint]? {
    sections[section]?["ct_curve"].flatMap { try? file.curve($0) }
  }
}

extension JSONValue {
  /// The names of an object's members.
  fileprivate var names: [String] {
    guard case .object(let members) = content else { return [] }
    return members.map(\.name)
  }
}

extension ExchangeError {
  fileprivate init(_ error: JSONError) { self = .json(line: error.line, column: error.column, fault: error.fault) }
}

typealias TuningFields = JSONFields<ExchangeError>

extension TuningFields {
  func positive(_ value: JSONValue) throws(ExchangeError) -> Double {
    let number = try number(value)
    guard number > 0 else { throw error("\(number) where a number above 0 must be", value) }
    return number
  }

  func truth(_ value: JSONValue) throws(ExchangeError) -> Bool {
    guard case .bool(let truth) = value.content else {
      throw error("\(value.kind) where true or false must be", value)
    }
    return truth
  }

  /// Returns the levels of red, green and blue.
  ///
  /// A channel's own level takes precedence over the common one. The common one is 64 of 10 bits where it is absent.
  /// Source: `BlackLevel::read` (libcamera, src/ipa/rpi/controller/rpi/black_level.cpp).
  func blackLevels(_ section: JSONValue) throws(ExchangeError) -> LinearRGB {
    func level(_ name: String) throws(ExchangeError) -> Double? {
      guard let value = section[name] else { return nil }
      let level = try number(value)
      // libcamera reads digits alone, and takes its own default for all else.
      let digits = bytes[value.offset...].prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      guard Double(String(decoding: digits, as: UTF8.self)) == level, isEnd(of: digits),
        level <= LibcameraTuning.largestLevel
      else {
        throw error(
          "a black level of \(level); libcamera reads a whole number in digits, 0 to "
            + "\(Int(LibcameraTuning.largestLevel)), for samples of 16 bits", value)
      }
      return level
    }
    let common = try level("black_level") ?? LibcameraTuning.assumedLevel
    return LinearRGB(
      red: try level("black_level_r") ?? common, green: try level("black_level_g") ?? common,
      blue: try level("black_level_b") ?? common)
  }

  /// Returns whether a number ends with its digits, and has no point and no exponent.
  private func isEnd(of digits: ArraySlice<UInt8>) -> Bool {
    digits.endIndex == bytes.endIndex || !".eE".utf8.contains(bytes[digits.endIndex])
  }

  func temperature(_ value: JSONValue, after previous: Double?) throws(ExchangeError) -> Double {
    let temperature = try number(value)
    guard temperature >= PlanckianLocus.lowestTemperature else {
      throw error("\(temperature) K; a temperature must be at least \(PlanckianLocus.lowestTemperature) K", value)
    }
    if let previous, temperature <= previous {
      throw error("\(temperature) K after \(previous) K; temperatures must rise", value)
    }
    return temperature
  }

  func curve(_ value: JSONValue) throws(ExchangeError) -> [LibcameraTuning.CurvePoint] {
    let list = try list(value)
    let count = list.count
    guard count % 3 == 0, count >= 6 else {
      throw error("\(count) numbers; a curve must have two or more points of temperature, red and blue", value)
    }
    guard count <= LibcameraTuning.longestList else {
      throw error(
        "\(count) numbers; libcamera reads at most \(LibcameraTuning.longestList) in a list, which are "
          + "\(LibcameraTuning.longestList / 3) points", value)
    }
    let elements = Array(list)
    var points: [LibcameraTuning.CurvePoint] = []
    for start in stride(from: 0, to: elements.count, by: 3) {
      points.append(
        LibcameraTuning.CurvePoint(
          temperature: try temperature(elements[start], after: points.last?.temperature),
          red: try positive(elements[start + 1]), blue: try positive(elements[start + 2])))
    }
    guard let cold = points.first, let hot = points.last, hot.red < cold.red, hot.blue > cold.blue else {
      throw error(Self.turned(points), value)
    }
    return points
  }

  /// Returns what is wrong with a curve along which red does not fall or blue does not rise.
  private static func turned(_ points: [LibcameraTuning.CurvePoint]) -> String {
    let ends = [points.first, points.last].compactMap(\.self).map {
      "R/G \($0.red), B/G \($0.blue) at \($0.temperature) K"
    }
    return "the curve goes from \(ends.joined(separator: " to ")); R/G must fall with rising temperature, and B/G must "
      + "rise; check that each point is temperature, red, blue, and that red and blue are not exchanged"
  }

  func matrices(_ value: JSONValue) throws(ExchangeError) -> [LibcameraTuning.ColorMatrix] {
    var matrices: [LibcameraTuning.ColorMatrix] = []
    let elements = try list(value)
    guard elements.count <= MatrixCharacterization.largestCount else {
      throw error("\(elements.count) matrices; there may be \(MatrixCharacterization.largestCount)", value)
    }
    for element in elements {
      guard let ct = element["ct"], let ccm = element["ccm"] else {
        throw error("a matrix must be an object with ct and ccm", element)
      }
      var m: [Double] = []
      for entry in try list(ccm) { m.append(try number(entry)) }
      guard m.count == 9 else { throw error("\(m.count) numbers where the 9 of a matrix must be", ccm) }
      let matrix = Matrix3x3(rows: [m[0], m[1], m[2]], [m[3], m[4], m[5]], [m[6], m[7], m[8]])
      guard matrix.isInvertible, (matrix * [1, 1, 1]).min() > 0 else {
        throw error("a matrix that has no inverse, or does not keep white", ccm)
      }
      matrices.append(
        LibcameraTuning.ColorMatrix(
          temperature: try temperature(ct, after: matrices.last?.temperature), matrix: matrix))
    }
    guard !matrices.isEmpty else { throw error("a list without a matrix; it must have one or more", value) }
    return matrices
  }
}
