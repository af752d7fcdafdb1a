import Dispatch
import FrameSources
import Synchronization
import Testing

/// Many jobs at once, their results in order.
@Suite struct OrderedWorkTests {
  @Test(arguments: [1, 2, 7]) func `results come in the order of their jobs, and few are in memory`(workers: Int) throws
  {
    var jobs = (0..<500).makeIterator()
    let taken = Mutex(0)
    var results: [Int] = []
    var most = 0
    try OrderedWork(workers: workers).run(
      next: {
        taken.withLock { $0 += 1 }
        return jobs.next()
      },
      // Later jobs of a handful are done first.
      work: { job in (0..<(10 - job % 10) * 1000).reduce(0) { $0 &+ $1 } == -1 ? -1 : job },
      emit: { result in
        most = max(most, taken.withLock { $0 } - results.count)
        results.append(result)
      })
    #expect(results == Array(0..<500))
    #expect(most <= 4 * workers + 1)
  }

  @Test func `jobs are worked on at once, and a later one that is done first waits for its turn`() throws {
    var jobs = (0..<2).makeIterator()
    let isSecondDone = DispatchSemaphore(value: 0)
    var results: [Int] = []
    try OrderedWork(workers: 2).run(
      next: { jobs.next() },
      work: { job in
        if job == 0 { isSecondDone.wait() } else { isSecondDone.signal() }
        return job
      }, emit: { results.append($0) })
    #expect(results == [0, 1])
  }

  @Test func `without a job nothing is emitted, and an error of the output ends the work`() throws {
    struct Full: Error {}
    try OrderedWork().run(next: { nil as Int? }, work: { $0 }, emit: { _ in throw Full() })
    var jobs = 0
    #expect(throws: Full.self) {
      try OrderedWork(workers: 2).run(
        next: {
          jobs += 1
          return jobs
        }, work: { $0 }, emit: { _ in throw Full() })
    }
    #expect(jobs <= 2 * 4 + 1)
  }

  @Test(arguments: [1, 2]) func `an error of the jobs comes after the results of all jobs before it`(
    workers: Int
  ) throws {
    struct Unreadable: Error {}
    for count in 0..<12 {
      var (taken, results): (Int, [Int]) = (0, [])
      #expect(throws: Unreadable.self) {
        try OrderedWork(workers: workers).run(
          next: {
            guard taken < count else { throw Unreadable() }
            taken += 1
            return taken
          }, work: { $0 }, emit: { results.append($0) })
      }
      #expect(results == Array(0..<count).map { $0 + 1 })
    }
  }

  @Test(arguments: 0..<8) func `an error of the output comes after the end of the jobs that were begun`(_: Int) throws {
    struct Full: Error {}
    var jobs = (0..<2).makeIterator()
    let (isSecondBegun, isFull) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let ended = Mutex<Set<Int>>([])
    #expect(throws: Full.self) {
      try OrderedWork(workers: 2).run(
        next: { jobs.next() },
        work: { job in
          if job == 0 {
            isSecondBegun.wait()
          } else {
            isSecondBegun.signal()
            isFull.wait()
          }
          // The second job takes so long that a run that does not wait for it is over before.
          let sum = (0..<job * 100_000).reduce(0) { $0 &+ $1 }
          ended.withLock { _ = $0.insert(job) }
          return sum
        },
        emit: { _ in
          isFull.signal()
          throw Full()
        })
    }
    #expect(ended.withLock { $0 } == [0, 1])
  }

  @Test func `what is done is emitted while the next job is not there`() throws {
    var jobs = [1, 2, 3].makeIterator()
    var emitted: [Int] = []
    var asked = 0
    try OrderedWork(workers: 2).run(
      // Each job comes when the result of the one before is out,
      // as from a program that writes a line and reads the answer.
      isReady: { emitted.count == asked },
      next: {
        asked += 1
        #expect(emitted.count == asked - 1)
        return jobs.next()
      }, work: { $0 * 10 }, emit: { emitted.append($0) })
    #expect(emitted == [10, 20, 30])
  }
}
