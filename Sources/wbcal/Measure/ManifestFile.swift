import Foundation
import SystemPackage

/// One line of a manifest: a source, its options as the command line has them, and a name of the caller's.
struct ManifestLine: Decodable, Sendable {
  var id: Value?
  var source: String
  var options: [String: Value]?

  /// A text, a number or a truth value.
  enum Value: Decodable, Hashable, Sendable {
    case text(String)
    case whole(Int)
    case number(Double)
    case isOn(Bool)

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let value = try? container.decode(Bool.self) {
        self = .isOn(value)
      } else if let value = try? container.decode(Int.self) {
        self = .whole(value)
      } else if let value = try? container.decode(Double.self) {
        self = .number(value)
      } else {
        self = .text(try container.decode(String.self))
      }
    }

    var text: String {
      switch self {
      case .text(let text): text
      case .whole(let value): "\(value)"
      case .number(let value): "\(value)"
      case .isOn(let value): "\(value)"
      }
    }
  }

  /// The options as arguments, in the order of their names.
  var arguments: [String] {
    (options ?? [:]).sorted { $0.key < $1.key }.flatMap { name, value in
      switch value {
      case .isOn(true): ["--\(name)"]
      case .isOn(false): [String]()
      default: ["--\(name)", value.text]
      }
    }
  }
}

/// A source to measure, or the reason why a line names none.
enum ManifestJob: Hashable, Sendable {
  case measure(source: String, arguments: [String], id: String?)
  case fault(String, id: String?)

  /// Reads a line of a manifest.
  init(_ line: [UInt8]) {
    do {
      let parsed = try JSONDecoder().decode(ManifestLine.self, from: Data(line))
      self = .measure(source: parsed.source, arguments: parsed.arguments, id: parsed.id?.text)
    } catch {
      self = .fault(
        "the line is not one JSON object with a source, such as {\"id\": \"a\", \"source\": \"a.dng\", "
          + "\"options\": {\"black\": 64}}", id: nil)
    }
  }
}

/// The lines of a file, one at a time.
final class ManifestFile {
  private let descriptor: FileDescriptor
  private var buffer: [UInt8] = []
  private var start = 0
  private var isEnded = false
  private let name: String

  /// The largest line, in bytes.
  private static let longest = 1 << 16

  /// - Parameter path: A file, or - for standard input.
  convenience init(_ path: String) throws {
    do {
      self.init(path == "-" ? .standardInput : try .open(path, .readOnly), name: path == "-" ? "standard input" : path)
    } catch { throw Failure(.noInput, "\(path): \(error)") }
  }

  /// - Parameter name: The name by which messages call the file.
  init(_ descriptor: FileDescriptor, name: String) {
    (self.descriptor, self.name) = (descriptor, name)
  }

  /// Returns the next line that is not empty, as a job, or `nil` after the last.
  func next() throws -> ManifestJob? {
    while let line = try nextLine() {
      guard line.count <= Self.longest else {
        return .fault("the line is longer than \(Self.longest) bytes", id: nil)
      }
      if !line.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }) { return ManifestJob(line) }
    }
    return nil
  }

  private func nextLine() throws -> [UInt8]? {
    var searched = start
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { start = end + 1 }
        return Array(buffer[start..<end])
      }
      if isEnded {
        defer { start = buffer.count }
        return start < buffer.count ? Array(buffer[start...]) : nil
      }
      // A line that is too long keeps enough bytes to be known as such.
      if buffer.count - start > 2 * Self.longest { buffer.removeSubrange(start + Self.longest + 1..<buffer.count) }
      buffer.removeSubrange(..<start)
      start = 0
      searched = buffer.count
      var block = [UInt8](repeating: 0, count: 1 << 16)
      do {
        let count = try block.withUnsafeMutableBytes { try descriptor.read(into: $0) }
        isEnded = count == 0
        buffer += block[..<count]
      } catch { throw Failure(.noInput, "\(name): \(error)") }
    }
  }
}
