/// The orientation in which a chart was read, row by row from its presumed top left. `MatchedChart` decides it.
public enum ChartOrientation: String, CaseIterable, Hashable, Sendable {
  /// The chart was read as its patches are named.
  case upright
  /// The chart was turned by half a turn.
  case upsideDown = "upside down"
  /// Left and right were exchanged.
  case mirrored
  /// Top and bottom were exchanged.
  case flipped = "mirrored and upside down"

  /// Returns the index in the reference of the patch that was read at index `place`.
  func place(of place: Int, columns: Int, count: Int) -> Int {
    let (row, column) = (place / columns, place % columns)
    let rows = count / columns
    return switch self {
    case .upright: place
    case .upsideDown: count - 1 - place
    case .mirrored: row * columns + columns - 1 - column
    case .flipped: (rows - 1 - row) * columns + column
    }
  }
}
