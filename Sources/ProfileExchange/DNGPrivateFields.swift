internal import ProfileExchange
internal import RawFrames

/// The facts about a frame for which neither DNG nor EXIF has a tag. They are stored in DNGPrivateData as text: a line
/// with a name and a number for each. Source: Digital Negative Specification 1.7, DNGPrivateData.
struct OwnFields {
  private var values: [(name: Name, value: Double)] = []

  enum Name: String, CaseIterable {
    /// The gain of the exposure.
    case gain
    /// The exact sensitivity, where it is no whole number.
    case iso
    /// The standard error of the black level of each channel, in raw values.
    case blackErrorRed = "black-error-red"
    case blackErrorGreenOnRedRow = "black-error-green-on-red-row"
    case blackErrorGreenOnBlueRow = "black-error-green-on-blue-row"
    case blackErrorBlue = "black-error-blue"
    /// 1 where the black level was not known, and was estimated from the frame.
    case blackEstimated = "black-estimated"
  }

  /// The value of a field; 0 or `nil` is not stored. All fields are above 0.
  subscript(_ name: Name) -> Double? {
    get { values.first { $0.name == name }?.value }
    set {
      values.removeAll { $0.name == name }
      if let newValue, newValue > 0 { values.append((name, newValue)) }
    }
  }

  /// The standard error of the black level; 0 where it is not stored.
  var blackError: BayerValues<Double> {
    get {
      BayerValues { channel in self[Self.name(of: channel)] ?? 0 }
    }
    set {
      for channel in BayerChannel.allCases { self[Self.name(of: channel)] = newValue[channel] }
    }
  }

  private static func name(of channel: BayerChannel) -> Name {
    switch channel {
    case .red: .blackErrorRed
    case .greenOnRedRow: .blackErrorGreenOnRedRow
    case .greenOnBlueRow: .blackErrorGreenOnBlueRow
    case .blue: .blackErrorBlue
    }
  }

  private static let program = "WhiteBalance"
}

extension OwnFields {
  /// Writes the fields. Without any, there is no tag.
  func write(to writer: inout TagWriter) {
    guard !values.isEmpty else { return }
    let lines = values.map { "\($0.name.rawValue) \($0.value)" }
    writer.set(.dngPrivateData, bytes: Array((Self.program + "\0" + lines.joined(separator: "\n")).utf8))
  }

  /// Reads the fields of a directory, if this library wrote them. A damaged field is left out.
  init(_ directory: TagDirectory) {
    let name = Array((Self.program + "\0").utf8)
    guard let range = try? directory.bytes(.dngPrivateData), directory.file.bytes[range].starts(with: name) else {
      return
    }
    let text = String(decoding: directory.file.bytes[range].dropFirst(name.count), as: UTF8.self)
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count == 2, let name = Name(rawValue: String(words[0])), let value = Double(words[1]), value.isFinite
      else { continue }
      self[name] = value
    }
  }
}
