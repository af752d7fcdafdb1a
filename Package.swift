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

let numerics = Target.Dependency.product(name: "RealModule", package: "swift-numerics")

let package = Package(
  name: "WhiteBalance",
  products: [
    .library(name: "Colorimetry", targets: ["Colorimetry"]),
    .library(name: "WhiteBalance", targets: ["WhiteBalance"]),
    .library(name: "RawFrames", targets: ["RawFrames"]),
    .library(name: "DeviceProfiles", targets: ["DeviceProfiles"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-numerics", from: "1.1.0")
  ],
  targets: [
    // MARK: - Pure rooms
    .target(name: "Colorimetry", dependencies: [numerics], swiftSettings: pure),
    .target(name: "WhiteBalance", dependencies: ["Colorimetry", numerics], swiftSettings: pure),
    .target(name: "RawFrames", swiftSettings: pure),

    // MARK: - Profiles
    .systemLibrary(
      name: "CLittleCMS", pkgConfig: "lcms2", providers: [.apt(["liblcms2-dev"]), .brew(["little-cms2"])]),
    .target(
      name: "DeviceProfiles", dependencies: ["CLittleCMS", "Colorimetry", "RawFrames", "WhiteBalance", numerics],
      swiftSettings: strict),

    // MARK: - Tests
    .target(name: "TestSupport", dependencies: ["Colorimetry"], path: "Tests/TestSupport", swiftSettings: strict),
    .testTarget(name: "ColorimetryTests", dependencies: ["Colorimetry", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "WhiteBalanceTests", dependencies: ["Colorimetry", "TestSupport", "WhiteBalance"], swiftSettings: strict),
    .testTarget(name: "RawFramesTests", dependencies: ["RawFrames"], swiftSettings: strict),
    .testTarget(
      name: "DeviceProfilesTests",
      dependencies: ["Colorimetry", "DeviceProfiles", "RawFrames", "TestSupport", "WhiteBalance"],
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
