package import ProfileExchange

/// The tags about a DNG's samples that a frame does not have.
package struct UnusedTags: Hashable, Sendable {
  /// The lists of opcodes that change samples by their value or place, such as "OpcodeList2 (GainMap)".
  ///
  /// The neutral and the colours of the file are those of the changed samples.
  package let corrections: [String]
  /// The other tags that describe the samples, such as "NoiseProfile".
  private let descriptions: [String]

  /// The tags of a file that has none of these.
  package static let none = UnusedTags(corrections: [], descriptions: [])

  private init(corrections: [String], descriptions: [String]) {
    (self.corrections, self.descriptions) = (corrections, descriptions)
  }

  /// Reads the tags.
  ///
  /// - Parameters:
  ///   - main: The first directory of the file.
  ///   - raw: The directory of its samples.
  package init(main: TagDirectory, raw: TagDirectory) {
    let lists: [DNGTag] = [.opcodeList1, .opcodeList2, .opcodeList3]
    corrections = lists.compactMap { list in
      let names = raw.opcodes(of: list).compactMap { Self.sampleOpcodes[$0] }
      return names.isEmpty ? nil : "\(list.name) (\(Set(names).sorted().joined(separator: ", ")))"
    }
    let tags = lists + [.noiseProfile, .baselineExposure, .linearResponseLimit]
    // The frame's error of the black level is all that it keeps of these.
    let ofBlack = [try? raw.blackLevelVaries()].compactMap(\.self).compactMap(\.self)
    descriptions = (ofBlack + tags.filter { raw.has($0) || main.has($0) }).map(\.name)
  }

  /// The sentences, none or one, that name the tags. A DNG that is written of the frame lacks them.
  package var notKept: [String] {
    descriptions.isEmpty
      ? [] : ["\(descriptions.joined(separator: ", ")): what the file says of its samples in these tags is not kept"]
  }

  /// The opcodes that change samples, and not only their places. FixVignetteRadial changes all colours alike, and the
  /// two that repair bad pixels change only these. Source: DNG specification 1.7, chapter 7.
  private static let sampleOpcodes: [UInt32: String] = [
    7: "MapTable", 8: "MapPolynomial", 9: "GainMap", 10: "DeltaPerRow", 11: "DeltaPerColumn", 12: "ScalePerRow",
    13: "ScalePerColumn",
  ]
}

extension TagDirectory {
  /// Returns the numbers of the opcodes in a list, as far as the list is whole.
  ///
  /// A list has its count, and each opcode its number, version, flags and the size of its parameters: numbers of 32
  /// bits, the highest byte first in files of either order. Source: DNG specification 1.7, chapter 7.
  fileprivate func opcodes(of list: DNGTag) -> [UInt32] {
    guard let range = (try? bytes(list)) ?? nil else { return [] }
    func number(_ place: Int) -> UInt32? {
      place + 4 <= range.upperBound ? file.bytes[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) } : nil
    }
    var opcodes: [UInt32] = []
    var place = range.lowerBound + 4
    let count = number(range.lowerBound) ?? 0
    while opcodes.count < count, let opcode = number(place), let size = number(place + 12) {
      opcodes.append(opcode)
      place += 16 + Int(size)
    }
    return opcodes
  }
}
