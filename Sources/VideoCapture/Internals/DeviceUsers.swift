#if os(Linux)
  internal import SystemPackage

  /// The programs that use a device, as far as the user may see their open files.
  struct DeviceUsers {
    let kernel: any VideoKernel

    /// Returns the other programs that have a node open, such as `pipewire (process 812)`.
    func programs(holding path: FilePath) -> [String] {
      guard let device = kernel.deviceNumber(of: path.string) else { return [] }
      let own = kernel.target(ofLink: "/proc/self")
      return kernel.names(in: "/proc").compactMap { UInt32($0) }.sorted().filter { process in
        let folder = "/proc/\(process)/fd"
        return "\(process)" != own
          && kernel.names(in: folder).contains { kernel.deviceNumber(of: "\(folder)/\($0)") == device }
      }.map { name(of: "\($0)") }
    }

    /// Returns the name of a process with its program, where the user may see it.
    func name(of process: String) -> String {
      let program = kernel.target(ofLink: "/proc/\(process)/exe").flatMap { FilePath($0).lastComponent?.string }
      return program.map { "\($0) (process \(process))" } ?? "process \(process)"
    }
  }
#endif
