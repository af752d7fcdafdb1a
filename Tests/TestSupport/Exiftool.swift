public import Foundation
internal import Testing

/// Debian's exiftool, an independent reader of tags.
public enum Exiftool {
  public struct Tags {
    public let values: [String: Any]

    public func text(_ name: String) -> String { values[name].map { "\($0)" } ?? "" }
    public func numbers(_ name: String) -> [Double] { text(name).split(separator: " ").compactMap { Double($0) } }
  }

  public static let isThere = (try? run(["-ver"])) != nil

  public static func tags(_ file: URL) throws -> Tags {
    let output = try run(["-json", "-n", file.path(percentEncoded: false)])
    let objects = try #require(try JSONSerialization.jsonObject(with: output) as? [[String: Any]])
    return Tags(values: try #require(objects.first))
  }

  private static func run(_ arguments: [String]) throws -> Data {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/exiftool")
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return output
  }
}
