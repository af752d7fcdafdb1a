internal import Calibration
internal import CameraControl
internal import Colorimetry
internal import DeviceProfiles
internal import GrayCard
internal import RawFrames
internal import Synchronization
internal import WhiteBalance

/// A calibration as it is made on the page: cards under known lights, one after another, and the profile of them.
struct ScreenCalibration: Sendable {
  private struct Card: Sendable {
    let light: CalibrationLight
    let measurement: CardMeasurement
  }

  private var cards: [Card] = []
  private(set) var profile: DeviceProfile?
  /// The profile as a file.
  var file: [UInt8]?
  private var summary: [String]?

  /// The most cards: all of them are kept.
  private static let mostCards = 24

  mutating func add(_ measurement: CardMeasurement, under light: CalibrationLight) throws {
    guard cards.count < Self.mostCards else {
      throw ScreenError("there are \(cards.count) cards, which is the most; remove one")
    }
    cards.append(Card(light: light, measurement: measurement))
    (profile, file, summary) = (nil, nil, nil)
  }

  mutating func remove(_ index: Int) throws {
    guard cards.indices.contains(index) else { throw ScreenError("there is no card \(index + 1)") }
    cards.remove(at: index)
    (profile, file, summary) = (nil, nil, nil)
  }

  /// The cards that were not refused.
  private var readings: [CardReading] {
    cards.enumerated().compactMap { index, card in
      guard case .ok(let measured) = card.measurement.verdict else { return nil }
      return CardReading(
        name: "card \(index + 1)", light: card.light, neutral: measured.neutral.value,
        covariance: measured.neutral.covariance)
    }
  }

  /// Makes the profile: `base` fitted to this unit, or a gain curve of the cards alone.
  mutating func makeProfile(from base: DeviceProfile?, identity: DeviceIdentity, levels: SampleLevels?) throws {
    let readings = readings
    guard !readings.isEmpty else { throw ScreenError("no card was taken that is not refused; take one") }
    let names = readings.map(\.light.name).joined(separator: ", ")
    if var made = base {
      let refinement = try UnitRefinement(of: made.characterization, uncertainty: made.uncertainty, cards: readings)
      made.characterization = try made.characterization.scaled(by: refinement.factors)
      made.uncertainty = refinement.uncertainty
      made.provenance += "; fitted to a unit on the camera page, by gray cards under \(names)"
      made.levels = made.levels ?? levels
      profile = made
      summary =
        [
          "This unit's red is \(Self.text(refinement.factors.red)) and its blue \(Self.text(refinement.factors.blue)) "
            + "times the profile's.",
          Self.text(refinement.uncertainty),
        ] + refinement.warnings.map { "\($0)" }
    } else {
      let calibration = try GainCurveCalibration(cards: readings)
      profile = DeviceProfile(
        identity: identity, characterization: .gainCurve(calibration.characterization), levels: levels,
        uncertainty: calibration.uncertainty,
        provenance: "made on the camera page: a gain curve by gray cards under \(names)")
      summary = [Self.text(calibration.uncertainty)] + calibration.warnings.map { "\($0)" }
    }
  }

  private static func text(_ uncertainty: CharacterizationUncertainty) -> String {
    "Lights are found within \(text(uncertainty.mired)) mired and a Duv of \(text(uncertainty.duv)), one standard error."
  }

  /// Four digits, which is more than a card tells.
  private static func text(_ number: Double) -> String {
    let scale = 1e4
    return "\((number * scale).rounded() / scale)"
  }

  func shown(canRefine: Bool, hasFile: Bool) -> ScreenState.Calibration? {
    guard hasFile else { return nil }
    let shown = cards.map { card in
      var entry = ScreenState.Card(
        light: card.light.name, verdict: "ok", temperature: card.light.temperatureAndTint.temperature)
      switch card.measurement.verdict {
      case .ok(let measured): entry.gains = ScreenState.Gains(measured.gains.value)
      case .refused(let reasons):
        entry.verdict = "refused"
        entry.reasons = reasons.map(\.description)
      }
      return entry
    }
    return ScreenState.Calibration(
      cards: shown, summary: summary, hasProfile: file != nil, illuminants: ScreenLight.illuminantNames,
      canRefine: canRefine)
  }
}

extension ScreenLight {
  static let illuminantNames = CIEIlluminant.allCases.map(\.rawValue)

  /// The light as a calibration takes it.
  func calibrationLight() throws -> CalibrationLight {
    switch self {
    case .illuminant(let name):
      guard let illuminant = CIEIlluminant(rawValue: name) else {
        throw ScreenError("'\(name.prefix(40))' is none of the CIE's lights; choose one of the list")
      }
      return try CalibrationLight(name: name, spectrum: illuminant.distribution)
    case .chromaticity(let x, let y):
      return try CalibrationLight(name: "x \(x), y \(y)", chromaticity: Chromaticity(x: x, y: y))
    case .temperature(let kelvin, let tint):
      let light = TemperatureAndTint(temperature: kelvin, tint: tint)
      return try CalibrationLight(name: "\(kelvin) K, tint \(tint)", chromaticity: try Chromaticity(light))
    }
  }
}

extension CameraScreen {
  /// Takes the card at the metering point as one under a known light.
  func addCard(under light: ScreenLight, _ camera: Camera) async throws {
    let known = try light.calibrationLight()
    let frame = try await camera.nextFrame()
    let (mode, point) = state.withLock { ($0.mode, $0.point) }
    guard let measurement = measurement(of: frame, mode, point, camera) else {
      throw ScreenError("\(camera.uniqueID): its frames have no colours; a card needs a Bayer format")
    }
    try state.withLock { try $0.calibration.add(measurement, under: known) }
  }

  /// Makes the profile of the cards that were taken, and its file.
  func makeProfile(refines: Bool, _ camera: Camera) throws {
    guard let write = options.profileFile else { throw ScreenError("no profile can be written here") }
    guard !refines || options.hasProfile else { throw ScreenError("there is no profile to fit to this unit") }
    var calibration = state.withLock { $0.calibration }
    let identity = options.hasProfile ? camera.profile.identity : DeviceIdentity(model: camera.localizedName)
    try calibration.makeProfile(
      from: refines ? camera.profile : nil, identity: identity, levels: camera.latestFrame?.frame.levels)
    if let profile = calibration.profile { calibration.file = try write(profile) }
    state.withLock { $0.calibration = calibration }
  }

  /// The file of the profile that was made.
  var profileFile: [UInt8]? { state.withLock { $0.calibration.file } }
}
