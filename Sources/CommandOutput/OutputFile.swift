import Foundation
package import Reports
package import SystemPackage

/// Files that the tool makes: whole, or not at all.
package enum OutputFile {
  package static func write(_ bytes: [UInt8], to path: String) throws {
    try checkName(path, of: bytes)
    try write(path) { _ = try $0.writeAll(bytes) }
  }

  package static func write(_ page: ReportPage, to path: String) throws { try write(Array(page.html.utf8), to: path) }

  /// Refuses the name of another kind of picture or page, which programs would take the file for.
  private static func checkName(_ path: String, of bytes: [UInt8]) throws {
    let suffix = FilePath(path).extension?.lowercased() ?? ""
    let kinds: [(start: [UInt8], suffixes: [String])] = [
      ([0x89, 0x50, 0x4e, 0x47], ["png"]), (Array("<svg ".utf8), ["svg"]),
      (Array("<!DOCTYPE html>".utf8), ["html", "htm"]),
    ]
    guard let kind = kinds.first(where: { bytes.starts(with: $0.start) }), !kind.suffixes.contains(suffix),
      pictures.contains(suffix)
    else { return }
    throw Failure(.usage, "\(path): what is written is of kind .\(kind.suffixes[0]); name it so")
  }

  private static let pictures: Set = [
    "png", "svg", "jpg", "jpeg", "gif", "webp", "tif", "tiff", "bmp", "pdf", "html", "htm",
  ]

  /// Writes beside `path` and takes its name when all is written.
  ///
  /// A file that was there is replaced. Where `path` is a link, the file that it names is written and the link stays.
  /// Anything else, such as a device, is refused, and so are `-` and the file that is standard output.
  package static func write(_ path: String, _ body: (FileDescriptor) throws -> Void) throws {
    let file = try UnfinishedFile(path)
    defer { file.discard() }
    try file.write(body)
    try file.finish()
  }
}
