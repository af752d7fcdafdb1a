// swift-tools-version: 6.2
// SPDX-FileCopyrightText: 2026 The WhiteBalance authors
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

/// SwiftPM clones a dependency into a folder of this name, and unpacks one from a registry into the other.
let isDependency = ["/checkouts/", "/registry/downloads/"].contains { Context.packageDirectory.contains($0) }

/// Debug builds have line tables for crashes and for stepping, and no descriptions of variables, which took a quarter
/// of the compiler's time. `WHITEBALANCE_DEBUGGER=1 swift build` adds these descriptions for a debugger. LLVM does
/// not verify the compiler's output, which took a twentieth of the time.
let debugInformation: [SwiftSetting] =
  isDependency || Context.environment["WHITEBALANCE_DEBUGGER"] != nil
  ? []
  : [
    .unsafeFlags(
      ["-Xfrontend", "-gline-tables-only", "-Xfrontend", "-disable-llvm-verify"], .when(configuration: .debug))
  ]

/// The settings of Swift targets: explicit `any`, imports that are internal by default, members that are visible only
/// with an import of their module, and warnings as errors.
let strict: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
  ] + debugInformation

/// The settings of a pure module. A pure module uses no files, no clock and no Foundation. It calls C only for loops,
/// and only from one file. Strict memory safety requires that file to mark its use of C's memory.
let pure = strict + [.strictMemorySafety()]

/// The tests run the loops of some modules for minutes, and -O makes these loops seventeen times as fast. So these
/// modules are optimized in debug builds too. In a dependency, the settings of the package that uses it apply.
let optimized: [SwiftSetting] = isDependency ? [] : [.unsafeFlags(["-O"], .when(configuration: .debug))]
let optimizedC: [CSetting] = isDependency ? [] : [.unsafeFlags(["-O2"], .when(configuration: .debug))]

/// Debug builds compile each module whole, which takes the processor a fifth less: a separate pass for a module's interface would
/// read its sources once more, and expand the macros of its tests. The flags were tried on Linux alone.
/// `WHITEBALANCE_INCREMENTAL=1 swift build` compiles file by file, for whoever changes sources again and again.
let compiledWhole: [SwiftSetting] =
  isDependency || Context.environment["WHITEBALANCE_INCREMENTAL"] != nil
  ? []
  : [
    .unsafeFlags(
      ["-disable-batch-mode", "-whole-module-optimization", "-num-threads", "1", "-no-emit-module-separately-wmo"],
      .when(platforms: [.linux], configuration: .debug))
  ]

/// LibRaw's name for pkg-config, or `nil` on Linux. Debian's flags for LibRaw have `-fopenmp`, about which SwiftPM
/// warns, and the linker finds Debian's library without flags. It does not find Homebrew's.
#if os(Linux)
  let libRaw: String? = nil
#else
  let libRaw: String? = "libraw_r"
#endif

let numerics = Target.Dependency.product(name: "RealModule", package: "swift-numerics")
let systemPackage = Target.Dependency.product(name: "SystemPackage", package: "swift-system")
let nio: [Target.Dependency] = ["NIOCore", "NIOHTTP1", "NIOPosix"].map { .product(name: $0, package: "swift-nio") }
let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")

let package = Package(
  name: "WhiteBalance",
  // Elsewhere than on Linux, the first that have Mutex and numbers of 128 bits. Spans of `Array` would need those of 2025.
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "Colorimetry", targets: ["Colorimetry"]),
    .library(name: "WhiteBalance", targets: ["WhiteBalance"]),
    .library(name: "RawFrames", targets: ["RawFrames"]),
    .library(name: "GrayCard", targets: ["GrayCard"]),
    .library(name: "Metering", targets: ["Metering"]),
    .library(name: "Calibration", targets: ["Calibration"]),
    .library(name: "Diagrams", targets: ["Diagrams"]),
    .library(name: "SensorSimulation", targets: ["SensorSimulation"]),
    .library(name: "SpectralData", targets: ["SpectralData"]),
    .library(name: "DeviceProfiles", targets: ["DeviceProfiles"]),
    .library(name: "ICCProfiles", targets: ["ICCProfiles"]),
    .library(name: "ProfileExchange", targets: ["ProfileExchange"]),
    .library(name: "DigitalNegatives", targets: ["DigitalNegatives"]),
    .library(name: "StillRaws", targets: ["StillRaws"]),
    .library(name: "FrameSources", targets: ["FrameSources"]),
    .library(name: "CameraDevices", targets: ["CameraDevices"]),
    .library(name: "VideoCapture", targets: ["VideoCapture"]),
    .library(name: "CameraControl", targets: ["CameraControl"]),
    .library(name: "CameraPages", targets: ["CameraPages"]),
    .library(name: "WhiteBalanceKit", targets: ["WhiteBalanceKit"]),
    .executable(name: "wbcal", targets: ["wbcal"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-numerics", from: "1.1.0"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.0"),
  ],
  targets: [
    // MARK: - Pure rooms
    .target(name: "NumericalMethods", dependencies: [numerics], swiftSettings: pure + optimized),
    .target(
      name: "Colorimetry",
      dependencies: [
        "NumericalMethods", numerics, .target(name: "CPlanckian", condition: .when(platforms: [.linux])),
      ],
      swiftSettings: pure + optimized),
    .target(
      name: "WhiteBalance", dependencies: ["Colorimetry", "NumericalMethods", numerics],
      swiftSettings: pure + optimized),
    .target(
      name: "RawFrames", dependencies: [.target(name: "CRawSamples", condition: .when(platforms: [.linux]))],
      swiftSettings: pure + optimized,
      // Rounding is a function of C's library in debug builds, which no other dependency of this room links.
      linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]),
    .target(
      name: "GrayCard", dependencies: ["Colorimetry", "NumericalMethods", "RawFrames", "WhiteBalance", numerics],
      swiftSettings: pure + optimized),
    .target(
      name: "Metering", dependencies: ["Colorimetry", "GrayCard", "RawFrames", "WhiteBalance", numerics],
      swiftSettings: pure + optimized),
    .target(
      name: "Calibration",
      dependencies: [
        "Colorimetry", "DeviceProfiles", "GrayCard", "JSONText", "NumericalMethods", "RawFrames", "WhiteBalance",
        numerics,
      ],
      swiftSettings: pure + optimized),
    .target(name: "Diagrams", dependencies: ["Colorimetry", "NumericalMethods"], swiftSettings: pure),
    .target(
      name: "SensorSimulation", dependencies: ["Colorimetry", "RawFrames", "WhiteBalance"],
      swiftSettings: pure + optimized),

    .target(name: "JSONText", swiftSettings: pure + optimized),
    .target(name: "SpectralData", dependencies: ["Colorimetry", "JSONText", "WhiteBalance"], swiftSettings: pure),

    .target(
      name: "DeviceProfiles", dependencies: ["Colorimetry", "RawFrames", "WhiteBalance", numerics],
      swiftSettings: pure),
    .target(
      name: "ProfileExchange",
      dependencies: ["Colorimetry", "DeviceProfiles", "JSONText", "NumericalMethods", "RawFrames", "WhiteBalance"],
      swiftSettings: pure),
    .target(
      name: "DigitalNegatives",
      dependencies: ["DeviceProfiles", "ProfileExchange", "RawFrames", "WhiteBalance", numerics], swiftSettings: pure),

    // MARK: - Modules that use C
    .target(name: "CInstructionSets", cSettings: optimizedC),
    .target(name: "CPlanckian", dependencies: ["CInstructionSets"], cSettings: optimizedC),
    .target(name: "CRawSamples", dependencies: ["CInstructionSets"], cSettings: optimizedC),
    .systemLibrary(
      name: "CLittleCMS", pkgConfig: "lcms2", providers: [.apt(["liblcms2-dev"]), .brew(["little-cms2"])]),
    .target(
      name: "ICCProfiles", dependencies: ["CLittleCMS", "Colorimetry", "DeviceProfiles", "WhiteBalance"],
      swiftSettings: strict),
    .systemLibrary(name: "CLibRaw", pkgConfig: libRaw, providers: [.apt(["libraw-dev"]), .brew(["libraw"])]),
    .target(name: "CStillRaws", dependencies: ["CLibRaw"], linkerSettings: [.linkedLibrary("raw_r")]),
    .target(
      name: "StillRaws",
      dependencies: [
        "Colorimetry", "CStillRaws", "DeviceProfiles", "DigitalNegatives", "FrameSources", "GrayCard",
        "ProfileExchange", "RawFrames", "WhiteBalance",
      ],
      swiftSettings: strict + optimized),
    .target(
      name: "FrameSources",
      dependencies: [
        "DeviceProfiles", "DigitalNegatives", "GrayCard", "JSONText", "ProfileExchange", "RawFrames", "WhiteBalance",
        systemPackage,
      ],
      swiftSettings: strict),
    .target(name: "CVideo4Linux"),
    .target(name: "CameraDevices", dependencies: ["RawFrames", numerics], swiftSettings: strict),
    .target(
      name: "VideoCapture", dependencies: ["CameraDevices", "CVideo4Linux", "RawFrames", systemPackage],
      swiftSettings: strict),

    .target(
      name: "CameraControl",
      dependencies: [
        "CameraDevices", "Colorimetry", "DeviceProfiles", "DigitalNegatives", "FrameSources", "GrayCard", "Metering",
        "NumericalMethods", "ProfileExchange", "RawFrames", "SensorSimulation", "WhiteBalance", numerics, systemPackage,
        .target(name: "VideoCapture", condition: .when(platforms: [.linux])),
      ],
      swiftSettings: strict),

    // The files of the page, embedded as those of Data are.
    .target(name: "CCameraPages"),
    .systemLibrary(
      name: "CTurboJPEG", pkgConfig: "libturbojpeg", providers: [.apt(["libturbojpeg0-dev"]), .brew(["jpeg-turbo"])]),
    .target(
      name: "CameraPages",
      dependencies: [
        "Calibration", "CameraControl", "CameraDevices", "CCameraPages", "Colorimetry", "CTurboJPEG", "DeviceProfiles",
        "Diagrams", "DigitalNegatives", "FrameSources", "GrayCard", "JSONText", "Metering", "NumericalMethods",
        "RawFrames", "SensorSimulation", "WhiteBalance",
      ] + nio,
      exclude: ["Page"], swiftSettings: strict),
    // MARK: - All of them by one import
    .target(
      name: "WhiteBalanceKit",
      dependencies: [
        "Calibration", "CameraControl", "CameraDevices", "Colorimetry", "DeviceProfiles", "Diagrams",
        "DigitalNegatives",
        "FrameSources", "GrayCard", "ICCProfiles", "Metering", "ProfileExchange", "RawFrames", "SensorSimulation",
        "SpectralData",
        "WhiteBalance", .target(name: "VideoCapture", condition: .when(platforms: [.linux])),
      ],
      swiftSettings: strict),

    // MARK: - The tool
    .systemLibrary(name: "CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"]), .brew(["libpng"])]),
    .target(
      name: "Reports",
      dependencies: [
        "Calibration", "CameraControl", "CameraDevices", "Colorimetry", "CPNG", "DeviceProfiles", "Diagrams",
        "DigitalNegatives", "FrameSources", "GrayCard", "Metering", "NumericalMethods", "ProfileExchange", "RawFrames",
        "SensorSimulation", "SpectralData", "WhiteBalance",
        .target(name: "VideoCapture", condition: .when(platforms: [.linux])),
      ],
      swiftSettings: strict),
    .target(
      name: "CommandOutput",
      dependencies: [
        "CameraControl", "CameraDevices", "Colorimetry", "DeviceProfiles", "FrameSources", "GrayCard", "Metering",
        "RawFrames", "Reports", "SpectralData", "WhiteBalance", systemPackage,
      ],
      swiftSettings: strict),
    .target(
      name: "Conversions",
      dependencies: [
        "Colorimetry", "DeviceProfiles", "Diagrams", "FrameSources", "GrayCard", "RawFrames", "Reports", "WhiteBalance",
        systemPackage,
      ],
      swiftSettings: strict),
    // Files of Data, embedded so that the tool is one file.
    .target(name: "CBundledFiles"),
    .executableTarget(
      name: "wbcal",
      dependencies: [
        "Calibration", "CBundledFiles", "Colorimetry", "CommandOutput", "Conversions", "DeviceProfiles", "Diagrams",
        "DigitalNegatives", "FrameSources",
        "GrayCard", "ICCProfiles", "Metering", "ProfileExchange", "RawFrames", "Reports", "SensorSimulation",
        "SpectralData",
        "WhiteBalance", argumentParser,
        systemPackage,
        "CameraControl", "CameraDevices", "CameraPages", "StillRaws",
        .target(name: "VideoCapture", condition: .when(platforms: [.linux])),
      ],
      swiftSettings: strict),

    // MARK: - Tests
    .target(
      name: "TestSupport",
      dependencies: ["Colorimetry", "CVideo4Linux", "RawFrames", "SensorSimulation", "SpectralData", "WhiteBalance"],
      path: "Tests/TestSupport", swiftSettings: strict + optimized),
    .testTarget(name: "TestSupportTests", dependencies: ["Colorimetry", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "NumericalMethodsTests", dependencies: ["NumericalMethods", "TestSupport"], swiftSettings: strict),
    .testTarget(name: "ColorimetryTests", dependencies: ["Colorimetry", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "WhiteBalanceTests", dependencies: ["Colorimetry", "TestSupport", "WhiteBalance"], swiftSettings: strict),
    .testTarget(
      name: "RawFramesTests",
      dependencies: ["RawFrames", "TestSupport", .target(name: "CRawSamples", condition: .when(platforms: [.linux]))],
      swiftSettings: strict),
    .testTarget(
      name: "GrayCardTests",
      dependencies: [
        "Colorimetry", "GrayCard", "RawFrames", "SensorSimulation", "SpectralData", "TestSupport", "WhiteBalance",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "MeteringTests",
      dependencies: [
        "Colorimetry", "GrayCard", "Metering", "RawFrames", "SensorSimulation", "TestSupport", "WhiteBalance", numerics,
      ],
      swiftSettings: strict),
    .testTarget(
      name: "CalibrationTests",
      dependencies: [
        "Calibration", "Colorimetry", "DeviceProfiles", "GrayCard", "RawFrames", "SensorSimulation", "SpectralData",
        "TestSupport", "WhiteBalance",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "DiagramsTests", dependencies: ["Colorimetry", "Diagrams", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "SensorSimulationTests",
      dependencies: ["Colorimetry", "GrayCard", "RawFrames", "SensorSimulation", "TestSupport", "WhiteBalance"],
      swiftSettings: strict),
    .testTarget(name: "JSONTextTests", dependencies: ["JSONText", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "SpectralDataTests", dependencies: ["Colorimetry", "SpectralData", "TestSupport", "WhiteBalance"],
      swiftSettings: strict),
    .testTarget(
      name: "DeviceProfilesTests",
      dependencies: ["Colorimetry", "DeviceProfiles", "RawFrames", "TestSupport", "WhiteBalance"],
      swiftSettings: strict),
    .testTarget(
      name: "ICCProfilesTests",
      dependencies: ["Colorimetry", "DeviceProfiles", "ICCProfiles", "RawFrames", "TestSupport", "WhiteBalance"],
      swiftSettings: strict),
    .testTarget(
      name: "ProfileExchangeTests",
      dependencies: [
        "Colorimetry", "DeviceProfiles", "ICCProfiles", "ProfileExchange", "RawFrames", "TestSupport", "WhiteBalance",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "DigitalNegativesTests",
      dependencies: [
        "Colorimetry", "DeviceProfiles", "DigitalNegatives", "ProfileExchange", "RawFrames", "TestSupport",
        "WhiteBalance",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "StillRawsTests",
      dependencies: [
        "CStillRaws", "Colorimetry", "DeviceProfiles", "DigitalNegatives", "FrameSources", "GrayCard",
        "ProfileExchange",
        "RawFrames", "StillRaws", "TestSupport", "WhiteBalance",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "FrameSourcesTests",
      dependencies: [
        "CameraControl", "CameraDevices", "Colorimetry", "DeviceProfiles", "DigitalNegatives", "FrameSources",
        "GrayCard", "RawFrames",
        "SensorSimulation", "TestSupport", "WhiteBalance",
        systemPackage,
      ],
      swiftSettings: strict),
    .testTarget(
      name: "VideoCaptureTests",
      dependencies: ["CVideo4Linux", "RawFrames", "TestSupport", "VideoCapture", systemPackage], swiftSettings: strict),
    .testTarget(
      name: "CameraControlTests",
      dependencies: [
        "CameraControl", "CameraDevices", "Colorimetry", "CVideo4Linux", "DeviceProfiles", "DigitalNegatives",
        "FrameSources", "GrayCard", "Metering", "ProfileExchange", "RawFrames", "SensorSimulation", "TestSupport",
        "VideoCapture", "WhiteBalance", numerics, systemPackage,
      ],
      swiftSettings: strict),
    // The program of the README, compiled as another package would, without our settings.
    .executableTarget(
      name: "ReadmeExample", dependencies: ["FrameSources", "ICCProfiles"], path: "Tests/ReadmeExample",
      packageAccess: false, swiftSettings: [.treatAllWarnings(as: .error)]),
    .testTarget(
      name: "CameraPagesTests",
      dependencies: [
        "CameraControl", "CameraDevices", "CameraPages", "Colorimetry", "DeviceProfiles", "Diagrams", "GrayCard",
        "Metering", "RawFrames", "SensorSimulation", "TestSupport", "WhiteBalance",
        .product(name: "NIOEmbedded", package: "swift-nio"),
      ] + nio,
      swiftSettings: strict),
    .testTarget(
      name: "ConversionsTests",
      dependencies: [
        "Colorimetry", "Conversions", "DeviceProfiles", "Diagrams", "FrameSources", "ICCProfiles", "TestSupport",
        systemPackage,
      ],
      swiftSettings: strict),
    .testTarget(
      name: "CommandOutputTests",
      dependencies: [
        "CameraControl", "CameraDevices", "CommandOutput", "GrayCard", "Metering", "RawFrames", "Reports",
        systemPackage,
      ],
      swiftSettings: strict),
    // The tool's tests are compiled last, when all else is done. Three modules keep two cores busy then.
    .target(
      name: "ToolSupport", dependencies: ["Calibration", "Colorimetry", "GrayCard", "TestSupport", "WhiteBalance"],
      path: "Tests/ToolSupport", swiftSettings: strict),
    .testTarget(
      name: "wbcalTests",
      dependencies: [
        "ReadmeExample",
        "Calibration", "CameraControl", "CameraDevices", "CameraPages", "Colorimetry", "CommandOutput", "Conversions",
        "CPNG", "DeviceProfiles", "DigitalNegatives", "GrayCard", "ICCProfiles", "ProfileExchange", "RawFrames",
        "Reports", "SensorSimulation", "SpectralData", "StillRaws", "TestSupport", "ToolSupport", "wbcal",
        "WhiteBalance",
        argumentParser,
      ],
      swiftSettings: strict),
    .testTarget(
      name: "wbcalProfileTests",
      dependencies: [
        "Calibration", "CameraControl", "CameraDevices", "Colorimetry", "DeviceProfiles", "DigitalNegatives",
        "FrameSources", "GrayCard", "ICCProfiles", "ProfileExchange", "RawFrames", "SensorSimulation",
        "TestSupport", "ToolSupport", "wbcal", "WhiteBalance",
        argumentParser,
      ],
      swiftSettings: strict),
    .testTarget(
      name: "wbcalCameraTests",
      dependencies: [
        "CameraControl", "CameraDevices", "Colorimetry", "DeviceProfiles", "ICCProfiles", "RawFrames", "TestSupport",
        "ToolSupport", "wbcal", "WhiteBalance",
      ],
      swiftSettings: strict),
    // The samples of the documentation, compiled as another package would: they see what is public and no more.
    .testTarget(
      name: "DocumentationTests",
      dependencies: [
        "Calibration", "CameraControl", "CameraDevices", "CameraPages", "Colorimetry", "DeviceProfiles", "Diagrams",
        "DigitalNegatives", "FrameSources",
        "GrayCard", "ICCProfiles", "Metering", "ProfileExchange", "RawFrames", "SensorSimulation", "SpectralData",
        "StillRaws", "TestSupport", "WhiteBalance", "WhiteBalanceKit",
        .target(name: "VideoCapture", condition: .when(platforms: [.linux])),
      ],
      packageAccess: false, swiftSettings: strict),
    .testTarget(
      name: "KnownDifferencesTests", dependencies: ["Calibration", "CLittleCMS", "Colorimetry", "TestSupport"],
      swiftSettings: strict),
    // Tests that run the readers of Tests/Fuzz on the inputs that fuzzing has found.
    .testTarget(
      name: "FuzzTests",
      dependencies: [
        "Calibration", "CameraPages", "Colorimetry", "CommandOutput", "Conversions", "DeviceProfiles",
        "DigitalNegatives", "FrameSources", "GrayCard", "ICCProfiles", "ProfileExchange", "RawFrames", "Reports",
        "SpectralData", "StillRaws", "TestSupport", "WhiteBalance",
        systemPackage,
      ] + nio,
      path: "Tests/Fuzz/Sources", exclude: ["CFuzzer", "FuzzReaders/Fuzzing"],
      sources: ["FuzzTests", "FuzzReaders/Containers", "FuzzReaders/Readers"], swiftSettings: strict),
    .testTarget(
      name: "CameraRigTests", dependencies: ["RawFrames", "TestSupport", "VideoCapture", systemPackage],
      path: "Tests/CameraRig/Tests", swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)

// Only `.ci/documentation` builds the documentation as a site, so nobody who depends on this package fetches its plugin.
if Context.environment["WHITEBALANCE_DOCUMENTATION"] != nil {
  package.dependencies.append(.package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"))
}

// Only Tests/Fuzz needs these rooms from outside: they have no public declarations.
if Context.environment["WHITEBALANCE_FUZZ"] != nil {
  package.products += ["CommandOutput", "Conversions", "Reports"].map { .library(name: $0, targets: [$0]) }
}

// The README's program has none of this package's settings.
for target in package.targets where target.name != "ReadmeExample" {
  target.swiftSettings? += compiledWhole
}
