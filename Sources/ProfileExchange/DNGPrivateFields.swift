package import RawFrames

/// The facts about a frame for which neither DNG nor EXIF has a tag. They are stored in DNGPrivateData as text: a line
/// with a name and a number for each. Source: Digital Negative Specification 1.7, DNGPrivateData.
package struct DNGPrivateFields {
  private var values: [(name: Name, value: Double)] = []

  package enum Name: Hashable {
    /// The gain of the exposure.
    case gain
    /// The exact sensitivity, where it is no whole number.
    case iso
    /// The black level of a channel that its error belongs to, in raw values.
    case black(BayerChannel)
    /// The standard error of the black level of a channel, in raw values.
    case blackError(BayerChannel)
    /// The part of these errors that is the same error in all channels, in raw values.
    case sharedBlackError
    /// 1 where the black level was not known, and was estimated from the frame.
    case blackEstimated
  }

  package init() {}

  /// The value of a field; 0 or `nil` is not stored. All fields are above 0.
  package subscript(_ name: Name) -> Double? {
    get { values.first { $0.name == name }?.value }
    set {
      values.removeAll { $0.name == name }
      if let newValue, newValue > 0 { values.append((name, newValue)) }
    }
  }

  /// Stores the error of a black level, and whether it was estimated from the frame.
  package mutating func setBlack(of levels: SampleLevels, isEstimated: Bool) {
    guard isEstimated || levels.blackError.all.contains(where: { $0 > 0 }) else { return }
    for channel in BayerChannel.allCases {
      self[.black(channel)] = levels.black[channel]
      self[.blackError(channel)] = levels.blackError[channel]
    }
    self[.sharedBlackError] = levels.sharedBlackError
    if isEstimated { self[.blackEstimated] = 1 }
  }

  /// Returns levels with the error that is stored for their black level, and whether it was estimated.
  ///
  /// Another program may have changed the level. The error is not of that level then, and is left out.
  package func completed(_ levels: SampleLevels) -> (levels: SampleLevels, isEstimated: Bool) {
    let isOfLevels = BayerChannel.allCases.allSatisfy {
      abs((self[.black($0)] ?? 0) - levels.black[$0]) <= Self.rounding * max(levels.black[$0], 1)
    }
    var errors = BayerValues(repeating: 0.0)
    for channel in BayerChannel.allCases {
      errors[channel] = min(self[.blackError(channel)] ?? 0, levels.white[channel])
    }
    let shared = min(self[.sharedBlackError] ?? 0, errors.all.min() ?? 0)
    guard isOfLevels,
      let completed = try? SampleLevels(
        black: levels.black, white: levels.white, blackError: errors, sharedBlackError: shared)
    else { return (levels, false) }
    return (completed, self[.blackEstimated] == 1)
  }

  /// The largest difference between a level and its fraction in the file, as a share.
  private static let rounding = 1e-6

  private static let program = "WhiteBalance"
}

extension DNGPrivateFields.Name: CaseIterable {
  package static let allCases: [Self] =
    [.gain, .iso, .blackEstimated, .sharedBlackError] + BayerChannel.allCases.flatMap { [.black($0), .blackError($0)] }

  fileprivate var text: String {
    switch self {
    case .gain: "gain"
    case .iso: "iso"
    case .black(let channel): "black-\(channel)"
    case .blackError(let channel): "black-error-\(channel)"
    case .sharedBlackError: "black-error-shared"
    case .blackEstimated: "black-estimated"
    }
  }
}

extension DNGPrivateFields {
  /// Writes the fields. Without any, there is no tag.
  package func write(to writer: inout TagWriter) {
    guard !values.isEmpty else { return }
    let lines = values.map { "\($0.name.text) \($0.value)" }
    writer.set(.dngPrivateData, bytes: Array((Self.program + "\0" + lines.joined(separator: "\n")).utf8))
  }

  /// Reads the fields of a directory, if this library wrote them. A damaged field is left out.
  package init(_ directory: TagDirectory) {
    let program = Array((Self.program + "\0").utf8)
    guard let range = try? directory.bytes(.dngPrivateData), directory.file.bytes[range].starts(with: program) else {
      return
    }
    let text = String(decoding: directory.file.bytes[range].dropFirst(program.count), as: UTF8.self)
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count == 2, let name = Name.allCases.first(where: { $0.text == words[0] }),
        let value = Double(words[1]), value.isFinite
      else { continue }
      self[name] = value
    }
  }
}
