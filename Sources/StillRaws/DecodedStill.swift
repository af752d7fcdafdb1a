internal import CStillRaws
internal import RawFrames

/// LibRaw's answer about a file, as the decoding process sends it.
struct DecodedStill {
  let header: csr_header
  let samples: [UInt16]
  /// The largest memory of the decoding process, in bytes.
  let memory: Int

  init(_ bytes: [UInt8], fault: Int) throws(StillRawError) {
    let limits = csr_limits(
      memory: UInt64(Limits.ownMemory + 2 * bytes.count), samples: UInt64(Limits.samplesPerByte * bytes.count),
      processor_time: UInt32(clamping: Limits.leastTime + bytes.count / Limits.bytesPerSecond), time: Limits.time,
      fault: Int32(fault))
    var child = csr_child()
    // The child process has a copy of this memory, so the address need not stay valid here after the closure.
    let error = bytes.withUnsafeBytes { csr_start($0.baseAddress, $0.count, limits, &child) }
    guard error == 0 else { throw .noDecoder(errno: Int(error)) }
    var header = csr_header()
    let headerSize = MemoryLayout<csr_header>.size
    let isWhole = withUnsafeMutableBytes(of: &header) { csr_read(&child, $0.baseAddress, headerSize) } == headerSize
    // A fault of LibRaw may have written anything into the child's memory.
    let isUsable = isWhole && header.isPlausible(mostSamples: limits.samples)
    var samples: [UInt16] = []
    var wanted = 0
    if isUsable, header.stage == CSR_STAGE_DONE.rawValue {
      wanted = Int(header.raw_width) * Int(header.raw_height) * Int(header.planes)
      samples = [UInt16](unsafeUninitializedCapacity: wanted) { buffer, count in
        let size = wanted * MemoryLayout<UInt16>.size
        count = csr_read(&child, UnsafeMutableRawPointer(buffer.baseAddress), size) / MemoryLayout<UInt16>.size
      }
    }
    var memory: UInt64 = 0
    let signal = csr_signal(csr_end(&child, &memory))
    guard isUsable, samples.count == wanted else { throw .decoderEnded(signal: Int(signal)) }
    self.header = header
    self.samples = samples
    self.memory = Int(clamping: memory)
    try Self.check(header)
  }

  private static func check(_ header: csr_header) throws(StillRawError) {
    switch csr_stage(UInt32(bitPattern: header.stage)) {
    case CSR_STAGE_DONE: return
    case CSR_STAGE_OPEN: throw .unknown(message(header.error))
    case CSR_STAGE_SIZE:
      throw .tooManySamples(
        width: Int(header.raw_width), height: Int(header.raw_height), samplesPerByte: Limits.samplesPerByte)
    case CSR_STAGE_UNPACK: throw .undecodable(message(header.error))
    case CSR_STAGE_DAMAGED: throw .damaged(places: Int(header.error))
    default: throw .unsupportedSamples(camera: camera(header))
    }
  }

  /// Returns LibRaw's message for one of its errors, or the system's for one of the system's.
  private static func message(_ error: Int32) -> String { String(cString: csr_message(error)) }

  private static func camera(_ header: csr_header) -> String {
    let name = [text(header.make), text(header.model)].filter { !$0.isEmpty }.joined(separator: " ")
    return name.isEmpty ? "an unnamed camera" : name
  }

  /// Returns the text of a field that ends with a null.
  static func text<Field>(_ field: Field) -> String {
    withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  /// Returns the numbers of a field.
  static func numbers<Field, Number>(_ field: Field, as type: Number.Type) -> [Number] {
    withUnsafeBytes(of: field) { Array($0.bindMemory(to: Number.self)) }
  }

  private enum Limits {
    /// The memory of LibRaw itself, its tables, and the C++ library, in bytes.
    ///
    /// LibRaw 0.20 takes 3 MiB at once, and the C library reserves address space in steps of 64 MiB.
    static let ownMemory = 80 << 20
    /// The largest number of samples for each byte of a file.
    ///
    /// Lossless codes have at least one bit for each sample. A lossy code
    /// of an even surface may have an eighth of a bit.
    static let samplesPerByte = 64
    /// The processor time that any file may take, in seconds, and the number of bytes that add a second.
    ///
    /// LibRaw's slowest decoders read about 5 MB in a second.
    static let leastTime = 1
    static let bytesPerSecond = 1 << 20
    /// The number of seconds after which a decoder that waits is ended.
    static let time: UInt32 = 600
  }
}

extension csr_header {
  /// Whether no number of a header with samples is beyond what this module counts with.
  func isPlausible(mostSamples: UInt64) -> Bool {
    guard stage == CSR_STAGE_DONE.rawValue else { return true }
    let (width, height) = (Int(raw_width), Int(raw_height))
    guard UInt64(raw_width) * UInt64(raw_height) <= mostSamples, planes == 1 || planes == 3, period <= CSR_PERIOD,
      mask_count <= Self.mostMasks
    else { return false }
    return maskedAreas.allSatisfy { $0.isInside(width: width, height: height) }
  }

  /// The areas of the sensor that no light reaches.
  var maskedAreas: [Region] {
    let numbers = DecodedStill.numbers(masks, as: Int32.self).map(Int.init)
    return (0..<Int(mask_count)).map { index in
      let sides = Array(numbers[4 * index..<4 * index + 4])
      return Region(x: sides[0], y: sides[1], width: sides[2] - sides[0], height: sides[3] - sides[1])
    }
  }

  /// The number of areas that a header has room for.
  private static let mostMasks = MemoryLayout.size(ofValue: csr_header().masks) / (4 * MemoryLayout<Int32>.size)
}
