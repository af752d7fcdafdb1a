import CFuzzer
import Foundation

/// Runs a reader on libFuzzer's inputs, or on files:
///
///     FuzzReaders READER [option of libFuzzer | folder …]   fuzzes
///     FuzzReaders once READER FILE …                        reads files, for measuring
///     FuzzReaders why READER FILE …                         prints why each is refused
///     FuzzReaders coverage READER FOLDER                    prints each place of the code: address, reached or not
///     FuzzReaders seeds READER FOLDER                       writes files to begin with
///     FuzzReaders large READER FILE SIZE                    writes a costly file of about so many bytes
///     FuzzReaders list                                      prints the readers
@main
enum Main {
  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    switch arguments.first {
    case "list": for reader in FuzzedReader.all { print(reader.name) }
    case "why" where arguments.count > 2:
      for path in arguments[2...] { print("\(path): \(reader(arguments[1]).refusal(of: bytes(of: path)) ?? "read")") }
    case "once" where arguments.count > 2: for path in arguments[2...] { once(reader(arguments[1]), path) }
    case "coverage" where arguments.count == 3: coverage(reader(arguments[1]), arguments[2])
    case "seeds" where arguments.count == 3: write(Seeds.files(of: reader(arguments[1]).name), to: arguments[2])
    case "large" where arguments.count == 4:
      guard let size = Int(arguments[3]) else { fail("a size must be a whole number, not '\(arguments[3])'") }
      write([("", LargeFiles.file(of: reader(arguments[1]).name, size: size))], to: arguments[2])
    // libFuzzer starts itself again to merge.
    case let option? where option.hasPrefix("-"):
      fuzzed = reader(ProcessInfo.processInfo.environment[ownVariable] ?? option)
      fuzz(CommandLine.arguments)
    case let name?:
      fuzzed = reader(name)
      setenv(ownVariable, name, 1)
      fuzz([CommandLine.arguments[0]] + CommandLine.arguments.dropFirst(2))
    case nil: fail("give a reader: \(FuzzedReader.all.map(\.name).joined(separator: ", "))")
    }
  }

  /// The reader that is fuzzed. It is set once, before libFuzzer begins.
  nonisolated(unsafe) static var fuzzed = FuzzedReader.icc

  private static func reader(_ name: String) -> FuzzedReader {
    guard let reader = FuzzedReader.all.first(where: { $0.name == name }) else {
      fail("there is no reader '\(name)'; there are \(FuzzedReader.all.map(\.name).joined(separator: ", "))")
    }
    return reader
  }

  /// Tells the reader to a process that libFuzzer starts.
  private static let ownVariable = "WHITEBALANCE_FUZZED_READER"

  /// - Parameter arguments: The command as libFuzzer knows it, without the reader's name.
  private static func fuzz(_ arguments: [String]) {
    var pointers = arguments.map { strdup($0) }
    var count = Int32(pointers.count)
    pointers.append(nil)
    pointers.withUnsafeMutableBufferPointer { buffer in
      var start = buffer.baseAddress
      exit(LLVMFuzzerRunDriver(&count, &start) { data, size in Main.read(data, size) })
    }
  }

  private static func read(_ data: UnsafePointer<UInt8>?, _ size: Int) -> Int32 {
    let bytes = Array(UnsafeBufferPointer(start: data, count: size))
    // To use what was read takes many times as long as to read it, so only one input in 64 is used. Its bytes decide,
    // so that it does the same when it is read again.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    let (start, childrenBefore) = (clock(), timeOfChildren())
    let effort: FuzzedReader.Effort = hash >> 32 & 63 == 0 ? .whole : .reading
    if let law = fuzzed.brokenLaw(by: bytes, effort: effort) { fail("broken: \(law)") }
    let time = Double(clock() - start) / Double(CLOCKS_PER_SEC)
    if time > timeLimit { fail("too slow: \(time) s of the processor") }
    let ofChildren = timeOfChildren() - childrenBefore
    if ofChildren > timeLimit + tick { fail("too slow: \(ofChildren) s of the processor in another process") }
    return 0
  }

  /// In seconds of the processor, which do not pass while other programs have it.
  private static let timeLimit = 1.0

  /// The limit of a process's time counts whole ticks of the system's clock.
  private static let tick = 0.1

  /// Returns the processor time of processes that this one has started and that have ended, in seconds: that of LibRaw.
  private static func timeOfChildren() -> Double {
    var usage = rusage()
    getrusage(RUSAGE_CHILDREN.rawValue, &usage)
    return [usage.ru_utime, usage.ru_stime].reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6 }
  }

  private static func once(_ reader: FuzzedReader, _ path: String) {
    if let law = reader.brokenLaw(by: bytes(of: path)) { fail("\(path): broken: \(law)") }
  }

  private static func coverage(_ reader: FuzzedReader, _ folder: String) {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
      fail("\(folder) is no folder")
    }
    var isReached = [Bool](repeating: false, count: fuzz_place_count())
    for name in names {
      fuzz_reset()
      once(reader, "\(folder)/\(name)")
      for place in isReached.indices where fuzz_hits(place) > 0 { isReached[place] = true }
    }
    for place in isReached.indices where fuzz_is_trap(place) == 0 {
      print("0x\(String(fuzz_address(place), radix: 16)) \(isReached[place] ? 1 : 0)")
    }
  }

  private static func bytes(of path: String) -> [UInt8] {
    guard let data = FileManager.default.contents(atPath: path) else { fail("\(path) cannot be read") }
    return Array(data)
  }

  private static func write(_ files: [(name: String, bytes: [UInt8])], to path: String) {
    for (name, bytes) in files {
      let file = name.isEmpty ? path : "\(path)/\(name)"
      guard FileManager.default.createFile(atPath: file, contents: Data(bytes)) else {
        fail("\(file) cannot be written")
      }
    }
  }

  /// Ends as a crash does, so that libFuzzer keeps the input.
  static func fail(_ message: String) -> Never {
    FileHandle.standardError.write(Data("FuzzReaders: \(message)\n".utf8))
    abort()
  }
}

/// Changes an input: by its structure where the format has one, else as libFuzzer does.
@_cdecl("LLVMFuzzerCustomMutator")
func mutate(_ data: UnsafeMutablePointer<UInt8>, _ size: Int, _ largest: Int, _ seed: UInt32) -> Int {
  var mutation = Mutation(seed: seed)
  let bytes = Array(UnsafeBufferPointer(start: data, count: size))
  let changed: [UInt8]?
  switch Main.fuzzed.name {
  case "icc": changed = mutatedICC(bytes, &mutation, data, largest)
  case "dcp", "dng", "stills": changed = mutatedTIFF(bytes, &mutation)
  case "icc-dictionary": changed = mutatedDictionary(bytes, &mutation)
  default: changed = nil
  }
  guard let changed, changed.count <= largest else { return LLVMFuzzerMutate(data, size, largest) }
  for (place, byte) in changed.enumerated() { data[place] = byte }
  return changed.count
}

/// Mostly a change of structure; the rest are libFuzzer's, put together again where that is possible.
private func mutatedICC(
  _ bytes: [UInt8], _ mutation: inout Mutation, _ data: UnsafeMutablePointer<UInt8>, _ largest: Int
) -> [UInt8]? {
  guard mutation.chance(1, of: 3) else {
    guard var container = ICCContainer(bytes) else { return nil }
    for _ in 0...mutation.number(below: 3) { container.mutate(&mutation) }
    return container.bytes
  }
  let size = LLVMFuzzerMutate(data, bytes.count, largest)
  let changed = Array(UnsafeBufferPointer(start: data, count: size))
  return mutation.chance(3, of: 4) ? ICCContainer(changed)?.bytes ?? changed : changed
}

private func mutatedTIFF(_ bytes: [UInt8], _ mutation: inout Mutation) -> [UInt8]? {
  guard mutation.chance(2, of: 3), var container = TIFFContainer(bytes) else { return nil }
  for _ in 0...mutation.number(below: 3) { container.mutate(&mutation) }
  return container.bytes
}

private func mutatedDictionary(_ bytes: [UInt8], _ mutation: inout Mutation) -> [UInt8]? {
  guard mutation.chance(2, of: 3) else { return nil }
  var lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  let places = lines.indices.filter { lines[$0].contains("=") }
  guard !places.isEmpty else { return nil }
  let place = mutation.element(of: places)
  let parts = lines[place].split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
  switch mutation.number(below: 6) {
  case 0: lines.remove(at: place)
  case 1: lines.append("\(mutation.element(of: places.map { lines[$0] }).prefix { $0 != "=" })=\(parts[1])")
  default: lines[place] = "\(parts[0])=\(mutation.changedNumbers(parts[1]))"
  }
  return Array(lines.joined(separator: "\n").utf8)
}
