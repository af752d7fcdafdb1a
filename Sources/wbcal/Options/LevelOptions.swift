import ArgumentParser
import DeviceProfiles
import GrayCard
import RawFrames

/// Black and white of a source's frames.
struct LevelOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The black level, or four: red, green beside red, green beside blue, blue. The profile's, or 0.",
      valueName: "level"))
  var black: LevelArgument?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The standard error of --black, in raw values; 0 if not given.", valueName: "error"))
  var blackError: Double?

  @Option(
    help: ArgumentHelp(
      "In place of --black: a raw file of frames taken without light, in the same format and size, one after another. "
        + "Can be given more than once.",
      valueName: "file"))
  var dark: [String] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The value at which a sample is clipped, or four. The profile's, or the format's largest.", valueName: "level"))
  var white: LevelArgument?

  /// The options, and whether they are given.
  var all: [(name: String, isGiven: Bool)] {
    [
      ("--black", black != nil), ("--black-error", blackError != nil), ("--dark", !dark.isEmpty),
      ("--white", white != nil),
    ]
  }

  func validate() throws {
    if !dark.isEmpty && black != nil {
      throw ValidationError("--dark and --black both tell the black level; give one of them")
    }
    if let blackError {
      guard black != nil else { throw ValidationError("--black-error needs --black, whose standard error it is") }
      guard blackError >= 0, blackError.isFinite else {
        throw ValidationError("--black-error \(blackError) is not valid; it must be a number of at least 0")
      }
    }
  }

  /// Those of the options; where they are silent, the profile's; else the full range of the format.
  ///
  /// - Parameter origin: of the profile's, where they are a file's own.
  func levels(
    for layout: FrameLayout, profile: SampleLevels?, origin: BlackOrigin = .profile
  ) throws -> FrameLevels {
    let fallback = profile ?? SampleLevels(fullRangeOf: layout.format)
    let isGiven = black != nil || white != nil
    let levels: SampleLevels
    do throws(RawFrameError) {
      // Dark frames tell their own black; that of the profile must not matter.
      let zero = dark.isEmpty ? nil : BayerValues(repeating: 0.0)
      levels = try SampleLevels(
        black: black?.values ?? zero ?? fallback.black, white: white?.values ?? fallback.white,
        blackError: black == nil && dark.isEmpty ? fallback.blackError : BayerValues(repeating: blackError ?? 0))
      try levels.check(for: layout.format)
    } catch {
      throw Failure(
        isGiven ? .usage : .badData,
        (isGiven ? "--black, --white" : "the profile's levels") + ": \(error)"
          + (isGiven ? "" : "; give --black and --white for this format"))
    }
    guard dark.isEmpty else {
      return FrameLevels(given: levels, measured: try blackLevel(layout, white: levels), origin: .darkFrames)
    }
    return FrameLevels(
      given: levels, measured: nil, origin: black != nil ? .option : profile != nil ? origin : .assumed)
  }

  private func blackLevel(_ layout: FrameLayout, white: SampleLevels) throws -> BlackLevel {
    let names = dark.joined(separator: ", ")
    var average: FrameAverage?
    for path in dark {
      let file = try FrameFile(path, layout)
      guard file.isWhole else {
        throw Failure(
          .badData,
          "\(path) has \(file.byteCount) bytes, which are no whole number of frames of \(layout), of \(layout.spacing) "
            + "bytes each; take dark frames in the card's format and size")
      }
      try file.forEach(first: file.count) { frame in
        do {
          let frame = try frame.replacingLevels(white)
          if average == nil { average = FrameAverage(frame) } else { try average?.add(frame) }
        } catch {
          throw Failure(.badData, "\(path): \(error)")
        }
      }
    }
    guard let average else { preconditionFailure("there is a dark file, and a frame in each") }
    let verdict: DarkFrameVerdict
    do throws(GrayCardError) { verdict = try DarkFrameEstimator().verdict(on: average) } catch {
      throw Failure(.badData, "\(names): \(error)")
    }
    switch verdict {
    case .ok(let black): return black
    case .refused(let refusals):
      throw Failure(.refused, "\(names): not dark\n" + refusals.map { "  \($0)" }.joined(separator: "\n"))
    }
  }
}

extension Note {
  /// Creates the warning about a live camera's frames whose levels are not the profile's: it has none for their format.
  static func blackAssumed(_ levels: SampleLevels, _ profile: DeviceProfile) -> Note? {
    guard levels != profile.levels else { return nil }
    return Note(.blackAssumed, "black level assumed to be 0; give a --profile that has one for this format")
  }
}

/// The levels of a source's frames.
struct FrameLevels {
  var given: SampleLevels
  /// In place of the black level given.
  var measured: BlackLevel?
  var origin: BlackOrigin

  func applied(to frame: RawFrame) throws -> RawFrame {
    let frame = try frame.replacingLevels(given)
    guard let measured else { return frame }
    return try frame.replacingLevels(measured.levels(for: frame))
  }
}
