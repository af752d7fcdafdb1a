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
/// holds every sample of each against rawpy, and reads each cut off and with changed bytes. Without the folder there is no case.
/// A file that rawpy reads and this reader refuses is told, and is no failure: Debian's LibRaw is older.
@Suite struct OtherStillsTests {
  private struct Sums: Decodable {
    var width, height, sum: Int?
    var crc32: UInt32?
    var error: String?
  }

  private static let files: [URL] = {
    guard let folder = ProcessInfo.processInfo.environment["WHITEBALANCE_STILLS"] else { return [] }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.sorted().map { URL(filePath: folder).appending(path: $0) }
  }()

  @Test(arguments: files) func `every sample is the one that rawpy reads`(file: URL) throws {
    let bytes = Array(try Data(contentsOf: file))
    let output = try Python.run(script: "Tests/Oracle/still-sums", arguments: [file.path])
    let expected = try JSONDecoder().decode(Sums.self, from: output)
    let still: StillRaw
    do throws(StillRawError) { still = try StillRaw(bytes) } catch {
      print("\(file.lastPathComponent): refused: \(error); rawpy: \(expected.error ?? "reads it")")
      return
    }
    let camera = still.identity?.description ?? "a camera without a name"
    let layout =
      switch still.layout {
      case .mosaic(.xTrans): "X-Trans"
      case .mosaic(.bayer): "Bayer"
      case .planes: "planes"
      case .monochrome: "monochrome"
      }
    print("\(file.lastPathComponent): \(camera), \(still.width) x \(still.height), \(layout)")
    try #require(expected.error == nil, "rawpy: \(expected.error ?? "")")
    // rawpy has no single table for planes.
    guard still.layout != .planes else { return }
    #expect((still.width, still.height) == (expected.width, expected.height))
    #expect(still.samples.reduce(0) { $0 + Int($1) } == expected.sum)
    #expect(CRC32.checksum(still.samples) == expected.crc32)
  }

  @Test(arguments: files) func `cut off or changed, each is an error or a still`(file: URL) throws {
    let bytes = Array(try Data(contentsOf: file))
    DamagedStillTests.readCutOff(bytes)
    DamagedStillTests.readChanged(bytes)
  }
}
