/// A reader of the text that light meters export, with a line for each wavelength or for each measurement.
///
/// Sources of the formats: files of a Sekonic C-7000 and a UPRtek CV600 in colour-science (BSD-3-Clause), and files of
/// a Konica Minolta CL-500A in mi3nts/LightOcular.
enum MeterText {
  /// Returns the table of a meter's text, or `nil` where the text is not a meter's.
  static func table(of text: ArraySlice<UInt8>) throws(SpectralDataError) -> SpectralTable.Contents? {
    var lines = Lines(text)
    // Whether the names of a table's columns have come.
    var isPlain = false
    while let line = lines.next(), lines.number <= mostLinesBefore {
      let content = line.trimmed
      guard content.count <= SpectralText.longestLine else { return nil }
      guard let first = content.first, first != UInt8(ascii: "#") else { continue }
      let fields = Separator(of: content).fields(of: content)
      if fields.count > 1, wavelength(fields[0]) != nil { return isPlain ? nil : try labelled(text) }
      isPlain = isPlain || namesColumns(fields)
      if measurementColumns(fields) != nil, !isTable(below: lines) {
        return try measurements(text, heading: lines.number)
      }
    }
    return nil
  }

  /// The largest number of lines before a meter's spectrum. The known meters write at most 70.
  private static let mostLinesBefore = 1000

  /// Returns whether the first of several fields is the name of a column of wavelengths, and perhaps their unit.
  private static func namesColumns(_ fields: [String]) -> Bool {
    fields.count > 1 && ["wavelength", "lambda", "nm"].contains(fields[0].lowercased().prefix(while: \.isLetter))
  }

  /// Returns the wavelength of a label such as `380nm` or `Spectral Data 380[nm]`.
  private static func wavelength(_ label: String) -> Double? {
    var text = label.utf8.drop { UInt8.isLetter($0) || $0.isBlank }
    for ending in ["[nm]", "nm"] where text.reversed().starts(with: ending.utf8.reversed()) {
      text = text.dropLast(ending.utf8.count)
      return Double(String(decoding: text.filter { !$0.isBlank }, as: UTF8.self))
    }
    return nil
  }

  // MARK: - A line for each wavelength

  /// Reads lines with a wavelength and its unit.
  ///
  /// A file may have the spectrum twice, in steps of 5 nm and of 1 nm. The finer table is used.
  private static func labelled(_ text: ArraySlice<UInt8>) throws(SpectralDataError) -> SpectralTable.Contents {
    var tables: [[SpectralTable.Row]] = []
    var stated = StatedLight.Lines()
    var names: [String] = []
    var lines = Lines(text)
    while let line = lines.next() {
      let content = line.trimmed
      guard content.count <= SpectralText.longestLine else {
        throw SpectralDataError(.line(lines.number), .tooLong(SpectralText.longestLine))
      }
      let fields = Separator(of: content).fields(of: content)
      guard let label = fields.first, let wavelength = wavelength(label) else {
        stated.take(fields)
        if fields.first == "Title" { names = Array(fields.dropFirst()) }
        continue
      }
      if let column = fields.indices.dropFirst(2).first(where: { isFraction(fields[$0]) && isWhole(fields[$0 - 1]) }) {
        let number = "\(fields[column - 1]),\(fields[column])"
        throw SpectralDataError(.field(line: lines.number, column: column), .notANumber(number))
      }
      let row = try SpectralText.row(["\(wavelength)"] + fields.dropFirst(), line: lines.number)
      // A table ends where the first wavelength is repeated.
      if let first = tables.first?.first, first.wavelength != wavelength {
        tables[tables.count - 1].append(row)
      } else {
        // The file may have the spectrum again in other steps.
        guard tables.count < mostTables else {
          throw SpectralDataError(.line(lines.number), .repeatedWavelength(wavelength))
        }
        tables.append([row])
      }
      guard tables[tables.count - 1].count <= SpectralText.mostRows else {
        throw SpectralDataError(.line(lines.number), .tooManyRows(SpectralText.mostRows))
      }
    }
    for table in tables { try checkSteps(table) }
    let ends = tables.compactMap(\.last)
    for end in ends where end.wavelength != ends[0].wavelength {
      let short = end.wavelength < ends[0].wavelength ? (end, ends[0]) : (ends[0], end)
      throw SpectralDataError(short.0.place, .endsEarly(short.0.wavelength, other: short.1.wavelength))
    }
    if let end = ends.first, end.wavelength < leastEnd {
      throw SpectralDataError(end.place, .endsBefore(end.wavelength, least: leastEnd))
    }
    let rows = tables.reduce([]) { $1.count > $0.count ? $1 : $0 }
    return .init(names: names, rows: rows, stated: stated.columns(rows.first?.values.count ?? 0))
  }

  /// Returns whether a field is the fraction of a number with a decimal comma, which the comma between fields has cut
  /// off. A whole number does not begin with 0, and among the rows of a spectrum some fraction does.
  private static func isFraction(_ field: String) -> Bool { field.count > 1 && field.hasPrefix("0") && isWhole(field) }

  private static func isWhole(_ field: String) -> Bool {
    !field.isEmpty && field.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains)
  }

  /// The least wavelength in nm at which a meter's spectrum ends. All meters of Tests/ReferenceData/meters write to 780
  /// nm; the margin is for others.
  private static let leastEnd = 730.0
  /// The largest number of tables in a file. Meters write one or two.
  private static let mostTables = 4

  /// Throws where a wavelength is more than one and a half steps after the one before, so that rows are missing. Meters
  /// write equal steps. Wavelengths that do not ascend are refused later.
  private static func checkSteps(_ rows: [SpectralTable.Row]) throws(SpectralDataError) {
    guard rows.count > 2 else { return }
    let step = rows[1].wavelength - rows[0].wavelength
    for (previous, row) in zip(rows, rows.dropFirst()) {
      // Wavelengths that do not ascend have an error of their own.
      guard step > 0, row.wavelength > previous.wavelength else { return }
      guard row.wavelength - previous.wavelength - step <= mostOffStep * step else {
        throw SpectralDataError(row.place, .rowsMissing(row.wavelength, after: previous.wavelength, step: step))
      }
    }
  }

  /// The largest deviation of the distance between two rows from the step, as a share of the step. With a larger one,
  /// a row is missing. Smaller deviations may come from rounded wavelengths.
  static let mostOffStep = 0.5

  // MARK: - A line for each measurement

  /// Returns the columns of a heading that belong to a spectrum, and their wavelengths.
  private static func measurementColumns(_ heading: [String]) -> (columns: [Int], wavelengths: [Double])? {
    guard heading.count > 2 else { return nil }
    let numbered = heading.indices.filter { heading[$0].hasPrefix("Spectrum[") }
    if numbered.count == cl500A.count { return (numbered, cl500A) }
    let labelled = heading.indices.compactMap { index in wavelength(heading[index]).map { (index, $0) } }
    // A file may have the spectrum twice, in steps of 5 nm and of 1 nm. The longest row of ascending wavelengths is
    // used.
    var (run, longest): ([(Int, Double)], [(Int, Double)]) = ([], [])
    for label in labelled {
      if let last = run.last, label.1 <= last.1 { run = [] }
      run.append(label)
      if run.count > longest.count { longest = run }
    }
    // A few labels among other names, such as "Peak 550nm", are not a spectrum.
    guard longest.count >= fewestAmongOthers || longest.count > 1 && 2 * labelled.count >= heading.count else {
      return nil
    }
    return (longest.map(\.0), longest.map(\.1))
  }

  /// The least number of wavelengths that are a spectrum among any number of other names.
  private static let fewestAmongOthers = 10

  /// Returns whether the next rows begin with wavelengths in equal steps, so that the names above are those of a
  /// table's columns. The illuminances of measurements are not equally spaced.
  private static func isTable(below lines: Lines) -> Bool {
    var lines = lines
    var first: [Double] = []
    while first.count < rowsOfTable, let line = lines.next() {
      let content = line.trimmed
      guard !content.isEmpty, content.first != UInt8(ascii: "#") else { continue }
      let field = Separator(of: content).fields(of: content.prefix(longestField)).first.flatMap(Double.init)
      guard let field, visible.contains(field) else { return false }
      first.append(field)
    }
    guard first.count == rowsOfTable else { return false }
    let step = first[1] - first[0]
    return step > 0 && zip(first, first.dropFirst()).allSatisfy { abs($1 - $0 - step) <= mostOffStep * step }
  }

  /// The number of rows that show equal steps.
  private static let rowsOfTable = 3
  /// The wavelengths, in nanometres, with which tables begin.
  private static let visible = 200.0...2000
  /// The largest part of a line that is looked at for its first field, in bytes.
  private static let longestField = 80

  /// The wavelengths of the CL-500A: 360 to 780 nm in steps of 1 nm. Its heading only numbers them from 0.
  ///
  /// Source: Konica Minolta, specifications of the CL-500A.
  private static let cl500A = Array(stride(from: 360.0, through: 780, by: 1))

  /// - Parameter place: The line of the heading.
  private static func measurements(
    _ text: ArraySlice<UInt8>, heading place: Int
  ) throws(SpectralDataError) -> SpectralTable.Contents {
    var heading: [String] = []
    var found: (columns: [Int], wavelengths: [Double])?
    var measured: [[Double]] = []
    var (names, stated): ([String], [StatedLight?]) = ([], [])
    var lines = Lines(text)
    while let line = lines.next() {
      let content = line.trimmed
      guard content.count <= SpectralText.longestLine else {
        throw SpectralDataError(.line(lines.number), .tooLong(SpectralText.longestLine))
      }
      guard !content.isEmpty, content.first != UInt8(ascii: "#") else { continue }
      let fields = Separator(of: content).fields(of: content)
      guard let columns = found else {
        guard lines.number == place else { continue }
        (heading, found) = (fields, measurementColumns(fields))
        try checkSteps((found?.wavelengths ?? []).map { .init(place: .line(place), wavelength: $0, values: []) })
        continue
      }
      guard fields.count == heading.count else {
        throw SpectralDataError(.line(lines.number), .fieldCount(fields.count, expected: heading.count))
      }
      guard measured.count < mostMeasurements else {
        throw SpectralDataError(.line(lines.number), .tooManyRows(mostMeasurements))
      }
      measured.append(try values(fields, columns.columns, line: lines.number))
      var light = StatedLight.Lines()
      for (name, field) in zip(heading, fields) { light.take([name, field]) }
      stated.append(light.columns(1)[0])
      names.append(zip(heading, fields).filter { ["Date", "Time"].contains($0.0) }.map(\.1).joined(separator: " "))
    }
    let rows = (found?.wavelengths ?? []).enumerated().map { index, wavelength in
      SpectralTable.Row(place: .file, wavelength: wavelength, values: measured.map { $0[index] })
    }
    guard !measured.isEmpty else { throw SpectralDataError(.file, .noRows) }
    return .init(names: names, rows: rows, stated: stated)
  }

  /// The largest number of measurements in a file, each of which is a spectrum.
  private static let mostMeasurements = 10_000

  private static func values(
    _ fields: [String], _ columns: [Int], line: Int
  ) throws(SpectralDataError) -> [Double] {
    var values: [Double] = []
    for column in columns {
      let place = SpectralDataError.Place.field(line: line, column: column + 1)
      let value = try Double(fields[column], at: place)
      guard value >= 0 else { throw SpectralDataError(place, .impossible(value, .power)) }
      values.append(value)
    }
    return values
  }
}
