#if os(Linux)
  import Foundation
  import Synchronization
  import TestSupport
  import Testing

  /// The tests of each of the guests that run side by side.
  ///
  /// The shares are to take about equally long. Docs/Contributing.md tells how to see where a guest's time goes.
  enum GuestShare: String, CaseIterable {
    /// The tests for the image sensor and vimc; the guest that has them runs nothing else.
    case board
    case tool
    /// The tests that no other share has, so that none can be forgotten.
    case rest

    /// A pattern of the names of the tests in this share.
    private var pattern: String {
      switch self {
      case .board: "OnBoard\(RigGuest.suiteSuffix)"
      case .tool: "wbcalCameraTests.*\(RigGuest.suiteSuffix)"
      case .rest: RigGuest.suiteSuffix
      }
    }

    /// The shares that have tests by a pattern which fits this share's as well.
    private var others: [Self] {
      switch self {
      case .board: []
      case .tool: [.board]
      case .rest: [.board, .tool]
      }
    }

    /// The arguments of the bundle of tests.
    private var arguments: [String] {
      ["--filter", pattern] + others.flatMap { ["--skip", $0.pattern] }
    }

    /// Why this share cannot be run here, or `nil` where it can.
    var missing: String? { self == .board ? Rig.missingSensor : nil }

    /// A guest that runs a share, and the folder that it writes to.
    struct Guest {
      let run: Rig.Run
      let folder: URL
    }

    /// The guests that were started and that no test has taken yet.
    private static let started = Mutex<[Self: Result<Guest, any Error>]>([:])

    private static let hasStarted = Mutex(false)

    /// Starts all guests, the first time.
    fileprivate static func startAll() {
      guard
        !hasStarted.withLock({ hasStarted in
          defer { hasStarted = true }
          return hasStarted
        })
      else { return }
      let guests = allCases.filter { $0.missing == nil }.map { share in (share, Result { try share.start() }) }
      started.withLock { $0.merge(guests) { _, new in new } }
    }

    /// The guest that runs this share. Whoever takes it removes its folder.
    func guest() throws -> Guest {
      // A test that is repeated finds its guest taken, and starts another.
      try Self.started.withLock { $0.removeValue(forKey: self) }?.get() ?? start()
    }

    private func start() throws -> Guest {
      let folder = try Rig.makeScratchFolder()
      // This process is the bundle that holds those tests, and the tool lies beside it.
      let bundle = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
      let tool = URL(filePath: bundle).deletingLastPathComponent().appending(path: "wbcal").path
      let run = try Rig.start(
        [
          bundle, "--testing-library", "swift-testing", "--no-parallel", "--event-stream-version", "0",
          "--event-stream-output-path", "/mnt/events",
        ] + arguments, carrying: [tool] + Rig.testedFiles, output: folder, variables: Coverage.variables,
        hasSensor: self == .board)
      return Guest(run: run, folder: folder)
    }
  }

  /// Starts the guests before any test of this process runs. They take longer than any other test, and the testing
  /// library would come to them when most others are done.
  struct GuestsFirst: TestTrait {
    func prepare(for test: Test) async throws {
      if Rig.missing == nil { GuestShare.startAll() }
    }
  }

  extension Trait where Self == GuestsFirst {
    static var guestsFirst: Self { GuestsFirst() }
  }
#endif
