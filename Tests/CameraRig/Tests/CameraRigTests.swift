#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @Suite(
    .enabled(if: Rig.missing == nil || Rig.isRequired, Comment(rawValue: Rig.missing ?? "")), .serialized,
    .timeLimit(.minutes(10)))
  struct CameraRigTests {
    @Test func `every test for the guest runs and passes in the guest`() throws {
      try #require(Rig.missing == nil, "the camera rig is required here")
      try Rig.withScratchFolder { folder in
        // This process is the bundle that holds those tests.
        let bundle = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let outcome = try Rig.run(
          [
            bundle, "--testing-library", "swift-testing", "--no-parallel", "--filter", RigGuest.suiteSuffix,
            "--event-stream-version", "0", "--event-stream-output-path", "/mnt/events",
          ], output: folder, variables: Coverage.variables, timeout: 300)
        try Coverage.collect(from: folder)
        #expect(outcome.status == 0, "the guest said:\n\(outcome.text)")
        let record = try TestRecord(contentsOf: folder.appending(path: "events"))
        #expect(!record.planned.isEmpty)
        #expect(record.planned.subtracting(record.ended) == [], "these did not run to their end")
        #expect(record.skipped == [])
      }
    }

    @Test func `a command's status comes back from the guest`() throws {
      try #require(Rig.missing == nil, "the camera rig is required here")
      try Rig.withScratchFolder { folder in
        let outcome = try Rig.run(["/bin/sh", "-c", "echo said; exit 7"], output: folder)
        #expect(outcome.status == 7)
        #expect(outcome.text == "said\n")
      }
    }

    @Test func `a guest that dies is not a success`() throws {
      try #require(Rig.missing == nil, "the camera rig is required here")
      try Rig.withScratchFolder { folder in
        let outcome = try Rig.run(["/bin/sh", "-c", "echo c > /proc/sysrq-trigger"], output: folder)
        #expect(outcome.status == 120)
        #expect(outcome.text.contains("the guest died"))
      }
    }

    @Test func `a guest that hangs is ended`() throws {
      try #require(Rig.missing == nil, "the camera rig is required here")
      try Rig.withScratchFolder { folder in
        let outcome = try Rig.run(["/bin/sleep", "600"], output: folder, timeout: 4)
        #expect(outcome.status == 124)
        #expect(outcome.text.contains("did not end within 4 s"))
      }
    }
  }
#endif
