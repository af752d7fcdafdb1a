internal import Colorimetry
internal import RawFrames

/// A small sRGB picture of a raw frame: each pixel is the mean of a block of whole Bayer cells.
struct FramePreview: Hashable, Sendable {
  /// The size, in pixels.
  let width, height: Int
  /// The width and the height of a block, in samples; even. They differ only where the frame is smaller than a block in
  /// one direction.
  let blockWidth, blockHeight: Int
  /// The pixels row by row, each as red, green and blue, encoded as sRGB.
  private(set) var pixels: [UInt8]
  /// The share of the pixels with a sample at or above the white level.
  private(set) var clippedShare: Double

  /// The longest side of a picture on the page, in pixels.
  static let longestSide = 640

  /// The colour of pixels with clipped samples: magenta, which is rare in scenes.
  static let clippedColor: (red: UInt8, green: UInt8, blue: UInt8) = (255, 0, 255)

  /// Creates the picture of a frame, or returns `nil` where the frame has no colours or less than one whole cell.
  ///
  /// - Parameters:
  ///   - frame: The frame.
  ///   - matrix: The matrix from the frame's samples to linear sRGB.
  ///   - marksClipping: Whether pixels with clipped samples have ``clippedColor``.
  init?(of frame: RawFrame, by matrix: PreviewMatrix, marksClipping: Bool = true) {
    guard case .bayer(let pattern)? = frame.mosaic, frame.width >= 2, frame.height >= 2 else { return nil }
    let side = 2 * ((max(frame.width, frame.height) - 1) / (2 * Self.longestSide) + 1)
    // A last block that the frame's edge cuts off is left out, unless it is the only one.
    (blockWidth, blockHeight) = (min(side, frame.width & ~1), min(side, frame.height & ~1))
    (width, height) = (frame.width / blockWidth, frame.height / blockHeight)
    pixels = [UInt8](repeating: 0, count: 3 * width * height)
    clippedShare = 0
    let layout = CellLayout(pattern, frame.levels, blockWidth: blockWidth, blockHeight: blockHeight)
    var sums = [Int32](repeating: 0, count: 4 * width)
    var isClipped = [Bool](repeating: false, count: width)
    var samples: [UInt16] = []
    var clippedCount = 0
    for block in 0..<height {
      for index in sums.indices { sums[index] = 0 }
      for index in isClipped.indices { isClipped[index] = false }
      for row in block * blockHeight..<(block + 1) * blockHeight {
        frame.readSamples(row: row, columns: 0..<width * blockWidth, into: &samples)
        layout.add(samples, isOddRow: row % 2 == 1, to: &sums, &isClipped)
      }
      clippedCount += develop(
        sums, isClipped, layout, matrix, firstPixel: block * width, marksClipping: marksClipping)
    }
    clippedShare = Double(clippedCount) / Double(width * height)
  }

  /// Writes a row of pixels, and returns the number of those with clipped samples.
  private mutating func develop(
    _ sums: [Int32], _ isClipped: [Bool], _ layout: CellLayout, _ matrix: PreviewMatrix, firstPixel: Int,
    marksClipping: Bool
  ) -> Int {
    let (red, green, blue) = (matrix.rows[0], matrix.rows[1], matrix.rows[2])
    let width = width
    return pixels.withUnsafeMutableBufferPointer { pixels in
      SRGBTable.shared.withUnsafeBufferPointer { table in
        var clippedCount = 0
        let highest = Float(table.count - 1)
        for column in 0..<width {
          let place = 3 * (firstPixel + column)
          if isClipped[column] {
            clippedCount += 1
            if marksClipping {
              (pixels[place], pixels[place + 1], pixels[place + 2]) = Self.clippedColor
              continue
            }
          }
          let color = layout.color(
            SIMD4<Int32>(sums[4 * column], sums[4 * column + 1], sums[4 * column + 2], sums[4 * column + 3]))
          func encoded(_ row: SIMD3<Float>) -> UInt8 {
            let value = (row * color).sum() * highest + 0.5
            return table[Int(max(min(value, highest), 0))]
          }
          pixels[place] = encoded(red)
          pixels[place + 1] = encoded(green)
          pixels[place + 2] = encoded(blue)
        }
        return clippedCount
      }
    }
  }
}

/// The places of the colours in a cell, and the meaning of its sums.
private struct CellLayout {
  /// The channels of a cell by row and column: 0 red, 1 green on a red row, 2 green on a blue row, 3 blue.
  private let lanes: [[Int]]
  private let white: [[UInt16]]
  /// The black level of a block's sum in each lane, and the factor that turns the rest into a share of the range.
  private let black, scale: SIMD4<Float>
  private let blockWidth: Int

  init(_ pattern: BayerPattern, _ levels: SampleLevels, blockWidth: Int, blockHeight: Int) {
    func channel(_ row: Int, _ column: Int) -> BayerChannel { pattern.channel(column: column, row: row) }
    let order: [BayerChannel] = [.red, .greenOnRedRow, .greenOnBlueRow, .blue]
    lanes = (0..<2).map { row in (0..<2).map { column in order.firstIndex(of: channel(row, column)) ?? 0 } }
    white = (0..<2).map { row in
      (0..<2).map { column in UInt16(clamping: Int(levels.white[channel(row, column)].rounded(.up))) }
    }
    let count = Double(blockWidth / 2 * (blockHeight / 2))
    var (black, scale) = (SIMD4<Float>.zero, SIMD4<Float>.zero)
    for (lane, channel) in order.enumerated() {
      black[lane] = Float(levels.black[channel] * count)
      scale[lane] = Float(1 / (levels.range * count))
    }
    (self.black, self.scale) = (black, scale)
    self.blockWidth = blockWidth
  }

  /// Adds a row of samples to the sums of their blocks.
  func add(_ samples: [UInt16], isOddRow: Bool, to sums: inout [Int32], _ isClipped: inout [Bool]) {
    let (even, odd) = (lanes[isOddRow ? 1 : 0][0], lanes[isOddRow ? 1 : 0][1])
    let (evenWhite, oddWhite) = (white[isOddRow ? 1 : 0][0], white[isOddRow ? 1 : 0][1])
    let width = blockWidth
    let blocks = samples.count / width
    samples.withUnsafeBufferPointer { samples in
      sums.withUnsafeMutableBufferPointer { sums in
        isClipped.withUnsafeMutableBufferPointer { isClipped in
          for block in 0..<blocks {
            var (evenSum, oddSum, clips): (Int32, Int32, Bool) = (0, 0, false)
            var index = block * width
            let end = index + width
            while index < end {
              let (first, second) = (samples[index], samples[index + 1])
              evenSum &+= Int32(first)
              oddSum &+= Int32(second)
              clips = clips || first >= evenWhite || second >= oddWhite
              index += 2
            }
            sums[4 * block + even] &+= evenSum
            sums[4 * block + odd] &+= oddSum
            if clips { isClipped[block] = true }
          }
        }
      }
    }
  }

  /// Returns the mean colour of a block, 1 at the white level.
  func color(_ sums: SIMD4<Int32>) -> SIMD3<Float> {
    let signal = (SIMD4<Float>(sums) - black) * scale
    return SIMD3(signal.x, (signal.y + signal.z) / 2, signal.w)
  }
}

/// The encoding of sRGB, as a table over linear values from 0 to 1.
enum SRGBTable {
  /// The number of steps. In the dark, where the encoding is steepest, a step is a fifth of an encoded one.
  static let count = 1 << 14

  static let shared: [UInt8] = (0..<count).map { index in
    UInt8((255 * SRGBColor.encoded(Double(index) / Double(count - 1))).rounded())
  }
}
