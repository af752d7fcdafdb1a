internal import Dispatch
package import Testing

/// The suite's tests wait for programs that wait for time, such as a simulated camera's frames.
///
/// Such tests run one after another on a thread of their own. On the threads of all tests, of which there are as many
/// as processors, they would keep others from running while they wait themselves.
package struct WaitingTests: SuiteTrait, TestScoping {
  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(WaitingThread.shared) { try await function() }
  }
}

extension Trait where Self == WaitingTests {
  package static var waiting: Self { WaitingTests() }
}

private final class WaitingThread: TaskExecutor {
  static let shared = WaitingThread()

  private let queue = DispatchQueue(label: "tests that wait")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
