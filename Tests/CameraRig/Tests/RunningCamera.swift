#if os(Linux)
  import RawFrames
  import SystemPackage
  import TestSupport
  import VideoCapture

  /// The rig's UVC camera while it streams.
  struct RunningCamera: ~Copyable {
    let camera: RigCamera
    /// For its controls.
    let node: VideoNode
    private var stream: CaptureStream

    init(
      _ camera: RigCamera, format: String = "RG16", size: FrameSize = FrameSize(width: 320, height: 240)
    ) throws {
      let path = try camera.path
      let node = try VideoNode(path)
      let device = try CaptureDevice(path: FilePath(path))
      try device.setFormat(PixelFormat(format), width: size.width, height: size.height)
      stream = try device.stream()
      self.camera = camera
      self.node = node
    }

    mutating func nextFrame() throws -> CapturedFrame { try stream.nextFrame() }

    /// The first frame that shows all that was set before.
    mutating func settledFrame() throws -> CapturedFrame {
      let state = try camera.perform(.tellState)
      return try frame(state.frame + UInt32(state.delay))
    }

    /// The frame of this number, or the first behind it.
    mutating func frame(_ sequence: UInt32) throws -> CapturedFrame {
      var frame = try nextFrame()
      while frame.sequence < sequence { frame = try nextFrame() }
      return frame
    }

    /// Sets a control, and gives the means of the card in the first frame that shows it.
    mutating func card(with control: UInt32, at value: Int32) throws -> [Double] {
      try node.set(control, to: value)
      return try settledFrame().card
    }
  }

  extension CapturedFrame {
    /// The samples of the card, which lies in the middle half of the frame.
    var cardMoments: BayerValues<SampleMoments> {
      let region = Region(x: frame.width / 4, y: frame.height / 4, width: frame.width / 2, height: frame.height / 2)
      return TileMoments(of: frame, in: region, side: frame.width, by: .fastest).total
    }

    /// The means of the card: red, green and blue.
    var card: [Double] {
      let moments = cardMoments
      return [moments.red.mean, (moments.greenOnRedRow.mean + moments.greenOnBlueRow.mean) / 2, moments.blue.mean]
    }

    /// How much the samples above the card differ: the contrast of the background.
    var backgroundContrast: Double {
      let region = Region(x: 0, y: 0, width: frame.width, height: frame.height / 4)
      let green = TileMoments(of: frame, in: region, side: frame.width, by: .fastest).total.greenOnRedRow
      return (green.variance ?? 0).squareRoot() / green.mean
    }
  }
#endif
