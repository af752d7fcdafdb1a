#if os(Linux)
  import CameraDevices
  import RawFrames
  import Testing
  import VideoCapture

  /// The Swift of VideoCapture's page. A machine without a camera has no path to go through;
  /// the camera rig's tests have.
  @Suite struct VideoCaptureSamples {
    @Test(.enabled(if: CaptureDevice.allPaths.isEmpty, "the sample would take a frame from a camera of this machine"))
    func `the landing page`() throws {
      for path in CaptureDevice.allPaths {
        // Some nodes have no frames, or none that are raw.
        guard let device = try? CaptureDevice(path: path) else { continue }
        guard let raw = try? device.rawFormats().first else { continue }
        try device.setFormat(raw, width: 640, height: 480, size: .nearest)
        var stream = try device.stream()
        print(path, try stream.nextFrame().frame.bytes.count)
      }
    }

    @Test func `the cameras of a machine`() throws {
      for case .success(let device) in ConnectedCameras.all() {
        print(device.name, device.identity.card, try device.formats().count)
      }
      let nodes = ConnectedCameras.all(includingSensorNodes: true)
      #expect(ConnectedCameras.all().count <= nodes.count && (nodes.isEmpty || !CaptureDevice.allPaths.isEmpty))
    }
  }
#endif
