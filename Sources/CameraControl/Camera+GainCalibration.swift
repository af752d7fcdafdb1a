// SPDX-FileCopyrightText: 2026 The WhiteBalance authors
// SPDX-License-Identifier: Apache-2.0
public import CameraDevices
internal import Metering
internal import NumericalMethods
internal import RawFrames
internal import Synchronization

/// The law of a gain, measured by ``Camera/calibratedGain(steps:)``.
public struct GainCalibration: Hashable, Sendable {
  /// The control whose codes were stepped.
  public let control: CaptureControl
  /// The gain of each code, for ``CameraOptions/gainLaw``.
  public let law: ImageSensor.GainLaw
  /// The largest share by which a measured gain departs from the law. It is 0 where the law consists of the points.
  public let misfit: Double
  /// The gains that were measured, relative to the gain of the least code.
  public let points: [ImageSensor.GainLaw.Point]
}

extension Camera {
  /// Measures the gains of the device's gain codes. The settings are restored, even after an error.
  ///
  /// The camera steps through the codes in front of an even surface under a steady light. Where a step would clip, the
  /// exposure is made shorter and the step before it is measured again. It measures green, or all samples of a camera
  /// without colours.
  ///
  /// - Parameter steps: The number of codes to measure, from end to end; at least 3.
  /// - Returns: The law, for ``CameraOptions/gainLaw``. This camera does not use it.
  /// - Throws: ``CameraError/Reason/gainCalibration(_:)`` where there is no gain or one of fewer than three codes, the
  ///   light is not steady, or the surface is too dark or too bright; ``CameraError/Reason/notRunning``;
  ///   ``CameraError/Reason/occupied`` while a bracket or another measurement goes on; ``CameraError/Reason/cancelled``
  ///   as soon as the task is cancelled.
  public func calibratedGain(steps: Int = 9) async throws(CameraError) -> GainCalibration {
    try checkRunning()
    let control = try ask { device throws(CameraDeviceError) in try ExposureControls.gainControl(device) }
    guard let control, control.range.lowerBound < control.range.upperBound else {
      throw error(.gainCalibration(.noControl))
    }
    let codes = GainSteps.codes(control, max(steps, GainSteps.least))
    guard codes.count >= GainSteps.least else { throw error(.gainCalibration(.fewCodes(codes.count))) }
    let points = try await restoringSettings(of: .exposure) { () async throws(CameraError) in
      try await steppedGains(control, codes)
    }
    guard let fit = ImageSensor.GainLaw.fitting(points) else { throw error(.gainCalibration(.notRising)) }
    return GainCalibration(control: control, law: fit.law, misfit: fit.misfit, points: points)
  }

  private func steppedGains(
    _ control: CaptureControl, _ codes: [Int64]
  ) async throws(CameraError) -> [ImageSensor.GainLaw.Point] {
    var exposure = try await startingExposure(control, codes[0])
    let start = exposure
    let first = try await self.signal(control, codes[0], exposure)
    var points = [ImageSensor.GainLaw.Point(code: Double(codes[0]), gain: 1)]
    var (before, reached) = (first, 1.0)
    for (code, last) in zip(codes.dropFirst(), codes) {
      var signal = try await self.signal(control, code, exposure)
      while signal > SurfaceLevel.brightest, let shorter = shortened(exposure, by: SurfaceLevel.shortening) {
        exposure = shorter
        before = try await self.signal(control, last, exposure)
        signal = try await self.signal(control, code, exposure)
      }
      guard signal <= SurfaceLevel.brightest else { throw error(.gainCalibration(.exposure(signal))) }
      guard before >= GainSteps.darkest else { throw error(.gainCalibration(.exposure(before))) }
      reached *= signal / before
      points.append(.init(code: Double(code), gain: reached))
      before = signal
    }
    let drift = try await self.signal(control, codes[0], start) / first
    guard abs(drift - 1) <= GainSteps.largestDrift else { throw error(.gainCalibration(.unsteady(drift))) }
    return points
  }

  /// Returns an exposure, in the control's unit, at which the least gain is bright enough for the following steps.
  ///
  /// It is `nil` where the device has no control of the duration. After ``GainSteps/mostTries`` tries it is the last
  /// one, whatever its brightness.
  private func startingExposure(_ gain: CaptureControl, _ code: Int64) async throws(CameraError) -> Int64? {
    guard let duration = exposure.duration else { return nil }
    var value = try ask { device throws(CameraDeviceError) in try device.value(of: duration.control.id) }
    // Each try comes nearer. After a clipped frame it may take several.
    for _ in 0..<GainSteps.mostTries {
      let signal = try await self.signal(gain, code, value)
      let factor = SurfaceLevel.exposureFactor(at: signal)
      let next = duration.value(for: duration.quantity(of: value) * factor)
      if abs(factor - 1) < GainSteps.nearEnough || next == value { break }
      value = next
    }
    return value
  }

  private func shortened(_ exposure: Int64?, by factor: Double) -> Int64? {
    guard let exposure, let duration = self.exposure.duration else { return nil }
    let shorter = duration.value(for: duration.quantity(of: exposure) / factor)
    return shorter < exposure ? shorter : nil
  }

  /// Returns the signal in the middle of the frame, as a share of the range, at a gain's code and an exposure.
  ///
  /// A second frame with half of the exposure is subtracted, so that an unknown black level cancels. A frame counts as
  /// 1 where it is clipped.
  private func signal(_ gain: CaptureControl, _ code: Int64, _ value: Int64?) async throws(CameraError) -> Double {
    let whole = try await level(gain, code, value)
    guard let value, let duration = exposure.duration, whole < SurfaceLevel.brightest else { return whole }
    let half = duration.value(for: duration.quantity(of: value) / 2)
    let share = duration.quantity(of: half) / duration.quantity(of: value)
    guard share < GainSteps.mostOfHalf else { return whole }
    return (whole - (try await level(gain, code, half))) / (1 - share)
  }

  /// Returns the level in the middle of the frame above the assumed black level, as a share of the range: the mean of
  /// ``GainSteps/frames`` frames, of which a clipped one counts as 1.
  private func level(_ gain: CaptureControl, _ code: Int64, _ value: Int64?) async throws(CameraError) -> Double {
    _ = try await timestamp { completion throws(CameraError) in
      let waits = try setToMeasure(exposureMode: .custom, completion) { device throws(CameraDeviceError) in
        try exposure.setAutomatic(false, device)
        if let value, let duration = exposure.duration {
          try device.set([duration.control.id: value, gain.id: code])
        } else {
          try device.set(gain.id, to: code)
        }
      }
      if !waits { completion(.success(nil)) }
    }
    var sum = 0.0
    for _ in 0..<GainSteps.frames {
      sum += SurfaceLevel.inMiddle(of: try await nextFrame(within: frameLimit) { _ in true }.frame)
    }
    return sum / Double(GainSteps.frames)
  }
}

/// The steps through a control of gain.
private enum GainSteps {
  /// Two points determine a law of one number, and the third shows whether it holds.
  static let least = 3
  /// The number of frames whose mean is a level.
  static let frames = 3
  /// The largest change of the light, as a share. Lamps that have warmed up vary by a few tenths of a percent.
  static let largestDrift = 0.01
  /// The least signal, as a share of the range, from which a gain is measured. Below it, an error of the black level
  /// would distort the ratio of two signals.
  static let darkest = 0.005
  /// The relative change of the exposure below which no other is tried.
  static let nearEnough = 0.3
  /// The largest share of the whole exposure that the halved one may be. Where the device's steps are coarser, one
  /// frame alone is measured, and the result depends on the black level.
  static let mostOfHalf = 0.8
  /// The number of exposures that are tried.
  static let mostTries = 6

  /// Returns codes at even distances, so that the upper ones, where most laws rise steeply, have points as well.
  static func codes(_ control: CaptureControl, _ steps: Int) -> [Int64] {
    let (low, high) = (Double(control.range.lowerBound), Double(control.range.upperBound))
    let all = (0..<steps).map { control.legalValue(near: low + (high - low) * Double($0) / Double(steps - 1)) }
    return all.enumerated().filter { $0 == 0 || $1 != all[$0 - 1] }.map(\.element)
  }
}

/// The reason why a gain's law cannot be measured.
public enum GainCalibrationFault: Error, Hashable, Sendable {
  /// The device has no control of gain.
  case noControl
  /// The scene changed by this factor during the measurement.
  case unsteady(Double)
  /// The middle of the frame has this share of the range, too bright at a high gain or too dark, and no exposure makes
  /// it usable.
  case exposure(Double)
  /// The gains do not rise with their codes.
  case notRising
  /// The control has only this many codes, from which no law can be found.
  case fewCodes(Int)
}

extension GainCalibrationFault: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noControl: "the camera has no control of gain to calibrate"
    case .unsteady(let factor):
      "the light changed by a factor of \(factor.rounded(digits: 3)) while the gain was calibrated; use a steady one"
    case .exposure(let share):
      share > SurfaceLevel.brightest
        ? "the middle of the frame is at \(share.percent) of its range at a high gain, and no exposure makes it at most "
          + "\(SurfaceLevel.brightest.percent); show an even surface in less light"
        : "the middle of the frame is at \(share.percent) of its range, and no exposure makes it at least "
          + "\(GainSteps.darkest.percent); show an even surface in more light"
    case .notRising: "the gains that were measured do not rise with their codes; show an even surface in steady light"
    case .fewCodes(let count):
      "the control of gain has only \(count) codes, and a law needs \(GainSteps.least) or more; the driver's range and "
        + "step tell the codes"
    }
  }
}
