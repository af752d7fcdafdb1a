package import Foundation
internal import Testing

/// The tool as scripts meet it: a process with arguments, input, output and a status.
package enum Tool {
  package struct Result {
    package let status: Int32
    package let output: String
    package let errors: String

    package init(status: Int32, output: String, errors: String) {
      (self.status, self.output, self.errors) = (status, output, errors)
    }

    /// The lines of the output as JSON objects.
    package func objects() throws -> [JSONValue] {
      try output.split(separator: "\n").map { try JSONDecoder().decode(JSONValue.self, from: Data($0.utf8)) }
    }

    /// The one line of the output as a JSON object.
    package func object() throws -> JSONValue {
      let objects = try objects()
      try #require(objects.count == 1, "\(output)\(errors)")
      return objects[0]
    }

    /// The message of an error, without what the tool and ArgumentParser print before, and without the usage after it.
    package var message: String {
      if errors.contains("\nUsage: ") { return String(errors.dropFirst(7).prefix { $0 != "\n" }) }
      return errors.hasPrefix("wbcal: ") ? String(errors.dropFirst(7).dropLast()) : errors
    }

    /// The text beside `label` in the lines of the text for a person.
    package func values(_ label: String) -> [String] {
      output.split(separator: "\n").filter { $0.hasPrefix(label + "  ") }.map { line in
        String(line.dropFirst(label.count).drop { $0 == " " })
      }
    }
  }

  package static func run(_ arguments: String..., input: String = "") throws -> Result {
    try run(arguments, input: Data(input.utf8))
  }

  /// - Parameters:
  ///   - program: the name of the program, which lies beside the bundle of tests.
  ///   - output: a file in place of the one that is read into the result.
  ///   - variables: variables of the environment, such as `COLUMNS=20`, beside those of the tests.
  package static func run(
    _ arguments: [String], of program: String = "wbcal", input: Data = Data(), output: String? = nil,
    variables: [String] = []
  ) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: "wbcal-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    // Files, not pipes: neither side can fill one and wait for the other.
    let inputFile = folder.appending(path: "input")
    try input.write(to: inputFile)
    let outputs = ["output", "errors"].map { folder.appending(path: $0) }
    let status = try wait(
      for: spawn(
        arguments, of: program, input: inputFile.path, outputs: [output ?? outputs[0].path, outputs[1].path],
        variables: variables))
    return Result(
      status: status, output: output == nil ? try String(contentsOf: outputs[0], encoding: .utf8) : "",
      errors: try String(contentsOf: outputs[1], encoding: .utf8))
  }

  /// Starts the tool. Foundation's Process never sees the end of its child in the guest of the camera rig.
  ///
  /// - Parameter ignoresAsTests: Whether the tool ignores the signals that this process ignores;
  ///   none where it is `false`.
  package static func spawn(
    _ arguments: [String], of program: String = "wbcal", input: String, outputs: [String], ignoresAsTests: Bool = false,
    variables: [String] = []
  ) throws -> pid_t {
    var files = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&files)
    defer { posix_spawn_file_actions_destroy(&files) }
    posix_spawn_file_actions_addopen(&files, 0, input, O_RDONLY, 0)
    for (descriptor, path) in zip([Int32(1), 2], outputs) {
      posix_spawn_file_actions_addopen(&files, descriptor, path, O_WRONLY | O_CREAT, 0o600)
    }
    let path = try executable.deletingLastPathComponent().appending(path: program).path
    var words = ([path] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var attributes = signalsAsAShellHasThem(andIgnoredAsTests: ignoresAsTests)
    defer { posix_spawnattr_destroy(&attributes) }
    var child: pid_t = 0
    let own = variables.map { strdup($0) }
    defer { for variable in own { free(variable) } }
    var environment = own + Array(UnsafeBufferPointer(start: environ, count: variableCount)) + [nil]
    let failure = posix_spawn(&child, path, &files, &attributes, &words, &environment)
    try #require(failure == 0, "\(path) could not be started: \(String(cString: strerror(failure)))")
    return child
  }

  /// The number of variables in the environment of the tests.
  private static var variableCount: Int {
    var count = 0
    while environ[count] != nil { count += 1 }
    return count
  }

  /// Starts the tool, and waits for the first line of its output. Its errors go to the file `errors` of the folder.
  ///
  /// - Returns: The child, the line, and the end of the pipe with the rest of the output, which the caller closes.
  package static func begin(
    _ arguments: [String], in scratch: ScratchFolder
  ) throws -> (child: pid_t, line: String, reader: Int32) {
    let output = scratch.path("output")
    try #require(mkfifo(output, 0o600) == 0)
    // Opened before the tool opens its end, and so without waiting for it; reading waits from then on.
    let reader = open(output, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    let child = try spawn(arguments, input: "/dev/null", outputs: [output, scratch.path("errors")])
    try #require(fcntl(reader, F_SETFL, 0) == 0)
    var (line, byte): (String, UInt8) = ("", 0)
    while !line.hasSuffix("\n"), read(reader, &byte, 1) == 1 { line.append(Character(UnicodeScalar(byte))) }
    return (child, line, reader)
  }

  /// Attributes of a child that blocks and ignores no signal. A child has what its parent has: the threads of tests
  /// block some, and where the tests run in the background of a script, SIGINT is ignored.
  package static func signalsAsAShellHasThem(andIgnoredAsTests: Bool = false) -> posix_spawnattr_t {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    var (none, all) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | (andIgnoredAsTests ? 0 : POSIX_SPAWN_SETSIGDEF)))
    return attributes
  }

  /// The status of a child that ended by itself; of one that a signal ended, 128 and the signal's number.
  package static func wait(for child: pid_t) -> Int32 {
    var status: Int32 = 0
    while waitpid(child, &status, 0) == -1 && errno == EINTR {}
    let signal = status & 0x7f
    return signal == 0 ? status >> 8 & 0xff : 128 + signal
  }

  /// Beside the bundle of tests that this process is.
  package static var executable: URL {
    get throws {
      URL(filePath: try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
        .deletingLastPathComponent().appending(path: "wbcal")
    }
  }
}
