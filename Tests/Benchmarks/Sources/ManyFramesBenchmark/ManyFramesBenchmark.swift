import Dispatch
import Foundation
import GrayCard
import RawFrames
import Synchronization

/// The cost of `wbcal measure --manifest -` beside reading the same files and measuring their frames with nothing
/// around it: no manifest, no text, no order. Both have the same processors, and take turns.
@main struct ManyFramesBenchmark: Sendable {
  let tool, folder: URL
  let files: [String]
  let workers = ProcessInfo.processInfo.activeProcessorCount
  let format: PixelFormat
  let levels: SampleLevels

  static let (width, height, rounds, largestRatio) = (640, 480, 3, 1.3)

  struct Cost {
    /// Seconds of the clock, and of all processors.
    var wall, processors: Double
    /// The largest memory so far, in bytes.
    var memory: Int
  }

  static func main() throws {
    let words = CommandLine.arguments
    guard words.count == 3 else {
      end("ManyFramesBenchmark WBCAL FOLDER, a folder of raw frames of \(width) x \(height), RG10", status: 64)
    }
    try Self(tool: URL(filePath: words[1]), folder: URL(filePath: words[2])).run()
  }

  init(tool: URL, folder: URL) throws {
    (self.tool, self.folder) = (tool, folder)
    format = try PixelFormat("RG10")
    levels = try SampleLevels(black: 64, white: 1023)
    files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map {
      folder.appending(path: $0).path
    }
  }

  func run() throws {
    let manifest = folder.appendingPathExtension("jsonl")
    try Data(files.map { #"{"source":"\#($0)"}"# + "\n" }.joined().utf8).write(to: manifest)
    let reading = Self.cost(of: RUSAGE_SELF.rawValue) {
      precondition(onAll { !Self.bytes(of: $0).isEmpty } == files.count)
    }
    var (alone, whole): ([Cost], [Cost]) = ([], [])
    for _ in 0..<Self.rounds {
      alone.append(
        Self.cost(of: RUSAGE_SELF.rawValue) { precondition(onAll(isMeasured) == files.count, "a card is refused") })
      whole.append(try Self.cost(of: RUSAGE_CHILDREN.rawValue) { try runTool(on: manifest) })
    }
    print("\(files.count) frames, \(workers) processors at once, best of \(Self.rounds) turns\n")
    print("| | seconds | ms a frame | ms of processors a frame | peak memory, MB |")
    print("| --- | --- | --- | --- | --- |")
    _ = line("reading alone", [reading])
    let base = line("reading and measuring alone", alone)
    let tooled = line("`wbcal measure --manifest -`", whole)
    let (wall, processors) = (tooled.wall / base.wall, tooled.processors / base.processors)
    print(String(format: "| ratio | %.2f | | %.2f | |", wall, processors))
    // Other programs on the machine move the clock's ratio, and not that of the processors' time.
    guard min(wall, processors) < Self.largestRatio else {
      Self.end("the manifest costs more than \(Self.largestRatio) of measuring alone", status: 1)
    }
  }

  private func line(_ name: String, _ costs: [Cost]) -> (wall: Double, processors: Double) {
    let (wall, processors) = (costs.map(\.wall).min() ?? 0, costs.map(\.processors).min() ?? 0)
    let frame = 1e3 / Double(files.count)
    let memory = Double(costs.map(\.memory).max() ?? 0) / 1e6
    print(
      "| \(name)" + String(format: " | %.2f | %.3f | %.3f | %.0f |", wall, wall * frame, processors * frame, memory))
    return (wall, processors)
  }

  // MARK: - The work

  /// Does the work on every file, on as many threads as there are processors.
  private func onAll(_ work: @escaping @Sendable (String) -> Bool) -> Int {
    let next = Atomic(0)
    let done = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: workers) { _ in
      while true {
        let index = next.add(1, ordering: .relaxed).oldValue
        guard index < files.count else { return }
        if work(files[index]) { done.add(1, ordering: .relaxed) }
      }
    }
    return done.load(ordering: .relaxed)
  }

  private static func bytes(of path: String) -> [UInt8] {
    let descriptor = open(path, O_RDONLY)
    defer { close(descriptor) }
    return [UInt8](unsafeUninitializedCapacity: 2 * width * height) { buffer, count in
      count = max(read(descriptor, buffer.baseAddress, buffer.count), 0)
    }
  }

  private func isMeasured(_ path: String) -> Bool {
    guard
      let frame = try? RawFrame(
        format: format, width: Self.width, height: Self.height, bytes: Self.bytes(of: path), levels: levels),
      let measurement = try? CardMeasurement(of: frame), case .ok = measurement.verdict
    else { return false }
    return true
  }

  /// Runs the tool on all files. Its lines go to a file, so that nobody who reads slowly holds it up.
  private func runTool(on manifest: URL) throws {
    let process = Process()
    process.executableURL = tool
    process.arguments = [
      "measure", "--manifest", "-", "--format", "RG10", "--width", "\(Self.width)", "--height", "\(Self.height)",
      "--black", "64",
    ]
    process.standardInput = try FileHandle(forReadingFrom: manifest)
    let output = folder.appendingPathExtension("output")
    try Data().write(to: output)
    process.standardOutput = try FileHandle(forWritingTo: output)
    try process.run()
    process.waitUntilExit()
    let answers = try Data(contentsOf: output).count { $0 == UInt8(ascii: "\n") }
    guard process.terminationStatus == 0, answers == files.count else {
      Self.end("wbcal answered \(answers) of \(files.count) lines", status: 1)
    }
  }

  // MARK: - The cost

  private static func used(_ who: Int32) -> (processors: Double, memory: Int) {
    var usage = rusage()
    getrusage(who, &usage)
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) * 1e-6 }
    return (seconds(usage.ru_utime) + seconds(usage.ru_stime), usage.ru_maxrss << 10)
  }

  private static func cost(of who: Int32, _ body: () throws -> Void) rethrows -> Cost {
    let before = used(who).processors
    let wall = try ContinuousClock().measure(body)
    let after = used(who)
    return Cost(
      wall: Double(wall.components.seconds) + Double(wall.components.attoseconds) * 1e-18,
      processors: after.processors - before, memory: after.memory)
  }

  private static func end(_ message: String, status: Int32) -> Never {
    FileHandle.standardError.write(Data("\(message)\n".utf8))
    exit(status)
  }
}
