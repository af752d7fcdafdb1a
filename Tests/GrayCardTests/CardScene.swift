import Colorimetry
import Foundation
import RawFrames
import SensorSimulation
import TestSupport
import WhiteBalance

/// A card somewhere in front of something, in uneven light, as a simulated camera sees it.
struct CardScene: CustomStringConvertible {
  enum Surround: String, CaseIterable {
    /// Many small things of many colours, some with texture.
    case clutter
    /// One wall, with the clutter beside it: larger than the card, and not neutral.
    case greenWall, blueWall, redWall
    /// Nearly black cloth.
    case black
    /// A window that is clipped, and clutter.
    case window
  }

  static let (width, height) = (640, 480)

  var surround: Surround
  /// In samples and radians.
  var middle: (x: Double, y: Double)
  var size: (width: Double, height: Double)
  var angle: Double
  /// The direction of the card's width.
  var along: (x: Double, y: Double)
  /// The reflectance of the card, 0 to 1.
  var reflectance: Double
  var light: SpectralDistribution
  /// How much more light falls on one side of the frame than on the other, and towards where, in radians.
  var unevenness, direction: Double
  /// The card's green, as a share of the range.
  var exposure: Double
  var fullWell: Double
  var seed: UInt64
  var hasCard = true
  /// Whether the wall is all that is seen beside the card.
  var fillsWithWall = false

  init(seed: UInt64, surround: Surround? = nil, hasCard: Bool = true) throws {
    var generator = SeededGenerator(seed: seed)
    func draw(_ range: ClosedRange<Double>) -> Double {
      range.lowerBound + generator.uniform() * (range.upperBound - range.lowerBound)
    }
    self.seed = seed
    self.hasCard = hasCard
    self.surround = surround ?? Surround.allCases[Int(seed) % Surround.allCases.count]
    // 5 % to 40 % of the frame.
    let area = 0.05 * pow(8, draw(0...1)) * Double(Self.width * Self.height)
    let aspect = pow(2, draw(-1...1))
    size = ((area * aspect).squareRoot(), (area / aspect).squareRoot())
    angle = draw(-8...8) * .pi / 180
    along = (cos(angle), sin(angle))
    // Inside the frame, turned as it is.
    let reach = (
      x: (size.width * cos(angle) + size.height * abs(sin(angle))) / 2,
      y: (size.width * abs(sin(angle)) + size.height * cos(angle)) / 2
    )
    let room = (x: max(Double(Self.width) / 2 - reach.x, 0), y: max(Double(Self.height) / 2 - reach.y, 0))
    middle = (Double(Self.width) / 2 + draw(-1...1) * room.x, Double(Self.height) / 2 + draw(-1...1) * room.y)
    reflectance = [0.18, 0.18, 0.4, 0.85][Int(draw(0...3.999))]
    light = try Self.lights[Int(draw(0...Double(Self.lights.count) - 0.001))]()
    unevenness = pow(2, draw(0...1))
    direction = draw(-Double.pi...Double.pi)
    exposure = draw(0.1...0.45)
    fullWell = 2000 * pow(20, draw(0...1))
  }

  static let lights: [@Sendable () throws -> SpectralDistribution] = [
    { try .planck(temperature: 2300) }, { CIEIlluminant.a.distribution }, { try .planck(temperature: 3400) },
    { CIEIlluminant.fl4.distribution }, { CIEIlluminant.fl11.distribution }, { CIEIlluminant.ledB3.distribution },
    { CIEIlluminant.ledV1.distribution }, { try .daylight(temperature: 4300) }, { CIEIlluminant.d50.distribution },
    { CIEIlluminant.d65.distribution }, { try .daylight(temperature: 9000) },
  ]

  func isOnCard(_ column: Int, _ row: Int) -> Bool {
    let (x, y) = (Double(column) + 0.5 - middle.x, Double(row) + 0.5 - middle.y)
    return hasCard && abs(x * along.x + y * along.y) <= size.width / 2
      && abs(y * along.x - x * along.y) <= size.height / 2
  }

  /// Samples of `region` that are on the card, as a share of the region, and of the card.
  func overlap(_ region: Region) -> (ofRegion: Double, ofCard: Double) {
    var count = 0
    for row in region.y..<region.y + region.height {
      for column in region.x..<region.x + region.width where isOnCard(column, row) { count += 1 }
    }
    return (Double(count) / Double(region.width * region.height), Double(count) / (size.width * size.height))
  }

  var description: String {
    "scene \(seed): \(Int(size.width)) x \(Int(size.height)) at \(Int(middle.x)), \(Int(middle.y)), angle "
      + "\(angle * 180 / .pi), reflectance \(reflectance), \(surround), uneven \(unevenness), exposure \(exposure), "
      + "full well \(fullWell)"
  }
}

extension CardScene {
  /// The camera under A and D65.
  static func characterization() throws -> MatrixCharacterization {
    let sensitivities = try SpectralSensitivities.canon5DMarkII()
    return try MatrixCharacterization(lights: [
      .init(CIEIlluminant.a.distribution, on: sensitivities), .init(CIEIlluminant.d65.distribution, on: sensitivities),
    ])
  }

  func frame() throws -> RawFrame {
    let format = try PixelFormat("RG12")
    let levels = try SampleLevels(black: 256, white: 4095)
    // Three raw values of read noise.
    let sensor = try SimulatedSensor(
      .canon5DMarkII(), format: format, levels: levels, fullWell: fullWell, readNoise: 3 * fullWell / (4095 - 256))
    var generator = SeededGenerator(seed: seed &+ 1)
    let card = try SpectralDistribution(wavelengths: [360, 830], values: [reflectance, reflectance])
    // The wall, the window, and the things of the clutter.
    var surfaces = [try Self.wall(surround)]
    surfaces.append(try SpectralDistribution(wavelengths: [360, 830], values: [100, 100]))
    let first = surfaces.count
    let thingCount = 200
    for _ in 0..<thingCount { surfaces.append(try Self.thing(&generator)) }
    let clutter = Self.clutter(first: first, count: thingCount, &generator)
    let towards = (x: cos(direction), y: sin(direction))
    let isLeft = generator.uniform() < 0.5
    let scene = SimulatedScene(card: card, under: light).placing(surfaces) { column, row in
      if isOnCard(column, row) { return nil }
      switch surround {
      case .black: return 0
      case .greenWall, .blueWall, .redWall:
        // Three quarters of the frame.
        let isWall = fillsWithWall || (isLeft ? column : Self.width - 1 - column) < Self.width * 3 / 4
        return isWall ? 0 : clutter[row * Self.width + column]
      case .window:
        return (isLeft ? column : Self.width - 1 - column) < Self.width / 3 && row < Self.height / 2
          ? 1 : clutter[row * Self.width + column]
      case .clutter: return clutter[row * Self.width + column]
      }
    }.dimmed { column, row in
      let x = (Double(column) / Double(Self.width) - 0.5) * towards.x
      let y = (Double(row) / Double(Self.height) - 0.5) * towards.y
      return 1 + (x + y) * (unevenness - 1) / (unevenness + 1) * 2
    }
    return try SimulatedShot(of: scene, by: sensor, width: Self.width, height: Self.height, exposure: exposure)
      .frame(seed: seed)
  }

  private static func wall(_ surround: Surround) throws -> SpectralDistribution {
    switch surround {
    case .greenWall:
      try SpectralDistribution(
        wavelengths: [360, 450, 490, 530, 570, 620, 830], values: [0.06, 0.08, 0.2, 0.3, 0.2, 0.1, 0.12])
    case .blueWall:
      try SpectralDistribution(
        wavelengths: [360, 420, 450, 490, 530, 600, 830], values: [0.3, 0.4, 0.42, 0.35, 0.2, 0.1, 0.1])
    case .redWall:
      try SpectralDistribution(
        wavelengths: [360, 500, 560, 600, 640, 830], values: [0.05, 0.06, 0.08, 0.3, 0.45, 0.5])
    case .black, .clutter, .window:
      try SpectralDistribution(wavelengths: [360, 830], values: [0.004, 0.004])
    }
  }

  /// A smooth reflectance: an edge up or down, or a hill, of any place, width and contrast.
  private static func thing(_ generator: inout SeededGenerator) throws -> SpectralDistribution {
    let place = 420 + 240 * generator.uniform()
    let width = 15 + 60 * generator.uniform()
    let low = 0.02 + 0.2 * generator.uniform()
    let high = low + 0.6 * generator.uniform()
    let kind = Int(3 * generator.uniform())
    return try SpectralDistribution(
      firstWavelength: 360, step: 10,
      values: (0...47).map { index in
        let offset = (360 + 10 * Double(index) - place) / width
        let share =
          switch kind {
          case 0: 1 / (1 + exp(-offset))
          case 1: 1 / (1 + exp(offset))
          default: exp(-offset * offset)
          }
        return low + (high - low) * share
      })
  }

  /// The number of the surface at each sample: rectangles and ellipses of up to a twelfth of the frame over one
  /// another, a third of them striped or speckled.
  private static func clutter(first: Int, count: Int, _ generator: inout SeededGenerator) -> [Int] {
    var map = Array(repeating: first, count: width * height)
    for thing in 0..<1200 {
      let size = (width: 6 + 46 * generator.uniform(), height: 6 + 46 * generator.uniform())
      let middle = (x: Double(width) * generator.uniform(), y: Double(height) * generator.uniform())
      let isRound = generator.uniform() < 0.5
      let period = generator.uniform() < 0.33 ? 2 + Int(6 * generator.uniform()) : 0
      let (surface, other) = (first + thing % count, first + Int(Double(count) * generator.uniform()))
      let (left, right) = (max(Int(middle.x - size.width / 2), 0), min(Int(middle.x + size.width / 2), width))
      let (top, bottom) = (max(Int(middle.y - size.height / 2), 0), min(Int(middle.y + size.height / 2), height))
      for row in top..<max(bottom, top) {
        for column in left..<max(right, left) {
          let (x, y) = ((Double(column) - middle.x) / size.width, (Double(row) - middle.y) / size.height)
          if isRound && x * x + y * y > 0.25 { continue }
          let isOther = period > 0 && (column + row) / period % 2 == 1
          map[row * width + column] = isOther ? other : surface
        }
      }
    }
    return map
  }
}
