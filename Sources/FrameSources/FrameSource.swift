public import DeviceProfiles
public import DigitalNegatives
public import ProfileExchange
public import RawFrames
public import WhiteBalance

/// A source of raw frames: a file, standard input, a DNG, a still camera's file, or a camera.
///
/// A source is opened when it is created, so that its layout and facts are known before a frame is read.
/// ``measurement(_:progress:)`` measures the gray card in its frames:
///
///     let source = try RawFileSource(path: "card.raw", format: "RG10", width: 1920, height: 1080)
///     let measurement = try source.measurement(MeasurementSettings())
public protocol FrameSource: Sendable {
  /// The name of the source in messages, such as a file's path.
  var name: String { get }
  /// The format and size of its frames.
  var layout: FrameLayout { get }
  /// The facts that the source states about its frames.
  var facts: SourceFacts { get }

  /// Starts to read frames.
  ///
  /// - Parameter frames: The frames to read.
  /// - Returns: A reader of these frames. A source may have one reader at a time.
  /// - Throws: ``FrameSourceError`` where the source does not have these frames.
  func reader(of frames: FrameSelection) throws(FrameSourceError) -> any FrameReader
}

/// A reader of a source's frames, for one thread at a time. Releasing the reader releases the source.
public protocol FrameReader: AnyObject {
  /// Returns the next frame, or `nil` after the last.
  ///
  /// Its levels are the full range of its format, or those that the file states. ``SourceFacts/levels`` has the levels
  /// to measure by.
  ///
  /// - Throws: ``FrameSourceError`` where the source fails, or ends within a frame.
  func next() throws(FrameSourceError) -> RawFrame?
}

/// The frames of a source to read.
public enum FrameSelection: Hashable, Sendable {
  /// The only frame of the source. A file with more is refused, because the given size may be wrong.
  case only
  /// The first frames. The number is 1 to 65 536; for another number the measurement throws.
  case first(Int)

  /// The legal numbers of frames to average in the tool.
  ///
  /// The noise of 1000 frames is a thirtieth of one frame's. The rest is fixed pattern, the lamp and the lens.
  package static let counts = 1...1000

  /// The number of frames.
  package var count: Int {
    switch self {
    case .only: 1
    case .first(let count): count
    }
  }
}

/// The facts that a source states about its frames. A value that it does not state is `nil`.
public struct SourceFacts: Hashable, Sendable {
  /// The black and white level.
  public var levels: SampleLevels?
  /// The origin of the black level in ``levels``.
  public var blackOrigin: BlackOrigin
  /// The exposure.
  public var exposure: ExposureMetadata
  /// The camera's response to a white surface in these samples, largest channel 1.
  public var asShotNeutral: LinearRGB?
  /// The camera's profile from the source's own tags of colour.
  public var profile: DeviceProfile?
  /// The warnings about what ``profile`` does not hold of these tags.
  public var profileWarnings: [ExchangeWarning] = []
  /// The gains that the device has multiplied the samples by: those of a live camera, or a DNG's AnalogBalance.
  ///
  /// A profile, including ``profile``, describes the response without these gains.
  public var appliedGains = WhiteBalanceGains.unity
  /// The facts about the picture that the source states and its frames do not show, such as a rotation, one sentence
  /// each.
  public var notKept: [String] = []
  /// The camera that the source names; `nil` where it names none, or only by ``profile``.
  public var device: DeviceIdentity?
  /// The corrections of samples that the source asks for and that are not made, such as `OpcodeList2 (GainMap)` of a
  /// DNG. A measurement warns of them.
  public var corrections: [String] = []

  /// Creates facts.
  ///
  /// - Parameters:
  ///   - levels: The black and white level.
  ///   - blackOrigin: The origin of the black level.
  ///   - exposure: The exposure.
  ///   - asShotNeutral: The camera's response to a white surface, largest channel 1.
  ///   - profile: The camera's profile from the source's own tags of colour.
  public init(
    levels: SampleLevels? = nil, blackOrigin: BlackOrigin = .file, exposure: ExposureMetadata = .unknown,
    asShotNeutral: LinearRGB? = nil, profile: DeviceProfile? = nil
  ) {
    (self.levels, self.blackOrigin, self.exposure) = (levels, blackOrigin, exposure)
    (self.asShotNeutral, self.profile) = (asShotNeutral, profile)
  }
}
