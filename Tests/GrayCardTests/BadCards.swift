import Colorimetry
import GrayCard
import RawFrames
import SensorSimulation
import TestSupport
import WhiteBalance

extension BadCard {
  static let all = exposures + lights + surfaces + covered + bytes

  // MARK: - Exposure

  private static let exposures =
    [0.01, 0.1].map { share in
      BadCard("clipped over \(share) of the card", .refused([.clipped]), exposure: 0.6) { card, _ in
        let length = share.squareRoot() * Double(side)
        return card.dimmed { Double($0) < length && Double($1) < length ? 1.8 : 1 }
      }
    } + [
      BadCard("clipped", .refused([.clipped]), exposure: 1.3) { card, _ in card },
      BadCard("clipped at 8 bits, shifted", .refused([.clipped])) { camera, seed in
        let shot = try camera.shot(of: card(), exposure: 1.1)
        let clean = shot.frame(seed: seed)
        // 1020 of 1023, 4080 of 4095.
        let limit = UInt16(camera.sensor.levels.white.red) / 255 * 255
        return Photograph(frame: try clean.mapping { min($0, limit) }, truth: LinearRGB(.one))
      },
      BadCard("black", .refused([.tooDark])) { camera, seed in
        let shot = try SimulatedShot(inTheDark: camera.sensor, width: side, height: side)
        return Photograph(frame: shot.frame(seed: seed), truth: LinearRGB(.one))
      },
      BadCard("under-exposed", .refused([.tooDark, .tooNoisy]), exposure: 0.004) { card, _ in card },
      BadCard("dark", .refusedOrTrue, exposure: 0.015) { card, _ in card },
      BadCard("in low light, in steps of 8 bits", .isTrue) { camera, seed in
        let shot = try camera.shot(of: card(), exposure: 0.06)
        let step = (UInt16(camera.sensor.levels.white.red) + 1) / 256
        // Rounding down to a step is half a step less a half; the black level moves with it.
        let moved = camera.sensor.levels.black.map { $0 - Double(step - 1) / 2 }
        let frame = try shot.frame(seed: seed).mapping { $0 / step * step }
        return Photograph(
          frame: try frame.replacingLevels(SampleLevels(black: moved, white: frame.levels.white)),
          truth: shot.truth?.neutral ?? LinearRGB(.zero))
      },
    ]

  // MARK: - Light

  private static let lights =
    [
      BadCard("two lamps, half and half", .refused([.notUniform, .colorVaries])) { card, _ in
        card.lighting(CIEIlluminant.a.distribution) { column, _ in column < side / 2 }
      },
      BadCard("two lamps that mix across the card", .refused([.notUniform, .colorVaries])) { card, _ in
        try (1...12).reduce(card) { scene, step in
          let mixed = try mixture(of: CIEIlluminant.d50, and: CIEIlluminant.a, share: Double(step) / 12)
          return scene.lighting(mixed) { column, _ in column * 13 / side == step }
        }
      },
      BadCard("another lamp on a quarter", .refusedOrTrue) { card, _ in
        card.lighting(CIEIlluminant.a.distribution) { column, row in column < side / 2 && row < side / 2 }
      },
      BadCard("in the shadow of leaves", .refused([.textured, .notUniform, .colorVaries])) { card, generator in
        let leaves = squares(10, &generator)
        return try card.lighting(.daylight(temperature: 15_000)) { leaves($0, $1) < 0.5 }
          .dimmed { leaves($0, $1) < 0.5 ? 0.3 : 1 }
      },
    ]
    + [3.0, 10].map { ratio in
      BadCard("brighter by \(ratio) on one side", .refusedOrTrue) { card, _ in
        card.dimmed { column, _ in 1 - (1 - 1 / ratio) * Double(column) / Double(side - 1) }
      }
    }

  private static func mixture(
    of first: CIEIlluminant, and second: CIEIlluminant, share: Double
  ) throws -> SpectralDistribution {
    let range = 380...780
    let (from, to) = (
      first.distribution.values(atNanometers: range), second.distribution.values(atNanometers: range)
    )
    return try SpectralDistribution(
      firstWavelength: 380, step: 1, values: zip(from, to).map { (1 - share) * $0 + share * $1 })
  }

  // MARK: - Surface

  private static let surfaces =
    [3, 4, 8, 12].map { period in
      BadCard(
        "woven of two colours, a thread in \(period) samples",
        .refused([.textured, .notUniform, .greensDiffer, .colorVaries])
      ) { card, _ in
        try card.placing(.blue(0.3)) { column, row in
          2 * ((column + (2 * row / period) % 2 * period / 2) % period) < period
        }
      }
    }
    + [2, 3, 5].map { size in
      BadCard("knitted, \(size) samples a stitch", .refused([.textured, .notUniform])) { card, generator in
        let stitches = squares(size, &generator)
        // Shadows between the stitches: a standard deviation of 12 %.
        return card.dimmed { 0.6 + 0.4 * stitches($0, $1) }
      }
    } + [
      BadCard("painted, with brush strokes", .isTrue) { card, generator in
        let strokes = squares(4, &generator)
        return card.dimmed { 0.97 + 0.06 * strokes($0, $1) }
      },
      BadCard("of samples that differ by 1 %", .isTrue) { camera, seed in
        let old = camera.sensor
        let sensor = try SimulatedSensor(
          old.sensitivities, format: old.format, levels: old.levels, fullWell: old.fullWell, readNoise: old.readNoise,
          fixedPattern: FixedPattern(responseNonUniformity: 0.01, unit: seed))
        let shot = try SimulatedShot(of: card(), by: sensor, width: side, height: side, exposure: 0.5)
        return Photograph(frame: shot.frame(seed: seed), truth: shot.truth?.neutral ?? LinearRGB(.zero))
      },
    ]
}

extension SpectralDistribution {
  /// A blue thread or print, as light as a gray of `reflectance` at 550 nm.
  static func blue(_ reflectance: Double) throws -> SpectralDistribution {
    try SpectralDistribution(
      wavelengths: [360, 450, 550, 650, 830], values: [1.3, 1.3, 1, 0.7, 0.7].map { $0 * reflectance })
  }

  static func brown(_ reflectance: Double) throws -> SpectralDistribution {
    try SpectralDistribution(
      wavelengths: [360, 450, 550, 650, 830], values: [0.7, 0.8, 1, 1.2, 1.3].map { $0 * reflectance })
  }
}

extension RawFrame {
  /// The same frame with other samples; of words alone.
  func mapping(_ sample: (UInt16) -> UInt16) throws -> RawFrame {
    precondition(format.packing == .littleEndianWord, "a frame of words")
    var changed = bytes
    for place in stride(from: 0, to: changed.count - 1, by: 2) {
      let value = sample(UInt16(changed[place]) | UInt16(changed[place + 1]) << 8)
      (changed[place], changed[place + 1]) = (UInt8(value & 255), UInt8(value >> 8))
    }
    return try RawFrame(
      format: format, width: width, height: height, bytesPerRow: bytesPerRow, bytes: changed, levels: levels)
  }
}
