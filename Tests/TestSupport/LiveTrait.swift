internal import Dispatch
public import Testing

/// Runs a test on threads of its own. Tests wait for Swift's threads, of which there are as many as cores, and others compute on
/// these for seconds: what has a limit in time must not wait with them.
public struct LiveTrait: TestTrait, SuiteTrait, TestScoping {
  public var isRecursive: Bool { true }

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(OwnThreads.shared) { try await function() }
  }
}

extension Trait where Self == LiveTrait {
  /// For a test of something that runs by itself and is waited for.
  public static var live: Self { LiveTrait() }
}

private final class OwnThreads: TaskExecutor {
  static let shared = OwnThreads()

  private let queue = DispatchQueue(label: "TestSupport.live", qos: .userInitiated, attributes: .concurrent)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

extension Task where Failure == any Error {
  /// A task of its own in a test that is `.live`: one without a preference would wait for Swift's threads.
  public static func live(
    _ body: sending @escaping @isolated(any) () async throws -> Success
  ) -> Task<Success, any Error> {
    Task(executorPreference: OwnThreads.shared, operation: body)
  }
}
