#if os(Linux)
  import Foundation

  /// The code coverage of what runs in the guest, for `swift test --enable-code-coverage`. The guest writes it to the
  /// shared folder, and it is put beside what this process writes.
  enum Coverage {
    private static let variable = "LLVM_PROFILE_FILE"
    private static let profile = ProcessInfo.processInfo.environment[variable].map { URL(filePath: $0) }

    /// The environment that the guest's process needs.
    static let variables = profile == nil ? [:] : [variable: "/mnt/guest-%p.profraw"]

    /// - Parameter guest: a name, because processes in two guests have the same numbers.
    static func collect(from output: URL, of guest: String) throws {
      guard let folder = profile?.deletingLastPathComponent() else { return }
      let files = FileManager.default
      for file in try files.contentsOfDirectory(at: output, includingPropertiesForKeys: nil)
      where file.pathExtension == "profraw" {
        let copy = folder.appending(path: "\(guest)-\(file.lastPathComponent)")
        try? files.removeItem(at: copy)
        try files.copyItem(at: file, to: copy)
      }
    }
  }
#endif
