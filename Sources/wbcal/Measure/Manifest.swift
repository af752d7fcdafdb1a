import ArgumentParser
import DeviceProfiles
import Foundation
import FrameSources
import GrayCard
import Reports
import Synchronization
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

/// Measurements of many sources, as many at once as there are processors, one line each, in order.
///
/// A fault of one source stands in its line. The line of a source is that of a call for it alone, with its `id`.
final class MeasureBatch: Sendable {
  /// Options that were parsed before, with the profile that they name.
  private let prepared = Mutex<[[String]: Prepared]>([:])

  private struct Prepared: Sendable {
    var command: Measure
    var settings: MeasurementSettings
  }

  /// The arguments that hold for every line of a manifest, before the line's own.
  private let common: [String]
  private let work: OrderedWork

  /// Creates a batch whose sources have the options of one command, which lines of a manifest may add to.
  init(_ command: Measure) throws {
    common = command.manifest == nil ? [] : Self.common(CommandLine.arguments)
    work = OrderedWork(workers: command.workers)
    let prepared = Prepared(command: command, settings: try command.settings())
    self.prepared.withLock { $0[[]] = prepared }
  }

  private static let ofWholeRun = ["--manifest", "--workers"]

  /// Returns a command line without the tool, its subcommand, and what is about the whole run.
  private static func common(_ words: [String]) -> [String] {
    var common: [String] = []
    var words = words.drop { $0 != Measure._commandName }.dropFirst()
    while let word = words.popFirst() {
      if ofWholeRun.contains(word) {
        words = words.dropFirst()
      } else if !ofWholeRun.contains(where: { word.hasPrefix($0 + "=") }) {
        common.append(word)
      }
    }
    return common
  }

  /// A job, or the reason why the line is none.
  enum Job: Sendable {
    case measure(source: String, arguments: [String], id: String?)
    case fault(String, id: String?)
  }

  func report(_ job: Job) -> Report {
    switch job {
    case .fault(let message, let id):
      var report = Report()
      (report.id, report.error) = (id, message)
      return report
    case .measure(let source, let arguments, let id):
      var report: Report
      do { report = try self.report(of: source, arguments) } catch {
        report = Report()
        report.source = source
        report.error = Self.message(error)
      }
      report.id = id
      return report
    }
  }

  private static func message(_ error: any Error) -> String {
    if let failure = error as? Failure { return failure.message }
    return Measure.message(for: error)
  }

  private func report(of source: String, _ arguments: [String]) throws -> Report {
    let prepared = try prepare(arguments)
    let input = try prepared.command.source.frames.open(source)
    return try prepared.command.report(of: input, prepared.settings)
  }

  private func prepare(_ arguments: [String]) throws -> Prepared {
    if let known = prepared.withLock({ $0[arguments] }) { return known }
    // The name stands for any source, which options without one would be refused for.
    let command = try Measure.parse(["source"] + common + arguments)
    if let option = command.wholeRunOption {
      throw Failure(.usage, "\(option) is for one measurement, and not for a line of many")
    }
    let made = Prepared(command: command, settings: try command.settings())
    prepared.withLock { known in
      // A manifest whose every line has its own options must not fill the memory.
      if known.count >= Self.mostPrepared { known = [:] }
      known[arguments] = made
    }
    return made
  }

  private static let mostPrepared = 256

  /// Reads a line of a manifest.
  static func job(_ line: [UInt8]) -> Job {
    do {
      let parsed = try JSONDecoder().decode(ManifestLine.self, from: Data(line))
      return .measure(source: parsed.source, arguments: parsed.arguments, id: parsed.id?.text)
    } catch {
      return .fault(
        "the line is not one JSON object with a source, such as {\"id\": \"a\", \"source\": \"a.dng\", "
          + "\"options\": {\"black\": 64}}", id: nil)
    }
  }

  /// Measures jobs and prints a line for each. Progress is shown where standard error is a terminal.
  func run(_ jobs: () throws -> Job?, count: Int?) throws {
    var done = 0
    let progress = Progress(count: count ?? 0, of: "source")
    defer { if count != nil { progress.end() } }
    try work.run(
      next: jobs, work: { [self] in report($0) },
      emit: { report in
        try Output.line(report)
        done += 1
        if count != nil { progress.advance(to: done) }
      })
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
  init(_ path: String) throws {
    name = path == "-" ? "standard input" : path
    do { descriptor = path == "-" ? .standardInput : try FileDescriptor.open(path, .readOnly) } catch {
      throw Failure(.noInput, "\(path): \(error)")
    }
  }

  /// Returns the next line that is not empty, as a job, or `nil` after the last.
  func next() throws -> MeasureBatch.Job? {
    while let line = try nextLine() {
      guard line.count <= Self.longest else {
        return .fault("the line is longer than \(Self.longest) bytes", id: nil)
      }
      if !line.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }) { return MeasureBatch.job(line) }
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
