#if os(Linux)
  import Dispatch
  import Foundation
  import Synchronization
  import Testing

  /// The time of one test. It passes by what the test's drivers do, and only while the test waits for something.
  ///
  /// The test's tasks run on one thread, one after another, and time stands while one of them runs. Once all of them
  /// wait, every capture thread waits in its driver, and the watched queues are empty, the next event happens: a frame,
  /// a time-out, or the end of a pause. So a test takes the same course each time it runs, and waits for no real time.
  final class VirtualTime: TaskExecutor, @unchecked Sendable {
    /// The time of the test that asks.
    @TaskLocal static var current: VirtualTime?

    /// Something that happens once, at a time that may change while it is waited for.
    private final class Event {
      let moment: () -> Duration
      /// The driver whose capture thread waits for it.
      let driver: ObjectIdentifier?
      /// The consequence, which is run once it has happened.
      let consequence: () -> Void
      var hasHappened = false

      init(
        driver: ObjectIdentifier? = nil, at moment: @escaping () -> Duration, _ consequence: @escaping () -> Void = {}
      ) {
        (self.moment, self.driver, self.consequence) = (moment, driver, consequence)
      }
    }

    /// Held for moments. Everything below is read and changed under it.
    private let condition = NSCondition()
    private var time = Duration.seconds(1000)
    private var jobs: [UnownedJob] = []
    private var events: [Event] = []
    /// The drivers whose capture threads are at work.
    private var running: Set<ObjectIdentifier> = []
    /// The drivers whose capture threads need not wait, because the thread that would let time pass waits for them.
    private var free: [ObjectIdentifier: Int] = [:]
    private var queues: [(queue: DispatchQueue, isAsked: Bool)] = []
    /// Whether the queues have been empty since the last event and the last job.
    private var isSettled = false
    /// The threads that a driver keeps waiting for the answer to a request.
    private var heldCount = 0
    private var isOver = false
    /// Whether the test's thread has ended; its last tasks go elsewhere then.
    private var hasEnded = false

    /// An executor must outlive its tasks, and a test that fails may leave some behind. So each is kept for ever.
    private static let kept = Mutex<[VirtualTime]>([])

    private static func begin() -> VirtualTime {
      let time = VirtualTime()
      kept.withLock { $0.append(time) }
      Thread { time.run() }.start()
      return time
    }

    /// Does `body` in a time of its own.
    static func scope(_ body: @Sendable () async throws -> Void) async throws {
      let time = begin()
      defer { time.end() }
      try await $current.withValue(time) { try await withTaskExecutorPreference(time) { try await body() } }
    }

    /// Lets every capture thread go, whose device is then gone.
    func end() { change { isOver = true } }

    var isEnded: Bool { change(false) { isOver } }

    var now: Duration { change(false) { time } }

    // MARK: - For tests

    /// Waits until so much time has passed.
    func pass(_ duration: Duration) async {
      let end = now + duration
      await withCheckedContinuation { continuation in
        change { events.append(Event(at: { end }) { continuation.resume() }) }
      }
    }

    /// No time passes while `queue` has work.
    func watch(_ queue: DispatchQueue) { change { queues.append((queue, false)) } }

    // MARK: - For drivers

    /// The capture thread of `driver` is going to wait.
    func began(_ driver: AnyObject) { change { _ = running.insert(ObjectIdentifier(driver)) } }

    /// The capture thread of `driver` waits no more.
    func ended(_ driver: AnyObject) { change { _ = running.remove(ObjectIdentifier(driver)) } }

    /// Waits, on the capture thread of `driver`, until the `moment` has come.
    func wait(_ driver: AnyObject, until moment: @escaping () -> Duration) {
      let driver = ObjectIdentifier(driver)
      let event = Event(driver: driver, at: moment)
      condition.lock()
      defer { condition.unlock() }
      events.append(event)
      running.remove(driver)
      condition.broadcast()
      while !event.hasHappened, !isOver {
        if free[driver] == nil { condition.wait() } else { happen(event) }
      }
      events.removeAll { $0 === event }
    }

    /// Lets time pass for `driver` while `body` keeps the test's thread.
    func pass<Result>(for driver: AnyObject, while body: () -> Result) -> Result {
      let driver = ObjectIdentifier(driver)
      change { free[driver, default: 0] += 1 }
      defer { change { free[driver] = free[driver] == 1 ? nil : free[driver].map { $0 - 1 } } }
      return body()
    }

    /// Sets the time to `moment` at once, because no event comes before it.
    func jump(to moment: Duration) { change { time = max(time, moment) } }

    /// Waits for another thread of the test, and lets the tasks of the test go on meanwhile.
    func hold(while isHeld: () -> Bool) {
      condition.lock()
      defer { condition.unlock() }
      heldCount += 1
      condition.broadcast()
      while isHeld(), !isOver { condition.wait() }
      heldCount -= 1
      condition.broadcast()
    }

    /// Waits until no thread is held any more. The threads then go on at the present time.
    func release() {
      condition.lock()
      defer { condition.unlock() }
      condition.broadcast()
      while heldCount > 0 { condition.wait() }
    }

    /// Keeps the test's thread until another thread has brought `isReached` about.
    ///
    /// - Returns: false where that took so long that it hangs.
    @discardableResult
    func block(until isReached: () -> Bool) -> Bool {
      let hang = Date(timeIntervalSinceNow: Self.hangLimit)
      condition.lock()
      defer { condition.unlock() }
      while !isReached() { guard condition.wait(until: hang) else { return isReached() } }
      return true
    }

    /// In seconds of real time. No test waits as long where the product is right.
    private static let hangLimit = 60.0

    /// Tells those who wait for each other that something has changed.
    func notify() { change {} }

    // MARK: - The course of things

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      let isTaken = change {
        if !hasEnded { jobs.append(job) }
        return !hasEnded
      }
      if !isTaken { DispatchQueue.global().async { job.runSynchronously(on: self.asUnownedTaskExecutor()) } }
    }

    private func run() {
      condition.lock()
      defer { condition.unlock() }
      while true {
        if !isStill {
          condition.wait()
        } else if !isSettled {
          settle()
        } else if !jobs.isEmpty {
          let job = jobs.removeFirst()
          isSettled = false
          condition.unlock()
          job.runSynchronously(on: asUnownedTaskExecutor())
          condition.lock()
        } else if isOver {
          hasEnded = true
          return
        } else if let event = nextEvent {
          happen(event)
          events.removeAll { $0 === event }
          condition.unlock()
          event.consequence()
          condition.lock()
        } else {
          condition.wait()
          isSettled = false
        }
      }
    }

    private var isStill: Bool {
      running.isEmpty && (heldCount > 0 || !queues.contains { $0.isAsked }) || isOver
    }

    /// A driver's event comes before a pause that ends at the same time, so that the pause ends when all has happened.
    private var nextEvent: Event? {
      events.min { ($0.moment(), $0.driver == nil ? 1 : 0) < ($1.moment(), $1.driver == nil ? 1 : 0) }
    }

    private func happen(_ event: Event) {
      time = max(time, event.moment())
      event.hasHappened = true
      isSettled = false
      if let driver = event.driver { running.insert(driver) }
      condition.broadcast()
    }

    /// Adds a block to every watched queue that reports when the work before it is done.
    private func settle() {
      isSettled = true
      for index in queues.indices where !queues[index].isAsked {
        queues[index].isAsked = true
        queues[index].queue.async { [self] in change { queues[index].isAsked = false } }
      }
    }

    @discardableResult
    private func change<Result>(_ isNews: Bool = true, _ body: () -> Result) -> Result {
      condition.lock()
      defer { condition.unlock() }
      let result = body()
      if isNews { condition.broadcast() }
      return result
    }
  }

  /// Gives each test a time of its own.
  struct VirtualTimeTrait: TestTrait, SuiteTrait, TestScoping {
    var isRecursive: Bool { true }

    func provideScope(
      for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
      try await VirtualTime.scope(function)
    }
  }

  extension Trait where Self == VirtualTimeTrait {
    static var virtualTime: Self { VirtualTimeTrait() }
  }

  extension Task where Failure == any Error {
    /// A task of its own in a test in virtual time: one without a preference would run on other threads.
    static func virtual(
      _ body: sending @escaping @isolated(any) () async throws -> Success
    ) -> Task<Success, any Error> {
      Task(executorPreference: VirtualTime.current, operation: body)
    }
  }
#endif
