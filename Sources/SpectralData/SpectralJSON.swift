internal import Foundation

/// The JSON of rawtoaces-data: rows by wavelength.
enum SpectralJSON {
  private struct File: Decodable {
    struct Spectra: Decodable {
      var index: [String: [String]]?
      var data: [String: [String: [Double]]]
    }
    var spectra: Spectra

    enum CodingKeys: String, CodingKey { case spectra = "spectral_data" }
  }

  static func rows(of text: ArraySlice<UInt8>) throws(SpectralDataError) -> (names: [String], rows: [SpectralTable.Row])
  {
    let file: File
    do { file = try JSONDecoder().decode(File.self, from: Data(text)) } catch {
      throw SpectralDataError(.file, .notJSON(reason(error)))
    }
    guard let data = file.spectra.data["main"] else {
      throw SpectralDataError(.file, .notJSON("spectral_data.data has no 'main'"))
    }
    var rows: [SpectralTable.Row] = []
    for (key, values) in data {
      guard let wavelength = Double(key) else { throw SpectralDataError(.key(key), .notANumber(key)) }
      guard wavelength.isFinite else { throw SpectralDataError(.key(key), .notFinite(key)) }
      rows.append(SpectralTable.Row(place: .key(key), wavelength: wavelength, values: values))
    }
    return (file.spectra.index?["main"] ?? [], rows.sorted { $0.wavelength < $1.wavelength })
  }

  private static func reason(_ error: any Error) -> String {
    func path(_ context: DecodingError.Context) -> String {
      context.codingPath.map(\.stringValue).joined(separator: ".")
    }
    return switch error {
    case DecodingError.keyNotFound(let key, let context):
      "there is no '\((context.codingPath.map(\.stringValue) + [key.stringValue]).joined(separator: "."))'"
    case DecodingError.typeMismatch(let type, let context), DecodingError.valueNotFound(let type, let context):
      "'\(path(context))' is not of the kind \(type)"
    default: "its syntax is wrong"
    }
  }
}
