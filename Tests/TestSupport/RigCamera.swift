#if os(Linux)
  internal import Foundation
  internal import Synchronization

  /// The rig's own UVC camera (Tests/CameraRig/Camera), in the guest: a real device of the kernel's uvcvideo, with
  /// white balance, exposure and focus, before a scene that a test sets.
  ///
  /// While `with` runs its body the camera is plugged in; afterwards its node is gone, whatever happened.
  public final class RigCamera: Sendable {
    /// The controls that the camera has: with `.balance` or `.temperature` also automatic white balance, with
    /// `.exposure` and `.focus` their automatic modes.
    public enum Controls: String, CaseIterable, Sendable {
      case balance
      case temperature
      case exposure
      case gain
      case focus
    }

    public struct Failure: Error, CustomStringConvertible {
      public let description: String
    }

    /// Where the kernel has the camera: it may change when the camera is plugged in again.
    public var path: String {
      get throws { try perform(.tellState).node }
    }

    private static let program = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "CameraRig/.cache/camera").path
    /// Longer than the camera itself waits for the kernel.
    private static let replyLimit: Duration = .seconds(30)
    private static let exitLimit: Duration = .seconds(5)

    private let process: pid_t
    /// Held while a command is on its way: the camera answers one after another.
    private let connection: Mutex<Int32>

    /// Starts the camera, unplugged.
    private init(_ controls: Set<Controls>) throws {
      var ends: [Int32] = [-1, -1]
      guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
        throw Failure(description: "socketpair failed: \(String(cString: strerror(errno)))")
      }
      defer { close(ends[1]) }
      var actions = posix_spawn_file_actions_t()
      posix_spawn_file_actions_init(&actions)
      defer { posix_spawn_file_actions_destroy(&actions) }
      for descriptor in [STDIN_FILENO, STDOUT_FILENO] {
        posix_spawn_file_actions_adddup2(&actions, ends[1], descriptor)
      }
      let list = controls.map(\.rawValue).sorted().joined(separator: ",")
      var arguments = [strdup(Self.program), strdup(list), nil]
      defer { for argument in arguments { free(argument) } }
      var process = pid_t()
      let result = posix_spawn(&process, Self.program, &actions, nil, &arguments, environ)
      guard result == 0 else {
        close(ends[0])
        let reason = String(cString: strerror(result))
        throw Failure(description: "\(Self.program) did not start: \(reason); run Tests/CameraRig/setup")
      }
      self.process = process
      connection = Mutex(ends[0])
    }

    /// Plugs a camera in while `body` runs.
    ///
    /// - Parameters:
    ///   - deliversDamagedFrames: whether the kernel hands over the frames that it knows to be damaged, flagged as
    ///     such; by itself it leaves them out.
    public static func with<Result>(
      _ controls: Set<Controls> = Set(Controls.allCases), deliversDamagedFrames: Bool = false,
      _ body: (RigCamera) throws -> Result
    ) throws -> Result {
      let camera = try RigCamera(controls)
      defer { camera.end() }
      try setNoDrop(deliversDamagedFrames)
      try camera.perform(.plug)
      let result = try body(camera)
      try camera.perform(.unplug)
      return result
    }

    /// Plugs a camera in while `body` runs.
    public static func with<Result>(
      _ controls: Set<Controls> = Set(Controls.allCases), deliversDamagedFrames: Bool = false,
      isolation: isolated (any Actor)? = #isolation, _ body: (RigCamera) async throws -> sending Result
    ) async throws -> sending Result {
      let camera = try RigCamera(controls)
      defer { camera.end() }
      try setNoDrop(deliversDamagedFrames)
      try camera.perform(.plug)
      let result = try await body(camera)
      try camera.perform(.unplug)
      return result
    }

    /// The kernel looks at this when the camera is plugged in.
    private static func setNoDrop(_ value: Bool) throws {
      try (value ? "1" : "0").write(
        toFile: "/sys/module/uvcvideo/parameters/nodrop", atomically: false, encoding: .ascii)
    }

    /// Has the camera do something, and waits until it is done.
    ///
    /// - Returns: the camera's state then. `frame` is the first that shows a change of the scene.
    @discardableResult
    public func perform(_ command: Command) throws -> State {
      let line = try connection.withLock { try exchange(command.line, $0) }
      guard let state = State(line) else { throw Failure(description: "'\(command.line)': the camera says '\(line)'") }
      return state
    }

    private func exchange(_ line: String, _ socket: Int32) throws -> String {
      let bytes = Array("\(line)\n".utf8)
      // The socket holds many lines, so this does not wait.
      guard send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
        throw Failure(description: "'\(line)': the camera has ended")
      }
      let deadline = ContinuousClock.now + Self.replyLimit
      var reply: [UInt8] = []
      while reply.last != UInt8(ascii: "\n") {
        var file = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        let left = (deadline - .now) / .milliseconds(1)
        guard left > 0 else { throw Failure(description: "'\(line)': no answer within \(Self.replyLimit)") }
        if poll(&file, 1, Int32(left) + 1) <= 0 { continue }
        var buffer = [UInt8](repeating: 0, count: 1024)
        let count = recv(socket, &buffer, buffer.count, 0)
        guard count > 0 else { throw Failure(description: "'\(line)': the camera has ended") }
        reply += buffer.prefix(count)
      }
      return String(decoding: reply.dropLast(), as: UTF8.self)
    }

    /// Ends the program: it does so by itself when it is not spoken to any more.
    private func end() {
      connection.withLock { _ = close($0) }
      let deadline = ContinuousClock.now + Self.exitLimit
      var status: Int32 = 0
      while waitpid(process, &status, WNOHANG) == 0 {
        if ContinuousClock.now > deadline { kill(process, SIGKILL) }
        usleep(1000)
      }
    }
  }
#endif
