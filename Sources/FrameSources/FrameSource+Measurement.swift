public import DeviceProfiles
public import GrayCard
public import RawFrames
public import WhiteBalance

/// The settings for measuring a gray card in a source's frames.
public struct MeasurementSettings: Sendable {
  /// The profile of the device; `nil` for the source's own, if it has one.
  public var profile: DeviceProfile?
  /// Whether the source's own colours, such as a DNG's matrices, tell the light where there is no ``profile``.
  public var usesOwnColors = true
  /// The frames to average.
  public var frames = FrameSelection.only
  /// The black and white level.
  public var levels = LevelSettings()
  /// The part of the frame that shows the card.
  public var area = CardArea.found
  /// The gains that the device can apply; `nil` for the profile's range, or ``/WhiteBalance/GainRange/standard``.
  public var range: GainRange?
  /// The policy for gains outside the range; `nil` for the nearest light on a known device, else for clamped channels.
  public var policy: GainPolicy?
  /// The kind of the light, where it is known. The errors of temperature and Duv are those for lights of this kind.
  public var lightKind = LightKind.any
  /// The treatment of an unknown black level.
  public var unknownBlack = CardMeasurement.UnknownBlack.estimate
  /// The limits beyond which the card is refused or has a warning.
  public var limits = GrayCardLimits()

  /// Creates the standard settings: the only frame, with the source's own levels and colours.
  public init() {}
}

/// The number of frames of a source that have been read.
public struct FrameProgress: Hashable, Sendable {
  /// The number of frames that have been read, and the number that will be.
  public let done, count: Int
}

extension FrameSource {
  /// Returns the frame of the source, or the mean of several, with levels.
  ///
  /// - Parameters:
  ///   - frames: The frames to average.
  ///   - levels: The settings for the levels.
  ///   - profile: The levels of the device's profile. They apply where the source states none of its own.
  ///   - progress: A function that receives the number of frames read so far.
  /// - Throws: ``FrameSourceError`` where the source fails, or its frames or dark frames cannot be used.
  public func frame(
    _ frames: FrameSelection = .only, levels: LevelSettings = LevelSettings(), profile: SampleLevels? = nil,
    progress: (FrameProgress) -> Void = { _ in }
  ) throws(FrameSourceError) -> SourceFrame {
    // Dark frames are read first, because a running camera would not wait for that.
    let levels = try FrameLevels(of: self, levels, profile: profile, progress: progress)
    if frames.count == 1 {
      guard let frame = try reader(of: frames).next() else { throw FrameSourceError(name, .device("no frame came")) }
      progress(FrameProgress(done: 1, count: 1))
      return SourceFrame(try levels.applied(to: frame, of: name), name: name, blackOrigin: levels.origin)
    }
    var average: FrameAverage?
    try collect(frames, levels, into: &average, progress: progress)
    guard let average else { throw FrameSourceError(name, .request("no frame is asked for; it must be at least 1")) }
    return SourceFrame(average, name: name, blackOrigin: levels.origin)
  }

  /// Measures the gray card in the frames of the source.
  ///
  /// - Parameters:
  ///   - settings: The area to measure, the profile, and the limits.
  ///   - progress: A function that receives the number of frames read so far.
  /// - Throws: ``FrameSourceError`` where there is no frame to measure. A card that cannot be trusted is refused in the
  ///   verdict and does not throw.
  public func measurement(
    _ settings: MeasurementSettings = MeasurementSettings(), progress: (FrameProgress) -> Void = { _ in }
  ) throws(FrameSourceError) -> CardMeasurement {
    let frame = try frame(
      settings.frames, levels: settings.levels, profile: settings.profile?.levels, progress: progress)
    let own = settings.usesOwnColors && settings.profile == nil ? facts.profile : nil
    do throws(GrayCardError) {
      let measurement = try CardMeasurement(
        of: frame, on: settings.profile ?? own, in: settings.area, appliedGains: facts.appliedGains,
        range: settings.range, policy: settings.policy, lightKind: settings.lightKind, limits: settings.limits,
        unknownBlack: settings.unknownBlack
      ).warning(of: [
        Finding(corrections: facts.corrections), otherCamera(than: settings.profile), otherBlack(of: frame),
      ])
      return own == nil ? measurement : measurement.onColorsOfFile()
    } catch { throw FrameSourceError(name, .card(error)) }
  }

  /// Returns the warning about a source that names another camera than the profile; `nil` where it does not.
  package func otherCamera(than profile: DeviceProfile?) -> Finding? {
    guard let profile, let device, device.isOther(than: profile.identity) else { return nil }
    return Finding(
      .otherCamera,
      "the file is from \(device), and the profile is of \(profile.identity); light and errors hold only for the profile's "
        + "camera")
  }

  /// Returns the warning about a black level, given or of dark frames, that is far from the one that the source states.
  private func otherBlack(of frame: SourceFrame) -> Finding? {
    guard [.option, .darkFrames].contains(frame.blackOrigin), [.file, .device].contains(facts.blackOrigin),
      let own = facts.levels
    else { return nil }
    return Finding(black: frame.levels.black, unlike: own, of: name)
  }

  /// The camera that the source names; `nil` where it names none.
  package var device: DeviceIdentity? {
    // A still of a camera whose colours nobody knows has a name and no profile.
    let device = facts.device ?? facts.profile?.identity
    return device?.isNamed == true ? device : nil
  }

  /// Adds frames to an average, one at a time.
  func collect(
    _ frames: FrameSelection, _ levels: FrameLevels, into average: inout FrameAverage?,
    progress: (FrameProgress) -> Void
  ) throws(FrameSourceError) {
    let reader = try reader(of: frames)
    for done in 1...max(frames.count, 1) {
      guard let next = try reader.next() else {
        guard frames.count > 0 else { return }
        throw FrameSourceError(
          name, .request("it ended after \(done - 1) of the \(frames.count) frames that are asked for"))
      }
      let frame = try levels.applied(to: next, of: name)
      do throws(FrameAverageError) {
        if average == nil { average = FrameAverage(frame) } else { try average?.add(frame) }
      } catch { throw FrameSourceError(name, .average(error)) }
      progress(FrameProgress(done: done, count: frames.count))
    }
  }
}
