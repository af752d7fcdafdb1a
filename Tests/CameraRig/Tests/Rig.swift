#if os(Linux)
  import Foundation

  /// The scripts beside this folder, from the host's side.
  enum Rig {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    private static let environment = ProcessInfo.processInfo.environment

    /// Whether a machine without the rig fails the tests: on CI, so that nobody takes a skipped test for a passed one.
    static let isRequired = !["", nil].contains(environment["CI"]) || environment["WHITEBALANCE_REQUIRE_RIG"] == "1"

    /// Why no guest can be started here, or `nil` where one can.
    static let missing: String? = {
      let files = FileManager.default
      let emulator = "qemu-system-x86_64"
      let folders = (environment["PATH"] ?? "").split(separator: ":")
      guard folders.contains(where: { files.isExecutableFile(atPath: "\($0)/\(emulator)") }) else {
        return "there is no \(emulator); install qemu-system-x86, then run Tests/CameraRig/setup"
      }
      guard files.fileExists(atPath: folder.appending(path: ".cache/stamp").path) else {
        return "the guest's kernel is not there; run Tests/CameraRig/setup"
      }
      return nil
    }()

    struct Outcome {
      /// The command's own status, or one that `run` explains.
      let status: Int32
      /// What the command, and the scripts, printed.
      let text: String
    }

    /// Runs `command` in a guest and waits for its end. What it writes to `/mnt` is in `output` afterwards.
    static func run(
      _ command: [String], output: URL, variables: [String: String] = [:], timeout: Int = 120
    ) throws -> Outcome {
      let process = Process()
      process.executableURL = folder.appending(path: "run")
      process.arguments =
        ["--timeout", "\(timeout)", "--output", output.path] + variables.flatMap { ["--env", "\($0)=\($1)"] }
        + ["--"] + command
      let pipe = Pipe()
      process.standardOutput = pipe
      process.standardError = pipe
      try process.run()
      let text = try pipe.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      return Outcome(status: process.terminationStatus, text: String(decoding: text, as: UTF8.self))
    }

    /// Runs `body` with a folder that is gone afterwards.
    static func withScratchFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
      let folder = FileManager.default.temporaryDirectory.appending(path: "CameraRig-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      return try body(folder)
    }
  }
#endif
