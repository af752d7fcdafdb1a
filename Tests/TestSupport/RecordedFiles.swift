public import Foundation
public import Testing

/// Expects that files of the repository are what a test makes, byte for byte.
///
/// `WHITEBALANCE_RECORD=1` writes the files anew, and the test fails, so that nobody takes that for a comparison.
///
/// - Parameters:
///   - made: The files as they must be.
///   - folder: Their folder, from the root of the package.
public func expectRecorded(
  _ made: [(name: String, bytes: Data)], in folder: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let place = repositoryRoot.appending(path: folder)
  guard ProcessInfo.processInfo.environment["WHITEBALANCE_RECORD"] == nil else {
    for file in made { try file.bytes.write(to: place.appending(path: file.name)) }
    Issue.record(
      "the files of \(folder) were written anew; run the tests again without WHITEBALANCE_RECORD",
      sourceLocation: sourceLocation)
    return
  }
  for file in made {
    #expect(
      try Data(contentsOf: place.appending(path: file.name)) == file.bytes, "\(file.name) differs",
      sourceLocation: sourceLocation)
  }
}
