#if os(Linux)
  import CVideo4Linux
  import Foundation
  import RawFrames
  import SystemPackage
  import TestSupport
  import Testing

  @testable import VideoCapture

  /// Opening tells why paths are no cameras, on any machine.
  @Suite struct OpeningWhatIsNoCamera {
    private func reason(for path: FilePath) throws -> CaptureError.Reason {
      let error = #expect(throws: CaptureError.self) { _ = try CaptureDevice(path: path) }
      #expect(error?.device == path)
      #expect(try OpenResources(of: path.string) == .none)
      return try #require(error).reason
    }

    @Test(arguments: ["/dev/video99999", "/no/such/folder/video0", "/dev/null/video0"])
    func `a missing device is named with its path`(path: String) throws {
      #expect(try reason(for: FilePath(path)) == .noSuchDevice)
    }

    @Test func `a folder is not a character device`() throws {
      #expect(try reason(for: "/dev") == .notACharacterDevice)
    }

    @Test func `a regular file is not a character device`() throws {
      #expect(try reason(for: FilePath(#filePath)) == .notACharacterDevice)
    }

    @Test(arguments: ["/dev/zero", "/dev/full"])
    func `a character device of another kind is not a V4L2 device`(path: String) throws {
      #expect(try reason(for: FilePath(path)) == .notAVideoDevice)
    }
  }

  @Suite struct ListOfPaths {
    @Test func `holds the nodes of one name only, by their numbers`() throws {
      let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      for name in [
        "video10", "video2", "video0", "v4l-touch0", "video", "video-1", "video+1", "video01", "media1", "media01",
        "media0",
      ] {
        try Data().write(to: folder.appending(path: name))
      }
      #expect(
        CaptureDevice.paths(in: FilePath(folder.path)).map(\.lastComponent?.string) == ["video0", "video2", "video10"])
      #expect(
        LinuxKernel().nodes("media", in: FilePath(folder.path)).map(\.lastComponent?.string) == ["media0", "media1"])
    }

    @Test func `is empty where there is no such folder`() {
      #expect(CaptureDevice.paths(in: "/no/such/folder") == [])
    }
  }

  /// Opening takes or refuses a driver's answers.
  @Suite struct OpeningADevice {
    private func open(_ driver: FakeDriver) throws -> CaptureDeviceIdentity {
      try CaptureDevice(path: "/dev/video7", kernel: driver).identity
    }

    private func reason(for driver: FakeDriver) throws -> CaptureError.Reason {
      let error = try #require(throws: CaptureError.self) { try open(driver) }
      #expect(error.device == "/dev/video7")
      #expect(driver.isAtRest)
      return error.reason
    }

    @Test func `tells who the device is`() throws {
      let driver = try FakeDriver()
      let identity = try open(driver)
      #expect(identity.driver == "fake")
      #expect(identity.card == "A fake camera")
      #expect(identity.bus == "platform:fake-000")
      #expect(identity.driverVersion == "6.1.192")
      #expect(driver.isAtRest)
    }

    @Test(arguments: [Errno.permissionDenied, .notPermitted])
    func `a device that may not be opened is named as such`(errno: Errno) throws {
      #expect(try reason(for: FakeDriver { $0.openFailure = errno }) == .permissionDenied)
    }

    @Test func `a node whose driver is gone is named as such`() throws {
      let driver = try FakeDriver { $0.openFailure = .operationNotSupportedByDevice }
      #expect(try reason(for: driver) == .deviceGone(.open))
    }

    @Test func `a device that one program only may open is busy`() throws {
      #expect(try reason(for: FakeDriver { $0.openFailure = .resourceBusy }) == .busy(.open))
    }

    @Test func `an output is not a capture device`() throws {
      let driver = try FakeDriver { $0.capabilities = UInt32(V4L2_CAP_VIDEO_OUTPUT | V4L2_CAP_STREAMING) }
      #expect(try reason(for: driver) == .notACaptureDevice(card: "A fake camera"))
    }

    @Test func `what the node can do counts, not what the device can do`() throws {
      let driver = try FakeDriver { $0.deviceCapabilities = UInt32(V4L2_CAP_META_CAPTURE | V4L2_CAP_STREAMING) }
      #expect(try reason(for: driver) == .notACaptureDevice(card: "A fake camera"))
    }

    @Test func `a device that can only be read from cannot stream`() throws {
      let driver = try FakeDriver { $0.capabilities = UInt32(V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_READWRITE) }
      #expect(try reason(for: driver) == .noStreaming(card: "A fake camera"))
    }

    @Test func `any other failure keeps its errno`() throws {
      let driver = try FakeDriver { $0.failures = [cv4l_querycap: (.ioError, 1)] }
      #expect(try reason(for: driver) == .requestFailed(.queryCapabilities, .ioError))
    }
  }
#endif
