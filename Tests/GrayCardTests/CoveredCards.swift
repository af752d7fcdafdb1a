import Colorimetry
import GrayCard
import RawFrames
import SensorSimulation
import TestSupport
import WhiteBalance

/// Cards with something over them, and cards whose bytes are misread.
extension BadCard {
  // MARK: - Something over the card

  static let covered =
    [0.15, 0.3, 0.8].map { exposure in
      BadCard("a finger over a fifth, exposure \(exposure)", .refusedOrTrue, exposure: exposure) { card, generator in
        let length = 0.447 * Double(side)
        let (left, top) = (generator.uniform() * (Double(side) - length), generator.uniform() * (Double(side) - length))
        // The border is half skin, half card: three samples wide.
        let steps = try (1...4).map { try mixture(of: .gray(0.4), and: .brown(0.25), share: Double($0) / 4) }
        return card.placing(steps) { column, row in
          let (x, y) = (Double(column) - left, Double(row) - top)
          let depth = min(min(x, length - x), min(y, length - y))
          let step = Int((min(max(depth / 3 + 0.5, 0), 1) * 4).rounded())
          return step > 0 ? step - 1 : nil
        }
      }
    }
    + [0.05, 0.5].map { exposure in
      BadCard("a printed edge over a fifth, exposure \(exposure)", .refusedOrTrue, exposure: exposure) { card, _ in
        try card.placing(.blue(0.04)) { column, row in 10 * column + row > 8 * side + side / 2 }
      }
    }
    + [2, 4, 8].flatMap { size in
      [0.5, 0.8].flatMap { contrast in
        [0.05, 0.5].map { exposure in
          BadCard(
            "specks of \(size) samples with \(contrast) of the light over a fifth, exposure \(exposure)",
            .refusedOrTrue, exposure: exposure
          ) { card, generator in
            let isSpeck = squares(size, &generator)
            return try card.placing(.brown(0.4 * contrast)) { isSpeck($0, $1) < 0.2 }
          }
        }
      }
    } + [
      BadCard("a blue label as light as the card over an eighth", .isTrue) { card, _ in
        try card.placing(.blue(0.4)) { column, _ in 8 * column < side }
      },
      BadCard("dust", .isTrue) { card, generator in
        let dust = squares(3, &generator)
        return try card.placing(.brown(0.2)) { dust($0, $1) < 0.01 }
      },
      BadCard("dead samples, and bright ones", .isTrue) { card, generator in
        let defects = squares(1, &generator)
        return card.dimmed { column, row in
          let lot = defects(column, row)
          return lot < 0.002 ? 0 : lot < 0.004 ? 1.6 : 1
        }
      },
      BadCard("three fifths of the card beside a blue wall", .refused([.notUniform, .colorVaries])) { card, _ in
        try card.placing(.blue(0.4)) { column, _ in 5 * column >= 3 * side }
      },
      BadCard("two fifths of the card beside a blue wall", .refused([.notUniform, .colorVaries])) { card, _ in
        try card.placing(.blue(0.4)) { column, _ in 5 * column >= 2 * side }
      },
    ]

  private static func mixture(
    of first: SpectralDistribution, and second: SpectralDistribution, share: Double
  ) throws -> SpectralDistribution {
    let wavelengths = stride(from: 360.0, through: 830, by: 10).map { $0 }
    return try SpectralDistribution(
      wavelengths: wavelengths,
      values: wavelengths.map { (1 - share) * first.value(at: $0) + share * second.value(at: $0) })
  }

  // MARK: - Misread bytes

  static let bytes =
    [(1, 0), (0, 1)].map { column, row in
      BadCard("the order of colours moved by \(column), \(row)", .refused([.greensDiffer])) { camera, seed in
        try misread(camera, seed) { frame in
          // In daylight red and blue differ.
          let code = String(frame.format.fourCC.description)
          return try RawFrame(
            format: PixelFormat(moved(code, column, row)), width: frame.width, height: frame.height,
            bytes: frame.bytes, levels: frame.levels)
        }
      }
    }
    + [-4, -2, -1, 1, 2, 4, 8].map { bytes in
      BadCard("rows that are \(bytes) bytes longer than said", .refusedOrTrue) { camera, seed in
        try misread(camera, seed) { frame in
          let rest = frame.height * max(bytes, 0) + frame.height * 8
          return try RawFrame(
            format: frame.format, width: frame.width - 4, height: frame.height,
            bytesPerRow: frame.bytesPerRow - bytes, bytes: frame.bytes + Array(repeating: 0, count: rest),
            levels: frame.levels)
        }
      }
    }
    // A region of the card's size must fit in.
    + [72, 80, 104].map { width in
      BadCard("a width of \(width) instead of \(side)", .refusedOrTrue) { camera, seed in
        try misread(camera, seed) { frame in
          try RawFrame(
            format: frame.format, width: width, height: frame.height, bytesPerRow: 2 * width,
            bytes: frame.bytes + Array(repeating: 0, count: 2 * frame.height * side), levels: frame.levels)
        }
      }
    }

  /// The format whose order of colours is another by so many columns and rows.
  private static func moved(_ code: String, _ columns: Int, _ rows: Int) -> String {
    let orders = [["RG", "GR"], ["GB", "BG"]]
    let names = ["RG": "RG", "GR": "BA", "GB": "GB", "BG": "BG"]
    for row in 0..<2 {
      for column in 0..<2 where code.hasPrefix(names[orders[row][column]] ?? "?") {
        let other = orders[(row + rows) % 2][(column + columns) % 2]
        return (names[other] ?? "?") + code.dropFirst(2)
      }
    }
    preconditionFailure("\(code) is a format of words")
  }
}
