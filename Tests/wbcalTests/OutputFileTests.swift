import Foundation
import TestSupport
import Testing
import ToolSupport

/// Where files are written, and what is left of a run that is broken off.
@Suite struct OutputFileTests {
  let scratch: ScratchFolder
  init() throws { scratch = try ScratchFolder() }

  private static let small = ["--width", "8", "--height", "8"]

  private func simulate(to path: String) throws -> Tool.Result {
    try Tool.run(["simulate", "--output", path] + Self.small)
  }

  // MARK: - Links, devices and standard output

  @Test func `through a link the file that it names is written, and the link stays`() throws {
    let far = scratch.folder.appending(path: "far")
    try FileManager.default.createDirectory(at: far, withIntermediateDirectories: true)
    try scratch.write("old", to: "far/card.raw")
    func link(_ name: String, to target: String) throws {
      try FileManager.default.createSymbolicLink(atPath: scratch.path(name), withDestinationPath: target)
    }
    try link("near", to: "far/card.raw")
    try link("nearer", to: scratch.path("near"))
    try link("new", to: "far/new.raw")
    for (name, file) in [("near", "far/card.raw"), ("nearer", "far/card.raw"), ("new", "far/new.raw")] {
      let result = try simulate(to: scratch.path(name))
      #expect(result.status == 0, "\(result.errors)")
      #expect(try scratch.bytes(file).count == 128)
      if file == "far/card.raw" { try scratch.write("old", to: file) }
    }
    let links = try ["near", "nearer", "new"].map {
      try FileManager.default.destinationOfSymbolicLink(atPath: scratch.path($0))
    }
    #expect(links == ["far/card.raw", scratch.path("near"), "far/new.raw"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: far.path).sorted() == ["card.raw", "new.raw"])
    try link("round", to: "round")
    #expect(try simulate(to: scratch.path("round")).status == 74)
  }

  @Test func `standard output is not replaced by a file, whatever it is called`() throws {
    for path in ["-", "/dev/stdout", "/dev/stderr", "/proc/self/fd/1"] {
      let result = try Tool.run(["simulate", "--output", path] + Self.small)
      #expect(result.status == (path == "-" ? 64 : 74), "\(path): \(result.errors)")
    }
    try scratch.write("", to: "report")
    let report = scratch.path("report")
    let own = try Tool.run(["simulate", "--output", report] + Self.small, output: report)
    #expect(own.status == 64 && own.message == "\(report) is where standard output goes; give another name")
    #expect(try scratch.names == ["report"] && scratch.bytes("report") == [])
    let drawing = try Tool.run("plot", "--output", "-")
    #expect(drawing.status == 0 && drawing.output.hasPrefix("<svg "))
  }

  @Test func `the file that standard input reads is not replaced, and no file by the name of a folder`() throws {
    try scratch.write("old", to: "card.raw")
    let card = scratch.path("card.raw")
    let outputs = ["output", "errors"].map { scratch.path($0) }
    let child = try Tool.spawn(["simulate", "--output", card] + Self.small, input: card, outputs: outputs)
    #expect(Tool.wait(for: child) == 64)
    #expect(
      try String(decoding: scratch.bytes("errors"), as: UTF8.self)
        .contains("\(card) is the file of standard input, which would be lost; give another name"))
    for path in [card + "/", scratch.path("new") + "/"] {
      let result = try simulate(to: path)
      #expect(result.status == 74 && result.message == "\(path) could not be written: Is a directory")
    }
    #expect(try scratch.bytes("card.raw") == Array("old".utf8) && !scratch.names.contains("new"))
  }

  @Test func `a file that was read through a link is not written over`() throws {
    let bytes = try Array(Data(contentsOf: URL(filePath: SampleFiles.frame)))
    try scratch.write(bytes, to: "card")
    try FileManager.default.createSymbolicLink(atPath: scratch.path("link"), withDestinationPath: "card")
    let card = scratch.path("card")
    let result = try Tool.run(
      ["measure", scratch.path("link"), "--black", "64", "--show", card] + SampleFiles.geometry)
    #expect(result.status == 64 && result.message == MessagesTests.wasRead(card), "\(result)")
    #expect(try scratch.bytes("card") == bytes)
  }

  /// The system follows a link before it goes up from there, and a reader of the text would not.
  @Test func `a file that was read by a way through a link is not written over`() throws {
    let bytes = try Array(Data(contentsOf: URL(filePath: SampleFiles.frame)))
    try FileManager.default.createDirectory(atPath: scratch.path("real/inner"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: scratch.path("link"), withDestinationPath: "real/inner")
    try scratch.write(bytes, to: "real/card")
    let geometry = SampleFiles.geometry.joined(separator: " ")
    let result = try ReadersShell().run(
      "cd '\(scratch.folder.path)'; wbcal measure link/../card --black 64 --show real/card \(geometry)")
    #expect(result.status == 64 && result.printed.contains(MessagesTests.wasRead("real/card")), "\(result)")
    #expect(try scratch.bytes("real/card") == bytes)
  }

  @Test func `a profile and its page are two files, however they are spelt`() throws {
    let camera = repositoryRoot.appending(path: "Data/cameras/Canon_EOS_5D_Mark_II_380_780_5.json").path
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path("page"), withDestinationPath: scratch.path("linked.icc"))
    for (output, report) in [
      (scratch.path("out"), scratch.folder.path + "/./out"), (scratch.path("linked.icc"), scratch.path("page")),
    ] {
      let result = try Tool.run("calibrate", "sensitivities", camera, "--output", output, "--report", report)
      #expect(result.status == 64 && result.message == "--report and --output are one file: \(output)", "\(result)")
    }
    #expect(try scratch.names == ["page"])
  }

  @Test func `a name that is not UTF-8 is refused, where another file's name would come of it`() throws {
    try scratch.write("old", to: "v\u{fffd}.raw")
    let refused = try ReadersShell().run(
      "cd '\(scratch.folder.path)'; wbcal simulate --width 8 --height 8 --output \"$(printf 'v\\377.raw')\" || echo status $?"
    )
    #expect(
      refused.printed.contains("is not a text in UTF-8; give the file another name")
        && refused.printed.contains("status 64"))
    #expect(try scratch.bytes("v\u{fffd}.raw") == Array("old".utf8) && scratch.names.count == 1)
    #expect(try simulate(to: scratch.path("v\u{fffd}.raw")).status == 0)
  }

  /// The inputs are missing too, which is found later.
  @Test(arguments: [
    ["measure", "absent.dng", "--show", "none/a.png"], ["measure", "absent.dng", "--sidecar", "none/a.xmp"],
    ["profile", "check", "absent.icc", "--chart", "absent.ti3", "--light", "D65", "--report", "none/a.html"],
    ["camera", "capture", "absent", "--profile", "absent.icc", "--output", "none/a.dng"],
    ["camera", "capture", "absent", "--output", "none/a.raw"],
    ["profile", "import", "absent.dcp", "--output", "none/a.icc"],
    ["profile", "export", "absent.icc", "--format", "libcamera", "--output", "none/a.json"],
    ["plot", "--profile", "absent.icc", "--output", "none/a.svg"],
  ]) func `an output without a folder is refused before any work`(arguments: [String]) throws {
    let result = try Tool.run(arguments)
    #expect(result.status == 74 && result.message.contains("none/a."), "\(result)")
  }

  @Test func `a name as long as the system has is written`() throws {
    let name = String(repeating: "a", count: 251) + ".raw"
    #expect(try simulate(to: scratch.path(name)).status == 0)
    #expect(try scratch.names == [name])
  }

  // MARK: - Broken off

  @Test func `a run removes unfinished files that no other run holds, and nothing else`() throws {
    // Process 1 is there, and holds nothing. Who may read a file may not be who may write it.
    let left = ["card.raw.4194305.unfinished", "card.raw.1.unfinished"]
    let others = [
      "card.raw.7.unfinished", "card.raw.x.unfinished", "card.raw.4194305.unfinished.txt", "other.4194305.unfinished",
    ]
    for name in left + others { try scratch.write("half", to: name) }
    let held = open(scratch.path("card.raw.7.unfinished"), O_RDONLY)
    defer { close(held) }
    try #require(flock(held, LOCK_EX | LOCK_NB) == 0)
    #expect(try simulate(to: scratch.path("card.raw")).status == 0)
    #expect(try scratch.names == (["card.raw"] + others).sorted())
  }

  #if os(Linux)
    @Test func `what a run of the same number left does not stop the next, as where each has number 1`() throws {
      var attributes = Tool.signalsAsAShellHasThem()
      defer { posix_spawnattr_destroy(&attributes) }
      let words = [
        "/bin/sh", "-c",
        #"touch "$0.$$.unfinished"; exec "$1" simulate --width 16 --height 16 --output "$0" >/dev/null"#,
        scratch.path("card.raw"), try Tool.executable.path,
      ]
      var pointers = words.map { strdup($0) } + [nil]
      defer { for pointer in pointers { free(pointer) } }
      var child: pid_t = 0
      try #require(posix_spawn(&child, "/bin/sh", nil, &attributes, &pointers, environ) == 0)
      #expect(Tool.wait(for: child) == 0)
      #expect(try scratch.names == ["card.raw"])
    }

    @Test func `a file that is replaced keeps who may read it`() throws {
      try scratch.write("old", to: "card.raw")
      chmod(scratch.path("card.raw"), 0o600)
      #expect(try simulate(to: scratch.path("card.raw")).status == 0)
      let mode = try FileManager.default.attributesOfItem(atPath: scratch.path("card.raw"))[.posixPermissions]
      #expect((mode as? NSNumber)?.intValue == 0o600)
    }

    @Test func `a write-protected file is kept`() throws {
      try scratch.write("old", to: "card.raw")
      let card = scratch.path("card.raw")
      chmod(card, 0o444)
      let result = try simulate(to: card)
      let message = ToolMessages.notWritten(
        card, "it is there and write-protected; give another name, or allow writing")
      #expect(result.status == 74 && result.message == message)
      #expect(try scratch.bytes("card.raw") == Array("old".utf8))
    }

    /// Starts a run of many frames and returns when it has begun to write, which the folder tells.
    private func begin(ignoring ignored: String? = nil, frames: Int) throws -> pid_t {
      let folder = inotify_init1(Int32(IN_CLOEXEC))
      try #require(folder >= 0)
      defer { close(folder) }
      try #require(inotify_add_watch(folder, scratch.folder.path, UInt32(IN_CREATE)) >= 0)
      var attributes = Tool.signalsAsAShellHasThem()
      defer { posix_spawnattr_destroy(&attributes) }
      let words = [
        "/bin/sh", "-c", (ignored.map { "trap '' \($0); " } ?? "") + #"exec "$0" "$@" >/dev/null 2>&1"#,
        try Tool.executable.path, "simulate", "--output", scratch.path("card.raw"), "--width", "512", "--height", "512",
        "--frames", "\(frames)",
      ]
      var pointers = words.map { strdup($0) } + [nil]
      defer { for pointer in pointers { free(pointer) } }
      var child: pid_t = 0
      try #require(posix_spawn(&child, "/bin/sh", nil, &attributes, &pointers, environ) == 0)
      var event = [UInt8](repeating: 0, count: 4096)
      try #require(read(folder, &event, event.count) > 0)
      return child
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXCPU, SIGUSR1, SIGALRM])
    func `a signal ends a run by itself, and leaves the old file and no half of a new one`(signal: Int32) throws {
      try scratch.write("old", to: "card.raw")
      let child = try begin(frames: 1000)
      kill(child, signal)
      // Shells count 128 and the signal's number.
      #expect(Tool.wait(for: child) == 128 + signal)
      #expect(try scratch.names == ["card.raw"] && scratch.bytes("card.raw") == Array("old".utf8))
    }

    @Test func `a hang-up that is ignored, as under nohup, ends nothing`() throws {
      // Nobody waits for as many frames: the second signal ends the run, because the first did not.
      let child = try begin(ignoring: "HUP", frames: 1000)
      // Of two signals the later may be handled first, so the run's own list of what it ignores is asked too.
      let status = try String(contentsOfFile: "/proc/\(child)/status", encoding: .utf8)
      let ignored = try #require(status.split(separator: "\n").first { $0.hasPrefix("SigIgn:") })
      #expect(try #require(UInt64(ignored.dropFirst(7).drop { $0 == "\t" }, radix: 16)) >> (SIGHUP - 1) & 1 == 1)
      kill(child, SIGHUP)
      kill(child, SIGTERM)
      #expect(Tool.wait(for: child) == 128 + SIGTERM)
      #expect(try scratch.names.isEmpty)
    }

    @Test func `after SIGKILL the next run sweeps`() throws {
      let child = try begin(frames: 1000)
      kill(child, SIGKILL)
      #expect(Tool.wait(for: child) == 128 + SIGKILL)
      let names = try scratch.names
      #expect(names.count == 1 && names[0].hasPrefix("card.raw.") && names[0].hasSuffix(".unfinished"), "\(names)")
      #expect(try simulate(to: scratch.path("card.raw")).status == 0)
      #expect(try scratch.names == ["card.raw"])
    }
  #endif
}
