#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @Suite(
    .enabled(if: Rig.missing == nil || Rig.isRequired, Comment(rawValue: Rig.missing ?? "")), .timeLimit(.minutes(10)))
  struct CameraRigTests {
    /// What each of two guests runs, side by side: the tests of the tool compute, all others wait for cameras.
    enum Share: String, CaseIterable {
      case tool
      case cameras

      var arguments: [String] {
        let tool = "wbcalTests"
        return switch self {
        case .tool: ["--filter", "\(tool).*\(RigGuest.suiteSuffix)"]
        case .cameras: ["--filter", RigGuest.suiteSuffix, "--skip", tool]
        }
      }
    }

    @Test(arguments: Share.allCases) func `every test for the guest runs and passes in the guest`(share: Share)
      async throws
    {
      try #require(Rig.missing == nil, "the camera rig is required here")
      try await Rig.withScratchFolder { folder in
        // This process is the bundle that holds those tests.
        let bundle = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let outcome = try await Rig.run(
          [
            bundle, "--testing-library", "swift-testing", "--no-parallel", "--event-stream-version", "0",
            "--event-stream-output-path", "/mnt/events",
          ] + share.arguments, output: folder, variables: Coverage.variables, timeout: 540)
        try Coverage.collect(from: folder, of: share.rawValue)
        #expect(outcome.status == 0, "the guest said:\n\(outcome.text)")
        let record = try TestRecord(contentsOf: folder.appending(path: "events"))
        #expect(!record.planned.isEmpty)
        #expect(record.planned.subtracting(record.ended) == [], "these did not run to their end")
        #expect(record.skipped == [])
      }
    }

    @Test func `a command's status comes back from the guest`() async throws {
      try #require(Rig.missing == nil, "the camera rig is required here")
      try await Rig.withScratchFolder { folder in
        let outcome = try await Rig.run(["/bin/sh", "-c", "echo said; exit 7"], output: folder)
        #expect(outcome.status == 7)
        #expect(outcome.text == "said\n")
      }
    }

    @Test func `a guest that dies is not a success`() async throws {
      try #require(Rig.missing == nil, "the camera rig is required here")
      try await Rig.withScratchFolder { folder in
        let outcome = try await Rig.run(["/bin/sh", "-c", "echo c > /proc/sysrq-trigger"], output: folder)
        #expect(outcome.status == 120)
        #expect(outcome.text.contains("the guest died"))
      }
    }

    @Test func `a guest that hangs is ended`() async throws {
      try #require(Rig.missing == nil, "the camera rig is required here")
      try await Rig.withScratchFolder { folder in
        let outcome = try await Rig.run(["/bin/sleep", "600"], output: folder, timeout: 4)
        #expect(outcome.status == 124)
        #expect(outcome.text.contains("did not end within 4 s"))
      }
    }
  }
#endif
