/// The means of the channels of each frame, by the parts of the frame. Lanes are channels, in the order of
/// ``BayerChannel``.
struct FrameMeans: Sendable {
  private let parts: [Region]
  /// The counts of samples in each part, the same in every frame.
  private var counts: [SIMD4<UInt64>]
  /// The means of the parts of the first frame, then of the second, and so on. Single precision is enough, and takes
  /// half of the memory.
  private var means: [SIMD4<Float>] = []

  /// Creates the means of no frame yet.
  init(_ parts: [Region]) {
    self.parts = parts
    counts = Array(repeating: .zero, count: parts.count)
  }

  /// The largest number of frames whose means are kept: 16 MiB of them. The first 1024 frames show how frames vary.
  /// Later ones are assumed to vary in the same way.
  private static let largestCount = 1024

  /// Adds the sums of the samples of a part, and their counts. The parts of a frame follow one another.
  mutating func add(_ sums: SIMD4<UInt64>, _ counts: SIMD4<UInt64>, part: Int) {
    guard means.count < parts.count * Self.largestCount else { return }
    self.counts[part] = counts
    let divisor = SIMD4<Double>(counts).replacing(with: 1, where: counts .== 0)
    means.append(SIMD4<Float>(SIMD4<Double>(sums) / divisor))
  }

  /// Returns the counts of samples in the parts that lie wholly inside a region, and their means in each frame; `nil`
  /// where no part does.
  func inside(_ region: Region) -> (counts: SIMD4<Double>, means: [SIMD4<Double>])? {
    let inside = parts.indices.filter { region.contains(parts[$0]) }
    guard !inside.isEmpty else { return nil }
    let count = inside.reduce(into: SIMD4<Double>.zero) { $0 += SIMD4<Double>(counts[$1]) }
    let divisor = count.replacing(with: 1, where: count .== 0)
    let frames = stride(from: 0, to: means.count, by: parts.count).map { start in
      let sum = inside.reduce(into: SIMD4<Double>.zero) { sum, part in
        sum += SIMD4<Double>(means[start + part]) * SIMD4<Double>(counts[part])
      }
      return sum / divisor
    }
    return (count, frames)
  }
}

extension Region {
  /// Whether another region lies wholly inside this one.
  func contains(_ other: Region) -> Bool {
    other.x >= x && other.y >= y && other.x + other.width <= x + width && other.y + other.height <= y + height
  }
}
