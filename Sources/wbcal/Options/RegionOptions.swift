import ArgumentParser
import GrayCard
import RawFrames

/// The options with the position of the gray card in the frame.
struct RegionOptions: ParsableArguments {
  enum Metering: String, CaseIterable, ExpressibleByArgument {
    case center, uniform, spot, weighted
  }

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The card's place in samples. Default: it is looked for; if not found, the middle half of the frame, each way.",
      valueName: "x,y,width,height"),
    transform: Region.read)
  var region: Region?

  @Option(
    help: ArgumentHelp(
      "In place of a region: the middle half of the frame, each way; the whole frame evenly; a spot; or the whole frame "
        + "with the middle counting most.",
      valueName: "mode"))
  var metering: Metering?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The middle of the spot; the frame's middle if not given.", valueName: "x,y"),
    transform: PointArgument.read)
  var point: PointArgument?

  func validate() throws {
    if region != nil && metering != nil {
      throw ValidationError("--region and --metering both say where to look; give one of them")
    }
    if point != nil && metering != .spot {
      throw ValidationError("--point needs --metering spot")
    }
  }

  /// Whether no option is given.
  var isEmpty: Bool { region == nil && metering == nil && point == nil }

  /// The part of a frame to measure.
  var area: CardArea {
    switch metering {
    case nil: region.map { .region($0) } ?? .found
    case .center: .center
    case .uniform: .frame()
    case .weighted: .frame(weighting: .centered)
    case .spot: .spot(at: point?.position)
    }
  }
}
