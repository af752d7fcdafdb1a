import Colorimetry
import GrayCard
import RawFrames
import SensorSimulation
import TestSupport
import WhiteBalance

/// A card that is photographed badly: a frame from a camera, for a seed.
struct BadCard: CustomStringConvertible, Sendable {
  /// The outcome that a reading must have.
  enum Demand: Sendable {
    /// Refused each time, for one of these reasons at the least.
    case refused([CardRefusal.Code])
    /// Refused, or as near to the truth as it states.
    case refusedOrTrue
    /// Read each time, and as near to the truth as it states.
    case isTrue
  }

  /// The side of a frame in samples; the region is all of it.
  static let side = 96

  let description: String
  let demand: Demand
  let photograph: @Sendable (CardCamera, UInt64) throws -> Photograph

  struct Photograph {
    var frame: RawFrame
    var truth: LinearRGB
    var region = Region(x: 0, y: 0, width: side, height: side)
  }

  init(
    _ description: String, _ demand: Demand,
    photograph: @escaping @Sendable (CardCamera, UInt64) throws -> Photograph
  ) {
    self.description = description
    self.demand = demand
    self.photograph = photograph
  }

  /// A scene, made of an evenly lit card in daylight.
  init(
    _ description: String, _ demand: Demand, exposure: Double = 0.5,
    scene: @escaping @Sendable (SimulatedScene, inout NoiseGenerator) throws -> SimulatedScene
  ) {
    self.init(description, demand) { camera, seed in
      var generator = NoiseGenerator(seed: seed)
      let shot = try camera.shot(of: scene(Self.card(), &generator), exposure: exposure)
      return Photograph(frame: shot.frame(seed: seed), truth: shot.truth?.neutral ?? LinearRGB(.zero))
    }
  }

  static func card() throws -> SimulatedScene {
    SimulatedScene(card: try .gray(0.4), under: CIEIlluminant.d50.distribution)
  }

  /// A number for each square of `size` samples.
  static func squares(_ size: Int, _ generator: inout NoiseGenerator) -> @Sendable (Int, Int) -> Double {
    let across = side / size + 1
    let numbers = (0..<across * across).map { _ in generator.uniform() }
    return { column, row in numbers[row / size * across + column / size] }
  }

  /// A card in the middle of a frame, in front of a black surround. The region is the card. `read` changes the
  /// frame's bytes or the format in which they are read.
  static func misread(
    _ camera: CardCamera, _ seed: UInt64, as read: (RawFrame) throws -> RawFrame
  ) throws -> Photograph {
    let middle = Region(x: side / 4, y: side / 4, width: side / 2, height: side / 2)
    let shot = try camera.shot(of: card().surrounding(middle, by: .gray(0.02)))
    return Photograph(
      frame: try read(shot.frame(seed: seed)), truth: shot.truth?.neutral ?? LinearRGB(.zero), region: middle)
  }
}
