import CMemoryPeer
import Foundation

/// One line of the table: the time of one operation on a frame, beside a plain read of the same bytes.
struct Measurement {
  let name: String
  let best, median: Double
  let limit: Double
  let byteCount: Int

  var line: String {
    let rate = String(format: "%.1f", Double(byteCount) / best * 1e-6)
    return "| \(name) | \(milliseconds(best)) | \(milliseconds(median)) | \(rate) "
      + "| \(String(format: "%.0f", limit / best * 100)) % |"
  }
}

func milliseconds(_ value: Double) -> String { String(format: value < 10 ? "%.2f" : "%.1f", value) }

/// Copies of a frame, more than any cache holds, taken by turns: so each operation finds its frame in memory.
struct Rounds {
  static let copyCount = 4

  /// The times of a plain read and of `operations`, by turns, on the same bytes.
  static func measure(
    byteCount: Int, rounds: Int, read: @escaping (Int) -> Void, operations: [(name: String, run: (Int) -> Void)]
  ) -> [Measurement] {
    var times = Array(repeating: [Double](), count: operations.count + 1)
    var turn = 0
    for _ in 0..<rounds {
      for (index, operation) in ([("", read)] + operations).enumerated() {
        let clock = ContinuousClock()
        let start = clock.now
        operation.1(turn % copyCount)
        let elapsed = (clock.now - start).components
        times[index].append(Double(elapsed.seconds) * 1e3 + Double(elapsed.attoseconds) * 1e-15)
        turn += 1
      }
    }
    let sorted = times.map { $0.sorted() }
    let limit = sorted[0][0]
    return zip(["a plain read: the limit"] + operations.map(\.name), sorted).map { name, times in
      Measurement(
        name: name, best: times[0], median: times[times.count / 2], limit: limit, byteCount: byteCount)
    }
  }
}
