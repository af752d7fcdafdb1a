/// Writes directories of tags byte by byte, in either order, right or wrong.
public struct TagFileBuilder {
  public enum Value: Sendable {
    case text(String)
    case bytes([UInt8])
    case shorts([Int])
    case longs([Int])
    case fractions([(Int, Int)])
    case doubles([Double])
    /// Type, count, and what is in the offset's place.
    case raw(type: Int, count: Int, offset: Int)
    /// The directory after this one.
    case nextDirectory
    /// Where these lie in the file, one or more behind each other; of more than 4 bytes.
    case placesOf([[UInt8]])
  }

  public var magic = "IIRC"
  /// One directory after the other.
  public var directories: [[(tag: Int, value: Value)]] = [[]]

  public init(_ magic: String = "IIRC", _ tags: [(Int, Value)]...) {
    self.magic = magic
    directories = tags
  }

  /// The nine numbers of a matrix, in ten-thousandths.
  public static func matrix(_ entries: [Double]) -> Value {
    .fractions(entries.map { (Int(($0 * 1e4).rounded()), 10000) })
  }

  public var bytes: [UInt8] {
    let isBig = magic.hasPrefix("MM")
    func digits(_ value: Int, _ count: Int) -> [UInt8] {
      let little = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
      return isBig ? little.reversed() : little
    }
    var bytes = Array(magic.unicodeScalars.map { UInt8($0.value) }) + digits(8, 4)
    for directory in directories {
      var entries: [UInt8] = []
      var data: [UInt8] = []
      let dataStart = bytes.count + 2 + 12 * directory.count + 4
      var next: [Int] = []
      for (tag, value) in directory {
        var (type, count, own): (Int, Int, [UInt8])
        switch value {
        case .text(let text): (type, count, own) = (2, text.utf8.count + 1, Array(text.utf8) + [0])
        case .bytes(let values): (type, count, own) = (1, values.count, values)
        case .shorts(let values): (type, count, own) = (3, values.count, values.flatMap { digits($0, 2) })
        case .longs(let values): (type, count, own) = (4, values.count, values.flatMap { digits($0, 4) })
        case .fractions(let values):
          (type, count, own) = (10, values.count, values.flatMap { digits($0.0, 4) + digits($0.1, 4) })
        case .doubles(let values):
          (type, count, own) = (12, values.count, values.flatMap { digits(Int(bitPattern: UInt($0.bitPattern)), 8) })
        case .raw(let rawType, let rawCount, let offset): (type, count, own) = (rawType, rawCount, digits(offset, 4))
        case .nextDirectory:
          (type, count, own) = (4, 1, digits(0, 4))
          next.append(entries.count + 8)
        case .placesOf(let blocks):
          var place = dataStart + data.count + 4 * blocks.count
          let places = blocks.flatMap { block in
            defer { place += block.count }
            return digits(place, 4)
          }
          (type, count) = (4, blocks.count)
          own = (blocks.count > 1 ? places : []) + blocks.joined()
        }
        entries += digits(tag, 2) + digits(type, 2) + digits(count, 4)
        if own.count <= 4 {
          entries += own + [UInt8](repeating: 0, count: 4 - own.count)
        } else {
          entries += digits(dataStart + data.count, 4)
          data += own
        }
      }
      let end = digits(dataStart + data.count, 4)
      for place in next { entries.replaceSubrange(place..<place + 4, with: end) }
      bytes += digits(directory.count, 2) + entries + digits(0, 4) + data
    }
    return bytes
  }
}

extension TagFileBuilder {
  /// Canon EOS 5D Mark III under D65 and A, as in Tests/ReferenceData/camera-matrices.csv's file format: any camera
  /// will do.
  public static let cold = [0.6722, -0.0635, -0.0963, -0.4287, 1.2460, 0.2028, -0.0908, 0.2162, 0.5668]
  public static let warm = [0.7234, -0.1413, -0.0600, -0.3631, 1.1150, 0.2850, -0.0382, 0.1335, 0.6437]

  public static let twoLights: [(Int, Value)] = [
    (50708, .text("Test")), (50721, matrix(warm)), (50722, matrix(cold)), (50778, .shorts([17])),
    (50779, .shorts([21])),
  ]
}
