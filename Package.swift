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
    .library(name: "RawFrames", targets: ["RawFrames"])
  ],
  targets: [
    // MARK: - Pure rooms
    .target(name: "RawFrames", swiftSettings: pure),

    // MARK: - Tests
    .testTarget(name: "RawFramesTests", dependencies: ["RawFrames"], swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
