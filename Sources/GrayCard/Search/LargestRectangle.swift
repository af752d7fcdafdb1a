/// A rectangle of tiles.
struct TileRectangle: Hashable {
  var column, row, width, height: Int

  var area: Int { width * height }

  /// Returns the largest rectangle by area whose tiles are all inside and which is at least `leastSide` wide and high,
  /// or `nil` where there is none.
  ///
  /// In each row, a column's height is the number of inside tiles that end there. A stack holds the columns from which
  /// a rectangle may still grow to the right.
  ///
  /// - Complexity: O(*columns* · *rows*).
  static func largest(columns: Int, rows: Int, leastSide: Int, isInside: (Int, Int) -> Bool) -> TileRectangle? {
    var best: TileRectangle?
    var heights = Array(repeating: 0, count: columns)
    for row in 0..<rows {
      var open: [(start: Int, height: Int)] = []
      for column in 0...columns {
        var height = 0
        if column < columns {
          heights[column] = isInside(column, row) ? heights[column] + 1 : 0
          height = heights[column]
        }
        var start = column
        while let last = open.last, last.height >= height {
          open.removeLast()
          start = last.start
          let rectangle = TileRectangle(
            column: start, row: row - last.height + 1, width: column - start, height: last.height)
          if rectangle.width >= leastSide, rectangle.height >= leastSide, rectangle.area > best?.area ?? 0 {
            best = rectangle
          }
        }
        open.append((start, height))
      }
    }
    return best
  }
}
