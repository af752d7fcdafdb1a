import ArgumentParser
import GrayCard
import RawFrames

/// Where in the frame the gray card is.
struct RegionOptions: ParsableArguments {
  enum Metering: String, CaseIterable, ExpressibleByArgument {
    case uniform, spot, weighted
  }

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The card's place in samples. None: the middle half of the frame, each way.", valueName: "x,y,width,height"))
  var region: Region?

  @Option(
    help: ArgumentHelp(
      "In place of a region: the whole frame evenly, a spot, or the whole frame with the middle counting most.",
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

  /// The region to read in a frame, and how its samples count.
  func area(of frame: RawFrame) throws -> (region: Region, weighting: Weighting) {
    switch metering {
    case nil: return (region ?? Region(centerOf: frame), .uniform)
    case .uniform: return (Region(x: 0, y: 0, width: frame.width, height: frame.height), .uniform)
    case .weighted: return (Region(x: 0, y: 0, width: frame.width, height: frame.height), .centered)
    case .spot: return (try spot(in: frame), .uniform)
    }
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
