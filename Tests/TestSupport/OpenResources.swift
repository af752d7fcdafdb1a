#if os(Linux)
  internal import Foundation

  /// The descriptors and mappings of one file in this process. Tests check with it that nothing is left open or
  /// mapped. The counts are of one path only, so tests that run at the same time do not change them.
  public struct OpenResources: Hashable, Sendable, CustomStringConvertible {
    public let descriptors: Int
    public let mappings: Int

    /// Counts what is held of `path`, or of a device that was there until it was unplugged.
    public init(of path: String) throws {
      let names = [path, "\(path) (deleted)"]
      let files = FileManager.default
      let open = try files.contentsOfDirectory(atPath: "/proc/self/fd").compactMap {
        // A descriptor may be closed before it is looked at: the one that lists the folder is.
        try? files.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
      }
      descriptors = open.count { names.contains($0) }
      // Read to its end: the kernel says that such a file has no length, and hands it over in pieces.
      let maps = try FileHandle(forReadingFrom: URL(filePath: "/proc/self/maps")).readToEnd() ?? Data()
      mappings = String(decoding: maps, as: UTF8.self).split(separator: "\n").count { line in
        names.contains { line.hasSuffix(" \($0)") }
      }
    }

    /// No descriptor and no mapping.
    public static let none = OpenResources(descriptors: 0, mappings: 0)

    public init(descriptors: Int, mappings: Int) {
      self.descriptors = descriptors
      self.mappings = mappings
    }

    public var description: String { "\(descriptors) descriptors, \(mappings) mappings" }
  }
#endif
