import Foundation
import TestSupport
import Testing

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

  // MARK: - Broken off

  @Test func `what a run that has ended left is swept by the next that writes there, and nothing else is`() throws {
    // Process numbers end at 2^22 on Linux, so the first has ended; process 1 has not.
    let others = [
      "card.raw.1.unfinished", "card.raw.x.unfinished", "card.raw.4194305.unfinished.txt", "other.4194305.unfinished",
    ]
    for name in ["card.raw.4194305.unfinished"] + others { try scratch.write("half", to: name) }
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

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXCPU])
    func `a signal ends a run by itself, and leaves the old file and no half of a new one`(signal: Int32) throws {
      try scratch.write("old", to: "card.raw")
      let child = try begin(frames: 1000)
      kill(child, signal)
      // Shells count 128 and the signal's number.
      #expect(Tool.wait(for: child) == 128 + signal)
      #expect(try scratch.names == ["card.raw"] && scratch.bytes("card.raw") == Array("old".utf8))
    }

    @Test func `a hang-up that is ignored, as under nohup, ends nothing`() throws {
      let child = try begin(ignoring: "HUP", frames: 3)
      kill(child, SIGHUP)
      #expect(Tool.wait(for: child) == 0)
      #expect(try scratch.bytes("card.raw").count == 3 * 2 * 512 * 512)
    }

    @Test func `after SIGKILL the next run sweeps`() throws {
      let child = try begin(frames: 1000)
      kill(child, SIGKILL)
      #expect(Tool.wait(for: child) == 128 + SIGKILL)
      #expect(try scratch.names == ["card.raw.\(child).unfinished"])
      #expect(try simulate(to: scratch.path("card.raw")).status == 0)
      #expect(try scratch.names == ["card.raw"])
    }
  #endif
}
