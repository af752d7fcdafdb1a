// SPDX-FileCopyrightText: 2026 The WhiteBalance authors
// SPDX-License-Identifier: Apache-2.0
#if os(Linux)
  import CameraControl
  import Colorimetry
  import GrayCard
  import Metering
  import RawFrames
  import TestSupport
  import Testing
  import VideoCapture
  import WhiteBalance

  /// Reads the card in every trusted frame of a camera, and holds each reading against the light that was there.
  struct MeterWitness {
    /// The duration, in seconds, at which the card has the share of the range that its light says.
    let unitDuration: Double
    /// The steps that were done, for failures.
    let situation: String
    private(set) var lights: [Light] = []

    /// Light on the card, as shares of the range at a gain of 1 and the unit of duration.
    struct Light {
      /// The number of the first frame that shows it.
      let firstFrame: Int
      let red, green, blue: Double
    }

    /// So many frames about a change may show either light: a sensor may be asked for the number in the middle of one.
    private static let changingFrames = 2

    init(unitDuration: Double, situation: String) { (self.unitDuration, self.situation) = (unitDuration, situation) }

    mutating func note(_ light: Light) { lights.append(light) }

    /// Follows the camera until `count` cards have been read in its newest light, or `limit` frames have come.
    ///
    /// - Returns: How many were read.
    func readings(of camera: CameraControl.Camera, count: Int, limit: Int) async throws -> Int {
      var (done, frames) = (0, 0)
      for await frame in camera.frames {
        frames += 1
        if let isNewest = try check(frame, of: camera), isNewest { done += 1 }
        if done == count || frames == limit { break }
      }
      return done
    }

    /// - Returns: Whether the frame has the newest light alone; `nil` where nothing was read.
    private func check(_ frame: CameraFrame, of camera: CameraControl.Camera) throws -> Bool? {
      guard frame.isTrusted else { return nil }
      let source = SourceFrame(frame.frame, name: camera.uniqueID, blackOrigin: .profile)
      let measured = try MeteringReader().measurement(of: source, on: camera.profile, appliedGains: frame.appliedGains)
      guard case .ok(let card) = measured.verdict else { return nil }
      let possible = possibleLights(Int(frame.sequence))
      let faults = possible.map { self.faults(card, frame, $0) }
      if !faults.contains([]) {
        Issue.record("\(situation), frame \(frame.sequence), applied \(frame.appliedGains): \(faults)")
      }
      return possible.count == 1 && possible[0].firstFrame == lights.last?.firstFrame
    }

    private func possibleLights(_ frame: Int) -> [Light] {
      lights.enumerated().filter { index, light in
        let next = index + 1 < lights.count ? lights[index + 1].firstFrame : .max
        return frame >= light.firstFrame - Self.changingFrames && frame - Self.changingFrames < next
      }.map(\.element)
    }

    /// Returns the faults of a reading, where `light` is the light on the card.
    private func faults(_ card: MeasuredCard, _ frame: CameraFrame, _ light: Light) -> [String] {
      var faults: [String] = []
      let (neutral, covariance) = (card.neutral.value.vector, card.neutral.covariance)
      for (name, channel, truth) in [("red", 0, light.red / light.green), ("blue", 2, light.blue / light.green)] {
        let ratio = neutral[channel] / neutral[1]
        let variance =
          covariance[channel, channel] / (neutral[channel] * neutral[channel])
          + covariance[1, 1] / (neutral[1] * neutral[1]) - 2 * covariance[channel, 1] / (neutral[channel] * neutral[1])
        let off = largest(abs(ratio / truth - 1) - Tolerance.roundedLight.limit, 0)
        if !Tolerance.statedErrorsOfReading.allows(off / variance.squareRoot()) {
          faults.append("\(name) \(ratio), not \(truth); \(variance.squareRoot())")
        }
      }
      guard let duration = frame.exposure.duration, let gain = frame.exposure.gain else { return faults }
      let truth = min(light.green * duration / unitDuration * gain, 1)
      let found = card.neutral.value.green
      if !Tolerance.exposedPixels.allows(abs(found / truth - 1)) {
        faults.append("\(duration) s, gain \(gain): green \(found), not \(truth)")
      }
      return faults
    }
  }

  /// The acts of another program on a camera, and the cards that may then be read.
  struct OtherHand: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The meter's work meanwhile; where it is nothing, cards are read and nothing is set.
    var metered: Set<MeteringQuantity> = []
    /// The controls that are set, one after another.
    var controls: KeyValuePairs<ControlID, Int32> = [:]
    /// The reason why cards are not read, or `nil` where they go on to be.
    var intrusion: CameraControl.Camera.Intrusion?
  }

  extension OtherHand {
    /// Follows a camera while another program sets its controls and the light changes. Every reading must be right,
    /// and readings must continue unless `intrusion` is the reason why they cannot.
    ///
    /// - Parameters:
    ///   - set: Sets a control as another program does.
    ///   - changeLight: Changes the light on the card, and notes it.
    func act(
      on camera: CameraControl.Camera, _ witness: MeterWitness, set: (ControlID, Int32) throws -> Void,
      changeLight: (inout MeterWitness) throws -> Void
    ) async throws {
      var witness = witness
      try camera.startRunning()
      defer { camera.stopRunning() }
      let meter = CameraMeter(camera)
      if !metered.isEmpty {
        try await meter.scan(
          lockDuration: 0.2, exposure: metered.contains(.exposure), focus: false,
          whiteBalance: metered.contains(.whiteBalance))
      }
      #expect(try await witness.readings(of: camera, count: 1, limit: 60) == 1, "\(self) before")
      for (control, value) in controls { try set(control, value) }
      for changesLight in [false, true] {
        if changesLight { try changeLight(&witness) }
        let done = try await witness.readings(of: camera, count: 2, limit: intrusion == nil ? 90 : 12)
        #expect(done == (intrusion == nil ? 2 : 0), "\(self), \(changesLight)")
        #expect(camera.intrusion == intrusion, "\(self)")
      }
    }
  }
#endif
