import Foundation
package import Reports
package import SystemPackage

/// The files that the tool writes. They are written completely or not at all.
package enum OutputFile {
  package static func write(_ bytes: [UInt8], to path: String) throws {
    try checkName(path, of: bytes)
    try write(path) { _ = try $0.writeAll(bytes) }
  }

  /// Writes a page, where one is asked for, and returns the failure of writing it.
  package static func unwritten(_ page: @autoclosure () -> ReportPage, to path: String?) throws -> Failure? {
    guard let path else { return nil }
    return try Failure.unwritten { try write(Array(page().html.utf8), to: path) }
  }

  /// A kind of file that programs recognize by its name.
  package enum Kind: CaseIterable {
    case png, svg, page, profile, cameraProfile, negative
    /// Samples without a header. They may have any name that is no other kind's.
    case samples

    /// The suffixes of names, the usual one first.
    fileprivate var suffixes: [String] {
      switch self {
      case .png: ["png"]
      case .svg: ["svg"]
      case .page: ["html", "htm"]
      case .profile: ["icc", "icm"]
      case .cameraProfile: ["dcp"]
      case .negative: ["dng"]
      case .samples: ["raw"]
      }
    }

    /// The bytes at an offset that identify files of the kind, if any do.
    fileprivate var signature: (offset: Int, bytes: [UInt8])? {
      switch self {
      case .png: (0, [0x89, 0x50, 0x4e, 0x47])
      case .svg: (0, Array("<svg ".utf8))
      case .page: (0, Array("<!DOCTYPE html>".utf8))
      case .profile: (36, Array("acsp".utf8))
      case .cameraProfile: (0, Array("IIRC".utf8))
      case .negative: (0, Array("II*\0".utf8))
      case .samples: nil
      }
    }
  }

  /// Throws for a path with the name of another kind or without a folder, or that of an input, before any work is done.
  ///
  /// - Parameters:
  ///   - kind: The kind of what will be written; `nil` for text.
  ///   - inputs: The inputs that will be read.
  package static func check(_ path: String, for kind: Kind?, beside inputs: [String] = []) throws {
    for input in inputs { InputFile.note(input) }
    try checkName(path, of: kind)
    try UnfinishedFile.check(path)
  }

  /// Returns whether two outputs are the same file, even by other spellings or links.
  package static func isOneFile(_ first: String, _ second: String) -> Bool { UnfinishedFile.isOneFile(first, second) }

  /// Throws where the file exists, because it may hold a person's work.
  package static func checkNew(_ path: String) throws {
    try UnfinishedFile.check(path)
    guard (try? Stat(FilePath(path))) == nil else { throw UnfinishedFile.isThere(path) }
  }

  private static func checkName(_ path: String, of bytes: [UInt8]) throws {
    try checkName(
      path,
      of: Kind.allCases.first { kind in
        kind.signature.map { bytes.dropFirst($0.offset).starts(with: $0.bytes) } ?? false
      })
  }

  /// Throws for the name of another kind, which would mislead programs. This is the only rule for names of files.
  ///
  /// - Parameter kind: The kind; `nil` for text. Text has no signature, so its file may have every suffix that does not
  ///   belong to a kind with a signature.
  private static func checkName(_ path: String, of kind: Kind?) throws {
    let suffix = FilePath(path).extension?.lowercased() ?? ""
    guard let kind else {
      guard !ofBytes.contains(suffix) else {
        throw Failure(
          .usage, "\(path): what is written is text, and .\(suffix) is the name of another kind; name it otherwise")
      }
      return
    }
    guard known.contains(suffix), !kind.suffixes.contains(suffix) else { return }
    throw Failure(.usage, "\(path): the name must end in .\(kind.suffixes[0])")
  }

  /// The suffixes by which programs recognize kinds of files.
  private static let known = ofBytes.union([
    "json", "csv", "txt", "xmp", "pp3", "dtstyle", "ti3", "cie", "sp", "spdx",
  ])
  /// The suffixes of files that are known by their bytes.
  private static let ofBytes = Set(
    Kind.allCases.flatMap(\.suffixes) + ["jpg", "jpeg", "gif", "webp", "tif", "tiff", "bmp", "pdf"] + stills)
  /// The suffixes of stills, which this tool reads and a slip could replace.
  package static let stills = [
    "3fr", "arw", "cr2", "cr3", "crw", "dcr", "dng", "erf", "fff", "iiq", "kdc", "mef", "mos", "mrw", "nef", "nrw",
    "orf",
    "pef", "raf", "rw2", "rwl", "sr2", "srf", "srw", "x3f",
  ]

  /// Writes a file next to `path`, and renames it to `path` once it is complete.
  ///
  /// An existing file is replaced. If `path` is a link, the target is replaced and the link stays. Anything else, such
  /// as a device, is refused, and so are `-` and the file that is standard output.
  ///
  /// - Parameter replaces: Whether an existing file is replaced. If not,
  ///   one that is there at the end is kept, and this throws.
  package static func write(
    _ path: String, replaces: Bool = true, _ body: (FileDescriptor) throws -> Void
  ) throws {
    let file = try UnfinishedFile(path)
    defer { file.discard() }
    try file.write(body)
    try file.finish(replaces: replaces)
  }
}
