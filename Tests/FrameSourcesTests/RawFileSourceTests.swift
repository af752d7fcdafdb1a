import Foundation
import FrameSources
import RawFrames
import TestSupport
import Testing

@Suite struct RawFileSourceTests {
  static func layout(bytesPerRow: Int? = nil) throws -> FrameLayout {
    try FrameLayout(
      format: PixelFormat("RG10"), width: KnownFrames.width, height: KnownFrames.height, bytesPerRow: bytesPerRow)
  }

  /// The bytes of all frames that a reader gives.
  static func frames(_ source: any FrameSource, _ frames: FrameSelection) throws -> [[UInt8]] {
    let reader = try source.reader(of: frames)
    var read: [[UInt8]] = []
    while let frame = try reader.next() { read.append(Array(frame.bytes)) }
    return read
  }

  @Test func `frames come one by one, as they lie in the file`() throws {
    let bytes = try (1...3).map { try KnownFrames.bytes(seed: $0) }
    let file = try TemporaryFile(bytes.flatMap(\.self))
    for file in [try SourceFile(path: file.path), SourceFile(bytes: bytes.flatMap(\.self), name: "memory")] {
      let source = RawFileSource(file, layout: try Self.layout())
      #expect(source.frameCount == 3)
      for count in 1...3 { #expect(try Self.frames(source, .first(count)) == Array(bytes[..<count])) }
    }
  }

  @Test func `rows with padding lie that far apart, and the padding of the last row may be missing`() throws {
    let plain = try KnownFrames.bytes()
    let row = 2 * KnownFrames.width
    var padded: [UInt8] = []
    for start in stride(from: 0, to: plain.count, by: row) {
      padded += plain[start..<start + row]
      padded += [UInt8](repeating: 7, count: 10)
    }
    let (layout, whole) = (try Self.layout(bytesPerRow: row + 10), try KnownFrames.frame())
    for bytes in [padded, Array(padded.dropLast(10))] {
      let source = RawFileSource(SourceFile(bytes: bytes, name: "memory"), layout: layout)
      let frame = try #require(try source.reader(of: .only).next())
      for y in 0..<KnownFrames.height { #expect(Self.samples(frame, row: y) == Self.samples(whole, row: y)) }
    }
  }

  static func samples(_ frame: RawFrame, row: Int) -> [UInt16] {
    var samples: [UInt16] = []
    frame.readSamples(row: row, columns: 0..<frame.width, into: &samples)
    return samples
  }

  @Test func `the only frame has no other behind it, and the first frames are all there`() throws {
    let bytes = try KnownFrames.bytes() + KnownFrames.bytes(seed: 2)
    let layout = try Self.layout()
    let source = RawFileSource(SourceFile(bytes: bytes, name: "two"), layout: layout)
    #expect(throws: FrameSourceError(source: "two", fault: .severalFrames(byteCount: bytes.count, layout))) {
      try source.reader(of: .only)
    }
    #expect(throws: FrameSourceError(source: "two", fault: .tooFewFrames(byteCount: bytes.count, layout, wanted: 3))) {
      try source.reader(of: .first(3))
    }
    let short = RawFileSource(SourceFile(bytes: [1, 2, 3], name: "short"), layout: layout)
    let needed = KnownFrames.byteCount
    #expect(throws: FrameSourceError(source: "short", fault: .frame(.truncated(byteCount: 3, needed: needed)))) {
      try short.reader(of: .only)
    }
  }

  @Test func `a file that is shorter than a frame has none`() throws {
    for count in [1, KnownFrames.byteCount - 1] {
      let file = SourceFile(bytes: [UInt8](repeating: 0, count: count), name: "short")
      #expect(try RawFileSource(file, layout: Self.layout()).frameCount == 0, "\(count) bytes")
    }
  }

  @Test func `what is no file is told, and never waited for`() throws {
    let folder = FileManager.default.temporaryDirectory
    let pipe = folder.appending(path: "pipe-\(UUID().uuidString)").path
    try #require(mkfifo(pipe, 0o600) == 0)
    defer { unlink(pipe) }
    let faults: [(String, FrameSourceFault)] = [
      (pipe, .notRegularFile), (folder.path, .directory), (pipe + "-none", .missing("No such file or directory")),
    ]
    for (path, fault) in faults {
      #expect(throws: FrameSourceError(source: path, fault: fault)) { try SourceFile(path: path) }
    }
    #expect(
      "\(FrameSourceError(source: "pipe", fault: .notRegularFile))"
        == "pipe is not a regular file; save the data of a pipe or a device to a file first")
  }

  @Test func `more bytes than the limit are refused before they are read`() throws {
    let file = try TemporaryFile([1, 2, 3, 4])
    let source = try SourceFile(path: file.path)
    #expect(try source.bytes(limit: 4) == [1, 2, 3, 4])
    #expect(throws: FrameSourceError(source: file.path, fault: .tooLarge(byteCount: 4, limit: 3))) {
      try source.bytes(limit: 3)
    }
  }
}
