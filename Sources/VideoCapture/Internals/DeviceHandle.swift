#if os(Linux)
  internal import CVideo4Linux
  internal import Synchronization
  internal import SystemPackage

  /// An open device node, shared by a device and its stream.
  ///
  /// The last of them to go closes the descriptor, which must not be used once another file may have its number.
  final class DeviceHandle: Sendable {
    let path: FilePath
    private let kernel: any VideoKernel
    private let descriptor: Int32
    /// Whether the device is gone: a request has failed with `ENODEV`.
    private let isGone = Atomic(false)
    var clock: any CameraClock { kernel }

    init(path: FilePath, kernel: any VideoKernel) throws(CaptureError) {
      let name = path.string
      // The node is checked before it is opened, because opening another kind of file may block or have side effects.
      let isCharacterDevice = Self.retryingWhileInterrupted { kernel.isCharacterDevice(name) }
      try Self.check(isCharacterDevice, .open, path)
      guard isCharacterDevice != 0 else { throw CaptureError(device: path, reason: .notACharacterDevice) }
      descriptor = try Self.check(Self.retryingWhileInterrupted { kernel.open(name) }, .open, path)
      self.path = path
      self.kernel = kernel
    }

    deinit { kernel.close(descriptor) }

    /// Repeats a call while it is interrupted. All calls that may be interrupted go through here.
    private static func retryingWhileInterrupted(_ call: () -> Int32) -> Int32 {
      while true {
        let result = call()
        if result != -Errno.interrupted.rawValue { return result }
      }
    }

    @discardableResult
    private static func check(_ result: Int32, _ request: CaptureRequest, _ path: FilePath) throws(CaptureError)
      -> Int32
    {
      guard result >= 0 else { throw CaptureError(path, request, Errno(rawValue: -result)) }
      return result
    }

    func error(_ reason: CaptureError.Reason) -> CaptureError { CaptureError(device: path, reason: reason) }

    // MARK: - Requests

    /// Makes a request, and returns the `errno` if it fails.
    ///
    /// A device that is gone is released at once. While a program has its node open, Linux gives the device another
    /// node when it is plugged in again.
    func attempt<Argument>(_ request: CaptureRequest, _ argument: inout Argument) -> Errno? {
      let result = withUnsafeMutablePointer(to: &argument) { pointer in
        Self.retryingWhileInterrupted { kernel.control(descriptor, request.code, pointer) }
      }
      // The descriptor no longer leads to the device.
      guard !isGone.load(ordering: .acquiring) else { return Self.gone }
      guard result < 0 else { return nil }
      let errno = Errno(rawValue: -result)
      if errno == Self.gone, !isGone.exchange(true, ordering: .acquiringAndReleasing) { kernel.letGo(of: descriptor) }
      return errno
    }

    /// The error with which drivers report that their device is gone.
    private static let gone = Errno.operationNotSupportedByDevice

    func perform<Argument>(_ request: CaptureRequest, _ argument: inout Argument) throws(CaptureError) {
      guard let errno = attempt(request, &argument) else { return }
      if errno == .resourceBusy { throw busy(request) }
      throw CaptureError(path, request, errno)
    }

    private func busy(_ request: CaptureRequest) -> CaptureError {
      error(.busy(request, programs: DeviceUsers(kernel: kernel).programs(holding: path)))
    }

    /// Throws where a program has locked the device, as libcamera locks the media device of a camera that it uses.
    func checkUnlocked() throws(CaptureError) {
      let process = kernel.lockHolder(of: descriptor)
      guard process != 0 else { return }
      throw error(.locked(program: process > 0 ? DeviceUsers(kernel: kernel).name(of: "\(process)") : nil))
    }

    /// The number of entries after which an endless list ends, beyond any real driver's, so that it does not hang the
    /// caller.
    private static let mostEntries = 1024

    /// Asks for entries 0, 1, … of a list until the driver has no more.
    ///
    /// - Returns: The entries, or `nil` where the driver does not support the request.
    func list<Entry>(
      _ request: CaptureRequest, _ entry: (UInt32) -> Entry
    ) throws(CaptureError) -> [Entry]? {
      var entries: [Entry] = []
      while entries.count < Self.mostEntries {
        var next = entry(UInt32(entries.count))
        switch attempt(request, &next) {
        case nil: entries.append(next)
        case .invalidArgument?: return entries
        case .inappropriateIOCTLForDevice? where entries.isEmpty: return nil
        case let errno?: throw CaptureError(path, request, errno)
        }
      }
      return entries
    }

    // MARK: - Waiting and mapping

    enum Readiness {
      case ready
      /// The driver reports an error or a hang-up. The next request tells which.
      case trouble
      case timeout
    }

    /// Waits for a filled buffer until `deadline`, a time of the clock.
    func wait(until deadline: Duration) throws(CaptureError) -> Readiness {
      var trouble = false
      let result = Self.retryingWhileInterrupted {
        // The time is computed again after an interruption, so that signals do not lengthen the wait.
        kernel.wait(descriptor, milliseconds: Self.milliseconds(in: deadline - clock.now), trouble: &trouble)
      }
      try Self.check(result, .poll, path)
      return result == 0 ? .timeout : trouble ? .trouble : .ready
    }

    /// Returns a duration in milliseconds, rounded up so that a wait does not end before its deadline; 0 for a duration
    /// that has passed.
    private static func milliseconds(in duration: Duration) -> Int32 {
      let left = duration.components
      guard left.seconds >= 0, left.attoseconds >= 0 else { return 0 }
      let fraction = (left.attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
      return left.seconds >= 2_000_000 ? 2_000_000_000 : Int32(left.seconds * 1000 + fraction)
    }

    func map(length: Int, offset: UInt32) throws(CaptureError) -> UnsafeMutableRawBufferPointer {
      var address: UnsafeMutableRawPointer?
      try Self.check(kernel.map(descriptor, length: length, offset: offset, address: &address), .map, path)
      return UnsafeMutableRawBufferPointer(start: address, count: length)
    }

    func unmap(_ mapping: UnsafeMutableRawBufferPointer) {
      if let address = mapping.baseAddress { kernel.unmap(address, length: mapping.count) }
    }
  }

  extension CaptureRequest {
    /// The code for `ioctl`, or 0, which no driver knows, for requests that are not an `ioctl`.
    fileprivate var code: UInt {
      switch self {
      case .queryCapabilities: cv4l_querycap
      case .enumerateFormats: cv4l_enum_fmt
      case .enumerateFrameSizes: cv4l_enum_framesizes
      case .getFormat: cv4l_g_fmt
      case .setFormat: cv4l_s_fmt
      case .tryFormat: cv4l_try_fmt
      case .requestBuffers: cv4l_reqbufs
      case .queryBuffer: cv4l_querybuf
      case .queueBuffer: cv4l_qbuf
      case .dequeueBuffer: cv4l_dqbuf
      case .streamOn: cv4l_streamon
      case .streamOff: cv4l_streamoff
      case .getParameters: cv4l_g_parm
      case .queryControl: cv4l_queryctrl
      case .queryExtendedControl: cv4l_query_ext_ctrl
      case .queryMenu: cv4l_querymenu
      case .getControl: cv4l_g_ctrl
      case .setControl: cv4l_s_ctrl
      case .getExtendedControls: cv4l_g_ext_ctrls
      case .setExtendedControls: cv4l_s_ext_ctrls
      case .subscribeEvent: cv4l_subscribe_event
      case .dequeueEvent: cv4l_dqevent
      case .mediaDeviceInformation: cv4l_media_device_info
      case .mediaTopology: cv4l_media_topology
      case .setUpLink: cv4l_media_setup_link
      case .getPadFormat: cv4l_subdev_g_fmt
      case .setPadFormat: cv4l_subdev_s_fmt
      case .enumerateBusCodes: cv4l_subdev_enum_mbus_code
      case .enumeratePadSizes: cv4l_subdev_enum_frame_size
      case .getRouting: cv4l_subdev_g_routing
      case .setClientCapabilities: cv4l_subdev_s_client_cap
      case .open, .poll, .map: 0
      }
    }
  }
#endif
