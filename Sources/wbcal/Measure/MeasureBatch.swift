import ArgumentParser
import CommandOutput
import DeviceProfiles
import FrameSources
import GrayCard
import Reports
import Synchronization

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

  private let shared: SharedArguments
  /// Whether the manifest is standard input, which no line can have.
  private let isManifestInput: Bool
  private let work: OrderedWork

  /// Creates a batch whose sources have the options of one command, which lines of a manifest may add to.
  ///
  /// - Parameter words: The command line of the tool.
  init(_ command: Measure, words: [String] = CommandLine.arguments) throws {
    shared = SharedArguments(
      command.manifest == nil ? [] : words, of: Measure._commandName, without: Self.ofWholeRun)
    isManifestInput = command.manifest == "-"
    work = OrderedWork(workers: command.workers)
    let prepared = Prepared(command: command, settings: try command.settings())
    // The line of a manifest is what a call with its source would print.
    if command.manifest == nil { self.prepared.withLock { $0[[]] = prepared } }
  }

  private static let ofWholeRun = ["--manifest", "--workers"]

  func report(_ job: ManifestJob) -> Report {
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
    guard source != "-" || !isManifestInput else {
      throw Failure(.usage, "standard input has the manifest; name a file, or give the manifest as a file")
    }
    let prepared = try prepare(arguments)
    let input = try prepared.command.frames.open(source, profile: prepared.settings.profile)
    return try prepared.command.report(of: input, prepared.settings)
  }

  private func prepare(_ arguments: [String]) throws -> Prepared {
    if let known = prepared.withLock({ $0[arguments] }) { return known }
    if let option = arguments.first(where: Self.ofWholeRun.contains) {
      throw Failure(.usage, "\(option) is for the whole run, and not for a line")
    }
    // The name stands for any source, which options without one would be refused for.
    let command: Measure
    do { command = try Measure.parse(["source"] + shared.with(arguments)) } catch {
      // A help, the version and a completion script are errors to ArgumentParser, and no line's.
      guard !Measure.exitCode(for: error).isSuccess else {
        throw Failure(.usage, "an option of the line prints a help in place of a measurement; leave it out")
      }
      throw error
    }
    if let option = command.ofOneSource {
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

  /// Measures jobs and prints a line for each. Progress is shown where standard error is a terminal.
  ///
  /// - Parameters:
  ///   - isReady: Whether the next job is there.
  ///   - jobs: A function that returns the next job, or `nil` after the last.
  ///   - count: The number of jobs; `nil` where it is not known.
  func run(isReady: () -> Bool = { true }, _ jobs: () throws -> ManifestJob?, count: Int?) throws {
    var done = 0
    let progress = Progress(count: count, of: "source")
    defer { progress.clear() }
    try work.run(
      isReady: isReady, next: jobs, work: { [self] in report($0) },
      emit: { report in
        progress.clear()
        try Output.line(report)
        done += 1
        progress.advance(to: done)
      })
  }
}
