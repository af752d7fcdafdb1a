internal import DeviceProfiles
package import ProfileExchange

// Source: EXIF 2.31 (CIPA DC-008), section 4.6.

extension ExposureMetadata {
  func write(to writer: inout TagWriter) {
    guard self != .unknown else { return }
    var exif = TagWriter()
    exif.set(.exifVersion, bytes: Array("0231".utf8), as: .undefined)
    if let duration, Self.isFraction(duration) { exif.set(.exposureTime, fractions: [duration], isSigned: false) }
    if let aperture, Self.isFraction(aperture) { exif.set(.fNumber, fractions: [aperture], isSigned: false) }
    if let iso {
      let whole = Self.wholeISO(iso)
      exif.set(.photographicSensitivity, shorts: min(whole, Self.largestSensitivity))
      exif.set(.sensitivityType, shorts: Self.isoSpeed)
      exif.set(.isoSpeed, longs: whole)
    }
    if let date {
      let moment = ExifMoment(date)
      exif.set(.dateTimeOriginal, text: moment.text)
      exif.set(.offsetTimeOriginal, text: ExifMoment.utc)
    }
    writer.set(.exifIFD, directory: exif)
  }

  /// Stores what EXIF has no tags for.
  func write(to fields: inout DNGPrivateFields) {
    fields[.gain] = gain
    if let iso, Double(Self.wholeISO(iso)) != iso { fields[.iso] = iso }
  }

  /// The values that other programs read differently or not at all.
  var lossInDNG: [ExchangeWarning] {
    var lost: [ExchangeWarning] = []
    for (field, value) in [("duration", duration), ("aperture", aperture)] {
      guard let value, !Self.isFraction(value) else { continue }
      lost.append(ExchangeWarning(code: .exposure, text: "EXIF's fractions do not hold the \(field) of \(value)"))
    }
    if gain != nil, iso == nil {
      lost.append(
        ExchangeWarning(
          code: .exposure, text: "EXIF has no tag for a gain: it is in DNGPrivateData, which this library reads back"))
    }
    if let iso, Double(Self.wholeISO(iso)) != iso {
      lost.append(
        ExchangeWarning(
          code: .exposure, text: "EXIF has ISO in whole numbers: other programs read \(Self.wholeISO(iso)) of \(iso)"))
    }
    return lost
  }

  fileprivate static func wholeISO(_ iso: Double) -> Int { Int(min(max(iso.rounded(), 1), largestISO)) }

  /// Returns whether a fraction of two such numbers can approximate the value, and is neither 0 nor infinite.
  static func isFraction(_ value: Double) -> Bool { (1 / largestTerm...largestTerm).contains(value) }
  private static let largestTerm = Double(Int32.max)

  /// The largest value of PhotographicSensitivity, which has 16 bits. It refers to the tag that SensitivityType names.
  fileprivate static let largestSensitivity = 65535
  private static let largestISO = 4_294_967_295.0
  /// The value of SensitivityType that names ISOSpeed.
  private static let isoSpeed = 3

  /// Returns the tags for a sensitivity beyond 16 bits, the one that SensitivityType names first.
  ///
  /// Types 1, 2 and 3 name one tag each. Cameras that name two or more give them the same value.
  fileprivate static func sensitivities(ofType type: Double?) -> [DNGTag] {
    let all: [DNGTag] = [.standardOutputSensitivity, .recommendedExposureIndex, .isoSpeed]
    guard let type, (1...3).contains(type), let index = Int(exactly: type - 1) else { return all.reversed() }
    return [all[index]] + all.reversed()
  }
}

extension ExposureMetadata {
  /// Reads the EXIF tags of a file that is a TIFF: a DNG, or most cameras' raws.
  ///
  /// - Throws: ``ProfileExchange/ExchangeError`` where the file is no TIFF, or is damaged.
  package init(tiffBytes bytes: [UInt8]) throws(ExchangeError) {
    self = try TagFile(bytes).firstDirectory().exposure()
  }
}

extension TagDirectory {
  /// Returns the exposure in the tags. A value of 0 means that it is not known; cameras write it for unknown lenses.
  ///
  /// A fault in a photo's description is not a fault of its samples: what cannot be read is not known.
  func exposure() -> ExposureMetadata {
    // TIFF/EP has these tags in the first directory, and EXIF in one of their own.
    let offset = (try? numbers(.exifIFD))?.first.flatMap { Int(exactly: $0) }
    let places = [offset.flatMap { try? file.directory(at: $0) }, self].compactMap(\.self)
    func positive(_ tag: DNGTag) -> Double? { places.lazy.compactMap { $0.positive(tag) }.first }
    func text(_ tag: DNGTag) -> String? { places.lazy.compactMap { try? $0.text(tag) }.first }
    var iso = positive(.photographicSensitivity)
    if iso == nil || iso == Double(ExposureMetadata.largestSensitivity) {
      iso = ExposureMetadata.sensitivities(ofType: positive(.sensitivityType)).lazy.compactMap(positive).first ?? iso
    }
    let own = DNGPrivateFields(self)
    // Another program may have changed the rounded value. Then the exact one is not used.
    if let exact = own[.iso], let rounded = iso, Double(ExposureMetadata.wholeISO(exact)) == rounded { iso = exact }
    let exposure = try? ExposureMetadata(
      duration: positive(.exposureTime), iso: iso, gain: own[.gain], aperture: positive(.fNumber),
      date: ExifMoment(text: text(.dateTimeOriginal), offset: text(.offsetTimeOriginal))?.date)
    return exposure ?? .unknown
  }

  /// Returns a positive number, or `nil` where it is absent, unknown or not a number.
  private func positive(_ tag: DNGTag) -> Double? {
    guard let value = (try? numbers(tag))?.first, value > 0, value.isFinite else { return nil }
    return value
  }
}
