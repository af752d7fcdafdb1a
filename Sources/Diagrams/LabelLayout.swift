/// Positions for labels beside their points that hide neither other labels nor the points.
struct LabelLayout {
  private struct Box {
    let low, high: SIMD2<Double>

    func overlap(_ other: Box) -> Double {
      let size = pointwiseMin(high, other.high) - pointwiseMax(low, other.low)
      return size.x > 0 && size.y > 0 ? size.x * size.y : 0
    }
  }

  /// The labels.
  private var taken: [Box] = []
  /// The unit squares of the drawing, row by row, and whether a mark covers the middle of each. There may be a hundred
  /// thousand marks, and a label is compared with the squares under it alone.
  private var isMarked: [Bool]
  private let columns: Int
  private let bounds: Box

  init(low: SIMD2<Double>, high: SIMD2<Double>) {
    bounds = Box(low: low, high: high)
    let size = (high - low).rounded(.up)
    columns = Int(size.x)
    isMarked = Array(repeating: false, count: columns * Int(size.y))
  }

  /// Keeps labels away from a mark.
  mutating func reserve(_ place: SIMD2<Double>, radius: Double) {
    for row in squares(of: Box(low: place - radius, high: place + radius)) {
      for square in row { isMarked[square] = true }
    }
  }

  /// Returns the squares whose middles are in a box, a range for each row.
  private func squares(of box: Box) -> [Range<Int>] {
    guard box.overlap(bounds) > 0 else { return [] }
    // A square's middle is half a unit from its low corner, so it is in the box where rounding moves the box over it.
    let low = (pointwiseMax(box.low, bounds.low) - bounds.low).rounded(.toNearestOrEven)
    let high = (pointwiseMin(box.high, bounds.high) - bounds.low).rounded(.toNearestOrEven)
    return (Int(low.y)..<Int(high.y)).map { row in
      let start = row * columns
      return start + Int(low.x)..<start + Int(high.x)
    }
  }

  /// Returns the middle of a label beside `point`, near it in the first direction in which it is free, or else further
  /// away.
  ///
  /// - Parameter isRequired: Whether a label that is free nowhere takes the position that hides least. Otherwise the
  ///   result is `nil`.
  mutating func place(
    _ text: String, beside point: SIMD2<Double>, directions: [SIMD2<Double>] = Self.around, gaps: [Double] = Self.gaps,
    isRequired: Bool = false
  ) -> (middle: SIMD2<Double>, isNear: Bool)? {
    let half = SIMD2(Self.letterWidth * Double(text.count), 1) * DiagramFrame.fontSize / 2
    var best: (middle: SIMD2<Double>, box: Box, hidden: Double)?
    search: for gap in gaps {
      for direction in directions {
        let way = direction * (half + gap)
        let middle = point + way
        let box = Box(low: middle - half, high: middle + half)
        let outside = 4 * half.x * half.y - box.overlap(bounds)
        // A label that nearly touches another mark would be read as that mark's.
        let around = Box(low: box.low - Self.clearance, high: box.high + Self.clearance)
        let marked = squares(of: around).reduce(0) { $0 + isMarked[$1].count { $0 } }
        let crossed = Self.isNear(way, half) ? 0 : markedSquares(from: point, on: way, to: box)
        let hidden = taken.reduce(Self.outsideWeight * outside + Double(marked + crossed)) { $0 + $1.overlap(box) }
        if hidden < best?.hidden ?? .infinity { best = (middle, box, hidden) }
        if hidden < Self.negligible { break search }
      }
    }
    guard let best, isRequired || best.hidden < Self.negligible else { return nil }
    // Labels that touched would be read as one.
    taken.append(Box(low: best.box.low - [Self.space, 0], high: best.box.high + [Self.space, 0]))
    return (best.middle, Self.isNear(best.middle - point, half))
  }

  /// Returns whether a label needs no line to its point.
  ///
  /// - Parameters:
  ///   - way: The way from the point to the middle of the label.
  ///   - half: Half of the label's size.
  private static func isNear(_ way: SIMD2<Double>, _ half: SIMD2<Double>) -> Bool {
    max(abs(way.x) - half.x, abs(way.y) - half.y) < nearDistance
  }

  /// Returns the number of squares with a mark on the line from a point's own mark to a label.
  ///
  /// - Parameter way: The way from the point to the middle of the label. A point far outside of the drawing would not
  ///   tell it.
  private func markedSquares(from point: SIMD2<Double>, on way: SIMD2<Double>, to box: Box) -> Int {
    let length = (way * way).sum().squareRoot()
    return stride(from: Self.ownMark, to: length, by: 1).count { distance in
      let place = point + way * (distance / length)
      let square = Box(low: place - 0.5, high: place + 0.5)
      return square.overlap(box) == 0 && squares(of: square).contains { isMarked[$0].contains(true) }
    }
  }

  /// The directions to try: right, left, up, down, and between.
  static let around: [SIMD2<Double>] = [
    [1, 0], [-1, 0], [0.7, -1], [-0.7, -1], [0.7, 1], [-0.7, 1], [0, -1], [0, 1], [1, -2], [-1, -2], [1, 2], [-1, 2],
  ]

  /// The distances between a point and its label: first a letter's width, then further away with a line between them.
  static let gaps = [7.0, 18, 32, 48]

  /// The average width of a letter, as a share of the font size. No font is asked.
  private static let letterWidth = 0.6
  /// The largest distance of a label that needs no line to its point.
  private static let nearDistance = 10.0
  /// The least distance from a label to marks. Its own mark is farther away in every direction.
  private static let clearance = 2.0
  /// The least space between the letters of two labels.
  private static let space = 4.0
  /// The distance from a point beyond which its own mark does not reach.
  private static let ownMark = 7.0
  /// The weight of what lies outside the drawing. A label that is cut off is worse than one that touches another.
  private static let outsideWeight = 4.0
  /// The overlap that does not matter, in square units of the drawing: a touching corner.
  private static let negligible = 2.0
}
