import Colorimetry
import Conversions
import Diagrams
import Foundation
import SystemPackage
import Testing

/// Lights as lines, for a diagram.
@Suite struct PointLinesTests {
  private func points(_ text: String) throws -> [ChromaticityDiagram.Point] {
    // A file, which holds more than a pipe.
    let file = FileManager.default.temporaryDirectory.appending(path: "wbcal-\(UUID().uuidString)")
    try Data(text.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let handle = try FileHandle(forReadingFrom: file)
    defer { try? handle.close() }
    return try ChromaticityDiagram.Point.points(of: LineReader(FileDescriptor(rawValue: handle.fileDescriptor)))
  }

  @Test func `each line is a point with its label, but for blank lines and remarks`() throws {
    let points = try points("# lamps\n\n0.41 0.39 warm white\n  \n0.2,0.7,green\r\n0.3,0.3")
    #expect(points.map(\.label) == ["warm white", "green", ""])
    #expect(points.map(\.chromaticity.x) == [0.41, 0.2, 0.3] && points.map(\.chromaticity.y) == [0.39, 0.7, 0.3])
  }

  @Test(arguments: [
    ("0.3,0.3\n\n0.3 zero\n", PointLineError(line: 3, fault: .noLight("0.3 zero"))),
    (String(repeating: "1", count: LineReader.longest + 1), PointLineError(line: 1, fault: .tooLong)),
  ])
  func `the first line that is no light is told with its number`(text: String, error: PointLineError) {
    #expect(throws: error) { try points(text) }
  }

  @Test func `a diagram takes so many points, and the line of the next is told`() throws {
    let full = String(repeating: "0.3,0.3\n", count: 100_000)
    #expect(try points(full).count == 100_000)
    #expect(throws: PointLineError(line: 100_001, fault: .tooMany)) { _ = try points(full + "0.3,0.3\n") }
  }

  @Test(arguments: [
    (PointLineError(line: 3, fault: .tooLong), "line 3: longer than 4096 bytes"),
    (
      PointLineError(line: 3, fault: .noLight(String(repeating: "1", count: 70))),
      "line 3: '\(String(repeating: "1", count: 60))': not a light; it must be x,y or x,y,label, of x at least 0, y at least "
        + "0.001 and a sum of at most 1"
    ), (PointLineError(line: 9, fault: .tooMany), "line 9: more than 100000 points cannot be told apart"),
  ])
  func `a fault is told whole`(error: PointLineError, text: String) { #expect(error.description == text) }
}
