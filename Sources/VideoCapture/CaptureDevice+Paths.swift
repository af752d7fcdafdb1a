#if os(Linux)
  public import SystemPackage

  extension CaptureDevice {
    /// The paths of the video nodes in `/dev`, sorted by number. Some may not be cameras, which opening them reveals.
    public static var allPaths: [FilePath] { paths(in: "/dev") }

    package static func paths(in folder: FilePath) -> [FilePath] { paths(in: folder, LinuxKernel()) }

    static func paths(in folder: FilePath, _ kernel: any VideoKernel) -> [FilePath] {
      kernel.nodes("video", in: folder)
    }
  }

  extension VideoKernel {
    /// Returns the paths of the nodes in a folder that have this name and a number, sorted by number.
    func nodes(_ name: String, in folder: FilePath) -> [FilePath] {
      names(in: folder.string).compactMap { node in
        node.hasPrefix(name) ? UInt(node.dropFirst(name.count)).flatMap { node == "\(name)\($0)" ? $0 : nil } : nil
      }.sorted().map { folder.appending("\(name)\($0)") }
    }
  }
#endif
