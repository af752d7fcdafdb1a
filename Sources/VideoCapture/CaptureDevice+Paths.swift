#if os(Linux)
  public import SystemPackage

  extension CaptureDevice {
    /// The paths of the video nodes in `/dev`, sorted by number. Some may not be cameras, which opening them reveals.
    public static var allPaths: [FilePath] { paths(in: "/dev") }

    package static func paths(in folder: FilePath) -> [FilePath] { paths(in: folder, LinuxKernel()) }

    static func paths(in folder: FilePath, _ kernel: any VideoKernel) -> [FilePath] {
      kernel.names(in: folder.string).compactMap(Self.number).sorted().map { folder.appending("video\($0)") }
    }

    /// Returns the number in a name such as `video10`, or `nil` for other names.
    private static func number(_ name: String) -> UInt? {
      guard name.hasPrefix("video"), let number = UInt(name.dropFirst(5)), name == "video\(number)" else { return nil }
      return number
    }
  }
#endif
