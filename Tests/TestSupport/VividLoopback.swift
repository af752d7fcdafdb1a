#if os(Linux)
  public import RawFrames

  /// A vivid camera that looks at a known frame: what is written to its output node comes back, byte for byte, at its
  /// capture node.
  ///
  /// Source: Linux kernel documentation, "The Virtual Video Test Driver (vivid)", "Video and Sliced VBI looping".
  public enum VividLoopback {
    /// The controls of vivid, by which a test sets its scene.
    public enum Control {
      public static let testPattern: UInt32 = 0x00f0_f000
      /// 2: no text over the picture.
      public static let textOverlay: UInt32 = 0x00f0_f001
      public static let captureScaler: UInt32 = 0x00f0_f021
      public static let outputScaler: UInt32 = 0x00f0_f024
      /// "Loop Video", of kernels before 6.12.
      public static let loop: UInt32 = 0x00f0_f025
      /// "HDMI 000-0 Is Connected To", of kernels since 6.12. 0 is the test pattern, 1 nothing, and 2 and more are the
      /// HDMI outputs of all vivid devices, one a device here.
      public static let connection: UInt32 = 0x00f0_f071
      /// Buttons, but for the percentage of dropped buffers.
      /// The sequence number wraps after 128 frames, the time of frames after 16 s (1: in 63 bits).
      public static let sequenceWrap: UInt32 = 0x00f0_f026
      public static let timestampWrap: UInt32 = 0x00f0_f027
      public static let droppedBuffers: UInt32 = 0x00f0_f040
      public static let disconnect: UInt32 = 0x00f0_f041
      public static let bufferError: UInt32 = 0x00f0_f042
      public static let requestBuffersError: UInt32 = 0x00f0_f043
      public static let queueBufferError: UInt32 = 0x00f0_f044
      public static let streamOnError: UInt32 = 0x00f0_f045
      public static let fatalStreamingError: UInt32 = 0x00f0_f046
    }

    /// The inputs that vivid has by default.
    public enum Input {
      public static let webcam: Int32 = 0
      public static let television: Int32 = 1
      public static let hdmi: Int32 = 3
    }

    /// Shows `frame`, over and over, while `body` runs. The frames from before the first one shown are vivid's own
    /// picture, so `body` must wait for the first that is equal, or leave some out.
    ///
    /// - Parameters:
    ///   - frame: rows without padding, at most 1280 x 720 samples.
    public static func show<Result>(
      _ frame: RawFrame, to camera: RigGuest.Camera = RigGuest.singlePlanar, during body: () throws -> Result
    ) throws -> Result {
      let screen = try screen(showing: frame, to: camera)
      defer { screen.stop() }
      let result = try body()
      if let failure = screen.failure { throw failure }
      return result
    }

    /// Shows `frame` in the same way while an asynchronous `body` runs.
    public static func show<Result>(
      _ frame: RawFrame, to camera: RigGuest.Camera = RigGuest.singlePlanar,
      isolation: isolated (any Actor)? = #isolation,
      during body: () async throws -> sending Result
    ) async throws -> sending Result {
      let screen = try screen(showing: frame, to: camera)
      defer { screen.stop() }
      return try await body()
    }

    private static func screen(showing frame: RawFrame, to device: RigGuest.Camera) throws -> VideoScreen {
      let display = try VideoNode(device.output)
      let camera = try VideoNode(device.capture)
      // Input and output by way of others, which makes vivid forget the crops of the frame before.
      for input in [Input.webcam, Input.hdmi] { try camera.selectInput(input) }
      // Output 1 is HDMI: an output loops with an input of its own kind only.
      for output in [Int32(0), 1] { try display.selectOutput(output) }
      try camera.set(Control.textOverlay, to: 2)
      // A scaler would filter the samples; without, both ends crop.
      try camera.set(Control.captureScaler, to: 0)
      try display.set(Control.outputScaler, to: 0)
      if camera.has(Control.loop) {
        try camera.set(Control.loop, to: 1)
      } else {
        let own = RigGuest.cameras.prefix { $0.capture != device.capture }.count
        // Setting the same value again fails while the camera streams.
        if try camera.value(of: Control.connection) != Int32(2 + own) {
          try camera.set(Control.connection, to: Int32(2 + own))
        }
      }
      return try VideoScreen(display, showing: frame)
    }
  }
#endif
