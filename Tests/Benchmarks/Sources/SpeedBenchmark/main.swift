import CLittleCMSPeer
import CMemoryPeer
import Colorimetry
import Foundation
import GrayCard
import RawFrames
import Synchronization

// Prints the README's table of speeds: the library beside other programs and beside what memory allows, how the time
// grows with the size, and what more cores bring. `Tests/Benchmarks/run speed` adds the programs of Python. The
// argument is a release build of wbcal; `start` before it prints
// the rows of its start alone, and `cards`, `packed` or `lights` in its place those.

let cores = ProcessInfo.processInfo.activeProcessorCount
/// The numbers that the operations leave behind, so that none of them is taken for useless.
let sink = Mutex<UInt64>(0)

/// The best of several rounds, which other programs disturbed least, in seconds.
func seconds(rounds: Int = 15, _ operation: () throws -> Void) rethrows -> Double {
  let clock = ContinuousClock()
  var best = Double.infinity
  for _ in 0..<rounds {
    let start = clock.now
    try operation()
    let elapsed = (clock.now - start).components
    best = min(best, Double(elapsed.seconds) + Double(elapsed.attoseconds) * 1e-18)
  }
  return best
}

func line(_ operation: String, _ size: String, _ time: String, _ limit: String = "", _ ratio: Double? = nil) {
  print("| \(operation) | \(size) | \(time) | \(limit) | \(ratio.map { String(format: "%.1f", $0) } ?? "") |")
}

func nanoseconds(_ seconds: Double, of count: Int) -> String {
  String(format: "%.1f ns a light", seconds * 1e9 / Double(count))
}

func milliseconds(_ seconds: Double) -> String { String(format: "%.2f ms", seconds * 1e3) }

// MARK: - Temperature and Duv

/// Lights from 1000 K to 100 000 K about the locus, in an order that no processor learns, and room for what they
/// become. Each is used by one thread at a time.
final class LightPlanes: @unchecked Sendable {
  private(set) var x: [Double] = []
  private(set) var y: [Double] = []
  private var temperatures, duvs, backX, backY: [Double]
  private var failures: [Bool]

  init(_ count: Int) throws {
    var state: UInt64 = 1931
    func uniform() -> Double {
      // Knuth's MMIX generator; its high bits are good.
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 11) * 0x1p-53
    }
    while x.count < count {
      let light = TemperatureAndTint(temperature: 1e6 / (10 + 990 * uniform()), duv: -0.03 + 0.03 * uniform())
      let chromaticity = try Chromaticity(light)
      guard chromaticity.isReal else { continue }
      x.append(chromaticity.x)
      y.append(chromaticity.y)
    }
    temperatures = Array(repeating: 0, count: count)
    (duvs, backX, backY) = (temperatures, temperatures, temperatures)
    failures = Array(repeating: false, count: count)
    // A map makes a copy of its own.
    (duvs, backX, backY) = (duvs.map(\.self), backX.map(\.self), backY.map(\.self))
  }

  func convert() { Self.convert(x, y, &temperatures, &duvs, &failures) }

  private static func convert(
    _ x: [Double], _ y: [Double], _ temperatures: inout [Double], _ duvs: inout [Double], _ failures: inout [Bool]
  ) {
    var temperatureSpan = temperatures.mutableSpan
    var duvSpan = duvs.mutableSpan
    var failureSpan = failures.mutableSpan
    TemperatureAndTint.convert(
      x: x.span, y: y.span, temperatures: &temperatureSpan, duvs: &duvSpan, failures: &failureSpan)
  }

  func convertBack() { Self.convertBack(temperatures, duvs, &backX, &backY, &failures) }

  private static func convertBack(
    _ temperatures: [Double], _ duvs: [Double], _ x: inout [Double], _ y: inout [Double], _ failures: inout [Bool]
  ) {
    var xSpan = x.mutableSpan
    var ySpan = y.mutableSpan
    var failureSpan = failures.mutableSpan
    Chromaticity.convert(
      temperatures: temperatures.span, duvs: duvs.span, x: &xSpan, y: &ySpan, failures: &failureSpan)
  }

  func copy() {
    backX.withUnsafeMutableBytes { to in x.withUnsafeBytes { to.copyMemory(from: $0) } }
    backY.withUnsafeMutableBytes { to in y.withUnsafeBytes { to.copyMemory(from: $0) } }
  }
}

func measureLights() throws {
  for count in [1000, 1_000_000, 10_000_000] {
    let lights = try LightPlanes(count)
    let repeats = max(100_000 / count, 1)
    let forward = seconds { for _ in 0..<repeats { lights.convert() } } / Double(repeats)
    let back = seconds { for _ in 0..<repeats { lights.convertBack() } } / Double(repeats)
    let copy = seconds { for _ in 0..<repeats { lights.copy() } } / Double(repeats)
    let limit = "copying: " + nanoseconds(copy, of: count)
    line("x, y to temperature and Duv", "\(count)", nanoseconds(forward, of: count), limit, forward / copy)
    guard count == 1_000_000 else { continue }
    let batches = try (0..<cores).map { _ in try LightPlanes(count) }
    let together = seconds {
      DispatchQueue.concurrentPerform(iterations: cores) { batches[$0].convert() }
    }
    line(
      "the same on \(cores) cores", "\(cores) x \(count)", nanoseconds(together, of: cores * count), limit,
      together / Double(cores) / copy)
    line("temperature and Duv to x, y", "\(count)", nanoseconds(back, of: count), limit, back / copy)
    try measureSingle(lights, count)
  }
}

func measureSingle(_ lights: LightPlanes, _ count: Int) throws {
  // Each access to a class's variable would be checked, which costs as much as a fourth of the call.
  let (x, y) = (lights.x, lights.y)
  // Each call waits for the one before.
  let single = try seconds(rounds: 3) {
    var sum = 0.0
    for index in 0..<count {
      sum = try TemperatureAndTint(Chromaticity(x: x[index] + sum * 1e-300, y: y[index])).temperature
    }
    sink.withLock { $0 ^= sum.bitPattern }
  }
  line("x, y to temperature and Duv, one call that waits for the one before", "1", nanoseconds(single, of: count))
  // Calls of an app wait for other things, and the processor begins the next before the last one ends.
  let apart = try seconds(rounds: 3) {
    var bits: UInt64 = 0
    for index in 0..<count {
      bits ^= try TemperatureAndTint(Chromaticity(x: x[index], y: y[index])).temperature.bitPattern
    }
    sink.withLock { $0 ^= bits }
  }
  line("the same, calls that do not wait", "1", nanoseconds(apart, of: count))
  let peer = seconds(rounds: 3) {
    var kelvin = 0.0
    for index in 0..<count {
      var white = cmsCIExyY(x: x[index] + kelvin * 1e-300, y: y[index], Y: 1)
      cmsTempFromWhitePoint(&kelvin, &white)
    }
    sink.withLock { $0 ^= kelvin.bitPattern }
  }
  let version = cmsGetEncodedCMMversion()
  line(
    "LittleCMS \(version / 1000).\(version % 1000 / 10): temperature alone, one call", "1", nanoseconds(peer, of: count)
  )
}

// MARK: - Cards

/// A gray card of 14 bits with the noise of its electrons, four times, so that each reading finds it in memory and not
/// in a cache.
func frames(width: Int, height: Int) throws -> [RawFrame] {
  var state: UInt64 = 1931
  func normal() -> Double {
    var sum = 0.0
    for _ in 0..<4 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      sum += Double(state >> 48) / 65536
    }
    return (sum - 2) * 3.0.squareRoot()
  }
  var bytes: [UInt8] = []
  bytes.reserveCapacity(2 * width * height)
  for row in 0..<height {
    for column in 0..<width {
      let mean = row % 2 == 0 ? (column % 2 == 0 ? 3200.0 : 6400) : (column % 2 == 0 ? 6400.0 : 3700)
      let sample = UInt16(mean + normal() * (1.6 * mean).squareRoot())
      bytes.append(UInt8(truncatingIfNeeded: sample))
      bytes.append(UInt8(truncatingIfNeeded: sample >> 8))
    }
  }
  return try (0..<4).map { _ in
    // A map makes a copy of its own.
    try RawFrame(
      format: PixelFormat("RG16"), width: width, height: height, bytes: bytes.map { $0 },
      levels: SampleLevels(black: 0, white: 16383))
  }
}

func read(_ frame: RawFrame) {
  frame.bytes.withUnsafeBytes { bytes in sink.withLock { $0 ^= memory_read(bytes.baseAddress, bytes.count) } }
}

func readCard(_ frame: RawFrame) {
  let region = Region(x: 0, y: 0, width: frame.width, height: frame.height)
  guard case .ok(let neutral)? = try? GrayCardEstimator().reading(of: frame, in: region).verdict else {
    fatalError("the card was refused")
  }
  sink.withLock { $0 ^= neutral.value.red.bitPattern }
}

func measureCards() throws {
  for (width, height) in [(2000, 1500), (4000, 3000), (8000, 6000)] {
    let frames = try frames(width: width, height: height)
    var turn = 0
    func turns(_ body: (RawFrame) -> Void) -> Double {
      seconds(rounds: 30) {
        body(frames[turn % frames.count])
        turn += 1
      }
    }
    let limit = turns(read)
    let card = turns(readCard)
    let size = "\(width * height / 1_000_000) million samples"
    line("a gray card, read robustly", size, milliseconds(card), "reading memory: " + milliseconds(limit), card / limit)
    guard width == 4000 else { continue }
    let together = seconds {
      DispatchQueue.concurrentPerform(iterations: cores) { readCard(frames[$0 % frames.count]) }
    }
    line(
      "\(cores) cards on \(cores) cores", size, milliseconds(together), "reading memory: " + milliseconds(limit),
      together / limit)
  }
}

/// The moments of all tiles of a packed frame, beside a plain read of its bytes.
func measurePacked() throws {
  for (code, bits, name) in [
    ("RGGB", 8, "8 bits"), ("pRAA", 10, "10 bits, MIPI"), ("pRCC", 12, "12 bits, MIPI"), ("pREE", 14, "14 bits, MIPI"),
  ] {
    let format = try PixelFormat(code)
    var state: UInt64 = 1931
    // Any bytes are samples; below the white level nothing is counted twice.
    let bytes = (0..<4000 * 3000 * bits / 8).map { _ -> UInt8 in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: state >> 57)
    }
    let frames = try (0..<4).map { _ in
      try RawFrame(
        format: format, width: 4000, height: 3000, bytes: bytes.map { $0 },
        levels: SampleLevels(black: 0, white: Double(format.maximumSample)))
    }
    var turn = 0
    func turns(_ body: (RawFrame) throws -> Void) rethrows -> Double {
      try seconds(rounds: 60) {
        try body(frames[turn % frames.count])
        turn += 1
      }
    }
    let limit = turns(read)
    let tiles = turns { frame in
      let moments = TileMoments(
        of: frame, in: Region(x: 0, y: 0, width: 4000, height: 3000), side: 64, by: .fastest)
      sink.withLock { $0 ^= moments.tiles[moments.tiles.count / 2].red.sumOfSquares }
    }
    line(
      "moments of tiles, \(name)", "12 million samples", milliseconds(tiles), "reading memory: " + milliseconds(limit),
      tiles / limit)
  }
}

// MARK: - Lines of the tool

func measureLines(_ tool: String) throws {
  let folder = FileManager.default.temporaryDirectory.appending(path: "wbcal-speed-\(getpid())")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  for count in [100_000, 1_000_000, 4_000_000] {
    let lights = try LightPlanes(min(count, 1_000_000))
    let input = folder.appending(path: "lines")
    let text = (0..<count).map { "\(lights.x[$0 % lights.x.count]) \(lights.y[$0 % lights.x.count])\n" }.joined()
    try Data(text.utf8).write(to: input)
    func run(_ arguments: [String]) throws -> Double {
      try seconds(rounds: 5) {
        let process = Process()
        process.executableURL = URL(filePath: arguments[0])
        process.arguments = Array(arguments.dropFirst())
        process.standardInput = try FileHandle(forReadingFrom: input)
        process.standardOutput = FileHandle(forWritingAtPath: "/dev/null")
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { fatalError("\(arguments) ended with \(process.terminationStatus)") }
      }
    }
    for options in [["-"], ["--json", "-"]] {
      let time = try run([tool, "convert", "--from", "xy"] + options)
      line(
        "wbcal convert \(options.joined(separator: " ")), \(cores) cores", "\(count) lines",
        String(format: "%.1f million lines a second", Double(count) / time * 1e-6))
    }
  }
}

print("| operation | size | time | the limit of the same run | times the limit |")
print("| --- | --- | --- | --- | --- |")
if CommandLine.arguments.count == 3, CommandLine.arguments[1] == "start" {
  try measureStart(CommandLine.arguments[2])
} else if CommandLine.arguments.dropFirst() == ["cards"] {
  try measureCards()
} else if CommandLine.arguments.dropFirst() == ["packed"] {
  try measurePacked()
} else if CommandLine.arguments.dropFirst() == ["lights"] {
  try measureLights()
} else {
  try measureLights()
  try measureCards()
  try measurePacked()
  if let tool = CommandLine.arguments.dropFirst().first {
    try measureStart(tool)
    try measureLines(tool)
  }
}
