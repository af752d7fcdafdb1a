/// How a chart lay when it was read, row by row from what was taken for its top left.
public enum ChartOrientation: String, CaseIterable, Hashable, Sendable {
  case upright
  case upsideDown = "upside down"
  /// Left for right.
  case mirrored
  /// Top for bottom.
  case flipped = "mirrored and upside down"

  /// The place in the reference of what was read at `place`.
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
