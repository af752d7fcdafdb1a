#if os(Linux)
  import Foundation

  /// The course of a run of tests, read from the records that Swift Testing writes (`--event-stream-output-path`).
  struct TestRecord {
    /// The names of the test functions that were to run, that began, that ended, and that were skipped.
    private(set) var planned: Set<String> = []
    private(set) var begun: Set<String> = []
    private(set) var ended: Set<String> = []
    private(set) var skipped: Set<String> = []

    /// The tests that ran when the record broke off.
    var running: Set<String> { begun.intersection(planned).subtracting(ended) }

    init(contentsOf file: URL) throws {
      // A guest that was ended may have been in the middle of its last line.
      let lines = try Data(contentsOf: file).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      for line in lines.dropLast() where !line.isEmpty {
        let record = try JSONDecoder().decode(Record.self, from: line)
        switch (record.kind, record.payload.kind) {
        case ("test", "function"): planned.insert(record.payload.id ?? "")
        case ("event", "testStarted"): begun.insert(record.payload.testID ?? "")
        case ("event", "testEnded"): ended.insert(record.payload.testID ?? "")
        case ("event", "testSkipped"): skipped.insert(record.payload.testID ?? "")
        default: break
        }
      }
    }

    private struct Record: Decodable {
      let kind: String
      let payload: Payload
    }

    private struct Payload: Decodable {
      let kind: String
      let id: String?
      let testID: String?
    }
  }
#endif
