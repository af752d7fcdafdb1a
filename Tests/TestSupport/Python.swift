internal import Foundation

/// The scripts of `Tests/Oracle`, for the tests that run them again.
public enum Python {
  public struct Failure: Error, CustomStringConvertible {
    public let description: String
  }

  public static func has(_ module: String) -> Bool {
    (try? launch(["python3", "-c", "import \(module)"])) == 0
  }

  /// - Parameter script: below the repository's root.
  public static func run(script: String, arguments: [String]) throws {
    let path = repositoryRoot.appending(path: script).path(percentEncoded: false)
    let status = try launch(["python3", path] + arguments)
    guard status == 0 else { throw Failure(description: "\(script) ended with status \(status)") }
  }

  private static func launch(_ arguments: [String]) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }
}
