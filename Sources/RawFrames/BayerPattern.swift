/// The position of a sample in the 2 x 2 cell of a Bayer mosaic.
///
/// The two greens are kept apart. Their difference reveals faults, such as crosstalk or a wrong pattern, that their
/// mean would hide.
public enum BayerChannel: Int, CaseIterable, Hashable, Sendable {
  /// The red sample.
  case red
  /// The green that shares its row with red.
  case greenOnRedRow
  /// The green that shares its row with blue.
  case greenOnBlueRow
  /// The blue sample.
  case blue

  /// The index of the colour among red, green and blue, as in CFAPattern of TIFF/EP.
  package var plane: Int {
    switch self {
    case .red: 0
    case .greenOnRedRow, .greenOnBlueRow: 1
    case .blue: 2
    }
  }
}

/// The order of colours in the 2 x 2 cell of a Bayer mosaic, named by its rows from the top left.
public enum BayerPattern: String, CaseIterable, Hashable, Sendable {
  /// An order of colours: the upper row of the cell, then the lower one.
  case bggr, gbrg, grbg, rggb

  /// Returns the channel of the sample in `column` and `row` of the frame, both counted from 0.
  public func channel(column: Int, row: Int) -> BayerChannel {
    // The top-left sample's offset from red, in columns and rows, turns every pattern into RGGB.
    let (columnOffset, rowOffset) =
      switch self {
      case .rggb: (0, 0)
      case .grbg: (1, 0)
      case .gbrg: (0, 1)
      case .bggr: (1, 1)
      }
    switch ((column + columnOffset) & 1, (row + rowOffset) & 1) {
    case (0, 0): return .red
    case (1, 0): return .greenOnRedRow
    case (0, 1): return .greenOnBlueRow
    default: return .blue
    }
  }
}

/// One value for each channel of a Bayer mosaic.
public struct BayerValues<Value> {
  /// The value of each channel.
  public var red, greenOnRedRow, greenOnBlueRow, blue: Value

  /// Creates values from one for each channel.
  public init(red: Value, greenOnRedRow: Value, greenOnBlueRow: Value, blue: Value) {
    self.red = red
    self.greenOnRedRow = greenOnRedRow
    self.greenOnBlueRow = greenOnBlueRow
    self.blue = blue
  }

  /// Creates the same value for every channel.
  public init(repeating value: Value) {
    self.init(red: value, greenOnRedRow: value, greenOnBlueRow: value, blue: value)
  }

  /// Creates values by calling `value` for each channel.
  package init(_ value: (BayerChannel) -> Value) {
    self.init(
      red: value(.red), greenOnRedRow: value(.greenOnRedRow), greenOnBlueRow: value(.greenOnBlueRow), blue: value(.blue)
    )
  }

  /// The value of a channel.
  @inlinable public subscript(channel: BayerChannel) -> Value {
    get {
      switch channel {
      case .red: red
      case .greenOnRedRow: greenOnRedRow
      case .greenOnBlueRow: greenOnBlueRow
      case .blue: blue
      }
    }
    set {
      switch channel {
      case .red: red = newValue
      case .greenOnRedRow: greenOnRedRow = newValue
      case .greenOnBlueRow: greenOnBlueRow = newValue
      case .blue: blue = newValue
      }
    }
  }

  /// Returns the values that `transform` gives, channel by channel.
  public func map<Result>(_ transform: (Value) -> Result) -> BayerValues<Result> {
    BayerValues<Result> { transform(self[$0]) }
  }

  /// The values in the order of `BayerChannel.allCases`.
  @inlinable public var all: [Value] { [red, greenOnRedRow, greenOnBlueRow, blue] }
}

extension BayerValues: Equatable where Value: Equatable {}
extension BayerValues: Hashable where Value: Hashable {}
extension BayerValues: Sendable where Value: Sendable {}
extension BayerValues: Encodable where Value: Encodable {}
extension BayerValues: Decodable where Value: Decodable {}
