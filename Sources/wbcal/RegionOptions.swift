import ArgumentParser
import DeviceProfiles
import GrayCard
import RawFrames

/// Where in the frame the gray card is.
struct RegionOptions: ParsableArguments {
  enum Metering: String, CaseIterable, ExpressibleByArgument {
    case center, uniform, spot, weighted
  }

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The card's place in samples. None: it is looked for; if not found, the middle half of the frame, each way.",
      valueName: "x,y,width,height"))
  var region: Region?

  @Option(
    help: ArgumentHelp(
      "In place of a region: the middle half of the frame, each way; the whole frame evenly; a spot; or the whole frame "
        + "with the middle counting most.",
      valueName: "mode"))
  var metering: Metering?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The middle of the spot; the frame's middle if not given.", valueName: "x,y"))
  var point: PointArgument?

  func validate() throws {
    if region != nil && metering != nil {
      throw ValidationError("--region and --metering both say where to look; give one of them")
    }
    if point != nil && metering != .spot {
      throw ValidationError("--point needs --metering spot")
    }
  }

  /// Where a frame is read.
  struct Area {
    /// How the region was chosen; the words are a contract with scripts.
    enum Source: String {
      case given, found, center, spot, frame
    }

    var region: Region
    var weighting = Weighting.uniform
    var source: Source
    /// Why there is no card to be found, where one was looked for.
    var absence: CardSearch.Absence?
  }

  /// The region to read in a frame, and how its samples count.
  func area(of frame: RawFrame, profile: DeviceProfile?, limits: GrayCardLimits) throws -> Area {
    let whole = Region(x: 0, y: 0, width: frame.width, height: frame.height)
    return switch metering {
    case nil: region.map { Area(region: $0, source: .given) } ?? found(in: frame, profile: profile, limits: limits)
    case .center: Area(region: Region(centerOf: frame), source: .center)
    case .uniform: Area(region: whole, source: .frame)
    case .weighted: Area(region: whole, weighting: .centered, source: .frame)
    case .spot: Area(region: try spot(in: frame), source: .spot)
    }
  }

  /// The card, or the middle half of the frame, whose reading then tells what is wrong with the frame.
  private func found(in frame: RawFrame, profile: DeviceProfile?, limits: GrayCardLimits) -> Area {
    let finder = CardFinder(
      plausibility: profile.map { NeutralPlausibility(on: $0.characterization) } ?? .ofAnyCamera, limits: limits)
    var area = Area(region: Region(centerOf: frame), source: .center)
    // A monochrome frame is refused by its reading.
    switch try? finder.search(frame) {
    case .found(let region): area = Area(region: region, source: .found)
    case .notFound(let absence): area.absence = absence
    case nil: break
    }
    return area
  }

  /// A square of a fifth of the frame's shorter side about the point, moved inside where it would cross an edge.
  private func spot(in frame: RawFrame) throws -> Region {
    let (x, y) = point.map { ($0.x, $0.y) } ?? (frame.width / 2, frame.height / 2)
    guard (0..<frame.width).contains(x), (0..<frame.height).contains(y) else {
      throw Failure(.usage, "--point \(x),\(y) is outside the frame of \(frame.width) x \(frame.height) samples")
    }
    let side = max(min(frame.width, frame.height) / 5, 1)
    return Region(
      x: min(max(x - side / 2, 0), frame.width - side), y: min(max(y - side / 2, 0), frame.height - side), width: side,
      height: side)
  }
}
