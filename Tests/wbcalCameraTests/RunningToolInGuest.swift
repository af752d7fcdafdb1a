import Foundation
import Testing
import ToolSupport

/// The tool while it runs, so that something can happen to it.
final class RunningTool {
  private let child: pid_t
  private let folder: URL
  private var status: Int32?

  convenience init(_ arguments: String...) throws { try self.init(arguments) }

  init(_ arguments: [String]) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "wbcal-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    self.folder = folder
    child = try Tool.spawn(
      arguments, input: "/dev/null", outputs: ["output", "errors"].map { folder.appending(path: $0).path },
      ignoresAsTests: true)
  }

  deinit {
    if status == nil {
      kill(child, SIGKILL)
      _ = Tool.wait(for: child)
    }
    try? FileManager.default.removeItem(at: folder)
  }

  var output: String { text("output") }
  var errors: String { text("errors") }

  /// Waits until the tool has printed `count` lines.
  func waitForLines(_ count: Int, within limit: Duration = .seconds(60)) throws {
    let deadline = ContinuousClock.now + limit
    while output.count(where: { $0 == "\n" }) < count {
      try #require(ContinuousClock.now < deadline, "\(output)\(errors)")
      usleep(20_000)
    }
  }

  /// Waits until the tool has mapped `file`, as it maps the buffers of a camera that it is about to read.
  func waitUntilItMaps(_ file: String, within limit: Duration = .seconds(60)) throws {
    let deadline = ContinuousClock.now + limit
    while true {
      let maps = try FileHandle(forReadingFrom: URL(filePath: "/proc/\(child)/maps")).readToEnd() ?? Data()
      if String(decoding: maps, as: UTF8.self).contains(file) { return }
      try #require(ContinuousClock.now < deadline, "\(output)\(errors)")
      usleep(20_000)
    }
  }

  func send(_ signal: Int32) { kill(child, signal) }

  /// The status, as ``Tool`` has it; `nil` where it has not ended in time.
  func end(within limit: Duration = .seconds(30)) -> Int32? {
    if let status { return status }
    let deadline = ContinuousClock.now + limit
    var siginfo = siginfo_t()
    while waitid(P_PID, id_t(child), &siginfo, WEXITED | WNOHANG | WNOWAIT) == 0, siginfo._sifields._sigchld.si_pid == 0
    {
      guard ContinuousClock.now < deadline else { return nil }
      usleep(20_000)
    }
    status = Tool.wait(for: child)
    return status
  }

  private func text(_ name: String) -> String {
    (try? String(contentsOf: folder.appending(path: name), encoding: .utf8)) ?? ""
  }
}
