import CStillRaws
import Foundation
import FrameSources
import ProfileExchange
import RawFrames
import TestSupport
import Testing

@testable import StillRaws

/// Files that are cut off or changed give an error or a still, whatever LibRaw makes of them.
@Suite struct DamagedStillTests {
  /// The memory that the decoder may take beside twice the file and its samples: this process's own, which it shares,
  /// and LibRaw's tables.
  private static func mayTake(_ memory: Int, _ count: Int) -> Bool { memory <= ownMemory + allowance + 2 * count }

  private static let allowance = 96 << 20

  private static let ownMemory = (try? StillRaw(Still.all[0].bytes()).decoderMemory) ?? 0

  /// The changed copies of each file. WHITEBALANCE_PROPERTY_COUNT makes more.
  private static let copies =
    ProcessInfo.processInfo.environment["WHITEBALANCE_PROPERTY_COUNT"].flatMap { Int($0) } ?? 12

  private static func read(_ bytes: [UInt8]) -> Bool {
    do throws(StillRawError) {
      let still = try StillRaw(bytes)
      #expect(still.activeArea.isInside(width: still.width, height: still.height))
      #expect(still.samples.count == still.width * still.height * still.layout.samplesPerPixel)
      #expect(mayTake(still.decoderMemory, bytes.count + 2 * still.samples.count), "\(still.decoderMemory)")
      #expect(throws: Never.self) { try still.frame() }
      return true
    } catch {
      #expect(!error.description.isEmpty)
      return false
    }
  }

  @Test(arguments: Still.all) func `a file that is cut off is an error or a still`(still: Still) throws {
    let bytes = try still.bytes()
    Self.readCutOff(bytes)
    #expect(!Self.read(Array(bytes.prefix(8))))
  }

  @Test(arguments: [0.93, 0.97, 0.999]) func `a lossy DNG that is cut off is refused, however little is missing`(
    share: Double
  ) throws {
    let bytes = try #require(Still.all.first { $0.name.contains("lossy") }).bytes()
    #expect(Self.read(bytes))
    #expect(!Self.read(Array(bytes.prefix(Int(share * Double(bytes.count))))))
  }

  static func readCutOff(_ bytes: [UInt8]) {
    for share in [0, 1, 3, 9, 40, 400, bytes.count / 4, bytes.count / 2, bytes.count - 2000]
    where (0..<bytes.count).contains(share) {
      _ = read(Array(bytes.prefix(share)))
    }
  }

  @Test(arguments: Still.all) func `a file with changed bytes is an error or a still`(still: Still) throws {
    Self.readChanged(try still.bytes())
  }

  static func readChanged(_ bytes: [UInt8]) {
    var generator = SeededGenerator(seed: UInt64(bytes.count))
    for _ in 0..<copies {
      var changed = bytes
      for _ in 0..<Int.random(in: 1...8, using: &generator) {
        // The tags lie in the first kilobyte.
        let end = Bool.random(using: &generator) ? min(1024, bytes.count) : bytes.count
        changed[Int.random(in: 8..<end, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
      }
      _ = read(changed)
    }
  }

  @Test func `a wrong tag has its reason as a still and as a DNG that LibRaw alone reads`() throws {
    var bytes = try Still.named("bayer-lossless").bytes()
    let place = try #require(try TagFile(bytes).firstDirectory().bytes(.asShotNeutral))
    bytes.replaceSubrange(place.lowerBound..<place.lowerBound + 8, with: [0, 0, 0, 0, 1, 0, 0, 0])
    let file = SourceFile(bytes: bytes, name: "x.dng")
    for read in [{ try StillRawReader().source(of: file) }, { try StillRawReader().source(ofNegative: file) }]
      as [() throws -> (any FrameSource)?]
    {
      let error = #expect(throws: FrameSourceError.self) { try read() }
      guard case .tags = error?.fault else {
        Issue.record("\(String(describing: error))")
        continue
      }
    }
  }

  @Test func `samples that the file does not have are an error`() throws {
    let bytes = try Still.named("bayer-16").bytes()
    let cut = Array(bytes.prefix(bytes.count - 4000))
    switch #expect(throws: StillRawError.self, performing: { try StillRaw(cut) }) {
    case .undecodable, .damaged: break
    case let error: Issue.record("\(String(describing: error))")
    }
  }

  @Test func `a size that the bytes cannot hold is an error, and takes no memory`() throws {
    var bytes = try Still.named("bayer-16").bytes()
    // ImageWidth and ImageLength, 256 and 257, as numbers of 32 bits at the end of their entries.
    for tag in [UInt8(0), 1] {
      let entry = try #require((8..<600).first { bytes[$0] == tag && bytes[$0 + 1] == 1 && bytes[$0 + 2] == 4 })
      bytes.replaceSubrange(entry + 8..<entry + 12, with: [0x60, 0xea, 0, 0])
    }
    #expect(throws: StillRawError.tooManySamples(width: 60000, height: 60000, samplesPerByte: 64)) {
      try StillRaw(bytes)
    }
  }

  @Test(
    arguments: [
      { $0.raw_width = .max }, { $0.raw_height = 129 }, { $0.planes = 2 }, { $0.planes = .max }, { $0.period = 9 },
      { $0.mask_count = 9 }, { $0.masks.0 = (-1, 0, 8, 8) }, { $0.masks.0 = (8, 0, 8, 8) },
      { $0.masks.0 = (0, 0, 8, 129) },
    ] as [@Sendable (inout csr_header) -> Void])
  func `a header of LibRaw that contradicts itself is refused`(change: @Sendable (inout csr_header) -> Void) {
    var header = csr_header()
    header.stage = Int32(CSR_STAGE_DONE.rawValue)
    (header.raw_width, header.raw_height, header.planes, header.period) = (128, 128, 3, 8)
    (header.mask_count, header.masks.0) = (1, (0, 0, 8, 128))
    #expect(header.isPlausible(mostSamples: 128 * 128))
    change(&header)
    #expect(!header.isPlausible(mostSamples: 128 * 128))
    header.stage = Int32(CSR_STAGE_SIZE.rawValue)
    #expect(header.isPlausible(mostSamples: 128 * 128))
  }

  @Test(arguments: [SIGSEGV, SIGABRT, SIGKILL, SIGXCPU])
  func `a decoder that a signal ends is an error of its file alone`(signal: Int32) throws {
    let bytes = try Still.named("bayer-lossless").bytes()
    #expect(throws: StillRawError.decoderEnded(signal: Int(signal))) {
      try StillRaw(bytes, decoderFault: Int(signal))
    }
    #expect(Self.read(bytes))
  }

  @Test func `a decoder that takes too long is told in words`() {
    #expect(
      StillRawError.decoderEnded(signal: Int(SIGXCPU)).description
        == "decoding took more processor time than a file of this size needs; it is damaged, or of a kind that LibRaw "
        + "cannot read")
    #expect(
      StillRawError.decoderEnded(signal: 0).description
        == "LibRaw gave no answer about the file that can be used; the file may be damaged")
  }
}
