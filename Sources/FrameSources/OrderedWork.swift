internal import Dispatch
internal import Foundation
internal import Synchronization

/// Work on many jobs at once, with results in the order of the jobs and a bounded number of both in memory.
///
///     try OrderedWork(workers: 8).run(next: { lines.next() }, work: measure, emit: { print($0) })
package struct OrderedWork: Sendable {
  /// The number of jobs that are worked on at once.
  package let workers: Int

  /// Creates work on this many jobs at once.
  ///
  /// - Parameter workers: The number, at least 1; `nil` for the machine's number of processors.
  package init(workers: Int? = nil) {
    self.workers = max(workers ?? ProcessInfo.processInfo.activeProcessorCount, 1)
  }

  /// The largest number of jobs for each worker that are taken and whose results are not emitted yet.
  ///
  /// A long job delays the results of the following ones.
  private static let window = 4
  /// The time between two checks for another job during the wait for a result.
  private static let look = DispatchTimeInterval.milliseconds(5)

  /// Works on jobs until there are no more.
  ///
  /// - Parameters:
  ///   - isReady: Whether `next` would return at once. If it would wait, as for a line of a pipe, results are emitted
  ///     meanwhile.
  ///   - next: A function that returns the next job, or `nil` after the last. It is called on the caller's thread.
  ///   - work: A function that turns a job into its result. It is called on several threads at once.
  ///   - emit: A function that takes each result, in the order of the jobs, on the caller's thread.
  /// - Throws: The error of `next`, after the results of all jobs before it; the errors of `emit`, after the jobs that
  ///   were begun have ended.
  package func run<Job: Sendable, Result: Sendable>(
    isReady: () -> Bool = { true }, next: () throws -> Job?, work: @escaping @Sendable (Job) -> Result,
    emit: (Result) throws -> Void
  ) throws {
    let queue = DispatchQueue(label: "OrderedWork", attributes: .concurrent)
    let places = DispatchSemaphore(value: workers)
    let group = DispatchGroup()
    defer { group.wait() }
    var waiting: [Slot<Result>] = []
    var isEnded = false
    var failure: (any Error)?
    while true {
      while !isEnded, waiting.count < Self.window * workers {
        while let first = waiting.first, !isReady() {
          guard let result = first.wait(for: Self.look) else { continue }
          waiting.removeFirst()
          try emit(result)
        }
        var job: Job?
        do { job = try next() } catch { failure = error }
        guard let job else {
          isEnded = true
          break
        }
        let slot = Slot<Result>()
        waiting.append(slot)
        places.wait()
        queue.async(group: group) {
          slot.fill(work(job))
          places.signal()
        }
        while let result = waiting.first?.taken() {
          waiting.removeFirst()
          try emit(result)
        }
      }
      guard !waiting.isEmpty else {
        if let failure { throw failure }
        return
      }
      try emit(waiting.removeFirst().wait())
    }
  }

  /// A place for a future result.
  private final class Slot<Result: Sendable>: Sendable {
    private let result = Mutex<Result?>(nil)
    private let isThere = DispatchSemaphore(value: 0)

    func fill(_ value: Result) {
      result.withLock { $0 = value }
      isThere.signal()
    }

    func wait() -> Result {
      isThere.wait()
      guard let value = result.withLock({ $0 }) else { preconditionFailure("the slot was filled before its signal") }
      return value
    }

    /// Waits for a limited time, and returns `nil` where the result has not come.
    func wait(for time: DispatchTimeInterval) -> Result? {
      isThere.wait(timeout: .now() + time) == .success ? taken() : nil
    }

    func taken() -> Result? { result.withLock { $0 } }
  }
}
