import Colorimetry
import CommandOutput
import Conversions
import DeviceProfiles
import Diagrams
import Foundation
import ICCProfiles
import Reports
import SystemPackage
import WhiteBalance

extension FuzzedReader {
  /// Standard input of `wbcal convert -`. The first byte tells the form, and whether a device is known.
  static let convert = FuzzedReader(name: "convert") { bytes in
    guard let first = bytes.first else { return bytes }
    let converter = quickConverters[Int(first) % quickConverters.count]
    var writer = LineWriter()
    try withFile(of: bytes.dropFirst()) { file in
      try LineReader(file, blockSize: blockSize).forEachLine { text in
        let conversion =
          switch text {
          case .text(let bytes): converter.convert(bytes)
          case .tooLong: Converter.tooLong
          }
        writer.removeAll()
        conversion.write(to: &writer)
        let line = writer.text
        try holdLine(line)
        guard conversion.error == nil else { return }
        try hold(line.firstRange(of: Array("nan".utf8)) == nil, "a conversion is not a number: \(conversion)")
        try hold(conversion.chromaticity != nil, "a conversion has neither a light nor an error")
        try hold(!conversion.text.isEmpty, "a conversion says nothing to a person")
      }
    }
    return bytes
  } use: { bytes in
    guard let first = bytes.first else { return }
    // The same lines as points of a diagram, which `wbcal plot --point -` reads.
    try withFile(of: bytes.dropFirst()) { file in
      do {
        let points = try ChromaticityDiagram.Point.points(of: LineReader(file, blockSize: blockSize))
        try hold(points.allSatisfy { $0.chromaticity.x >= 0 && $0.chromaticity.y > 0 }, "a point that is no light")
      } catch let error as PointLineError {
        try hold(error.line > 0 && !error.description.isEmpty, "an error names no line")
      }
    }
    let converter = converters[Int(first) % converters.count]
    var writer = LineWriter()
    try withFile(of: bytes.dropFirst()) { file in
      // The same lines at once: as many answers, and errors where there are.
      try LineReader(file, blockSize: blockSize).forEachBlock { block in
        var (count, failureCount) = (0, 0)
        writer.removeAll()
        try block.forEachLine { text in
          let conversion =
            switch text {
            case .text(let bytes): converter.convert(bytes)
            case .tooLong: Converter.tooLong
            }
          count += 1
          failureCount += conversion.error == nil ? 0 : 1
          conversion.write(to: &writer)
          try holdLine(Output.json(conversion.report))
        }
        let lines = converter.convert(block, json: false)
        try hold(lines.count == count && lines.failureCount == failureCount, "a block has other lines than alone")
        try hold(lines.text.elementsEqual(writer.text), "a block has other answers than its lines alone")
        let parts = block.split(into: 3).map { converter.convert($0, json: false).text }
        try hold(parts.joined().elementsEqual(lines.text), "parts of a block have other answers than the block")
      }
    }
  }

  /// A block that the tool reads takes as long to clear as the lines of a small file take to convert.
  private static let blockSize = 1 << 13

  /// Throws unless an answer is one line.
  static func holdLine(_ answer: some Sequence<UInt8>) throws(BrokenLaw) {
    let ends = answer.count { $0 == UInt8(ascii: "\n") }
    try hold(ends == 1, "an answer has \(ends) lines: \(String(decoding: Array(answer), as: UTF8.self))")
  }

  private static let converters = converters(policy: .nearestLight)

  /// The search for the nearest light reads nothing of the file, and would take nearly all of the time.
  private static let quickConverters = converters(policy: .clampChannels)

  /// Each form with a device, and those that need none without.
  private static func converters(policy: GainPolicy) -> [Converter] {
    let plain = ConversionForm.allCases.flatMap { form in
      (form == .gains ? [sample] : [nil, sample]).map { profile in
        Converter(form: form, method: .nearestPlanckian, profile: profile, policy: policy)
      }
    }
    // The policy that refuses gains, and published methods each way.
    return plain + [
      Converter(form: .xy, method: .nearestPlanckian, profile: sample, policy: .refuse),
      Converter(form: .temperature, method: .nearestPlanckian, profile: sample, policy: .refuse),
      Converter(form: .xy, method: .mcCamy1992, profile: nil), Converter(form: .uv, method: .ohno2013, profile: nil),
      Converter(form: .temperature, method: .krystek1985, profile: nil),
    ]
  }

  /// Opens a file with these bytes that has no name, and is gone when it is closed.
  static func withFile(of bytes: ArraySlice<UInt8>, _ body: (FileDescriptor) throws -> Void) throws {
    let path = FilePath("\(NSTemporaryDirectory())/wbcal-lines-\(getpid())-\(UInt64.random(in: 0...UInt64.max))")
    let file = try FileDescriptor.open(
      path, .readWrite, options: [.create, .exclusiveCreate], permissions: .ownerReadWrite)
    unlink(path.string)
    try file.closeAfter {
      try file.writeAll(bytes)
      try file.seek(offset: 0, from: .start)
      try body(file)
    }
  }

  /// The profile of the bundled sample.
  static let sample: DeviceProfile = {
    do { return try DeviceProfile(iccBytes: Array(Data(contentsOf: profileURL))) } catch {
      preconditionFailure("\(profileURL.path) is a profile: \(error)")
    }
  }()

  private static let profileURL =
    URL(fileURLWithPath: #filePath).appendingPathComponent("../../../../../../Data/sample/sample.icc")
    .standardizedFileURL
}
