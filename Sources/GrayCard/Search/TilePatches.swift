internal import NumericalMethods

/// A rectangle of tiles of one surface, and the logarithms of its R/G and B/G.
struct TilePatch: Hashable {
  var rectangle: TileRectangle
  var red, blue: Double
}

extension TileColors {
  /// Returns the patches of one surface, each with the largest rectangle inside it.
  func patches(leastSide: Int) -> [TilePatch] {
    var patches: [TilePatch] = []
    var isOpen = tiles.map { $0?.isUniform ?? false }
    // The rest of a group, without its main colour, is searched again.
    var waiting = Array(tiles.indices)
    while let first = waiting.popLast() {
      guard isOpen[first] else { continue }
      let group = takeGroup(from: first, &isOpen)
      guard group.count >= leastSide * leastSide else { continue }
      let members = group.compactMap { index in tiles[index].map { (index, $0) } }
      let red = members.map(\.1.red).median
      let blue = members.map(\.1.blue).median
      let middle = Tile(
        red: red, blue: blue, brightness: 0, redError: 0, blueError: 0, brightnessError: 0, isUniform: true)
      var (patch, others): ([Int], [Int]) = ([], [])
      for (index, tile) in members {
        if tile.hasColor(of: middle, within: Self.colorDifference) { patch.append(index) } else { others.append(index) }
      }
      if others.count < group.count {
        for index in others { isOpen[index] = true }
        waiting += others
      }
      if let rectangle = largestRectangle(in: patch, leastSide: leastSide) {
        patches.append(TilePatch(rectangle: rectangle, red: red, blue: blue))
      }
    }
    return patches
  }

  /// Returns the largest rectangle in a patch. Only the patch's surroundings are searched, because a strip may have
  /// many patches.
  private func largestRectangle(in patch: [Int], leastSide: Int) -> TileRectangle? {
    let (across, down) = (patch.map { $0 % columns }, patch.map { $0 / columns })
    guard let left = across.min(), let right = across.max(), let top = down.min(), let bottom = down.max() else {
      return nil
    }
    let (width, height) = (right - left + 1, bottom - top + 1)
    var isInside = Array(repeating: false, count: width * height)
    for (column, row) in zip(across, down) { isInside[(row - top) * width + column - left] = true }
    Self.fillSpecks(of: &isInside, columns: width, rows: height)
    var largest = TileRectangle.largest(
      columns: width, rows: height, leastSide: leastSide, isInside: { isInside[$1 * width + $0] })
    largest?.column += left
    largest?.row += top
    return largest
  }

  /// Returns the tiles that are reached from one tile through neighbours that continue each other, and marks them as
  /// taken.
  private func takeGroup(from first: Int, _ isOpen: inout [Bool]) -> [Int] {
    var group = [first]
    isOpen[first] = false
    var next = 0
    while next < group.count {
      let index = group[next]
      next += 1
      let (column, row) = (index % columns, index / columns)
      for (isThere, neighbour) in [
        (column > 0, index - 1), (column < columns - 1, index + 1), (row > 0, index - columns),
        (row < rows - 1, index + columns),
      ] where isThere && isOpen[neighbour] {
        if let here = tiles[index], let there = tiles[neighbour], here.continues(into: there) {
          isOpen[neighbour] = false
          group.append(neighbour)
        }
      }
    }
    return group
  }

  /// Fills single tiles amid the patch, so that a hot sample or a speck on the card does not break it.
  private static func fillSpecks(of isInside: inout [Bool], columns: Int, rows: Int) {
    guard columns > 2, rows > 2 else { return }
    let around = [-columns - 1, -columns, -columns + 1, -1, 1, columns - 1, columns, columns + 1]
    for row in 1..<rows - 1 {
      for index in row * columns + 1..<(row + 1) * columns - 1 where !isInside[index] {
        isInside[index] = around.allSatisfy { isInside[index + $0] }
      }
    }
  }

  /// The largest difference between a tile's colour and the patch's median, as a share: as much as a lens shades across
  /// a frame.
  private static let colorDifference = 0.04
}
