// SPDX-FileCopyrightText: 2026 The WhiteBalance authors
// SPDX-License-Identifier: Apache-2.0
public import CameraDevices
public import DeviceProfiles
internal import DigitalNegatives
public import FrameSources
public import RawFrames
internal import Synchronization
internal import WhiteBalance

/// A camera as a source of frames, on V4L2, simulated or an app's own. The camera runs while a reader reads.
///
///     let source = try CameraFrameSource(SimulatedCamera())
///     let measurement = try source.measurement()
public struct CameraFrameSource: FrameSource {
  public let name: String
  public let layout: FrameLayout
  public let facts: SourceFacts
  private let device: any CameraBackend
  private let watch = ChangeWatch()
  /// The longest time to wait for a frame.
  private let frameLimit: Duration

  /// Sets a camera to a format and a size.
  ///
  /// - Parameters:
  ///   - device: The camera.
  ///   - format: The pixel format. With `nil` the camera keeps its format if that has colours, else takes its deepest
  ///     Bayer format.
  ///   - width: The number of samples in a row; `nil` for the size nearest to the present one,
  ///     with `height` if that is given.
  ///   - height: The number of rows; `nil` for the size nearest to the present one, with `width` if that is given.
  ///   - profile: The camera's profile. The gains of a camera whose only control of white balance is a temperature are
  ///     known only from its profile.
  /// - Throws: ``/FrameSources/FrameSourceError`` where the camera does not have the format or the size, balances white
  ///   automatically, shows a test pattern, or fails.
  public init(
    _ device: any CameraBackend, format: PixelFormat? = nil, width: Int? = nil, height: Int? = nil,
    profile: DeviceProfile? = nil
  ) throws(FrameSourceError) {
    let active: ActiveFormat
    do throws(CameraDeviceError) { active = try device.configured(format, width: width, height: height) } catch {
      throw FrameSourceError(error)
    }
    do throws(RawFrameError) {
      layout = try FrameLayout(
        format: active.pixelFormat, width: active.size.width, height: active.size.height,
        bytesPerRow: active.bytesPerRow)
    } catch { throw FrameSourceError(source: device.name, fault: .device("\(error)")) }
    (self.device, name) = (device, device.name)
    var facts = SourceFacts(levels: device.levels, blackOrigin: .device)
    do throws(CameraDeviceError) {
      // The first call starts the watch for changes by others.
      _ = try device.changedControls()
      facts.appliedGains = try Self.appliedGains(device, profile)
      facts.exposure = try Self.exposure(device, width: active.size.width)
      guard try !DeviceActivity.showsPattern(device) else {
        throw CameraDeviceError(
          device: device.name, fault: .refused("a test pattern is on, which is no frame of a card; set test_pattern=0"))
      }
    } catch { throw FrameSourceError(error) }
    frameLimit = Self.frameLimit(device, exposure: facts.exposure.duration)
    self.facts = facts
  }

  /// Returns the longest time to wait for a frame: a camera's usual one, or that of a few frames where they are long.
  private static func frameLimit(_ device: any CameraBackend, exposure: Double?) -> Duration {
    // A driver may state any number.
    let interval = Duration.seconds(min((try? device.frameInterval())?.seconds ?? 0, longestInterval))
    let frame = max(interval, SettingsTimeline.time(ofExposure: exposure))
    return max(CameraOptions().frameTimeout, frame * Camera.framesOfWait)
  }

  /// Returns the gains that the device reports, as a ``Camera`` without a calibration takes them: a balance control's
  /// default is a gain of 1.
  private static func appliedGains(
    _ device: any CameraBackend, _ profile: DeviceProfile?
  ) throws(CameraDeviceError) -> WhiteBalanceGains {
    if let automatic = try device.control(.autoWhiteBalance), try device.value(of: automatic.id) != 0 {
      let wayOut = automatic.isReadOnly ? "the camera cannot switch it off" : "set white_balance_automatic=0"
      throw CameraDeviceError(
        device: device.name,
        fault: .refused("automatic white balance is on, so the gains of a frame are not known; \(wayOut)"))
    }
    let balance = try GainControl(device, profile?.knownCharacterization, CameraOptions())
    if let setting = balance.unknownSetting { throw CameraDeviceError(device: device.name, fault: .refused(setting)) }
    guard balance.knowsGains else {
      throw CameraDeviceError(
        device: device.name,
        fault: .refused("the camera balances by a temperature, and only its profile tells the gains of that"))
    }
    return try balance.appliedGains(device)
  }

  /// Returns the exposure that the device has set, as far as it is known. With automatic exposure nothing is known,
  /// and with automatic gain the gain is not known.
  ///
  /// No measurement needs the exposure, so it stays unknown where a control cannot be read. Only a device that is
  /// gone causes an error.
  private static func exposure(
    _ device: any CameraBackend, width: Int
  ) throws(CameraDeviceError) -> ExposureMetadata {
    do throws(CameraDeviceError) {
      let controls = try ExposureControls(device, width: width)
      guard try !controls.isAutomatic(device) else { return .unknown }
      var exposure = try controls.current(device, baseISO: CameraOptions().baseISO)
      if try controls.isGainAutomatic(device) { (exposure.gain, exposure.iso) = (nil, nil) }
      return (try? exposure.metadata()) ?? .unknown
    } catch {
      if case .gone = error.fault { throw error }
      return .unknown
    }
  }

  /// Starts the camera, and skips its first frames.
  ///
  /// - Throws: ``/FrameSources/FrameSourceError`` where the camera fails, or where another program has changed its
  ///   colours since it was opened: ``facts`` would not be those of the frames.
  public func reader(of frames: FrameSelection) throws(FrameSourceError) -> any FrameReader {
    do throws(CameraDeviceError) {
      try watch.check(device)
      return try Reader(device, watch, count: frames.count, frameLimit: frameLimit)
    } catch {
      throw FrameSourceError(error, after: 0, of: frames.count)
    }
  }

  private final class Reader: FrameReader {
    private let device: any CameraBackend
    private let watch: ChangeWatch
    private let stream: any CameraStream
    private let count: Int
    private let frameLimit: Duration
    private var done = 0

    init(
      _ device: any CameraBackend, _ watch: ChangeWatch, count: Int, frameLimit: Duration
    ) throws(CameraDeviceError) {
      (self.device, self.watch) = (device, watch)
      stream = try device.stream(bufferCount: CameraFrameSource.bufferCount)
      (self.count, self.frameLimit) = (count, frameLimit)
      for _ in 0..<SettingsTimeline.startingFrames { _ = try stream.nextFrame(timeout: frameLimit) }
    }

    deinit { stream.stop() }

    func next() throws(FrameSourceError) -> RawFrame? {
      guard done < count else { return nil }
      do throws(CameraDeviceError) {
        let frame = try stream.nextFrame(timeout: frameLimit).frame
        done += 1
        if done == count { try watch.check(device) }
        return frame
      } catch { throw FrameSourceError(error, after: done, of: count) }
    }
  }

  /// Watches for controls of colours that another program changes.
  private final class ChangeWatch: Sendable {
    /// The first control that another program has changed. It is kept, because a device reports each change once, and
    /// the source's facts are wrong for all later frames.
    private let changed = Mutex<ControlID?>(nil)

    /// Throws if another program has changed a control of colours: the gains of the frames are then not known.
    func check(_ device: any CameraBackend) throws(CameraDeviceError) {
      let new = try device.changedControls().intersection(CameraFrameSource.colorControls)
        .min { $0.rawValue < $1.rawValue }
      let first = changed.withLock { changed in
        changed = changed ?? new
        return changed
      }
      guard let first else { return }
      let name = try device.control(first)?.name ?? first.name
      throw CameraDeviceError(
        device: device.name,
        fault: .failed("the control '\(name)' was changed by another program; open the camera again, and measure again")
      )
    }
  }

  /// The controls that change the colours of frames.
  private static let colorControls: Set<ControlID> = [
    .autoWhiteBalance, .redBalance, .blueBalance, .whiteBalanceTemperature, .testPattern,
  ]

  /// The longest interval between frames, in seconds, that is accepted from a driver. A wait for a frame lasts up to
  /// three intervals, so this limits the wait for a camera that hangs.
  private static let longestInterval = 60.0

  /// The number of frames that the device may fill ahead.
  private static let bufferCount = 4
}

extension FrameSourceError {
  /// Creates the error of a camera.
  package init(_ error: CameraDeviceError) {
    let text = error.fault.description
    switch error.fault {
    case .noSuchDevice: self.init(source: error.device, fault: .missing(text))
    case .refused, .noControl, .control: self.init(source: error.device, fault: .request(text))
    case .notACamera, .gone, .noFrame, .damagedFrames, .failed, .notRestored:
      self.init(source: error.device, fault: .device(text))
    }
  }

  /// Creates the error of a camera that failed after some of several frames.
  fileprivate init(_ error: CameraDeviceError, after done: Int, of count: Int) {
    self.init(error)
    guard count > 1 else { return }
    let place = ", after \(done) of \(count) frames"
    switch fault {
    case .missing(let text): self.init(source: source, fault: .missing(text + place))
    case .request(let text): self.init(source: source, fault: .request(text + place))
    case .device(let text): self.init(source: source, fault: .device(text + place))
    default: break
    }
  }
}
