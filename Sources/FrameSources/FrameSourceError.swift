public import GrayCard
public import ProfileExchange
public import RawFrames

/// The reason why a source gave no frame, or none that can be measured, and which source.
public struct FrameSourceError: Error, Hashable, Sendable {
  /// The name of the source, such as a file's path.
  public let source: String
  /// The reason for the error.
  public let fault: FrameSourceFault

  /// Creates an error from the source and the reason.
  public init(source: String, fault: FrameSourceFault) {
    (self.source, self.fault) = (source, fault)
  }

  init(_ source: String, _ fault: FrameSourceFault) { self.init(source: source, fault: fault) }
}

/// The reasons for which a source fails.
public enum FrameSourceFault: Hashable, Sendable {
  /// There is no such file or device, or it cannot be read. The text says why.
  case missing(String)
  /// The path is that of a directory.
  case directory
  /// The path is neither that of a regular file nor of a directory.
  case notRegularFile
  /// The source does not have what was requested, such as a format or several frames. The text states what it has.
  case request(String)
  /// A device or its driver failed. The text says how.
  case device(String)
  /// The contents cannot be read as frames. The text states what they are, and what can be read.
  case contents(String)
  /// The file has more bytes than the limit.
  case tooLarge(byteCount: Int, limit: Int)
  /// The source has more bytes than one frame of this layout.
  case severalFrames(byteCount: Int, FrameLayout)
  /// The source has fewer frames of this layout than requested.
  case tooFewFrames(byteCount: Int, FrameLayout, wanted: Int)
  /// The bytes of dark frames are not a whole number of frames of the card's layout.
  case partialDarkFrame(byteCount: Int, FrameLayout)
  /// The bytes do not fit their format and size.
  case frame(RawFrameError)
  /// The frames cannot be averaged.
  case average(FrameAverageError)
  /// The black level of the dark frames does not fit the frame.
  case black(BlackLevelError)
  /// Levels of this origin do not fit the format.
  case levels(RawFrameError, BlackOrigin)
  /// The levels of the profile do not fit the format. The flags tell which levels are needed from elsewhere.
  case profileLevels(RawFrameError, lacksBlack: Bool, lacksWhite: Bool)
  /// The file's tags cannot be read, or state a feature that is not supported.
  case tags(ExchangeError)
  /// The dark frames are not dark. The reasons are all that apply.
  case notDark([DarkFrameRefusal])
  /// The frame cannot be measured at all.
  case card(GrayCardError)
}

extension FrameSourceError: CustomStringConvertible {
  /// The source and the reason, with the value at fault and what would have been right.
  public var description: String {
    switch fault {
    case .severalFrames(let count, let layout):
      "\(source) has \(count) bytes, and \(layout) fill \(layout.spacing)"
    case .tooFewFrames(let count, let layout, let wanted):
      "\(source) has \(count) bytes, and so \(layout.frameCount(in: count)) of the \(wanted) frames asked for: "
        + "\(layout), \(layout.spacing) bytes each"
    case .partialDarkFrame(let count, let layout):
      "\(source) has \(count) bytes, which are no whole number of frames of \(layout), of \(layout.spacing) bytes "
        + "each; take dark frames in the card's format and size"
    case .tooLarge(let count, let limit): "\(source) has \(count) bytes; the largest that is read is \(limit)"
    case .notDark(let refusals): (["\(source.asLabel) not dark"] + refusals.map { "  \($0)" }).joined(separator: "\n")
    case .directory: "\(source) is a directory; a file is needed"
    case .notRegularFile: "\(source) is not a regular file; save the data of a pipe or a device to a file first"
    case .missing where source.isEmpty: "the name of a file is empty; it must be that of a file"
    case .missing(let text), .request(let text), .device(let text), .contents(let text): "\(source.asLabel) \(text)"
    case .frame(let error), .levels(let error, _): "\(source.asLabel) \(error)"
    case .profileLevels(let error, let lacksBlack, let lacksWhite):
      "\(source.asLabel) the profile's levels are of another format: \(error); give the "
        + "\(lacksBlack && lacksWhite ? "black and the white" : lacksBlack ? "black" : "white") level of this one"
    case .average(let error): "\(source.asLabel) \(error)"
    case .black(let error): "\(source.asLabel) \(error)"
    case .tags(let error): "\(source.asLabel) \(error)"
    case .card(let error): "\(source.asLabel) \(error)"
    }
  }
}
