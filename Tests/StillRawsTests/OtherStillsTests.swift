import DeviceProfiles
import Foundation
import RawFrames
import StillRaws
import TestSupport
import Testing

/// Stills that the repository does not have, such as files of cameras:
///
///     WHITEBALANCE_STILLS=FOLDER swift test --filter OtherStillsTests
///
/// holds every sample of each against rawpy, and reads each cut off and with changed bytes. Without the variable there
/// is no case; a folder that is not there, or has no file, fails.
/// A file that rawpy reads and this reader refuses fails. Debian's LibRaw is older than rawpy's, so that there may be
/// such files.
///
/// One file at a time, because the decoder's memory is held against the process's own.
@Suite(.serialized) struct OtherStillsTests {
  private struct Sensor: Decodable {
    var width, height: Int?
    var error: String?
  }

  private static func files() throws -> [URL] {
    guard let folder = ProcessInfo.processInfo.environment["WHITEBALANCE_STILLS"] else { return [] }
    struct NoFiles: Error { let folder: String }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    guard !names.isEmpty else { throw NoFiles(folder: folder) }
    return names.sorted().map { URL(filePath: folder).appending(path: $0) }
  }

  @Test(arguments: try files()) func `every sample is the one that rawpy reads`(file: URL) throws {
    let bytes = Array(try Data(contentsOf: file))
    let place = FileManager.default.temporaryDirectory.appending(path: "samples-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: place) }
    let output = try Python.run(script: "Tests/Oracle/still-samples", arguments: [file.path, place.path])
    let expected = try JSONDecoder().decode(Sensor.self, from: output)
    let still: StillRaw
    do throws(StillRawError) { still = try StillRaw(bytes) } catch {
      print("\(file.lastPathComponent): refused: \(error); rawpy: \(expected.error ?? "reads it")")
      #expect(expected.error != nil, "\(error)")
      return
    }
    try #require(expected.error == nil, "rawpy: \(expected.error ?? "")")
    #expect((still.width, still.height) == (expected.width, expected.height))
    let samples = try Data(contentsOf: place).withUnsafeBytes { Array($0.bindMemory(to: UInt16.self)) }
    try #require(samples.count == still.samples.count)
    let pairs = zip(still.samples, samples).filter { $0 != $1 }
    print("\(file.lastPathComponent): \(Self.words(still)), \(pairs.count) of \(samples.count) samples differ")
    guard Self.isCosineTransformOf12Bits(bytes) else {
      #expect(pairs.isEmpty)
      return
    }
    // Decoders of JPEG round the transform each in its own way, and the table behind it makes that a step of its own.
    let steps = Set(samples).union(still.samples).sorted()
    let places = Dictionary(uniqueKeysWithValues: zip(steps, steps.indices))
    for (own, other) in Set(pairs.map { [$0, $1] }).map({ (places[$0[0]] ?? 0, places[$0[1]] ?? 0) }) {
      #expect(abs(own - other) == 1)
    }
  }

  private static func words(_ still: StillRaw) -> String {
    let layout =
      switch still.layout {
      case .mosaic(.xTrans): "X-Trans"
      case .mosaic(.bayer): "Bayer"
      case .planes: "planes"
      case .monochrome: "monochrome"
      }
    return "\(still.identity?.description ?? "a camera without a name"), \(still.width) x \(still.height), \(layout)"
  }

  /// Whether samples are compressed by JPEG's cosine transform with 12 bits, which JPEG's frame header says. Source:
  /// ITU-T T.81, B.2.2.
  private static func isCosineTransformOf12Bits(_ bytes: [UInt8]) -> Bool {
    bytes.indices.dropLast(4).contains { bytes[$0] == 0xff && bytes[$0 + 1] == 0xc1 && bytes[$0 + 4] == 12 }
  }

  @Test(arguments: try files()) func `cut off or changed, each is an error or a still`(file: URL) throws {
    let bytes = Array(try Data(contentsOf: file))
    DamagedStillTests.readCutOff(bytes)
    DamagedStillTests.readChanged(bytes)
  }
}
