import Colorimetry
import Foundation
import SensorSimulation

/// A thing that lies over a fifth of the region, or less, beside the card.
enum Spoiler: String, CaseIterable {
  case nothing = "clean"
  /// Skin over a fifth of the region, with a border of three samples that is half skin, half card.
  case finger
  /// The dark frame that is printed around the field of a card, slightly turned.
  case edge = "printed edge"
  /// Brown specks of 2 x 2 to 8 x 8 samples.
  case specks
  /// One sample in two hundred is dead, or has a third more light than its neighbours, and does not clip.
  case defects = "hot and dead samples"

  /// Returns `scene`, in a square frame, with the spoiler over it. The spoiler's place, size and brightness are
  /// random.
  func lies(
    on scene: SimulatedScene, card: Double, side: Int, _ generator: inout NoiseGenerator
  ) throws -> SimulatedScene {
    switch self {
    case .nothing: return scene
    case .finger: return try finger(on: scene, card: card, side: side, &generator)
    case .edge:
      let slope = 0.2 * (generator.uniform() - 0.5)
      let middle = Double(side) / 2
      let print = try SpectralDistribution(wavelengths: [360, 830], values: [0.05, 0.04])
      return scene.placing(print) { column, row in
        Double(column) + slope * (Double(row) - middle) > (1 - Self.share) * Double(side)
      }
    case .specks:
      // Each cell of a grid holds a speck with a chance of a fifth. So specks of any size cover a fifth of the frame.
      let speck = 2 << Int(3 * generator.uniform())
      let across = side / speck + 1
      let isThere = (0..<across * across).map { _ in generator.uniform() < Self.share }
      let contrast = 0.4 + 0.4 * generator.uniform()
      let brown = try SpectralDistribution(
        wavelengths: [360, 450, 650, 830], values: [0.5, 0.6, 1, 1].map { $0 * contrast * card })
      return scene.placing(brown) { column, row in isThere[row / speck * across + column / speck] }
    case .defects:
      let factors = (0..<side * side).map { _ in
        generator.uniform() < 1.0 / 200 ? (generator.uniform() < 0.5 ? 0 : 4.0 / 3) : 1
      }
      return scene.dimmed { column, row in factors[row * side + column] }
    }
  }

  private static let share = 0.2

  private func finger(
    on scene: SimulatedScene, card: Double, side: Int, _ generator: inout NoiseGenerator
  ) throws -> SimulatedScene {
    let length = Self.share.squareRoot() * Double(side)
    let (left, top) = (generator.uniform() * (Double(side) - length), generator.uniform() * (Double(side) - length))
    // From dark skin to light skin.
    let brightness = 0.15 + 0.85 * generator.uniform()
    let wavelengths = [360.0, 450, 550, 580, 620, 830]
    let skin = [0.2, 0.25, 0.35, 0.37, 0.6, 0.65].map { $0 * brightness }
    let border = 3.0
    let steps = 6
    let surfaces = try (1...steps).map { step in
      let part = Double(step) / Double(steps)
      return try SpectralDistribution(wavelengths: wavelengths, values: skin.map { card + part * ($0 - card) })
    }
    return scene.placing(surfaces) { column, row in
      let (x, y) = (Double(column) - left, Double(row) - top)
      let depth = min(min(x, length - x), min(y, length - y))
      let step = Int((min(max(depth / border + 0.5, 0), 1) * Double(steps)).rounded())
      return step > 0 ? step - 1 : nil
    }
  }
}
