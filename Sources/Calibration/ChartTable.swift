public import Colorimetry
internal import WhiteBalance

/// The contents of a CGATS table about a chart: the device's readings, the patches' colours, or both.
public struct ChartTable: Hashable, Sendable {
  /// The name of the file, for messages.
  public let name: String
  private let table: CGATSFile.Table
  private let names: [String]
  var keywords: [String: String] { table.keywords }

  /// Creates the contents from the first table with patches that have readings or colours.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - name: The name of the file, for messages.
  /// - Throws: ``ChartTableError/noPatches(file:)``.
  public init(_ file: CGATSFile, name: String) throws(ChartTableError) {
    let tables = file.tables.filter { Self.nameField($0) != nil && !$0.rows.isEmpty }
    guard
      let table = tables.first(where: { table in
        Self.rgb.allSatisfy(table.fields.contains) || Self.hasColor(table)
      }) ?? tables.first, let field = Self.nameField(table), let column = table.column(field)
    else { throw .noPatches(file: name) }
    self.name = name
    self.table = table
    names = table.rows.map { $0[column] }
  }

  /// Returns the field with the patches' names. Where the first such field only numbers the rows, the next one has the
  /// names.
  private static func nameField(_ table: CGATSFile.Table) -> String? {
    let fields = ["SAMPLE_ID", "SampleID", "SAMPLE_LOC", "SAMPLE_NAME"].filter(table.fields.contains)
    guard fields.count > 1, let column = table.column(fields[0]) else { return fields.first }
    let counts = table.rows.indices.allSatisfy { Int(table.rows[$0][column]) == $0 + 1 }
    return counts ? fields[1] : fields[0]
  }

  private static let rgb = ["RGB_R", "RGB_G", "RGB_B"]
  private static let xyz = ["XYZ_X", "XYZ_Y", "XYZ_Z"]
  private static let lab = ["LAB_L", "LAB_A", "LAB_B"]

  private static func hasColor(_ table: CGATSFile.Table) -> Bool {
    xyz.allSatisfy(table.fields.contains) || lab.allSatisfy(table.fields.contains) || spectralColumns(table).count > 1
  }

  /// Whether the table has colours of its own.
  package var hasColor: Bool { Self.hasColor(table) }

  // MARK: - Readings

  /// Returns the device's readings.
  ///
  /// A patch counts as clipped at the end of the scale, which is 1 or 100 where all values lie within it, as Argyll
  /// writes them.
  ///
  /// - Throws: ``ChartTableError`` where the device is no camera, a column is missing or a value is not a number.
  public func readings() throws(ChartTableError) -> [ChartReading] {
    if let deviceClass = keywords["DEVICE_CLASS"], !["INPUT", "SCANNER", "CAMERA"].contains(deviceClass) {
      throw .notACamera(file: name, deviceClass: deviceClass)
    }
    let values = try numbers(Self.rgb)
    let largest = values.map { $0.max() ?? 0 }.max() ?? 0
    let fullScale: Double? = largest <= 1 ? 1 : largest <= 100 ? 100 : nil
    return zip(names, values).map { name, rgb in
      ChartReading(
        patch: name, response: LinearRGB(red: rgb[0], green: rgb[1], blue: rgb[2]),
        isClipped: fullScale.map { scale in rgb.contains { $0 >= Self.clippedShare * scale } } ?? false)
    }
  }

  /// The share of the scale above which the mean of a patch shows that samples were clipped.
  private static let clippedShare = 0.995

  // MARK: - Reference

  /// Returns the patches' colours: reflectances if there are any, else XYZ, else Lab, which is under D50 unless the
  /// file states another light.
  ///
  /// - Throws: ``ChartTableError`` where a column is missing or a value is wrong, with a ``CalibrationError`` as the
  ///   cause where a patch is repeated.
  public func reference() throws(ChartTableError) -> ChartReference {
    let spectral = Self.spectralColumns(table)
    let isReflectance = spectral.count > 1
    let (named, whitePoint) = isReflectance ? (nil, nil) : (try namedWhite(), try argyllWhite())
    var white = whitePoint ?? named
    let colors: [ChartReference.Color]
    if isReflectance {
      colors = try reflectances(spectral)
    } else if Self.xyz.allSatisfy(table.fields.contains) {
      let values = try numbers(Self.xyz)
      let scale = (values.map { $0[1] }.max() ?? 0) > Self.largestShare ? 0.01 : 1
      colors = values.map { .tristimulus(TristimulusValues(x: scale * $0[0], y: scale * $0[1], z: scale * $0[2])) }
    } else if Self.lab.allSatisfy(table.fields.contains) {
      white = white ?? .d50
      // Argyll's Lab is relative to D50, whatever the light.
      let reference = TristimulusValues(whitePoint == nil ? named ?? .d50 : .d50)
      let values = try numbers(Self.lab)
      let lightest = values.map { $0[0] }.max() ?? 0
      guard lightest > Self.largestLightnessOfOne else { throw .lightness(lightest, file: name) }
      colors = values.map {
        .tristimulus(TristimulusValues(CIELab(lightness: $0[0], a: $0[1], b: $0[2]), white: reference))
      }
    } else {
      throw .missingFields(Self.xyz, file: name, has: table.fields)
    }
    do throws(CalibrationError) {
      return try ChartReference(
        name: name, patches: zip(names, colors).map { ChartReference.Patch(name: $0, color: $1) }, white: white)
    } catch {
      throw .reference(error)
    }
  }

  /// The largest L* in a file whose scale of L* ends at 1 instead of 100.
  private static let largestLightnessOfOne = 1.0

  /// The value above which colours are in percent. No patch is twice as light as white, not even a fluorescent one.
  private static let largestShare = 2.0

  /// Returns the columns with wavelengths in their names: SPEC_380, NM380, SPECTRAL_NM380, R_380.
  private static func spectralColumns(_ table: CGATSFile.Table) -> [(wavelength: Double, field: String)] {
    table.fields.compactMap { field in
      let upper = field.uppercased()
      for prefix in ["SPECTRAL_NM_", "SPECTRAL_NM", "SPECTRAL_", "SPEC_", "NM_", "NM", "R_"]
      where upper.hasPrefix(prefix) {
        if let wavelength = Double(upper.dropFirst(prefix.count)), wavelength > 0 { return (wavelength, field) }
      }
      return nil
    }.sorted { $0.wavelength < $1.wavelength }
  }

  private func reflectances(
    _ columns: [(wavelength: Double, field: String)]
  ) throws(ChartTableError) -> [ChartReference.Color] {
    let rows = try numbers(columns.map(\.field))
    let largest = rows.joined().max() ?? 0
    for (patch, row) in zip(names, rows) {
      for (column, value) in zip(columns, row) where value < -Self.noise * max(largest, 0) {
        throw .negativeReflectance(value, field: column.field, patch: patch, file: name)
      }
    }
    let scale = largest > Self.largestShare ? 0.01 : 1
    let wavelengths = ContinuedWavelengths(columns.map(\.wavelength), to: Self.nanometers)
    var colors: [ChartReference.Color] = []
    for row in rows {
      do throws(SpectralDistributionError) {
        colors.append(.reflectance(try wavelengths.reflectance(row.map { scale * $0 })))
      } catch {
        throw .spectrum(file: name, error)
      }
    }
    return colors
  }

  /// The largest negative reflectance of an instrument's noise, as a share of the file's largest value. `ArgyllSpectra`
  /// in SpectralData has the same limit.
  private static let noise = 0.01

  /// The range of the CIE's observer, in nanometres.
  private static let nanometers = 360.0...830.0

  // MARK: - Numbers

  private func numbers(_ fields: [String]) throws(ChartTableError) -> [[Double]] {
    // A file can have as many spectral fields as fields, so each is looked up in constant time.
    let places = Dictionary(zip(table.fields, table.fields.indices)) { first, _ in first }
    let columns = fields.compactMap { places[$0] }
    guard columns.count == fields.count else {
      throw .missingFields(fields.filter { !table.fields.contains($0) }, file: name, has: table.fields)
    }
    var result: [[Double]] = []
    for (patch, row) in zip(names, table.rows) {
      var values: [Double] = []
      for (field, column) in zip(fields, columns) {
        guard let value = Double(row[column]), value.isFinite else {
          throw .notANumber(row[column], field: field, patch: patch, file: name)
        }
        values.append(value)
      }
      result.append(values)
    }
    return result
  }
}

/// The reason why a table has no data about a chart.
public enum ChartTableError: Error, Hashable, Sendable {
  /// No table has rows with names of patches.
  case noPatches(file: String)
  /// The readings are of a device that is not a camera or scanner.
  case notACamera(file: String, deviceClass: String)
  /// Columns are missing.
  case missingFields([String], file: String, has: [String])
  /// A value is not a number.
  case notANumber(String, field: String, patch: String, file: String)
  /// A reflectance is below 0 by more than an instrument's noise.
  case negativeReflectance(Double, field: String, patch: String, file: String)
  /// The reflectances do not form spectra.
  case spectrum(file: String, SpectralDistributionError)
  /// The largest L* among the file's patches is too low for a light patch.
  case lightness(Double, file: String)
  /// The light or the observer that the file states for its colours is not known.
  case statedLight(keyword: String, value: String, expected: String, file: String)
  /// The patches do not form a reference.
  case reference(CalibrationError)
}

extension ChartTableError: CustomStringConvertible {
  /// A message with the value at fault and what would have been right.
  public var description: String {
    switch self {
    case .noPatches(let file):
      "\(file): no patches; the table needs rows with a SAMPLE_ID, SAMPLE_LOC or SAMPLE_NAME"
    case .notACamera(let file, let deviceClass):
      "\(file): readings of a device of class \(deviceClass); a camera's are INPUT"
    case .missingFields(let fields, let file, let has):
      "\(file): no column \(fields.joined(separator: ", ")); the table has "
        + has.prefix(Self.mostFields).joined(separator: ", ") + (has.count > Self.mostFields ? ", …" : "")
    case .notANumber(let text, let field, let patch, let file):
      "\(file), patch \(patch): \(field) is '\(text.prefix(Self.mostCharacters))'; it must be a number"
    case .negativeReflectance(let value, let field, let patch, let file):
      "\(file), patch \(patch): \(field) is \(value); a reflectance must be at least 0"
    case .spectrum(let file, let error): "\(file): \(error)"
    case .lightness(let lightest, let file):
      "\(file): the lightest patch has a LAB_L of \(lightest); L*, a* and b* must be on the scale where white is 100, not 1"
    case .statedLight(let keyword, let value, let expected, let file):
      "\(file): \(keyword) is '\(value.prefix(Self.mostCharacters))'; it must be \(expected)"
    case .reference(let error): error.description
    }
  }

  // A message shows at most so many columns and characters of a file. A table of reflectances has a column for each
  // wavelength, and a field may be as long as its file.
  private static let (mostFields, mostCharacters) = (12, 40)
}
