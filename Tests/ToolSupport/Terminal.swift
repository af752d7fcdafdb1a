#if os(Linux)
  package import Foundation
  internal import Testing

  /// The tool as a person meets it: output and errors on one terminal.
  package enum Terminal {
    /// Runs the tool on a terminal of its own, and returns all that was written to it.
    package static func run(_ arguments: [String], input: Data) throws -> String {
      let file = FileManager.default.temporaryDirectory.appending(path: "wbcal-\(UUID().uuidString)")
      defer { try? FileManager.default.removeItem(at: file) }
      try input.write(to: file)
      let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY)
      defer { close(terminal) }
      var (lock, number): (CInt, CInt) = (0, 0)
      try #require(ioctl(terminal, Self.setLock, &lock) == 0 && ioctl(terminal, Self.getNumber, &number) == 0)
      let name = "/dev/pts/\(number)"
      let child = try Tool.spawn(arguments, input: file.path, outputs: [name, name])
      var text: [UInt8] = []
      var part = [UInt8](repeating: 0, count: 4096)
      // Linux ends a terminal that nobody has open any more with an error.
      while case let count = read(terminal, &part, part.count), count > 0 { text += part[..<count] }
      #expect(Tool.wait(for: child) == 0)
      return String(decoding: text, as: UTF8.self)
    }

    /// Source: Linux, ioctls.h (TIOCSPTLCK, TIOCGPTN).
    private static let (setLock, getNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)
  }
#endif
