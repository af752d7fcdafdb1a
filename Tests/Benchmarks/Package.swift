// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that `swift build` at the root neither builds this nor needs what it measures beside.
let calibration = ["Calibration", "Colorimetry", "SpectralData", "WhiteBalance"].map {
  Target.Dependency.product(name: $0, package: "WhiteBalance")
}

/// The library's own name for itself, by which `package` declarations are shared: what is measured is not all public. SwiftPM
/// takes the name from the folder.
let packageName = Context.packageDirectory.split(separator: "/").dropLast(2).last.map(String.init) ?? "whitebalance"
let insideTheLibrary: [SwiftSetting] = [.unsafeFlags(["-package-name", packageName.lowercased()])]

let package = Package(
  name: "Benchmarks",
  dependencies: [.package(name: "WhiteBalance", path: "../..")],
  targets: [
    .systemLibrary(
      name: "CLittleCMSPeer", pkgConfig: "lcms2", providers: [.apt(["liblcms2-dev"]), .brew(["little-cms2"])]),
    .executableTarget(
      name: "NearestPlanckianBenchmark",
      dependencies: ["CLittleCMSPeer", .product(name: "Colorimetry", package: "WhiteBalance")]),
    .target(name: "MeasuredData", dependencies: calibration),
    .executableTarget(name: "WhiteMapBenchmark", dependencies: ["MeasuredData"] + calibration),
    .executableTarget(name: "ChartUncertainty", dependencies: ["MeasuredData"] + calibration),
    .executableTarget(name: "StatedErrors", dependencies: ["MeasuredData"] + calibration),
    .executableTarget(
      name: "MeterBenchmark",
      dependencies: ["GrayCard", "Metering", "RawFrames", "SensorSimulation"].map {
        .product(name: $0, package: "WhiteBalance")
      }),
    .executableTarget(
      name: "PreviewBenchmark",
      dependencies: ["CameraControl", "CameraPages", "DeviceProfiles", "RawFrames", "SensorSimulation", "WhiteBalance"]
        .map {
          .product(name: $0, package: "WhiteBalance")
        }),
    .executableTarget(
      name: "ManyFramesBenchmark",
      dependencies: ["GrayCard", "RawFrames"].map { .product(name: $0, package: "WhiteBalance") }),
    .target(name: "CMemoryPeer"),
    .executableTarget(
      name: "RawFramesBenchmark",
      dependencies: [
        "CMemoryPeer", .product(name: "GrayCard", package: "WhiteBalance"),
        .product(name: "RawFrames", package: "WhiteBalance"),
      ]),
    .executableTarget(
      name: "SpeedBenchmark",
      dependencies: [
        "CLittleCMSPeer", "CMemoryPeer", .product(name: "Colorimetry", package: "WhiteBalance"),
        .product(name: "GrayCard", package: "WhiteBalance"), .product(name: "RawFrames", package: "WhiteBalance"),
      ]),
    .executableTarget(
      name: "GrayCardAccuracy",
      dependencies: [
        "MeasuredData",
        .product(name: "Colorimetry", package: "WhiteBalance"), .product(name: "GrayCard", package: "WhiteBalance"),
        .product(name: "RawFrames", package: "WhiteBalance"),
        .product(name: "SensorSimulation", package: "WhiteBalance"),
        .product(name: "WhiteBalance", package: "WhiteBalance"),
      ]),
  ]
)

let ownC = ["CLittleCMSPeer", "CMemoryPeer"]
for target in package.targets where !ownC.contains(target.name) {
  target.packageAccess = false
  target.swiftSettings = (target.swiftSettings ?? []) + insideTheLibrary
}
