// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that `swift build` at the root neither builds this nor needs what it measures beside.
let calibration = ["Calibration", "Colorimetry", "SpectralData", "WhiteBalance"].map {
  Target.Dependency.product(name: $0, package: "WhiteBalance")
}

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
