// SPDX-FileCopyrightText: 2026 The WhiteBalance authors
// SPDX-License-Identifier: Apache-2.0
internal import CameraDevices
internal import Colorimetry
internal import Metering
internal import NumericalMethods
internal import Synchronization

/// The number of frames until a change shows, measured by ``Camera/measuredPipelineDelay()``.
public struct PipelineDelay: Hashable, Sendable {
  /// The number of frames until a change of the exposure shows.
  ///
  /// It counts from the frame that is being taken when the exposure is set to the first that has all of the change.
  public let exposure: Int
  /// The number of frames until a change of the gain shows, counted like ``exposure``.
  ///
  /// It is `nil` where the device has no control of gain, or none that changes the surface's brightness.
  public let gain: Int?

  /// The longer delay, for ``CameraOptions/pipelineDelay``.
  public var longest: Int { max(exposure, gain ?? 0) }
}

extension PipelineDelay: Codable {
  /// Reads delays.
  ///
  /// - Throws: `DecodingError` for a delay that ``CameraOptions/pipelineDelay`` does not take.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    exposure = try container.decode(Int.self, forKey: .exposure)
    gain = try container.decodeIfPresent(Int.self, forKey: .gain)
    for delay in [exposure, gain ?? 0] {
      if let fault = CameraOptions.fault(ofDelay: delay) { throw decoder.corrupted(fault) }
    }
  }
}

extension Camera {
  /// Measures how many frames pass until a change of exposure or of gain shows.
  ///
  ///     let delay = try await camera.measuredPipelineDelay()
  ///     var options = CameraOptions()
  ///     options.pipelineDelay = delay.longest
  ///
  /// The camera steps its controls in front of an even surface under a steady light, then restores the settings, even
  /// after an error. A change of the interval between frames may take one frame more. That delay is measured only where
  /// the surface is so dark that exposures are longer than a frame.
  ///
  /// - Returns: The longest delay of several steps up and down. A step at which frames were lost is made again. A busy
  ///   machine may still make the delay too long, never too short.
  /// - Throws: ``CameraError/Reason/pipelineDelay(_:)`` where there is no control of exposure, no step is seen, too
  ///   many frames are lost, the light is not steady, or the surface is too dark or too bright;
  ///   ``CameraError/Reason/notRunning``; ``CameraError/Reason/occupied`` while a bracket or another measurement goes
  ///   on; ``CameraError/Reason/cancelled`` as soon as the task is cancelled.
  public func measuredPipelineDelay() async throws(CameraError) -> PipelineDelay {
    try checkRunning()
    guard let duration = exposure.duration else { throw error(.pipelineDelay(.noControl)) }
    let gain = try ask { device throws(CameraDeviceError) in try ExposureControls.gainControl(device) }
    return try await restoringSettings(of: .exposure) { () async throws(CameraError) in
      try await steppedDelays(duration, gain)
    }
  }

  private func steppedDelays(
    _ duration: ExposureControls.Scaled, _ gain: CaptureControl?
  ) async throws(CameraError) -> PipelineDelay {
    if let gain { try set(gain.id, to: gain.range.lowerBound) }
    let dim = try await dimExposure(duration)
    let seconds = duration.quantity(of: dim)
    // If the exposure is already the device's longest, the step goes down.
    let hasRoom = seconds * DelaySteps.factor <= duration.range.upperBound
    let other = duration.value(for: hasRoom ? seconds * DelaySteps.factor : seconds / DelaySteps.factor)
    let exposure = try await delay(of: duration.control.id, between: dim, and: other)
    var gainDelay: Int?
    if let gain, let code = try await brighterCode(gain, than: settledLevel(duration.control.id, dim)) {
      gainDelay = try await delay(of: gain.id, between: gain.range.lowerBound, and: code)
    }
    return PipelineDelay(exposure: exposure, gain: gainDelay)
  }

  /// Finds an exposure at which the surface is dim enough for a step up to be within the range.
  private func dimExposure(_ duration: ExposureControls.Scaled) async throws(CameraError) -> Int64 {
    var value = try ask { device throws(CameraDeviceError) in try device.value(of: duration.control.id) }
    for _ in 0..<DelaySteps.mostTries {
      let level = try await settledLevel(duration.control.id, value)
      guard !DelaySteps.levels.contains(level) else { return value }
      let next = duration.value(for: duration.quantity(of: value) * SurfaceLevel.exposureFactor(at: level))
      guard next != value else { throw error(.pipelineDelay(.exposure(level))) }
      value = next
    }
    throw error(.pipelineDelay(.exposure(try await settledLevel(duration.control.id, value))))
  }

  /// Finds a gain code that is clearly brighter than the least one. The law of the codes is not known.
  private func brighterCode(_ gain: CaptureControl, than level: Double) async throws(CameraError) -> Int64? {
    let (low, high) = (gain.range.lowerBound, gain.range.upperBound)
    var share = DelaySteps.firstShare
    while share <= 1 {
      let code = gain.legalValue(near: Double(low) + (Double(high) - Double(low)) * share)
      if code != low, try await settledLevel(gain.id, code) > level * DelaySteps.leastRatio { return code }
      share *= 2
    }
    return nil
  }

  /// Steps a control back and forth between two values, and returns the longest delay.
  private func delay(of id: ControlID, between first: Int64, and second: Int64) async throws(CameraError) -> Int {
    let start = try await settledLevel(id, first)
    var (longest, end) = (0, start)
    for _ in 0..<DelaySteps.count {
      longest = max(longest, try await framesUntil(id, is: second, after: first).delay)
      let back = try await framesUntil(id, is: first, after: second)
      longest = max(longest, back.delay)
      end = back.level
    }
    guard abs(end / start - 1) <= DelaySteps.largestDrift else { throw error(.pipelineDelay(.unsteady(end / start))) }
    return longest
  }

  /// Steps a control from one value to another, and returns the frames until the step shows.
  ///
  /// If frames were lost just before the step shows, the count is only an upper bound. Then the step is made again, and
  /// the shortest count is returned.
  private func framesUntil(
    _ id: ControlID, is value: Int64, after previous: Int64
  ) async throws(CameraError) -> (delay: Int, level: Double) {
    var step = try await step(id, to: value)
    for _ in 0..<DelaySteps.mostRepetitions where step.mayBeLate {
      _ = try await settledLevel(id, previous)
      let next = try await self.step(id, to: value)
      if next.count < step.count || !next.mayBeLate { step = next }
    }
    guard step.count <= DelaySteps.longest + 1 else {
      throw error(
        .pipelineDelay(step.mayBeLate ? .framesLost(shownAfter: step.count) : .noChange(frames: DelaySteps.longest)))
    }
    return (max(step.count - 1, 0), step.level)
  }

  private func step(_ id: ControlID, to value: Int64) async throws(CameraError) -> DelayStep {
    let last = try await nextFrame(within: frameLimit) { _ in true }
    // The change falls in the middle of a frame, so that there is no doubt which frame was being taken. This blocks the
    // thread for a few milliseconds.
    let interval = state.withLock { $0.timeline.nominalInterval }
    clock.sleep(until: now + interval / 2)
    try set(id, to: value)
    let old = SurfaceLevel.inMiddle(of: last.frame)
    let levels = try await levels(from: old)
    let new = levels.suffix(2).map(\.level).reduce(0, +) / 2
    let first = 1 + (levels.lastIndex { abs($0.level - new) > DelaySteps.nearEnough * abs(new - old) } ?? -1)
    guard max(old, new) > min(old, new) * DelaySteps.leastRatio, first < levels.count,
      // The sensor was exposing the frame after `last` when the control was set. It has the number 1.
      let count = Int(exactly: levels[first].sequence &- last.sequence)
    else { throw error(.pipelineDelay(.noChange(frames: DelaySteps.longest))) }
    let before = first > 0 ? levels[first - 1].sequence : last.sequence
    return DelayStep(count: count, mayBeLate: levels[first].sequence &- before > 1, level: new)
  }

  /// Sets a value, and returns the level of the surface once the value surely shows.
  private func settledLevel(_ id: ControlID, _ value: Int64) async throws(CameraError) -> Double {
    try set(id, to: value)
    return try await levels().last?.level ?? 0
  }

  /// Returns the levels of the frames until a step from `old` is over.
  ///
  /// Where `old` is not known, it returns as many as a step may take, and two more.
  private func levels(from old: Double? = nil) async throws(CameraError) -> [FrameLevel] {
    let levels = LevelRecord()
    let count = DelaySteps.longest + 3
    _ = try await nextFrame(within: frameLimit * count) { frame in
      levels.add(frame)
      return levels.all.count >= count || old.map(levels.isStepped(from:)) == true
    }
    return levels.all
  }

  private func set(_ id: ControlID, to value: Int64) throws(CameraError) {
    try checkCancellation()
    let ignore: Completion = { _ in }
    _ = try setToMeasure(exposureMode: .custom, ignore) { device throws(CameraDeviceError) in
      try exposure.setAutomatic(false, device)
      try device.set(id, to: value)
    }
  }
}

/// A step of a control, and the frames until it showed.
private struct DelayStep {
  /// The number of frames from the last one before the step to the first that has all of it.
  var count: Int
  /// Whether frames were lost just before the first that has the step. The count may then be too large.
  var mayBeLate: Bool
  /// The level after the step.
  var level: Double
}

private struct FrameLevel: Sendable {
  let sequence: UInt32
  /// The level in the middle of the frame, as a share of the range.
  let level: Double
}

/// The levels of frames as they come.
private final class LevelRecord: Sendable {
  private let levels = Mutex<[FrameLevel]>([])

  var all: [FrameLevel] { levels.withLock(\.self) }

  func add(_ frame: CameraFrame) {
    let level = FrameLevel(sequence: frame.sequence, level: SurfaceLevel.inMiddle(of: frame.frame))
    levels.withLock { $0.append(level) }
  }

  /// Whether the last frames agree on a level that differs from `old`, the one before the step.
  func isStepped(from old: Double) -> Bool {
    let last = all.suffix(DelaySteps.agreeing).map(\.level)
    guard last.count == DelaySteps.agreeing, let low = last.min(), let high = last.max() else { return false }
    return high < low * DelaySteps.agreement
      && (low > old * DelaySteps.leastRatio || high * DelaySteps.leastRatio < old)
  }
}

/// The steps by which a delay is measured.
private enum DelaySteps {
  /// The number of pairs of steps, one up and one down.
  static let count = 2
  /// The largest number of frames for which a step is waited. No known sensor takes more than 3, and some pipelines
  /// hold a few more.
  static let longest = 8
  /// The ratio of the two exposures between which the exposure is stepped.
  static let factor = 2.0
  /// The least ratio of levels that counts as a step. Noise does not reach it.
  static let leastRatio = 1.3
  /// The number of frames that end a step, and the ratio within which they must agree.
  static let agreeing = 3
  static let agreement = 1.02
  /// The largest part of a step that may be missing in a frame that has the change.
  static let nearEnough = 0.1
  /// The levels, as shares of the range, from which a step up does not clip.
  static let levels = 0.05...0.4
  /// The number of exposures that are tried.
  static let mostTries = 8
  /// The number of times that a step is made again because frames were lost: a second each at 30 frames a second.
  static let mostRepetitions = 4
  /// The first share of the gain's codes to try.
  static let firstShare = 1.0 / 16
  /// The share by which the level may change from the first step to the last: a sixth of the smallest step that is
  /// seen.
  static let largestDrift = 0.05
}

/// The reason why a delay cannot be measured.
public enum PipelineDelayFault: Error, Hashable, Sendable {
  /// The device has no control of exposure.
  case noControl
  /// No step was seen within this many frames.
  case noChange(frames: Int)
  /// Each time that a control was stepped, frames were lost,
  /// and the step showed after this many frames at the earliest.
  case framesLost(shownAfter: Int)
  /// The scene changed by this factor during the measurement.
  case unsteady(Double)
  /// The middle of the frame has this share of the range, and no exposure makes it usable.
  case exposure(Double)
}

extension PipelineDelayFault: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noControl: "the camera has no control of exposure, by whose steps the delay could be measured"
    case .noChange(let frames):
      "a step of exposure or gain was not seen within \(frames) frames; end other programs that set the camera, and show an even surface"
    case .framesLost(let count):
      "a step of exposure or gain was first seen after \(count) frames, because frames were lost each time; end other programs that keep the machine busy"
    case .unsteady(let factor):
      "the light changed by a factor of \(factor.rounded(digits: 3)) while the delay was measured; use a steady one"
    case .exposure(let share):
      "the middle of the frame is at \(share.percent) of its range, and no exposure makes it "
        + "\(DelaySteps.levels.lowerBound.percent) to \(DelaySteps.levels.upperBound.percent); show an even surface in "
        + (share > DelaySteps.levels.upperBound ? "less light" : "more light")
    }
  }
}
