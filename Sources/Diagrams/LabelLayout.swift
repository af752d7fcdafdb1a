/// Places for labels beside their points, such that they hide neither each other nor the points.
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

  /// Keeps labels off a mark.
  mutating func reserve(_ place: SIMD2<Double>, radius: Double) {
    taken.append(Box(low: place - radius, high: place + radius))
  }

  /// The middle of a label beside `point`: near it in the first direction in which it is free, else further off.
  ///
  /// - Parameter isRequired: where it is free nowhere, the place in which it hides least; else `nil`.
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

  /// Right, left, up, down, and between.
  static let around: [SIMD2<Double>] = [
    [1, 0], [-1, 0], [0.7, -1], [-0.7, -1], [0.7, 1], [-0.7, 1], [0, -1], [0, 1], [1, -2], [-1, -2], [1, 2], [-1, 2],
  ]

  /// Between a point and its label: a letter's width, and with a line between them.
  static let gaps = [7.0, 18, 32, 48]

  /// Of a letter on the average, in its size: no font is asked.
  private static let letterWidth = 0.6
  /// Of a label that needs no line to its point.
  private static let nearDistance = 10.0
  /// A label that is cut off is worse than one that touches another.
  private static let outsideWeight = 4.0
  /// In square units of the drawing: a corner that touches.
  private static let negligible = 2.0
}
