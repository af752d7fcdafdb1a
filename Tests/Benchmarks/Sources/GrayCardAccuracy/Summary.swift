import Foundation

/// The result of many trials.
struct Summary {
  private var count = 0
  private var refused = 0
  private var reasons: [String: Int] = [:]
  private var errors: [Double] = []
  private var gains: [Double] = []
  private var temperatures: [Double] = []
  private var duvs: [Double] = []

  mutating func add(_ trial: Trial) {
    count += 1
    if !trial.refusals.isEmpty { refused += 1 }
    for refusal in trial.refusals { reasons[refusal.code.rawValue, default: 0] += 1 }
    errors += trial.errors
    gains += trial.gains
    trial.temperature.map { temperatures.append($0) }
    trial.duv.map { duvs.append($0) }
  }

  static let cleanHeading = """
    | region | cards | refused | standard deviation / bound | bias / bound | gains 68 %, 95 % | temperature | tint |
    | --- | --- | --- | --- | --- | --- | --- | --- |
    """

  /// The mean error. The unit of this and of `spread` is the least standard error that an unbiased estimate can have.
  private var bias: Double { errors.reduce(0, +) / Double(errors.count) }
  private var spread: Double { (rootMeanSquare(errors) * rootMeanSquare(errors) - bias * bias).squareRoot() }
  /// The shares of scores within the intervals of 68 % and 95 %, in percent, of each quantity that a reading states.
  private var coverages: [(name: String, inner: Double, outer: Double)] {
    [("gains", gains), ("temperature", temperatures), ("Duv", duvs)].map { name, scores in
      (name, coverage(scores, Self.inner), coverage(scores, Self.outer))
    }
  }

  /// The numbers of standard errors within which 68 % and 95 % of a normal distribution lie.
  private static let (inner, outer) = (0.99446, 1.95996)

  /// The promises that clean cards miss, in words; none where they keep it.
  var faults: [String] {
    var faults: [String] = []
    func check(_ name: String, _ value: Double, _ range: ClosedRange<Double>) {
      // The condition is written so that NaN is a fault too.
      if !range.contains(value) {
        faults.append("\(name) is \(text(value, 3)), not \(range.lowerBound) to \(range.upperBound)")
      }
    }
    check("the spread over the bound", spread, 0...1.1)
    check("the bias over the bound", bias, -0.1...0.1)
    for (name, inner, outer) in coverages {
      check("the coverage of 68 % of \(name)", inner, 66...70)
      check("the coverage of 95 % of \(name)", outer, 94...96)
    }
    return faults
  }

  func cleanLine(_ name: String) -> String {
    "| \(name) | \(count) | \(refusedText) | \(text(spread, 3)) | \(text(bias, 3)) | "
      + coverages.map { "\(text($0.inner, 1)), \(text($0.outer, 1))" }.joined(separator: " | ") + " |"
  }

  static let spoiltHeading = """
    | over the card | region | cards | refused | rms error, in clean standard errors | beyond 3 stated errors |
    | --- | --- | --- | --- | --- | --- |
    """

  func spoiltLine(_ spoiler: String, _ region: String) -> String {
    "| \(spoiler) | \(region) | \(count) | \(refusedText) | \(text(rootMeanSquare(errors), 2)) | "
      + "\(text(100 - coverage(gains, 3), 2)) % |"
  }

  private var refusedText: String {
    let because = reasons.sorted { $0.value > $1.value }.map(\.key).joined(separator: ", ")
    return "\(text(100 * Double(refused) / Double(count), 2)) %" + (because.isEmpty ? "" : " (\(because))")
  }

  private func rootMeanSquare(_ values: [Double]) -> Double {
    (values.reduce(0) { $0 + $1 * $1 } / Double(values.count)).squareRoot()
  }

  /// The share of scores within a limit, in percent.
  private func coverage(_ scores: [Double], _ limit: Double) -> Double {
    100 * Double(scores.count { abs($0) <= limit }) / Double(scores.count)
  }

  private func text(_ value: Double, _ digits: Int) -> String { String(format: "%.\(digits)f", value) }
}
