import Colorimetry
public import WhiteBalance

extension SpectralSensitivities {
  /// Reads sensitivities from a file: text with the columns wavelength, red, green and blue, or the JSON of
  /// rawtoaces-data.
  ///
  /// Columns whose names begin with r, g and b may be in any order.
  ///
  /// - Parameter bytes: The bytes of the whole file.
  /// - Throws: ``SpectralDataError`` with the position of the first fault.
  public init(fileBytes bytes: [UInt8]) throws(SpectralDataError) {
    try self.init(SpectralTable(bytes, of: .sensitivity))
  }

  /// Takes sensitivities from a table.
  ///
  /// - Throws: ``SpectralDataError`` unless the table has three columns.
  public init(_ table: SpectralTable) throws(SpectralDataError) {
    guard table.columns.count == 3 else { throw SpectralDataError(.file, .notThreeChannels(table.columns.count)) }
    let initials = table.columns.map { $0.name?.lowercased().first }
    let places = ["r", "g", "b"].map { initials.firstIndex(of: $0) }
    let channels =
      if let red = places[0], let green = places[1], let blue = places[2] { [red, green, blue] } else { [0, 1, 2] }
    self.init(
      red: table.columns[channels[0]].distribution, green: table.columns[channels[1]].distribution,
      blue: table.columns[channels[2]].distribution)
  }
}
