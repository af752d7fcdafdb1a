public import RawFrames
internal import WhiteBalance

/// The part of a frame in which the card is measured.
public enum CardArea: Hashable, Sendable {
  /// The card, wherever it is. If none is found, the middle half of the frame is read, whose refusal shows what is
  /// wrong.
  case found
  /// A region, the weights of its samples, and how it was chosen.
  case region(Region, weighting: Weighting = .uniform, source: Source = .given)
  /// The middle half of the frame in each direction.
  case center
  /// A square with a fifth of the frame's shorter side around a position, or around the middle. Near an edge it is
  /// moved.
  case spot(at: SamplePosition? = nil)
  /// The whole frame, and the weights of its samples.
  case frame(weighting: Weighting = .uniform)

  /// The way in which a region was chosen. Scripts depend on the raw values.
  public enum Source: String, Codable, Hashable, Sendable {
    /// The caller gave the region.
    case given
    /// The card was found there.
    case found
    /// The middle half of the frame.
    case center
    /// A spot.
    case spot
    /// The whole frame.
    case frame
    /// The whole frame with equal weights, in a meter's mode.
    case uniform
    /// The part of the frame around a point, with most weight at the point, in a meter's mode.
    case weighted
  }
}

/// A region of a frame, chosen by a ``CardArea``.
struct CardPlace {
  var region: Region
  var weighting = Weighting.uniform
  var source: CardArea.Source
  /// Whether the frame's edge cuts off the patch that was found.
  var isCutOff = false
  /// The reason why a search found no card; `nil` otherwise.
  var absence: CardSearch.Absence?
}

extension CardArea {
  /// Returns the region to read in a frame that the device has multiplied by gains.
  func place(
    in frame: RawFrame, on device: (any CalibratedDevice)?, appliedGains: WhiteBalanceGains, limits: GrayCardLimits
  ) throws(GrayCardError) -> CardPlace {
    switch self {
    case .found: return try found(in: frame, on: device, appliedGains, limits)
    case .region(let region, let weighting, let source):
      return CardPlace(region: region, weighting: weighting, source: source)
    case .center: return CardPlace(region: Region(centerOf: frame), source: .center)
    case .spot(let position):
      let position = position ?? SamplePosition(x: frame.width / 2, y: frame.height / 2)
      guard (0..<frame.width).contains(position.x), (0..<frame.height).contains(position.y) else {
        throw .outsideFrame(position, width: frame.width, height: frame.height)
      }
      return CardPlace(
        region: Region(spotAt: position, width: frame.width, height: frame.height), source: .spot)
    case .frame(let weighting):
      let whole = Region(x: 0, y: 0, width: frame.width, height: frame.height)
      return CardPlace(region: whole, weighting: weighting, source: .frame)
    }
  }

  private func found(
    in frame: RawFrame, on device: (any CalibratedDevice)?, _ appliedGains: WhiteBalanceGains, _ limits: GrayCardLimits
  ) throws(GrayCardError) -> CardPlace {
    let neutral = device.map { NeutralPlausibility(on: $0.characterization) } ?? .ofAnyCamera
    let plausibility = neutral.ofColors(multipliedBy: appliedGains)
    switch try CardFinder(plausibility: plausibility, limits: limits).search(frame) {
    case .found(let region):
      return CardPlace(region: region, source: .found, isCutOff: CardFinder.isCutOff(region, by: frame))
    case .notFound(let absence):
      return CardPlace(region: Region(centerOf: frame), source: .center, absence: absence)
    }
  }
}
