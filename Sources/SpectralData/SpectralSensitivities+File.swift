import Colorimetry
public import WhiteBalance

extension SpectralSensitivities {
  /// Reads sensitivities from a file: text with the columns wavelength, red, green and blue, or the JSON of
  /// rawtoaces-data.
  ///
  /// Columns may be in any order if their names have the words red, green and blue, or r, g and b, or begin with these
  /// letters.
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
    let names = table.columns.map { $0.name?.lowercased() ?? "" }
    let channels =
      Self.channels(of: names.map { Set($0.split { !$0.isLetter }.map(String.init)) })
      ?? Self.channels(of: names.map { [String($0.prefix(1))] }) ?? [0, 1, 2]
    self.init(
      red: table.columns[channels[0]].distribution, green: table.columns[channels[1]].distribution,
      blue: table.columns[channels[2]].distribution)
  }

  /// Returns the columns of red, green and blue where each is named by the words of one column alone.
  private static func channels(of words: [Set<String>]) -> [Int]? {
    let places = [["r", "red"], ["g", "green"], ["b", "blue"]].map { channel in
      words.indices.filter { !words[$0].isDisjoint(with: channel) }
    }
    let found = places.compactMap { $0.count == 1 ? $0[0] : nil }
    return Set(found).count == 3 ? found : nil
  }
}
