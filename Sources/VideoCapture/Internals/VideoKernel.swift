#if os(Linux)
  internal import CVideo4Linux
  internal import CameraDevices
  internal import Dispatch

  /// The part of the kernel that this module uses.
  ///
  /// All system calls and the time go through this protocol, so that a test can act as the driver (hence `package`).
  /// Every call to a device returns the kernel's result, 0 or more, or a negated `errno`.
  package protocol VideoKernel: CameraClock {
    func isCharacterDevice(_ path: String) -> Int32
    func open(_ path: String) -> Int32
    func close(_ descriptor: Int32)
    /// Releases the device behind a descriptor, once the device is gone. The descriptor itself stays open until it is
    /// closed.
    func letGo(of descriptor: Int32)
    func control(_ descriptor: Int32, _ code: UInt, _ argument: UnsafeMutableRawPointer) -> Int32
    /// Waits for a filled buffer. `trouble` becomes true if the driver reports an error or a hang-up.
    func wait(_ descriptor: Int32, milliseconds: Int32, trouble: inout Bool) -> Int32
    func map(_ descriptor: Int32, length: Int, offset: UInt32, address: inout UnsafeMutableRawPointer?) -> Int32
    func unmap(_ address: UnsafeMutableRawPointer, length: Int)
    /// The names in a folder, or none where it cannot be listed.
    func names(in folder: String) -> [String]
    /// The number of the device behind a node, or `nil` where there is no such node.
    func deviceNumber(of path: String) -> DeviceNumber?
    /// The target of a symbolic link, or `nil` where there is none or it may not be read.
    func target(ofLink path: String) -> String?
    /// The process that holds the lock on a descriptor's file: -1 where the lock belongs to no process, 0 without a
    /// lock.
    func lockHolder(of descriptor: Int32) -> Int32
  }

  /// The number that identifies a device to the kernel.
  package struct DeviceNumber: Hashable, Sendable {
    package var major, minor: UInt32

    package init(major: UInt32, minor: UInt32) { (self.major, self.minor) = (major, minor) }
  }

  extension VideoKernel {
    package func letGo(of descriptor: Int32) {}
    package func names(in folder: String) -> [String] { [] }
    package func deviceNumber(of path: String) -> DeviceNumber? { nil }
    package func target(ofLink path: String) -> String? { nil }
    package func lockHolder(of descriptor: Int32) -> Int32 { 0 }
  }

  struct LinuxKernel: VideoKernel {
    var now: Duration { .nanoseconds(cv4l_monotonic_time()) }

    func wait(for event: DispatchSemaphore, limit: Duration) -> Bool {
      SystemClock().wait(for: event, limit: limit)
    }

    func isCharacterDevice(_ path: String) -> Int32 { cv4l_is_character_device(path) }

    func open(_ path: String) -> Int32 { cv4l_open(path) }

    // Nothing can be done about a failing close, and Linux frees the descriptor even then.
    func close(_ descriptor: Int32) { _ = cv4l_close(descriptor) }

    func letGo(of descriptor: Int32) { cv4l_let_go(descriptor) }

    func control(_ descriptor: Int32, _ code: UInt, _ argument: UnsafeMutableRawPointer) -> Int32 {
      cv4l_ioctl(descriptor, code, argument)
    }

    func wait(_ descriptor: Int32, milliseconds: Int32, trouble: inout Bool) -> Int32 {
      var flag: Int32 = 0
      let result = cv4l_wait(descriptor, milliseconds, &flag)
      trouble = flag != 0
      return result
    }

    func map(_ descriptor: Int32, length: Int, offset: UInt32, address: inout UnsafeMutableRawPointer?) -> Int32 {
      cv4l_map(descriptor, length, offset, &address)
    }

    func unmap(_ address: UnsafeMutableRawPointer, length: Int) { _ = cv4l_unmap(address, length) }

    func names(in folder: String) -> [String] {
      guard let listing = cv4l_open_folder(folder) else { return [] }
      defer { cv4l_close_folder(listing) }
      var names: [String] = []
      while let name = cv4l_next_name(listing) { names.append(String(cString: name)) }
      return names
    }

    func deviceNumber(of path: String) -> DeviceNumber? {
      var (major, minor): (UInt32, UInt32) = (0, 0)
      return cv4l_device_number(path, &major, &minor) == 0 ? DeviceNumber(major: major, minor: minor) : nil
    }

    func target(ofLink path: String) -> String? {
      withUnsafeTemporaryAllocation(of: CChar.self, capacity: Self.pathLength) { target in
        guard let start = target.baseAddress, cv4l_link_target(path, start, Int32(target.count)) == 0 else {
          return nil
        }
        return String(cString: start)
      }
    }

    /// The most bytes of a path. Source: Linux, limits.h (PATH_MAX).
    private static let pathLength = 4096

    func lockHolder(of descriptor: Int32) -> Int32 { cv4l_lock_holder(descriptor) }
  }
#endif
