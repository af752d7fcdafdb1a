import Foundation
import TestSupport
import Testing

/// The rooms and the arrows between them, as Docs/Architecture.md draws them.
@Suite struct ArchitectureTests {
  /// What each room may import beside Swift's own library.
  static let arrows: [String: Set<String>] = [
    "Colorimetry": ["RealModule"],
    "WhiteBalance": ["RealModule", "Colorimetry"],
    "RawFrames": ["CRawSamples"],
    "GrayCard": ["Colorimetry", "RawFrames", "RealModule", "WhiteBalance"],
    "Metering": ["Colorimetry", "GrayCard", "RawFrames", "RealModule", "WhiteBalance"],
    "Calibration": ["Colorimetry", "RawFrames", "RealModule", "WhiteBalance"],
    "Diagrams": ["Colorimetry"],
    "SensorSimulation": ["Colorimetry", "RawFrames", "WhiteBalance"],
    "JSONText": [],
    "SpectralData": ["Colorimetry", "JSONText", "WhiteBalance"],
    "DeviceProfiles": ["CLittleCMS", "Colorimetry", "RawFrames", "RealModule", "WhiteBalance"],
    "ProfileExchange": ["Colorimetry", "DeviceProfiles", "JSONText", "RawFrames", "WhiteBalance"],
    "DigitalNegatives": ["DeviceProfiles", "ProfileExchange", "RawFrames", "RealModule", "WhiteBalance"],
    "CameraControl": [
      "Colorimetry", "DeviceProfiles", "DigitalNegatives", "Dispatch", "GrayCard", "Metering", "ProfileExchange",
      "RawFrames", "RealModule", "Synchronization", "SystemPackage", "VideoCapture", "WhiteBalance",
    ],
    "VideoCapture": ["CVideo4Linux", "Dispatch", "RawFrames", "SystemPackage"],
  ]

  /// Strict memory safety makes every use of memory that Swift does not check say `unsafe`.
  @Test func `in RawFrames one file hands memory to C`() throws {
    let folder = repositoryRoot.appending(path: "Sources/RawFrames")
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
    let doors = try files.filter { file in
      let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
      return text.contains("import CRawSamples") || text.contains("unsafe ")
    }
    #expect(doors == ["VectorSamples.swift"])
  }

  @Test(arguments: arrows.keys.sorted()) func `a room imports what its arrows allow`(room: String) throws {
    let folder = repositoryRoot.appending(path: "Sources/\(room)")
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
    #expect(!files.isEmpty)
    for file in files {
      let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
      for line in text.split(separator: "\n") {
        let words = line.split(separator: " ").drop { ["public", "internal", "package"].contains($0) }
        guard words.first == "import", let module = words.dropFirst().first else { continue }
        #expect(Self.arrows[room]?.contains(String(module)) == true, "\(room)/\(file) imports \(module)")
      }
    }
  }
}
