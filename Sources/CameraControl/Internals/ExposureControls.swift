#if os(Linux)
  internal import VideoCapture

  /// The device's controls of exposure, and what their units mean.
  struct ExposureControls: Sendable {
    let baseISO: Double
    let duration: CaptureControl?
    let gain: CaptureControl?

    init(_ device: borrowing CaptureDevice, baseISO: Double) throws(CaptureError) {
      self.baseISO = baseISO
      duration = try device.control(.exposureAbsolute)
      if let gain = try device.control(.gain) { self.gain = gain } else { gain = try device.control(.analogueGain) }
    }

    /// V4L2's unit of absolute exposure. Source: Linux kernel documentation, "Camera Control Reference".
    static let durationUnit = 1e-4

    func current(_ device: borrowing CaptureDevice) throws(CaptureError) -> FrameExposure {
      var exposure = FrameExposure()
      if let duration { exposure.duration = Double(try device.value(of: duration.id)) * Self.durationUnit }
      if let gain, gain.range.lowerBound > 0 {
        let factor = Double(try device.value(of: gain.id)) / Double(gain.range.lowerBound)
        exposure.gain = factor
        exposure.iso = factor * baseISO
      }
      return exposure
    }
  }
#endif
