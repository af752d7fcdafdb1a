internal import GrayCard
public import RawFrames

/// The settings for the black and white level of a source's frames.
///
/// A level that is not set here is the source's own, else the profile's, else the full range of the format. A black
/// level that the source assumes counts as absent. One that it estimates counts as absent where a profile states a
/// black level.
public struct LevelSettings: Hashable, Sendable {
  /// The origin of the black level, with its value.
  ///
  /// An error that is below 0 or not finite makes the measurement throw ``FrameSourceFault/levels(_:_:)``.
  public enum Black: Hashable, Sendable {
    /// The source or the profile states the black level.
    case told
    /// The caller gives the black level, a value for each channel, and its standard error, in raw values.
    case given(BayerValues<Double>, error: Double = 0)
    /// The black level is measured from files of dark frames.
    ///
    /// The frames follow one another in a file, and have the format and size of the source.
    case darkFrames([String])
  }

  /// The black level.
  public var black: Black
  /// The value at which a sample of each channel is clipped; `nil` for that of the source or the profile.
  public var white: BayerValues<Double>?

  /// Creates settings. The default is to use the levels of the source or the profile.
  public init(black: Black = .told, white: BayerValues<Double>? = nil) {
    (self.black, self.white) = (black, white)
  }
}

/// The levels of a source's frames, as they were resolved.
struct FrameLevels {
  /// The levels from the settings, the source or the profile.
  let given: SampleLevels
  /// The black level measured from dark frames, which replaces the one in ``given``.
  let measured: BlackLevel?
  /// The origin of the black level.
  let origin: BlackOrigin

  /// Resolves the levels of a source.
  ///
  /// - Parameters:
  ///   - source: The source.
  ///   - settings: The settings for the levels.
  ///   - profile: The levels of the device's profile, if it has any.
  ///   - progress: A function that receives the number of dark frames read so far.
  init(
    of source: any FrameSource, _ settings: LevelSettings, profile: SampleLevels?,
    progress: (FrameProgress) -> Void
  ) throws(FrameSourceError) {
    let layout = source.layout
    let fallback = source.facts.levels ?? profile ?? SampleLevels(fullRangeOf: layout.format)
    let isKnown = source.facts.blackOrigin != .estimated || profile == nil
    let isOfSource = source.facts.levels != nil && source.facts.blackOrigin != .assumed && isKnown
    let told = isOfSource ? fallback : profile ?? fallback
    let toldOrigin: BlackOrigin = isOfSource ? source.facts.blackOrigin : profile != nil ? .profile : .assumed
    let (black, error): (BayerValues<Double>, BayerValues<Double>)
    switch settings.black {
    case .told: (black, error, origin) = (told.black, told.blackError, toldOrigin)
    case .given(let value, let own): (black, error, origin) = (value, BayerValues(repeating: own), .option)
    // Dark frames give their own black level, so that of the profile is not used.
    case .darkFrames: (black, error, origin) = (BayerValues(repeating: 0), BayerValues(repeating: 0), .darkFrames)
    }
    let lacks = (black: settings.black == .told, white: settings.white == nil)
    do throws(RawFrameError) {
      if let white = settings.white {
        // The white level is checked beside a black level that is given with it, and otherwise by itself.
        let beside = if case .given(let black, _) = settings.black { black } else { BayerValues(repeating: 0.0) }
        try SampleLevels(black: beside, white: white).check(for: layout.format)
      }
    } catch { throw FrameSourceError(source.name, .levels(error, .option)) }
    do throws(RawFrameError) {
      // Frames of another bit depth have other levels than those that the profile was made from.
      if let profile, !isOfSource, lacks.black || lacks.white {
        // A given white level below the profile's does not mean fewer bits. So only a higher one is compared with the
        // profile's.
        let given = settings.white.map { BayerValues(repeating: max($0.all.max() ?? 0, profile.white.all.max() ?? 0)) }
        try profile.checkDepth(of: layout.format, with: given ?? source.facts.levels?.white)
      }
    } catch {
      throw FrameSourceError(source.name, .profileLevels(error, lacksBlack: lacks.black, lacksWhite: lacks.white))
    }
    do throws(RawFrameError) {
      given = try SampleLevels(black: black, white: settings.white ?? fallback.white, blackError: error)
      try given.check(for: layout.format)
    } catch {
      let isGiven = if case .given = settings.black { true } else { settings.white != nil }
      throw FrameSourceError(source.name, .levels(error, isGiven ? .option : toldOrigin))
    }
    if case .darkFrames(let paths) = settings.black {
      measured = try Self.black(of: paths, layout, levels: given, progress: progress)
    } else {
      measured = nil
    }
  }

  private static func black(
    of paths: [String], _ layout: FrameLayout, levels: SampleLevels, progress: (FrameProgress) -> Void
  ) throws(FrameSourceError) -> BlackLevel {
    var average: FrameAverage?
    for path in paths {
      let data = try SourceFile(path: path)
      if let words = try SourceKind(of: data).selfDescribed {
        throw FrameSourceError(
          path,
          .contents("this is \(words); dark frames must be raw data without a header, in the card's format and size"))
      }
      let file = RawFileSource(data, layout: layout)
      try file.checkWholeFrames()
      let levels = FrameLevels(given: levels, measured: nil, origin: .assumed)
      try file.collect(.first(file.frameCount), levels, into: &average, progress: progress)
    }
    let names = paths.joined(separator: ", ")
    guard let average else {
      throw FrameSourceError(names, .request("no dark frames are given; give at least one file"))
    }
    let verdict: DarkFrameVerdict
    do throws(GrayCardError) { verdict = try DarkFrameEstimator().verdict(on: average) } catch {
      throw FrameSourceError(names, .card(error))
    }
    switch verdict {
    case .ok(let black): return black
    case .refused(let refusals): throw FrameSourceError(names, .notDark(refusals))
    }
  }

  private init(given: SampleLevels, measured: BlackLevel?, origin: BlackOrigin) {
    (self.given, self.measured, self.origin) = (given, measured, origin)
  }

  /// Returns the frame of a source with these levels.
  func applied(to frame: RawFrame, of source: String) throws(FrameSourceError) -> RawFrame {
    let frame = try Self.replacing(given, of: frame, source)
    guard let measured else { return frame }
    let levels: SampleLevels
    do throws(BlackLevelError) { levels = try measured.levels(for: frame) } catch {
      throw FrameSourceError(source, .black(error))
    }
    return try Self.replacing(levels, of: frame, source)
  }

  private static func replacing(
    _ levels: SampleLevels, of frame: RawFrame, _ source: String
  ) throws(FrameSourceError) -> RawFrame {
    do throws(RawFrameError) { return try frame.replacingLevels(levels) } catch {
      throw FrameSourceError(source, .frame(error))
    }
  }
}
