#if os(Linux)
  internal import CVideo4Linux
  internal import Dispatch

  /// The kernel as this room uses it. All system calls go through it, and so does time, so that a test can act as the
  /// driver (hence `package`).
  ///
  /// Every call to a device returns what the kernel does: 0 or more, or a negated `errno`.
  package protocol VideoKernel: CameraClock {
    func isCharacterDevice(_ path: String) -> Int32
    func open(_ path: String) -> Int32
    func close(_ descriptor: Int32)
    func control(_ descriptor: Int32, _ code: UInt, _ argument: UnsafeMutableRawPointer) -> Int32
    /// Waits for a filled buffer. `trouble` becomes true if the driver reports an error or a hang-up.
    func wait(_ descriptor: Int32, milliseconds: Int32, trouble: inout Bool) -> Int32
    func map(_ descriptor: Int32, length: Int, offset: UInt32, address: inout UnsafeMutableRawPointer?) -> Int32
    func unmap(_ address: UnsafeMutableRawPointer, length: Int)
  }

  struct LinuxKernel: VideoKernel {
    var now: Duration { .nanoseconds(cv4l_monotonic_time()) }

    func wait(for event: DispatchSemaphore, limit: Duration) -> Bool {
      event.wait(timeout: .now() + limit / .seconds(1)) == .success
    }

    func isCharacterDevice(_ path: String) -> Int32 { cv4l_is_character_device(path) }

    func open(_ path: String) -> Int32 { cv4l_open(path) }

    // Nothing can be done about a failing close, and Linux frees the descriptor even then.
    func close(_ descriptor: Int32) { _ = cv4l_close(descriptor) }

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
  }
#endif
