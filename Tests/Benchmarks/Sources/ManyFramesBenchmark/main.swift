import Dispatch
import Foundation
import GrayCard
import RawFrames
import Synchronization

// What `wbcal measure --manifest -` costs beside reading the same files and measuring their frames with nothing around it: no
// manifest, no text, no order. Both have the same processors, and take turns.

guard CommandLine.arguments.count == 3 else {
  FileHandle.standardError.write(Data("ManyFramesBenchmark WBCAL FOLDER, a folder of raw frames of 640 x 480, RG10\n".utf8))
  exit(64)
}
let (tool, folder) = (URL(filePath: CommandLine.arguments[1]), URL(filePath: CommandLine.arguments[2]))
let (width, height, rounds, largestRatio) = (640, 480, 5, 1.3)
let format = try PixelFormat("RG10")
let levels = try SampleLevels(black: 64, white: 1023)
let workers = ProcessInfo.processInfo.activeProcessorCount
let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map {
  folder.appending(path: $0).path
}

struct Cost {
  /// Seconds of the clock, and of all processors.
  var wall, processors: Double
  /// The largest memory so far, in bytes.
  var memory: Int
}

func used(_ who: __rusage_who) -> (processors: Double, memory: Int) {
  var usage = rusage()
  getrusage(who, &usage)
  func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) * 1e-6 }
  return (seconds(usage.ru_utime) + seconds(usage.ru_stime), usage.ru_maxrss << 10)
}

func cost(_ who: __rusage_who, _ body: () throws -> Void) rethrows -> Cost {
  let clock = ContinuousClock()
  let before = used(who).processors
  let wall = try clock.measure(body)
  let after = used(who)
  return Cost(
    wall: Double(wall.components.seconds) + Double(wall.components.attoseconds) * 1e-18,
    processors: after.processors - before, memory: after.memory)
}

func bytes(of path: String) -> [UInt8] {
  let descriptor = open(path, O_RDONLY)
  defer { close(descriptor) }
  return [UInt8](unsafeUninitializedCapacity: 2 * width * height) { buffer, count in
    count = max(read(descriptor, buffer.baseAddress, buffer.count), 0)
  }
}

/// Does the work on every file, on as many threads as there are processors.
func onAll(_ work: @escaping @Sendable (String) -> Bool) -> Int {
  let next = Atomic(0), done = Atomic(0)
  DispatchQueue.concurrentPerform(iterations: workers) { _ in
    while true {
      let index = next.add(1, ordering: .relaxed).oldValue
      guard index < files.count else { return }
      if work(files[index]) { done.add(1, ordering: .relaxed) }
    }
  }
  return done.load(ordering: .relaxed)
}

func measured(_ path: String) -> Bool {
  guard
    let frame = try? RawFrame(format: format, width: width, height: height, bytes: bytes(of: path), levels: levels),
    let measurement = try? CardMeasurement(of: frame), case .ok = measurement.verdict
  else { return false }
  return true
}

let manifest = folder.appendingPathExtension("jsonl")
let lines = files.map { #"{"source":"\#($0)"}"# + "\n" }.joined()
try Data(lines.utf8).write(to: manifest)

/// Runs the tool on all files; its lines go to a file, as into a pipe nothing reads slowly.
func runTool() throws {
  let process = Process()
  process.executableURL = tool
  process.arguments = [
    "measure", "--manifest", "-", "--format", "RG10", "--width", "\(width)", "--height", "\(height)", "--black", "64",
  ]
  process.standardInput = try FileHandle(forReadingFrom: manifest)
  let output = folder.appendingPathExtension("output")
  try Data().write(to: output)
  process.standardOutput = try FileHandle(forWritingTo: output)
  try process.run()
  process.waitUntilExit()
  let answers = try Data(contentsOf: output).count { $0 == UInt8(ascii: "\n") }
  guard process.terminationStatus == 0, answers == files.count else {
    FileHandle.standardError.write(Data("wbcal answered \(answers) of \(files.count) lines\n".utf8))
    exit(1)
  }
}

let reading = cost(RUSAGE_SELF) { precondition(onAll { !bytes(of: $0).isEmpty } == files.count) }
var (alone, whole): ([Cost], [Cost]) = ([], [])
for _ in 0..<rounds {
  alone.append(cost(RUSAGE_SELF) { precondition(onAll(measured) == files.count, "a card is refused") })
  whole.append(try cost(RUSAGE_CHILDREN, runTool))
}

print("\(files.count) frames, \(workers) processors at once, best of \(rounds) turns\n")
print("| | seconds | ms a frame | ms of processors a frame | peak memory, MB |")
print("| --- | --- | --- | --- | --- |")
func line(_ name: String, _ costs: [Cost]) -> (wall: Double, processors: Double) {
  let best = (costs.map(\.wall).min() ?? 0, costs.map(\.processors).min() ?? 0)
  let frame = 1e3 / Double(files.count)
  print(
    String(
      format: "| %@ | %.2f | %.3f | %.3f | %.0f |", name, best.0, best.0 * frame, best.1 * frame,
      Double(costs.map(\.memory).max() ?? 0) / 1e6))
  return best
}
_ = line("reading alone", [reading])
let (base, tooled) = (line("reading and measuring alone", alone), line("wbcal measure --manifest -", whole))
let (wall, processors) = (tooled.wall / base.wall, tooled.processors / base.processors)
print(String(format: "| ratio | %.2f | | %.2f | |", wall, processors))
guard min(wall, processors) < largestRatio else {
  FileHandle.standardError.write(Data("the manifest costs more than \(largestRatio) of measuring alone\n".utf8))
  exit(1)
}
