public import Colorimetry
public import RawFrames

/// Surfaces under lights, as the frame sees them.
///
/// Begins with one surface, the card, over the whole frame under one light; what else there is is laid over it.
public struct SimulatedScene: Sendable {
  /// What a sample of the frame sees.
  struct Place {
    /// Numbers in ``surfaces`` and ``lights``.
    var surface, light: Int
    /// Relative to the light as it is.
    var illuminance: Double
  }

  /// Reflectances; the first is the card's.
  private(set) var surfaces: [SpectralDistribution]
  private(set) var lights: [SpectralDistribution]
  private(set) var place: @Sendable (_ column: Int, _ row: Int) -> Place

  /// - Parameters:
  ///   - card: its reflectance, 0 to 1.
  ///   - light: its power; the scale does not matter, because the exposure is set by the card.
  public init(card: SpectralDistribution, under light: SpectralDistribution) {
    surfaces = [card]
    lights = [light]
    place = { _, _ in Place(surface: 0, light: 0, illuminance: 1) }
  }

  /// Another surface at the places that `covers` tells: what is around the card, specks, a finger.
  public func placing(
    _ surface: SpectralDistribution, where covers: @escaping @Sendable (_ column: Int, _ row: Int) -> Bool
  ) -> SimulatedScene {
    placing([surface]) { column, row in covers(column, row) ? 0 : nil }
  }

  /// Other surfaces, by their number in `others`; what was there before where there is none.
  public func placing(
    _ others: [SpectralDistribution], at number: @escaping @Sendable (_ column: Int, _ row: Int) -> Int?
  ) -> SimulatedScene {
    var scene = self
    let first = surfaces.count
    scene.surfaces += others
    scene.place = { [place] column, row in
      var seen = place(column, row)
      if let number = number(column, row) { seen.surface = first + number }
      return seen
    }
    return scene
  }

  /// Another surface everywhere but in `region`.
  public func surrounding(_ region: Region, by surface: SpectralDistribution) -> SimulatedScene {
    let (columns, rows) = (region.x..<region.x + region.width, region.y..<region.y + region.height)
    return placing(surface) { column, row in !(columns.contains(column) && rows.contains(row)) }
  }

  /// Another light, in place of the one before, at the places that `reaches` tells.
  public func lighting(
    _ light: SpectralDistribution, where reaches: @escaping @Sendable (_ column: Int, _ row: Int) -> Bool
  ) -> SimulatedScene {
    var scene = self
    let number = lights.count
    scene.lights.append(light)
    scene.place = { [place] column, row in
      var seen = place(column, row)
      if reaches(column, row) { seen.light = number }
      return seen
    }
    return scene
  }

  /// The light made stronger or weaker from place to place by a factor of 0 or more.
  public func dimmed(by factor: @escaping @Sendable (_ column: Int, _ row: Int) -> Double) -> SimulatedScene {
    var scene = self
    scene.place = { [place] column, row in
      var seen = place(column, row)
      seen.illuminance *= factor(column, row)
      return seen
    }
    return scene
  }
}
