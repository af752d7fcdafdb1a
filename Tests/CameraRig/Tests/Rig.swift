#if os(Linux)
  import Foundation
  import TestSupport

  /// The scripts beside this folder, from the host's side.
  enum Rig {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    private static let environment = ProcessInfo.processInfo.environment

    /// Whether a machine without the rig fails the tests, so that nobody takes a skipped test for a passed one.
    static let isRequired = isEverythingRequired || environment["WHITEBALANCE_REQUIRE_RIG"] == "1"

    /// What the tests in a guest read, beside the programs: the camera,
    /// the sensor's modules, and the repository's data.
    static let testedFiles = [".cache/camera", ".cache/sensor", "../ReferenceData", "../../Data"]
      .map { folder.appending(path: $0).standardizedFileURL.path }
      .filter { FileManager.default.fileExists(atPath: $0) }

    /// Why no guest can be started here, or `nil` where one can.
    static let missing: String? = {
      let files = FileManager.default
      let emulator = "qemu-system-x86_64"
      let folders = (environment["PATH"] ?? "").split(separator: ":")
      guard folders.contains(where: { files.isExecutableFile(atPath: "\($0)/\(emulator)") }) else {
        return "there is no \(emulator); install qemu-system-x86, then run Tests/CameraRig/setup"
      }
      // Its words go to this process's standard error.
      guard let check = try? spawn([folder.appending(path: "setup").path, "--check"]), wait(for: check) == 0 else {
        return "the guest is not there or not that of these sources; run Tests/CameraRig/setup"
      }
      return nil
    }()

    /// Why the guest has no image sensor, by the word of setup, or `nil` where it has one.
    static let missingSensor: String? = {
      let cache = folder.appending(path: ".cache")
      guard !FileManager.default.fileExists(atPath: cache.appending(path: "sensor/rig_board.ko").path) else {
        return nil
      }
      let why = try? String(contentsOf: cache.appending(path: "sensor-missing"), encoding: .utf8)
      return why ?? "there is no image sensor; run Tests/CameraRig/setup"
    }()

    struct Outcome {
      /// The command's own status, or one that `run` explains.
      let status: Int32
      /// The text that the command and the scripts printed.
      let text: String
    }

    /// A command that runs in a guest of its own.
    struct Run: Sendable {
      fileprivate let process: pid_t
      fileprivate let text: URL

      /// Waits for the command's end.
      func outcome() async throws -> Outcome {
        // On a thread of its own: those of Swift's pool are as few as the processors, and other tests need them.
        let status = await withCheckedContinuation { continuation in
          Thread.detachNewThread { continuation.resume(returning: Rig.wait(for: process)) }
        }
        return Outcome(status: status, text: try String(decoding: Data(contentsOf: text), as: UTF8.self))
      }
    }

    /// Starts `command` in a guest. Files that it writes to `/mnt` are in `output` afterwards.
    ///
    /// - Parameters:
    ///   - carried: The files that the guest has in its memory, beside the command's program. With them it sees no
    ///     others, and its clock jumps while it waits. With none it sees this machine's files.
    ///   - silence: The seconds without a word from the guest after which it is ended.
    static func start(
      _ command: [String], carrying carried: [String] = [], output: URL, variables: [String: String] = [:],
      silence: Int? = nil,
      hasSensor: Bool = false
    ) throws -> Run {
      // One by one: as one expression of sums, the compiler takes 14 seconds to find their types.
      var options: [String] = hasSensor ? ["--sensor"] : []
      for path in carried { options += ["--carry", path] }
      if let silence { options += ["--silence", "\(silence)"] }
      options += ["--output", output.path]
      for (name, value) in variables { options += ["--env", "\(name)=\(value)"] }
      let text = output.appending(path: "text")
      let words =
        ["/bin/sh", "-c", "exec \"$0\" \"$@\" >'\(text.path)' 2>&1", folder.appending(path: "run").path]
        + options + ["--"] + command
      return Run(process: try spawn(words), text: text)
    }

    /// Runs `command` in a guest and waits for its end.
    static func run(
      _ command: [String], carrying carried: [String] = [], output: URL, silence: Int? = nil
    ) async throws -> Outcome {
      try await start(command, carrying: carried, output: output, silence: silence).outcome()
    }

    /// Starts a program without Foundation's `Process`, which leaks a little. The address sanitizer would then fail the
    /// whole run.
    private static func spawn(_ command: [String]) throws -> pid_t {
      var arguments = command.map { strdup($0) } + [nil]
      var variables = environment.map { strdup("\($0)=\($1)") } + [nil]
      defer { for string in arguments + variables { free(string) } }
      var process = pid_t()
      let result = posix_spawn(&process, command[0], nil, nil, &arguments, &variables)
      guard result == 0 else { throw POSIXError(POSIXError.Code(rawValue: result) ?? .EINVAL) }
      return process
    }

    /// The status of a process once it has ended; the negative number of the signal that ended it, where one did.
    private static func wait(for process: pid_t) -> Int32 {
      var status: Int32 = 0
      while waitpid(process, &status, 0) == -1 && errno == EINTR {}
      // The status of a process that a signal ended is that signal's number; else it is in the second byte.
      return status & 0x7f == 0 ? status >> 8 & 0xff : -(status & 0x7f)
    }

    /// A folder of its own, for whoever makes it to remove.
    static func makeScratchFolder() throws -> URL {
      let folder = FileManager.default.temporaryDirectory.appending(path: "CameraRig-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      return folder
    }

    /// Runs `body` with a folder that is gone afterwards.
    static func withScratchFolder(_ body: (URL) async throws -> Void) async throws {
      let folder = try makeScratchFolder()
      defer { try? FileManager.default.removeItem(at: folder) }
      try await body(folder)
    }
  }
#endif
