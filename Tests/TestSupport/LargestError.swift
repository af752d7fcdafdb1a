/// The largest of numbers, or NaN where one of them is NaN. The standard library's `max` may drop a NaN, and a test
/// that holds the largest of its errors against a tolerance would then pass without a number.
public func largest(_ first: Double, _ others: Double...) -> Double { others.reduce(first, larger) }

private func larger(_ one: Double, _ other: Double) -> Double { one.isNaN || other <= one ? one : other }

extension Sequence<Double> {
  /// As `max()`, but NaN where one of the numbers is NaN.
  public func largest() -> Double? { reduce(nil) { found, next in found.map { larger($0, next) } ?? next } }
}

extension SIMD where Scalar == Double {
  /// As `max()`, but NaN where one of the numbers is NaN.
  public func largest() -> Double { indices.dropFirst().reduce(self[0]) { larger($0, self[$1]) } }
}
