// swift-tools-version: 6.2
import PackageDescription

// This is a package of its own, because everything in it, the library included, is built for fuzzing: Tests/Fuzz/run
// gives the flags, and WHITEBALANCE_FUZZ makes products of the rooms that have no public declarations.

/// The library's own name for itself, by which `package` declarations are shared. SwiftPM takes it from the folder.
let packageName = Context.packageDirectory.split(separator: "/").dropLast(2).last.map(String.init) ?? "whitebalance"
let insideTheLibrary: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .unsafeFlags(["-package-name", packageName.lowercased()]),
]

let rooms = [
  "Calibration", "CameraPages", "Colorimetry", "CommandOutput", "Conversions", "DeviceProfiles", "Diagrams",
  "DigitalNegatives", "FrameSources", "GrayCard", "ICCProfiles", "ProfileExchange", "RawFrames", "Reports",
  "SpectralData", "StillRaws", "WhiteBalance",
].map { Target.Dependency.product(name: $0, package: "WhiteBalance") }

let package = Package(
  name: "Fuzz",
  dependencies: [
    .package(name: "WhiteBalance", path: "../.."),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.0"),
  ],
  targets: [
    .target(name: "CFuzzer"),
    .executableTarget(
      name: "FuzzReaders",
      dependencies: rooms + [
        "CFuzzer", .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      packageAccess: false,
      swiftSettings: insideTheLibrary + [.define("FUZZING")],
      linkerSettings: [.unsafeFlags(["-sanitize=fuzzer"])]),
  ],
  swiftLanguageModes: [.v6]
)
