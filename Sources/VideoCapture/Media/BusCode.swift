package import RawFrames

/// A format on the bus between a sensor and its receiver, by the kernel's number (`MEDIA_BUS_FMT_…`).
public struct BusCode: RawRepresentable, Hashable, Sendable {
  /// The kernel's number.
  public let rawValue: UInt32

  /// Creates a code from the kernel's number.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Creates the code of samples with this depth and order of colours; `nil` where no raw format on a bus has them.
  ///
  /// - Parameters:
  ///   - pattern: The order of colours, or `nil` for samples without colours.
  ///   - bits: The number of bits of a sample.
  package init?(_ pattern: BayerPattern?, bits: Int) {
    guard let row = Self.table.first(where: { $0.pattern == pattern && $0.bits == bits }) else { return nil }
    self = row.code
  }

  private typealias Row = (pattern: BayerPattern?, bits: Int, code: BusCode)

  /// Source: Linux, include/uapi/linux/media-bus-format.h; a test compares them with the kernel's header.
  private static let table: [Row] = {
    let bayer: [(bits: Int, codes: [UInt32])] = [
      (8, [0x3001, 0x3013, 0x3002, 0x3014]), (10, [0x3007, 0x300e, 0x300a, 0x300f]),
      (12, [0x3008, 0x3010, 0x3011, 0x3012]), (14, [0x3019, 0x301a, 0x301b, 0x301c]),
      (16, [0x301d, 0x301e, 0x301f, 0x3020]),
    ]
    let monochrome: [(bits: Int, code: UInt32)] = [
      (8, 0x2001), (10, 0x200a), (12, 0x2013), (14, 0x202d), (16, 0x202e),
    ]
    return bayer.flatMap { row in
      zip([BayerPattern.bggr, .gbrg, .grbg, .rggb], row.codes).map { ($0, row.bits, BusCode(rawValue: $1)) }
    } + monochrome.map { (nil, $0.bits, BusCode(rawValue: $0.code)) }
  }()

  private var row: Row? { Self.table.first { $0.code == self } }

  /// Whether samples are raw, as they come from the sensor.
  package var isRaw: Bool { row != nil }

  /// Returns whether the samples differ at most in the order of their colours.
  package func isAlikeButForOrder(_ other: BusCode) -> Bool {
    guard let row, let another = other.row else { return self == other }
    return row.bits == another.bits && (row.pattern == nil) == (another.pattern == nil)
  }

  /// The formats in memory that hold the same samples: first those with a word for each sample, then packed ones.
  package var pixelFormats: [PixelFormat] {
    guard let row else { return [] }
    return PixelFormat.all.filter { $0.bayerPattern == row.pattern && $0.bitsPerSample == row.bits }
  }
}

extension PixelFormat {
  /// The format on a bus whose samples have this depth and order of colours.
  package var busCode: BusCode? { BusCode(bayerPattern, bits: bitsPerSample) }
}

extension BusCode: CustomStringConvertible {
  /// The code as text, such as `RGGB 10`, or the kernel's number where it is not raw.
  public var description: String {
    guard let row else {
      let digits = String(rawValue, radix: 16)
      return "0x" + String(repeating: "0", count: max(4 - digits.count, 0)) + digits
    }
    return "\(row.pattern?.rawValue.uppercased() ?? "Y") \(row.bits)"
  }
}
