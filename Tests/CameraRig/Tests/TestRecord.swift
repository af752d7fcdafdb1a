#if os(Linux)
  import Foundation

  /// What a run of tests did, read from the records that Swift Testing writes (`--event-stream-output-path`).
  struct TestRecord {
    /// The names of the test functions that were to run, that ended, and that were skipped.
    private(set) var planned: Set<String> = []
    private(set) var ended: Set<String> = []
    private(set) var skipped: Set<String> = []

    init(contentsOf file: URL) throws {
      for line in try Data(contentsOf: file).split(separator: UInt8(ascii: "\n")) {
        let record = try JSONDecoder().decode(Record.self, from: line)
        switch (record.kind, record.payload.kind) {
        case ("test", "function"): planned.insert(record.payload.id ?? "")
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
