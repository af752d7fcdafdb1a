import Foundation
import TestSupport
import Testing

/// The rooms and the arrows between them, as Docs/Architecture.md draws them.
@Suite struct ArchitectureTests {
  /// The modules that each room may import beside Swift's own library.
  static let arrows: [String: Set<String>] = [
    "NumericalMethods": ["RealModule"],
    "Colorimetry": ["CPlanckian", "NumericalMethods", "RealModule"],
    "WhiteBalance": ["Colorimetry", "NumericalMethods", "RealModule"],
    "RawFrames": ["CRawSamples"],
    "GrayCard": ["Colorimetry", "NumericalMethods", "RawFrames", "RealModule", "WhiteBalance"],
    "Metering": ["Colorimetry", "GrayCard", "RawFrames", "RealModule", "WhiteBalance"],
    "Calibration": [
      "Colorimetry", "DeviceProfiles", "GrayCard", "JSONText", "NumericalMethods", "RawFrames", "RealModule",
      "WhiteBalance",
    ],
    "Diagrams": ["Colorimetry", "NumericalMethods"],
    "Conversions": [
      "Colorimetry", "DeviceProfiles", "Diagrams", "Dispatch", "Foundation", "FrameSources", "GrayCard", "RawFrames",
      "Reports", "Synchronization", "SystemPackage", "WhiteBalance",
    ],
    "CommandOutput": [
      "CameraControl", "CameraDevices", "Colorimetry", "DeviceProfiles", "Dispatch", "Foundation", "FrameSources",
      "GrayCard", "Metering", "RawFrames", "Reports", "SpectralData", "Synchronization", "SystemPackage",
      "WhiteBalance",
    ],
    "Reports": [
      "Calibration", "CameraControl", "CameraDevices", "Colorimetry", "CPNG", "DeviceProfiles", "Diagrams",
      "DigitalNegatives", "Foundation", "FrameSources", "GrayCard", "Metering", "NumericalMethods", "ProfileExchange",
      "RawFrames", "SensorSimulation", "SpectralData", "VideoCapture", "WhiteBalance",
    ],
    "SensorSimulation": ["Colorimetry", "RawFrames", "WhiteBalance"],
    "JSONText": [],
    "SpectralData": ["Colorimetry", "JSONText", "WhiteBalance"],
    "DeviceProfiles": ["Colorimetry", "RawFrames", "RealModule", "WhiteBalance"],
    "ICCProfiles": ["CLittleCMS", "Colorimetry", "DeviceProfiles", "Foundation", "RawFrames", "WhiteBalance"],
    "ProfileExchange": [
      "Colorimetry", "DeviceProfiles", "JSONText", "NumericalMethods", "RawFrames", "WhiteBalance",
    ],
    "DigitalNegatives": ["DeviceProfiles", "ProfileExchange", "RawFrames", "RealModule", "WhiteBalance"],
    "StillRaws": [
      "CStillRaws", "Colorimetry", "DeviceProfiles", "DigitalNegatives", "Foundation", "FrameSources", "GrayCard",
      "ProfileExchange", "RawFrames", "WhiteBalance",
    ],
    "FrameSources": [
      "DeviceProfiles", "DigitalNegatives", "Dispatch", "Foundation", "GrayCard", "ProfileExchange", "RawFrames",
      "Synchronization", "SystemPackage", "WhiteBalance", "JSONText",
    ],
    "CameraControl": [
      "CameraDevices", "Colorimetry", "Combine", "DeviceProfiles", "DigitalNegatives", "Dispatch", "FrameSources",
      "GrayCard", "Metering", "NumericalMethods", "ProfileExchange", "RawFrames", "RealModule", "SensorSimulation",
      "Synchronization", "SystemPackage", "VideoCapture", "WhiteBalance",
    ],
    "CameraDevices": ["Dispatch", "RawFrames", "RealModule"],
    "CameraPages": [
      "Calibration", "CameraControl", "CameraDevices", "CCameraPages", "Colorimetry", "CTurboJPEG", "DeviceProfiles",
      "Diagrams", "DigitalNegatives", "Dispatch", "Foundation", "FrameSources", "GrayCard", "JSONText", "Metering",
      "NIOCore", "NIOHTTP1", "NIOPosix", "NumericalMethods", "RawFrames", "RealModule", "SensorSimulation",
      "Synchronization", "WhiteBalance",
    ],
    "VideoCapture": [
      "CameraDevices", "CVideo4Linux", "Dispatch", "RawFrames", "Synchronization", "SystemPackage",
    ],
    "WhiteBalanceKit": [
      "Calibration", "CameraControl", "CameraDevices", "Colorimetry", "DeviceProfiles", "Diagrams", "DigitalNegatives",
      "Foundation", "FrameSources", "GrayCard", "ICCProfiles", "Metering", "ProfileExchange", "RawFrames",
      "SensorSimulation",
      "SpectralData", "VideoCapture", "WhiteBalance",
    ],
  ]

  /// Strict memory safety makes every use of memory that Swift does not check say `unsafe`.
  @Test(arguments: [
    ("RawFrames", "CRawSamples", "VectorSamples.swift"), ("Colorimetry", "CPlanckian", "Locus/VectorPlanckian.swift"),
  ])
  func `one file of a room hands memory to C`(room: String, c: String, door: String) throws {
    let folder = repositoryRoot.appending(path: "Sources/\(room)")
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
    let doors = try files.filter { file in
      let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
      return text.contains("import \(c)") || text.contains("unsafe ")
    }
    #expect(doors == [door])
  }

  @Test func `only ICCProfiles imports LittleCMS, and only WhiteBalanceKit imports ICCProfiles`() {
    #expect(Self.arrows.filter { $0.value.contains("CLittleCMS") }.keys.sorted() == ["ICCProfiles"])
    #expect(Self.arrows.filter { $0.value.contains("ICCProfiles") }.keys.sorted() == ["WhiteBalanceKit"])
  }

  @Test(arguments: arrows.keys.sorted()) func `a room imports what its arrows allow`(room: String) throws {
    let folder = repositoryRoot.appending(path: "Sources/\(room)")
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
    #expect(!files.isEmpty)
    for file in files {
      let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
      for line in text.split(separator: "\n") {
        let words = line.split(separator: " ").drop { ["@_exported", "public", "internal", "package"].contains($0) }
        guard words.first == "import", let module = words.dropFirst().first else { continue }
        #expect(Self.arrows[room]?.contains(String(module)) == true, "\(room)/\(file) imports \(module)")
      }
    }
  }
}
