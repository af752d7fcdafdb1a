import Colorimetry
import Foundation
import GrayCard
import RawFrames
import SensorSimulation
import WhiteBalance

/// A card drawn at random, photographed once, and read.
struct Trial {
  var refusals: [CardRefusal] = []
  var leftOutShare = 0.0
  /// Errors of R/G and B/G, in units of the least standard error that an unbiased estimate of the clean card can have.
  var errors: [Double] = []
  /// Errors of the gains, in units of their stated standard errors.
  var gains: [Double] = []
  var temperature: Double?
  var duv: Double?

  /// - Parameter side: The side of the frame in samples. The region is the whole frame.
  init(
    camera: Camera, lamp: SpectralDistribution, side: Int, spoiler: Spoiler, _ generator: inout NoiseGenerator
  ) throws {
    let fullWell = 800 * pow(40, generator.uniform())
    let readNoise = 1 + 5 * generator.uniform()
    let exposure = 0.1 + 0.6 * generator.uniform()
    let bits = generator.uniform() < 0.5 ? 10 : 12
    let code = ["RG", "BA", "GB", "BG"][Int(4 * generator.uniform())] + "\(bits)"
    let maximum = Double(1 << bits)
    let sensor = try SimulatedSensor(
      camera.sensitivities, format: PixelFormat(code), levels: SampleLevels(black: maximum / 16, white: maximum - 1),
      fullWell: fullWell, readNoise: readNoise)
    // A light gray card, so that no finger on it is clipped.
    let reflectance = 0.5
    let card = try SpectralDistribution(wavelengths: [360, 830], values: [reflectance, reflectance])
    // Light falls off from somewhere on the card, by up to a half over its diagonal.
    let loss = 0.5 * generator.uniform()
    let brightest = (x: Double(side) * generator.uniform(), y: Double(side) * generator.uniform())
    let clean = SimulatedScene(card: card, under: lamp).dimmed { column, row in
      let (x, y) = (Double(column) - brightest.x, Double(row) - brightest.y)
      return 1 - loss * (x * x + y * y) / Double(2 * side * side)
    }
    let spoilt = try spoiler.lies(on: clean, card: reflectance, side: side, &generator)
    func shot(of scene: SimulatedScene) throws -> SimulatedShot {
      try SimulatedShot(of: scene, by: sensor, width: side, height: side, exposure: exposure)
    }
    let frame = try shot(of: spoilt).frame(seed: generator.next())
    let reading = try GrayCardEstimator().reading(of: frame, in: Region(x: 0, y: 0, width: side, height: side))
    leftOutShare = reading.leftOutShare
    switch reading.verdict {
    case .refused(let reasons): refusals = reasons
    case .ok(let neutral): try compare(neutral, with: shot(of: clean), camera)
    }
  }

  private mutating func compare(_ neutral: MeasuredNeutral, with clean: SimulatedShot, _ camera: Camera) throws {
    guard let truth = clean.truth?.neutral else { preconditionFailure("a card has a truth") }
    let bound = CramerRaoBound(clean)
    errors = [
      (neutral.value.red / neutral.value.green / (truth.red / truth.green) - 1) / bound.redOverGreen,
      (neutral.value.blue / neutral.value.green / (truth.blue / truth.green) - 1) / bound.blueOverGreen,
    ]
    let (measured, gains) = (
      try MeasuredGains(neutralizing: neutral), try WhiteBalanceGains(neutralizing: truth)
    )
    self.gains = [
      (measured.value.red - gains.red) / measured.standardError.red,
      (measured.value.green - gains.green) / measured.standardError.green,
      (measured.value.blue - gains.blue) / measured.standardError.blue,
    ].filter(\.isFinite)
    // The light that the device's matrices make of the true neutral: their own error is not the reading's.
    let light = try MeasuredLight(forNeutral: neutral, on: camera.characterization)
    let trueLight = try camera.characterization.light(forNeutral: truth).temperatureAndTint
    if let uncertainty = light.uncertainty, let found = light.estimate.temperatureAndTint, let trueLight {
      temperature = (found.temperature - trueLight.temperature) / uncertainty.temperature
      duv = (found.duv - trueLight.duv) / uncertainty.duv
    }
  }
}

/// The least relative standard errors that an unbiased estimate of a card's ratios can have if the noise and the
/// falloff of light are known. The Fisher information of a sample about its channel is its squared mean over its
/// variance.
struct CramerRaoBound {
  let redOverGreen, blueOverGreen: Double

  init(_ shot: SimulatedShot) {
    var information = BayerValues(repeating: 0.0)
    let sensor = shot.sensor
    guard let pattern = sensor.format.bayerPattern else { preconditionFailure("a sensor has a Bayer pattern") }
    for row in 0..<shot.height {
      for column in 0..<shot.width {
        let channel = pattern.channel(column: column, row: row)
        let gain = sensor.gain
        let signal = shot.meanValue(column: column, row: row) - sensor.levels.black[channel]
        let variance = gain * signal + gain * gain * sensor.readNoise * sensor.readNoise + Self.rounding
        information[channel] += signal * signal / variance
      }
    }
    // Both greens show the same green.
    let green = 1 / (information.greenOnRedRow + information.greenOnBlueRow)
    redOverGreen = (1 / information.red + green).squareRoot()
    blueOverGreen = (1 / information.blue + green).squareRoot()
  }

  /// The variance of rounding to whole raw values.
  private static let rounding = 1.0 / 12
}
