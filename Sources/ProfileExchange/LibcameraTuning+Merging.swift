internal import Colorimetry
internal import JSONText
internal import WhiteBalance

extension LibcameraTuning {
  /// Returns a tuning file with this sensor's white balance, colours and black level in place of its own, and with
  /// every other byte as it is.
  ///
  /// The parts that describe the sensor are replaced: the curves, sensitivities and transverse limits of `rpi.awb` and
  /// `rpi.nn.awb`, the matrices of `rpi.ccm`, and `rpi.black_level`. Modes, priors and the other parameters of
  /// libcamera's search stay. A section that has this curve already keeps its transverse limits. Sections that are
  /// absent are added.
  ///
  /// - Parameter bytes: The file to change.
  /// - Throws: ``ExchangeError`` where the file is not a tuning file, or the result would not read back as this sensor.
  package func merged(into bytes: [UInt8]) throws(ExchangeError) -> [UInt8] {
    let document = try TuningDocument(bytes)
    var edit = TuningEdit(document)
    // A common level would contradict the file's levels for each channel.
    let ofChannels = ["black_level_r", "black_level_g", "black_level_b"]
    let hasEach = ofChannels.contains { document.sections["rpi.black_level"]?[$0] != nil }
    edit.set(blackMembers(forEach: hasEach), in: "rpi.black_level", at: .start)
    for name in Self.whiteSections where name == "rpi.awb" || document.sections[name] != nil {
      var members = whiteMembers
      if document.curve(of: name) == curve { members.removeAll { Self.transverseNames.contains($0.name) } }
      if document.sections[name]?["ct_curve"] == nil {
        // A file without a curve needs no search, so its search may be absent or switched off.
        members += searchMembers.filter { $0.name == "bayes" || document.sections[name]?[$0.name] == nil }
      }
      if name == "rpi.nn.awb", document.sections[name]?["ccm"] != nil, let color = canonicalMatrix {
        members.append(("ccm", Self.text(color)))
      }
      edit.set(members, in: name, at: .before("rpi.ccm"))
    }
    edit.set(colorMembers, in: "rpi.ccm", at: .end)
    let merged = edit.bytes()
    let back = try LibcameraTuning(merged)
    guard back.curve == curve, matrices.isEmpty || back.matrices == matrices,
      back.redSensitivity == redSensitivity, back.blueSensitivity == blueSensitivity,
      blackLevels == nil || back.blackMembers.map(\.value) == blackMembers.map(\.value)
    else { throw .unwritable(.libcamera, "the changed file does not read back as this sensor") }
    return merged
  }

  /// Checks that bytes are a tuning file whose sections can be replaced.
  ///
  /// - Throws: ``ExchangeError`` with the missing part.
  package static func check(_ bytes: [UInt8]) throws(ExchangeError) {
    let document = try TuningDocument(bytes)
    let file = document.file
    _ = try file.root["target"].map(file.text)
    for name in whiteSections + ["rpi.ccm", "rpi.black_level"] {
      guard let section = document.sections[name] else { continue }
      guard case .object = section.content else {
        throw file.error("\(section.kind) where the object of \(name) must be", section)
      }
      _ = try section["enabled"].map(file.truth)
    }
    guard case .object(let modes)? = document.sections["rpi.awb"]?["modes"]?.content else { return }
    for mode in modes {
      for end in ["lo", "hi"] { _ = try mode.value[end].map(file.number) }
    }
  }

  private static let transverseNames = ["transverse_pos", "transverse_neg"]

  /// Returns a warning if a file has no white balance or no colours of its own, so that they are added to it.
  func addedSections(to bytes: [UInt8]) throws(ExchangeError) -> ExchangeWarning? {
    let sections = try TuningDocument(bytes).sections
    let awb = sections["rpi.awb"]
    var added: [String] = []
    if awb?["ct_curve"] == nil {
      // The search was absent or switched off, and now it is on.
      let search = ["priors", "modes", "bayes"].filter { $0 == "bayes" || awb?[$0] == nil }
      added.append("\((["ct_curve"] + search).joined(separator: ", ")) of rpi.awb")
    }
    if sections["rpi.ccm"] == nil, !matrices.isEmpty { added.append("rpi.ccm") }
    guard !added.isEmpty else { return nil }
    return ExchangeWarning(
      code: .sections,
      text:
        "the file had none of these, and they were added: \(added.joined(separator: ", ")); a monochrome sensor has none"
    )
  }

  /// The colour matrix at the temperature for which libcamera's networks are made.
  private var canonicalMatrix: Matrix3x3? {
    (try? characterization())?.0.colorMatrix(atTemperature: Self.canonicalTemperature)
  }

  /// The temperature for which libcamera's networks are made, in kelvin.
  ///
  /// Source: `kNetworkCanonicalCT` (src/ipa/rpi/controller/rpi/awb_nn.cpp).
  private static let canonicalTemperature = 5000.0

  /// Returns a warning if a mode of the file's search goes beyond the curve, where libcamera extends its end pieces.
  func modesBeyond(_ bytes: [UInt8]) throws(ExchangeError) -> ExchangeWarning? {
    let document = try TuningDocument(bytes)
    guard case .object(let modes)? = document.sections["rpi.awb"]?["modes"]?.content else { return nil }
    let (low, high) = (curve[0].temperature, curve[curve.count - 1].temperature)
    var names: [String] = []
    for mode in modes {
      guard let from = mode.value["lo"], let to = mode.value["hi"] else { continue }
      let range = (from: try document.file.number(from), to: try document.file.number(to))
      if range.from < low || range.to > high { names.append(mode.name) }
    }
    guard !names.isEmpty else { return nil }
    return ExchangeWarning(
      code: .modesBeyondCurve,
      text:
        "the file's modes \(names.joined(separator: ", ")) go beyond the curve's \(low) to \(high) K, where libcamera "
        + "extends the ends of the curve")
  }
}

/// Changes of single members of a tuning file. Every byte that is not a changed value stays.
private struct TuningEdit {
  enum Place {
    case start, end
    /// Inserts before the algorithm of this name, or at the end where it is absent.
    case before(String)
  }

  private let document: TuningDocument
  private var edits: [(range: Range<Int>, text: String)] = []

  init(_ document: TuningDocument) { self.document = document }

  /// Replaces members of a section, and adds absent ones. A section that is absent is added at `place`.
  mutating func set(_ members: [LibcameraTuning.Member], in name: String, at place: Place) {
    guard !members.isEmpty else { return }
    guard let section = document.sections[name], case .object(let own) = section.content else {
      return add(LibcameraTuning.algorithm(name, members), at: place)
    }
    var added: [LibcameraTuning.Member] = []
    for member in members {
      guard let old = own.first(where: { $0.name == member.name })?.value else {
        added.append(member)
        continue
      }
      edits.append((old.offset..<old.end, indented(member.value, like: old.offset)))
    }
    guard !added.isEmpty else { return }
    let margin = margin(at: (own.first?.value ?? section).offset)
    let texts = added.map { "\"\($0.name)\": " + $0.value.replacing("\n", with: "\n" + margin) }
    let start = section.offset + 1
    let inserted = texts.map { "\n" + margin + $0 }.joined(separator: ",") + (own.first == nil ? "\n" : ",")
    edits.append((start..<start, inserted))
  }

  private mutating func add(_ algorithm: String, at place: Place) {
    guard case .array(let entries) = document.list.content, let first = entries.first, let last = entries.last else {
      let inside = document.list.offset + 1
      let start = edits.filter { $0.range == inside..<inside }.isEmpty
      return edits.append((inside..<inside, (start ? "" : ",") + "\n" + algorithm))
    }
    var next: JSONValue?
    switch place {
    case .start: next = first
    case .end: break
    case .before(let name):
      next = entries.first { entry in
        guard case .object(let members) = entry.content else { return false }
        return members.contains { $0.name == name }
      }
    }
    let text = indented(algorithm, like: first.offset)
    if let next {
      edits.append((next.offset..<next.offset, text + ",\n" + margin(at: first.offset)))
    } else {
      edits.append((last.end..<last.end, ",\n" + margin(at: first.offset) + text))
    }
  }

  /// The spaces and tabs that the line of a place begins with.
  private func margin(at offset: Int) -> String {
    let bytes = document.file.bytes
    let start = bytes[..<offset].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    return String(decoding: bytes[start..<offset].prefix { " \t".utf8.contains($0) }, as: UTF8.self)
  }

  private func indented(_ text: String, like offset: Int) -> String {
    text.replacing("\n", with: "\n" + margin(at: offset))
  }

  /// The file with all changes. Changes at one place keep their order.
  func bytes() -> [UInt8] {
    var bytes = document.file.bytes
    for edit in edits.enumerated().sorted(by: {
      ($1.element.range.lowerBound, $1.offset) < ($0.element.range.lowerBound, $0.offset)
    }).map(\.element) {
      bytes.replaceSubrange(edit.range, with: Array(edit.text.utf8))
    }
    return bytes
  }
}
