// SPDX-FileCopyrightText: 2026 The WhiteBalance authors
// SPDX-License-Identifier: Apache-2.0
#if os(Linux)
  import CVideo4Linux
  import Foundation
  import SystemPackage
  import Testing

  @testable import VideoCapture

  /// Who has a device is found by what the kernel tells of every program. The devices are those that every Linux has.
  @Suite struct DeviceUsersTests {
    @Test func `the programs that have a device open are named, and this one is not`() throws {
      let path = FilePath("/dev/random")
      let users = DeviceUsers(kernel: LinuxKernel())
      let own = try FileDescriptor.open(path, .writeOnly)
      defer { try? own.close() }
      let program = Process()
      program.executableURL = URL(filePath: "/bin/cat")
      program.standardInput = Pipe()
      program.standardOutput = FileHandle(fileDescriptor: own.rawValue)
      try program.run()
      defer { program.terminate() }
      let name = "cat (process \(program.processIdentifier))"
      #expect(users.programs(holding: path).contains(name))
      #expect(
        !users.programs(holding: path).contains {
          $0.contains("(process \(ProcessInfo.processInfo.processIdentifier))")
        })
      #expect(!users.programs(holding: "/dev/zero").contains(name))
      #expect(users.programs(holding: "/dev/no-such-device") == [])
    }

    @Test func `a lock is seen by another who has the file open`() throws {
      let path = FilePath(FileManager.default.temporaryDirectory.path).appending("lock-\(UUID())")
      defer { try? FileManager.default.removeItem(atPath: path.string) }
      let options: FileDescriptor.OpenOptions = [.create]
      let mine = try FileDescriptor.open(path, .readWrite, options: options, permissions: .ownerReadWrite)
      defer { try? mine.close() }
      let kernel = LinuxKernel()
      #expect(kernel.lockHolder(of: mine.rawValue) == 0)
      let theirs = try FileDescriptor.open(path, .readWrite)
      defer { try? theirs.close() }
      // A lock of an open file, and not of a process, holds against this process too.
      var lock = flock(l_type: Int16(F_WRLCK), l_whence: Int16(SEEK_SET), l_start: 0, l_len: 0, l_pid: 0)
      #expect(fcntl(theirs.rawValue, Self.setLockOfOpenFile, &lock) == 0)
      #expect(kernel.lockHolder(of: mine.rawValue) == -1)
    }

    /// Source: Linux, fcntl.h (F_OFD_SETLK).
    private static let setLockOfOpenFile: Int32 = 37
  }
#endif
