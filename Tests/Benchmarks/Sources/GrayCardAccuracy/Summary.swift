import Foundation

/// What many trials come to.
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

  func cleanLine(_ name: String) -> String {
    let bias = errors.reduce(0, +) / Double(errors.count)
    let spread = (rootMeanSquare(errors) * rootMeanSquare(errors) - bias * bias).squareRoot()
    return "| \(name) | \(count) | \(refusedText) | \(text(spread, 3)) | \(text(bias, 3)) | "
      + [gains, temperatures, duvs].map { "\(text(coverage($0, 0.99446), 1)), \(text(coverage($0, 1.95996), 1))" }
      .joined(separator: " | ") + " |"
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
