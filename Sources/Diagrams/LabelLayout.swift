/// Positions for labels beside their points that hide neither other labels nor the points.
struct LabelLayout {
  private struct Box {
    let low, high: SIMD2<Double>

    func overlap(_ other: Box) -> Double {
      let size = pointwiseMin(high, other.high) - pointwiseMax(low, other.low)
      return size.x > 0 && size.y > 0 ? size.x * size.y : 0
    }
  }

  private var taken: [Box] = []
  private let bounds: Box

  init(low: SIMD2<Double>, high: SIMD2<Double>) { bounds = Box(low: low, high: high) }

  /// Keeps labels away from a mark.
  mutating func reserve(_ place: SIMD2<Double>, radius: Double) {
    taken.append(Box(low: place - radius, high: place + radius))
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
        let middle = point + direction * (half + gap)
        let box = Box(low: middle - half, high: middle + half)
        let outside = 4 * half.x * half.y - box.overlap(bounds)
        let hidden = taken.reduce(Self.outsideWeight * outside) { $0 + $1.overlap(box) }
        if hidden < best?.hidden ?? .infinity { best = (middle, box, hidden) }
        if hidden < Self.negligible { break search }
      }
    }
    guard let best, isRequired || best.hidden < Self.negligible else { return nil }
    taken.append(best.box)
    let way = best.middle - point
    return (best.middle, max(abs(way.x) - half.x, abs(way.y) - half.y) < Self.nearDistance)
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
  /// The weight of what lies outside the drawing. A label that is cut off is worse than one that touches another.
  private static let outsideWeight = 4.0
  /// The overlap that does not matter, in square units of the drawing: a touching corner.
  private static let negligible = 2.0
}
