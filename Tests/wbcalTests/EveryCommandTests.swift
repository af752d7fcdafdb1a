#if os(Linux)
  import Foundation
  import TestSupport
  import Testing
  import ToolSupport

  /// Every command tells where standard output takes nothing, and where a file that it writes cannot be one.
  @Suite(.waiting) struct EveryCommandTests {
    let scratch: ScratchFolder

    init() throws {
      scratch = try ScratchFolder()
      for (name, bytes) in try Self.cards.get() { try scratch.write(bytes, to: name) }
    }

    private static let cards = Result {
      let scratch = try ScratchFolder()
      return try [("a.raw", "A"), ("d65.raw", "D65")].map { name, light in
        let size = ["--width", "96", "--height", "64"]
        let made = try Tool.run(["simulate", "--light", light, "--output", scratch.path(name)] + size)
        try #require(made.status == 0, "\(made.errors)")
        return (name, try scratch.bytes(name))
      }
    }

    // MARK: - The commands

    private static let card = "--format RG10 --width 96 --height 64 --black 64"
    private static let chart = "--format RG10 --width 252 --height 172 --corners 6,6,246,6,246,166,6,166"

    /// Each command at least once. `new` is a folder for what is written.
    static let commands = [
      "--help", "--version", "help measure", "--generate-completion-script bash",
      "measure", "measure --json", "measure a.raw \(card) --show new/card.png --sidecar new/card.xmp",
      "measure a.raw d65.raw \(card) --json", "measure --manifest -",
      "convert --from xy 0.31 0.33", "convert --from xy --json 0.31 0.33", "convert --from xy -",
      "calibrate chart Data/sample-chart/tungsten.raw --light A \(chart) --black 64 --output new/chart.icc --report new/chart.html",
      "calibrate cards a.raw --light A d65.raw --light D65 \(card) --output new/cards.icc --report new/cards.html",
      "calibrate sensitivities Data/cameras/Canon_EOS_5D_Mark_II_380_780_5.json --output new/canon.icc --report new/canon.html",
      "plot", "plot --output -", "simulate --width 96 --height 64 --output new/card.raw",
      "dng a.raw \(card) --profile Data/sample/sample.icc --output new/card.dng",
      "profile show Data/sample/sample.icc",
      "profile check Data/sample/sample.icc --card a.raw \(card) --light A --report new/check.html",
      "profile import Data/sample/sample.icc --output new/imported.icc",
      "profile export Data/sample/sample.icc --format dcp --output new/sample.dcp",
      "camera list simulated:", "camera show simulated:", "camera set simulated: --gains 2,1,1.5",
      "camera capture simulated: --frames 2 --output new/frames.raw",
      "camera capture simulated: --bracket 0.002,0.01 --profile Data/sample/sample.icc --output new/frame.dng",
      "camera calibrate-gain simulated: --steps 3", "camera measure-delay simulated:",
      // These go on for as long as somebody reads.
      "camera meter simulated: --profile Data/sample/sample.icc --interval 0",
      "camera serve simulated: --listen 127.0.0.1:0",
    ]

    /// Lines for the commands that read them.
    private static let lines =
      #"{"source": "a.raw", "options": {"format": "RG10", "width": 96, "height": 64, "black": 64}}"# + "\n0.31 0.33\n"

    @Test func `the list has every command of the help`() throws {
      let help = try String(
        contentsOf: repositoryRoot.appending(path: "Tests/ReferenceData/wbcal-help.txt"), encoding: .utf8)
      let usages = help.split(separator: "\n").filter { $0.hasPrefix("USAGE: wbcal ") && !$0.contains("<subcommand>") }
      for usage in usages {
        let command = usage.dropFirst("USAGE: wbcal ".count).prefix { !"[<-".contains($0) }
        #expect(Self.commands.contains { $0.hasPrefix(command) }, "\(command)is not in the list")
      }
      #expect(usages.count > 15)
    }

    // MARK: - Standard output that takes nothing

    enum Sink: CaseIterable {
      case full, closed, gone, goneUnnoticed

      var status: Int32 {
        switch self {
        case .full, .closed: 74
        case .gone, .goneUnnoticed: 128 + SIGPIPE
        }
      }

      var message: String {
        switch self {
        case .full: "wbcal: standard output: No space left on device\n"
        case .closed: "wbcal: standard output: Bad file descriptor\n"
        case .gone, .goneUnnoticed: ""
        }
      }

      /// The shell's work before the command takes its place, and after.
      var script: (before: String, after: String) {
        switch self {
        case .full: ("", ">/dev/full")
        case .closed: ("", ">&-")
        case .gone: ("", "")
        case .goneUnnoticed: ("trap '' PIPE; ", "")
        }
      }
    }

    @Test(arguments: commands)
    func `output that takes nothing ends a command, with 74 or by SIGPIPE, and leaves no file half`(
      command: String
    ) throws {
      // All commands write by the same function: a help and one that is none try all sinks, the others those that
      // differ in what their other files and signals do to it.
      let isFirst = ["--help", "measure"].contains(command)
      // Measuring a camera takes seconds, whatever becomes of its lines.
      let sinks: [Sink] =
        ["calibrate-gain", "measure-delay"].contains(where: command.contains) ? [.closed] : [.closed, .goneUnnoticed]
      for sink in isFirst ? Sink.allCases : sinks {
        let pipe = try Pipe(at: scratch.path("pipe"))
        pipe.closeReader()
        let result = try start(command, before: sink.script.before, after: sink.script.after, output: pipe.writer).end()
        #expect(result.status == sink.status, "\(sink): \(command): \(result.errors)")
        let told = ["wbcal: warning: ", "wbcal: the errors are for "]
        let said = result.errors.split(separator: "\n").filter { line in !told.contains { line.hasPrefix($0) } }
        #expect(said.map { "\($0)\n" }.joined() == sink.message, "\(sink): \(command)")
        for name in try FileManager.default.contentsOfDirectory(atPath: scratch.path("new")) {
          #expect(!name.hasSuffix(".unfinished"), "\(sink): \(command): \(name)")
          #expect(command.contains("new/\(name)") || name.hasPrefix("frame-"), "\(sink): \(command): \(name)")
          #expect(try scratch.bytes("new/\(name)").count > 0, "\(sink): \(command): \(name)")
        }
      }
    }

    @Test(arguments: [
      // More than a pipe takes, so that there is a write after the reader has gone.
      "help measure", "convert --from xy -", "measure --manifest -",
      "camera meter simulated: --profile Data/sample/sample.icc --interval 0 --json",
    ]) func `a reader that leaves after one byte ends the command at its next write`(command: String) throws {
      let lines = String(repeating: command.hasPrefix("measure") ? "{}\n" : "0.31 0.33\n", count: 1000)
      let pipe = try Pipe(at: scratch.path("pipe"))
      let child = try start(command, input: lines, output: pipe.writer)
      pipe.closeWriter()
      #expect(pipe.readByte())
      pipe.closeReader()
      let result = try child.end()
      #expect(result.status == 128 + SIGPIPE && result.errors.isEmpty, "\(result)")
    }

    // MARK: - Files that cannot be written

    /// The outputs that commands name, each with its command.
    private static var outputs: [(command: String, name: String)] {
      commands.flatMap { command in
        command.split(separator: " ").filter { $0.hasPrefix("new/") }.map { (command, String($0)) }
      }
    }

    @Test(arguments: outputs)
    func `a folder and a pipe are no place for a file, and a link to one stays`(command: String, name: String) throws {
      let suffix = try #require(name.split(separator: ".").last)
      // A bracket numbers its files.
      let (given, made) = command.contains("--bracket") ? ("place", "place-1") : ("place", "place")
      // A pipe stands for everything that is not a regular file. A faulty tool would replace a device as well as a
      // pipe.
      let isFolder = command.hasPrefix("simulate")
      let target = scratch.path(isFolder ? "folder" : "fifo")
      try #require((isFolder ? mkdir(target, 0o700) : mkfifo(target, 0o600)) == 0)
      let reason = isFolder ? "Is a directory" : "it is a device, a pipe or a socket; give the name of a file"
      let link = scratch.path("\(made).\(suffix)")
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
      let result = try start(command.replacing(name, with: "\(given).\(suffix)")).end()
      #expect(result.status == 74, "\(command): \(result)")
      #expect(
        result.errors.contains("wbcal: \(made).\(suffix) could not be written: \(reason)\n"), "\(command): \(result)")
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == target)
      #expect(try scratch.names.allSatisfy { !$0.hasSuffix(".unfinished") })
    }

    // MARK: - A child, and its pipe

    struct Child {
      let number: pid_t
      let errors: String

      func end() throws -> (status: Int32, errors: String) {
        let status = Tool.wait(for: number)
        return (status, try String(contentsOfFile: errors, encoding: .utf8))
      }
    }

    /// Starts a command in the scratch folder, with signals as a shell has them and `new` an empty folder.
    private func start(
      _ command: String, before: String = "", after: String = "", input: String = lines, output: Int32? = nil
    ) throws -> Child {
      let new = scratch.folder.appending(path: "new")
      try? FileManager.default.removeItem(at: new)
      try FileManager.default.createDirectory(at: new, withIntermediateDirectories: true)
      try scratch.write(input, to: "input")
      try scratch.write("", to: "errors")
      if !FileManager.default.fileExists(atPath: scratch.path("Data")) {
        try FileManager.default.createSymbolicLink(
          at: scratch.folder.appending(path: "Data"), withDestinationURL: repositoryRoot.appending(path: "Data"))
      }
      var attributes = Tool.signalsAsAShellHasThem()
      defer { posix_spawnattr_destroy(&attributes) }
      var files = posix_spawn_file_actions_t()
      posix_spawn_file_actions_init(&files)
      defer { posix_spawn_file_actions_destroy(&files) }
      posix_spawn_file_actions_addopen(&files, 0, scratch.path("input"), O_RDONLY, 0)
      if let output {
        posix_spawn_file_actions_adddup2(&files, output, 1)
      } else {
        posix_spawn_file_actions_addopen(&files, 1, "/dev/null", O_WRONLY, 0)
      }
      posix_spawn_file_actions_addopen(&files, 2, scratch.path("errors"), O_WRONLY, 0)
      let tool = try Tool.executable.path
      let shell = ["/bin/sh", "-c", "cd '\(scratch.folder.path)'; \(before)exec \"$@\" \(after)", "sh", tool]
      var words = (shell + command.split(separator: " ").map(String.init)).map { strdup($0) } + [nil]
      defer { for word in words { free(word) } }
      var child: pid_t = 0
      try #require(posix_spawn(&child, "/bin/sh", &files, &attributes, &words, environ) == 0)
      return Child(number: child, errors: scratch.path("errors"))
    }

    /// A small pipe that no other child inherits, or the reader would never be gone.
    final class Pipe {
      private(set) var writer: Int32
      private var reader: Int32

      /// - Parameter path: The place where the pipe has a name for a moment, because `open` makes both ends so that
      ///   nobody inherits them.
      init(at path: String) throws {
        try #require(mkfifo(path, 0o600) == 0)
        reader = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        writer = open(path, O_WRONLY | O_CLOEXEC)
        unlink(path)
        try #require(reader >= 0 && writer >= 0)
        // Reading waits from now on.
        try #require(fcntl(reader, F_SETFL, 0) == 0)
        // One page. F_SETPIPE_SZ of Linux, which Swift does not import.
        try #require(fcntl(writer, 1031, 4096) > 0)
      }

      func readByte() -> Bool {
        var byte: UInt8 = 0
        return read(reader, &byte, 1) == 1
      }

      func closeReader() { Self.close(&reader) }
      func closeWriter() { Self.close(&writer) }

      private static func close(_ end: inout Int32) {
        if end >= 0 { Foundation.close(end) }
        end = -1
      }

      deinit {
        closeReader()
        closeWriter()
      }
    }
  }
#endif
