public import Foundation

/// The scripts of `Tests/Oracle`, for the tests that run them again. `.ci/setup tests` installs what they import:
/// Debian's packages, and in `.build/python` those that Debian lacks.
public enum Python {
  public struct Failure: Error, CustomStringConvertible {
    public let description: String
  }

  public static func has(_ module: String) -> Bool {
    (try? launch(["-c", "import \(module)"]).status) == 0
  }

  /// - Parameter script: below the repository's root.
  /// - Returns: what it printed.
  @discardableResult
  public static func run(script: String, arguments: [String]) throws -> Data {
    let path = repositoryRoot.appending(path: script).path(percentEncoded: false)
    let (status, output) = try launch([path] + arguments)
    guard status == 0 else {
      throw Failure(description: "\(script) ended with status \(status): \(String(decoding: output, as: UTF8.self))")
    }
    return output
  }

  private static let interpreter: [String] = {
    let own = repositoryRoot.appending(path: ".build/python/bin/python3").path(percentEncoded: false)
    return [FileManager.default.isExecutableFile(atPath: own) ? own : "python3"]
  }()

  private static func launch(_ arguments: [String]) throws -> (status: Int32, output: Data) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = interpreter + arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, output)
  }
}
