public import Colorimetry
package import RawFrames

/// Surfaces under lights, as seen by the samples of a frame.
///
/// A scene is one surface, the card, that fills the frame under one light.
///
///     let scene = SimulatedScene(card: card, under: light)
public struct SimulatedScene: Sendable {
  /// The surface and the light that a sample of the frame sees.
  struct Place {
    /// The indices in ``surfaces`` and ``lights``.
    var surface, light: Int
    /// The illuminance relative to the unchanged light.
    var illuminance: Double
  }

  /// The reflectances of the surfaces. The first one is the card's.
  private(set) var surfaces: [SpectralDistribution]
  private(set) var lights: [SpectralDistribution]
  /// Adds to places what the samples of a part of a row see. The places have one element for each column.
  private(set) var see: @Sendable (_ columns: Range<Int>, _ row: Int, _ places: inout [Place]) -> Void

  /// Creates a scene of a card under a light.
  ///
  /// - Parameters:
  ///   - card: The reflectance of the card, 0 to 1.
  ///   - light: The power of the light. Its scale does not matter, because the exposure is set by the card.
  public init(card: SpectralDistribution, under light: SpectralDistribution) {
    surfaces = [card]
    lights = [light]
    see = { _, _, _ in }
  }

  /// What a sample sees of a scene that is one surface under one light.
  static let plainPlace = Place(surface: 0, light: 0, illuminance: 1)

  /// Returns the scene with another surface where `covers` is true, such as the surroundings of the card, specks or a
  /// finger.
  ///
  /// - Parameters:
  ///   - surface: The reflectance of the surface, 0 to 1.
  ///   - covers: Returns whether the surface is seen at a column and row of the frame.
  package func placing(
    _ surface: SpectralDistribution, where covers: @escaping @Sendable (_ column: Int, _ row: Int) -> Bool
  ) -> SimulatedScene {
    placing([surface]) { column, row in covers(column, row) ? 0 : nil }
  }

  /// Returns the scene with other surfaces, by their index in `others`. Where the index is `nil`, the scene stays as it
  /// is.
  ///
  /// - Parameters:
  ///   - others: The reflectances of the surfaces, 0 to 1.
  ///   - number: Returns the index of the surface at a column and row of the frame, or `nil` for none of them.
  package func placing(
    _ others: [SpectralDistribution], at number: @escaping @Sendable (_ column: Int, _ row: Int) -> Int?
  ) -> SimulatedScene {
    var scene = self
    let first = surfaces.count
    scene.surfaces += others
    scene.see = { [see] columns, row, places in
      see(columns, row, &places)
      for (index, column) in columns.enumerated() {
        if let number = number(column, row) { places[index].surface = first + number }
      }
    }
    return scene
  }

  /// Returns the scene with another surface everywhere outside of `region`.
  package func surrounding(_ region: Region, by surface: SpectralDistribution) -> SimulatedScene {
    let (columns, rows) = (region.x..<region.x + region.width, region.y..<region.y + region.height)
    return placing(surface) { column, row in !(columns.contains(column) && rows.contains(row)) }
  }

  /// Returns the scene with another light in place of the one before, where `reaches` is true.
  ///
  /// - Parameters:
  ///   - light: The power of the light, on the scale of the other lights.
  ///   - reaches: Returns whether the light reaches a column and row of the frame.
  package func lighting(
    _ light: SpectralDistribution, where reaches: @escaping @Sendable (_ column: Int, _ row: Int) -> Bool
  ) -> SimulatedScene {
    var scene = self
    let number = lights.count
    scene.lights.append(light)
    scene.see = { [see] columns, row, places in
      see(columns, row, &places)
      for (index, column) in columns.enumerated() where reaches(column, row) { places[index].light = number }
    }
    return scene
  }

  /// Returns the scene with the light multiplied, from place to place, by a factor of 0 or more.
  package func dimmed(by factor: @escaping @Sendable (_ column: Int, _ row: Int) -> Double) -> SimulatedScene {
    var scene = self
    scene.see = { [see] columns, row, places in
      see(columns, row, &places)
      for (index, column) in columns.enumerated() { places[index].illuminance *= factor(column, row) }
    }
    return scene
  }
}
