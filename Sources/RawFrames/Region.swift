/// A rectangle of samples. It may start at any sample, even or odd.
public struct Region: Codable, Hashable, Sendable {
  /// The first column and row, counted from 0, and the size, in samples.
  public var x, y, width, height: Int

  /// Creates a region from its first column and row and its size, in samples.
  public init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// Creates the region in the middle of a frame with half of its width and height. AVFoundation's gray world expects
  /// the card there.
  package init(centerOf frame: RawFrame) {
    self.init(
      x: frame.width / 4, y: frame.height / 4, width: max(frame.width / 2, 1), height: max(frame.height / 2, 1))
  }

  /// Returns the region cut into `count` x `count` parts, or into fewer where a part would be shorter than `leastSide`
  /// samples.
  package func parts(leastSide: Int, count: Int) -> [Region] {
    func cuts(_ start: Int, _ length: Int) -> [(start: Int, length: Int)] {
      let parts = min(max(length / leastSide, 1), count)
      return (0..<parts).map { part in
        let (from, to) = (length * part / parts, length * (part + 1) / parts)
        return (start + from, to - from)
      }
    }
    return cuts(y, height).flatMap { row in
      cuts(x, width).map { Region(x: $0.start, y: row.start, width: $0.length, height: row.length) }
    }
  }

  /// Returns the region without its last columns and rows that fill no period of a mosaic. It is empty where no period
  /// fits.
  package func wholePeriods(of mosaic: ColorMosaic) -> Region {
    Region(x: x, y: y, width: width - width % mosaic.period, height: height - height % mosaic.period)
  }

  /// Returns whether the region holds a sample and lies wholly inside a frame of `frameWidth` x `frameHeight` samples.
  package func isInside(width frameWidth: Int, height frameHeight: Int) -> Bool {
    // Subtraction is safe: the sums x + width and y + height could overflow.
    x >= 0 && y >= 0 && width > 0 && height > 0 && x < frameWidth && y < frameHeight && width <= frameWidth - x
      && height <= frameHeight - y
  }
}

extension Region: CustomStringConvertible {
  /// The region as the tool's `--region` writes it: x, y, width, height.
  public var description: String { "\(x),\(y),\(width),\(height)" }
}
