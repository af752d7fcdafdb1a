internal import JSONText

/// A reader of the spectra in Argyll's `.sp` files, which are CGATS text of the kind `SPECT`.
///
/// Source: ArgyllCMS, "File Formats". The wavelengths are equally spaced from SPECTRAL_START_NM to SPECTRAL_END_NM, and
/// values are relative to SPECTRAL_NORM.
enum ArgyllSpectra {
  /// Returns whether a text begins like such a file.
  static func begins(_ text: ArraySlice<UInt8>) -> Bool {
    let start = text.drop { $0.isBlank || $0.isLineEnd }
    return start.starts(with: "SPECT".utf8) && start.dropFirst(5).first.map { $0.isBlank || $0.isLineEnd } == true
  }

  static func table(
    of text: ArraySlice<UInt8>, quantity: SpectralQuantity
  ) throws(SpectralDataError) -> SpectralTable.Contents {
    var keywords: [String: (value: String, line: Int)] = [:]
    var values: [(number: Double, line: Int)] = []
    var columns: (count: Int, line: Int)?
    var (isData, isFormat, isEnded) = (false, false, false)
    var lines = Lines(text)
    while let line = lines.next() {
      let content = line.trimmed
      guard content.count <= SpectralText.longestLine else {
        throw SpectralDataError(.line(lines.number), .tooLong(SpectralText.longestLine))
      }
      guard let first = content.first, first != UInt8(ascii: "#") else { continue }
      let fields = Separator.blanks.fields(of: content)
      switch fields[0] {
      case "BEGIN_DATA": isData = true
      case "END_DATA": (isData, isEnded) = (false, true)
      case "BEGIN_DATA_FORMAT": isFormat = true
      case "END_DATA_FORMAT": isFormat = false
      case _ where isFormat: columns = ((columns?.count ?? 0) + fields.count, lines.number)
      case _ where isData:
        for (column, field) in fields.enumerated() {
          let number = try Double(field, at: .field(line: lines.number, column: column + 1))
          guard values.count < mostValues else {
            throw SpectralDataError(.line(lines.number), .tooManyValues(mostValues))
          }
          values.append((number, lines.number))
        }
      default: if fields.count > 1 { keywords[fields[0]] = (fields[1], lines.number) }
      }
    }
    guard isEnded else { throw SpectralDataError(.line(lines.number), .cutShort("END_DATA")) }
    if let kind = keywords["MEAS_TYPE"],
      Self.surfaces.contains(where: kind.value.contains) != (quantity == .reflectance)
    {
      throw SpectralDataError(.line(kind.line), .otherQuantity(kind.value.filter { $0 != "\"" }, quantity))
    }
    func number(_ keyword: String) throws(SpectralDataError) -> Double {
      guard let found = keywords[keyword] else { throw SpectralDataError(.file, .noKeyword(keyword)) }
      guard let number = Double(found.value), number.isFinite else {
        throw SpectralDataError(.line(found.line), .notANumber(found.value))
      }
      return number
    }
    let (low, high) = (try number("SPECTRAL_START_NM"), try number("SPECTRAL_END_NM"))
    let bands = try number("SPECTRAL_BANDS")
    guard bands >= 2, bands <= Double(SpectralText.mostRows), let count = Int(exactly: bands), !values.isEmpty,
      values.count % count == 0
    else {
      throw SpectralDataError(
        .line(values.last?.line ?? keywords["SPECTRAL_BANDS"]?.line ?? 1),
        .bandCount(values: values.count, bands: bands))
    }
    // A column beside the bands would be read as one.
    if let columns, columns.count != count {
      throw SpectralDataError(.line(columns.line), .columnCount(columns.count, bands: count))
    }
    if let sets = keywords["NUMBER_OF_SETS"] {
      guard let stated = Int(sets.value) else {
        throw SpectralDataError(.line(sets.line), .notANumber(sets.value))
      }
      guard stated == values.count / count else {
        throw SpectralDataError(.line(sets.line), .setCount(values.count / count, stated: stated))
      }
    }
    // The unit of a light's power does not matter; a reflectance is a share.
    let norm = quantity == .reflectance && keywords["SPECTRAL_NORM"] != nil ? try number("SPECTRAL_NORM") : 1
    guard norm > 0 else {
      throw SpectralDataError(.line(keywords["SPECTRAL_NORM"]?.line ?? 1), .norm(norm))
    }
    // Where there is no light, an instrument's noise goes below 0.
    let least = -noise * (values.map(\.number).max() ?? 0)
    func withoutNoise(_ value: Double) -> Double { least <= value && value < 0 ? 0 : value / norm }
    let rows = (0..<count).map { band in
      let places = stride(from: band, to: values.count, by: count)
      return SpectralTable.Row(
        place: .line(values[band].line), wavelength: low + (high - low) * Double(band) / Double(count - 1),
        values: places.map { withoutNoise(values[$0].number) })
    }
    return .init(names: [], rows: rows, stated: [])
  }

  /// The kinds of measurement that measure a surface and not a light.
  private static let surfaces = ["REFLECTIVE", "TRANSMISSIVE"]

  /// The largest number of values in all spectra of a file together.
  private static let mostValues = 1_000_000

  /// The largest negative value that counts as 0, as a share of the largest value.
  private static let noise = 0.01
}
