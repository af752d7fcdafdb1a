import Foundation

/// One line of the table.
struct Measurement {
  var method: String
  var answered = ""
  var temperatureError = ""
  var otherError = ""
  var single = ""
  var batch = ""

  var line: String {
    "| " + [method, answered, temperatureError, otherError, single, batch].joined(separator: " | ") + " |"
  }
}

/// Nanoseconds for each of `count` operations: the best of 25 rounds, which other programs disturbed least.
func nanoseconds(count: Int, _ operation: () throws -> Void) rethrows -> Double {
  let clock = ContinuousClock()
  var best = Double.infinity
  for _ in 0..<25 {
    let start = clock.now
    try operation()
    let elapsed = (clock.now - start).components
    best = min(best, (Double(elapsed.seconds) * 1e9 + Double(elapsed.attoseconds) * 1e-9) / Double(count))
  }
  return best
}

func time(_ nanoseconds: Double) -> String { String(format: nanoseconds < 20 ? "%.1f" : "%.0f", nanoseconds) }

func error(_ value: Double) -> String { String(format: "%.1e", value) }
