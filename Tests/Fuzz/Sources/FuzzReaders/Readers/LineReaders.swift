import ArgumentParser
import Colorimetry
import Foundation
import SystemPackage

#if FUZZING
  @testable import Tool
#else
  @testable import wbcal
#endif

extension FuzzedReader {
  /// Standard input of `wbcal convert -`. The first byte tells the form, and whether a device is known.
  static let convert = FuzzedReader(name: "convert") { bytes in
    guard let first = bytes.first else { return }
    let converter = converters[Int(first) % converters.count]
    var line: [UInt8] = []
    try withFile(of: bytes.dropFirst()) { file in
      try LineReader(file).forEachLine { text in
        let conversion =
          switch text {
          case .text(let bytes): converter.convert(bytes)
          case .tooLong: Conversion(error: "too long")
          }
        line.removeAll(keepingCapacity: true)
        conversion.write(to: &line)
        Output.json(conversion.report, to: &line)
        let ends = line.count { $0 == UInt8(ascii: "\n") }
        try hold(ends == 2, "a conversion has \(ends) lines: \(String(decoding: line, as: UTF8.self))")
        guard conversion.error == nil else { return }
        try hold(line.firstRange(of: Array("nan".utf8)) == nil, "a conversion is not a number: \(conversion)")
        try hold(conversion.chromaticity != nil, "a conversion has neither a light nor an error")
      } betweenBlocks: {
      }
    }
  }

  /// Each form with a device, and those that need none without.
  private static let converters: [Converter] = {
    var converters: [Converter] = []
    for form in Convert.Form.allCases {
      for options in [[], ["--profile", profilePath]] where form != .gains || !options.isEmpty {
        do {
          converters.append(try Converter(form: form, method: .nearestPlanckian, device: DeviceOptions.parse(options)))
        } catch {
          preconditionFailure("\(profilePath) is a profile: \(error)")
        }
      }
    }
    return converters
  }()

  /// Opens a file with these bytes that has no name, and is gone when it is closed.
  private static func withFile(of bytes: ArraySlice<UInt8>, _ body: (FileDescriptor) throws -> Void) throws {
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

  private static let profilePath =
    URL(fileURLWithPath: #filePath).appendingPathComponent("../../../../../../Data/sample/sample.icc")
    .standardizedFileURL.path
}
