#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// Each guest has as long as it needs and is ended when it hangs, so the tests have no limit of their own.
  @Suite(.enabled(if: Rig.missing == nil || Rig.isRequired, Comment(rawValue: Rig.missing ?? "")))
  struct CameraRigTests {
    @Test(.guestsFirst, arguments: GuestShare.allCases.filter { $0 != .board })
    func `every test for the guest runs and passes in the guest`(share: GuestShare) async throws {
      try await run(share)
    }

    @Test(
      .guestsFirst,
      .enabled(if: Rig.missingSensor == nil || Rig.isRequired, Comment(rawValue: Rig.missingSensor ?? "")))
    func `every test for the image sensor runs and passes in the guest`() async throws {
      try #require(Rig.missingSensor == nil, "the image sensor is required here: \(Rig.missingSensor ?? "")")
      try await run(.board)
    }

    private func run(_ share: GuestShare) async throws {
      try #require(Rig.missing == nil, "the camera rig is required here")
      let guest = try share.guest()
      defer { try? FileManager.default.removeItem(at: guest.folder) }
      let outcome = try await guest.run.outcome()
      try Coverage.collect(from: guest.folder, of: share.rawValue)
      #expect(outcome.status == 0, "the guest said:\n\(outcome.text)")
      let record = try TestRecord(contentsOf: guest.folder.appending(path: "events"))
      #expect(!record.planned.isEmpty)
      let missing = record.planned.subtracting(record.ended)
      #expect(missing.isEmpty, "did not run to their end, while it was at \(record.running): \(missing)")
      #expect(record.skipped == [])
    }

    @Test func `a guest that carries its files sees no others, and waits an hour in no time`() async throws {
      try #require(Rig.missing == nil, "the camera rig is required here")
      try await Rig.withScratchFolder { folder in
        let carried = folder.appending(path: "carried file")
        try Data("carried\n".utf8).write(to: carried)
        try Data("made here\n".utf8).write(to: folder.appending(path: "other"))
        let words = #"busybox sleep 3600; busybox cat "$0"; echo left >/mnt/left; test ! -e "$1" && exit 7"#
        let outcome = try await Rig.run(
          ["/bin/sh", "-c", words, carried.path, folder.appending(path: "other").path], carrying: [carried.path],
          output: folder)
        #expect(outcome.status == 7)
        #expect(outcome.text == "carried\n")
        #expect(try String(contentsOf: folder.appending(path: "left"), encoding: .utf8) == "left\n")
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
        let outcome = try await Rig.run(["/bin/sleep", "600"], output: folder, silence: 4)
        #expect(outcome.status == 124)
        #expect(outcome.text.contains("silent for 4 s"))
      }
    }
  }
#endif
