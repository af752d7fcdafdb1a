public import Colorimetry
internal import JSONText
internal import WhiteBalance

/// The parts of a libcamera tuning file for Raspberry Pi that describe white: the curve of `rpi.awb`, the matrices of
/// `rpi.ccm`, and `rpi.black_level`. Source: libcamera, src/ipa/rpi/controller/rpi (BSD-2-Clause), files of version
/// 2.0.
public struct LibcameraTuning: Hashable, Sendable {
  /// The neutral of a light on the canonical sensor.
  public struct CurvePoint: Hashable, Sendable {
    /// The temperature of the light, in kelvin.
    public var temperature: Double
    /// The ratios of red and of blue to green.
    public var red, blue: Double
  }
  /// A colour correction matrix for one light.
  public struct ColorMatrix: Hashable, Sendable {
    /// The temperature of the light, in kelvin.
    public var temperature: Double
    /// The matrix from white-balanced device RGB to linear sRGB. Its rows add up to 1.
    public var matrix: Matrix3x3
  }

  /// The image processor: `bcm2835` or `pisp`.
  public var target: String
  /// The points of the curve by rising temperature, at least two.
  public var curve: [CurvePoint]
  /// The factors that turn this sensor's red and blue into those of the canonical sensor.
  public var redSensitivity, blueSensitivity: Double
  /// The matrices by rising temperature; empty where the file has no `rpi.ccm`.
  public var matrices: [ColorMatrix]
  /// The black level for samples of 16 bits, or `nil` where the file has none.
  public var blackLevel: Double?
  /// The names of the other sections.
  public var otherSections: [String]
}

// MARK: - Reading

extension LibcameraTuning {
  /// Reads a tuning file.
  ///
  /// - Throws: ``ExchangeError/json(line:column:fault:)``, or ``ExchangeError/missingSection(_:needed:)`` where the
  ///   sensor has no curve.
  public init(_ bytes: [UInt8]) throws(ExchangeError) {
    let file = Fields(bytes: bytes)
    let root: JSONValue
    do throws(JSONError) { root = try JSONReader.value(bytes) } catch { throw ExchangeError(error) }
    guard let version = root["version"] else {
      throw .missingSection("version", needed: "tuning files are of version 2.0")
    }
    guard try file.number(version) == Self.version else {
      throw file.error("version \(version.kind); only \(Self.version) is read", version)
    }
    target = try root["target"].map(file.text) ?? ""
    guard let list = root["algorithms"] else {
      throw .missingSection("algorithms", needed: "this is no tuning file of libcamera for Raspberry Pi")
    }
    var sections: [String: JSONValue] = [:]
    for entry in try file.list(list) {
      guard case .object(let members) = entry.content else {
        throw file.error("\(entry.kind) where an algorithm's object must be", entry)
      }
      for member in members where sections.updateValue(member.value, forKey: member.name) != nil {
        throw file.error("a second section '\(member.name)'", member.value)
      }
    }
    guard let awb = sections["rpi.awb"], let points = awb["ct_curve"] else {
      throw .missingSection(
        "ct_curve in rpi.awb",
        needed: "the sensor is monochrome or not calibrated, and the file does not say how it sees white")
    }
    curve = try file.curve(points)
    redSensitivity = try awb["sensitivity_r"].map(file.positive) ?? 1
    blueSensitivity = try awb["sensitivity_b"].map(file.positive) ?? 1
    matrices = try sections["rpi.ccm"]?["ccms"].map(file.matrices) ?? []
    blackLevel = try sections["rpi.black_level"]?["black_level"].map(file.blackLevel)
    otherSections = sections.keys.filter { !["rpi.awb", "rpi.ccm", "rpi.black_level"].contains($0) }.sorted()
  }

  static let version = 2.0
}

extension ExchangeError {
  fileprivate init(_ error: JSONError) { self = .json(line: error.line, column: error.column, fault: error.fault) }
}

/// Extracts values from a document, or throws an error with their position.
private struct Fields {
  let bytes: [UInt8]

  func error(_ fault: String, _ value: JSONValue) -> ExchangeError {
    ExchangeError(JSONReader.error(fault, at: value.offset, in: bytes))
  }

  func number(_ value: JSONValue) throws(ExchangeError) -> Double {
    guard case .number(let number) = value.content else { throw error("\(value.kind) where a number must be", value) }
    return number
  }

  func positive(_ value: JSONValue) throws(ExchangeError) -> Double {
    let number = try number(value)
    guard number > 0 else { throw error("\(number) where a number above 0 must be", value) }
    return number
  }

  func blackLevel(_ value: JSONValue) throws(ExchangeError) -> Double {
    let level = try number(value)
    guard (0...LibcameraTuning.levelScale).contains(level) else {
      throw error(
        "a black level of \(level); it must be 0 to \(LibcameraTuning.levelScale), for samples of 16 bits", value)
    }
    return level
  }

  func text(_ value: JSONValue) throws(ExchangeError) -> String {
    guard case .text(let text) = value.content else { throw error("\(value.kind) where a text must be", value) }
    return text
  }

  func list(_ value: JSONValue) throws(ExchangeError) -> [JSONValue] {
    guard case .array(let elements) = value.content else { throw error("\(value.kind) where a list must be", value) }
    return elements
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
    let elements = try list(value)
    guard elements.count % 3 == 0, elements.count >= 6 else {
      throw error("\(elements.count) numbers; a curve must have two or more points of temperature, red and blue", value)
    }
    try checkCount(elements.count / 3, "points", value)
    var points: [LibcameraTuning.CurvePoint] = []
    for start in stride(from: 0, to: elements.count, by: 3) {
      points.append(
        LibcameraTuning.CurvePoint(
          temperature: try temperature(elements[start], after: points.last?.temperature),
          red: try positive(elements[start + 1]), blue: try positive(elements[start + 2])))
    }
    return points
  }

  /// Refuses more points or matrices than a profile can hold.
  private func checkCount(_ count: Int, _ name: String, _ value: JSONValue) throws(ExchangeError) {
    guard count <= MatrixCharacterization.largestCount else {
      throw error("\(count) \(name); there may be \(MatrixCharacterization.largestCount)", value)
    }
  }

  func matrices(_ value: JSONValue) throws(ExchangeError) -> [LibcameraTuning.ColorMatrix] {
    var matrices: [LibcameraTuning.ColorMatrix] = []
    let elements = try list(value)
    try checkCount(elements.count, "matrices", value)
    for element in elements {
      guard let ct = element["ct"], let ccm = element["ccm"] else {
        throw error("a matrix must be an object with ct and ccm", element)
      }
      var m: [Double] = []
      for entry in try list(ccm) { m.append(try number(entry)) }
      guard m.count == 9 else { throw error("\(m.count) numbers where the 9 of a matrix must be", ccm) }
      let matrix = Matrix3x3(rows: [m[0], m[1], m[2]], [m[3], m[4], m[5]], [m[6], m[7], m[8]])
      guard matrix.inverse.isFinite, (matrix * [1, 1, 1]).min() > 0 else {
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
