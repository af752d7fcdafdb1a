public import Colorimetry
internal import JSONText

/// The spectra of a file, all with the same wavelengths.
///
/// These files can be read:
///
/// * Text: each row has a wavelength in nanometres and one value or more, separated by commas, semicolons, tabs or
///   spaces. Lines that start with `#` and headings before the first row are skipped; the last heading names the
///   columns. The decimal separator is a point.
/// * The JSON of rawtoaces-data: `spectral_data.data.main`, an object of rows by wavelength, with names in
///   `spectral_data.index.main`.
/// * The exports of light meters: a line for each wavelength with its unit (Sekonic, UPRtek), or a line for each
///   measurement (Konica Minolta CL-500A). Where a file has a spectrum in two steps, the finer one is read.
/// * Argyll's `.sp`, and the XML of IES TM-27 (`.spdx`).
public struct SpectralTable: Hashable, Sendable {
  /// One spectrum of the table.
  public struct Column: Hashable, Sendable {
    /// The name in the heading, or `nil` where there is none.
    public let name: String?
    /// The spectrum.
    public let distribution: SpectralDistribution
    /// The facts that the file states about the light, or `nil` where it states none.
    public let stated: StatedLight?
  }

  /// The spectra, at least one, each with at least two wavelengths.
  public let columns: [Column]

  /// The maker and model of the measured device, where the file's header names them.
  public private(set) var manufacturer, model: String?

  /// The wavelengths in nanometres, ascending.
  public var wavelengths: [Double] { columns[0].distribution.wavelengths }

  /// The visible wavelengths in nanometres. The CIE tabulates its lamps over them, and rawtoaces-data its cameras.
  package static let visible = 380.0...780.0

  /// Whether the table covers all of ``visible``.
  ///
  /// A spectrum counts as 0 where it is not measured, so sums over a shorter one are too small.
  package var coversVisible: Bool {
    wavelengths[0] <= Self.visible.lowerBound && wavelengths[wavelengths.count - 1] >= Self.visible.upperBound
  }

  /// The longest step between two wavelengths that are visible, or between which some are, in nanometres.
  package var longestStep: Double {
    zip(wavelengths, wavelengths.dropFirst())
      .filter { $1 > Self.visible.lowerBound && $0 < Self.visible.upperBound }.map { $1 - $0 }.max() ?? 0
  }

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of a whole file, in UTF-8. Time and memory grow with their number; the caller limits it.
  ///   - quantity: The quantity of the values. They must be possible for it. Except for reflectances, no spectrum may
  ///     be 0 everywhere.
  /// - Throws: ``SpectralDataError`` with the position of the first fault.
  public init(_ bytes: [UInt8], of quantity: SpectralQuantity) throws(SpectralDataError) {
    let text = bytes.withoutByteOrderMark
    let contents: Contents
    let first = text.first { !$0.isBlank && !$0.isLineEnd }
    // The reader of JSON reports the position of a zero byte or of too many combining marks by itself. UTF-16 has a
    // zero in every other byte.
    if first != UInt8(ascii: "{") {
      guard !text.contains(0) else { throw SpectralDataError(.file, .notText) }
      guard !text.hasEndlessMarks else { throw SpectralDataError(.file, .endlessMarks) }
    }
    switch first {
    case UInt8(ascii: "{"): contents = try SpectralJSON.table(of: text)
    case UInt8(ascii: "<"): contents = try SpectralXML.table(of: text, quantity: quantity)
    case UInt8(ascii: "S") where ArgyllSpectra.begins(text):
      contents = try ArgyllSpectra.table(of: text, quantity: quantity)
    default:
      let metered = try MeterText.table(of: text)
      contents = if let metered { metered } else { try SpectralText.table(of: text) }
    }
    try self.init(contents, of: quantity)
    (manufacturer, model) = (contents.manufacturer, contents.model)
  }

  /// Returns the column with a name, or with a number counted from 1, or the only column where `label` is `nil`.
  ///
  /// - Throws: ``SpectralDataError`` where there is no such column, or there are several and no label.
  public func column(_ label: String? = nil) throws(SpectralDataError) -> Column {
    guard let label else {
      guard columns.count == 1 else { throw SpectralDataError(.file, .severalSpectra(columns.count)) }
      return columns[0]
    }
    if let named = columns.first(where: { $0.name == label }) { return named }
    guard let number = Int(label), (1...columns.count).contains(number) else {
      throw SpectralDataError(
        .file, .noSuchSpectrum(label, names: columns.compactMap(\.name), count: columns.count))
    }
    return columns[number - 1]
  }
}

extension SpectralTable {
  /// A wavelength and its values as they are in the file.
  struct Row {
    var place: SpectralDataError.Place
    var wavelength: Double
    var values: [Double]
  }

  /// The contents of a file before they are checked.
  struct Contents {
    /// The names of the columns. If their number differs from that of the columns, they are names of something else.
    var names: [String]
    var rows: [Row]
    /// The facts that the file states about the light of each column; empty where it states none.
    var stated: [StatedLight?]
    /// The maker and model of the measured device, where the file names them.
    var manufacturer, model: String?
  }

  private init(_ contents: Contents, of quantity: SpectralQuantity) throws(SpectralDataError) {
    let (names, rows) = (contents.names, contents.rows)
    guard let first = rows.first, let last = rows.last else { throw SpectralDataError(.file, .noRows) }
    for (index, row) in rows.enumerated() {
      try row.check(after: index > 0 ? rows[index - 1] : nil, columns: first.values.count, of: quantity)
    }
    guard rows.count > 1 else { throw SpectralDataError(first.place, .oneRow) }
    try Self.checkHoles(rows)
    guard first.wavelength <= Self.visible.upperBound, last.wavelength >= Self.visible.lowerBound else {
      throw SpectralDataError(.file, .notVisible(from: first.wavelength, to: last.wavelength))
    }
    // All columns share this array.
    let wavelengths = rows.map(\.wavelength)
    var columns: [Column] = []
    for column in first.values.indices {
      let values = rows.map { $0.values[column] }
      guard quantity == .reflectance || values.contains(where: { $0 > 0 }) else {
        throw SpectralDataError(.file, .zeroSpectrum(column + 1))
      }
      guard let distribution = try? SpectralDistribution(wavelengths: wavelengths, values: values) else {
        preconditionFailure("rows that were checked are a spectrum")
      }
      let name = names.count == first.values.count ? names[column] : ""
      columns.append(
        Column(
          name: name.isEmpty ? nil : name, distribution: distribution,
          stated: column < contents.stated.count ? contents.stated[column] : nil))
    }
    self.columns = columns
  }
}

extension SpectralTable {
  /// Throws if rows are missing at a few places of a table that is equally spaced elsewhere.
  ///
  /// A table whose step changes, or whose first or last row is far from the others, may be meant so.
  private static func checkHoles(_ rows: [Row]) throws(SpectralDataError) {
    guard rows.count >= leastOfEqualSteps else { return }
    let gaps = zip(rows, rows.dropFirst()).map { $1.wavelength - $0.wavelength }
    let step = gaps[0]
    let others = gaps.indices.filter { abs(gaps[$0] - step) > MeterText.mostOffStep * step }
    // A change of the step is many gaps in a row.
    guard let hole = others.first, others.count <= gaps.count / leastOfEqualSteps, gaps[hole] > step,
      others.last != gaps.indices.last, zip(others, others.dropFirst()).allSatisfy({ $1 > $0 + 1 })
    else { return }
    throw SpectralDataError(
      rows[hole + 1].place,
      .rowsMissing(rows[hole + 1].wavelength, after: rows[hole].wavelength, step: step))
  }

  /// The least number of rows that determine a step. Fewer rows may be points that a person chose. It is also the
  /// least number of equal gaps for each wider gap that counts as missing rows.
  private static let leastOfEqualSteps = 10
}

extension SpectralTable.Row {
  fileprivate func check(
    after previous: SpectralTable.Row?, columns: Int, of quantity: SpectralQuantity
  ) throws(SpectralDataError) {
    guard !values.isEmpty else { throw SpectralDataError(place, .noValues) }
    guard values.count == columns else {
      throw SpectralDataError(place, .valueCount(values.count, expected: columns))
    }
    guard wavelength > 0, wavelength <= SpectralDistribution.longestWavelength else {
      throw fault(0, .wavelength(wavelength))
    }
    if let previous = previous?.wavelength, previous >= wavelength {
      throw fault(
        0, previous == wavelength ? .repeatedWavelength(wavelength) : .notAscending(wavelength, after: previous))
    }
    for (column, value) in values.enumerated() where !quantity.range.contains(value) {
      throw fault(column + 1, .impossible(value, quantity))
    }
  }

  /// Returns an error for a fault in a column. Column 0 is the wavelength.
  private func fault(_ column: Int, _ fault: SpectralDataError.Fault) -> SpectralDataError {
    if case .line(let line) = place { return SpectralDataError(.field(line: line, column: column + 1), fault) }
    return SpectralDataError(place, fault)
  }

}
