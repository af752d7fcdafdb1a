/// The mosaic of colours: a pattern that repeats in both directions.
///
/// Every mosaic is read in four channels, because greens may differ with their neighbours.
public enum ColorMosaic: Hashable, Sendable {
  /// Cells of 2 x 2 with two greens.
  case bayer(BayerPattern)
  /// Fujifilm's cells of 6 x 6 with twenty greens.
  case xTrans(XTransPattern)

  /// The number of columns and of rows after which the pattern repeats.
  package var period: Int {
    switch self {
    case .bayer: 2
    case .xTrans: XTransPattern.period
    }
  }

  /// The share of each channel in all samples.
  package var shares: BayerValues<Double> {
    let channels = (0..<period).flatMap(channels(inRow:))
    return BayerValues { channel in Double(channels.count { $0 == channel }) / Double(channels.count) }
  }

  /// Returns the channel of the sample in `column` and `row` of the frame, both counted from 0.
  package func channel(column: Int, row: Int) -> BayerChannel {
    switch self {
    case .bayer(let pattern): pattern.channel(column: column, row: row)
    case .xTrans(let pattern): pattern.channel(column: column, row: row)
    }
  }

  /// Returns the channels of a row's first period.
  package func channels(inRow row: Int) -> [BayerChannel] {
    (0..<period).map { channel(column: $0, row: row) }
  }

  /// Returns `count` rounded up to a whole number of periods.
  package func wholePeriods(_ count: Int) -> Int { (count + period - 1) / period * period }
}

/// Fujifilm's X-Trans mosaic: blocks of 3 x 3 with green in the corners and the middle, between which red and blue
/// alternate.
///
/// Source: US patent 8,456,553, figure 5.
public struct XTransPattern: Hashable, Sendable {
  /// The number of columns, and of rows, after which the pattern repeats.
  package static let period = 6
  /// The number of columns, and of rows, of a block.
  static let blockSide = 3

  /// The channels of the cell, row by row from the top left.
  private let channels: [BayerChannel]

  /// Creates the pattern from its cell.
  ///
  /// - Parameter colors: The letters of the cell, R, G and B, row by row from the top left of the frame.
  /// - Returns: `nil` unless the text has 36 letters that form an X-Trans mosaic in one of its phases.
  public init?(_ colors: String) {
    let letters = Array(colors)
    guard letters.count == Self.period * Self.period else { return nil }
    let side = Self.blockSide
    // The phase is the place of a block's corner, and the block there is one whose middle row has red.
    for first in 0..<Self.period * Self.period {
      let (row, column) = first.quotientAndRemainder(dividingBy: Self.period)
      let channels = (0..<Self.period * Self.period).map { index in
        let (y, x) = index.quotientAndRemainder(dividingBy: Self.period)
        let (down, across) = (y - row + Self.period, x - column + Self.period)
        return Self.channel(
          across: across % side, down: down % side, isRedInMiddleRow: (across / side + down / side).isMultiple(of: 2))
      }
      if zip(channels, letters).allSatisfy({ $0.letter == $1 }) {
        self.channels = channels
        return
      }
    }
    return nil
  }

  private static func channel(across: Int, down: Int, isRedInMiddleRow: Bool) -> BayerChannel {
    let isMiddleRow = down == 1
    // A row of a block has green and one other colour.
    let isRedRow = isMiddleRow == isRedInMiddleRow
    let isGreen = (across == 1) == isMiddleRow
    return isGreen ? (isRedRow ? .greenOnRedRow : .greenOnBlueRow) : (isRedRow ? .red : .blue)
  }

  /// Returns the channel of the sample in `column` and `row` of the frame, both counted from 0.
  ///
  /// A green belongs to the channel of the colour with which it shares the row of its block.
  package func channel(column: Int, row: Int) -> BayerChannel {
    channels[row % Self.period * Self.period + column % Self.period]
  }
}

extension BayerChannel {
  /// The letter of the colour.
  fileprivate var letter: Character {
    switch self {
    case .red: "R"
    case .greenOnRedRow, .greenOnBlueRow: "G"
    case .blue: "B"
    }
  }
}
