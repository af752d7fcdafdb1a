internal import JSONText

/// The JSON of rawtoaces-data, which has rows by wavelength.
enum SpectralJSON {
  static func table(of text: ArraySlice<UInt8>) throws(SpectralDataError) -> SpectralTable.Contents {
    let file = try JSONFields(Array(text)) { SpectralDataError($0) }
    let root = file.root
    guard let spectra = root["spectral_data"] else { throw file.error("there is no 'spectral_data'", root) }
    guard let data = spectra["data"] else { throw file.error("there is no 'spectral_data.data'", spectra) }
    guard let main = data["main"] else { throw file.error("there is no 'spectral_data.data.main'", data) }
    guard case .object(let members) = main.content else {
      throw file.error("\(main.kind) where an object of rows by wavelength must be", main)
    }
    var rows: [SpectralTable.Row] = []
    for (key, row) in members {
      let wavelength = try Double(key, at: .key(key))
      let list = try file.list(row)
      var values: [Double] = []
      values.reserveCapacity(list.count)
      for value in list { values.append(try file.number(value)) }
      rows.append(SpectralTable.Row(place: .key(key), wavelength: wavelength, values: values))
    }
    var names: [String] = []
    if let heading = spectra["index"]?["main"] {
      for name in try file.list(heading) { names.append(try file.text(name)) }
    }
    return .init(
      names: names, rows: rows.sorted { $0.wavelength < $1.wavelength }, stated: [],
      manufacturer: headerText("manufacturer", in: root["header"]), model: headerText("model", in: root["header"]))
  }

  /// Returns a text of the header, which nothing else depends on; `nil` where there is none.
  private static func headerText(_ name: String, in header: JSONValue?) -> String? {
    guard case .object? = header?.content, case .text(let text)? = header?[name]?.content else { return nil }
    return text.isEmpty ? nil : text
  }
}

extension SpectralDataError {
  fileprivate init(_ error: JSONError) {
    self.init(.character(line: error.line, column: error.column), .notJSON(error.fault))
  }
}
