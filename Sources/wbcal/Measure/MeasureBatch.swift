import ArgumentParser
import CommandOutput
import DeviceProfiles
import FrameSources
import GrayCard
import Reports
import Synchronization
import WhiteBalance

/// Measures many sources at once and prints one line for each, in the order of the sources.
///
/// The line has what a separate call would print, and the source's `id`.
/// An error of one source is reported in its line.
final class MeasureBatch: Sendable {
  /// The options that were parsed already, with the profiles that they name.
  private let prepared = Mutex<[[ManifestOption]: Prepared]>([:])

  private struct Prepared: Sendable {
    var command: Measure
    var settings: MeasurementSettings
  }

  private let shared: SharedArguments
  /// Whether the manifest is standard input, which then cannot be the source of a line.
  private let isManifestInput: Bool
  private let work: OrderedWork

  /// Creates a batch whose sources share the options of one command. Lines of a manifest may add options.
  ///
  /// - Parameter words: The command line of the tool.
  init(_ command: Measure, words: [String] = CommandLine.arguments) throws {
    shared = SharedArguments(
      command.manifest == nil ? [] : words, of: Measure._commandName, without: Self.ofWholeRun)
    isManifestInput = command.manifest == "-"
    work = OrderedWork(workers: command.workers)
    try command.frames.checkValues()
    let prepared = Prepared(command: command, settings: try command.settings())
    // Lines of a manifest are parsed as separate calls.
    if command.manifest == nil { self.prepared.withLock { $0[[]] = prepared } }
  }

  private static let ofWholeRun = ["--manifest", "--workers"]

  func report(_ job: ManifestJob) -> Report {
    switch job {
    case .fault(let message, let source, let id):
      var report = Report()
      (report.id, report.source, report.error) = (id, source, message)
      return report
    case .measure(let source, let options, let id):
      var report: Report
      do { report = try self.report(of: source, options) } catch {
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

  private func report(of source: String, _ options: [ManifestOption]) throws -> Report {
    guard source != "-" || !isManifestInput else {
      throw Failure(.usage, "standard input has the manifest; name a file, or give the manifest as a file")
    }
    let prepared = try prepare(options)
    let input = try prepared.command.frames.open(source, profile: prepared.settings.profile, isNoted: false)
    return try prepared.command.report(of: input, prepared.settings)
  }

  private func prepare(_ options: [ManifestOption]) throws -> Prepared {
    if let known = prepared.withLock({ $0[options] }) { return known }
    if let option = options.first(where: { Self.ofWholeRun.contains($0.name) }) {
      throw Failure(.usage, "\(option.name) is for the whole run, and not for a line")
    }
    // The name stands for any source. Without one the options would be refused.
    let command: Measure
    do { command = try Measure.parse(["source"] + shared.with(options)) } catch {
      // ArgumentParser throws for a help, the version and a completion script, which a line cannot request.
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
      // A manifest with different options in every line must not fill the memory.
      if known.count >= Self.mostPrepared { known = [:] }
      known[options] = made
    }
    return made
  }

  private static let mostPrepared = 256

  /// Returns a job, or its error where an earlier job takes standard input, which two workers must not share.
  private func once(_ job: ManifestJob, _ isInputTaken: inout Bool) -> ManifestJob {
    guard case .measure("-", _, let id) = job, !isManifestInput else { return job }
    defer { isInputTaken = true }
    return isInputTaken ? .fault("standard input, -, can be read once; name a file", source: "-", id: id) : job
  }

  /// Measures jobs and prints a line for each, with progress where standard error is a terminal. Then standard error
  /// has the numbers of refused cards and of errors, if there are any.
  ///
  /// - Parameters:
  ///   - isReady: Whether the next job is available without waiting.
  ///   - jobs: A function that returns the next job, or `nil` after the last.
  ///   - count: The number of jobs; `nil` where it is not known.
  func run(isReady: () -> Bool = { true }, _ jobs: () throws -> ManifestJob?, count: Int?) throws {
    var (done, refused, failed, isInputTaken) = (0, 0, 0, false)
    let progress = Progress(count: count, of: "source")
    defer { progress.clear() }
    try work.run(
      isReady: isReady, next: { try jobs().map { once($0, &isInputTaken) } }, work: { [self] in report($0) },
      emit: { report in
        progress.clear()
        try Output.line(report)
        done += 1
        if report.verdict == VerdictWord.refused.rawValue {
          refused += 1
        } else if report.error != nil {
          failed += 1
        }
        progress.advance(to: done)
      })
    guard refused + failed > 0 else { return }
    progress.clear()
    Output.error("wbcal: sources: \(done), refused: \(refused), with an error: \(failed); their lines say why")
  }
}
