// swift-tools-version: 6.2
import PackageDescription

/// Every target: explicit existentials, no import that leaks, and no warning that is left to read later.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

/// A pure room: no C, no files, no clock, no Foundation. Strict memory safety proves the first of these.
let pure = strict + [.strictMemorySafety()]

let package = Package(
  name: "WhiteBalance",
  products: [
    .library(name: "RawFrames", targets: ["RawFrames"]),
    .library(name: "VideoCapture", targets: ["VideoCapture"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-system", from: "1.8.0")
  ],
  targets: [
    // MARK: - Pure rooms
    .target(name: "RawFrames", swiftSettings: pure),

    // MARK: - Rooms with a door to the system
    .target(name: "CVideo4Linux"),
    .target(
      name: "VideoCapture",
      dependencies: ["CVideo4Linux", "RawFrames", .product(name: "SystemPackage", package: "swift-system")],
      swiftSettings: strict),

    // MARK: - Tests
    .target(
      name: "TestSupport", dependencies: ["CVideo4Linux", "RawFrames"], path: "Tests/TestSupport",
      swiftSettings: strict),
    .testTarget(name: "RawFramesTests", dependencies: ["RawFrames"], swiftSettings: strict),
    .testTarget(
      name: "VideoCaptureTests",
      dependencies: [
        "CVideo4Linux", "RawFrames", "TestSupport", "VideoCapture",
        .product(name: "SystemPackage", package: "swift-system"),
      ], swiftSettings: strict),
    .testTarget(
      name: "CameraRigTests", dependencies: ["TestSupport"], path: "Tests/CameraRig/Tests", swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
