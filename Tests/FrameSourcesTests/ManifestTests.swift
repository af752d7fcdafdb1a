import FrameSources
import SystemPackage
import Testing

/// The lines of a manifest, as they come through a pipe.
@Suite struct ManifestTests {
  private static func job(_ source: String, _ options: [ManifestOption] = []) -> ManifestJob {
    .measure(source: source, options: options, id: nil)
  }

  @Test func `a line is ready only when it is there, whole and not empty`() throws {
    let (reading, writing) = try FileDescriptor.pipe()
    defer { try? reading.close() }
    let manifest = ManifestFile(reading, name: "pipe")
    #expect(!manifest.isReady)
    for text in ["\n", " \r\n\n", "\t{\"source\": "] {
      try writing.writeAll(text.utf8)
      #expect(!manifest.isReady, "\(text)")
    }
    try writing.writeAll("\"a.dng\"}\n\n{\"source\": \"b.dng\"}\n\n".utf8)
    for source in ["a.dng", "b.dng"] {
      try #require(manifest.isReady)
      #expect(try manifest.next() == Self.job(source))
    }
    #expect(!manifest.isReady)
    // The last line may lack its line break.
    try writing.writeAll(#"{"source": "c.dng"}"#.utf8)
    #expect(!manifest.isReady)
    try writing.close()
    try #require(manifest.isReady)
    #expect(try manifest.next() == Self.job("c.dng"))
    #expect(manifest.isReady)
    #expect(try manifest.next() == nil)
  }

  @Test(arguments: [("\"a b\"", "a b"), ("7.0", "7.0"), ("true", "true"), ("false", "false")])
  func `an id is a text, a number, or true or false, and comes back as text`(id: String, text: String) {
    let line = "{\"id\": \(id), \"source\": \"a.dng\"}"
    #expect(ManifestJob(Array(line.utf8), number: 1) == .measure(source: "a.dng", options: [], id: text))
  }

  @Test func `what cannot be read is ready, and its error is that of the next line`() throws {
    // A folder can be opened, and not read.
    let folder = try FileDescriptor.open("/", .readOnly)
    defer { try? folder.close() }
    let manifest = ManifestFile(folder, name: "folder")
    #expect(manifest.isReady)
    #expect(throws: UnreadableLines(name: "folder", reason: "Is a directory")) { try manifest.next() }
  }

  @Test(arguments: ["a.dng", "[{\"source\": \"a.dng\"}]", "II*\0", "\u{7F}"])
  func `a file whose first line does not begin as an object is no manifest`(first: String) throws {
    let (reading, writing) = try FileDescriptor.pipe()
    defer { try? reading.close() }
    try writing.writeAll("\n\(first)\n{\"source\": \"b.dng\"}\n".utf8)
    try writing.close()
    let manifest = ManifestFile(reading, name: "list.txt")
    let reason =
      "line 2 does not begin with {; a manifest has a JSON object on each line, such as {\"id\": \"a\", \"source\": "
      + "\"a.dng\", \"options\": {\"black\": 64}}"
    #expect(throws: UnreadableLines(name: "list.txt", reason: reason, isBadData: true)) { try manifest.next() }
  }

  @Test func `a line in many parts is read once, and one that is too long is told`() throws {
    let (reading, writing) = try FileDescriptor.pipe()
    defer { try? reading.close() }
    let manifest = ManifestFile(reading, name: "pipe")
    let part = String(repeating: "{", count: 4096)
    for _ in 0..<100 {
      try writing.writeAll(part.utf8)
      try #require(!manifest.isReady)
    }
    try writing.writeAll("\n{\"source\": \"b.dng\"}\n".utf8)
    #expect(try manifest.next() == .fault("line 1: longer than 65536 bytes", id: nil))
    #expect(try manifest.next() == Self.job("b.dng"))
    try writing.close()
  }

  @Test(arguments: [
    (#"{"limit": ["clipped=0.1", "textured=1"]}"#, [("--limit", "clipped=0.1"), ("--limit", "textured=1")]),
    (#"{"black": [64, 64.0, 63, 6.4e1]}"#, [("--black", "64,64,63,6.4e1")]),
    (#"{"dark": ["a.raw"]}"#, [("--dark", "a.raw")]),
    (#"{"region": [1, 2, 3, 4], "as-shot": false}"#, [("--as-shot", nil), ("--region", "1,2,3,4")]),
    (#"{"width": 640.0, "black": 64.50}"#, [("--black", "64.50"), ("--width", "640")]),
  ]) func `a list of texts is an option for each, a list of numbers one with commas, and a whole number has no point`(
    options: String, expected: [(String, String?)]
  ) {
    let line = #"{"source": "a.dng", "options": \#(options)}"#
    let own = expected.map { ManifestOption($0, $1.map { .text($0) } ?? .flag(false)) }
    #expect(ManifestJob(Array(line.utf8), number: 1) == Self.job("a.dng", own))
  }

  @Test func `a list of the line takes the place of what the command line says`() {
    let shared = SharedArguments(["wbcal", "measure", "--limit", "clipped=0", "--json"], of: "measure", without: [])
    let own = ["clipped=0.1", "textured=1"].map { ManifestOption("--limit", .text($0)) }
    #expect(shared.with(own) == ["--json", "--limit=clipped=0.1", "--limit=textured=1"])
  }

  @Test(arguments: ["[]", "[1, \"a\"]", "[true]", "[[1]]", "[null]"])
  func `a list of anything else is refused`(list: String) {
    let line = #"{"source": "a.dng", "options": {"black": \#(list)}}"#
    let told =
      "line 1: options.black must be a list of texts, which gives the option once for each, or a list of numbers, such as "
      + "[64, 64, 63, 64]"
    #expect(ManifestJob(Array(line.utf8), number: 1) == .fault(told, source: "a.dng", id: nil))
  }

  private static let faulty: [(line: String, source: String?, id: String?)] = [
    (#"{"source": "a.dng", "id": 7, "options": 1}"#, "a.dng", "7"),
    (#"{"source": "a.dng", "id": true, "option": 1}"#, "a.dng", "true"),
    (#"{"source": "a.dng", "id": []}"#, "a.dng", nil),
    (#"{"source": "", "id": 7}"#, nil, "7"),
    (#"{"sources": "a.dng"}"#, nil, nil),
  ]

  @Test(arguments: faulty) func `a faulty line comes back with the source and the id that can be read`(
    line: String, source: String?, id: String?
  ) {
    guard case .fault(_, let readSource, let readID) = ManifestJob(Array(line.utf8), number: 1) else {
      Issue.record("a fault is expected")
      return
    }
    #expect(readSource == source)
    #expect(readID == id)
  }

  @Test func `a faulty line has its number, and empty lines count`() throws {
    let (reading, writing) = try FileDescriptor.pipe()
    defer { try? reading.close() }
    let manifest = ManifestFile(reading, name: "pipe")
    try writing.writeAll("{\"source\": \"a.dng\"}\n\r\n\n{bad\n[]\n{\"id\": 7, \"source\": 1}".utf8)
    #expect(manifest.isReady)
    #expect(try manifest.next() == Self.job("a.dng"))
    var starts: [String] = []
    try writing.close()
    while case .fault(let text, _, _)? = try manifest.next() { starts.append(String(text.prefix { $0 != ":" })) }
    #expect(starts == ["line 4, column 2", "line 5", "line 6"])
  }

  @Test func `a manifest may begin with a byte-order mark`() throws {
    for start in ["\u{feff}", "\u{feff}\r\n"] {
      let (reading, writing) = try FileDescriptor.pipe()
      defer { try? reading.close() }
      try writing.writeAll((start + "{\"source\": \"a.dng\"}\r\n").utf8)
      try writing.close()
      let manifest = ManifestFile(reading, name: "pipe")
      #expect(try manifest.next() == Self.job("a.dng"))
      #expect(try manifest.next() == nil)
    }
  }
}
