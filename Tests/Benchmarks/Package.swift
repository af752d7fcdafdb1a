// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that `swift build` at the root neither builds this nor needs what it measures beside.

/// The library's own name for itself, by which `package` declarations are shared, because not all that is measured is
/// public. SwiftPM takes the name from the folder.
let packageName = Context.packageDirectory.split(separator: "/").dropLast(2).last.map(String.init) ?? "whitebalance"
let insideTheLibrary: [SwiftSetting] = [.unsafeFlags(["-package-name", packageName.lowercased()])]

func products(_ names: [String]) -> [Target.Dependency] { names.map { .product(name: $0, package: "WhiteBalance") } }

func benchmark(_ name: String, of rooms: [String], beside own: [Target.Dependency] = []) -> Target {
  .executableTarget(
    name: name, dependencies: own + products(rooms), packageAccess: false, swiftSettings: insideTheLibrary)
}

let calibration = ["Calibration", "Colorimetry", "SpectralData", "WhiteBalance"]

let package = Package(
  name: "Benchmarks",
  dependencies: [.package(name: "WhiteBalance", path: "../..")],
  targets: [
    .systemLibrary(
      name: "CLittleCMSPeer", pkgConfig: "lcms2", providers: [.apt(["liblcms2-dev"]), .brew(["little-cms2"])]),
    .target(name: "CMemoryPeer"),
    .target(
      name: "MeasuredData", dependencies: products(calibration), packageAccess: false, swiftSettings: insideTheLibrary),
    benchmark("NearestPlanckianBenchmark", of: ["Colorimetry"], beside: ["CLittleCMSPeer"]),
    benchmark("WhiteMapBenchmark", of: calibration, beside: ["MeasuredData"]),
    benchmark("ChartUncertainty", of: calibration, beside: ["MeasuredData"]),
    benchmark("StatedErrors", of: calibration, beside: ["MeasuredData"]),
    benchmark("MeterBenchmark", of: ["GrayCard", "Metering", "RawFrames", "SensorSimulation"]),
    benchmark(
      "PreviewBenchmark",
      of: ["CameraControl", "CameraPages", "DeviceProfiles", "RawFrames", "SensorSimulation", "WhiteBalance"]),
    benchmark("ManyFramesBenchmark", of: ["GrayCard", "RawFrames"]),
    benchmark("RawFramesBenchmark", of: ["GrayCard", "RawFrames"], beside: ["CMemoryPeer"]),
    benchmark(
      "SpeedBenchmark", of: ["Colorimetry", "GrayCard", "RawFrames"], beside: ["CLittleCMSPeer", "CMemoryPeer"]),
    benchmark(
      "GrayCardAccuracy", of: ["Colorimetry", "GrayCard", "RawFrames", "SensorSimulation", "WhiteBalance"],
      beside: ["MeasuredData"]),
  ]
)
